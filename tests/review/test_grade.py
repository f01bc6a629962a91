"""Asking cards and judging what is typed: numbers, choices, texts, confidence and suggested ratings."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from petui.core.errors import AnswerError
from petui.lessons.collection import FiledCard, collect_cards
from petui.lessons.expression import parse_expression
from petui.lessons.model import Card, Choice, Mistake, Option, Setting, Tolerance, Vary, WrongRule
from petui.lessons.place import Place
from petui.lessons.prosemodel import Paragraph, Prose, Text
from petui.lessons.tolerance import is_right
from petui.lessons.units import without_unit
from petui.review.grade import (
    FAST_MS,
    FAST_MS_PER_CHARACTER,
    Asking,
    Judgement,
    ask,
    give_up,
    is_typed,
    judge,
    right_answer,
    split_confidence,
)
from tests.shipped import shipped_course

PLACE = Place("decks/one.md", 3, 1)


def prose(text: str) -> Prose:
    """One paragraph."""
    return (Paragraph((Text(text),), PLACE),)


def mistake(name: str, *covers: str) -> Mistake:
    """A misconception."""
    return Mistake(name, (Text("It is half."),), "wrong", prose("Not so."), PLACE, covers=covers)


def numeric(answer: str, *, tol: float = 1e-3, wrongs: tuple[tuple[str, str], ...] = (), **varied: float) -> Card:
    """A numeric card with one value for each drawn name."""
    return Card(
        "n",
        "numeric",
        prose("how much?"),
        prose("so much"),
        PLACE,
        answer=parse_expression(answer, PLACE),
        tolerance=Tolerance(absolute=tol),
        wrongs=tuple(WrongRule(parse_expression(source, PLACE), name, PLACE) for source, name in wrongs),
        vary=tuple(Vary(name, (value,), PLACE) for name, value in varied.items()),
    )


def choice(*truths: bool, multiple: bool = False, shuffle: bool = True, covers: tuple[str, ...] = ()) -> Card:
    """A choice card; option n is `option n` with the reason `reason n`."""
    options = tuple(Option(true, prose(f"option {n}"), prose(f"reason {n}"), PLACE) for n, true in enumerate(truths))
    asked = Choice("c-options", prose("which?"), options, PLACE, multiple=multiple, shuffle=shuffle)
    return Card("c", "choice", prose("think"), (), PLACE, covers=covers, choice=asked)


def text_card(*accepts: str, covers: tuple[str, ...] = ()) -> Card:
    """A card with accepted texts."""
    return Card("t", "basic", prose("what?"), prose("that"), PLACE, covers=covers, accepts=accepts)


def asked(card: Card, *, seed: int = 1, turn: int = 0) -> Asking:
    """The card, asked."""
    return ask(FiledCard("course", "deck", card), seed=seed, turn=turn, mistakes={})


def judged(card: Card, typed: str, *mistakes: Mistake, ms: int | None = None, hints: int = 0) -> Judgement:
    """An answer to the card, judged."""
    return judge(asked(card), typed, mistakes={one.id: one for one in mistakes}, ms=ms, hints=hints)


# ---- numbers ---------------------------------------------------------------------------------------------------------


def test_right_number() -> None:
    """A number within the tolerance is right, and the full one is told."""
    got = judged(numeric("pe(pos, 2)", pos=3), "0.296")
    assert (got.outcome, got.rating, got.misconceptions) == ("right", 3, ())
    assert got.says == "Right: computed in full it is 0.29552." and got.answer == pytest.approx(0.29552, abs=1e-6)


def test_a_number_typed_to_the_last_digit_is_not_told_again() -> None:
    """Nothing is added by repeating it."""
    assert judged(numeric("2*pos", pos=3), "6").says == "Right."
    assert judged(numeric("pos/2", pos=1), ".50").says == "Right."


@pytest.mark.parametrize(
    ("answer", "typed", "says"),
    [
        # What is shown is rounded: who adds -0.4 and 0.02 has computed in full.
        ("0 - 0.380001", "-0.38", "Right."),
        ("0 - 0.380001", "-0.4 + 0.02", "Right: it is -0.38."),
        ("0 - 0.38011", "-0.38", "Right: computed in full it is -0.38011."),
        # Four digits are enough where they are those of the number.
        ("0.295520", "0.2955", "Right."),
        ("0.295520", "2.955e-1", "Right."),
        ("0.295520", "0.2956", "Right: computed in full it is 0.29552."),
        ("0.0299955", "0.03", "Right: computed in full it is 0.0299955."),
        ("0.0299955", "0.0300", "Right: computed in full it is 0.0299955."),
        ("0.0299955", "0.03000", "Right."),
        ("0*1", "0", "Right."),
    ],
)
def test_nothing_is_added_where_only_digits_not_shown_differ(answer: str, typed: str, says: str) -> None:
    """Being told another number by less than anyone could see looks like an error of one's own."""
    assert judged(numeric(answer), typed).says == says


