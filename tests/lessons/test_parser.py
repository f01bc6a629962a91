"""The parser: what a well-formed lesson becomes."""

from __future__ import annotations

from pathlib import Path

from petui.lessons.model import Aside, Choice, Code, Lesson, Passage, Point, Question
from petui.lessons.parser import parse_lesson
from petui.lessons.prosemodel import Display, Grid, Items, Listing, Maths, Paragraph, Quote, Role, Text

SAMPLE = Path(__file__).parent / "samples" / "whole.md"
WHOLE = SAMPLE.read_text()
BODY = WHOLE[WHOLE.index("::::{step}") :]
HEAD = WHOLE.removesuffix(BODY)


def lesson(text: str) -> Lesson:
    """The lesson of a text that has no faults."""
    found, faults = parse_lesson(text, "f.md")
    assert not faults, [str(fault) for fault in faults]
    assert found is not None
    return found


def step(body: str, keys: str = "") -> str:
    """A lesson with one step; its body begins in line 14, after a `show` key in line 12."""
    return f"{HEAD}::::{{step}} only\n:show: heat\n{keys}\n{body}\n::::\n"


def test_front_matter_is_converted_by_schema_and_not_guessed() -> None:
    """Texts stay texts, numbers are read from text."""
    found = lesson(WHOLE)
    assert (found.id, found.title, found.minutes, found.requires, found.covers) == (
        "one",
        "Why: this",
        6.0,
        ("zero",),
        ("D3", "F7"),
    )
    assert [(p.name, p.default, p.low, p.high, p.step) for p in found.params] == [
        ("d_model", 8.0, 4.0, 512.0, 2.0),
        ("rate", 0.5, 0.0, 1.0, 0.25),
    ]


def test_step_keys_come_from_the_source_line() -> None:
    """Settings with spaces, the view and the cell."""
    sweep = lesson(WHOLE).steps[0]
    assert [(s.name, s.expression.source) for s in sweep.settings] == [
        ("d_model", "8"),
        ("pos", "3"),
        ("rate", "1/(1 + 1)"),
    ]
    assert sweep.show == "waves"
    assert sweep.cell is not None
    assert [(e.source, e.place.column) for e in sweep.cell] == [("pos", 8), ("2*1", 13)]


def test_parts_keep_their_order_and_neighbouring_prose_is_one_passage() -> None:
    """A math block joins the prose around it."""
    parts = lesson(WHOLE).steps[0].parts
    assert [type(part) for part in parts] == [Passage, Question, Choice, Point, Aside, Aside, Code]
    passage = parts[0]
    assert isinstance(passage, Passage)
    assert [(block.tex, block.alt) for block in passage.blocks if isinstance(block, Display)] == [
        ("\\omega_i = \\frac{1}{2}", ""),
        ("\\frac{1}{2}", "a half"),
    ]


def test_inline_places_are_those_of_the_source() -> None:
    """Roles, their expressions and formulas point at their own line and column."""
    passage = lesson(WHOLE).steps[0].parts[0]
    assert isinstance(passage, Passage)
    paragraph = passage.blocks[0]
    assert isinstance(paragraph, Paragraph)
    lines = WHOLE.split("\n")
    seen = 0
    for inline in paragraph.inlines:
        if isinstance(inline, Maths):
            seen += 1
            assert lines[inline.place.line - 1][inline.place.column - 1 :].startswith(f"${inline.tex}$")
        if isinstance(inline, Role):
            seen += 1
            assert lines[inline.place.line - 1][inline.place.column - 1 :].startswith("{" + inline.name + "}`")
            for expression in inline.expressions:
                assert lines[expression.place.line - 1][expression.place.column - 1 :].startswith(expression.source)
    assert seen == 3
    assert [(i.text, i.style) for i in paragraph.inlines if isinstance(i, Text)] == [
        ("Pair ", ""),
        ("one", "em"),
        (" turns by ", ""),
        (" radians and ", ""),
        (" is ", ""),
        ("code", "code"),
        (" of ", ""),
        (".", ""),
    ]
    value = next(i for i in paragraph.inlines if isinstance(i, Role))
    assert (value.expressions[0].source, value.digits) == ("omega(1)", 4)


