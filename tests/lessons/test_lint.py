"""Lint: every fault of what lessons compute, refer to and show."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.core.errors import ContentError
from petui.lessons.expression import parse_expression
from petui.lessons.lint import lint_course, lint_paths
from petui.lessons.model import Param, Setting, Vary
from petui.lessons.place import Fault, Place
from petui.lessons.staging import all_draws, live_draws, stage

HEAD = """\
---
schema: 1
id: one
title: One
minutes: 5
params: {d_model: {default: 8, range: [4, 16], step: 4}, rate: {default: 1, range: [0, 2]}}
---

"""

GOOD = """\
::::{step} first
:set: d_model=8 pos=3
:cell: pos,2
:vary: k in 1..3

Live {val}`omega(1)`, drawn {val}`k @2`, {cell}`pos, 1`, at {ref}`one#last`.

:::{check} ask
:vary: n in 2..9
:answer: n*rate + k
:tol: 1%
:hint: {val}`n`
:wrong: n*rate + k + 5 => off-by-one

What is {val}`n` plus {val}`k`?
:::
::::

::::{step} last
:set: pos=2

:::{point} slip
:grid: table_doubled_exponent(pos, 1)
:answer: 0,2
:hint: Look.

Where?
:::

:::{choice} pick
:hint: Look.

Which?

- [x] {val}`1`

  {val}`pos`
- [ ] $x$
:::
::::
"""


def lint(tmp_path: Path, text: str) -> list[Fault]:
    """The faults of a lesson file by itself."""
    path = tmp_path / "one.md"
    path.write_text(text)
    return list(lint_paths([path]))


def change(old: str, new: str) -> str:
    """The good lesson with one change."""
    assert GOOD.count(old) == 1
    return HEAD + GOOD.replace(old, new)


def test_a_good_lesson_is_clean(tmp_path: Path) -> None:
    """No fault without a reason."""
    assert lint(tmp_path, HEAD + GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "at", "code", "says"),
    [
        ("omega(1)", "omga(1)", "omga", "E05", "omega"),
        ("n*rate + k\n", "n*rat + k\n", "n*rat + k\n", "E05", "rate"),
        ("{val}`n` plus", "{val}`m` plus", "m` plus", "E05", "`m`"),
        ("omega(1)", "log(rate)", "log(rate)", "E06", "rate = 0"),
        ("omega(1)", "pe(pos, 5)", "pe(pos, 5)", "E06", "d_model = 4"),
        ("n*rate + k\n", "1/(n - 5)\n", "1/(n - 5)", "E06", "n = 5"),
        (":hint: {val}`n`", ":hint: {val}`sqrt(n - 9)`", "sqrt", "E06", "n = 2"),
        ("n*rate + k\n", "n - 4\n", "n - 4", "E07", "n = 4"),
        ("n*rate + k + 5 =>", "n + 1 =>", "n + 1 =>", "E09", "k = 1"),
        ("n*rate + k + 5 =>", "1/(n - 9) =>", "1/(n", "E06", "n = 9"),
        (":cell: pos,2", ":cell: pos,8", "pos,8", "E10", "slot"),
        (":set: d_model=8 pos=3", ":set: d_model=8 pos=k/2", "::::{step} first", "E06", "whole"),
        (":vary: k in 1..3", ":vary: pos in 0.5, 1", "::::{step} first", "E06", "pos"),
        (":answer: 0,2", ":answer: 0,3", "0,3", "E08", "0,2"),
        ("table_doubled_exponent(pos, 1)", "table_right(pos, 1)", "table_right", "E08", "no cell"),
        ("table_doubled_exponent(pos, 1)", "table_doubled_exponent(0, 1)", "table_doubled", "E08", "no cell"),
        ("one#last", "one#lost", "{ref}", "E12", "last"),
        ("$x$", "$\\undefined x$", "$\\undefined", "E11", "cannot be set"),
        ("Which?", "Line.\n\n" * 20 + "Which?", "::::{step} last", "E13", "18"),
        ("Which?", "```\n" + "x" * 90 + "\n```\n\nWhich?", "```", "E13", "76"),
        ("Where?\n:::", "Where?\n:::\n\n:::{why}\n" + "Line.\n\n" * 20 + ":::", ":::{why}", "E13", "why"),
    ],
)
def test_each_fault_is_found_at_its_place(tmp_path: Path, old: str, new: str, at: str, code: str, says: str) -> None:
    """One change, one fault, at the changed place."""
    text = change(old, new)
    (fault,) = lint(tmp_path, text)
    index = text.index(at)
    assert (fault.place.line, fault.code) == (text.count("\n", 0, index) + 1, code)
    if code != "E13":
        assert fault.place.column == index - text.rfind("\n", 0, index)
    assert says in fault.message


@pytest.mark.parametrize(("rows", "note", "fits"), [(18, "", True), (19, "", False), (16, "x", True), (17, "x", False)])
def test_a_step_has_eighteen_rows(tmp_path: Path, rows: int, note: str, fits: bool) -> None:
    """Parts are set off by a blank row, which counts."""
    listing = "```\n" + "\n".join("x" * rows) + "\n```\n"
    aside = f"\n:::{{note}}\n{note}\n:::\n" if note else ""
    found = lint(tmp_path, f"{HEAD}::::{{step}} only\n\n{listing}{aside}::::\n")
    assert [fault.code for fault in found] == ([] if fits else ["E13"])


def test_a_lesson_has_a_bounded_number_of_steps(tmp_path: Path) -> None:
    """A hundred; the next one is named."""
    step = "::::{{step}} s{n}\n\nx\n::::\n"
    found = lint(tmp_path, HEAD + "".join(step.format(n=n) for n in range(101)))
    assert [(fault.place.line, fault.code) for fault in found] == [(9 + 400, "E10")]


def test_params_must_fit_the_lab(tmp_path: Path) -> None:
    """A range that the Lab refuses is a fault of the front matter."""
    found = lint(tmp_path, (HEAD + GOOD).replace("range: [4, 16]", "range: [0, 16]"))
    assert [(fault.place.line, fault.code) for fault in found] == [(6, "E10")]


def test_faults_of_all_kinds_come_at_once_and_sorted(tmp_path: Path) -> None:
    """A broken header hides no broken answer."""
    text = (
        change("omega(1)", "omga(1)")
        .replace("minutes: 5", "minutes: x")
        .replace("0,2", "0,3")
        .replace("{ref}", "{reff}")
    )
    found = lint(tmp_path, text)
    assert [fault.code for fault in found] == ["E10", "E05", "E02", "E08"]
    assert found == sorted(found)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course of one lesson."""
    root = tmp_path / "course"
    (root / "lessons").mkdir(parents=True)
    (root / "decks").mkdir()
    (root / "course.yaml").write_text(
        "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: P, lessons: [one]}]\n"
        "misconceptions: m.md\ndecks: [decks/d.md]\n"
    )
    (root / "lessons" / "one.md").write_text(HEAD + GOOD)
    (root / "m.md").write_text(":::{mistake} swap\n:claims: {val}`1`\n:verdict: wrong\n:shows: pe(1, 2)\n\nNo.\n:::\n")
    (root / "decks" / "d.md").write_text(
        ":::{card} c\n:vary: n in 1..3\n:answer: n + 1\n:tol: 1%\n:wrong: n => swap\n\n{val}`n`?\n?\nYes.\n:::\n"
    )
    return root


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("lessons/one.md", "off-by-one", "off-by-two", "E09"),
        ("decks/d.md", "swap", "swop", "E09"),
        ("decks/d.md", "n + 1", "n + m", "E05"),
        ("decks/d.md", ":wrong: n =>", ":wrong: n + 1.001 =>", "E09"),
        ("decks/d.md", "Yes.", "{ref}`two`", "E12"),
        ("decks/d.md", "Yes.", "$\\undefined$", "E11"),
        ("m.md", "pe(1, 2)", "pe(1, 99)", "E06"),
        ("m.md", "{val}`1`", "{val}`nope`", "E05"),
    ],
)
def test_decks_and_misconceptions_are_linted(course: Path, file: str, old: str, new: str, code: str) -> None:
    """Each kind of file, through its course and by its own path."""
    assert lint_course(course) == ()
    path = course / file
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    (fault,) = lint_course(course)
    assert (Path(fault.place.file), fault.code) == (path, code)
    assert lint_paths([path]) == (fault,)
    assert lint_paths([course.parent, course, path]) == (fault,)


