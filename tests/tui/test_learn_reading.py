"""What the Learn screen does so that no line of a step is missed."""

from __future__ import annotations

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
