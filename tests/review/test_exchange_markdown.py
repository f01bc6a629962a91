"""Prose written as Markdown is read back as the same prose."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from petui.core.lab import Lab
from petui.lessons.faults import FaultList
from petui.lessons.fences import Run
from petui.lessons.oneline import prose_line
from petui.lessons.place import Place
from petui.lessons.prose import read_prose
from petui.lessons.prosemodel import Prose, Text
from petui.lessons.roles import Values
from petui.lessons.staging import stage
from petui.review.markdown import markdown

PLACE = Place("note.md")
VALUES = Values(Lab())
# Whatever has a meaning in Markdown, and few other signs, so that they come together often. Two dollars in plain words
# are a fault to the reader.
_words = (
    st.text("ab1 _*`[]()<>$&#|~:=%^?!+-.\\{}'\"/é", min_size=1, max_size=14)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: text and "$$" not in text)
)


def read(text: str) -> Prose:
    """The prose of a text without faults."""
    faults = FaultList()
    prose = read_prose(Run(tuple(text.split("\n")), 1, PLACE), faults)
    assert not len(faults), faults.sorted()
    return prose


def shape(block: object) -> object:
    """A block without its places."""
    if isinstance(block, tuple):
        return tuple(map(shape, block))
    if isinstance(block, Place) or not hasattr(block, "__dataclass_fields__"):
        return None if isinstance(block, Place) else block
    return type(block).__name__, *(shape(getattr(block, name)) for name in block.__dataclass_fields__)


def paragraph(text: str) -> Prose:
    """A paragraph of plain words."""
    from petui.lessons.prosemodel import Paragraph

    return (Paragraph((Text(text),), PLACE),)


@given(_words)
def test_plain_words_mean_themselves(words: str) -> None:
    """Emphasis, code, links, lists, rules, headings and all."""
    assert shape(read(markdown(paragraph(words), VALUES))) == shape(paragraph(words))


@given(st.lists(_words, min_size=2, max_size=4))
@example(["|", ":-"])
@example(["a", "-:"])
def test_paragraphs_stay_apart(texts: list[str]) -> None:
    """With an empty line between them; without one they are one paragraph with the same words."""
    prose = tuple(block for text in texts for block in paragraph(text))
    assert shape(read(markdown(prose, VALUES))) == shape(prose)
    joined = read(markdown(prose, VALUES, gap="\n"))
    assert prose_line(joined, VALUES) == " ".join(texts)


@pytest.mark.parametrize(
    "text",
    [
        "a **b** *c* ***d*** `e` and ``f`g`` $x_i$",
        "# Heading\n\ntext",
        "- one\n- two\n\n3. three\n4. four",
        "- one\n\n  more\n- two",
        "> quoted\n> - list",
        "```python\na = `b`\n\n~~~\n```",
        "````\n```\ninner\n```\n````",
        "$$\n\\frac{1}{2}\n$$",
        "| a | b |\n|---|---|\n| `x\\|y` | 2 |",
        "| a |\n|---|\n| x \\| y and $\\|x\\|$ |",
        "1. a\n2. b\n10. c",
        "$a$ ends with 1",
    ],
)
def test_every_block_comes_back(text: str) -> None:
    """Written and read again it is the same prose."""
    prose = read(text)
    assert shape(read(markdown(prose, VALUES))) == shape(prose)


def test_roles_are_filled_in() -> None:
    """Numbers stand where expressions stood; what is drawn goes before the Lab's own."""
    here = stage((), (), {"n": 7.0})
    values = Values(here.lab, here.draw, {"next": "The next one"})
    prose = read("{val}`n*2` of {cell}`3,0`, {literal}`0.5`, {sym}`omega`, {ref}`next`")
    assert markdown(prose, values) == "14 of PE(3,0) = 0.1411, 0.5, ω, The next one"


@pytest.mark.parametrize(
    "text",
    [
        "It is {val}`distance(0, 1) @2` away, see {ref}`one#two` and {cell}`0, 1`.",
        "- {sym}`omega_i`\n- **so** {literal}`10,000`",
        "| a |\n|---|\n| {val}`2*3` |",
    ],
)
def test_without_values_roles_stay_as_they_were_written(text: str) -> None:
    """And are read back as the same roles."""
    assert markdown(read(text), None) == text
    assert shape(read(markdown(read(text), None))) == shape(read(text))
