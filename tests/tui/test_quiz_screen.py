"""The Quiz screen and the ways between screens, driven by keys."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.events import Key

from petui.lessons.model import Card
from petui.locations import log_dir
from petui.review.events import ReviewEvent, StartEvent, SuspendEvent, UndoEvent
from petui.review.grade import Asking
from petui.review.log import ReviewLog, read_events
from petui.review.stamp import stamp_now
from petui.tui.commands import COMMANDS, commands_of
from petui.tui.options import QuizRequest, TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.panels import ListScreen, TextScreen
from petui.tui.screens.progress import ProgressScreen
from petui.tui.screens.quiz import QuizScreen
from tests.tui.driving import DrivenTutor, driven

COURSE = """schema: 1
id: small
title: A small course
language: en
inventory: {F1: "a cell", M1: "counting"}
parts:
  - title: Only part
    lessons: [cells]
misconceptions: misconceptions.md
decks: [decks/numbers.md, decks/recall.md, decks/options.md, decks/many.md]
"""
MISTAKES = """:::{mistake} counts-from-one
:claims: The first word stands at position 1.
:verdict: wrong
:covers: M1

Everyday counting begins with one.

Positions begin with nought, always and everywhere.
:::
"""
LESSON = """---
schema: 1
id: cells
title: Cells and their numbers
minutes: 5
covers: [F1]
---

::::{step} first
The first step.
::::

::::{step} second
:set: d_model=4 pos=1

The second step.
::::

:::{card} in-the-lesson
:accept: cosine

Which function do odd slots hold?
?
The cosine.
:::
"""
NUMBERS = """---
schema: 1
id: numbers
title: Cards of numbers
---

:::{card} last-position
:covers: M1
:answer: n - 1
:tol: 0.1
:unit: tokens
:wrong: n => counts-from-one
:vary: n in 5..20
:hint: the first one is 0

A text has {val}`n` tokens. How many stand before the last?
?
One less than there are.
:::

:::{card} a-cell
:answer: pe(pos, 2)
:tol: 0.001
:set: d_model=16
:vary: pos in 1..9
:teaches: cells#second

What is in slot 2 at position {val}`pos`?
?
A sine.
:::
"""
RECALL = """---
schema: 1
id: recall
title: Cards to recall
---

:::{card} the-first

Where does counting begin?
?
At nought.
:::

:::{card} the-second

Where does counting end?
?
Nowhere at all.
:::
"""
OPTIONS = """---
schema: 1
id: options
title: Cards with options
---

::::{card} one-holds
:kind: choice

:::{choice} one-holds-options
:shuffle: no

Which slot is even?

- [ ] slot one

  One is odd.
- [x] slot two

  Two is even.
- [ ] slot three

  Three is odd.
:::
?
Slot two.
::::
"""
MANY = """---
schema: 1
id: many
title: Cards with many options
---

::::{card} several-hold
:kind: choice

:::{choice} several-hold-options
:multiple: yes
:shuffle: no

Which slots are even?

- [x] slot two

  Two is even.
- [ ] slot three

  Three is odd.
- [x] slot four

  Four is even.
:::
?
Two and four.
::::
"""


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course of a few cards, found beside the one that petui brings along."""
    root = tmp_path / "small"
    (root / "lessons").mkdir(parents=True)
    (root / "decks").mkdir()
    files = {
        "course.yaml": COURSE,
        "misconceptions.md": MISTAKES,
        "lessons/cells.md": LESSON,
        "decks/numbers.md": NUMBERS,
        "decks/recall.md": RECALL,
        "decks/options.md": OPTIONS,
        "decks/many.md": MANY,
    }
    for name, text in files.items():
        (root / name).write_text(text)
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(root))
    return root


