"""The laws of playing a lesson: gates, hints, draws and answers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import AnswerError
from petui.core.lab import Lab
from petui.lessons.earlier import Earlier
from petui.lessons.model import Choice, Lesson, Point, Question
from petui.lessons.parser import parse_lesson
from petui.lessons.play import Player, lab_at
from petui.lessons.staging import Stage

HEAD = "---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n"

CHECK = """:::{check} a-sum
:answer: a + b
:tol: 0.001
:hint: First hint.
:hint: Second hint.
:wrong: a - b => subtracted

How much?
:::"""

GATED = f"""
::::{{step}} first
:vary: a in 1..500
:vary: b in 1..500

Before.

{CHECK}

After.
::::

::::{{step}} second
Nothing is asked.
::::
"""

CHOICE = """
::::{step} only
:::{choice} which
KEYS

Which?

- [x] this

  Because.
- [ ] that

  No.
- [MARK] the third

  Perhaps.
:::
::::
"""

POINT = """
::::{step} only
:set: d_model=4

:::{point} where
:grid: table_doubled_exponent(1, 3)
:answer: 0,2

Where does it go wrong?
:::
::::
"""


def lesson(body: str, head: str = HEAD) -> Lesson:
    """The lesson of a body that has no faults."""
    found, faults = parse_lesson(head + body, "one.md")
    assert found is not None and not faults, [str(fault) for fault in faults]
    return found


def player(body: str = GATED, seed: int = 1, **options: object) -> Player:
    """A player of a small lesson."""
    return Player(lesson(body), {}, seed=seed, **options)  # type: ignore[arg-type]


def waiting(one: Player) -> Question:
    """The question that waits."""
    assert isinstance(one.gate, Question)
    return one.gate


def right(one: Player) -> str:
    """The right answer, typed."""
    return repr(one.answer_of(waiting(one)))


def draws(one: Player) -> dict[str, float]:
    """What the step has drawn."""
    return dict(one.stage.draw)


# ---- gates ----------------------------------------------------------------------------------------------------------


def test_a_gate_holds_the_lesson_and_hides_what_follows() -> None:
    """Neither the next step nor the text behind an unanswered question is to be had."""
    one = player()
    assert not one.forward()
    assert [shown.part for shown in one.shown()] == list(one.step.parts[:2])
    assert [shown.open for shown in one.shown()] == [False, True]
    assert (one.index, one.finished) == (0, False)


def test_a_right_answer_opens_the_gate() -> None:
    """The text behind it is shown, and the next step can be reached; there the lesson ends."""
    one = player()
    verdict = one.answer(right(one))
    assert (verdict.outcome, verdict.closes) == ("right", True)
    assert [shown.part for shown in one.shown()] == list(one.step.parts)
    assert one.gate is None and one.forward() and one.index == 1
    assert one.at_end and one.finished and not one.forward()


def test_a_wrong_answer_leaves_the_gate_shut() -> None:
    """And it is counted."""
    one = player()
    question = waiting(one)
    assert one.answer("-7").outcome == "wrong"
    assert one.gate is question and not one.forward()
    assert len(one.state(question).verdicts) == 1


def test_the_authors_slip_is_named() -> None:
    """A foreseen wrong number carries its misconception."""
    one = player()
    numbers = draws(one)
    assert one.answer(repr(numbers["a"] - numbers["b"])).misconceptions == ("subtracted",)


def test_skipping_opens_and_tells() -> None:
    """The answer is told; a second skip has nothing to pass."""
    one = player()
    numbers = draws(one)
    verdict = one.skip()
    assert verdict is not None and verdict.outcome == "skipped"
    assert verdict.answer == numbers["a"] + numbers["b"]
    assert f"{verdict.answer:g}" in verdict.says
    assert one.gate is None and one.skip() is None and one.forward()


def test_a_prediction_opens_whatever_it_is() -> None:
    """It is noted, and the gate opens."""
    one = player(GATED.replace("{check}", "{predict}"))
    assert one.answer("-7").outcome == "predicted"
    assert one.forward()


@pytest.mark.parametrize(
    ("answer", "typed", "says"),
    [
        ("cos(3)", "-0.4", "Computed: -0.989992; your prediction is 0.589992 away."),
        ("14", "13.5", "Computed: 14; your prediction is 0.5 away."),
        ("0.5", "1/3", "Computed: 0.5; your prediction is 0.2 away."),
        ("5", "1000", "Computed: 5; your prediction is 995 away."),
        ("5", "1e3", "Computed: 5; your prediction is 995 away."),
        ("1/7", "0", "Computed: 0.142857; your prediction is 0.142857 away."),
        ("3", "4.25", "Computed: 3; your prediction is 1.25 away."),
    ],
)
def test_a_prediction_s_distance_has_the_figures_of_what_it_is_between(answer: str, typed: str, says: str) -> None:
    """No digits that neither number has; whole ones are kept."""
    one = player(GATED.replace("{check}", "{predict}").replace(":answer: a + b", f":answer: {answer}"))
    assert says in one.answer(typed).says


@given(st.text(max_size=12))
def test_what_cannot_be_read_counts_nothing(typed: str) -> None:
    """Any text either is judged or raises AnswerError and leaves everything as it was."""
    one = player()
    question = waiting(one)
    try:
        one.answer(typed)
    except AnswerError as error:
        assert error.mend
        assert one.state(question).verdicts == () and one.gate is question
    else:
        assert len(one.state(question).verdicts) == 1


@pytest.mark.parametrize("typed", ["", "  ", "three", "1/0", "pos", "nan", "1e999", "__import__('os')", "1,2,3"])
def test_unreadable_answers_raise(typed: str) -> None:
    """No number, no count."""
    one = player()
    question = waiting(one)
    with pytest.raises(AnswerError):
        one.answer(typed)
    assert one.state(question).verdicts == ()


def test_an_answer_where_nothing_is_asked() -> None:
    """It is refused."""
    one = player(step_id="second")
    with pytest.raises(AnswerError):
        one.answer("1")


# ---- hints ----------------------------------------------------------------------------------------------------------


def test_hints_come_one_per_attempt() -> None:
    """The first at once, the second after an attempt, then a sentence that says they are over."""
    one = player()
    question = waiting(one)
    assert one.hint() == question.hints[0]
    assert isinstance(one.hint(), str) and one.state(question).hints == 1
    one.answer("-7")
    assert one.hint() == question.hints[1]
    one.answer("-8")
    assert isinstance(one.hint(), str) and one.state(question).hints == 2


def test_hints_are_offered_while_there_are_any() -> None:
    """After a wrong number, those that were not given yet; none after the last, or for a question without."""
    offered = "h + Enter gives a hint"
    one = player()
    assert offered in one.answer("-7").says
    one.hint()
    assert offered in one.answer("-7").says
    one.hint()
    assert not one.hints_left
    assert offered not in one.answer("-7").says
    bare = player("\n".join(line for line in GATED.splitlines() if not line.startswith(":hint:")))
    assert offered not in bare.answer("-7").says


def test_a_hint_where_there_is_none() -> None:
    """A sentence, for a question without hints and where nothing is asked."""
    bare = player("\n".join(line for line in GATED.splitlines() if not line.startswith(":hint:")))
    assert "no hint" in str(bare.hint())
    bare.skip()
    assert "Nothing is asked" in str(bare.hint())


# ---- draws ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1))
def test_the_same_seed_draws_the_same(seed: int) -> None:
    """Draws depend on the seed, the lesson and the step, not on the moment or on other steps."""
    random.seed(seed)
    one, other = player(seed=seed), player(seed=seed, step_id="second")
    random.random()
    other.back()
    assert draws(one) == draws(other) == draws(one)
    assert all(value in vary.values for vary in one.step.vary for value in [draws(one)[vary.name]])


def test_another_seed_draws_otherwise() -> None:
    """Of 20 seeds hardly two agree on a pair out of 250000."""
    assert len({tuple(draws(player(seed=seed)).values()) for seed in range(20)}) > 15


def test_a_redraw_asks_anew_with_other_numbers() -> None:
    """The gate is shut again, its history gone, its answer another."""
    one = player()
    question, before = waiting(one), draws(one)
    one.hint()
    one.answer(right(one))
    one.redraw()
    assert one.gate is question and not one.forward()
    assert one.state(question).verdicts == () and one.state(question).hints == 0
    assert draws(one) != before
    assert one.answer(right(one)).outcome == "right"


def test_an_answer_does_not_change_what_is_asked() -> None:
    """Attempts, hints and skips leave the numbers alone."""
    one = player()
    before = draws(one)
    one.answer("-7")
    one.hint()
    one.skip()
    assert draws(one) == before


def test_a_drawn_field_sets_the_lab() -> None:
    """A drawn d_model is the step's d_model, and a setting does not overrule it."""
    body = GATED.replace(":vary: a in 1..500", ":set: d_model=8 pos=5\n:vary: a in 1..500\n:vary: d_model in 32, 64")
    for seed in range(10):
        one = player(body, seed=seed)
        assert isinstance(one.stage, Stage)
        assert one.stage.lab.d_model == draws(one)["d_model"] in (32, 64)
        assert one.stage.lab.pos == 5
        assert lab_at(one, one.stage.lab.changed(dtype="float32")).dtype == "float32"