def test_a_single_file_shows_only_its_own_faults(course: Path) -> None:
    """Another file's faults are not in its report."""
    (course / "m.md").write_text(":::{mistake} x\n:::\n")
    assert lint_paths([course / "lessons" / "one.md"]) == ()
    assert lint_paths([course])


@pytest.mark.parametrize("name", ["none", "none.md", "empty"])
def test_a_path_with_nothing_to_check_is_an_error(tmp_path: Path, name: str) -> None:
    """Not a silent success."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(ContentError):
        lint_paths([tmp_path / name])


def test_a_lesson_that_computes_without_end_is_given_up(tmp_path: Path) -> None:
    """Lint ends with a fault instead of running for hours."""
    fields = ":vary: a in 1..999\n:vary: b in 2..2\n:answer: dot(a, b)\n:tol: 0.1\n:hint: H\n"
    check = f":::{{{{check}}}} ask-{{n}}\n{fields}\nAsk.\n:::\n"
    body = "\n".join(check.format(n=n) for n in range(40))
    found = lint(tmp_path, f"{HEAD}::::{{step}} only\n:set: d_model=16384\n\n{body}\n::::\n")
    assert [fault.code for fault in found if "more to compute" in fault.message] == ["E06"]


def test_a_large_deck_is_checked_to_its_end(course: Path) -> None:
    """Many cards are sampled more thinly, and the last one's fault is found."""
    path = course / "decks" / "d.md"
    text = path.read_text()
    cards = [
        text.replace("{card} c", f"{{card}} c{n}").replace("1..3", "1..99").replace("n =>", "-n =>") for n in range(400)
    ]
    path.write_text("".join(cards) + text.replace("n + 1", "n + m"))
    assert [fault.code for fault in lint_course(course)] == ["E05"]