def test_a_right_expression_is_told_its_value() -> None:
    """Its value is news, but nobody was inexact."""
    assert judged(numeric("pos*pi/6", pos=1), "pi/6").says == "Right: it is 0.523599."


def test_wrong_number_names_the_slip_and_the_answer() -> None:
    """The author's misconception is named with its mend, and refuted by the course's text."""
    known = mistake("halved")
    got = judged(numeric("n", wrongs=(("n/2", "halved"),), n=8), "4 !", known)
    assert got.outcome == "wrong" and got.rating == 1
    assert got.says == "Wrong: 4. The slip: “It is half”. Not so. The answer: 8."
    assert (got.misconceptions, got.refutes, got.confidence, got.typed) == (("halved",), (known,), "sure", "4")


def test_wrong_number_without_a_slip() -> None:
    """What no slip gives is only too large or too small, and no hint is promised."""
    got = judged(numeric("n", n=8), "9")
    assert got.says == "Wrong: 9 is too large. No slip known here gives it. The answer: 8."
    assert not got.misconceptions and not got.refutes


def test_too_few_digits_are_no_slip() -> None:
    """Who rounds too coarsely is told so, and no misconception is noted."""
    got = judged(numeric("n", wrongs=(("0.6967", "halved"),), n=0.7174), "0.7", mistake("halved"))
    assert got.says == "Wrong: 0.7 is the right number with too few digits. The answer: 0.7174."
    assert (got.rating, got.misconceptions, got.refutes) == (1, (), ())


def test_unknown_misconception_is_named_but_not_refuted() -> None:
    """A built-in slip has no text in the course."""
    got = judged(numeric("sin(pos)", pos=3), "0.05234")
    assert got.misconceptions == ("degrees",) and got.refutes == ()


def test_settings_reach_the_answer() -> None:
    """The card's own Lab is what its answer is computed at."""
    card = replace(numeric("d_model/2"), settings=(Setting("d_model", parse_expression("64", PLACE)),))
    assert judged(card, "32").outcome == "right"


@pytest.mark.parametrize("typed", ["", "   ", "three", "1,000,000", "!", "2 !! 3"])
def test_unreadable_number(typed: str) -> None:
    """What is no number counts for nothing."""
    with pytest.raises(AnswerError):
        judged(numeric("n", n=8), typed)


@pytest.mark.parametrize(
    ("typed", "unit", "number"),
    [
        ("3 rad", "rad", "3"),
        ("3rad", "rad", "3"),
        ("3 RAD.", "rad", "3"),
        ("3 positions  per turn", "positions per turn", "3"),
        ("sin(3) rad", "rad", "sin(3)"),
        ("90°", "°", "90"),
        ("86.6%", "percent", "86.6"),
        ("86.6 %", "Percent", "86.6"),
        ("86.6 per cent", "percent", "86.6"),
        ("86.6 percent", "%", "86.6"),
        ("-5 %.", "%", "-5"),
        ("90 deg", "°", "90"),
        ("90 degrees", "degree", "90"),
        ("3 radians", "rad", "3"),
        ("86.6%", "rad", "86.6%"),
        ("5 percent points", "percent", "5 percent points"),
        ("3", "rad", "3"),
        ("rad", "rad", "rad"),
        ("3 grad", "rad", "3 grad"),
        ("3 rad", "", "3 rad"),
        ("3 turns", "rad", "3 turns"),
    ],
)
def test_unit_behind_a_number(typed: str, unit: str, number: str) -> None:
    """The card's own unit may stand behind the number; no other may."""
    assert without_unit(typed, unit) == number


def test_a_share_may_be_typed_with_its_sign() -> None:
    """A card in percent takes `%`."""
    card = replace(numeric("n", n=8), unit="percent")
    assert judged(card, "8%").outcome == judged(card, "8 percent").outcome == "right"


def test_unit_is_judged_and_told() -> None:
    """A number with its unit is right, and the answer is told with it."""
    card = replace(numeric("n", n=8), unit="rad")
    assert judged(card, "8 rad !").outcome == "right"
    assert right_answer(asked(card)) == "8 rad"
    assert judged(card, "9 rad").says == "Wrong: 9 is too large. No slip known here gives it. The answer: 8 rad."