DRAWN_SLOT = GATED.replace(":answer: a + b", ":vary: slot in 6, 7\n:answer: a + b + slot")


def test_what_a_question_drew_holds_in_the_lab_once_it_is_closed() -> None:
    """The learner's Lab with it, and the step's where it is opened again."""
    one = player(DRAWN_SLOT)
    gate, lab = waiting(one), Lab(pos=9, base=100.0)
    slot = one.gate_stage(gate).lab.slot
    assert one.lab_after(gate, lab) == lab
    one.answer(right(one))
    assert one.lab_after(gate, lab) == lab.changed(slot=slot)
    assert lab_at(one, lab).slot == slot


def test_a_narrower_lab_gives_way_to_what_a_question_drew() -> None:
    """A slot that the learner's encoding does not have is shown in the question's; the number format stays."""
    one = player(DRAWN_SLOT)
    gate, lab = waiting(one), Lab(d_model=4, dtype="float16")
    drawn_at = one.gate_stage(gate).lab
    one.answer(right(one))
    assert one.lab_after(gate, lab) == drawn_at.changed(dtype="float16")


FORMATS = """
::::{step} small
:set: dtype=bfloat16 convention=whisper length=9

Small numbers.
::::

::::{step} usual
Usual numbers.
::::

::::{step} smaller
:set: dtype=float16

Smaller numbers.
::::

::::{step} last
Usual numbers again.
::::
"""


