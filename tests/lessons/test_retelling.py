"""Retellings: the lesson's own numbers in other words."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.course import load_course
from petui.lessons.lint import lint_course
from petui.lessons.model import Choice, Code, Lesson, Passage, Question
from petui.lessons.play import Player
from petui.lessons.prosemodel import Paragraph, Text
from petui.lessons.retelling import read_retelling
from petui.lessons.retellingfiles import languages_of

_COURSE = "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: P, lessons: [one]}]\n"
_LESSON = """\
---
schema: 1
id: one
title: One
minutes: 5
---

::::{step} first
:set: d_model=4

Words first.

:::{check} ask
:vary: n in 2..9
:answer: n + 1
:tol: 0.1
:hint: Count on.

What follows {val}`n`?
:::

:::{code}
```python
print(1)
```
:::
::::

::::{step} last

:::{choice} pick
:hint: The near one.

Which?

- [x] this

  Because.
- [ ] that

  No.
:::
::::
"""
_TOLD = """\
---
schema: 1
lesson: one
language: hi-Latn
title: Ek
---

::::{step} first

Pehle shabd.

:::{check} ask
:hint: Ginte jao.

{val}`n` ke baad kya aata hai?
:::
::::

::::{step} last

:::{choice} pick
Kaunsa?

- [x] yeh

  Kyonki.
- [ ] woh

  Nahin.
:::
::::
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course with a lesson and its retelling."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "retellings" / "hi-Latn").mkdir(parents=True)
    (tmp_path / "course.yaml").write_text(_COURSE)
    (tmp_path / "lessons" / "one.md").write_text(_LESSON)
    write(tmp_path, _TOLD)
    return tmp_path


def write(root: Path, told: str) -> None:
    """Put this in the retelling's place."""
    (root / "retellings" / "hi-Latn" / "one.md").write_text(told)


def own(root: Path) -> Lesson:
    """The lesson as it is written."""
    course, faults = load_course(root)
    assert course is not None and not faults
    return course.lessons[0]


def words(lesson: Lesson) -> list[str]:
    """Plain text of the lesson's passages and questions."""
    found = []
    for step in lesson.steps:
        for part in step.parts:
            prose = part.blocks if isinstance(part, Passage) else getattr(part, "body", ())
            inlines = [inline for block in prose if isinstance(block, Paragraph) for inline in block.inlines]
            found += [inline.text for inline in inlines if isinstance(inline, Text)]
    return found


def test_prose_is_the_retelling_and_all_that_counts_is_the_lesson(root: Path) -> None:
    """Words, hints and options are told anew; ids, answers, draws and code stay."""
    lesson = own(root)
    told = read_retelling(root, lesson, "hi-Latn")
    assert told.faults == ()
    assert told.lesson is not None
    assert (told.lesson.id, told.lesson.title) == ("one", "Ek")
    assert {"Pehle shabd.", "Kaunsa?"} <= set(words(told.lesson))
    assert not {"Words first.", "Which?"} & set(words(told.lesson))
    check, asked = (lesson.steps[0].parts[1] for lesson in (told.lesson, lesson))
    assert isinstance(check, Question) and isinstance(asked, Question)
    assert (check.answer, check.tolerance, check.vary) == (asked.answer, asked.tolerance, asked.vary)
    assert check.hints != asked.hints
    assert any(isinstance(part, Code) for part in told.lesson.steps[0].parts)
    choice = told.lesson.steps[1].parts[0]
    assert isinstance(choice, Choice)
    assert [option.true for option in choice.options] == [True, False]


