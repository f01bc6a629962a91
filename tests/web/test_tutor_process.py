"""A visitor's process by itself: how it ends when its server wants it to, and what it is given."""

from __future__ import annotations

import asyncio
import json
import os
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from petui.tui.browser import Packets, packet
from petui.web.process import tutor_command, tutor_environment
from tests.web.screen import BrowserScreen

_READY = b"__GANGLION__\n"
_PATIENCE = 60
# Left at the server's words, as behind a lost terminal, and at Ctrl-C.
_ENDS = {"closed": (b"", 129), "quit": (packet(b"M", b'{"type": "quit"}'), 129), "ctrl-c": (packet(b"D", b"\x03"), 130)}


async def shown(process: Process, screen: BrowserScreen, metas: list[dict[str, object]]) -> None:
    """Draw what the process writes, to its end."""
    assert process.stdout is not None
    assert await process.stdout.readexactly(len(_READY)) == _READY
    packets = Packets()
    while data := await process.stdout.read(1 << 16):
        for letter, payload in packets.feed(data):
            if letter == b"D":
                screen.feed(payload)
            else:
                metas.append(json.loads(payload))


@pytest.mark.parametrize("end", _ENDS)
async def test_it_ends_in_order_whatever_the_server_says(end: str, tmp_path: Path) -> None:
    words, code = _ENDS[end]
    environ = tutor_environment(os.environ, tmp_path / "data", tmp_path / "config.toml")
    process = await asyncio.create_subprocess_exec(
        *tutor_command(()), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environ
    )
    assert process.stdin is not None and process.stderr is not None
    try:
        screen, metas = BrowserScreen(), list[dict[str, object]]()
        reader = asyncio.create_task(shown(process, screen, metas))
        await screen.wait_for("Answer (h hint")
        # Bytes that are no text, a size that is none and words for other apps: the next key works.
        for payload in (packet(b"D", b"\xff"), packet(b"M", b"[[["), packet(b"M", b'{"type": "resize"}')):
            process.stdin.write(payload)
        await screen.wait_for("\N{REPLACEMENT CHARACTER}")
        process.stdin.write(packet(b"D", b"\x7f"))
        await screen.wait_for(lambda text: "\N{REPLACEMENT CHARACTER}" not in text)
        process.stdin.write(packet(b"D", b"s\r"))
        await screen.wait_for(lambda text: "Answer (h hint" not in text)
        process.stdin.write(words)
        if not words:
            process.stdin.close()
        await asyncio.wait_for(reader, _PATIENCE)
        assert await asyncio.wait_for(process.wait(), _PATIENCE) == code
        assert metas == [{"type": "exit"}]
        assert await process.stderr.read() == b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_nothing_of_the_servers_own_terminal_reaches_it(tmp_path: Path) -> None:
    own = {
        "TMUX": "x",
        "SSH_TTY": "x",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "LC_CTYPE": "C",
        "TEXTUAL_LOG": "x",
        "PETUI_DATA_DIR": "/own",
        "PETUI_CONTENT_PATH": "/site",
        "PATH": "/bin",
    }
    given = tutor_environment(own, tmp_path / "data", tmp_path / "config.toml")
    assert not {"TMUX", "SSH_TTY", "NO_COLOR", "LC_CTYPE", "TEXTUAL_LOG"} & set(given)
    assert given["PETUI_DATA_DIR"] == str(tmp_path / "data") and given["PETUI_CONFIG"] == str(tmp_path / "config.toml")
    assert given["PETUI_CONTENT_PATH"] == "/site" and given["TERM"] != "dumb" and given["PATH"] == "/bin"
    assert tutor_environment({"PETUI_CONFIG": "/c"}, tmp_path, tmp_path)["PETUI_CONFIG"] == "/c"
