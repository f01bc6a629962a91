"""Lessons line by line: one line in, one exchange out; what is printed is saved, and can be read aloud."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import cast

import pytest

from petui.core.errors import ContentError
from petui.lessons.course import load_course
from petui.lessons.model import Choice, Gate, Lesson, Point, Question
from petui.lessons.play import Player
from petui.lessons.shelf import Shelf
from petui.lessons.testout import exam_of
from petui.lessons.walk import displays_in, gates_of, step_proses
from petui.locations import log_dir
from petui.plain.lesson import PlainLesson
from petui.review.beginning import Beginning
from petui.review.events import StepEvent
from petui.review.log import read_events
from petui.review.progress import lesson_state, resume_point
from petui.review.sitting import Sitting
from tests.running import petui_here
from tests.shipped import shipped_course
from tests.terminal.launching import usual_signals

ROOT = Path(__file__).resolve().parents[2]
VERDICT = re.compile(r"(?:Right|Wrong|Noted)\b")
SMALL = """---
schema: 1
id: one
title: The first
minutes: 2
params: {pos: {default: 3, range: [0, 99]}}
---

::::{step} begin
:set: d_model=4
:show: waves
:cell: 3,0

Row {val}`pos` now.

| position | sine | cosine |
|---|---|---|
| {val}`3` | {val}`pe(3, 0) @4` | {val}`pe(3, 1) @4` |
| {val}`4` | {val}`pe(4, 0) @4` | {val}`pe(4, 1) @4` |

:::{math}
:alt: omega is one over d

\\omega = \\frac{1}{d}
:::

:::{check} double
:vary: pos in 5..9
:answer: 2*pos
:tol: 0.01
:hint: Twice {val}`pos`.
:wrong: pos => not-doubled

Twice {val}`pos`?
:::

Now at {val}`pos`.

:::{why} For what?
For this reason.
:::

:::{code}
```python
print("a listing")
```
:::

:::{note} Mark
A remark.
:::
::::

::::{step} choose
:::{choice} which
:shuffle: no

Which?

- [ ] this

  Not this.

- [x] that

  That it is.
:::

:::{point} where
:grid: table_degrees(1, 2)
:answer: 0,0

Where?
:::
::::

:::{mistake} not-doubled
:claims: Once is enough.
:verdict: wrong

Only once: it was to be doubled.
:::
"""
NEXT = """---
schema: 1
id: two
title: The second
minutes: 1
---

::::{step} only
Nothing is asked.
::::
"""
COURSE = """schema: 1
id: small
title: Small
language: en
parts: [{title: Part, lessons: [one, two]}]
"""


LESSONS = [lesson.id for lesson in shipped_course().lessons]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The folder of a course of two short lessons."""
    root = tmp_path / "small"
    (root / "lessons").mkdir(parents=True)
    (root / "course.yaml").write_text(COURSE)
    (root / "lessons" / "one.md").write_text(SMALL)
    (root / "lessons" / "two.md").write_text(NEXT)
    return root


def opened(root: Path, **begin: object) -> Sitting:
    """A sitting over a course of one's own."""
    course, faults = load_course(root)
    assert course is not None and not faults, faults
    return Sitting([Shelf.of(course)], log_dir(), Beginning(**begin))  # type: ignore[arg-type]


def test_a_lesson_is_opened_at_a_step_by_its_id_or_its_number(small: Path) -> None:
    """As the steps are counted on the screen, from 1."""
    steps = opened(small, lesson="one").player.lesson.steps
    assert len(steps) > 1
    for number, step in enumerate(steps, 1):
        for name in (step.id, str(number)):
            assert opened(small, lesson="one", step=name).player.step.id == step.id
    # So it is where a lesson is opened from within the tutor.
    sitting = opened(small, lesson="one")
    assert sitting.open(sitting.course, sitting.player.lesson, "2").step.id == steps[1].id
    for name in ("0", str(len(steps) + 1), "-1", "²", "9" * 5000, ""):
        with pytest.raises(ContentError, match=f"its steps are 1 to {len(steps)}, or {steps[0].id}, "):
            opened(small, lesson="one", step=name)


