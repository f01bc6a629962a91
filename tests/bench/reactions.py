"""How long petui takes to start, to answer a key and to end, beside a bare Textual app, by turns."""

from __future__ import annotations

import signal
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from tests.bench.figures import Figure, heading, high, show, spread
from tests.bench.scenes import BARE, SIZES, WAVES, WIDE_LAB, Scene, at_scene, pressed, running, write_many
from tests.terminal import procfs
from tests.terminal.ptyrun import NeverCameError, PtyRun, environment, petui, text_of

_WIDE = SIZES[1]
_MEGABYTE = 1e-6
_LESSON = ("learn", "vectors-as-bars")
_LESSONS, _CARDS = 1000, 20000


@dataclass(frozen=True, slots=True)
class Start:
    """One start.

    Attributes:
        first: Seconds to the first character drawn.
        complete: Seconds until the screen is as it stays, a key that was pressed at the first paint being answered.
        first_memory: Bytes resident at the first paint.
        memory: Bytes resident when all is quiet.
        cpu: Seconds of the processor until all is quiet.
    """

    first: float
    complete: float
    first_memory: int
    memory: int
    cpu: float


def start(*, quick: bool) -> None:
    """Print first paint, complete screen and memory, plain and with a great many lessons more."""
    heading("START at 120×40, by turns")
    lessons, cards = (100, 2000) if quick else (_LESSONS, _CARDS)
    with tempfile.TemporaryDirectory() as folder:
        many = Path(folder) / "many"
        write_many(many, lessons, cards)
        commands = {
            "bare": (BARE, "pressed 1"),
            "petui": (petui(), "Esc): 7"),
            "lesson": (petui(*_LESSON), "Esc): 7"),
            "many": (petui("--content", str(many), *_LESSON), "Esc): 7"),
        }
        data = {name: Path(folder) / f"data-{name}" for name in commands}
        # What a first run makes for later ones (byte code, what was read of the lesson) is made here.
        once = {name: _start(*command, data[name]) for name, command in commands.items()}
        starts: dict[str, list[Start]] = {name: [] for name in commands}
        for _ in range(3 if quick else 15):
            for name, command in commands.items():
                starts[name].append(_start(*command, data[name]))
    bare = starts["bare"]
    _show_starts("petui", starts["petui"], bare, {"first": 1.25, "complete": 1.4, "memory": 1.6})
    title = f"with {lessons} lessons and {cards} cards more"
    _show_starts(title, starts["many"], starts["lesson"], {"first": 1.1, "complete": 1.1, "memory": 1.1})
    for name, what in (("petui", "petui"), ("many", title)):
        first = f"{once[name].complete * 1e3:.0f} ms"
        show(Figure(f"{what}: complete, the very first time", "120×40", first, "", True, ""))


def _start(command: list[str], answered: str, data: Path) -> Start:
    with running(command, _WIDE, ready=False, data=data) as run:
        first = run.wait_drawn()
        first_memory = procfs.resident(run.pid)
        run.send("7")
        # The screen is looked at when all is quiet: that takes a processor's time too.
        run.wait_quiet(0.3)
        run.wait_for(answered)
        wanted = run.text
        complete = run.when(lambda screen: text_of(screen) == wanted, _WIDE)
        assert complete is not None
        cpu = procfs.cpu_seconds(run.pid)
        return Start(first, complete - run.began, first_memory, procfs.resident(run.pid), cpu)


def _show_starts(name: str, ours: list[Start], theirs: list[Start], targets: Mapping[str, float]) -> None:
    words = {"first": "first paint", "complete": "complete, a key answered", "memory": "memory complete"}
    units = {
        "first": ("ms", 1e3),
        "complete": ("ms", 1e3),
        "first_memory": ("MB", _MEGABYTE),
        "memory": ("MB", _MEGABYTE),
    }
    words |= {"first_memory": "memory at first paint", "cpu": "processor until all is quiet"}
    units |= {"cpu": ("ms", 1e3)}
    for what, (unit, scale) in units.items():
        one, other = ([getattr(each, what) for each in starts] for starts in (ours, theirs))
        # By turns, so that what slows the machine for a while slows both.
        ratio = median(a / b for a, b in zip(one, other, strict=True))
        target = targets.get(what)
        show(
            Figure(
                f"{name}: {words[what]}",
                "120×40",
                f"{ratio:.2f} × ({median(one) * scale:.0f} {unit})",
                f"≤ {target} ×" if target else "",
                target is None or ratio <= target,
                spread(other, unit, scale),
            )
        )