def test_draws_are_all_or_corners_and_a_fixed_sample() -> None:
    """Small grids are enumerated; large ones have their corners in."""
    place = Place("f")
    small = [Vary("a", (1.0, 2.0), place), Vary("b", (3.0, 4.0, 5.0), place)]
    assert len({tuple(draw.values()) for draw in all_draws(small)}) == 6
    large = [Vary(name, tuple(map(float, range(100))), place) for name in "abc"]
    draws = list(all_draws(large))
    assert {"a": 0.0, "b": 99.0, "c": 0.0} in draws
    assert draws == list(all_draws(large)) and len(draws) < 2000
    params = [Param("d_model", 8.0, 4.0, 17.0, 4.0, place)]
    assert {draw.get("d_model", 8.0) for draw in live_draws(params)} == {4.0, 8.0, 12.0, 16.0}
    assert list(live_draws([])) == [{}]


def test_a_stage_is_built_in_order() -> None:
    """Defaults, params, settings that see what came before, then the draw."""
    place = Place("f")
    params = [Param("d_model", 4.0, 4.0, 16.0, 4.0, place), Param("rate", 0.5, 0.0, 1.0, 0.1, place)]
    settings = [
        Setting("d_model", parse_expression("16", place)),
        Setting("slot", parse_expression("d_model - 1", place)),
        Setting("pos", parse_expression("2*k", place)),
    ]
    found = stage(params, settings, {"k": 3.0})
    assert (found.lab.d_model, found.lab.slot, found.lab.pos) == (16, 15, 6)
    assert dict(found.draw) == {"rate": 0.5, "k": 3.0}
    assert stage(params, settings, {"k": 3.0, "pos": 9.0}).lab.pos == 9


@pytest.mark.parametrize(
    ("typed", "flagged"),
    [
        ("It is 0.9093.", "0.9093"),
        ("It is -0,42 of it.", "-0,42"),
        ("It is `0.25` of it.", "0.25"),
        ("It is $x = 0.01$ here.", "0.01"),
        ("| a |\n|---|\n| .125 |", ".125"),
        ("- [x](/y) 12.50", "12.50"),
        ("It is {literal}`0.9093`, {val}`omega(1) @4`, 0.5, 10,000 or 1.12.3 in 2022.", ""),
        ("```\n0.9093\n```", ""),
    ],
)
def test_a_figure_typed_by_hand_is_found(tmp_path: Path, typed: str, flagged: str) -> None:
    """A decimal with two places or more outside literal, val and code blocks; in hints and cards too."""
    found = lint(tmp_path, change("Live ", typed + "\n\nLive "))
    assert [fault.code for fault in found] == (["E14"] if flagged else [])
    assert all(f"`{flagged}`" in fault.message for fault in found)


def test_figures_in_hints_are_found(tmp_path: Path) -> None:
    """A hint is as good a place to be wrong in as any."""
    (fault,) = lint(tmp_path, change(":hint: {val}`n`", ":hint: about 3.14"))
    assert (fault.code, "3.14" in fault.message) == ("E14", True)


def test_a_display_formula_is_spoken(tmp_path: Path) -> None:
    """Between dollars it has no spoken form; in a math block it has."""
    (fault,) = lint(tmp_path, change("Live ", "$$x = 1$$\n\nLive "))
    assert fault.code == "E15"
    assert not lint(tmp_path, change("Live ", ":::{math}\n:alt: x is 1\n\nx = 1\n:::\n\nLive "))


def test_coverage_names_what_no_lesson_or_card_covers(tmp_path: Path) -> None:
    """At the number's own line of course.yaml, and only where asked for."""
    (tmp_path / "lessons").mkdir()
    head = "schema: 1\nid: two\ntitle: Two\nlanguage: en\nparts: [{title: P, lessons: [one]}]\n"
    (tmp_path / "course.yaml").write_text(head + "inventory:\n  X1: both\n  X2: a lesson only\n  X3: neither\n")
    card = "::::{card} c\n:covers: X1\n\nFront?\n\n?\n\nBack.\n::::\n\n"
    lesson = GOOD.replace("::::{step} last", card + "::::{step} last")
    path = tmp_path / "lessons" / "one.md"
    path.write_text(HEAD.replace("minutes: 5", "minutes: 5\ncovers: [X1, X2]") + lesson)
    assert lint_course(tmp_path) == ()
    found = lint_course(tmp_path, coverage=True)
    assert [(fault.code, fault.place.line) for fault in found] == [("E16", 8), ("E16", 9)]
    assert "no card covers X2" in found[0].message
    assert "no lesson and no card covers X3" in found[1].message