class Tutor(DrivenTutor):
    """A running tutor on whatever screen it shows."""

    @property
    def screen(self) -> TutorScreen:
        """The screen, below a panel where there is one."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TutorScreen))

    @property
    def quiz(self) -> QuizScreen:
        """The screen, which is the quiz."""
        assert isinstance(self.screen, QuizScreen)
        return self.screen

    @property
    def asking(self) -> Asking:
        """What is asked."""
        asking = self.quiz.quiz.asking
        assert asking is not None
        return asking

    @property
    def card(self) -> Card:
        """The card that is asked."""
        return self.asking.card

    def shown(self, selector: str = "#text") -> str:
        """The visible text of a pane, as one line of words."""
        return " ".join(" ".join(self.rows(selector)).split())

    @property
    def label(self) -> str:
        """What stands before the answer."""
        return str(self.quiz.query_one("#answer-label").render())

    def right(self) -> str:
        """The right answer of a card with a number."""
        from petui.review.grade import right_answer

        return right_answer(self.asking)


@asynccontextmanager
async def quizzed(
    name: str | None = "small/numbers", *, size: tuple[int, int] = (80, 24), ascii: bool = False, **request: object
) -> AsyncIterator[Tutor]:
    """A tutor that was started as a quiz."""
    wanted = QuizRequest(name, **{"seed": 1, **request})  # type: ignore[arg-type]
    async with tutor(TutorOptions(quiz=wanted), size=size, ascii=ascii) as one:
        yield one


@asynccontextmanager
async def tutor(
    options: TutorOptions, *, size: tuple[int, int] = (80, 24), ascii: bool = False
) -> AsyncIterator[Tutor]:
    """A tutor with these options."""
    async with driven(Tutor, options, size=size, ascii=ascii) as one:
        yield one


def reviews() -> list[ReviewEvent]:
    """The reviews in the log, undone ones too."""
    return [event for event in read_events(log_dir()).events if isinstance(event, ReviewEvent)]


def undone() -> set[str]:
    """Ids of the reviews that were taken back."""
    return {event.undoes for event in read_events(log_dir()).events if isinstance(event, UndoEvent)}


# ---- typed answers --------------------------------------------------------------------------------------------------


async def test_a_right_number_is_judged_logged_and_scheduled() -> None:
    """Verdict in words, the answer worked out, four intervals with Good marked; Space asks the next card."""
    async with quizzed() as one:
        first = one.card.id
        assert one.quiz.answer_input.has_focus and one.label.startswith("Number")
        right = one.right()
        await one.type(right.split()[0])
        page = one.shown()
        assert "Right" in page and one.asking.card.id == first and "Recorded as 3 Good" in page
        grades = one.shown("#grades")
        assert "1 Again" in grades and "[3 Good" in grades and "4 Easy" in grades
        assert reviews()[0].rating == 3 and reviews()[0].card == f"small/{first}" and reviews()[0].seed == 1
        assert not one.quiz.answer_input.display
        await one.press("space")
        assert one.card.id != first and one.quiz.answer_input.has_focus and one.shown("#top").count("left") == 1


async def test_a_wrong_number_is_explained() -> None:
    """The slip that gives exactly it is named; sure and wrong brings its refutation; the trace is shown."""
    async with quizzed(seed=1) as one:
        while one.card.id != "last-position":
            await one.press("escape")
            await one.type("s") if one.quiz.answer_input.has_focus else await one.press("s", "space")
        number = int(one.asking.drawn["n"])
        await one.type(f"{number} !")
        page = one.shown()
        assert f"Wrong: {number}" in page and "The slip: “The first word stands at position 1”." in page
        assert "You were sure, so look at this closely. The mistaken idea: Everyday counting" in page
        assert page.count("begin with nought, always") == 1
        assert f"{number} - 1 = {number - 1}" in page and "Recorded as 1 Again" in page
        assert "[1 Again" in one.shown("#grades")
    last = reviews()[-1]
    assert (last.rating, last.confidence, last.misconceptions, last.typed) == (
        1,
        "sure",
        ("counts-from-one",),
        str(number),
    )


async def test_what_cannot_be_read_counts_as_nothing() -> None:
    """It is said, and the next key writes over it."""
    async with quizzed() as one:
        await one.type("what")
        assert "not a number" in one.shown("#footer") and not reviews()
        await one.press("7")
        assert one.quiz.answer_input.value == "7" and "not a number" not in one.shown("#footer")


async def test_hint_and_giving_up_from_the_answer_line() -> None:
    """`h` and `s` alone are commands there; the hint stays; giving up counts as Again."""
    async with quizzed(seed=1) as one:
        while one.card.id != "last-position":
            await one.type("s")
            await one.press("space")
        before = len(reviews())
        await one.type("h")
        assert "Hint: the first one is 0" in one.shown()
        await one.type("h")
        assert "last hint" in one.shown("#footer") and len(reviews()) == before
        await one.type("s")
        assert "Noted: not known. The answer: " in one.shown() and "Hint: " in one.shown()
    assert reviews()[-1].rating == 1 and reviews()[-1].typed == ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 16), (30, 6)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_hint_leaves_the_question_in_view(size: tuple[int, int]) -> None:
    """Where there is room for both, nothing is scrolled away by the hint; where there is not, the hint is seen."""
    async with quizzed(seed=1, size=size) as one:
        while one.card.id != "last-position":
            await one.type("s")
            await one.press("space")
        await one.type("h")
        assert "Hint: the first one is 0" in one.shown()
        assert ("A text has" in one.shown()) == (size[0] > 30)


async def test_no_hint_is_promised_after_the_last() -> None:
    """Neither by the label nor by the footer."""
    async with quizzed(seed=1) as one:
        while one.card.id != "last-position":
            await one.press("escape", "space", "enter", "escape", "s", "space")
        # What is said of answers at first is gone with a key.
        await one.press("escape", "enter")
        for _ in one.card.given_hints:
            assert "h hint" in one.label and "h hint" in one.shown("#footer")
            await one.type("h")
        assert "hint" not in one.label and "hint" not in one.shown("#footer")


async def test_no_hint_is_promised_where_there_is_none() -> None:
    """Neither by the label nor by the footer, nor by what is said of a card that waits."""
    async with quizzed(seed=1) as one:
        seen: set[str] = set()
        while one.quiz.quiz.phase == "asked" and len(seen) < 2:
            seen.add(one.card.id)
            await one.press("escape")
            hinted = one.card.id == "last-position"
            assert ("hint" in one.label) == hinted and ("h hint" in one.shown("#footer")) == hinted
            await one.press("space")
            assert ("hint" in one.shown("#footer")) == hinted
            await one.press("enter", "escape", "s", "space")
        assert len(seen) == 2
    async with quizzed("small/options") as one:
        assert "hint" not in one.label and "hint" not in one.shown("#footer")


async def test_confidence_is_told_until_it_was_used() -> None:
    """Once in a quiz, at the first answer that is typed; never again after one was given with a mark."""
    told = "End an answer with ' !' if you are sure, ' ?' if you guess."
    async with quizzed() as one:
        assert told in one.shown("#footer")
        await one.type("0")
        await one.press("space")
        assert one.quiz.answer_input.has_focus and told not in one.shown("#footer")
        await one.press("escape", "colon")
        await one.type("quiz numbers")
        assert told in one.shown("#footer")
        await one.type("0 ?")
    async with quizzed(cram=True) as one:
        assert one.quiz.answer_input.has_focus and told not in one.shown("#footer")


async def test_another_grade_than_the_suggested_one() -> None:
    """A digit after the verdict regrades: the first review is undone in the log, another one stands."""
    async with quizzed() as one:
        await one.type(one.right().split()[0])
        await one.press("2")
        assert "Recorded as 2 Hard" in one.shown() and "[2 Hard" in one.shown("#grades")
    first, second = reviews()
    assert (first.rating, second.rating) == (3, 2) and undone() == {first.stamp.id}


async def test_undo_asks_the_same_numbers_again() -> None:
    """From the screen and from the answer line; nothing to undo is said."""
    async with quizzed() as one:
        await one.type("u")
        assert "nothing to undo" in one.shown("#footer")
        await one.press("escape")
        assert "undo" not in one.shown("#footer")
        await one.press("enter")
        card, drawn = one.card.id, dict(one.asking.drawn)
        await one.type("0.123")
        await one.press("u")
        assert (one.card.id, dict(one.asking.drawn)) == (card, drawn) and one.quiz.answer_input.has_focus
        await one.type("0.456")
        assert "u undo" in one.shown("#footer")
        await one.press("space")
        await one.type("u")
        assert (one.card.id, dict(one.asking.drawn)) == (card, drawn)
    assert {event.stamp.id for event in reviews()} == undone()


# ---- options and recall ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("keys", "rating"), [(("2",), 3), (("1",), 1), (("enter", "2", "enter"), 3)])
async def test_an_option_is_picked_by_a_digit_or_typed(keys: tuple[str, ...], rating: int) -> None:
    """Each option has its reason."""
    async with quizzed("small/options") as one:
        assert not one.quiz.answer_input.has_focus and "1-3" in one.label
        await one.press("9")
        assert "Press 1 to 3" in one.shown("#footer") and not reviews()
        await one.press(*keys)
        page = one.shown()
        assert ("Right" in page) == (rating == 3) and ("One is odd." in page) == (rating == 1)
    assert [event.rating for event in reviews()] == [rating]


async def test_an_option_that_is_given_up_is_told_with_its_reason(small: Path) -> None:
    """And not twice, where the card has no back."""
    deck = small / "decks" / "options.md"
    deck.write_text(deck.read_text().replace("?\nSlot two.\n", ""))
    async with quizzed("small/options") as one:
        await one.press("s")
        page = one.shown()
        assert "The answer: 2) slot two" in page and "Two is even." in page and "One is odd." not in page
        assert page.count("slot two") == 2


async def test_a_card_that_is_forgotten_again_and_again_is_named() -> None:
    """The verdict says so, and which keys help; of a lesson only where one teaches it."""
    log = ReviewLog(log_dir())
    for name in ("a-cell", "last-position"):
        stamp = stamp_now()
        start = StartEvent(
            card=f"small/{name}", due="2020-01-01", last="2019-12-01", stability=9, difficulty=5, lapses=7
        )
        log.append(replace(start, stamp=replace(stamp, at=stamp.at - 10**6)))
    log.close()
    async with quizzed(size=(80, 40)) as one:
        for _ in range(2):
            lesson = "look at its lesson (o), or " if one.card.id == "a-cell" else ""
            await one.type("0")
            assert f"Forgotten 8 times: {lesson}mend its wording (e says where it stands)." in one.shown()
            await one.press("space")


async def test_several_options_are_picked_then_sent() -> None:
    """A digit picks and lets go; Enter sends."""
    async with quizzed("small/many") as one:
        await one.press("1", "2", "3")
        assert "1,2,3" in one.label
        await one.press("2")
        assert "1,3" in one.label and not reviews()
        await one.press("enter")
        assert "Right" in one.shown()
    assert [event.rating for event in reviews()] == [3]


async def test_recall_is_graded_by_the_learner() -> None:
    """Space turns the card, then a digit grades it; before the turn nothing is graded."""
    async with quizzed("small/recall") as one:
        assert not one.quiz.answer_input.display and "Space" in one.label
        await one.press("3")
        assert not reviews() and "nothing to grade" in one.shown("#footer")
        back = "nought" if one.card.id == "the-first" else "Nowhere"
        assert back not in one.shown()
        await one.press("space")
        assert back in one.shown() and "1 Again" in one.shown("#grades") and "[" not in one.shown("#grades")
        await one.press("space")
        assert "Grade your recall" in one.shown("#footer")
        await one.press("4")
        assert "Noted: Easy" in one.shown() and "[4 Easy" in one.shown("#grades")
    assert [event.rating for event in reviews()] == [4]


# ---- the card's other commands --------------------------------------------------------------------------------------


async def test_a_card_is_suspended() -> None:
    """It is never asked again, and the log says so."""
    async with quizzed("small/recall") as one:
        card = one.card.id
        await one.press("x")
        assert one.card.id != card and card in one.shown("#footer")
        await one.press("x")
        assert "nothing more to ask" in one.shown()
    gone = [event.card for event in read_events(log_dir()).events if isinstance(event, SuspendEvent)]
    assert sorted(gone) == ["small/the-first", "small/the-second"]


async def test_undo_after_a_suspension_takes_that_back() -> None:
    """The card is asked again, not the one that was answered before; a second `u` takes the answer back."""
    async with quizzed("small/recall") as one:
        first = one.card.id
        await one.press("space", "4", "space")
        second = one.card.id
        await one.press("x", "u")
        assert one.card.id == second and f"{second} is not suspended any more" in one.shown("#footer")
        await one.press("u")
        assert one.card.id == first and f"the answer to {first}" in one.shown("#footer")
        kinds = [event.kind for event in read_events(log_dir()).events]
    assert kinds == ["review", "suspend", "unsuspend", "undo"]


async def test_where_the_card_stands() -> None:
    """File and line, the end of the path where it is long."""
    async with quizzed("small/options") as one:
        await one.press("e")
        assert one.shown("#footer").endswith(f"decks/options.md:{one.card.place.line}")


async def test_the_lesson_that_teaches_the_card() -> None:
    """`o` opens its step with the Lab at the card's numbers; F4 comes back to the same verdict."""
    async with quizzed(seed=1) as one:
        while one.card.id != "a-cell":
            await one.type("s")
            await one.press("space")
        pos = int(one.asking.drawn["pos"])
        await one.type("0")
        verdict = one.shown()
        await one.press("o")
        learn = one.screen
        assert isinstance(learn, LearnScreen) and one.session.player.step.id == "second"
        assert (learn.lab.pos, learn.lab.d_model) == (pos, 16)
        assert f"pos {pos}" in one.shown("#parameters")
        await one.press("f4")
        assert one.shown() == verdict


