"""Which symbols a lesson speaks of, and where each is linked."""

from __future__ import annotations

import pytest

from petui.core.lab import Lab
from petui.lessons.glossary import first_uses, symbols_of_step, symbols_of_tex
from petui.lessons.page import PageOptions, set_page
from petui.lessons.parser import parse_lesson
from petui.lessons.play import Player
from tests.shipped import shipped_courses


@pytest.mark.parametrize(
    ("tex", "symbols"),
    [
        (r"\omega_i = 10000^{-2i/d}", ["ω", "i", "d_model"]),
        (r"T_k \cdot PE(pos) = PE(pos + k)", ["T_k", "PE", "pos", "k"]),
        (r"D(k)", ["D(k)"]),
        (r"\lambda \text{positions, i and k}", ["λ"]),
        (r"\sin \theta", ["θ"]),
        (r"\frac{i}{d_{\text{model}}}", ["i", "d_model"]),
        (r"\text{pos} \cdot x_j", ["pos"]),
        (r"\dim A + \sum_j w_j", []),
    ],
)
def test_the_symbols_of_a_formula(tex: str, symbols: list[str]) -> None:
    """Whole names only, each once, in order."""
    assert [symbol.symbol for symbol in symbols_of_tex(tex)] == symbols


def test_the_first_use_is_linked_and_no_other() -> None:
    """In running text: a display formula is drawn, so the use after it is the first that can be linked."""
    lesson, faults = parse_lesson(
        "---\nschema: 1\nid: a\ntitle: A\nminutes: 1\n---\n\n::::{step} one\n\n:::{math}\n:alt: o\n\n\\lambda\n:::\n\n"
        "A {sym}`ω`, $\\omega$ and $\\lambda k$.\n::::\n\n::::{step} two\n\n"
        "Again $\\lambda$, {sym}`omega`, $i$.\n::::\n",
        "a.md",
    )
    assert lesson is not None and not faults
    assert len(first_uses(lesson)) == 3
    player = Player(lesson, {}, seed=1)
    linked = []
    for _ in lesson.steps:
        lines = set_page(player, Lab(), PageOptions(76)).lines
        linked += [text for line in lines for text, style in line if "linked" in style.split()]
        player.forward()
    assert linked == ["ω", "λk", "i"]
    assert [symbol.symbol for symbol in symbols_of_step(lesson.steps[0])] == ["λ", "ω", "k"]


def test_shipped_lessons_link_what_they_use() -> None:
    """Every symbol that a lesson uses in running text has one place where it is linked."""
    for lesson in (lesson for course in shipped_courses() for lesson in course.lessons):
        used = {symbol.symbol for step in lesson.steps for symbol in symbols_of_step(step)}
        assert len(first_uses(lesson)) <= len(used)
        assert bool(used) >= bool(first_uses(lesson))
