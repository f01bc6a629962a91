"""The same keys and sizes with Textual's own driver and with petui's: no cell of the screen differs."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyte
import pytest

from tests.terminal.cells import cells_of
from tests.terminal.procfs import at_rest, cpu_seconds
from tests.terminal.ptyrun import KEYS, PtyRun, environment
from tests.terminal.randomkeys import RandomKeys, key_of

_SOME_BURSTS, _ALL_BURSTS, _KEYS_OF_BURST = 5, 15, 6
_SIZES = ((80, 24), (120, 40), (60, 20), (37, 12), (100, 30), (131, 43))
# What both get to show the same; a difference that stays is one.
_PATIENCE = 20.0
_FEW, _MANY = range(3), range(3, 23)
_KINDS = ("stock", "shadow")
# What petui draws by chance must not differ, and the palette must not lead to the shell, each driver in its own way.
_PETUI = """
import random
import petui.tui.commands as declared
random.randrange = lambda end: 7 % end
declared.COMMANDS = tuple(command for command in declared.COMMANDS if command.id != "shell")
from petui.cli import main
main()
"""

Cell = tuple[object, ...]


def seen(cell: pyte.screens.Char) -> Cell:
    """What of a cell can be seen: on a blank neither the colour of characters nor their weight."""
    if cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough or cell.blink):
        return " ", cell.bg
    return tuple(cell)


def screen_of(run: PtyRun) -> list[list[Cell]]:
    """Every cell of a screen as it is seen."""
    return [[seen(cell) for cell in row] for row in run.cells()]


def differences(stock: list[list[Cell]], shadow: list[list[Cell]]) -> str:
    """The cells that differ, counted, and the first of them."""
    found = [
        f"row {y} column {x}: {cell} became {other}"
        for y, (row, others) in enumerate(zip(stock, shadow, strict=True))
        for x, (cell, other) in enumerate(zip(row, others, strict=True))
        if cell != other
    ]
    return f"{len(found)} cells differ\n" + "\n".join(found[:8])


class Pane:
    """A run of petui in a tmux of its own, which is the terminal here."""

    def __init__(self, folder: Path, kind: str, *, size: tuple[int, int]) -> None:
        folder.mkdir()
        self._size = size
        # A server of its own: one that is still ending would take the new session with it.
        self._tmux = ("tmux", "-L", f"petui-{os.getpid()}-{uuid.uuid4().hex[:8]}", "-f", str(folder / "tmux.conf"))
        (folder / "tmux.conf").write_text("set -g default-terminal tmux-256color\nset -g status off\n")
        (folder / "begin").write_text(_PETUI)
        environ = environment(folder / "data", PETUI_DRIVER=kind, TERM=None)
        at = ("-x", str(size[0]), "-y", str(size[1]))
        command = f"exec {sys.executable} {folder / 'begin'}"
        subprocess.run([*self._tmux, "new-session", "-d", *at, command], env=environ, check=True)
        self._pid = int(self._run("display-message", "-p", "#{pane_pid}"))

    def _run(self, *command: str) -> str:
        return subprocess.run([*self._tmux, *command], capture_output=True, text=True, check=True).stdout

    def send(self, key: bytes) -> None:
        """Send the bytes of a key."""
        self._run("send-keys", "-H", *(f"{byte:02x}" for byte in key))

    def resize(self, columns: int, rows: int) -> None:
        """Another size."""
        self._size = columns, rows
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    def rest(self) -> None:
        """Wait until petui has nothing to do."""
        end, before = time.monotonic() + _PATIENCE, -1.0
        while time.monotonic() < end:
            used = cpu_seconds(self._pid)
            # A tick of a timer costs less.
            if used - before < 0.001 and at_rest(self._pid):
                return
            before = used
            select.select([], [], [], 0.05)

    def cells(self) -> list[list[Cell]]:
        """What tmux shows, cell by cell."""
        screen = pyte.Screen(*self._size)
        stream = pyte.Stream(screen)
        for row, line in enumerate(self._run("capture-pane", "-p", "-e", "-N").split("\n")[: self._size[1]]):
            # A colour holds on from line to line.
            stream.feed(f"\x1b[{row + 1};1H{line}")
        return [[seen(cell) for cell in row] for row in cells_of(screen)]

    def close(self) -> None:
        """End tmux and what runs in it."""
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)


class Pair:
    """petui twice, with the stock driver and with its own."""

    def __init__(self, folder: Path, *, size: tuple[int, int], **changes: str) -> None:
        self.runs = [
            PtyRun(
                [sys.executable, "-c", _PETUI],
                size=size,
                environ=environment(folder / kind, PETUI_DRIVER=kind, **changes),
            )
            for kind in _KINDS
        ]
        for run in self.runs:
            run.wait_drawn()
        self.story: list[str] = []

    @property
    def over(self) -> bool:
        """Whether one of them was asked to leave."""
        return any(run.gone() for run in self.runs)

    def press(self, key: bytes) -> None:
        """The same key to both; each has dealt with it before the next."""
        self.story.append(repr(key)[1:])
        for run in self.runs:
            run.send(key)
        for run in self.runs:
            run.wait_quiet(0.02)

    def resize(self, columns: int, rows: int) -> None:
        """The same size for both."""
        self.story.append(f"{columns}x{rows}")
        for run in self.runs:
            run.resize(columns, rows)

    def compare(self) -> None:
        """Both screens are the same, or become so."""
        end = time.monotonic() + _PATIENCE
        while True:
            for run in self.runs:
                run.wait_quiet(0.1)
            stock, shadow = map(screen_of, self.runs)
            if stock == shadow:
                return
            if self.over or time.monotonic() > end:
                break
        if not self.over:
            pytest.fail(f"{differences(stock, shadow)}\nafter {' '.join(self.story)}\n{self._texts()}")

    def _texts(self) -> str:
        return "\n".join(f"-- {kind}\n{run.text}" for kind, run in zip(_KINDS, self.runs, strict=True))

    def close(self) -> None:
        """End both."""
        for run in self.runs:
            run.close()


@contextmanager
def pair(folder: Path, *, size: tuple[int, int], **changes: str) -> Iterator[Pair]:
    """Both drivers on terminals of a size."""
    both = Pair(folder, size=size, **changes)
    try:
        yield both
    finally:
        both.close()


def walk(folder: Path, seed: int, bursts: int) -> None:
    """Random keys and sizes of a seed, compared after each burst."""
    keys = RandomKeys(seed)
    colors = ({"COLORTERM": "truecolor"}, {}, {"TERM": "linux"}, {"NO_COLOR": "1"})[seed % 4]
    with pair(folder, size=_SIZES[seed % len(_SIZES)], **colors) as both:
        both.compare()
        for burst in range(bursts):
            if keys.chance(0.3):
                both.resize(*_SIZES[(seed + burst) % len(_SIZES)])
            if burst % 3 == 1:
                # Every screen in its turn.
                both.press(KEYS[f"f{2 + (seed + burst // 3) % 5}"])
            for _ in range(_KEYS_OF_BURST):
                both.press(key_of(keys.name()))
            both.compare()
            if both.over:
                return


@pytest.mark.parametrize("seed", _FEW)
def test_few_walks(tmp_path: Path, seed: int) -> None:
    """Screens, colours and attributes are those of Textual's own driver."""
    walk(tmp_path, seed, _SOME_BURSTS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [*_MANY, *filter(None, [int(os.environ.get("PETUI_SEED", "0"))])])
def test_many_walks(tmp_path: Path, seed: int) -> None:
    """The same for twenty seeds, and for the one that PETUI_SEED names."""
    walk(tmp_path, seed, _ALL_BURSTS)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak), pytest.param(2, marks=pytest.mark.soak)])
def test_through_tmux(tmp_path: Path, seed: int) -> None:
    """The same on another terminal: what tmux makes of both."""
    keys, story = RandomKeys(100 + seed), list[str]()
    with ExitStack() as stack:
        panes = [Pane(tmp_path / kind, kind, size=_SIZES[seed]) for kind in _KINDS]
        for pane in panes:
            stack.callback(pane.close)
        for burst in range(_SOME_BURSTS):
            for key in (KEYS[f"f{2 + (seed + burst) % 5}"], *(key_of(keys.name()) for _ in range(_KEYS_OF_BURST))):
                story.append(repr(key))
                for pane in panes:
                    pane.rest()
                    pane.send(key)
            if burst == 2:
                for pane in panes:
                    pane.resize(*_SIZES[seed + 1])
            for pane in panes:
                pane.rest()
            stock, shadow = (pane.cells() for pane in panes)
            assert stock == shadow, f"{differences(stock, shadow)}\nafter {' '.join(story)}"
