"""What a terminal is sent for its clipboard, and what tmux and screen are."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest

from petui.tui.clipboard import clipboard_sequences, loaded_by_tmux

TEXTS = ["", "PE(3,2) = 0.03", "Grüße ω", "a" * 20_000]


def held(sequence: str) -> str:
    """The text of one OSC 52 sequence."""
    found = re.fullmatch(r"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", sequence)
    assert found
    return b64decode(found[1]).decode()


@pytest.mark.parametrize("text", TEXTS)
def test_a_terminal_is_sent_the_text(text: str) -> None:
    """One OSC 52 sequence."""
    assert held(clipboard_sequences(text, {"TERM": "xterm-256color"})) == text


@pytest.mark.parametrize("environ", [{"TMUX": "/tmp/x,1,0", "TERM": "screen-256color"}, {"TERM": "tmux-256color"}])
@pytest.mark.parametrize("text", TEXTS)
def test_tmux_is_sent_it_twice(text: str, environ: dict[str, str]) -> None:
    """For itself, and with doubled escapes for the terminal around it."""
    plain, _, wrapped = clipboard_sequences(text, environ).partition("\x1bPtmux;")
    assert held(plain) == text
    assert wrapped.endswith("\x1b\\")
    inner = wrapped.removesuffix("\x1b\\")
    assert not re.search(r"(?<!\x1b)\x1b(?!\x1b)", inner)
    assert held(inner.replace("\x1b\x1b", "\x1b")) == text


@pytest.mark.parametrize("text", TEXTS)
def test_screen_passes_it_on_in_pieces(text: str) -> None:
    """None of them longer than what it takes."""
    sequence = clipboard_sequences(text, {"STY": "1.x", "TERM": "screen"})
    pieces = re.findall(r"\x1bP((?:(?!\x1b\\).)*)\x1b\\", sequence, re.DOTALL)
    assert sequence == "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)
    assert held("".join(pieces)) == text and max(map(len, pieces)) <= 768


FAKE = """#!/bin/sh
echo "$@" > "{there}/said"
cat > "{there}/text"
exit {code}
"""


@pytest.mark.parametrize(("code", "taken"), [(0, True), (1, False)])
def test_a_tmux_that_can_is_given_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, taken: bool
) -> None:
    """By its own command, which nothing but its answer decides on."""
    (tmp_path / "tmux").write_text(FAKE.format(there=tmp_path, code=code))
    (tmp_path / "tmux").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert loaded_by_tmux("Grüße", {"TMUX": "/tmp/x,1,0"}) is taken
    assert (tmp_path / "text").read_text(encoding="utf-8") == "Grüße"
    assert (tmp_path / "said").read_text().split() == ["load-buffer", "-w", "-"]


def test_no_tmux_is_asked_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither outside of one, nor where its command is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not loaded_by_tmux("x", {"TMUX": "/tmp/x,1,0"})
    (tmp_path / "tmux").write_text(FAKE.format(there=tmp_path, code=0))
    (tmp_path / "tmux").chmod(0o755)
    assert not loaded_by_tmux("x", {})
    assert not (tmp_path / "said").exists()