def keys(*, quick: bool) -> None:
    """Print how long a key takes to its last byte, table and waves being visible."""
    heading(
        "KEYS to the last byte, local line, table and waves, d_model 512; beside it a bare app's one text, by turns"
    )
    count = 40 if quick else 200
    for size in SIZES:
        for name, turn in (
            ("]", ("]",)),
            ("arrows", ("down", "right", "up", "right")),
            ("page", ("pagedown", "pageup")),
        ):
            scene = Scene(name, turn, WAVES, (*WIDE_LAB, "--set", "pos=30"))
            with at_scene(scene, size) as run, running(BARE, size) as bare:
                ours, theirs, cpu = list[float](), list[float](), list[float]()
                for key in islice(cycle(turn), count):
                    effect, other = run.act(pressed(key), 0.03, look=False), bare.act("]", 0.03, look=False)
                    ours += [effect.last] if effect.last is not None else []
                    theirs += [other.last] if other.last is not None else []
                    cpu.append(effect.cpu)
            held = median(ours) <= 0.008 and high(ours) <= 0.02
            target = "≤ 8, p95 20" if size == _WIDE and name != "page" else ""
            beside = f"{spread(theirs, 'ms', 1e3, 1)}; processor {spread(cpu, 'ms', 1e3, 1)}"
            show(Figure(name, f"{size[0]}×{size[1]}", spread(ours, "ms", 1e3, 1), target, held, beside))


_Ending = Callable[[PtyRun], None]


def _stalled(run: PtyRun) -> None:
    """A line that brings nothing more while petui has much to say, then is gone."""
    run.throttle(0)
    for _ in range(100):
        run.send("}{")
    run.pump(0.3)
    run.hang_up()


_ENDINGS: Mapping[str, tuple[_Ending, tuple[signal.Signals, ...]]] = {
    "q": (lambda run: run.send("q"), ()),
    "Ctrl-C": (lambda run: run.send("\x03"), ()),
    "SIGHUP": (lambda run: run.signal(signal.SIGHUP), ()),
    "SIGTERM": (lambda run: run.signal(signal.SIGTERM), ()),
    "SIGINT": (lambda run: run.signal(signal.SIGINT), ()),
    "hang-up": (lambda run: run.hang_up(), ()),
    "hang-up, SIGHUP ignored": (lambda run: run.hang_up(), (signal.SIGHUP,)),
    "stalled line, then hang-up": (_stalled, ()),
    "stalled line, then hang-up, SIGHUP ignored": (_stalled, (signal.SIGHUP,)),
}


def ends(*, quick: bool) -> None:
    """Print how long each way to end takes, with the exit status and what the terminal is left with."""
    heading("ENDS: from the event until the process is gone; exit status, and what is left on")
    for name, (ending, ignored) in _ENDINGS.items():
        times, notes = list[float](), set[str]()
        for _ in range(2 if quick else 7):
            seconds, note = _ended(ending, ignored)
            times.append(seconds)
            notes.add(note)
        # Only who leaves by a key has not been cut off.
        well = not any("left on" in note or (note == "exit 0" and name != "q") for note in notes)
        held = max(times) <= 1 and well
        show(Figure(name, "80×24", spread(times, "ms", 1e3), "≤ 1000 ms", held, "; ".join(sorted(notes))))


def _ended(ending: _Ending, ignored: tuple[signal.Signals, ...]) -> tuple[float, str]:
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(Path(folder) / "data")
        with PtyRun(petui("learn", "reading-a-cell"), size=SIZES[0], environ=environ, ignored=ignored) as run:
            run.wait_drawn()
            run.wait_quiet()
            run.send("\x1b")
            run.wait_quiet(0.3)
            began = time.perf_counter()
            ending(run)
            gone = time.perf_counter() if run.fileno() < 0 else began
            try:
                status = run.exit_status(5)
            except NeverCameError:
                return 5.0, "still there after 5 s"
            left = run.left_on() if run.fileno() >= 0 else ()
            return (run.ended or gone) - gone, f"exit {status}" + (f", left on: {', '.join(left)}" if left else "")
