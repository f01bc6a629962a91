"""A learner's way through petui in a real pseudo-terminal: a lesson, a question, leaving and coming back."""

from __future__ import annotations

import re

import pytest

from petui.core.encoding import trace
from petui.lessons.answers import candidates
from petui.lessons.model import Choice, Gate, Lesson, Point, Question, Step
from petui.lessons.staging import stage
from tests.shipped import shipped_course
from tests.terminal.beginning import Begin
from tests.terminal.ptyrun import PtyRun

SIZES = [(80, 24), (120, 40)]
END = "That is the end of this lesson"
GATE = "s skip"
PAGE_DOWN = "\x1b[6~"
ESCAPE = "\x1b"
# The alternate screen, which gives the shell's own back.
ENTER_SCREEN, LEAVE_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"


def lesson(name: str) -> Lesson:
    """A lesson of the course that petui brings along."""
    found = shipped_course().lesson(name)
    assert found is not None
    return found


def gates(step: Step) -> list[Gate]:
    """The gates of a plain step, in order."""
    assert step.kind == "step"
    return [part for part in step.parts if isinstance(part, Question | Choice | Point)]


def label(gate: Gate) -> str:
    """What the answer line says while this gate waits."""
    if isinstance(gate, Choice):
        return f"Press 1-{len(gate.options)}"
    return "Prediction" if isinstance(gate, Question) and gate.kind == "predict" else "Answer"


def pass_gate(terminal: PtyRun, gate: Gate) -> None:
    """Skip the gate that waits, from the answer line where there is one."""
    terminal.wait_for(label(gate))
    terminal.send("s" if isinstance(gate, Choice) else "s\r")
    terminal.wait_until(lambda text: label(gate) not in text, f"the end of {gate.id}")


def walk(terminal: PtyRun, steps: tuple[Step, ...]) -> None:
    """Step through a lesson to its end."""
    for number, step in enumerate(steps, 1):
        terminal.wait_for(f"step {number} of {len(steps)}")
        for gate in gates(step):
            pass_gate(terminal, gate)
        terminal.wait_until(lambda text: GATE not in text, "an open step")
        if number < len(steps):
            terminal.send(" ")


def asked_cell(text: str) -> tuple[int, int] | None:
    """The position and slot that the last question of the lesson asks for."""
    found = re.search(r"position (\d+) and slot (\d+)\?", text)
    return (int(found[1]), int(found[2])) if found else None


def right_and_degrees(question: Question, step: Step, cell: tuple[int, int]) -> tuple[float, float | None]:
    """The right number of a cell, and the one that degrees give, if that is wrong here."""
    here = stage((), step.settings, {"p": cell[0], "j": cell[1]})
    named = candidates(question.answer, question.wrongs, question.tolerance, here.lab, here.draw, {})
    wrong = [one.value for one in named if one.id == "degrees"]
    return trace(*cell, here.lab.d_model, here.lab.base).value, wrong[0] if wrong else None


def answer_cell(terminal: PtyRun) -> None:
    """Answer the question of the last step first in degrees, then right."""
    step = lesson("reading-a-cell").steps[-1]
    question = gates(step)[0]
    assert isinstance(question, Question)
    text = terminal.wait_until(asked_cell, "the question")
    cell = asked_cell(text)
    assert cell is not None
    right, degrees = right_and_degrees(question, step, cell)
    assert degrees is not None, f"degrees give the right number at {cell}"
    assert "degrees" not in text and "Right" not in text
    terminal.send(f"{degrees!r}\r")
    assert "Wrong" in terminal.wait_for("degrees")
    terminal.send(f"{right:.5f}\r")
    assert "degrees" not in terminal.wait_for("Right")


def test_every_cell_asked_for_can_be_answered_in_degrees() -> None:
    """Whatever is drawn in the walk below, degrees give a wrong number."""
    step = lesson("reading-a-cell").steps[-1]
    question = gates(step)[0]
    assert isinstance(question, Question)
    places, slots = (one.values for one in question.vary)
    equal = [(p, j) for p in places for j in slots if right_and_degrees(question, step, (int(p), int(j)))[1] is None]
    assert not equal


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_lesson_from_start_to_end(begin: Begin, size: tuple[int, int]) -> None:
    """The derivation can be stepped to its end with keys alone."""
    terminal = begin("learn", "the-derivation", size=size)
    walk(terminal, lesson("the-derivation").steps)
    for _ in range(4):
        terminal.send(PAGE_DOWN)
    terminal.wait_for(END)
    terminal.send("q")
    assert terminal.exit_status() == 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_an_answer_and_the_way_back(begin: Begin, size: tuple[int, int]) -> None:
    """A slip is named, the right number is right, and the next start goes on where this one ended."""
    terminal = begin("learn", "reading-a-cell#what-you-now-have", "--set", "length=77", size=size)
    terminal.wait_for("length 77")
    answer_cell(terminal)
    terminal.send("q")
    assert terminal.exit_status() == 0
    assert terminal.output.count(ENTER_SCREEN) == terminal.output.count(LEAVE_SCREEN) == 1
    again = begin(size=size)
    top = again.wait_for("step 7 of 7").splitlines()[0]
    assert "Working out one cell" in top
    again.send("q")
    assert again.exit_status() == 0


def test_leaving_with_an_answer_half_typed(begin: Begin) -> None:
    """Esc leaves the answer line, q the tutor; the next start waits at the same question."""
    terminal = begin("learn", "reading-a-cell#w1-all", size=(80, 24))
    terminal.wait_for("Answer")
    terminal.send("0.1q")
    terminal.wait_for("0.1q")
    assert len(terminal.backgrounds("0.1q")) > 1
    terminal.send(ESCAPE)
    # A q right behind Esc would be Alt-Q. Without the focus the line has neither cursor nor colour of its own.
    terminal.wait_until(lambda _: len(terminal.backgrounds("0.1q")) == 1, "the end of typing")
    terminal.send("q")
    assert terminal.exit_status() == 0
    again = begin(size=(80, 24))
    assert "Working out one cell" in again.wait_for("step 6 of 7")
    again.wait_for("Answer")
