"""Searching the shipped course and a small one."""

from __future__ import annotations

import pytest

from petui.lessons.model import Course, Lesson
from petui.lessons.parser import parse_lesson
from petui.lessons.search import Hit, search
from tests.shipped import shipped_courses

LESSON = """---
schema: 1
id: zebras
title: Striped animals
minutes: 1
---

::::{step} one-zebra
Zebra number {val}`pos + 1` stands at $\\omega_i$.

:::{choice} which
:hint: giraffe

Which animal?

- [x] A quagga

  Because of the okapi.
- [ ] A gnu
:::
::::
"""


@pytest.fixture(scope="module")
def small() -> Course:
    """A course of one lesson."""
    lesson, faults = parse_lesson(LESSON, "zebras.md")
    assert isinstance(lesson, Lesson), faults
    return Course("small", "Small", "en", ".", (), (lesson,))


@pytest.fixture(scope="module")
def shipped() -> tuple[Course, ...]:
    """The courses that ship."""
    return shipped_courses()


@pytest.mark.parametrize(
    "words", ["zebra", "ZEBRA stands", "striped zebra", "quagga", "ω zebra", "one-zebra", "gnu zebra"]
)
def test_all_words_must_be_there(small: Course, words: str) -> None:
    """In title, ids, prose, formulas or options, in any order and case."""
    assert [hit.target for hit in search([small], words)] == ["zebras#one-zebra"]


@pytest.mark.parametrize("words", ["giraffe", "okapi"])
def test_hints_and_reasons_stay_hidden(small: Course, words: str) -> None:
    """Searching gives no answers away."""
    assert search([small], words) == ()


@pytest.mark.parametrize("words", ["", "   ", "zebra unicorn"])
def test_nothing_is_found(small: Course, words: str) -> None:
    """No words, or words that never meet."""
    assert search([small], words) == ()


def test_a_snippet_is_readable(small: Course) -> None:
    """Formulas in one line, numbers left open, no markup."""
    (hit,) = search([small], "zebra")
    assert hit == Hit("step", "zebras#one-zebra", "Striped animals", hit.snippet, "step 1 of 1")
    assert hit.heading == "Striped animals, step 1 of 1"
    assert hit.snippet.startswith("Zebra number … stands at ω")
    assert "\\" not in hit.snippet


def test_formulas_are_shown_in_signs_and_found_by_their_words() -> None:
    """A formula on lines of its own has words for those who hear it; those who search see it in one line."""
    text = LESSON.replace(
        "Zebra number", ":::{math}\n:alt: omega_i is gazelle\n\n\\omega_i = \\frac{1}{2}\n:::\n\nZebra number"
    )
    lesson, faults = parse_lesson(text, "zebras.md")
    assert isinstance(lesson, Lesson), faults
    course = Course("small", "Small", "en", ".", (), (lesson,))
    (hit,) = search([course], "gazelle")
    assert "ωᵢ = 1/2" in hit.snippet and "gazelle" not in hit.snippet


def test_no_two_marks_of_omission_meet(shipped: tuple[Course, ...]) -> None:
    """A number left open at the beginning of a snippet stands for what is cut off too."""
    assert not [hit.snippet for hit in search(shipped, "wavelength") if hit.snippet.startswith("… …")]


def test_every_step_is_found_by_its_id(shipped: tuple[Course, ...]) -> None:
    """A target opens what it names."""
    for course in shipped:
        for lesson in course.lessons:
            for step in lesson.steps[::3]:
                targets = [hit.target for hit in search([course], f"{lesson.id} {step.id}")]
                assert f"{lesson.id}#{step.id}" in targets


def test_every_kind_is_found(shipped: tuple[Course, ...]) -> None:
    """Symbols first, then steps, misconceptions and cards."""
    hits = search(shipped, "position")
    assert {hit.kind for hit in hits} == {"symbol", "step", "mistake", "card"}
    assert hits[0].kind == "symbol"
    assert all(len(hit.snippet) < 80 for hit in hits)