def test_a_course_that_is_not_there_does_not_hide_where_the_learner_left_another(small: Path, tmp_path: Path) -> None:
    """Whoever looked into a course of `--content` resumes in the course that is there without it."""
    other = tmp_path / "other"
    copytree(small, other)
    (other / "course.yaml").write_text(COURSE.replace("id: small", "id: other"))
    read(opened(small, lesson="two"), "s\n")
    read(opened(other, lesson="one"), "s\n")
    assert opened(other).player.lesson.id == "one"
    assert opened(small).player.lesson.id == "two"


class Learner(io.BytesIO):
    """Standard input of somebody who sees the player: at each reading, what `says` gives; None ends the input."""

    def __init__(self, says: Callable[[PlainLesson], str | None]) -> None:
        """A learner who says this."""
        super().__init__()
        self.says = says
        self.lesson: PlainLesson | None = None

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line."""
        assert self.lesson is not None
        said = self.says(self.lesson)
        return b"" if said is None else f"{said}\n".encode()


def read(
    sitting: Sitting, says: Callable[[PlainLesson], str | None] | str, *, width: int = 60, ascii: bool = False
) -> None:
    """Read a lesson with a learner, or with these lines."""
    lesson = PlainLesson(sitting, width, ascii=ascii)
    if isinstance(says, str):
        lesson.run(io.BytesIO(says.encode()))
        return
    learner = Learner(says)
    learner.lesson = lesson
    lesson.run(learner)


def right_answer(player: Player, gate: Gate) -> str:
    """What a learner who knows types."""
    match gate:
        case Question():
            return repr(player.answer_of(gate))
        case Choice():
            true = (number for number, at in enumerate(player.order_of(gate), 1) if gate.options[at].true)
            return ",".join(map(str, true))
        case Point():
            first = player.grid_of(gate).first_wrong
            assert first is not None
            return f"{first[0]},{first[1]}"


def knowing(lesson: PlainLesson) -> str | None:
    """Answers rightly, goes on, and stops at the end of the lesson."""
    if lesson.gate is not None:
        return right_answer(lesson.player, lesson.gate)
    return None if lesson.player.finished else ""


class Skipping:
    """Skips every question, and opens all there is before going on."""

    def __init__(self) -> None:
        """Somebody at the beginning."""
        self.opened: set[tuple[int, str]] = set()

    def __call__(self, lesson: PlainLesson) -> str | None:
        """The next line."""
        if lesson.gate is not None:
            return "s"
        for key in ("w", "c"):
            if (lesson.player.index, key) not in self.opened:
                self.opened.add((lesson.player.index, key))
                return key
        return None if lesson.player.finished else ""


def verdicts(text: str) -> list[str]:
    """The lines that are verdicts."""
    return [line for line in text.split("\n") if VERDICT.match(line)]


def answers() -> list[StepEvent]:
    """The answers in the log."""
    events = (event for event in read_events(log_dir()).events if isinstance(event, StepEvent))
    return [event for event in events if event.question and event.outcome != "hinted"]


# ---- every lesson ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_read_with_right_answers(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Every answer is taken as right or noted, saved, and the lesson is done."""
    course = shipped_course()
    read(Sitting([Shelf.of(course)], log_dir(), Beginning(name)), knowing, ascii=True)
    text = capfdbinary.readouterr().out.decode("ascii")
    told, saved = verdicts(text), answers()
    lesson = cast(Lesson, course.lesson(name))
    assert len(told) == len(saved) <= sum(1 for step in lesson.steps for _ in gates_of(step))
    assert {event.outcome for event in saved} <= {"right", "predicted"}
    assert not any(line.startswith("Wrong") or line.endswith("(not saved)") for line in told)
    assert "That is the end of this lesson." in text
    asked = sum(event.outcome == "right" for event in saved)
    assert not asked or f"Answers right at the first try: {asked} of {asked}." in text
    assert lesson_state(read_events(log_dir()).events, course.id, name) == "done"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_read_by_skipping(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Each skip is a verdict; steps are counted, formulas said, nothing is drawn, no line of prose is too wide."""
    lesson = cast(Lesson, shipped_course().lesson(name))
    read(Sitting([Shelf.of(shipped_course())], log_dir(), Beginning(name)), Skipping(), width=72)
    text = capfdbinary.readouterr().out.decode()
    told = verdicts(text)
    assert all(line.startswith("Noted: skipped. ") for line in told) and len(told) == len(answers())
    flat = " ".join(text.split())
    for number, step in enumerate(lesson.steps, 1):
        assert f"Step {number} of {len(lesson.steps)}." in text
        for display in (each for prose in step_proses(step) for each in displays_in(prose)):
            assert " ".join(display.alt.split()) in flat, display.place
    assert not re.search("[\u2500-\u259f\u2800-\u28ff⎛⎝⎞⎠]", text)
    wide = [line for line in text.split("\n") if len(line) > 72 and line not in told]
    assert not wide, wide


@pytest.mark.parametrize("name", [lesson.id for lesson in shipped_course().lessons if lesson.testout])
def test_who_knows_a_lesson_tests_out_of_it(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`t` at the first step asks the test's questions; all right, and the lesson is done."""
    began: list[bool] = []

    def tested(lesson: PlainLesson) -> str | None:
        if not began:
            began.append(True)
            return "t"
        if lesson.sitting.testing:
            return right_answer(lesson.player, lesson.gate) if lesson.gate is not None else ""
        return None

    lesson = cast(Lesson, shipped_course().lesson(name))
    exam = exam_of(lesson)
    assert exam is not None
    read(Sitting([Shelf.of(shipped_course())], log_dir(), Beginning(name)), tested)
    text = capfdbinary.readouterr().out.decode()
    assert len(verdicts(text)) == len(exam.steps) == text.count("\nQuestion ")
    assert "All right: the lesson counts as done." in text
    assert "If all " in text and "right at the first try, the lesson is done." in text
    following = Sitting([Shelf.of(shipped_course())], log_dir(), Beginning(name)).next_lesson()
    last = text.split("counts as done.")[-1]
    assert not following or f"Enter opens the next lesson, {following.title}." in " ".join(last.split())
    assert "\nStep " not in last
    assert lesson_state(read_events(log_dir()).events, shipped_course().id, name) == "done"


def test_who_has_passed_goes_on_or_reads_the_last_step(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Nothing is asked behind a passed test-out: Enter opens the next lesson, and `.` reads the last step."""
    name = "smooth-neighbours"
    after: list[str] = []

    def tested(lesson: PlainLesson) -> str | None:
        if not after and not lesson.sitting.testing:
            after.extend(["0.5", ".", "t"])
            return "T"
        if lesson.sitting.testing:
            return right_answer(lesson.player, lesson.gate) if lesson.gate is not None else ""
        if after:
            return after.pop(0) if after != ["t"] else None
        return None

    sitting = Sitting([Shelf.of(shipped_course())], log_dir(), Beginning(name))
    read(sitting, tested)
    text = capfdbinary.readouterr().out.decode().split("counts as done.")[-1]
    steps = len(sitting.player.lesson.steps)
    assert (
        text.index("Nothing is asked here.") < text.index(f"Step {steps} of {steps}.") < text.index("Answer, a number")
    )

    sent: list[bool] = []

    def goes_on(lesson: PlainLesson) -> str | None:
        if lesson.passed:
            sent.append(True)
            return ""
        return None if sent else tested(lesson)

    after.clear()
    sitting = Sitting([Shelf.of(shipped_course())], log_dir(), Beginning(name, restart=True))
    following = sitting.next_lesson()
    read(sitting, goes_on)
    assert following is not None and sitting.player.lesson.id == following.id
    assert f"{following.title}." in capfdbinary.readouterr().out.decode().split("Enter opens the next lesson, ")[-1]


def test_the_test_out_is_begun_and_left_at_any_step(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`t` behind the first step asks it too, and goes back to that step."""
    read(Sitting([Shelf.of(shipped_course())], log_dir(), Beginning("smooth-neighbours", "2")), "?\nt\nt\n")
    text = capfdbinary.readouterr().out.decode()
    assert " ".join(text.split()).count("t the test-out, or back") == 2
    before, _, behind = text.partition("\nQuestion 1 of")
    assert "\nStep 2 of" in before and "Back in the lesson.\n" in behind and "\nStep 2 of" in behind


@pytest.mark.parametrize("first", ["h", "7", "s"])
def test_a_test_out_says_when_it_is_missed(first: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A hint, a wrong answer or a skip: said at once, and once."""
    read(Sitting([Shelf.of(shipped_course())], log_dir(), Beginning("smooth-neighbours")), f"T\n{first}\ns\n")
    text = capfdbinary.readouterr().out.decode()
    assert text.count("the test-out is missed") == 1
    assert "the lesson is done. t goes back to the lesson." in " ".join(text.split())


def test_the_beginning_tells_of_every_key(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Those for test-outs and retellings too, though this lesson has neither."""
    read(opened(small), "")
    text = " ".join(capfdbinary.readouterr().out.decode().split())
    assert "t the test-out, or back" in text and "r the other language" in text


def test_what_cannot_be_opened_is_not_promised(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`yet` only where it comes behind the question."""
    read(opened(small), "c\ns\n\nw\nc\n")
    text = capfdbinary.readouterr().out.decode()
    assert text.count("There is no code to show here yet.") == 1
    assert "This step has no reason to open." in text and "This step has no code to show." in text


# ---- one exchange ----------------------------------------------------------------------------------------------------


def test_a_step_is_read_in_order(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Title, step, plot, prose, table, formula, question; behind it the rest, announced; opened on demand."""
    read(opened(small), "h\nw\n6\ns\nw\nc\n\n")
    text = capfdbinary.readouterr().out.decode()
    expected = [
        "The first. 2 steps, about 2 minutes.",
        "Step 1 of 2.",
        "Here: d_model 4, pos 3, slot 0.",
        "Plot: Waves",
        "  Row 3 now.",
        "  position 3: sine 0.1411, cosine -0.9900",
        "  position 4: sine -0.7568, cosine -0.6536",
        "      omega is one over d",
        "Check:",
        "Answer, a number:",
        "Hint:\n  Twice ",
        "There is no reason to open here yet.",
        "Noted: skipped. It is ",
        "  Now at ",
        "w tells why: For what?",
        "c shows the NumPy of this step.",
        "Note: Mark\n  A remark.",
        "Enter goes on.",
        "Why: For what?\n  For this reason.",
        '    print("a listing")',
        "Step 2 of 2.",
        "Choose:\n  Which?\n  1. this\n  2. that\nAnswer, a number from 1 to 2:",
        "Session over at step 2 of 2; `petui --plain` goes on there.",
    ]
    at = 0
    for piece in expected:
        found = text.find(piece, at)
        assert found >= 0, (piece, text[at:])
        at = found + len(piece)


def test_a_wrong_answer_is_told_by_its_slip_and_asked_again(
    small: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The slip's words in the verdict, which is wrapped; the missed question is named at the end with its numbers."""

    def slipping(lesson: PlainLesson) -> str | None:
        gate = lesson.gate
        if not isinstance(gate, Question):
            return None
        return str(lesson.player.answer_of(gate) / (2 if not answers() else 1))

    read(opened(small), slipping)
    text = capfdbinary.readouterr().out.decode()
    (wrong, right) = verdicts(text)
    assert wrong.startswith("Wrong: ")
    told = " ".join(text[text.index(wrong) :].partition("Answer, a number:")[0].split())
    assert told.endswith("The slip: “Once is enough”. Only once: it was to be doubled.")
    assert max(map(len, text.splitlines())) <= 60
    assert right.startswith("Right")
    assert [event.outcome for event in answers()] == ["wrong", "right"]
    assert answers()[0].misconceptions == ("not-doubled",)
    assert "Answers right at the first try: 0 of 1." in text
    pos = int(answers()[0].drawn["pos"])
    assert f"  Step 1: Twice {pos}?" in text and f"  Now at {pos}." in text


def test_a_table_is_pointed_into(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A point's table by rows, with slots; what is no cell is no answer; at the end the next lesson."""
    read(opened(small, step="choose"), "1\n2\n9,9\nhere\n0,0\n")
    text = capfdbinary.readouterr().out.decode()
    assert re.search(r"^  row 0.*: slot 0: 0\.0175, slot 1: 0\.9998", text, re.MULTILINE)
    assert "Wrong.\n  Not this.\n" in text and "Right.\n  That it is.\n" in text
    assert "there is no cell 9,9; " in text and "'here' is not a cell; " in text
    assert re.search(r"^Right: it shows 0\.0175, and 0\.8415 is computed\.\nComputed:\n  row 0", text, re.MULTILINE)
    assert "Enter opens the next lesson, The second." in text
    assert "Next lesson: The second; `petui learn --plain two` opens it." in " ".join(text.split())
    assert len(answers()) == 3


def test_enter_opens_the_next_lesson_and_ends_the_last(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """From the end of a lesson on; the last lesson's end is the session's."""
    sitting = opened(small)
    read(sitting, lambda lesson: "s" if lesson.gate is not None else "")
    text = capfdbinary.readouterr().out.decode()
    assert text.endswith("Enter ends.\n\nSession over.\n")
    assert [lesson_state(read_events(log_dir()).events, "small", name) for name in ("one", "two")] == ["done", "done"]


def test_the_end_of_the_input_leaves_a_place_to_go_on(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """What was answered is open to read; the step is that where the input ended; --restart asks anew."""
    read(opened(small), "s\n\n2\n")
    left = resume_point(read_events(log_dir()).events)
    assert left is not None and (left.lesson, left.step) == ("one", "choose")
    capfdbinary.readouterr()
    read(opened(small), "p\n")
    text = capfdbinary.readouterr().out.decode()
    assert text.index("Step 2 of 2.") < text.index("Step 1 of 2.")
    assert "  Skipped earlier. It is " in text and "  Answered earlier.\n  that\n  That it is." in text
    assert not verdicts(text)
    read(opened(small, restart="yes"), "")
    text = capfdbinary.readouterr().out.decode()
    assert "Answered earlier" not in text and "Step 1 of 2." in text


def test_what_was_told_is_not_told_as_new(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A question that is read again shows its verdict behind a margin."""
    read(opened(small), "s\n\np\n")
    text = capfdbinary.readouterr().out.decode()
    assert len(verdicts(text)) == len(answers()) == 1
    assert text.count("It is ") == 2


def test_nought_is_an_answer_at_a_question(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Else `0` begins the step anew, its question too."""
    read(opened(small), "0\ns\n0\n")
    text = capfdbinary.readouterr().out.decode()
    assert [event.typed for event in answers()] == ["0", ""]
    assert text.count("Step 1 of 2.") == 2 and text.rstrip().count("Answer, a number:") == 3
    assert "The step begins anew." in text


def test_lines_of_any_kind_are_survived(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """No line ends the session or is counted but for answers; each is answered in words."""
    odd = (
        b"\xff\xfe\n" + b"x" * 100_000 + b"\n\x1b[2J\n\n?\n? nothing\n? 3\n? 3 2\n? 3 2 1\n? omega\n? 99 99\nv\npos=4\n"
    )
    odd += b"pos=-1\nnone=1\nw\nc\np\n1e999\n"
    lesson = PlainLesson(opened(small), 60, ascii=False)
    lesson.run(io.BytesIO(odd))
    text = capfdbinary.readouterr().out.decode()
    assert "\x1b" not in text and "Session over" in text and not answers()
    assert "row 3: slot 0 sine 0.1411, slot 1 cosine -0.9900," in text
    assert "PE(3, 2) with d_model 4" in text and "ω: frequency" in text and "Here: d_model 4, pos 4, slot 0." in text
    assert "nothing was typed; type the answer, or s shows it" in text
    assert text.count("Plot: ") >= 2


def test_parameters_are_moved_as_lessons_say(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The signs of the screen, as often as they are typed; by name; the prose follows when it is read again."""
    read(opened(small), "]]]\n[\n}\n>>\n:length 32\n.\nv heat\nv none\n[[[[[[[\n")
    text = capfdbinary.readouterr().out.decode()
    places = [line for line in text.split("\n") if line.startswith("Here: ")]
    assert [place.removeprefix("Here: ") for place in places] == [
        "d_model 4, pos 3, slot 0.",
        "d_model 4, pos 6, slot 0.",
        "d_model 4, pos 5, slot 0.",
        "d_model 8, pos 5, slot 0.",
        "d_model 8, pos 5, slot 0, offset 3.",
        "d_model 8, pos 5, slot 0, offset 3, length 32.",
    ]
    assert "Row 3 now." in text and "Row 5 now." in text and "Plot: Heat map" in text
    assert "there is no view 'none'; views are waves," in text and "pos is -1, outside 0 to" in text


def test_an_answer_is_judged_where_the_parameters_do_not_fit_it(
    small: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A slot is drawn that the encoding, as the learner has narrowed it, does not have."""
    drawn = SMALL.replace(":vary: pos in 5..9\n:answer: 2*pos", ":vary: slot in 2, 3\n:answer: slot")
    (small / "lessons" / "one.md").write_text(drawn.replace(":wrong: pos", ":wrong: slot+1"), encoding="utf-8")
    read(opened(small), "d_model=2\n2\n3\nq\n")
    assert [line for line in verdicts(capfdbinary.readouterr().out.decode()) if line.startswith("Right")]


def test_what_is_opened_again_says_the_numbers_that_were_asked(
    small: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """In the question and in the text behind it, which follows the Lab."""
    said = []
    for lines in ("s\nq\n", "q\n"):
        read(opened(small), lines)
        text = capfdbinary.readouterr().out.decode()
        said.append([set(re.findall(what, text)) for what in (r"Twice (\d+)\?", r"It is (\d+)", r"Now at (\d+)\.")])
    assert said[0] == said[1] and all(len(numbers) == 1 for numbers in said[0])


def test_a_steps_number_format_is_not_the_next_ones(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Neither in the lesson nor in the one that follows; what the learner sets stays."""
    one = small / "lessons" / "one.md"
    one.write_text(SMALL.replace(":set: d_model=4", ":set: d_model=4 dtype=bfloat16"))
    read(opened(small), "s\n\n")
    first, *later = re.findall(r"Here: .*(?:\n.+)*", capfdbinary.readouterr().out.decode())
    assert "dtype bfloat16" in first and later and not any("dtype" in place for place in later)
    sitting = opened(small)
    sitting.open(sitting.course, sitting.course.whole().lessons[1])
    assert sitting.lab.dtype == "float64"
    sitting = opened(small, settings=(("dtype", "float16"),))
    sitting.open(sitting.course, sitting.course.whole().lessons[1])
    assert sitting.lab.dtype == "float16"


def test_a_plot_is_said_once(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Read again it is named in a line, or not at all where it was the last; `v` says it whenever it is asked."""
    read(opened(small), ".\nv\n]\n[\n]\n.\nq\n")
    text = capfdbinary.readouterr().out.decode()
    assert len(re.findall("^Plot: Waves", text, re.MULTILINE)) == 5
    read(opened(small), "]\ns\n0\n")
    text = capfdbinary.readouterr().out.decode()
    assert "Plot: one that was said before; v says it again." in text


RETOLD = """---
schema: 1
lesson: two
language: de
title: Die zweite
---

::::{step} only
Nichts wird gefragt.
::::
"""


def test_a_lesson_is_told_otherwise(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`r` reads the step in the next language, and is a key only where there is one."""
    (small / "retellings" / "de").mkdir(parents=True)
    (small / "retellings" / "de" / "two.md").write_text(RETOLD)
    read(opened(small, lesson="two"), "?\nr\nr\n")
    text = " ".join(capfdbinary.readouterr().out.decode().split())
    assert "r the other language" in text and text.count("Nothing is asked. ") == 2
    assert text.count("Nichts wird gefragt.") == 1
    read(opened(small, lesson="one"), "?\nr\n")
    text = capfdbinary.readouterr().out.decode()
    assert "r the other" not in text and "'r' is " in text


def test_every_key_that_is_told_of_is_one(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`?` names the keys that mean something, at a question and elsewhere."""
    read(opened(small), "?\ns\n?\nnothing\nq\n")
    text = " ".join(capfdbinary.readouterr().out.decode().split())
    assert "Type an answer, or h hint, s show the answer, w why, c code," in text
    assert "Enter goes on, or w why, c code, v the plot in words, p the step before, 0 the step anew, q end" in text
    assert "Nothing is asked here." in text


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_what_cannot_be_saved_is_said(
    small: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A log that cannot be written: said at the beginning, on every verdict and at the end; the lesson goes on."""
    place = tmp_path / "file"
    place.write_text("")
    monkeypatch.setenv("PETUI_DATA_DIR", str(place))
    read(opened(small), "1\ns\n\n2\n")
    text = capfdbinary.readouterr().out.decode()
    told = verdicts(text)
    assert len(told) == 3 and text.count(" (not saved)\n") == 3
    assert text.count("Progress is not saved: ") == text.count(str(place)) == 1
    assert re.search(r"^Not saved: \d+\.$", text, re.MULTILINE)


KILLED = r"""
import os, sys
from pathlib import Path
from shutil import copytree
from petui.lessons.course import load_course
from petui.plain.lesson import PlainLesson
from petui.review.log import read_events
from petui.lessons.shelf import Shelf
from petui.review.beginning import Beginning
from petui.review.sitting import Sitting

course, _ = load_course(Path(sys.argv[1]))
lines = b"1\n2\nh\ns\n\n1\n2\n0,1\n0,0\n\n" * 20
known = 0
for number in range(int(sys.argv[3])):
    listen, told = os.pipe()
    typed, type_in = os.pipe()
    os.write(type_in, lines)
    pid = os.fork()
    if pid == 0:
        os.dup2(typed, 0)
        os.dup2(told, 1)
        try:
            sitting = Sitting([Shelf.of(course)], Path(sys.argv[2]), Beginning("one", restart=True))
            PlainLesson(sitting, 60, ascii=False).run(sys.stdin.buffer)
        finally:
            os._exit(0)
    os.close(told)
    os.close(typed)
    output = b""
    while output.count(b"\nWrong") + output.count(b"\nRight") + output.count(b"\nNoted") <= number % 7:
        piece = os.read(listen, 1 << 12)
        if not piece:
            break
        output += piece
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    while piece := os.read(listen, 1 << 16):
        output += piece
    os.close(listen)
    os.close(type_in)
    found = sum(output.count(b"\n" + word) for word in (b"Wrong", b"Right", b"Noted"))
    assert b"(not saved)" not in output
    outcomes = [getattr(one, "outcome", "") for one in read_events(Path(sys.argv[2])).events]
    saved = sum(outcome in ("right", "wrong", "skipped") for outcome in outcomes)
    # The last answer may have been saved without its verdict being printed.
    assert found <= saved - known <= found + 1, (number, found, saved - known)
    assert found > number % 7 or found >= 5
    known = saved
print(known)
"""


def test_verdicts_outlive_kills(small: Path, tmp_path: Path) -> None:
    """Ten lessons killed in the middle: each verdict that was printed is in the log."""
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(small), str(tmp_path / "log"), "10"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    assert int(run.stdout) >= 20


# ---- the command -----------------------------------------------------------------------------------------------------


def petui(lines: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """One run of `petui` with lines to read; where the environment is another, in a process of its own."""
    if not environ:
        return petui_here(*arguments, lines=lines.encode())
    return subprocess.run(
        [sys.executable, "-m", "petui", *arguments],
        input=lines.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        timeout=120,
        check=False,
    )


def test_the_command_resumes_and_tells_what_is_due(small: Path) -> None:
    """`petui learn LESSON#STEP --set` begins there; `petui --plain` goes on, ASCII by locale."""
    first = petui("", "learn", "--plain", "--content", str(small.parent), "small/one#choose", "--set", "pos=7")
    assert first.returncode == 0, first.stderr.decode()
    assert b"Step 2 of 2." in first.stdout and b"pos 7," in first.stdout
    again = petui("q\n", "--plain", "--content", str(small.parent), LANG="C", LC_ALL="C")
    assert again.returncode == 0 and b"Step 2 of 2." in again.stdout and again.stdout.isascii()
    assert b"due" not in again.stdout


def piped(root: Path) -> subprocess.Popen[bytes]:
    """`petui` that reads the first lesson from a pipe."""
    return subprocess.Popen(
        [sys.executable, "-m", "petui", "learn", "--plain", "--content", str(root.parent), "small/one"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=usual_signals,
    )


def test_an_interrupt_loses_nothing(small: Path) -> None:
    """Ctrl-C at a prompt: exit code 130, and the answer before it is in the log."""
    run = piped(small)
    assert run.stdin is not None and run.stdout is not None
    run.stdin.write(b"s\n")
    run.stdin.flush()
    while not run.stdout.readline().startswith(b"Enter goes on."):
        assert run.poll() is None
    run.send_signal(signal.SIGINT)
    said, faults = run.communicate(timeout=60)
    assert (run.returncode, faults.strip()) == (130, b"")
    assert b"\nSession over at step 1 of 2; this goes on there:\n  petui --plain --content " in said
    assert [event.outcome for event in answers()] == ["skipped"]


@pytest.mark.parametrize(("typed", "step"), [("", "1"), ("s\n\n", "2")])
def test_the_farewell_names_the_command_that_goes_on(small: Path, tmp_path: Path, typed: str, step: str) -> None:
    """Quoted for a shell, and on a line of its own; run, it begins at that step."""
    root = small.rename(tmp_path / "a teacher's course")
    first = petui_here("learn", "--plain", "--content", str(root), "small/one", lines=typed.encode()).stdout.decode()
    assert f"Session over at step {step} of 2; this goes on there:\n" in first
    command = first.split("goes on there:\n")[1].split("\n")[0]
    assert command.startswith("  petui --plain --content ")
    again = petui_here(*shlex.split(command)[1:])
    assert (again.returncode, again.stderr) == (0, b"")
    said = again.stdout.decode()
    assert "The first. 2 steps, about 2 minutes." in said and f"\nStep {step} of 2.\n" in said


def test_the_next_lesson_is_named_so_that_it_is_found(
    small: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By its course too where another one has a lesson of that id."""
    other = tmp_path / "other"
    copytree(small, other)
    (other / "course.yaml").write_text(COURSE.replace("id: small", "id: other"))
    shelves = [Shelf.of(course) for course, _ in map(load_course, (small, other)) if course is not None]
    for name, says in (("small/one", "petui learn --plain two"), ("other/one", "petui learn --plain other/two")):
        read(Sitting(shelves, log_dir(), Beginning(name)), Skipping())
        assert f"`{says}` opens it." in " ".join(capfd.readouterr().out.split())


def test_a_broken_pipe_ends_quietly(small: Path) -> None:
    """Nobody reads on: no traceback, and success."""
    run = piped(small)
    assert run.stdin is not None and run.stdout is not None and run.stderr is not None
    run.stdout.close()
    run.stdin.close()
    assert run.wait(timeout=60) == 0
    assert b"Traceback" not in run.stderr.read()
    run.stderr.close()


def test_cards_that_are_due_are_counted(small: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Before the title."""
    PlainLesson(opened(small), 60, ascii=False).run(io.BytesIO(), due=2)
    assert capfdbinary.readouterr().out.startswith(b"2 cards are due; `petui quiz --plain` asks them.\n")
