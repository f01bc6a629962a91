"""Rows of a pane, piece by piece."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.cells import Line
from petui.tui.widgets.rows import _changed_spans, _cut
from petui.tui.wire.cells import Trust, is_narrow, is_plain, trust

_WIDTH = 12
_texts = st.text("ab .", max_size=4)
_lines = st.lists(st.tuples(_texts, st.sampled_from(["", "strong"])), max_size=5).map(tuple)


def _cells(line: Line) -> list[tuple[str, str]]:
    """The cells of a line that is as wide as a pane, each with its style."""
    shown = [(char, names) for text, names in line for char in text]
    return (shown + [(" ", "")] * _WIDTH)[:_WIDTH]


@given(_lines, _lines)
def test_what_is_outside_of_changed_spans_has_stayed(old: Line, new: Line) -> None:
    """And spans are in the pane, apart from each other, and none for rows that are one."""
    spans = _changed_spans(old, new, _WIDTH)
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(set(edges)) and set(edges) <= set(range(_WIDTH + 1))
    inside = {x for left, right in spans for x in range(left, right)}
    pairs = enumerate(zip(_cells(old), _cells(new), strict=True))
    assert all(was == now for x, (was, now) in pairs if x not in inside)
    assert not _changed_spans(new, new, _WIDTH)


@given(_lines)
def test_a_wide_sign_changes_all_of_a_row(line: Line) -> None:
    """Where it was or where it is."""
    wide = (("漢", ""), *line)
    assert _changed_spans(line, wide, _WIDTH) == _changed_spans(wide, line, _WIDTH) == [(0, _WIDTH)]


@given(_lines, st.integers(0, _WIDTH), st.integers(0, _WIDTH))
def test_a_cut_is_of_the_line(line: Line, left: int, right: int) -> None:
    """Sign for sign, with its style, as far as the line goes."""
    cells = [(char, names) for text, names in line for char in text]
    cut = [(char, names) for text, names in _cut(line, left, right) for char in text]
    assert cut == cells[left:right]


def test_what_is_known_of_characters_by_a_pattern_is_so() -> None:
    """Of each that is given to a terminal: a plain one is a narrow one, and has one column everywhere."""
    chars = [chr(code) for code in range(0x20, 0x3000) if not 0x7F <= code < 0xA0]
    assert all(is_plain(char) == (trust(char) is Trust.PLAIN) for char in chars)
    assert all(is_narrow(char) for char in chars if is_plain(char))
