"""How many bytes keys cost on the line, and how far a slow line is behind a held key."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, pairwise
from statistics import median

from petui.lessons.model import Lesson, Step
from tests.bench.figures import Figure, heading, show
from tests.bench.scenes import SIZES, WAVES, WIDE_LAB, Scene, at_scene, pressed, running
from tests.shipped import shipped_course
from tests.terminal.cells import cells_of
from tests.terminal.ptyrun import Effect, NeverCameError, PtyRun, petui

CURSOR, SCROLL, POSITION, PAGE, ALL, LETTER = (
    (300,) * 2,
    (400,) * 2,
    (1000, 1500),
    (2000, 3600),
    (12000,) * 2,
    (60,) * 2,
)
START = (6000, 12000)
# A lesson may begin in the answer line, whose letters are no commands.
_OUT = ("escape",)
_POS = ("--set", "pos=30")
_REPEATS_PER_SECOND, _HELD = 30.0, 2.0

SCENES = (
    Scene("cursor, list of lessons", ("down",), (*_OUT, "L"), targets=CURSOR),
    Scene("cursor, table alone", ("right", "down"), (*WAVES, "tab", "z"), (*WIDE_LAB, *_POS), CURSOR),
    # Another lesson's lines to what it needs and leads to are drawn: another picture, as with a view.
    Scene("lesson, map", ("down",), ("f5",), targets=PAGE),
    Scene("one line, list of lessons at its edge", ("down",), (*_OUT, "L", *("down",) * 36), targets=SCROLL),
    Scene("one line, help", ("down",), ("f1",), targets=SCROLL),
    Scene("position, table and waves, d_model 512", ("]",), WAVES, (*WIDE_LAB, *_POS), POSITION),
    Scene("position by arrow, table and waves", ("down",), WAVES, (*WIDE_LAB, *_POS), POSITION),
    Scene("slot by arrow, table and waves", ("right",), WAVES, (*WIDE_LAB, *_POS), POSITION),
    Scene("page of the table", ("pagedown",), WAVES, WIDE_LAB, PAGE),
    Scene("page of help", ("pagedown", "pageup"), ("f1",), targets=PAGE),
    Scene("page of the list of lessons", ("pagedown", "pageup"), (*_OUT, "L"), targets=PAGE),
    Scene("view", ("v",), ("f3",), ("learn", "reading-a-cell"), PAGE),
    Scene("screen: Lab and back", ("f3", "f2"), (), ("learn", "reading-a-cell"), ALL),
    Scene("d_model doubled", ("}",), WAVES, ("learn", "reading-a-cell"), ALL),
    Scene("typed letter, command line", tuple("abcde"), (*_OUT, ":"), targets=LETTER),
    Scene("typed digit, answer line", tuple("12345"), (*_OUT, "enter"), targets=LETTER),
    Scene("typed letter, palette", tuple("abcde"), (*_OUT, "P"), targets=ALL),
    Scene("redraw", ("ctrl+l",), (), targets=START),
)


def measure(*, quick: bool) -> None:
    """Print the bytes of every scene, of steps, of the start, of rest and of the mouse."""
    heading(
        "BYTES per key, 256 colours: median (most); beside it Textual's own driver, and changed cells and their ideal"
    )
    for scene in SCENES:
        for size, target in zip(SIZES, scene.targets, strict=True):
            count = 4 if quick else 12
            try:
                ours, theirs = (_effects(scene, size, count, stock) for stock in (False, True))
            except NeverCameError as fault:
                print(f"FAULT at {scene.name}, {size[0]}×{size[1]}: {fault}")
                continue
            show(_bytes_figure(scene.name, size, target, ours, theirs))
    for name, steps, targets in _steps(3 if quick else 15):
        for size, target in zip(SIZES, targets, strict=True):
            both = ([effect for step in steps for effect in _step_back(step, size, s)] for s in (False, True))
            show(_bytes_figure(name, size, target, *both))
    for size, target in zip(SIZES, START, strict=True):
        show(_started(size, target))
    for size in SIZES:
        _rest(size, 5.0 if quick else 60.0)


def _effects(scene: Scene, size: tuple[int, int], count: int, stock: bool) -> list[Effect]:
    with at_scene(scene, size, stock=stock) as run:
        return [run.act(pressed(key), 0.05) for key in islice(cycle(scene.keys), count)]


def _bytes_figure(
    name: str, size: tuple[int, int], target: int, ours: Sequence[Effect], stock: Sequence[Effect]
) -> Figure:
    sizes, theirs = [each.bytes for each in ours], median(each.bytes for each in stock)
    middle = median(sizes)
    frames, cells, ideal = (median(getattr(each, what) for each in ours) for what in ("frames", "cells", "ideal"))
    return Figure(
        name,
        f"{size[0]}×{size[1]}",
        f"{middle:.0f} B ({max(sizes)})" + (f", {frames:.0f} frames" if frames > 1 else ""),
        f"≤ {target} B" if target else "",
        middle <= target,
        f"stock {theirs:.0f} B ({theirs / middle if middle else 0:.0f}×); {cells:.0f} cells, ideal {ideal:.0f} B",
    )


def _steps(count: int) -> Iterator[tuple[str, list[str], tuple[int, int]]]:
    """Steps of text alone, and steps that change every pane, each named by lesson and step, spread over the course."""
    pairs = [(lesson, *two) for lesson in shipped_course().lessons for two in pairwise(lesson.steps)]
    prose = [_named(lesson, after) for lesson, before, after in pairs if not _moves(before, after)]
    moving = [_named(lesson, after) for lesson, before, after in pairs if _moves(before, after)]
    for name, steps, targets in (("step, text alone", prose, PAGE), ("step, all panes", moving, ALL)):
        yield name, steps[:: max(1, len(steps) // count)][:count], targets


def _named(lesson: Lesson, step: Step) -> str:
    return f"{lesson.id}#{step.id}"


def _moves(before: Step, after: Step) -> bool:
    """Whether the second step has the panes show something else."""

    def shown(step: Step) -> tuple[object, ...]:
        cell = tuple(each.source for each in step.cell or ())
        return tuple((each.name, each.expression.source) for each in step.settings), step.show, step.below, cell

    return shown(before) != shown(after)


def _step_back(step: str, size: tuple[int, int], stock: bool) -> list[Effect]:
    """What the way to the step before costs, which needs no answer."""
    with at_scene(Scene("", (), _OUT, ("learn", step)), size, stock=stock) as run:
        return [run.act(b"p", 0.05)]


def _started(size: tuple[int, int], target: int) -> Figure:
    counts = []
    for stock in (False, True):
        with running(petui(), size, stock=stock) as run:
            counts.append(len(run.output))
    shown = f"stock {counts[1]} B ({counts[1] / counts[0]:.0f}×)"
    return Figure("start", f"{size[0]}×{size[1]}", f"{counts[0]} B", f"≤ {target} B", counts[0] <= target, shown)


def _rest(size: tuple[int, int], seconds: float) -> None:
    """Print what comes while nothing is done, a line with its cursor being open; and what mouse reports bring."""
    with at_scene(Scene("", (), (*_OUT, ":")), size) as run:
        idle = run.act(lambda: run.pump(seconds)).bytes
        motion = run.act(b"".join(b"\x1b[<35;%d;%dM" % (10 + x, 5 + x % 15) for x in range(40))).bytes
        run.left_on()
        asked = "asked for" if run.tap.modes.get(1003) else "not asked for (1003 is off)"
    where = f"{size[0]}×{size[1]}"
    show(Figure(f"at rest for {seconds:.0f} s, a line open", where, f"{idle} B", "0 B", idle == 0, ""))
    show(Figure("40 reports of a moved mouse", where, f"{motion} B", "0 B", motion == 0, f"reports are {asked}"))


def slow(*, quick: bool) -> None:
    """Print how long after the release of a held key a slow line shows the last of it."""
    heading("SLOW LINE, a key held for 2 s at 30 a second: when the screen is current, after the release")
    for rate, keys in ((256.0, ("down",)),) if quick else ((256.0, ("down", "]", "right")), (64.0, ("down",))):
        for size in SIZES:
            for key in keys:
                _show_lag(Scene(key, (key,), WAVES, (*WIDE_LAB, *_POS)), size, rate, 1 if quick else 3)


def _show_lag(scene: Scene, size: tuple[int, int], rate: float, runs: int) -> None:
    lags, counts, same = zip(*(_lag(scene, size, rate) for _ in range(runs)), strict=True)
    theirs, count, _ = _lag(scene, size, rate, stock=True)
    show(
        Figure(
            f"{scene.name} held at {rate:.0f} kbit/s",
            f"{size[0]}×{size[1]}",
            f"{median(lags) * 1e3:.0f} ms ({max(lags) * 1e3:.0f})",
            "≤ 100 ms" if rate == 256 else "",
            median(lags) <= 0.1 and all(same),
            f"{median(counts):.0f} B; stock {theirs * 1e3:.0f} ms, {count} B"
            + ("" if all(same) else "; ANOTHER SCREEN than a redraw shows"),
        )
    )


def _hold(run: PtyRun, key: str) -> float:
    """Repeat a key as a keyboard does; when it was pressed last."""
    begun = time.perf_counter()
    for number in range(round(_REPEATS_PER_SECOND * _HELD)):
        run.pump(begun + number / _REPEATS_PER_SECOND - time.perf_counter())
        run.send(pressed(key))
    return time.perf_counter()


def _lag(scene: Scene, size: tuple[int, int], rate: float, *, stock: bool = False) -> tuple[float, int, bool]:
    """Seconds from the release until the screen stays as it is, the bytes, and whether a redraw shows the same."""
    with at_scene(scene, size, stock=stock) as run:
        before = len(run.output)
        run.throttle(rate)
        released = _hold(run, scene.keys[0])
        run.wait_quiet(0.5)
        wanted = run.cells()
        # A slow line may have shown the end already with the bytes before the release.
        current = run.when(lambda screen: cells_of(screen) == wanted, size, since=released) or released
        count, text = len(run.output) - before, run.text
        run.throttle(None)
        run.forget()
        run.act(pressed("ctrl+l"), look=False)
        return current - released, count, run.text == text
