"""Any command in a pseudo-terminal of its own: keys, sizes, signals, slow links, and what the terminal then shows.

Nothing here sleeps for a fixed time: a wait ends when what is waited for has come, or fails after much patience.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyte

from tests.terminal.cells import cells_of, difference, text_of
from tests.terminal.launching import ROOT, environment, launch, petui
from tests.terminal.procfs import at_rest, cpu_seconds
from tests.terminal.wiretap import Wiretap

__all__ = ["KEYS", "PATIENCE", "ROOT", "Effect", "NeverCameError", "PtyRun", "environment", "petui", "text_of"]
# Far more than a slow machine needs.
PATIENCE = 60.0
# Settings change without a byte that would tell of it.
_LOOK = 0.1
# Output further apart than this belongs to two frames.
_FRAME_GAP = 0.004
_MOST = 65536

KEYS: Mapping[str, bytes] = {
    **{
        name: b"\x1b[" + code
        for name, code in zip(("up", "down", "right", "left"), (b"A", b"B", b"C", b"D"), strict=True)
    },
    **{"home": b"\x1b[H", "end": b"\x1b[F", "shift+tab": b"\x1b[Z"},
    **{name: b"\x1b[%d~" % code for name, code in {"insert": 2, "delete": 3, "pageup": 5, "pagedown": 6}.items()},
    **{f"f{number}": b"\x1bO" + b"PQRS"[number - 1 : number] for number in range(1, 5)},
    **{f"f{5 + n}": b"\x1b[%d~" % code for n, code in enumerate((15, 17, 18, 19, 20, 21, 23, 24))},
    **{f"ctrl+{chr(96 + number)}": bytes([number]) for number in range(1, 27)},
    **{"enter": b"\r", "tab": b"\t", "escape": b"\x1b", "backspace": b"\x7f", "space": b" "},
}


class NeverCameError(AssertionError):
    """What was waited for did not come, and the patience is used up or the command has ended."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action brought.

    Attributes:
        first: Seconds from the action to the first byte; None where none came.
        last: Seconds from the action to the last byte; None where none came.
        bytes: How many bytes.
        frames: How many bursts.
        cells: How many cells look otherwise than before; 0 where it was not looked at.
        ideal: Bytes of the characters in these cells and of one short move for each run of them, without any colour.
        cpu: Seconds of the processor.
    """

    first: float | None
    last: float | None
    bytes: int
    frames: int
    cells: int
    ideal: int
    cpu: float


class PtyRun:
    """One run of a command.

    Attributes:
        chunks: All that came from the terminal, piece by piece with the time, by `time.perf_counter`.
        piped: What came through streams that are pipes, by their names.
        tap: The modes and strings seen, as far as the screen was asked for.
        began: When it was started, by `time.perf_counter`.
        ended: When it was seen to have ended; None while it runs.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int],
        environ: Mapping[str, str],
        ignored: Iterable[signal.Signals] = (),
        rate: float | None = None,
        **streams: str,
    ) -> None:
        """Start a command.

        Args:
            command: What to run.
            size: Columns and rows.
            environ: Its whole environment; see `environment`.
            ignored: Signals that it inherits as ignored.
            rate: How fast the terminal reads, in kbit/s; None for as fast as it can.
            streams: stdin, stdout, stderr: `terminal` (as those not named), `null`, `pipe` or `closed`.
        """
        self.chunks, self.tap = list[tuple[float, bytes]](), Wiretap()
        self.piped = {name: b"" for name, kind in streams.items() if kind == "pipe" and name != "stdin"}
        self.ended: float | None = None
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self._shown = 0
        self._rate, self._credit, self._counted = rate, 0.0, time.perf_counter()
        self._master, self._slave = os.openpty()
        self._set_size(*size)
        self.began_with = termios.tcgetattr(self._slave)
        self.began = time.perf_counter()
        self._process, self._pipes = launch(command, environ, self._slave, ignored, streams)
        self.pid = self._process.pid
        self._end = os.pidfd_open(self.pid)

    # What is seen

    @property
    def output(self) -> bytes:
        """All that came from the terminal."""
        return b"".join(chunk for _, chunk in self.chunks)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen, without what a blank row ends with."""
        self._show()
        return text_of(self.screen).split("\n")

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    def cells(self) -> list[list[Any]]:
        """Every cell with its colours, row by row, as pyte has them."""
        self._show()
        return cells_of(self.screen)

    def forget(self) -> None:
        """Leave out of the screen what it has not been given yet, and clear it: a repaint of all must follow."""
        self.tap.feed(b"".join(chunk for _, chunk in self.chunks[self._shown :]))
        self._shown = len(self.chunks)
        self.screen.reset()

    def backgrounds(self, wanted: str) -> set[str]:
        """The background colours from a text on the screen to the end of its row."""
        self._show()
        row, column = next((row, line.find(wanted)) for row, line in enumerate(self.screen.display) if wanted in line)
        return {self.screen.buffer[row][at].bg for at in range(column, self.screen.columns)}

    def left_on(self) -> tuple[str, ...]:
        """The modes that are on now and that a shell would suffer from; and `terminal settings` where they differ."""
        self._show()
        return (*self.tap.left_on(), *(() if self.settings() == self.began_with else ("terminal settings",)))

    def settings(self) -> list[Any]:
        """The terminal's settings (termios) now."""
        return termios.tcgetattr(self._master)

    def when(self, holds: Callable[[pyte.Screen], object], size: tuple[int, int], since: float = 0.0) -> float | None:
        """When the screen was first as wanted, by `time.perf_counter`; None if it never was.

        Args:
            holds: What is wanted of the screen.
            size: The screen's size all the while.
            since: Not to look at the screen before this time.
        """
        screen, tap = pyte.Screen(*size), Wiretap()
        stream = pyte.ByteStream(screen)
        for at, chunk in self.chunks:
            stream.feed(tap.feed(chunk))
            if at >= since and holds(screen):
                return at
        return None

    # What is done

    def send(self, keys: str | bytes) -> None:
        """Press keys, or send any bytes; reads meanwhile, as a terminal does whose program writes first."""
        data = keys.encode() if isinstance(keys, str) else keys
        os.set_blocking(self._master, False)
        end = time.monotonic() + PATIENCE
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                self._read(0.01)
                if time.monotonic() > end or self._process.poll() is not None:
                    raise NeverCameError(f"{len(data)} bytes were never taken") from None

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the command is told by SIGWINCH."""
        self._show()
        self._set_size(columns, rows)
        self.screen.resize(rows, columns)

    def signal(self, number: signal.Signals) -> None:
        """Send the command a signal."""
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """Drop the line: the terminal is gone."""
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    def throttle(self, rate: float | None) -> None:
        """Read at that many kbit/s from now on, 0 for a stalled line; None for as fast as can be."""
        self._rate, self._credit, self._counted = rate, 0.0, time.perf_counter()

    def act(self, action: str | bytes | Callable[[], object], quiet: float = 0.1, *, look: bool = True) -> Effect:
        """Send bytes, or do something, and see what comes of it until all is quiet again.

        Args:
            action: The bytes, or what to do.
            quiet: How many seconds must bring nothing more.
            look: Compare the cells too, which takes the time of this process.
        """
        before = self.cells() if look else []
        count, used = len(self.chunks), cpu_seconds(self.pid)
        began = time.perf_counter()
        if callable(action):
            action()
        else:
            self.send(action)
        self.wait_quiet(quiet)
        came = self.chunks[count:]
        times = [at - began for at, _ in came]
        cells, ideal = difference(before, self.cells()) if look else (0, 0)
        return Effect(
            first=times[0] if times else None,
            last=times[-1] if times else None,
            bytes=sum(len(chunk) for _, chunk in came),
            frames=sum(at - last > _FRAME_GAP for at, last in zip(times, [-1.0, *times], strict=False)),
            cells=cells,
            ideal=ideal,
            cpu=cpu_seconds(self.pid) - used,
        )

    def is_full(self) -> bool:
        """Whether the line takes nothing more of what the command writes."""
        return not select.select([], [self._slave], [], 0)[1]

    def gone(self) -> bool:
        """Whether the command has ended."""
        return self._over()

    def fileno(self) -> int:
        """The terminal's end that is read, for `select`."""
        return self._master

    # What is waited for

    def pump(self, seconds: float) -> None:
        """Read for that long, or until the command ends."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0 and self._read(left) is not None:
            pass

    def read(self) -> bool:
        """Read what is there; whether there was any."""
        return bool(self._read(0))

    def wait_until(self, holds: Callable[[str], object], what: str) -> str:
        """Read until the screen's text is as wanted; returns the text."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text):
            left = end - time.monotonic()
            if left <= 0 or self._read(min(left, _LOOK)) is None:
                raise NeverCameError(f"{what} never came; the screen at the end:\n{self.text}")
        return self.text

    def wait_for(self, wanted: str) -> str:
        """Wait until a text is on the screen; returns all of it."""
        return self.wait_until(lambda text: wanted in text, repr(wanted))

    def wait_drawn(self) -> float:
        """Wait until the first character other than a blank has come; returns the seconds from the start."""
        tap, at, end = Wiretap(), 0, time.monotonic() + PATIENCE
        while True:
            while at < len(self.chunks):
                tap.feed(self.chunks[at][1])
                if tap.drawn:
                    return self.chunks[at][0] - self.began
                at += 1
            if self._read(max(0.0, end - time.monotonic())) is None or time.monotonic() > end:
                raise NeverCameError("nothing was ever drawn")

    def wait_quiet(self, seconds: float = 0.1) -> None:
        """Read until nothing has come for that long while the command neither ran nor waited for a processor."""
        end = time.monotonic() + PATIENCE
        used = cpu_seconds(self.pid)
        while time.monotonic() < end:
            # A thread that looks now and then whether there is something to do is at rest; what works takes more.
            read = self._read(seconds)
            if read is None:
                return
            before, used = used, cpu_seconds(self.pid)
            if not read and used - before < 0.001 + 0.02 * seconds and at_rest(self.pid) and self._rate != 0:
                return
        came = sum(len(chunk) for at, chunk in self.chunks if at > time.perf_counter() - 1)
        raise NeverCameError(f"it never came to rest; {came} bytes came in the last second")

    def exit_status(self, patience: float = PATIENCE) -> int:
        """Wait until the command ends; returns its exit status, that of a signal below 0."""
        end = time.monotonic() + patience
        while self._read(max(0.0, end - time.monotonic())) is not None:
            if time.monotonic() > end:
                raise NeverCameError(f"it did not end; the screen:\n{self.text}")
        return self._process.wait()

    def close(self) -> None:
        """End the command if it still runs, and let go of the terminal."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for number in (self._master, self._slave, self._end, *self._pipes.values()):
            if number >= 0:
                os.close(number)
        self._master = self._slave = self._end = -1
        self._pipes.clear()

    def __enter__(self) -> PtyRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _show(self) -> None:
        """Give the screen what has come since it was last looked at."""
        pending = b"".join(chunk for _, chunk in self.chunks[self._shown :])
        self._shown = len(self.chunks)
        self._stream.feed(self.tap.feed(pending))

    def _read(self, seconds: float) -> bool | None:
        """Wait for output; whether some came, and None where the command has ended and all is read."""
        end = time.perf_counter() + seconds
        while True:
            left = max(0.0, end - time.perf_counter())
            most, pause = self._allowed()
            outputs = [self._master] if most and self._master >= 0 else []
            outputs += [number for name, number in self._pipes.items() if name != "stdin"]
            over = self._over()
            # The end of the command would wake this at once, for ever, while a slow line still holds its last words.
            watched = outputs if over else [self._end, *outputs]
            ready = select.select(watched, [], [], 0.0 if over and (most or not self._rate) else min(left, pause))[0]
            if any([self._take(number, most) for number in ready if number != self._end]):
                return True
            if over and (most or not self._rate or self._master < 0):
                self.ended = self.ended or time.perf_counter()
                return None
            if left <= pause and not self._over():
                return False

    def _over(self) -> bool:
        return bool(select.select([self._end], [], [], 0)[0])

    def _allowed(self) -> tuple[int, float]:
        """How many bytes the line may bring now, and after how many seconds it may bring more."""
        if self._rate is None:
            return _MOST, PATIENCE
        now, speed = time.perf_counter(), self._rate * 125
        # A line that was idle does not bring more at once than it can in a moment.
        self._credit = min(self._credit + (now - self._counted) * speed, max(64, speed * 0.02))
        self._counted = now
        return (int(self._credit), PATIENCE) if self._credit >= 1 else (0, 0.005 if speed else PATIENCE)

    def _take(self, number: int, most: int) -> bool:
        """Read from one of the outputs; False at its end."""
        try:
            data = os.read(number, most if number == self._master else _MOST)
        except (BlockingIOError, OSError):
            # Linux says EIO where the other end is closed.
            data = b""
        if number == self._master:
            if data:
                self.chunks.append((time.perf_counter(), data))
                self._credit -= len(data)
            return bool(data)
        name = next(name for name, other in self._pipes.items() if other == number)
        self.piped[name] += data
        if not data:
            os.close(self._pipes.pop(name))
        return bool(data)
