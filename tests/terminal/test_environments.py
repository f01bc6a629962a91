"""petui on terminals of every kind, in all locales, with what people export: what it writes, and when it refuses."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from petui.surroundings import DRIVERS
from tests.terminal.ptyrun import KEYS, PtyRun, environment, petui

SIZE = (100, 30)
# Its first step has prose, a formula's signs and waves.
LESSON = "the-derivation"
_SGR = re.compile(rb"\x1b\[([0-9;]*)m")
_BASIC = {*range(30, 38), *range(40, 48), 39, 49}
_BRIGHT = {*range(90, 98), *range(100, 108)}
# Of attributes those that say something without a colour.
_PLAIN = {0, 1, 2, 3, 4, 7, 9, 22, 23, 24, 27, 29}


@contextmanager
def running(tmp_path: Path, *arguments: str, **variables: str | None) -> Iterator[PtyRun]:
    """The tutor, drawn, with some variables set; None leaves one out."""
    environ = environment(tmp_path / "data", **{"LC_ALL": None, "LC_CTYPE": None, "TMUX": None, **variables})
    with PtyRun(petui(*(arguments or ("learn", LESSON))), size=SIZE, environ=environ) as run:
        run.wait_for("sees at once")
        run.wait_quiet()
        yield run


def left(run: PtyRun) -> bytes:
    """What it wrote until it had left by `q`, with exit code 0 and a terminal as it was."""
    # Esc leaves the answer's line; the screen's own keys are named then.
    run.send("\x1b")
    run.wait_for("q quit")
    run.send("q")
    assert run.exit_status() == 0, run.text
    assert run.left_on() == ()
    return run.output


def palette(output: bytes) -> set[str]:
    """The kinds of colours that were written; a code that is neither one nor an attribute is named by its number."""
    kinds: set[str] = set()
    for sequence in _SGR.findall(output):
        codes = iter([int(code or 0) for code in sequence.split(b";")])
        for code in codes:
            if code in (38, 48):
                deep = next(codes)
                kinds.add({2: "truecolor", 5: "256"}[deep])
                for _ in range({2: 3, 5: 1}[deep]):
                    next(codes)
            elif code not in _PLAIN:
                kinds.add("basic" if code in _BASIC else "bright" if code in _BRIGHT else str(code))
    return kinds


def is_ascii(output: bytes) -> bool:
    """Whether only ASCII was written, and nothing that stands for a sign that could not be encoded."""
    return output.isascii() and b"\\u" not in output and b"\\x" not in output


@pytest.mark.parametrize(
    ("term", "more", "kinds"),
    [
        ("xterm", None, {"basic", "bright"}),
        ("xterm-256color", "", {"256"}),
        ("screen-256color", "truecolor", {"256"}),
        ("xterm-kitty", "truecolor", {"truecolor"}),
        ("rxvt", "yes", {"basic", "bright"}),
        ("newterm-9000", None, {"basic", "bright"}),
        pytest.param("screen", "truecolor", {"basic", "bright"}, marks=pytest.mark.soak),
        pytest.param("tmux-256color", None, {"256"}, marks=pytest.mark.soak),
        pytest.param("xterm", "truecolor", {"truecolor"}, marks=pytest.mark.soak),
        pytest.param("alacritty", None, {"256"}, marks=pytest.mark.soak),
        pytest.param("rxvt-unicode-256color", None, {"256"}, marks=pytest.mark.soak),
        pytest.param("xterm-direct", None, {"truecolor"}, marks=pytest.mark.soak),
    ],
)
def test_colours_are_those_of_the_terminal(term: str, more: str | None, kinds: set[str], tmp_path: Path) -> None:
    """By TERM and COLORTERM; in a UTF-8 locale the glyphs are those of Unicode, each a character of its own."""
    with running(tmp_path, TERM=term, COLORTERM=more) as run:
        assert "ω" in run.text and not re.search(r"\S\?\S", run.text)
        assert palette(left(run)) == kinds


@pytest.mark.parametrize(
    "variables",
    [
        {"TERM": "vt100"},
        {"NO_COLOR": "1", "COLORTERM": "truecolor"},
        {"NO_COLOR": "1", "TERM": "xterm", "PETUI_DRIVER": "stock"},
    ],
    ids=lambda each: " ".join(each),
)
def test_without_colours_none_is_written(variables: dict[str, str], tmp_path: Path) -> None:
    """Not one: neither of the ground nor of the text; bold and reverse still tell where one is."""
    with running(tmp_path, **variables) as run:
        output = left(run)
    assert palette(output) == set()
    codes = {code for sequence in _SGR.findall(output) for code in sequence.split(b";")}
    assert {b"1", b"7"} <= codes


def test_every_screen_keeps_to_what_the_terminal_has(tmp_path: Path) -> None:
    """All of them, with their lists and help: no colour where there is none, and no sign beyond ASCII."""
    with running(tmp_path, TERM="vt100", LANG="C") as run:
        for keys in ("escape", "L", "escape", "f3", "v", "M", "f4", "f5", "f6", "f1", "escape", "P", "escape", "f2"):
            run.send(KEYS.get(keys, keys.encode()))
            run.wait_quiet()
        run.send("q")
        assert run.exit_status() == 0
        assert palette(run.output) == set() and is_ascii(run.output)


@pytest.mark.parametrize("driver", DRIVERS)
def test_an_empty_no_color_counts_for_nothing(driver: str, tmp_path: Path) -> None:
    """As no-color.org has it; nor does an exported size, or what was set for other Textual programs."""
    harmful = {
        "PETUI_DRIVER": driver,
        "NO_COLOR": "",
        "COLUMNS": "40",
        "LINES": "8",
        "TEXTUAL": "headless",
        "TEXTUAL_COLOR_SYSTEM": "",
        "TEXTUAL_DRIVER": "no.such:Driver",
        "TEXTUAL_FPS": "0",
        "TEXTUAL_ANIMATIONS": "all",
        "TEXTUAL_PRESS": "q",
        "TEXTUAL_SCREENSHOT": "0",
        "TEXTUAL_THEME": "no-such-theme",
        "ESCDELAY": "soon",
    }
    with running(tmp_path, **harmful) as run:
        assert run.lines[-1].strip() and max(map(len, run.lines)) > 90
        assert palette(left(run)) == {"256"}


@pytest.mark.parametrize(
    "variables",
    [
        {"TERM": "linux"},
        {"LANG": "C"},
        {"LANG": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LANG": "en_US.ISO-8859-1", "PYTHONIOENCODING": "latin-1", "PETUI_DRIVER": "stock"},
        {"LANG": None},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=lambda each: " ".join(f"{name}={value}" for name, value in each.items()),
)
def test_where_few_signs_can_be_shown_they_are_ascii(variables: dict[str, str | None], tmp_path: Path) -> None:
    """By itself; whatever Python thinks of its streams, and whatever is typed."""
    with running(tmp_path, **variables) as run:
        assert "omega" in run.text or "w " in run.text
        # The answer's line shows what is typed.
        run.send("naïveté")
        run.wait_for("naivete")
        assert is_ascii(left(run))


def test_where_tmux_shows_few_signs_they_are_ascii(tmp_path: Path) -> None:
    """Its client may have been started in another locale, of which no variable tells."""
    program = tmp_path / "bin" / "tmux"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 0\n")
    program.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    with running(tmp_path, TMUX="/tmp/nowhere,1,0", TERM="tmux-256color", PATH=path) as run:
        assert is_ascii(left(run))


def test_python_s_encoding_changes_nothing_in_a_utf8_locale(tmp_path: Path) -> None:
    """The terminal shows what its locale says; Python is told otherwise for other programs."""
    with running(tmp_path, PYTHONIOENCODING="ascii", PETUI_DRIVER="stock") as run:
        assert "ω" in run.text
        assert b"\\u" not in left(run)


@pytest.mark.parametrize("unwritable", [True, False])
def test_a_home_that_is_none_is_no_end(unwritable: bool, tmp_path: Path) -> None:
    """Without HOME there is that of the user's entry; one that cannot be written is told of, and teaching goes on."""
    home = "/proc/nowhere" if unwritable else None
    data = {"PETUI_DATA_DIR": None} if unwritable else {}
    with running(tmp_path, HOME=home, XDG_DATA_HOME=None, XDG_CONFIG_HOME=None, **data) as run:
        assert ("not saved" in run.text) is unwritable, run.text
        left(run)