@given(
    st.floats(-1e12, 1e12),
    st.one_of(
        st.builds(Tolerance, relative=st.floats(0, 0.1)),
        st.builds(Tolerance, absolute=st.floats(0, 0.1)),
        st.builds(Tolerance, digits=st.integers(1, 9)),
    ),
)
def test_printed_answer_is_right(value: float, tolerance: Tolerance) -> None:
    """Whatever the tolerance, typing the answer as it is printed is right."""
    assume(value == 0 or abs(value) > 1e-12)
    card = replace(numeric("n", n=value), tolerance=tolerance)
    printed = right_answer(asked(card))
    assert is_right(float(printed), value, tolerance)
    assert judged(card, printed).outcome == "right"


# ---- choices ---------------------------------------------------------------------------------------------------------


@given(st.integers(0, 999), st.integers(2, 6), st.data())
def test_choice_by_its_shown_number(seed: int, count: int, data: st.DataObject) -> None:
    """Numbers and letters mean the options as shown; a wrong one gets its reason, and what holds is told."""
    true = data.draw(st.integers(0, count - 1))
    chosen = data.draw(st.integers(0, count - 1))
    card = choice(*(n == true for n in range(count)))
    asking = asked(card, seed=seed)
    assert sorted(asking.order) == list(range(count))
    place = asking.order.index(chosen)
    letter = "abcdef"[place]
    for typed in (str(place + 1), letter, letter.upper(), f"{place + 1})"):
        got = judge(asking, typed, mistakes={})
        assert got.typed == str(chosen + 1)
        if chosen == true:
            assert (got.outcome, got.rating, got.says) == ("right", 3, "Right.")
        else:
            holds = f"{asking.order.index(true) + 1}) option {true}"
            assert (got.outcome, got.rating) == ("wrong", 1)
            assert got.says == f"Wrong. What holds: {holds}." and right_answer(asking) == holds
            assert got.reasons == (prose(f"reason {chosen}"), prose(f"reason {true}"))


def test_choice_of_several() -> None:
    """All that hold must be chosen; leaving one out shows no misconception."""
    about = mistake("mixed-up", "M3")
    card = choice(True, False, True, multiple=True, shuffle=False, covers=("F1", "M3"))
    assert judged(card, "3, 1", about).outcome == "right"
    left_out = judged(card, "1", about)
    assert left_out.outcome == "wrong" and not left_out.refutes and not left_out.misconceptions
    assert left_out.says.endswith("What holds: 1) option 0 and 3) option 2.")
    assert left_out.reasons == (prose("reason 0"), prose("reason 2"))
    false = judged(card, "1 2 3", about)
    assert (false.refutes, false.misconceptions) == ((about,), ("mixed-up",))


def test_only_m_numbers_refute() -> None:
    """A misconception is shown for the M number that it shares with the card, and for no other number."""
    card = choice(True, False, shuffle=False, covers=("F1", "M3"))
    own, other, concept = mistake("own", "M3"), mistake("other", "M4"), mistake("concept", "F1")
    assert judged(card, "2", other, own, concept).refutes == (own,)
    assert judged(card, "1", own).refutes == ()
    assert judged(text_card("yes", covers=("M3",)), "no", other, own, concept).refutes == (own,)


@pytest.mark.parametrize("typed", ["", "0", "3", "c", "x", "1 2", "1.5", "99999999999999999999", "one"])
def test_no_option(typed: str) -> None:
    """What names no option, or two where one is asked for, counts for nothing."""
    with pytest.raises(AnswerError):
        judged(choice(True, False), typed)


def test_unshuffled_choice() -> None:
    """An author who orders the options keeps the order."""
    card = choice(True, False, False, False, shuffle=False)
    assert all(asked(card, seed=seed).order == (0, 1, 2, 3) for seed in range(20))


def test_shuffled_choice() -> None:
    """Another turn may show another order; the same turn never does."""
    card = choice(True, False, False, False)
    assert len({asked(card, turn=turn).order for turn in range(20)}) > 5
    assert all(asked(card, turn=turn) == asked(card, turn=turn) for turn in range(20))


# ---- texts -----------------------------------------------------------------------------------------------------------


def test_texts() -> None:
    """Right, right but misspelt, and wrong with the answer."""
    card = text_card("equivariance", "permutation-equivariance")
    assert judged(card, "Permutation equivariance").says == "Right."
    near = judged(card, "equivarience")
    assert (near.outcome, near.says) == ("right", "Right, but check the spelling: equivariance")
    wrong = judged(card, "invariance")
    assert (wrong.outcome, wrong.says) == ("wrong", "Wrong: invariance. The answer: equivariance")


def test_text_without_markup_in_the_verdict() -> None:
    """Accepted texts are shown as they are read."""
    assert right_answer(asked(text_card(r"$\omega_1$ or **this**"))) == "ω₁ or this"