def formats(chosen: dict[int, str]) -> list[str]:
    """The number format at each step where the learner chooses these at some."""
    one, lab, seen = player(FORMATS), Lab(), []
    for at in range(4):
        lab = lab_at(one, lab)
        seen.append(lab.dtype)
        assert (lab.convention, lab.length) == (("whisper", 9) if at == 0 else ("paper", 64))
        lab = lab.changed(dtype=chosen.get(at, lab.dtype))
        one.forward()
    return seen


def test_a_steps_number_format_is_the_steps() -> None:
    """Only what the learner has chosen goes on to steps that have none of their own, and then past those that have."""
    assert formats({}) == ["bfloat16", "float64", "float16", "float64"]
    assert formats({1: "float32"}) == ["bfloat16", "float64", "float16", "float32"]
    assert formats({0: "float16", 2: "float64"}) == ["bfloat16", "float16", "float16", "float64"]


def test_gates_draw_their_own_on_top_of_the_steps() -> None:
    """A question's own drawn values are its own; the step's are shared."""
    body = GATED.replace(":answer: a + b", ":vary: c in 1..500\n:answer: a + b + c")
    one = player(body)
    here = one.gate_stage(waiting(one))
    assert {name: here.draw[name] for name in ("a", "b")} == draws(one)
    assert one.answer_of(waiting(one)) == sum(here.draw[name] for name in "abc")


# ---- what was answered before ---------------------------------------------------------------------------------------


def test_what_was_closed_earlier_is_open_to_read() -> None:
    """The text behind it is shown and the lesson goes on, without a verdict."""
    one = player(earlier=Earlier(closed=["a-sum"]))
    assert one.gate is None and one.skip() is None
    assert [shown.part for shown in one.shown()] == list(one.step.parts)
    assert one.state(one.step.parts[1]).earlier  # type: ignore[arg-type]
    assert one.forward()


def test_what_was_closed_earlier_can_be_asked_again() -> None:
    """A redraw shuts it."""
    one = player(earlier=Earlier(closed=["a-sum"]))
    one.redraw()
    assert one.gate is not None and not one.forward()


def test_a_lesson_begins_where_it_is_told_to() -> None:
    """At the named step; at the first where there is no such step any more."""
    assert player(step_id="second").index == 1
    assert player(step_id="gone").index == 0
    one = player()
    assert one.go_to("second") and one.index == 1
    assert not one.go_to("gone") and one.index == 1
    assert one.back() and not one.back()