@pytest.mark.parametrize("from_learn", [True, False])
async def test_from_the_lesson_of_a_card_back_to_the_quiz(from_learn: bool) -> None:
    """The way back is said, stands in the footer, and `q` takes it, from wherever the quiz was begun."""
    wanted = QuizRequest("small/numbers", seed=1)
    async with tutor(TutorOptions(lesson="small/cells", quiz=None if from_learn else wanted)) as one:
        if from_learn:
            await one.press("colon")
            await one.type("quiz small/numbers --seed 1")
        while one.card.id != "a-cell":
            await one.type("s")
            await one.press("space")
        await one.press("escape", "o")
        assert isinstance(one.screen, LearnScreen) and "F4 goes back to the quiz" in one.shown("#footer")
        await one.press("right_square_bracket")
        assert "q quiz" in one.shown("#footer") and "F4 goes back" not in one.shown("#footer")
        await one.press("f2", "f6", "q")
        assert isinstance(one.screen, LearnScreen) and "F4 goes back" not in one.shown("#footer")
        await one.press("q")
        assert isinstance(one.screen, QuizScreen) and one.card.id == "a-cell"
        await one.press("escape", "q")
        assert isinstance(one.screen, LearnScreen) == from_learn
        if from_learn:
            assert "q quit" in one.shown("#footer")
            await one.press("q")
    assert one.app.return_value == 0


