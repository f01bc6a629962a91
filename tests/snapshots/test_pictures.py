"""Pictures of screens: a change of what is drawn is to be seen before it is kept.

`pytest tests/snapshots --snapshot-update` keeps new pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import QuizRequest, TutorOptions
from petui.tui.session import Session

PICTURES = [
    pytest.param("the-derivation", "read-the-sweep", (80, 24), "dark", ("escape",), id="sweep-80x24-dark"),
    pytest.param("reading-a-cell", "the-whole-row", (80, 24), "ansi-dark", ("tab", "tab"), id="row-80x24-ansi"),
    pytest.param("reading-a-cell", "w1-all", (120, 40), "dark", ("9", "enter"), id="answer-120x40-dark"),
]


@pytest.mark.parametrize(("lesson", "step", "size", "theme", "keys"), PICTURES)
def test_screen(
    snap_compare: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
    lesson: str,
    step: str,
    size: tuple[int, int],
    theme: str,
    keys: tuple[str, ...],
) -> None:
    """The screen of a step, at fixed draws, looks as it is kept."""
    monkeypatch.setattr("petui.review.sitting.random.randrange", lambda _: 7)
    session = Session(TutorOptions(lesson=lesson, step=step))
    app = TutorApp(session, COMMANDS, ascii=False, colorless=False, theme=theme)
    assert snap_compare(app, press=keys, terminal_size=size)


COURSE = """schema: 1
id: pictures
title: Pictures
language: en
parts: [{title: Part, lessons: [empty]}]
misconceptions: misconceptions.md
decks: [decks/cells.md]
"""
LESSON = """---
schema: 1
id: empty
title: Empty
minutes: 1
---

::::{step} only
Nothing.
::::
"""
MISTAKES = """:::{mistake} one-frequency
:claims: All slots turn at the same rate.
:verdict: wrong

One rate is enough to tell positions apart.

It feels right because every wave comes back after some positions.

Each pair has a rate of its own: pair 1 turns by {val}`omega(1)` per position, not by 1.
:::
"""
DECK = """---
schema: 1
id: cells
title: Cells of the table
---

:::{card} slot-two
:answer: pe(pos, 2)
:tol: 0.001
:wrong: sin(pos) => one-frequency
:vary: pos in 1..9

With $d = 8$, what is in slot 2 at position {val}`pos`?
?
A sine of pair 1, $\\sin(pos \\cdot \\omega_1)$.
:::
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A course of one card that no change of the shipped ones alters."""
    root = tmp_path / "pictures"
    files = {
        "course.yaml": COURSE,
        "misconceptions.md": MISTAKES,
        "lessons/empty.md": LESSON,
        "decks/cells.md": DECK,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("keys", [(), (*"0.1411", "space", "exclamation_mark", "enter")], ids=["front", "verdict"])
def test_quiz(snap_compare: Callable[..., bool], deck: Path, size: tuple[int, int], keys: tuple[str, ...]) -> None:
    """A card before and after a wrong answer looks as it is kept."""
    session = Session(TutorOptions(content=(deck,), quiz=QuizRequest("pictures/cells", seed=7)))
    app = TutorApp(session, COMMANDS, ascii=False, colorless=False, theme="dark")
    assert snap_compare(app, press=keys, terminal_size=size)
