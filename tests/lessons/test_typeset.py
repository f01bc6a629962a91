"""Prose as styled lines: what stands where, and laws over drawn prose."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.lab import Lab
from petui.lessons.cells import Line, cell_width, clip, line_width, merged, padded, plain_text, split_at
from petui.lessons.course import read_course
from petui.lessons.faults import FaultList
from petui.lessons.figures import format_number
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.place import Place
from petui.lessons.prose import read_inlines
from petui.lessons.prosemodel import (
    Display,
    Expression,
    Grid,
    Inline,
    Items,
    Listing,
    Maths,
    Paragraph,
    Prose,
    ProseBlock,
    Quote,
    Role,
    Text,
)
from petui.lessons.transliterate import to_ascii
from petui.lessons.typeset import Values, set_inlines, set_prose
from petui.lessons.walk import step_proses
from petui.lessons.wrapping import Piece, wrap

HERE = Place("test.md")
LAB = Lab(pos=3, slot=2, d_model=8)
VALUES = Values(lab=LAB, titles={"why": "Why the base"})


def inlines(markdown: str) -> tuple[Inline, ...]:
    """Running text read from Markdown."""
    faults = FaultList()
    return read_inlines(markdown, HERE, faults)


def shown(markdown: str, width: int = 76, *, ascii: bool = False, values: Values = VALUES) -> str:
    """Running text as plain lines."""
    return plain_text(set_inlines(inlines(markdown), width, values, ascii=ascii))


def paragraph(markdown: str, level: int = 0) -> Paragraph:
    """A paragraph or heading."""
    return Paragraph(inlines(markdown), HERE, level)


def styles(lines: tuple[Line, ...]) -> dict[str, str]:
    """Style by text of the runs that have one."""
    return {text: style for line in lines for text, style in line if style}


# ---- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "digits", "text"),
    [
        (3, None, "3"),
        (3.0, None, "3"),
        (-0.0, None, "0"),
        (0.1411200080598672, None, "0.1411"),
        (-0.9899924966004454, None, "-0.9900"),
        (0.03, None, "0.0300"),
        (628.3185307179587, None, "628.3185"),
        (9646.616, None, "9646.62"),
        (60611.4772, None, "60611.48"),
        (10000.000000000002, None, "10000"),
        (1000000.5, None, "1000000.50"),
        (0.000524, None, "0.000524"),
        (0.00012345, None, "0.000123"),
        (1.2e-08, None, "1.2e-08"),
        (-1.2345e-16, None, "-1.23e-16"),
        (1e20, None, "1e+20"),
        (2.5, 0, "2"),
        (0.5, 3, "0.500"),
        (-0.0002, 2, "0.00"),
        (-0.006, 2, "-0.01"),
        (1e-9, 12, "0.000000001000"),
        (float("inf"), None, "inf"),
    ],
)
def test_numbers(x: float, digits: int | None, text: str) -> None:
    """Figures as learners read them."""
    assert format_number(x, digits) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_can_be_typed_and_means_nearly_the_same(x: float) -> None:
    """The text is a number again, with at least three right digits from 0.001 on and three significant ones below."""
    text = format_number(x)
    assert re.fullmatch(r"-?\d+(\.\d+)?(e[+-]\d+)?", text)
    assert text != "-0"
    assert abs(float(text) - x) <= max(5.1e-3 * abs(x) if abs(x) < 1e-3 else 0.51e-4 + 5.1e-6 * abs(x), 5e-324)


# ---- cells -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("é", 1), ("e\u0301", 1), ("漢字", 4), ("ωᵢ²", 3), ("a\u200bb", 2)]
)
def test_cell_width(text: str, width: int) -> None:
    """Wide signs take two columns, marks none, Greek one."""
    assert cell_width(text) == width


ANY_TEXT = st.text(max_size=30) | st.text("漢字 e\u0301—ω\u200b", max_size=30)


@given(ANY_TEXT, st.integers(0, 20))
def test_splitting_loses_nothing_and_keeps_marks_with_their_letter(text: str, width: int) -> None:
    """The head fits, and no combining mark begins the rest."""
    head, rest = split_at(text, width)
    assert head + rest == text
    assert cell_width(head) <= width
    assert not rest or cell_width(rest[0]) > 0


@given(st.lists(st.tuples(ANY_TEXT, st.sampled_from(["", "a", "b"])), max_size=5), st.integers(0, 30))
def test_clipping_and_padding_keep_to_the_width(runs: list[tuple[str, str]], width: int) -> None:
    """A clipped line fits and an unclipped one is untouched; a padded one is as wide as asked."""
    line = merged(runs)
    assert line_width(clip(line, width)) <= width
    assert line_width(line) > width or clip(line, width) == line
    assert line_width(padded(line, width, right=True)) == max(width, line_width(line))


def test_clipping_says_that_something_is_missing() -> None:
    """The mark takes the style of what it cuts."""
    assert clip((("abc", "x"), ("defgh", "y")), 6) == (("abc", "x"), ("de…", "y"))


# ---- running text ----------------------------------------------------------------------------------------------------


def test_text_is_filled_and_marks_stay_with_their_word() -> None:
    """Lines break at blanks, also between styles, and never before a comma."""
    assert shown("one **two**, three *four*", 9).split("\n") == ["one two,", "three", "four"]


def test_styles_of_runs() -> None:
    """Strong, code, maths, values of a pair, literals and references are told apart."""
    lines = set_inlines(
        inlines("**so** `x` $\\omega_i$ {val}`omega(1)` {val}`pe(3, 5)` {val}`pos` {literal}`9550` {ref}`why#base`"),
        76,
        VALUES,
    )
    assert styles(lines) == {
        "so": "strong",
        "x": "code",
        "ωᵢ": "math",
        "0.1000": "pair1 value",
        "0.9996": "pair2 value",
        "3": "value",
        "9550": "literal",
        "Why the base, base": "reference",
    }


def test_formulas_and_values_are_not_torn_apart() -> None:
    """A formula moves to the next line as a whole."""
    assert shown("The term $a + b + c$ here", 12).split("\n") == ["The term", "a + b + c", "here"]


def test_a_formula_wider_than_the_line_breaks_at_its_blanks() -> None:
    """Names and numbers in it stay whole."""
    assert shown("$aaaa + bbbb + cccc$", 9).split("\n") == ["aaaa +", "bbbb +", "cccc"]


def test_a_cell_is_named_with_its_value() -> None:
    """The cell role evaluates position and slot and shows the table's number in its pair's style."""
    lines = set_inlines(inlines("{cell}`pos, 2`"), 76, Values(lab=Lab(pos=3, d_model=4)))
    assert lines == ((("PE(3,2) = 0.0300", "pair1 value"),),)


def test_values_see_the_draw_before_the_lab() -> None:
    """A drawn name stands for the Lab's, and for names that the Lab has not."""
    drawn = Values(lab=LAB, draw={"pos": 5.0, "k": 2.0})
    assert shown("{val}`pos + k` {cell}`pos, 0` {val}`k @2`", values=drawn) == "7 PE(5,0) = -0.9589 2.00"