async def test_the_word_for_leaving_leaves() -> None:
    """`:quit` ends petui from the lesson of a card too."""
    async with quizzed(seed=1) as one:
        while one.card.id != "a-cell":
            await one.type("s")
            await one.press("space")
        await one.press("escape", "o", "colon")
        await one.type("quit")
    assert one.app.return_value == 0


async def test_no_lesson_teaches_it() -> None:
    """That is said."""
    async with quizzed("small/recall") as one:
        await one.press("o")
        assert "No lesson" in one.shown("#footer")


# ---- the end --------------------------------------------------------------------------------------------------------


async def test_the_summary_and_another_round() -> None:
    """Counts, missed cards, what comes; Space asks all anyway where nothing is due, and changes no schedule."""
    async with quizzed("small/recall") as one:
        missed = one.card.id
        await one.press("space", "1", "space", "space", "4", "space")
        assert one.card.id == missed
        await one.press("space", "4", "space")
        page = one.shown()
        assert "Session over" in page and "3 answers" in page and "2 right, 1 to learn again" in page
        where = "begin" if missed == "the-first" else "end"
        assert f"Missed - Where does counting {where}?" in page
        assert "seed 1" in one.shown("#top") and "asks all 2 anyway" in page
        await one.press("space")
        assert "all cards" in one.shown("#top") and one.asking.card.id in ("the-first", "the-second")
        await one.press("space", "3")
        assert "no schedule changes" in one.shown()
    assert [event.mode for event in reviews()] == ["", "", "", "cram"]