# ---- the refusal -----------------------------------------------------------------------------------------------------

_STREAMS = [
    ({"stdin": "null"}, "stdin"),
    ({"stdin": "closed"}, "stdin"),
    ({"stdout": "pipe"}, "stdout"),
    ({"stdout": "closed"}, "stdout"),
    ({"stderr": "pipe"}, "stderr"),
    ({"stderr": "closed"}, None),
    ({"stdin": "pipe", "stdout": "pipe", "stderr": "pipe"}, "stdin"),
    ({"stdin": "closed", "stdout": "closed", "stderr": "closed"}, None),
]

_NAMES = [" ".join(map("=".join, streams.items())) for streams, _ in _STREAMS]


def refused(run: PtyRun) -> str:
    """What was said by a run that ended with exit code 2 and wrote no escape; standard output was left alone."""
    assert run.exit_status() == 2
    said = run.output + run.piped.get("stderr", b"")
    assert b"\x1b" not in said and not run.piped.get("stdout")
    assert run.left_on() == ()
    return said.decode()


@pytest.mark.parametrize(
    ("streams", "named"), _STREAMS, ids=[" ".join(map("=".join, each.items())) for each, _ in _STREAMS]
)
def test_without_a_terminal_it_says_what_works_without_one(
    streams: dict[str, str], named: str | None, tmp_path: Path
) -> None:
    """In one line, with the command to type; in silence where nobody could read it."""
    environ = environment(tmp_path / "data")
    with PtyRun(petui("quiz", "drawn"), size=SIZE, environ=environ, ignored=(), rate=None, **streams) as run:
        said = refused(run)
    if named is None:
        assert said == ""
    else:
        assert said.count("\n") == 1 and f"{named} is not a terminal" in said and "`petui quiz drawn --plain`" in said


@pytest.mark.parametrize("term", [None, "", "dumb", "unknown"])
@pytest.mark.parametrize("arguments", [(), ("learn", LESSON), ("quiz",)], ids=["petui", "learn", "quiz"])
def test_without_a_cursor_it_says_what_works_without_one(
    arguments: tuple[str, ...], term: str | None, tmp_path: Path
) -> None:
    """On a terminal too; and what it names does work there."""
    environ = environment(tmp_path / "data", TERM=term)
    with PtyRun(petui(*arguments), size=SIZE, environ=environ) as run:
        said = refused(run)
    assert said.count("\n") == 1 and f"`{' '.join(('petui', *arguments, '--plain'))}`" in said


def test_what_it_names_works_there(tmp_path: Path) -> None:
    """A lesson line by line on a terminal that can do nothing."""
    environ = environment(tmp_path / "data", TERM="dumb", NO_COLOR="1")
    with PtyRun(petui("learn", LESSON, "--plain"), size=SIZE, environ=environ) as run:
        run.wait_for("Enter ")
        run.send("q\r")
        assert run.exit_status() == 0
        assert b"\x1b" not in run.output