@pytest.mark.parametrize(
    "markdown", ["{val}`pe(3, 9)`", "{cell}`3, 9`", "{val}`nonsense`", "{val}`1/0`", "{val}`log(-1)`"]
)
def test_what_has_no_value_says_why(markdown: str) -> None:
    """A dash and the reason, muted; never an exception."""
    lines = set_inlines(inlines(markdown), 76, VALUES)
    assert lines[0][0] == ("—", "value")
    assert lines[0][-1][1] == "muted"
    assert plain_text(lines).endswith(")")
    assert shown(markdown, ascii=True).startswith("-- (")


def test_the_reason_names_slot_and_width() -> None:
    """A slot beyond the width is said to be so."""
    assert "slot" in shown("{cell}`3, 9`") and "8" in shown("{cell}`3, 9`")


def test_symbols_are_those_of_the_glossary_or_formulas() -> None:
    """The sym role takes a name of the glossary, else LaTeX."""
    assert shown("{sym}`omega` {sym}`\\sqrt{\\pi}`") == "ω √π"
    assert shown("{sym}`omega` {sym}`\\sqrt{\\pi}`", ascii=True) == "omega sqrt(pi)"


def test_a_formula_that_cannot_be_set_is_shown_as_it_was_written() -> None:
    """Lint reports it; the learner is not left with a gap."""
    assert shown(r"see $\nope{x}$") == r"see $\nope{x}$"
    lines = set_prose((Display(r"\nope{x}", HERE),), 40, VALUES)
    assert lines == (((r"\nope{x}", "code"),),)


# ---- blocks ----------------------------------------------------------------------------------------------------------