def test_long_and_hostile_texts() -> None:
    """A verdict stays short and sends nothing that a terminal would act on."""
    says = judged(text_card("yes"), "\x1b[2J" + "x" * 500).says
    assert "\x1b" not in says and len(says) < 120


@pytest.mark.parametrize("typed", ["", " ", "\t"])
def test_nothing_typed(typed: str) -> None:
    """Nothing is no wrong answer."""
    with pytest.raises(AnswerError):
        judged(text_card("yes"), typed)


def test_self_graded_card() -> None:
    """A card without a typed answer is not judged; its back is its answer."""
    card = text_card()
    assert not is_typed(card) and all(map(is_typed, (text_card("a"), choice(True, False), numeric("1"))))
    assert right_answer(asked(card)) == "that"
    with pytest.raises(AnswerError):
        judged(card, "that")


# ---- confidence and ratings ------------------------------------------------------------------------------------------


@given(st.text(min_size=1, max_size=20))
def test_confidence_is_a_mark_of_its_own(text: str) -> None:
    """A mark behind a blank is the confidence, and nothing else is."""
    text = " ".join(text.split())
    assume(text and text.rpartition(" ")[2] not in ("!", "?"))
    assert split_confidence(text) == (text, "")
    assert split_confidence(f" {text} ! ") == (text, "sure")
    assert split_confidence(f"{text}  ?") == (text, "unsure")


@pytest.mark.parametrize("text", ["why?", "wow!", "?", "!", "", "n!"])
def test_marks_that_belong_to_the_answer(text: str) -> None:
    """A mark that touches the answer, or is all there is, is part of it."""
    assert split_confidence(text) == (text, "")


FAST = FAST_MS + FAST_MS_PER_CHARACTER


@pytest.mark.parametrize(
    ("typed", "ms", "hints", "rating"),
    [
        ("8", 100, 0, 3),
        ("8 !", 100, 0, 4),
        ("8 !", FAST, 0, 4),
        ("8 !", FAST + 1, 0, 3),
        ("8 !", None, 0, 3),
        ("8 !", -1, 0, 3),
        ("8 ?", 100, 0, 3),
        ("8 !", 100, 1, 2),
        ("8", None, 2, 2),
        ("9 !", 100, 0, 1),
        ("9", 100, 1, 1),
    ],
)
def test_suggested_rating(typed: str, ms: int | None, hints: int, rating: int) -> None:
    """Easy takes sure and fast; a hint makes it Hard; wrong is Again."""
    assert judged(numeric("n", n=8), typed, ms=ms, hints=hints).rating == rating


def test_guesses_and_misspellings_are_never_easy() -> None:
    """A choice may be a guess, and a misspelt word is not known by heart."""
    assert judged(choice(True, False, shuffle=False), "1 !", ms=1).rating == 3
    assert judged(text_card("frequency"), "freqency !", ms=1).rating == 3
    assert judged(text_card("frequency"), "frequency !", ms=1).rating == 4


@pytest.mark.parametrize("card", [numeric("n", n=8), choice(False, True), text_card("yes"), text_card()])
def test_giving_up(card: Card) -> None:
    """The answer is told on one line, and it counts as Again."""
    asking = asked(card)
    got = give_up(asking)
    assert (got.outcome, got.rating, got.says) == ("shown", 1, f"The answer: {right_answer(asking)}")
    assert "\n" not in got.says and got.answer == (8 if card.answer else None)


def test_a_choice_that_is_given_up_shows_why_its_options_hold() -> None:
    """The reasons of those that are right, in the order shown."""
    options = tuple(Option(number != 1, prose(f"o{number}"), prose(f"r{number}"), PLACE) for number in range(3))
    choice = Choice("c", prose("Which?"), options, PLACE, multiple=True)
    asking = replace(asked(Card("k", "choice", (), (), PLACE, choice=choice)), order=(2, 1, 0))
    assert give_up(asking).reasons == (prose("r2"), prose("r0"))


def test_a_built_in_slip_is_refuted_by_the_misconception_that_names_it() -> None:
    """Degrees come of one misconception of the shipped course, which says so; it is what a sure learner is shown."""
    course = shipped_course()
    known = {mistake.id: mistake for mistake in course.mistakes}
    filed = next(one for one in collect_cards([course]) if one.card.id == "in-radians")
    asking = ask(filed, seed=1, turn=0, mistakes=known)
    got = judge(asking, repr(math.sin(math.radians(asking.drawn["pos"]))) + " !", mistakes=known)
    assert got.misconceptions == ("degrees",)
    assert [mistake.id for mistake in got.refutes] == ["degrees-meant"]
