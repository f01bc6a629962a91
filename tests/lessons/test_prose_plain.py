"""Texts without a sign of markup take a short way, to the same end."""

from __future__ import annotations

import gc
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from petui.lessons import prose
from petui.lessons.faults import FaultList
from petui.lessons.fences import Run
from petui.lessons.finding import builtin_content
from petui.lessons.parser import read_lesson
from petui.lessons.place import Place

PLACE = Place("file.md", 3, 5)
_SIGNS = [
    "*",
    "_",
    "`",
    "$",
    "[",
    "<",
    "&",
    "{",
    "!",
    "\\",
    "{val}`pos`",
    "$x$",
    "**b**",
    "[a](b)",
    "<http://x.y>",
    "&amp;",
    "\\+",
    "{val} ",
]
_BLANKS = ["  ", "\n", "\n\n", " \n", "   \n  ", "\n\t", "\u00a0", "\t"]
_OTHERS = [*"ab .,:;-+=|#>~^%@?/'\"()]}é", "- ", "1. ", "| a | b |\n|---|---|\n", "http://x.y", "www.x.y"]
_pieces = st.one_of(st.sampled_from(_OTHERS), st.sampled_from(_BLANKS), st.sampled_from(_SIGNS))
# Plain texts as often as others, with many ends of lines.
_plain = st.lists(st.one_of(st.sampled_from("ab"), st.sampled_from(_BLANKS), st.sampled_from(_OTHERS)), min_size=4)
_single = st.tuples(st.sampled_from(_SIGNS), st.sampled_from(_OTHERS))
_texts = st.one_of(_plain, st.lists(_pieces, min_size=4), _single).map("".join)


def both_ways(monkeypatch: pytest.MonkeyPatch, read: object) -> tuple[object, object]:
    """What comes of reading by the short way where there is one, and always by the long way."""
    assert callable(read)
    short = read()
    with monkeypatch.context() as patched:
        patched.setattr(prose, "_SIGNS", re.compile(""))
        return short, read()


@settings(max_examples=300)
@given(text=_texts)
def test_prose_is_the_same(text: str) -> None:
    """Blocks, their inlines and places, and faults."""

    def read() -> object:
        faults = FaultList()
        return prose.read_prose(Run(tuple(text.split("\n")), 3, PLACE), faults), faults.sorted()

    with pytest.MonkeyPatch.context() as monkeypatch:
        short, long = both_ways(monkeypatch, read)
    assert short == long


@settings(max_examples=300)
@given(text=_texts.map(lambda text: text.replace("\n", " ")))
def test_values_of_fields_are_the_same(text: str) -> None:
    """Of one line."""

    def read() -> object:
        faults = FaultList()
        return prose.read_inlines(text, PLACE, faults), faults.sorted()

    with pytest.MonkeyPatch.context() as monkeypatch:
        short, long = both_ways(monkeypatch, read)
    assert short == long


def test_no_tokens_are_kept() -> None:
    """Of a lesson that was read, what the reader of Markdown made of it goes."""
    path = builtin_content() / "positional-encodings" / "lessons" / "order-is-lost.md"
    lesson = read_lesson(path.read_text(encoding="utf-8"), "order-is-lost.md").lesson
    gc.collect()
    assert lesson is not None
    assert not [each for each in gc.get_objects() if isinstance(each, Token)]