def test_a_formula_is_not_looked_for_inside_a_role() -> None:
    """The same signs may stand in a role's text before it."""
    text = step("a {literal}`$x$` b $x$")
    passage = lesson(text).steps[0].parts[0]
    assert isinstance(passage, Passage) and isinstance(passage.blocks[0], Paragraph)
    (maths,) = [inline for inline in passage.blocks[0].inlines if isinstance(inline, Maths)]
    assert maths.place.column == 20


def test_a_question_has_every_field() -> None:
    """A leading minus, a bullet in a hint and a range of decimals survive."""
    question = lesson(WHOLE).steps[0].parts[1]
    assert isinstance(question, Question)
    assert (question.kind, question.id, question.answer.source, question.unit) == (
        "predict",
        "guess",
        "- sin(3)",
        "rad",
    )
    assert question.tolerance.relative == 0.01
    assert question.hints[1] == (Text("- not a bullet"),)
    assert isinstance(question.hints[0][1], Maths)
    assert [(w.expression.source, w.misconception) for w in question.wrongs] == [
        ("base**(2*1/d_model)", "inverted-rate")
    ]
    assert {v.name: v.values for v in question.vary} == {
        "pos": tuple(float(n) for n in range(1, 10)),
        "k": (0.1, 0.2, 0.3),
        "n": (2.0, 4.0, -8.0),
    }


def test_a_choice_has_options_with_reasons() -> None:
    """The reason is the item's second paragraph; brackets are no part of the text."""
    choice = lesson(WHOLE).steps[0].parts[2]
    assert isinstance(choice, Choice)
    assert [option.true for option in choice.options] == [True, False]
    assert (choice.shuffle, choice.multiple) == (False, False)
    first = choice.options[0]
    assert isinstance(first.text[0], Paragraph)
    assert first.text[0].inlines[0] == Text("this ")
    assert isinstance(first.reason[0], Paragraph)
    assert first.reason[0].inlines == (Text("Because."),)
    assert choice.options[1].reason == ()


def test_point_asides_code_and_worked() -> None:
    """The other blocks."""
    found = lesson(WHOLE)
    point, why, note, code = found.steps[0].parts[3:]
    assert isinstance(point, Point)
    assert [e.source for e in point.answer] == ["0", "2"]
    assert isinstance(why, Aside) and isinstance(note, Aside)
    assert (why.kind, why.title, note.kind, note.title) == ("why", "A circle?", "note", "Mind")
    assert [type(block) for block in note.body] == [Items, Quote, Grid]
    assert isinstance(note.body[0], Items) and note.body[0].start == 1
    assert isinstance(code, Code)
    assert code.text == "x = 1  # :::{step} not a fence"
    worked = found.steps[1]
    assert (worked.kind, worked.fade) == ("worked", "last")
    check = worked.parts[0]
    assert isinstance(check, Question) and check.tolerance.digits == 3


def test_markup_for_other_programs_is_plain_text() -> None:
    """Brackets, tags and underlined headings mean nothing here."""
    found = lesson(step("[bold]x[/] <b>y</b> $5 and $6\n\n    indented"))
    passage = found.steps[0].parts[0]
    assert isinstance(passage, Passage)
    assert isinstance(passage.blocks[0], Paragraph)
    assert passage.blocks[0].inlines == (Text("[bold]x[/] <b>y</b> $5 and $6"),)
    assert isinstance(passage.blocks[1], Listing)


def test_a_fence_inside_code_or_maths_is_text() -> None:
    """Neither opens nor closes a block."""
    assert lesson(step("```\n:::\n::::{step} x\n```\n\n~~~\n:::\n~~~"))
