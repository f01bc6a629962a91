"""Forty learners on one machine, each with a key a second; beside it as many bare Textual apps."""

from __future__ import annotations

import select
import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median

from tests.bench.figures import Figure, heading, high, show, spread
from tests.bench.scenes import BARE, SIZES, WAVES, WIDE_LAB, pressed, running
from tests.terminal import procfs
from tests.terminal.ptyrun import PtyRun, petui

_SESSIONS = 40
_KEYS = ("]", "down", "right")
_MEGABYTE = 1e-6


def measure(*, quick: bool) -> None:
    """Print the time of a key and the memory of a session among forty."""
    sessions, rounds = (10, 3) if quick else (_SESSIONS, 15)
    heading(f"MANY: {sessions} sessions, a key a second each; beside it as many bare apps afterwards")
    for size in SIZES[:1] if quick else SIZES:
        place = petui(*WIDE_LAB, "--set", "pos=30")
        with tempfile.TemporaryDirectory() as folder:
            # Learners who were here before: what a first start reads is kept, and weighs on no later one.
            datas = [Path(folder) / str(number) for number in range(sessions)]
            # Two at a time, as what they share is nobody's own.
            _, firsts, _ = _together(place, WAVES, _KEYS, size, datas[:2], 3)
            for data in datas[2:]:
                shutil.copytree(datas[0], data)
            ours, memory, load = _together(place, WAVES, _KEYS, size, datas, rounds)
        theirs, bare_memory, bare_load = _together(BARE, (), ("]",), size, [None] * sessions, rounds)
        where = f"{size[0]}×{size[1]}"
        beside = f"bare {spread(theirs, 'ms', 1e3, 1)}; processors {load:.2f}, bare {bare_load:.2f}"
        show(Figure("key to last byte", where, spread(ours, "ms", 1e3, 1), "p95 < 50 ms", high(ours) < 0.05, beside))
        held = median(memory) < 45e6
        first = f"a learner's very first {median(firsts) * _MEGABYTE:.1f} MB"
        beside = f"bare {spread(bare_memory, 'MB', _MEGABYTE, 1)}; {first}"
        show(Figure("unique memory of a session", where, spread(memory, "MB", _MEGABYTE, 1), "< 45 MB", held, beside))


def _together(
    command: list[str],
    before: Sequence[str],
    keys: Sequence[str],
    size: tuple[int, int],
    datas: Sequence[Path | None],
    rounds: int,
) -> tuple[list[float], list[int], float]:
    """Seconds per key, unique bytes per session, and how many processors they kept busy; a session for each data."""
    with ExitStack() as stack:
        # A few at a time: all at once would take as long, and tell nothing.
        runs = [stack.enter_context(running(command, size, data=data)) for data in datas]
        for key in before:
            for run in runs:
                run.send(pressed(key))
            for run in runs:
                run.wait_quiet(0.05)
        used = sum(procfs.cpu_seconds(run.pid) for run in runs)
        begun = time.perf_counter()
        pressed_at = _press(runs, keys, rounds)
        seconds = time.perf_counter() - begun
        used = sum(procfs.cpu_seconds(run.pid) for run in runs) - used
        times = [late for run, times in zip(runs, pressed_at, strict=True) for late in _last_bytes(run, times)]
        return times, [procfs.unique(run.pid) for run in runs], used / seconds


def _press(runs: Sequence[PtyRun], keys: Sequence[str], rounds: int) -> list[list[float]]:
    """Press a key in each session every second, one session after the other; when each was pressed."""
    at: list[list[float]] = [[] for _ in runs]
    begun, next_key = time.perf_counter(), cycle(keys)
    for number in range(rounds):
        key = pressed(next(next_key))
        for place, run in enumerate(runs):
            _read_until(runs, begun + number + place / len(runs))
            at[place].append(time.perf_counter())
            run.send(key)
    _read_until(runs, begun + rounds + 1)
    return at


def _read_until(runs: Sequence[PtyRun], end: float) -> None:
    while (left := end - time.perf_counter()) > 0:
        for run in select.select(runs, [], [], left)[0]:
            run.read()


def _last_bytes(run: PtyRun, pressed_at: Sequence[float]) -> list[float]:
    """For each press the seconds to the last byte before the next."""
    ends = [*pressed_at[1:], float("inf")]
    came = (
        [at - start for at, _ in run.chunks if start < at < end] for start, end in zip(pressed_at, ends, strict=True)
    )
    return [times[-1] for times in came if times]
