"""Whatever a terminal sends, petui goes on and the next key works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.beginning import Begin, ready
from tests.terminal.procfs import most_resident
from tests.terminal.ptyrun import PtyRun

MEGABYTE = 1_000_000
# Far less than a megabyte of keys as messages takes, and more than a page of text.
ROOM = 24 << 20


@pytest.fixture(autouse=True)
def unharmed(data: Path) -> Iterator[None]:
    """Nothing that is sent is a fault."""
    yield
    assert list(data.glob("crash/*")) == []


def typed(run: PtyRun) -> str:
    """What the answer line holds."""
    [line] = [line for line in run.lines if "Esc):" in line]
    return line.partition("Esc):")[2].strip()


NOTHING = [
    b"\x1b[?62;22c",
    b"\x1b[>1;4600;0c",
    b"\x1b[?2026;2$y",
    b"\x1b[24;80R",
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07",
    b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    b"\x1bP>|XTerm(379)\x1b\\",
    b"\x1bkuser@host: ~\x1b\\",
    b"\x1b[<35;NaN;NaNM",
    b"\x1b[<35;10;5M",
    b"\x1b[M#\xe9\xe9",
    b"\x1b[M\x40\xff\xff",
    b"\x1b[97:65;2:3u",
    b"\x1b[:;:u",
    b"\x1b[99999999999999999999u",
    b"\x1b[48;24;80;480;800t",
    b"\x1b[I\x1b[O",
    b"\x85\x9c",
]


def test_what_is_no_key_types_nothing(begin: Begin) -> None:
    run = ready(begin())
    for number, data in enumerate(NOTHING):
        run.send(data)
        run.send("7")
        run.wait_until(lambda _, count=number + 1: typed(run) == "7" * count, repr(data))  # type: ignore[misc]


def test_bytes_that_are_no_utf8_are_shown_as_such(begin: Begin) -> None:
    run = ready(begin())
    run.send(b"caf\xe9 \xff1")
    run.wait_until(lambda _: typed(run) == "caf� �1", "the answer")
    run.send("\x1b[97:65;2u\x1b[98u")
    run.wait_until(lambda _: typed(run) == "caf� �1Ab", "kitty's keys")


def test_a_sequence_cut_in_two_is_one_key(begin: Begin) -> None:
    run = ready(begin())
    run.send("12")
    for piece in ("\x1b[1", ";5", "D"):
        run.send(piece)
        # Longer than the delay after which Esc acts.
        run.wait_quiet(0.3)
    run.send("3")
    run.wait_until(lambda _: typed(run) == "312", "the answer")


def test_esc_acts_before_what_follows_in_the_same_burst(begin: Begin) -> None:
    run = ready(begin())
    run.send("12\x1bq")
    assert run.exit_status() == 0
    assert run.left_on() == ()


@pytest.mark.parametrize("brackets", [("\x1b[200~", "\x1b[201~"), ("", "")], ids=["marked", "unmarked"])
def test_a_megabyte_is_pasted_into_a_line(begin: Begin, brackets: tuple[str, str]) -> None:
    run = ready(begin())
    before = most_resident(run.pid)
    run.send(brackets[0] + "42\x07\r\n" + "more of it\r\n" * (MEGABYTE // 12) + brackets[1])
    run.wait_until(lambda _: typed(run).startswith("42"), "the first line")
    run.send("7")
    run.wait_until(lambda _: typed(run).endswith("7"), "the next key")
    assert "more" not in typed(run)
    assert most_resident(run.pid) - before < ROOM


@pytest.mark.parametrize("brackets", [("\x1b[200~", "\x1b[201~"), ("", "")], ids=["marked", "unmarked"])
def test_a_megabyte_pasted_elsewhere_runs_nothing(begin: Begin, brackets: tuple[str, str]) -> None:
    run = ready(begin(), line=False)
    before, text = most_resident(run.pid), run.text
    run.send(brackets[0] + "q]z\r\n" * (MEGABYTE // 5) + brackets[1])
    run.wait_quiet(0.5)
    assert run.text == text
    run.send("]")
    run.wait_for("pos 1 ")
    assert most_resident(run.pid) - before < ROOM


def test_an_unended_paste_or_string_is_over_with_ctrl_c(begin: Begin) -> None:
    run = ready(begin())
    run.send("\x1b]11;rgb:ff")
    run.send("\x03")
    assert run.exit_status() == 130
    assert run.left_on() == ()


def test_a_mouse_that_moves_costs_nothing(begin: Begin) -> None:
    run = ready(begin(), line=False)
    run.wait_quiet()
    assert {number for number, on in run.tap.modes.items() if on} == {25, 1000, 1002, 1006, 1049, 2004} - {25}
    assert run.act(b"".join(b"\x1b[<35;%d;5M" % column for column in range(1, 80))).bytes == 0


def test_a_storm_of_sizes_is_few_paints(begin: Begin) -> None:
    run = ready(begin(size=(120, 40)), line=False)
    whole = run.act("R").bytes
    count = len(run.output)
    for columns in range(20, 120):
        run.resize(columns, 10 + columns // 5)
    run.resize(100, 30)
    run.wait_quiet()
    assert len(run.output) - count < 20 * whole
    assert "step 1 of" in run.lines[0] and len(run.lines[0]) > 90
    before = run.lines
    run.act("R")
    assert run.lines == before


def test_redrawing_paints_all(begin: Begin) -> None:
    run = ready(begin(), line=False)
    run.wait_quiet()
    for key in ("R", "\x0c"):
        count = len(run.output)
        run.send(key)
        run.wait_until(lambda _, since=count: b"step 1 of" in run.output[since:], repr(key))  # type: ignore[misc]


def test_what_is_copied_goes_to_the_terminal(begin: Begin) -> None:
    run = ready(begin(), line=False)
    run.send("y")
    run.wait_until(lambda _: any(string.startswith(b"52;c;") for string in run.tap.strings), "the clipboard")


def test_textuals_own_driver_can_be_taken(begin: Begin) -> None:
    run = ready(begin(PETUI_DRIVER="stock"), line=False)
    assert "mouse 1003" in run.left_on()
    run.send("q")
    assert run.exit_status() == 0