def test_blocks_stand_apart_and_headings_are_marked() -> None:
    """One blank line between blocks, heading style on headings."""
    lines = set_prose((paragraph("Title", 2), paragraph("Text *here*.")), 76, VALUES)
    assert plain_text(lines) == "Title\n\nText here."
    assert lines[0] == (("Title", "heading"),)


def test_lists_hang_and_nest() -> None:
    """Wrapped items go on below their text; numbers are as wide as the widest."""
    inner = Items(((paragraph("inside the item"),),), HERE)
    items = Items(((paragraph("a first item that is long"), inner), (paragraph("b"),)), HERE, start=9)
    expected = ["9.  a first item", "    that is long", "    • inside the", "      item", "10. b"]
    assert plain_text(set_prose((items,), 18, VALUES)).split("\n") == expected


def test_items_of_several_paragraphs_stand_apart() -> None:
    """A loose list keeps its blank lines."""
    items = Items(((paragraph("a"), paragraph("b")), (paragraph("c"),)), HERE)
    assert plain_text(set_prose((items,), 40, VALUES)) == "• a\n\n  b\n\n• c"


def test_quotes_have_a_bar() -> None:
    """Every line of a quote, the blank ones too."""
    quote = Quote((paragraph("one two"), paragraph("three")), HERE)
    assert plain_text(set_prose((quote,), 40, VALUES)) == "│ one two\n│ \n│ three"
    assert plain_text(set_prose((quote,), 40, VALUES, ascii=True)).startswith("| one")


def test_code_is_shown_as_it_is_and_goes_on_below_where_it_is_too_long() -> None:
    """Blanks are kept; a cut line is marked."""
    listing = Listing("for i in x:\n\n    y = i * 2  # twice", "python", HERE)
    assert plain_text(set_prose((listing,), 20, VALUES)) == "  for i in x:\n\n      y = i * 2  # t\n  ↳ wice"


def grid(*rows: str) -> Grid:
    """A table from rows of cells with | between them."""
    cells = [tuple(inlines(cell.strip()) for cell in row.split("|")) for row in rows]
    return Grid(cells[0], tuple(cells[1:]), HERE)


def test_tables_have_aligned_columns() -> None:
    """Numbers stand at the right, words at the left, a rule below the header."""
    table = grid("pair|omega|note", "0|{val}`omega(0) @3`|fast", "3|{val}`omega(3) @3`|very slow")
    expected = ["pair  omega  note", "────  ─────  ─────────", "   0  1.000  fast", "   3  0.001  very slow"]
    assert plain_text(set_prose((table,), 40, VALUES)).split("\n") == expected


def test_the_widest_column_of_a_table_gives_way() -> None:
    """It is wrapped; the others stay as they are."""
    table = grid("a|b", "1|a rather long remark on it")
    lines = plain_text(set_prose((table,), 20, VALUES)).split("\n")
    assert lines == ["a  b", "─  ─────────────────", "1  a rather long", "   remark on it"]


def test_a_table_with_no_room_for_its_columns_becomes_a_list() -> None:
    """Each cell with the name of its column."""
    table = grid("|".join("abcdefgh"), "|".join("12345678"))
    assert plain_text(set_prose((table,), 16, VALUES)).split("\n")[:2] == ["a: 1", "b: 2"]


def test_displays_are_indented_and_go_into_lines_where_they_are_too_wide() -> None:
    """Two dimensions where there is room for them, else one line, wrapped."""
    formula = Display(r"\omega_i = \frac{1}{10000^{2i/d}} = 10000^{-2i/d}", HERE)
    wide = plain_text(set_prose((formula,), 60, VALUES)).split("\n")
    assert wide[1] == "    ωᵢ = ╶─────────╴ = 10000⁻²ⁱ/ᵈ"
    narrow = plain_text(set_prose((formula,), 26, VALUES)).split("\n")
    assert narrow == ["ωᵢ = 1/10000^(2i/d) =", "  10000^(-2i/d)"]


# ---- laws ------------------------------------------------------------------------------------------------------------

WORDS = st.text("ab ,漢é—“ω…→x\u0301\t\x1b", min_size=1, max_size=40)
FORMULAS = st.sampled_from(
    [
        r"\omega_i",
        r"\frac{1}{10000^{2i/d}}",
        r"a + b",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"\nope",
        r"\text{漢}",
    ]
)
SOURCES = st.sampled_from(["omega(1)", "pos", "pe(3, 99)", "1/0", "nope", "slot*2"])


def _role(name: str, source: str) -> Role:
    count = {"val": 1, "cell": 2}.get(name, 0)
    return Role(name, source, HERE, (Expression(source, HERE),) * count)