def test_the_draws_are_the_same_in_either_telling(root: Path) -> None:
    """Whoever switches in the middle of a question is asked the same."""
    lesson = own(root)
    told = read_retelling(root, lesson, "hi-Latn").lesson
    assert told is not None
    for seed in range(20):
        player = Player(lesson, {}, seed=seed)
        gate = player.gate
        assert isinstance(gate, Question)
        number = player.answer_of(gate)
        player.tell(told)
        assert isinstance(player.gate, Question)
        assert player.answer_of(player.gate) == number
        assert player.answer(str(number)).outcome == "right"
        player.forward()
        choice = player.gate
        assert isinstance(choice, Choice)
        order = player.order_of(choice)
        player.tell(lesson)
        assert isinstance(player.gate, Choice)
        assert player.order_of(player.gate) == order


def test_languages(root: Path) -> None:
    """Those that have a file for the lesson; what is no language tag is none."""
    for language in ("de", "no_tag", "x"):
        (root / "retellings" / language).mkdir()
        (root / "retellings" / language / "one.md").write_text(_TOLD.replace("hi-Latn", language))
    assert languages_of(root, "one") == ("de", "hi-Latn")
    assert languages_of(root, "two") == ()
    assert languages_of(root / "lessons", "one") == ()


def test_a_step_that_is_not_told_stays(root: Path) -> None:
    """Half a retelling is one."""
    write(root, _TOLD[: _TOLD.index("::::{step} last")])
    lesson = own(root)
    told = read_retelling(root, lesson, "hi-Latn").lesson
    assert told is not None
    assert told.steps[1] == lesson.steps[1]
    assert lint_course(root) == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("lesson: one", "lesson: two", "E04", 3),
        ("language: hi-Latn", "language: de", "E04", 4),
        ("title: Ek\n", "", "E10", 2),
        ("title: Ek", "title: Ek\nminutes: 5", "E02", 6),
        ("{step} last", "{step} lost", "E12", 19),
        ("{step} last", "{step} first", "E04", 19),
        ("{check} ask", "{check} asks", "E12", 8),
        ("{check} ask", "{predict} ask", "E12", 8),
        (":hint: Ginte jao.", ":answer: 3", "E02", 13),
        ("{step} first", "{step} first\n:set: d_model=8", "E02", 9),
        ("- [x] yeh", "- [ ] yeh", "E08", 21),
        ("Pehle shabd.", "Pehle {val}`nobody`.", "E05", 10),
        ("Pehle shabd.", "Pehle 0.9093.", "E14", 10),
        ("Pehle shabd.", "Pehle {ref}`nowhere`.", "E12", 10),
        ("::::{step} first", "Shabd.\n\n::::{step} first", "E03", 8),
    ],
)
def test_each_fault_of_a_retelling_is_found_at_its_line(root: Path, old: str, new: str, code: str, line: int) -> None:
    """In the retelling's file; the lesson's own file has none."""
    assert old in _TOLD
    write(root, _TOLD.replace(old, new))
    found = lint_course(root)
    assert (found[0].code, found[0].place.line) == (code, line), found
    assert {fault.place.file for fault in found} == {str(root / "retellings" / "hi-Latn" / "one.md")}
    if code not in ("E14", "E12", "E05") or "step" in old or "check" in old:
        assert read_retelling(root, own(root), "hi-Latn").lesson is None


def test_a_retelling_of_nothing_is_a_fault(root: Path) -> None:
    """A file that no lesson has the name of."""
    (root / "retellings" / "hi-Latn" / "two.md").write_text(_TOLD)
    (fault,) = lint_course(root)
    assert (fault.code, "two" in fault.message) == ("E12", True)


def test_what_is_in_no_folder_of_a_language_is_a_fault(root: Path) -> None:
    """Nothing would ever be told from it."""
    write(root, _TOLD)
    for name in ("hi_Latn", "x y"):
        (root / "retellings" / name).mkdir()
    (root / "retellings" / "one.md").write_text(_TOLD)
    (root / "retellings" / "de").write_text(_TOLD)
    found = [(Path(fault.place.file).name, fault.code) for fault in lint_course(root)]
    assert found == [("de", "E12"), ("hi_Latn", "E12"), ("one.md", "E12"), ("x y", "E12")]