async def test_a_limit_leaves_cards_for_another_round() -> None:
    """It is said at the start and at the end why not all are asked; Space goes on with the next ones."""
    async with quizzed("small/recall", limit=1) as one:
        first = one.card.id
        assert one.shown().startswith("1 of 2 cards: 1 is beyond the limit you gave. Where")
        await one.press("space", "4")
        assert "1 of 2 cards" not in one.shown()
        await one.press("space")
        assert "1 of 2 cards: 1 is beyond the limit you gave." in one.shown()
        assert "Space asks 1 more" in one.shown()
        await one.press("space")
        assert one.card.id != first


# ---- from screen to screen ------------------------------------------------------------------------------------------


async def test_keys_and_words_go_to_every_screen() -> None:
    """F2, F4 and F6, and the words for them; each screen has its own commands."""
    async with tutor(TutorOptions(lesson="small/cells")) as one:
        for keys, kind in [("f4", QuizScreen), ("f6", ProgressScreen), ("f2", LearnScreen)]:
            await one.press("escape", keys)
            assert type(one.screen) is kind
            assert one.screen.commands == commands_of(kind.KIND, COMMANDS)
        for word, kind in [("quiz", QuizScreen), ("progress", ProgressScreen), ("learn", LearnScreen)]:
            await one.press("escape", "colon")
            await one.type(word)
            assert type(one.screen) is kind


