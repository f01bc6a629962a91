"""A quiz in a real pseudo-terminal: two cards, their verdicts, and what the log holds afterwards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from petui.locations import log_dir
from petui.review.events import ReviewEvent
from petui.review.log import read_events
from tests.terminal.beginning import Begin
from tests.terminal.ptyrun import PtyRun

SIZES = [(80, 24), (120, 40)]
ESCAPE = "\x1b"
COURSE = """schema: 1
id: pair
title: Two cards
language: en
parts: [{title: Part, lessons: [empty]}]
decks: [decks/two.md]
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
DECK = """---
schema: 1
id: two
title: Two cards
---

:::{card} before-the-last
:answer: n - 1
:tol: 0.1
:vary: n in 5..20

Of {val}`n` words, how many stand before the last?
?
One less.
:::

:::{card} the-beginning

Where does counting begin?
?
At nought.
:::
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of two cards, one typed and one to recall."""
    root = tmp_path / "pair"
    for name, text in {"course.yaml": COURSE, "lessons/empty.md": LESSON, "decks/two.md": DECK}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def reviews() -> list[ReviewEvent]:
    """The reviews in the log."""
    return [event for event in read_events(log_dir()).events if isinstance(event, ReviewEvent)]


def answer_number(terminal: PtyRun) -> None:
    """Answer the card with the number."""
    wanted = re.compile(r"Of (\d+) words")
    asked = wanted.search(terminal.wait_until(lambda text: "Number" in text and wanted.search(text), "the question"))
    assert asked is not None
    terminal.send(f"{int(asked[1]) - 1}\r")
    terminal.wait_for("Right")
    assert reviews()[-1].card == "pair/before-the-last" and reviews()[-1].rating == 3
    terminal.wait_for("[3 Good")


def recall(terminal: PtyRun) -> None:
    """Turn the card without a number, and grade it."""
    assert "At nought." not in terminal.wait_for("Space turns the card")
    terminal.send(" ")
    terminal.wait_for("At nought.")
    terminal.send("4")
    terminal.wait_for("Noted: Easy")
    assert reviews()[-1].card == "pair/the-beginning" and reviews()[-1].rating == 4


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_two_cards_and_out(begin: Begin, course: Path, size: tuple[int, int]) -> None:
    """Each verdict is in the log by the time that it can be read; `q` ends it with 0."""
    terminal = begin("--content", str(course), "quiz", "two", "--seed", "5", size=size)
    text = terminal.wait_until(lambda text: "Number" in text or "Space turns" in text, "the first card")
    assert "Two cards" in text.splitlines()[0] and "seed 5" in text.splitlines()[0]
    steps = [answer_number, recall]
    for step in steps if "Number" in text else reversed(steps):
        step(terminal)
        terminal.send(" ")
    # A card that was new comes back once in the same session.
    terminal.wait_until(lambda text: "Number" in text or "Session over" in text, "what follows")
    if "Number" in terminal.text:
        answer_number(terminal)
        terminal.send(" ")
    terminal.wait_for("Session over")
    terminal.wait_for("3 right, 0 to learn again")
    terminal.send("q")
    assert terminal.exit_status() == 0
    assert len(reviews()) == 3
    assert terminal.output.count(b"\x1b[?1049h") == terminal.output.count(b"\x1b[?1049l") == 1


def test_from_the_lesson_to_the_quiz_and_back(begin: Begin, course: Path) -> None:
    """F4 and F2 as a terminal sends them, and `q` the way back."""
    terminal = begin("--content", str(course), "learn", "pair/empty", size=(80, 24))
    terminal.wait_for("step 1 of 1")
    terminal.send("\x1bOS")
    terminal.wait_for("petui quiz all due")
    terminal.send("\x1bOQ")
    terminal.wait_for("step 1 of 1")
    terminal.send(":quiz two\r")
    terminal.wait_for("petui quiz Two cards")
    terminal.send(ESCAPE)
    terminal.wait_for("F1 help  q leave")
    terminal.send("q")
    terminal.wait_for("step 1 of 1")
    terminal.send("q")
    assert terminal.exit_status() == 0
    assert not reviews()
