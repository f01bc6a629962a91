"""Formulas as text: golden renderings that a person has looked at, and laws over drawn formulas."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.errors import PetuiError
from petui.lessons.cells import cell_width
from petui.lessons.course import read_course
from petui.lessons.finding import builtin_content, find_courses
from petui.lessons.mathreader import MAX_DEPTH, MAX_LENGTH
from petui.lessons.mathsigns import ACCENTS, FONTS, NAMES, SPACES, TEXTS
from petui.lessons.mathtext import MathError, inline_maths, line_maths, set_maths, spoken
from petui.lessons.model import Course
from petui.lessons.prosemodel import Display, Inline
from petui.lessons.walk import (
    card_inlines,
    card_proses,
    displays_in,
    formulas_in,
    lesson_displays,
    lesson_inlines,
    mistake_inlines,
)

HERE = Path(__file__).parent
UPDATE = os.environ.get("PETUI_UPDATE_GOLDEN") == "1"

# ---- golden files ----------------------------------------------------------------------------------------------------


def rendering(tex: str, *, display: bool) -> str:
    """A formula and all its forms, as they stand in a golden file."""
    lines = [f"$ {tex}"]
    if display:
        lines += [f"    {row}".rstrip() for row in set_maths(tex)]
        lines += [f"  a {row}" for row in set_maths(tex, ascii=True)]
    else:
        lines += [f"  i {inline_maths(tex)}", f"  a {inline_maths(tex, ascii=True)}"]
    return "\n".join([*lines, f"  s {spoken(tex)}", ""])


def compare(file: Path, text: str) -> None:
    """Compare with the golden file; PETUI_UPDATE_GOLDEN=1 writes it instead."""
    if UPDATE:
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text, (
        f"look at the difference, then PETUI_UPDATE_GOLDEN=1 for {file.name}"
    )


def test_typical_formulas_are_set_as_a_person_has_approved() -> None:
    """Every formula of golden_maths.txt, which lists them itself, is set as it stands there."""
    file = HERE / "golden_maths.txt"
    formulas = [line[2:] for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("$ ")]
    assert len(formulas) >= 30
    compare(file, "\n".join(rendering(tex, display=True) for tex in formulas))


def course_formulas() -> tuple[list[str], list[str]]:
    """Display and inline formulas of the shipped courses, each once."""
    courses = [course for root in find_courses([builtin_content()]) if (course := read_course(root).course)]
    displays = [display.tex for course in courses for display in _displays(course)]
    inlines = [formula.tex for course in courses for formula in formulas_in(_inlines(course))]
    return sorted(set(displays)), sorted(set(inlines))


def _displays(course: Course) -> Iterator[Display]:
    for lesson in course.lessons:
        yield from lesson_displays(lesson)
    for mistake in course.mistakes:
        yield from displays_in(mistake.body)
    for deck in course.decks:
        for card in deck.cards:
            for prose in card_proses(card):
                yield from displays_in(prose)


def _inlines(course: Course) -> Iterator[Inline]:
    for lesson in course.lessons:
        yield from lesson_inlines(lesson)
    for mistake in course.mistakes:
        yield from mistake_inlines(mistake)
    for deck in course.decks:
        for card in deck.cards:
            yield from card_inlines(card)


def test_every_formula_of_the_shipped_courses_is_set_as_a_person_has_approved() -> None:
    """All of them, in two dimensions or one line, in ASCII and in words."""
    displays, inlines = course_formulas()
    assert displays and inlines
    set_ones = [
        *(rendering(tex, display=True) for tex in displays),
        *(rendering(tex, display=False) for tex in inlines),
    ]
    compare(HERE / "golden_course_maths.txt", "\n".join(set_ones))


# ---- what each form must be ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "shown", "plain"),
    [
        (r"\omega_i", "ωᵢ", "omega_i"),
        (r"2i/d", "2i/d", "2i/d"),
        (r"10000^{2i/d}", "10000^(2i/d)", "10000^(2i/d)"),
        (r"\frac{a}{b}", "a/b", "a/b"),
        (r"\frac{a+b}{c}", "(a + b)/c", "(a + b)/c"),
        (r"\frac{a}{bc}", "a/bc", "a/bc"),
        (r"\frac{a}{b c}", "a/(b c)", "a/(b c)"),
        (r"\frac{1}{2}x", "(1/2) x", "(1/2) x"),
        (r"\sin\frac{a}{b}", "sin(a/b)", "sin(a/b)"),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)²", "(a/b)^2"),
        (r"\frac{a}{b}^2", "(a/b)²", "(a/b)^2"),
        (r"\omega_0 \lambda_{255}", "ω₀ λ₂₅₅", "omega_0 lambda_255"),
        (r"PE(pos, 2i)", "PE(pos, 2i)", "PE(pos, 2i)"),
        (r"2\pi\cdot 3\times x", "2π · 3 × x", "2 pi * 3 x x"),
        (r"\sqrt{d/2}", "√(d/2)", "sqrt(d/2)"),
        (r"\sqrt d", "√d", "sqrt(d)"),
        (r"0, 1, \dots, n", "0, 1, …, n", "0, 1, ..., n"),
        (r"x\in\{0,1\}", "x ∈ {0, 1}", "x in {0, 1}"),
        (r"\pm 1", "±1", "+-1"),
        (r"a\le b\approx c\ne d", "a ≤ b ≈ c ≠ d", "a <= b ~= c != d"),
        (r"n\to\infty", "n → ∞", "n -> inf"),
        (r"x^T y^\top", "xᵀ yᵀ", "x^T y^T"),
        (r"\|x\|", "‖x‖", "||x||"),
        (r"d_{\text{model}}", "d_model", "d_model"),
        (r"a\quad b", "a  b", "a  b"),
        (r"\sin a \cos b", "sin a cos b", "sin a cos b"),
        (r"-\sin b", "-sin b", "-sin b"),
        (r"a-b", "a - b", "a - b"),
        (r"a\cdot -b", "a · -b", "a * -b"),
        (r"x^{-1}", "x⁻¹", "x^(-1)"),
        (r"b^{2x}", "b²ˣ", "b^(2x)"),
        # As in LaTeX: only the first digit is raised.
        (r"x^10", "x¹ 0", "x^1 0"),
        (r"x_i^2", "xᵢ²", "x_i^2"),
        (r"x^2_i", "xᵢ²", "x_i^2"),
        (r"\mathbf{x} \operatorname{f}(x)", "x f(x)", "x f(x)"),
        (r"\overline{x} \implies y", "x̅ ⇒ y", "bar(x) => y"),
        (r"f\colon A\to B", "f: A → B", "f: A -> B"),
        (r"\lfloor j/2\rfloor", "⌊j/2⌋", "floor(j/2)"),
        (r"[0, 1)", "[0, 1)", "[0, 1)"),
        (r"𝐱 = ω", "x = ω", "x = omega"),
        (r"90^\circ", "90°", "90 deg"),
        (r"x \bmod 2", "x mod 2", "x mod 2"),
        (r"k pos", "k pos", "k pos"),
        (r"f'(x)", "f′(x)", "f'(x)"),
    ],
)
def test_inline_forms(tex: str, shown: str, plain: str) -> None:
    """A formula in one line, in Unicode and in ASCII."""
    assert (inline_maths(tex), inline_maths(tex, ascii=True)) == (shown, plain)


@pytest.mark.parametrize(
    ("tex", "said"),
    [
        (r"\omega_i = \frac{1}{10000^{2i/d}}", "omega sub i equals 1 over 10000 to the power 2 i over d"),
        (r"\sqrt{d/2}", "the square root of d over 2"),
        (r"\sin^2 x", "sine squared of x"),
        (r"PE(pos, 2i)", "PE of pos, 2 i"),
        (r"\sum_{j=0}^{n} x_j", "the sum from j equals 0 to n of x sub j"),
        (r"-a", "minus a"),
        (r"a \cdot b", "a times b"),
        (r"\|x\| \le |y|", "the norm of x is at most the absolute value of y"),
    ],
)
def test_spoken_forms(tex: str, said: str) -> None:
    """A formula in words."""
    assert spoken(tex) == said


def test_exponents_keep_the_slash_that_a_terminal_font_has() -> None:
    """2i/d is raised with a plain slash, in the cells that it takes."""
    assert set_maths("10000^{2i/d}") == ("10000²ⁱ/ᵈ",)


def test_a_display_has_no_margin_and_no_blanks_at_its_ends() -> None:
    """Rows begin at the first column and end with ink."""
    rows = set_maths(r"\quad \omega_i = \frac{1}{10000^{2i/d}} \quad")
    assert min(len(row) - len(row.lstrip()) for row in rows) == 0
    assert all(row == row.rstrip() for row in rows)


def test_columns_stay_in_line_beside_marks_and_wide_signs() -> None:
    """Brackets stand in one column, measured in cells, whatever is left of them."""
    rows = set_maths(r"\begin{pmatrix} \hat{x} & \text{漢} \\ \vec{v} & ab \end{pmatrix}")
    assert {cell_width(row[: row.rindex(sign)]) for row, sign in zip(rows, "⎞⎠", strict=True)} == {
        cell_width(rows[0]) - 1
    }


def test_environments_nest() -> None:
    """A matrix stands in a line of an aligned, and in brackets of its own."""
    rows = set_maths(
        r"\begin{aligned} M &= \left\| \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \right\| \\ &= 3 \end{aligned}"
    )
    assert rows == ("    ║⎛1 2⎞║", "M = ║⎝3 4⎠║", "", "  = 3")


# ---- what cannot be set ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tex", "names"),
    [
        ("", "empty"),
        (r"\,", "empty"),
        (r"\foo x", r"\foo"),
        (r"\begin{tikz}x\end{tikz}", "tikz"),
        (r"\underbrace{x}", r"\underbrace"),
        (r"\color{red}x", r"\color"),
        (r"\tag{1}", r"\tag"),
        ("{a", "{"),
        ("a}", "}"),
        (r"\left( a", r"\left"),
        (r"a \right)", r"\right"),
        (r"\begin{pmatrix} a", r"\begin"),
        (r"\begin{pmatrix} a \end{bmatrix}", "bmatrix"),
        (r"\end{pmatrix}", r"\end"),
        ("a & b", "&"),
        (r"a \\ b", r"\\"),
        (r"\frac{a}", r"\frac"),
        ("x^", "^"),
        ("x^2^3", "superscripts"),
        ("x_2_3", "subscripts"),
        ("漢", "漢"),
        ("a % b", "%"),
        ("a $ b", "$"),
        ("\\", "backslash"),
        (r"\text{a $b$}", r"\text"),
        (r"\text", r"\text"),
        ("{" * (MAX_DEPTH + 1) + "}" * (MAX_DEPTH + 1), str(MAX_DEPTH)),
        ("(" * 300, str(MAX_DEPTH)),
        ("a" * (MAX_LENGTH + 1), str(MAX_LENGTH)),
        ("\x1b[31m", "sign"),
    ],
)
def test_what_cannot_be_set_is_refused_by_name(tex: str, names: str) -> None:
    """The error names what in the formula is the matter, and how to mend it."""
    for form in (set_maths, inline_maths, line_maths, spoken):
        with pytest.raises(MathError) as caught:
            form(tex)
        assert names in caught.value.what
        assert caught.value.mend
        assert isinstance(caught.value, PetuiError)


@pytest.mark.parametrize("kind", ["pmatrix", "cases", "aligned", "array"])
def test_a_grid_is_refused_in_a_line(kind: str) -> None:
    """Inline formulas have one row; a display has a line form for narrow screens and for ASCII."""
    tex = rf"\begin{{{kind}}}{'{cc}' * (kind == 'array')} a & b \\ c & d \end{{{kind}}}"
    with pytest.raises(MathError, match=kind):
        inline_maths(tex)
    assert all(sign in line_maths(tex) for sign in "abcd")


# ---- laws ------------------------------------------------------------------------------------------------------------

LEAVES = st.sampled_from(
    [
        *("pos", "PE", "12", "0.5", r"\text{word}", r"\mathbf{W}", *"abcdx+-=/,'"),
        *(rf"\{name} " for name in ("omega", "pi", "sin", "sum", "cdot", "dots", "le", "quad", "to")),
    ]
)
TEMPLATES = (
    "%s %s",
    "%s %s %s",
    r"\frac{%s}{%s}",
    "{%s}^{%s}",
    "{%s}_{%s}^{%s}",
    r"\sqrt{%s}",
    r"\left(%s\right]",
    "(%s)",
    r"\sum_{%s}^{%s}",
    r"\begin{pmatrix}%s & %s \\ %s & %s\end{pmatrix}",
    r"\begin{aligned}%s &= %s \\ &= %s\end{aligned}",
    r"\hat{x}%s",
)


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(TEMPLATES), inner, inner, inner, inner).map(
        lambda drawn: drawn[0] % drawn[1 : 1 + drawn[0].count("%s")]
    )


WELL_FORMED = st.recursive(LEAVES, _grown, max_leaves=12)
ANY_SOURCE = st.lists(
    st.sampled_from(
        [
            *sorted(rf"\{name}" for name in {*NAMES, *SPACES, *ACCENTS, *FONTS, *TEXTS}),
            *(rf"\{name}" for name in ("\\", "{", "}", "|", "frac", "sqrt", "left", "right", "nope", "not", "")),
            *(rf"\{end}{{{name}}}" for end in ("begin", "end") for name in ("pmatrix", "cases", "aligned")),
            *("{a}", "^{2}", "_{i}", *"{}^_&()[]|'+-=/a1 ~?%$é漢ω\n\u0301\x1b"),
        ]
    ),
    max_size=24,
).map("".join)


def _forms(tex: str) -> Iterator[tuple[str, bool]]:
    """Every form of the formula with whether it must be ASCII; MathErrors are passed over."""
    for form in (set_maths, inline_maths, line_maths):
        for plain in (False, True):
            try:
                made = form(tex, ascii=plain)
            except MathError:
                continue
            yield from ((row, plain) for row in ((made,) if isinstance(made, str) else made))


@settings(deadline=None, max_examples=300)
@given(ANY_SOURCE)
def test_any_source_is_set_or_refused(tex: str) -> None:
    """No exception but MathError, no `?` that is not in the source, ASCII where asked for, no control signs."""
    for row, plain in _forms(tex):
        assert not plain or row.isascii()
        assert plain or "?" in tex or "?" not in row
        assert "TeXicode" not in row
        assert not any(unicodedata.category(sign) == "Cc" for sign in row)


def _letters(text: str) -> list[str]:
    return sorted(sign for sign in unicodedata.normalize("NFKC", text) if sign.isascii() and sign.isalnum())


@settings(deadline=None, max_examples=300)
@given(WELL_FORMED)
def test_no_letter_or_digit_is_lost(tex: str) -> None:
    """A well-formed formula is set, and its two dimensions hold the letters and digits of its one line."""
    try:
        flat = line_maths(tex)
    except MathError as error:
        assert "empty" in error.what or "nested" in error.what
        return
    assert _letters("".join(set_maths(tex))) == _letters(flat)
    assert spoken(tex).isprintable()


# ---- texicode --------------------------------------------------------------------------------------------------------


def test_texicode_is_imported_with_the_first_display_formula() -> None:
    """What shows no display formula does not wait for it."""
    program = (
        "import sys; from petui.lessons import typeset; from petui.lessons.mathtext import inline_maths, set_maths;"
        "inline_maths('x^2'); set_maths('x^2', ascii=True); before = 'texicode' in sys.modules;"
        "set_maths('x^2'); print(before, 'texicode' in sys.modules, 'textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["False", "True", "False"]


def test_texicodes_own_font_setting_changes_nothing() -> None:
    """Its module-global font is neither set nor read."""
    from texicode import arts

    before = arts.font
    arts.font = None
    try:
        set_maths.cache_clear()
        assert set_maths(r"\mathbf{x} + PE_{(pos)}")[0] == "x + PE"
    finally:
        arts.font = before


def test_threads_get_the_same_rows() -> None:
    """Formulas set at once in many threads are set as they are alone."""
    formulas = [rf"\frac{{{n}}}{{10000^{{2i/d}}}} + \sum_{{j={n}}} \sqrt{{x_{{{n}}}}}" for n in range(40)]
    alone = [set_maths(tex) for tex in formulas]
    set_maths.cache_clear()
    found: list[list[tuple[str, ...]]] = []
    threads = [threading.Thread(target=lambda: found.append([set_maths(tex) for tex in formulas])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_a_failure_inside_texicode_is_a_matherror(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its layout raises, the caller gets a MathError."""
    from texicode import renderer

    def fails(_: Iterable[object]) -> None:
        raise KeyError("operatorname")

    monkeypatch.setattr(renderer, "render_fraction", fails)
    with pytest.raises(MathError, match="laid out"):
        set_maths(r"\frac{only}{here}")