async def test_leaving_goes_the_way_back() -> None:
    """`q` leads back through the screens to Learn, and from there out."""
    async with tutor(TutorOptions(lesson="small/cells")) as one:
        await one.press("f6", "f4")
        assert isinstance(one.screen, QuizScreen)
        await one.press("escape", "q")
        assert isinstance(one.screen, ProgressScreen)
        await one.press("q")
        assert isinstance(one.screen, LearnScreen) and one.app.is_running
        await one.press("q")
    assert one.app.return_value == 0


async def test_a_quiz_that_was_started_is_left_by_one_key() -> None:
    """Esc leaves the answer line, `q` the app."""
    async with quizzed() as one:
        await one.press("q")
        assert one.quiz.answer_input.value == "q"
        await one.press("escape", "q")
    assert one.app.return_value == 0


async def test_the_lesson_in_hand_is_quizzed() -> None:
    """`Q` asks its own cards and those that it teaches."""
    async with tutor(TutorOptions(lesson="small/cells")) as one:
        await one.press("Q")
        assert "Cells and their numbers" in one.shown("#top") and one.quiz.quiz.counts.left == 2
        asked = {one.card.id}
        await one.press("escape", "s", "space")
        asked.add(one.card.id)
        assert asked == {"in-the-lesson", "a-cell"}


async def test_a_deck_is_named_in_the_command_line() -> None:
    """From any screen; an unknown name is refused where one is."""
    async with quizzed("small/recall") as one:
        await one.press("colon")
        await one.type("quiz options")
        assert "Cards with options" in one.shown("#top") and one.card.id == "one-holds"
        await one.press("colon")
        await one.type("quiz optoins")
        assert "no course, deck, lesson or tag 'optoins'" in one.shown("#footer") and one.card.id == "one-holds"
        await one.press("colon")
        await one.type("pos 7")
        assert "F2" in one.shown("#footer")


async def test_a_quiz_is_asked_for_as_on_the_command_line() -> None:
    """Options before or behind the name, and by themselves; what is wrong is refused in a sentence."""
    async with quizzed("small/recall") as one:
        for words, title, left in [
            ("quiz numbers --all", "Cards of numbers, all cards", 2),
            ("quiz --all --limit 1 numbers", "Cards of numbers, all cards", 1),
            ("quiz numbers --limit=1 --seed=12", "Cards of numbers", 1),
        ]:
            await one.press("escape", "colon")
            await one.type(words)
            assert title in one.shown("#top") and one.quiz.quiz.counts.left == left
        assert one.quiz.quiz.options.seed == 12
        await one.press("escape", "colon")
        await one.type("quiz --mistakes")
        assert "missed lately" in one.shown("#top") and one.quiz.quiz.options.mistakes
        for words, says in [
            ("--every", "A quiz has no option --every"),
            ("--limit", "--limit needs a whole number"),
            ("numbers recall", "One quiz has one deck"),
            ("--all --mistakes", "--all and --mistakes ask for different cards"),
            ("optoins", "There is no course, deck, lesson or tag 'optoins'"),
        ]:
            await one.press("escape", "colon")
            await one.type(f"quiz {words}")
            assert one.shown("#footer").startswith(says)


async def test_an_error_begins_as_a_sentence_does_but_for_names_of_numbers() -> None:
    """`There is …`; `d_model` stays as it is written."""
    async with tutor(TutorOptions(lesson="small/cells")) as one:
        for words, says in [("?nothing", "There is no symbol"), (":d_model x", "d_model"), (":pos x", "pos")]:
            await one.press("escape", "colon", "backspace")
            await one.type(words)
            assert one.shown("#footer").startswith(says)