# ---- worked examples ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fade", "asked"), [("none", []), ("last", ["c"]), ("all", ["a", "b", "c"])])
def test_a_faded_example_asks_what_is_left_blank(fade: str, asked: list[str]) -> None:
    """None, the last or all of its checks; the others are shown filled in."""
    checks = "\n\n".join(f":::{{check}} {name}\n:answer: 1\n:tol: 0.1\n\nOne?\n:::" for name in "abc")
    one = player(f"\n::::{{worked}} only\n:fade: {fade}\n\n{checks}\n::::\n")
    found = []
    while one.gate is not None:
        found.append(one.gate.id)
        assert one.answer("1").outcome == "right"
    assert found == asked
    assert [shown.part.id for shown in one.shown() if shown.filled] == [  # type: ignore[union-attr]
        name for name in "abc" if name not in asked
    ]


# ---- choices and points ---------------------------------------------------------------------------------------------


def choice(*, multiple: bool, seed: int = 1) -> tuple[Player, Choice]:
    """A player at a choice of three, of which the first holds, and the third too if several may be chosen."""
    body = CHOICE.replace("KEYS", ":multiple: yes" if multiple else "").replace("MARK", "x" if multiple else " ")
    one = player(body, seed=seed)
    assert isinstance(one.gate, Choice)
    return one, one.gate


def typed(one: Player, gate: Choice, *indexes: int) -> str:
    """Options by their indexes, as the numbers that are shown."""
    return ",".join(str(one.order_of(gate).index(index) + 1) for index in indexes)


@given(st.integers(0, 2**32 - 1))
def test_one_of_several(seed: int) -> None:
    """Each option is judged as marked, wherever it is shown."""
    one, gate = choice(multiple=False, seed=seed)
    assert sorted(one.order_of(gate)) == [0, 1, 2]
    for index in (1, 2, 0):
        verdict = one.answer(typed(one, gate, index))
        assert verdict.outcome == ("right" if index == 0 else "wrong")
        assert verdict.reasons == (gate.options[index].reason,)


def test_options_come_in_every_order() -> None:
    """Shuffled by the seed."""
    assert len({choice(multiple=False, seed=seed)[0].order_of(choice(multiple=False)[1]) for seed in range(60)}) == 6


def test_a_choice_of_several_wants_all_of_them() -> None:
    """A part of what holds is not all; more than holds is wrong."""
    one, gate = choice(multiple=True)
    part = one.answer(typed(one, gate, 2))
    assert part.outcome == "wrong" and "not all" in part.says
    over = one.answer(typed(one, gate, 0, 1, 2))
    assert over.outcome == "wrong" and "not all" not in over.says
    assert one.answer(typed(one, gate, 2, 0)).outcome == "right"


@pytest.mark.parametrize("answer", ["", "0", "4", "one", "-1", "1.5", "1 2", "²"])
def test_no_option(answer: str) -> None:
    """A number out of range, no number, or two where one is asked for: nothing is counted."""
    one, gate = choice(multiple=False)
    with pytest.raises(AnswerError):
        one.answer(answer)
    assert one.state(gate).verdicts == ()


@pytest.mark.parametrize("answer", ["0,2", " 0 2 ", "0, 2"])
def test_the_first_wrong_cell_is_right(answer: str) -> None:
    """By row and column, from 0."""
    assert player(POINT).answer(answer).outcome == "right"


def test_other_cells_are_wrong_for_their_own_reason() -> None:
    """One that is off as well, and one that is not off at all."""
    one = player(POINT)
    later, sound = one.answer("1,2"), one.answer("0,0")
    assert (later.outcome, sound.outcome) == ("wrong", "wrong")
    assert "earlier" in later.says and "agrees" in sound.says
    told = one.skip()
    assert told is not None and "row 0, column 2" in told.says


@pytest.mark.parametrize("answer", ["", "0", "3,0", "0,4", "-1,0", "a,b", "0,1,2"])
def test_no_cell(answer: str) -> None:
    """Outside of the table, or no cell: nothing is counted."""
    one = player(POINT)
    assert isinstance(one.gate, Point)
    with pytest.raises(AnswerError):
        one.answer(answer)
    assert one.state(one.gate).verdicts == ()


@pytest.mark.parametrize("unit", ["%", " percent", " %."])
def test_the_unit_may_be_typed_behind_the_number(unit: str) -> None:
    """As it is shown, or as its sign; another one is no answer."""
    one = player(GATED.replace(":tol:", ":unit: percent\n:tol:"))
    with pytest.raises(AnswerError):
        one.answer("3 rad")
    assert one.answer(f"-7{unit}").says.startswith("Wrong: -7 ")
    assert one.answer(f"{right(one)}{unit}").outcome == "right"