INLINES: st.SearchStrategy[Inline] = st.one_of(
    st.builds(Text, WORDS, st.sampled_from(["", "strong", "em", "code"])),
    FORMULAS.map(lambda tex: Maths(tex, HERE)),
    st.builds(_role, st.sampled_from(["val", "cell", "literal", "sym", "ref"]), SOURCES),
)
RUNS = st.lists(INLINES, max_size=4).map(tuple)
LEAVES: st.SearchStrategy[ProseBlock] = st.one_of(
    st.builds(Paragraph, RUNS, st.just(HERE), st.integers(0, 2)),
    st.builds(Listing, st.text("ab \n漢\tx", max_size=40), st.just(""), st.just(HERE)),
    FORMULAS.map(lambda tex: Display(tex, HERE)),
    st.builds(
        lambda rows: Grid(rows[0], tuple(rows[1:]), HERE),
        st.lists(st.lists(RUNS, min_size=1, max_size=4).map(tuple), min_size=1, max_size=3),
    ),
)


def _nested(inner: st.SearchStrategy[ProseBlock]) -> st.SearchStrategy[ProseBlock]:
    blocks = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Quote, blocks, st.just(HERE)),
        st.builds(Items, st.lists(blocks, max_size=3).map(tuple), st.just(HERE), st.sampled_from([None, 1, 99])),
    )


PROSE: st.SearchStrategy[Prose] = st.lists(st.recursive(LEAVES, _nested, max_leaves=5), max_size=4).map(tuple)


@settings(deadline=None, max_examples=200)
@given(PROSE, st.integers(1, 90), st.booleans())
def test_any_prose_keeps_to_the_width(prose: Prose, width: int, plain: bool) -> None:
    """No line is wider, none holds a control sign or a line feed, and ASCII is ASCII."""
    for line in set_prose(prose, width, VALUES, ascii=plain):
        assert line_width(line) <= width
        text = "".join(text for text, _ in line)
        assert not any(unicodedata.category(sign) == "Cc" for sign in text)
        assert not plain or text.isascii()
        assert all(text for text, _ in line)


PIECES = st.lists(
    st.builds(Piece, st.text("abc de,", max_size=30), st.sampled_from(["", "x"]), st.booleans()), max_size=6
)


@given(PIECES, st.integers(1, 40))
def test_wrapping_keeps_every_letter_in_order(pieces: list[Piece], width: int) -> None:
    """Only blanks are dropped or become line ends."""
    lines = wrap(pieces, width)
    before = "".join(piece.text for piece in pieces).replace(" ", "")
    assert plain_text(lines).replace(" ", "").replace("\n", "") == before
    assert all(line_width(line) <= width and line for line in lines)


@given(PIECES, st.integers(30, 60))
def test_whole_pieces_are_on_one_line(pieces: list[Piece], width: int) -> None:
    """Where a line has room for a piece with what sticks to it, it is not torn."""
    spaced = [part for piece in pieces for part in (piece, Piece(" "))]
    lines = plain_text(wrap(spaced, width)).split("\n")
    assert all(
        any(piece.text in line for line in lines)
        for piece in pieces
        if piece.whole and piece.text.strip() == piece.text
    )


@given(ANY_TEXT)
def test_transliteration_is_ascii(text: str) -> None:
    """Whatever goes in, 7-bit signs come out."""
    assert to_ascii(text).isascii()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("“é” — naïve…", '"e" -- naive...'),
        ("a·b → c ≤ d", "a*b -> c <= d"),
        ("ω x² λ₂", "omega x^2 lambda_2"),
        ("漢", "?"),
        ("½", "1/2"),
    ],
)
def test_transliteration(text: str, plain: str) -> None:
    """Signs that have a usual ASCII form get it."""
    assert to_ascii(text) == plain


def test_the_shipped_lessons_can_be_set_at_any_width() -> None:
    """Every step of every shipped lesson, wide, at 80 columns, narrow, in Unicode and in ASCII."""
    proses = [
        prose
        for root in find_courses([builtin_content()])
        if (course := read_course(root).course)
        for lesson in course.lessons
        for step in lesson.steps
        for prose in step_proses(step)
    ]
    assert proses
    for width in (116, 76, 40, 17, 5):
        for plain in (False, True):
            for prose in proses:
                lines = set_prose(prose, width, VALUES, ascii=plain)
                assert all(line_width(line) <= width for line in lines)
                assert not plain or plain_text(lines).isascii()