async def test_help_has_the_keys_of_the_screen() -> None:
    """Suspending is the quiz's, the panes are Learn's."""
    async with quizzed("small/recall", size=(100, 60)) as one:
        await one.press("f1")
        assert isinstance(one.app.screen, TextScreen)
        assert "Ask this card no more" in one.shown() and "Halve the width" not in one.shown()
        assert "' !' at its end says that you are sure" in one.shown()
        await one.press("escape", "f2", "f1")
        assert "Ask this card no more" not in one.shown() and "Halve the width" in one.shown()


async def test_progress_follows_the_quiz() -> None:
    """The page is computed anew each time; page keys scroll it."""
    async with quizzed("small/recall") as one:
        await one.press("f6")
        assert "No reviews yet. F4 begins a quiz. There are" in one.shown() and "`petui" not in one.shown()
        await one.press("q", "space", "3", "f6")
        assert "Reviewed today: 1" in one.shown()
        before = one.shown()
        await one.press("pagedown", "pagedown")
        assert one.shown() != before
        await one.press("pageup", "pageup", "pageup")
        assert one.shown() == before


@pytest.mark.parametrize("size", [(120, 24), (80, 24), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_marks_for_scrolling_stand_beside_the_page_of_progress(size: tuple[int, int]) -> None:
    """No line of it is cut by one, wherever it is scrolled to."""
    log = ReviewLog(log_dir())
    for name in ("the-first", "the-second"):
        log.append(ReviewEvent(card=f"small/{name}", rating=1, seed=None, drawn={}, ms=None))
    log.close()
    async with quizzed("small/recall", size=size) as one:
        await one.press("f6")
        pane = one.screen.reading
        while True:
            for y in range(pane.content_size.height):
                row = pane.render_line(y).text.removesuffix(" PgUp").removesuffix(" PgDn").rstrip()
                assert row == "".join(text for text, _ in pane.lines[pane.top + y]).rstrip()
            if not pane.below:
                break
            await one.press("down")


async def test_what_is_due_is_said_at_the_start() -> None:
    """Cards that were begun long ago are due; Learn says how many, and the quiz asks them."""
    log = ReviewLog(log_dir())
    for name in ("the-first", "the-second"):
        stamp = replace(stamp_now(), day="2020-01-01", at=1577880000000)
        log.append(ReviewEvent(card=f"small/{name}", rating=4, seed=None, drawn={}, ms=None, stamp=stamp))
    log.close()
    async with tutor(TutorOptions(lesson="small/cells")) as one:
        assert "2 cards are due; F4 quizzes you." in one.shown("#footer")
        await one.press("right_square_bracket")
        assert "due" not in one.shown("#footer")


# ---- sizes ----------------------------------------------------------------------------------------------------------

SIZES = [(120, 40), (80, 24), (60, 16), (40, 12), (20, 6)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("ascii", [False, True], ids=["signs", "ascii"])
@pytest.mark.parametrize("deck", ["numbers", "recall", "options", "many"])
async def test_every_word_can_be_read_at_every_size(size: tuple[int, int], ascii: bool, deck: str) -> None:
    """By page keys, before and after the answer: every line of the text is seen whole, and no row is too wide."""
    async with quizzed(f"small/{deck}", size=size, ascii=ascii) as one:
        await read_to_the_end(one)
        await one.press("escape", "s" if deck != "recall" else "space")
        if deck == "recall":
            await one.press("1")
        seen = await read_to_the_end(one)
        assert "Recorded as 1 Again" in seen and "Noted" in seen
        assert not ascii or all(line.isascii() for line in [seen, one.shown("#grades"), one.shown("#top"), one.label])


async def read_to_the_end(one: Tutor) -> str:
    """Scroll through the text; gives all that was seen, once each line."""
    pane = one.quiz.text
    seen: dict[int, str] = {}
    await one.press("escape")
    while pane.top:
        await one.press("pageup")
    while len(seen) < len(pane.lines):
        for y in range(pane.content_size.height):
            row = pane.render_line(y).text
            assert cell_len(row) == pane.content_size.width
            wanted = "".join(text for text, _ in pane.lines[pane.top + y]) if pane.top + y < len(pane.lines) else ""
            assert row.replace(" PgUp", "").replace(" PgDn", "").rstrip() == wanted.rstrip()
            seen[pane.top + y] = wanted
        before = pane.top
        if pane.below:
            await one.press("pagedown")
        assert pane.top > before or not pane.below
    return " ".join(" ".join(seen[at] for at in sorted(seen)).split())


async def test_too_small_for_a_card() -> None:
    """One line of words, and the card again at the old size."""
    async with quizzed("small/recall") as one:
        before = one.shown()
        for size in [(19, 5), (1, 1), (80, 24)]:
            await one.pilot.resize_terminal(*size)
            await one.pilot.pause()
            assert one.quiz.query_one("#tiny").display == (size[0] < 20)
        assert one.shown() == before


async def test_answers_that_cannot_be_saved_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict says so, and so does the bar above; the quiz goes on."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async with quizzed("small/options") as one:
        monkeypatch.setattr(ReviewLog, "_write_waiting", full)
        await one.press("2")
        assert "(not saved)" in one.shown() and "not saved" in one.shown("#top")
        monkeypatch.undo()
        await one.press("3")
        assert "(not saved)" not in one.shown()


_CHARACTERS = {"colon": ":", "question_mark": "?", "slash": "/", "space": " "}


@pytest.mark.parametrize("seed", range(3))
async def test_no_key_is_too_much_for_any_screen(seed: int) -> None:
    """300 keys at random at changing sizes, from screen to screen: no exception, and nothing unsaved."""
    choose = random.Random(seed)
    keys = [*dict.fromkeys(key for command in COMMANDS for key in command.keys), "escape", "5", "backspace", "enter"]
    keys = [key for key in keys if key not in ("q", "ctrl+q")]
    async with tutor(TutorOptions(quiz=QuizRequest(seed=seed)), size=choose.choice([(80, 24), (40, 12)])) as one:
        for _ in range(6):
            for key in choose.choices(keys, k=50):
                character = key if len(key) == 1 else _CHARACTERS.get(key)
                one.app.post_message(Key(key, character))
            await one.pilot.pause()
            await one.pilot.resize_terminal(choose.randint(1, 140), choose.randint(1, 50))
            await one.pilot.pause()
        assert one.app.is_running and one.app._exception is None
        assert one.session.problem is None


async def test_what_is_typed_ahead_goes_to_the_line() -> None:
    """A burst that opens the command line and fills it, and one that goes on and answers: no letter is a command."""
    async with quizzed("small/recall") as one:
        for letter in ":quiz numbers":
            one.app.post_message(Key({":": "colon", " ": "space"}.get(letter, letter), letter))
        await one.press("enter")
        assert one.app.is_running and "Cards of numbers" in one.shown("#top")
        await one.press("escape", "s")
        for letter in " 77":
            one.app.post_message(Key({" ": "space"}.get(letter, letter), letter))
        await one.press("enter")
        assert "Wrong: 77 " in one.shown()
    assert [event.typed for event in reviews()] == ["", "77"]


@pytest.mark.parametrize("enters", [1, 3])
async def test_a_lesson_is_opened_from_the_quiz(enters: int) -> None:
    """From the list, once for however many Enters of one burst; the panel is gone, and F4 leads back."""
    async with quizzed("small/recall") as one:
        await one.press("L")
        assert isinstance(one.app.screen, ListScreen)
        for _ in range(enters):
            one.app.post_message(Key("enter", "\r"))
        await one.press("f2")
        assert isinstance(one.app.screen, LearnScreen) and one.session.trail.here == "learn"
        await one.press("escape", "f4")
        assert isinstance(one.app.screen, QuizScreen)


async def test_enter_in_a_burst_runs_one_command_of_the_palette() -> None:
    """The palette goes once; the screen below it stays."""
    async with quizzed("small/recall") as one:
        await one.press("P", "down", "down")
        for _ in range(6):
            one.app.post_message(Key("enter", "\r"))
        await one.pilot.pause()
        assert one.app._exception is None and isinstance(one.screen, QuizScreen)


@pytest.mark.parametrize("key", ["L", "P"])
async def test_panels_in_a_terminal_of_no_width(key: str) -> None:
    """A list, and the palette, in a few columns and one: nothing is wrapped into no columns."""
    async with quizzed("small/recall") as one:
        await one.press(key)
        for width in (9, 5, 4, 3, 2, 1, 80):
            await one.pilot.resize_terminal(width, 24)
            await one.pilot.pause()
        await one.press("escape")
        assert isinstance(one.app.screen, QuizScreen)
