"""What the terminal's benchmark looks at: petui at some place, the bare app, and a great many lessons."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.terminal.ptyrun import KEYS, PtyRun, environment, petui

SIZES = ((80, 24), (120, 40))
BARE = [sys.executable, str(Path(__file__).with_name("bareapp.py"))]
# The Lab with the table and the waves, as wide as encodings are in use, and long enough to walk about in.
WIDE_LAB = ("learn", "reading-a-cell", "--set", "d_model=512", "--set", "length=400")
WAVES = ("f3", ":", "view waves\r")
_DECK_CARDS = 500


@dataclass(frozen=True, slots=True)
class Scene:
    """A key at a place.

    Attributes:
        name: What it is called in the table.
        keys: The keys that are measured, one after the other, over and over.
        before: The keys that lead there.
        arguments: petui's arguments.
        targets: The most bytes at each of SIZES; 0 where there is no target.
    """

    name: str
    keys: tuple[str, ...]
    before: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    targets: tuple[int, int] = (0, 0)


def pressed(key: str) -> bytes:
    """The bytes of a key by its name, or of what is typed."""
    return KEYS.get(key, key.encode())


@contextmanager
def running(
    command: list[str],
    size: tuple[int, int],
    *,
    stock: bool = False,
    ready: bool = True,
    data: Path | None = None,
) -> Iterator[PtyRun]:
    """A command, by default at rest with its first screen.

    Args:
        command: The command line.
        size: Columns and rows.
        stock: Whether it has Textual's own driver.
        ready: Whether to wait for the first screen.
        data: A learner's data that were used before; new ones unless given.
    """
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(data or Path(folder) / "data", PETUI_DRIVER="stock" if stock else None)
        with PtyRun(command, size=size, environ=environ) as run:
            if ready:
                run.wait_drawn()
                run.wait_quiet()
            yield run


@contextmanager
def at_scene(scene: Scene, size: tuple[int, int], *, stock: bool = False) -> Iterator[PtyRun]:
    """petui where the scene begins."""
    with running(petui(*scene.arguments), size, stock=stock) as run:
        for key in scene.before:
            run.send(pressed(key))
            # A lone Esc is known from the beginning of another key only after a while.
            run.wait_quiet(0.3 if key == "escape" else 0.05)
        yield run


def write_many(root: Path, lessons: int, cards: int) -> None:
    """A course of that many lessons in parts of a hundred, with half of the cards in them and half in decks."""
    (root / "lessons").mkdir(parents=True)
    (root / "decks").mkdir()
    parts = [range(first, min(first + 100, lessons)) for first in range(0, lessons, 100)]
    decks = [f"decks/d{number}.md" for number in range(-(-cards // 2 // _DECK_CARDS))]
    lines = ["schema: 1", "id: many", "title: Many lessons", "language: en", f"decks: [{', '.join(decks)}]", "parts:"]
    for part in parts:
        inside = ", ".join(f"l{number}" for number in part)
        lines.append(f"  - {{title: From {part.start} on, lessons: [{inside}]}}")
    (root / "course.yaml").write_text("\n".join(lines) + "\n")
    each = cards // 2 // max(1, lessons)
    for number in range(lessons):
        (root / "lessons" / f"l{number}.md").write_text(_lesson(number, each))
    for number, name in enumerate(decks):
        head = f"---\nschema: 1\nid: d{number}\ntitle: Deck {number}\n---\n"
        (root / name).write_text(head + _cards(f"d{number}", min(_DECK_CARDS, cards // 2)))


def _lesson(number: int, cards: int) -> str:
    needed = f"requires: [l{number - 1}]\n" if number % 100 else ""
    head = f"---\nschema: 1\nid: l{number}\ntitle: Lesson {number} of many\nminutes: 8\n{needed}---\n"
    step = "\n::::{step} %s\nWhat stands here is *as long* as a step mostly is, with $\\omega_{%d}$ in it.\n::::\n"
    return head + "".join(step % (name, number) for name in ("first", "second", "third")) + _cards(f"l{number}", cards)


def _cards(prefix: str, count: int) -> str:
    return "".join(f"\n:::{{card}} {prefix}-{n}\nHow many are {n} and one?\n?\n{n + 1}.\n:::\n" for n in range(count))
