"""The outlet on a real pseudo-terminal: no wait, in order, coalesced, and quiet when the line is gone."""

from __future__ import annotations

import fcntl
import os
import select
import tty
from collections.abc import Iterator
from threading import Event

import pyte
import pytest

from petui.tui.wire.outlet import Outlet
from petui.tui.wire.shadow import Shadow

SIZE = (80, 24)
# Far more than a slow machine needs.
PATIENCE = 30.0


class Line:
    """A line to a terminal: what is written at one end is read at the other, and may lie there for long."""

    def __init__(self, *, terminal: bool) -> None:
        self.ours, its = os.openpty() if terminal else os.pipe()
        if terminal:
            tty.setraw(its)
        else:
            fcntl.fcntl(its, fcntl.F_SETPIPE_SZ, 4096)
        self.its = its
        self.gone = Event()
        self.outlet = Outlet(its, Shadow(*SIZE), on_lost=self.gone.set)
        self.screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self.screen)
        self.read = b""

    def take(self, until: bytes = b"", seconds: float = PATIENCE) -> bytes:
        """Read until some bytes have come, or nothing comes for that long; returns what came."""
        came = b""
        while not (until and until in self.read) and select.select([self.ours], [], [], seconds)[0]:
            came += (data := os.read(self.ours, 65536))
            self.read += data
            self._stream.feed(data)
        return came

    def fill(self) -> int:
        """Draw until the line takes no more; returns the number of the next picture."""
        number = 0
        while self.outlet.flush(0.02):
            self.outlet.frame(picture(number))
            number += 1
        return number

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        return [line.rstrip() for line in self.screen.display]

    def close(self) -> None:
        """Let go of both ends."""
        self.outlet.close(0.0)
        self.outlet.join(PATIENCE)
        os.close(self.its)
        if self.ours >= 0:
            os.close(self.ours)


@pytest.fixture(params=[True, False], ids=["terminal", "pipe"])
def line(request: pytest.FixtureRequest) -> Iterator[Line]:
    """A line of either kind: on a pipe every write may wait."""
    found = Line(terminal=request.param)
    found.outlet.start()
    yield found
    found.close()


def picture(number: int) -> str:
    """A frame whose every line differs from that of another number."""
    return "\n".join(f"\x1b[{row + 1};1H{number * 7919 + row * 31:>78}" for row in range(SIZE[1]))


def test_frames_and_controls_keep_their_order(line: Line) -> None:
    line.outlet.frame("\x1b[1;1Hone")
    line.outlet.control("\x1b]52;c;Zmlyc3Q=\x07")
    line.outlet.frame("\x1b[2;1Htwo\x1b]52;c;Zm9yZ2Vk\x07")
    line.outlet.control("\x1b]52;c;c2Vjb25k\x07")
    line.take(until=b"c2Vjb25k")
    assert [line.read.index(part) for part in (b"one", b"Zmlyc3Q=", b"two", b"c2Vjb25k")] == sorted(
        line.read.index(part) for part in (b"one", b"Zmlyc3Q=", b"two", b"c2Vjb25k")
    )
    assert b"Zm9yZ2Vk" not in line.read
    assert line.lines[:2] == ["one", "two"]


def test_a_line_that_takes_nothing_holds_nobody_up_and_gets_the_last_picture(line: Line) -> None:
    written = line.fill() + 300
    for number in range(written - 300, written):
        line.outlet.frame(picture(number))
    assert line.outlet.pending
    line.outlet.control("\x1b[?2004h")
    line.take(until=b"\x1b[?2004h")
    assert line.lines == [f"{(written - 1) * 7919 + row * 31:>78}" for row in range(SIZE[1])]
    # What lay in the line, one picture that waited, and the last: not three hundred of them.
    assert len(line.read) < 100 * len(picture(0))
    assert line.outlet.flush(PATIENCE)
    assert not line.outlet.pending


def test_what_waits_is_given_up_in_the_end(line: Line) -> None:
    line.fill()
    assert not line.outlet.close(0.05)
    line.outlet.frame(picture(0))
    line.outlet.control("late")
    line.take(seconds=0.3)
    assert b"late" not in line.read


def test_a_close_writes_all_that_is_taken(line: Line) -> None:
    line.outlet.frame(picture(1))
    line.outlet.control("\x1b[?1049l")
    assert line.outlet.close(PATIENCE)
    line.take(until=b"\x1b[?1049l", seconds=1.0)
    assert line.read.endswith(b"\x1b[?1049l")
    line.outlet.join(PATIENCE)
    assert not line.outlet.is_alive()


def test_a_line_that_is_gone_is_told_once_and_then_left_alone(line: Line) -> None:
    os.close(line.ours)
    line.ours = -1
    line.outlet.frame(picture(1))
    assert line.gone.wait(PATIENCE)
    line.outlet.frame(picture(2))
    line.outlet.control("more")
    assert not line.outlet.pending
    assert line.outlet.close(PATIENCE)


def test_a_redraw_clears_and_paints_all(line: Line) -> None:
    line.outlet.frame("\x1b[1;1Hone")
    line.outlet.control("\x1b]0;mark\x07")
    line.take(until=b"mark\x07")
    line.outlet.redraw()
    line.outlet.control("\x1b]0;end\x07")
    again = line.take(until=b"end\x07")
    assert b"\x1b[2J" in again
    assert b"one" in again


def test_another_size_is_painted_with_the_next_frame(line: Line) -> None:
    line.outlet.frame("\x1b[1;1Hone")
    assert line.outlet.flush(PATIENCE)
    line.outlet.resize(40, 10)
    line.outlet.control("\x1b]0;mark\x07")
    line.take(until=b"mark\x07")
    assert line.read.count(b"\x1b[2J") == 1
    line.outlet.frame("\x1b[9;30Htwo\x1b[11;1Hbelow")
    line.outlet.control("\x1b]0;end\x07")
    again = line.take(until=b"end\x07")
    assert again.count(b"\x1b[2J") == 1
    assert b"two" in again and b"below" not in again


def test_nothing_is_written_before_the_start() -> None:
    line = Line(terminal=True)
    line.outlet.frame(picture(1))
    assert line.take(seconds=0.05) == b""
    line.outlet.start()
    line.outlet.control("\x1b[?2004h")
    line.take(until=b"\x1b[?2004h")
    assert line.lines[0].strip() == "7919"
    line.close()
