"""What the Learn screen does so that no line of a step is missed."""

from __future__ import annotations

import pytest

from petui.lessons.model import Aside, Choice, Code
from petui.tui.options import TutorOptions
from petui.tui.screens.learn import LearnScreen
from tests.tui.driving import DrivenTutor, driven

SMALL = (80, 24)


def learn(one: DrivenTutor) -> LearnScreen:
    """The Learn screen on top."""
    screen = one.app.screen
    assert isinstance(screen, LearnScreen)
    return screen


async def test_space_shows_what_lies_below_before_it_goes_on() -> None:
    """A verdict keeps its question in view; the rest of the step comes with the first Space, the next step after it."""
    options = TutorOptions(lesson="turning-by-an-offset", step="does-it-know-the-position")
    async with driven(DrivenTutor, options, size=SMALL) as one:
        right = next(n for n in "123" if f"{n}) yes" in "\n".join(one.rows("#derivation")))
        await one.press("h", right)
        assert learn(one).derivation.below
        while learn(one).derivation.below:
            await one.press("space")
            assert "step 5 of" in "\n".join(one.rows("#top"))
        assert "What is that worth" in "\n".join(one.rows("#derivation"))
        await one.press("space")
        assert "step 6 of" in "\n".join(one.rows("#top"))


async def test_a_step_is_come_to_at_its_top() -> None:
    """What does not fit is marked, and Space or PgDn brings the question in view while nothing is typed."""
    options = TutorOptions(lesson="buckets-and-slopes")
    for key in ("space", "pagedown"):
        async with driven(DrivenTutor, options, size=SMALL) as one:
            shown = one.rows("#derivation")
            assert shown[0].startswith("A list of numbers for each offset")
            assert shown[-1].endswith("PgDn")
            assert learn(one).answer_input.has_focus
            while learn(one).derivation.below:
                await one.press(key)
            assert "Which bucket?" in "\n".join(one.rows("#derivation"))
            await one.press("space")
            assert learn(one).answer_input.value == ""
            assert "waits" in "\n".join(one.rows("#footer"))
            await one.press("1", "space", "2")
            assert learn(one).answer_input.value == "1 2"


async def test_the_answer_line_stands_right_below_a_short_text() -> None:
    """On a large screen too."""
    async with driven(DrivenTutor, TutorOptions(lesson="smooth-neighbours"), size=(120, 40)) as one:
        screen = learn(one)
        assert not screen.derivation.below
        assert screen.answer_line.region.y == screen.derivation.region.y + len(screen.derivation.lines)


async def test_hints_and_verdicts_stand_in_their_order() -> None:
    """A hint, a wrong pick, a hint: each below what came before it, and the pick by the number it is shown with."""
    options = TutorOptions(lesson="reading-a-cell", step="what-the-subscript-says")
    async with driven(DrivenTutor, options, size=(100, 50)) as one:
        gate = one.session.player.gate
        assert isinstance(gate, Choice)
        order = one.session.player.order_of(gate)
        wrong = next(number for number, at in enumerate(order, 1) if not gate.options[at].true)
        right = next(number for number, at in enumerate(order, 1) if gate.options[at].true)
        await one.press("h", str(wrong), "h")
        text = "\n".join(one.rows("#derivation"))
        assert text.index("Hint: Halve 7") < text.index(f"Wrong. You chose {wrong}.") < text.index("Hint: Slots 6")
        await one.press(str(right))
        text = "\n".join(one.rows("#derivation"))
        assert text.index("Hint: Slots 6") < text.index(f"Right. You chose {right}.")


@pytest.mark.parametrize("key", ["T", "p", "?", "L", "P", "q", "]"])
async def test_a_key_sent_as_an_answer_is_told_how_it_becomes_one(key: str) -> None:
    """Every key of the screen that the answer line takes; another letter is no number."""
    async with driven(DrivenTutor, TutorOptions(lesson="smooth-neighbours"), size=SMALL) as one:
        assert "Esc, then T" in "\n".join(one.rows("#footer"))
        await one.type(key)
        assert f"Esc, then {key}." in "\n".join(one.rows("#footer"))
        await one.type("x")
        assert "not a number" in "\n".join(one.rows("#footer"))
        gate = one.session.player.gate
        assert gate is not None and not one.session.player.state(gate).verdicts


async def test_the_footer_offers_no_reason_where_there_is_none() -> None:
    """`w` and `c` stand there once there is something to open; a pair of keys stands there whole."""
    async with driven(DrivenTutor, TutorOptions(lesson="order-is-lost"), size=(200, 50)) as one:
        for step in one.session.player.lesson.steps:
            learn(one).go_to_step(step.id)
            await one.press("escape")
            parts = [shown.part for shown in one.session.player.shown()]
            footer = "\n".join(one.rows("#footer"))
            assert (" w why" in footer) == any(isinstance(part, Aside) and part.kind == "why" for part in parts)
            assert (" c code" in footer) == any(isinstance(part, Code) for part in parts)
            assert "[ ] pos" in footer


async def test_lines_say_what_may_be_typed() -> None:
    """Behind `:`, `/` and `?`, and after a symbol that is unknown."""
    async with driven(DrivenTutor, TutorOptions(lesson="smooth-neighbours"), size=SMALL) as one:
        for key, says in (("colon", "theme dark"), ("slash", "look for"), ("question_mark", "Enter for a list")):
            await one.press("escape", key)
            assert says in "\n".join(one.rows("#footer"))
        await one.type("blorp")
        assert "Enter alone" in "\n".join(one.rows("#footer"))


async def test_an_opened_reason_is_in_view() -> None:
    """Where the pane is full, opening a reason scrolls to it."""
    options = TutorOptions(lesson="order-is-lost", step="all-six-orders")
    async with driven(DrivenTutor, options, size=SMALL) as one:
        await one.press("w")
        assert "word's row." in "\n".join(one.rows("#derivation"))


async def test_the_next_step_brings_the_text_back() -> None:
    """A picture that has the whole screen gives it up when a new step is to be read."""
    options = TutorOptions(lesson="order-is-lost", step="all-six-orders")
    async with driven(DrivenTutor, options, size=SMALL) as one:
        await one.press("z")
        assert not learn(one).query_one("#reading").display
        await one.press("space")
        assert learn(one).query_one("#reading").display
        assert "Which fact about attention" in "\n".join(one.rows("#derivation"))


async def test_the_picture_that_a_step_tells_to_try_can_be_drawn() -> None:
    """On the smallest full screen the circle is still drawn beside a long text."""
    options = TutorOptions(lesson="turning-by-an-offset", step="some-positions-further")
    async with driven(DrivenTutor, options, size=SMALL) as one:
        await one.type("1")
        assert "Press >" in "\n".join(one.rows("#derivation"))
        assert "pos·ω" in "\n".join(one.rows("#plot"))
