"""Coming to rest: after every key and size the tutor soon draws nothing more, and then nothing wakes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList

from petui.tui.app import TutorApp
from petui.tui.options import TutorOptions
from petui.tui.palette import Palette
from petui.tui.screens.oneframe import OneFrameScreen
from tests.tui.driving import DrivenTutor, driven

# More frames than anything takes to settle.
_MOST_FRAMES = 12
_SIZES = ((120, 40), (15, 4), (60, 20), (1, 1), (80, 24))
# Keys that open panels over every screen; those that open others, or none, are tried on one.
_PANELS = (("f1",), ("L",), ("ctrl+p",))
_OTHERS = ((), ("colon",), ("question_mark", "k", "enter"), ("question_mark", "enter"), ("ctrl+p", "x"))
_SCREENS = {"f2": (*_PANELS, *_OTHERS), "f3": _PANELS, "f4": _PANELS, "f5": _PANELS, "f6": _PANELS}


def timers(app: TutorApp) -> Iterator[tuple[DOMNode, Timer]]:
    """Every timer that runs, and whose it is; paused ones wake nobody."""
    stacks = [screen for stack in app._screen_stacks.values() for screen in stack]
    nodes: list[DOMNode] = [app, *stacks, *(node for screen in stacks for node in screen.walk_children(DOMNode))]
    for node in nodes:
        yield from ((node, timer) for timer in node._timers if timer._task is not None and timer._active.is_set())


async def rest(tutor: DrivenTutor) -> int:
    """Draw frame by frame as long as a screen asks for one; how many there were, _MOST_FRAMES where it has no end."""
    for count in range(_MOST_FRAMES):
        await tutor.settle()
        asking = [node for node, timer in timers(tutor.app) if timer.name == "screen_update"]
        if not asking:
            return count
        for screen in asking:
            assert isinstance(screen, Screen)
            screen._on_timer_update()
    return _MOST_FRAMES


async def check_rest(tutor: DrivenTutor) -> None:
    """All is drawn after a few frames, and no timer runs on."""
    assert await rest(tutor) < _MOST_FRAMES
    assert not [(node, timer.name) for node, timer in timers(tutor.app)]


@pytest.mark.parametrize("screen", _SCREENS)
async def test_every_screen_and_panel_rests_at_every_size(screen: str) -> None:
    """Whatever is open, after any size nothing is drawn any more and nothing is waited for by the clock."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", screen, "escape")
        for keys in _SCREENS[screen]:
            await tutor.press(*keys)
            assert isinstance(tutor.app.screen, ModalScreen) == (keys not in ((), ("colon",)))
            await check_rest(tutor)
            for size in _SIZES:
                await tutor.pilot.resize_terminal(*size)
                await check_rest(tutor)
            await tutor.press("escape")
            await check_rest(tutor)


async def test_what_cannot_be_seen_below_a_panel_asks_for_no_frames() -> None:
    """Where the screen has no room, what changes below a panel has no place to be drawn at, ever."""
    async with driven(DrivenTutor, TutorOptions(), size=(15, 4)) as tutor:
        below = tutor.app.screen
        await tutor.press("escape", "f1")
        await check_rest(tutor)
        assert isinstance(below, OneFrameScreen)
        hidden = below.query(".body LinesPane").first()
        assert hidden.display and not hidden.size
        hidden.refresh()
        await check_rest(tutor)


async def test_a_clock_is_not_looked_at_while_the_palette_searches() -> None:
    """The palette says that it searches without turning a wheel: nothing is written that nobody asked for."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", "ctrl+p")
        palette = tutor.app.screen
        assert isinstance(palette, Palette)
        palette._show_busy = True
        await check_rest(tutor)


@pytest.mark.parametrize(("keys", "kind"), [(("L",), OptionList), (("ctrl+p",), Input)])
async def test_a_panel_takes_keys_again_after_a_tiny_screen(keys: tuple[str, ...], kind: type) -> None:
    """What is typed goes where it went before there was no room for it."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", *keys)
        for size in ((15, 4), (80, 24)):
            await tutor.pilot.resize_terminal(*size)
            await rest(tutor)
        assert isinstance(tutor.app.focused, kind)


async def test_an_answer_takes_keys_again_after_a_tiny_screen() -> None:
    """An answer that was begun is gone on with."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("1")
        answer = tutor.app.focused
        assert isinstance(answer, Input)
        for size in ((15, 4), (80, 24)):
            await tutor.pilot.resize_terminal(*size)
            await rest(tutor)
        await tutor.press("2")
        assert answer.value == "12"


@pytest.mark.parametrize("keys", [(), ("f1",), ("L",)])
async def test_only_the_declared_keys_open_a_palette(keys: tuple[str, ...]) -> None:
    """Textual's own palette, which knows nothing of panels and sizes, has no key."""
    async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
        await tutor.press("escape", *keys, "f24")
        assert not isinstance(tutor.app.screen, CommandPalette)
