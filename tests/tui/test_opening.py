"""The tutor's beginning: what is written at once, and what becomes of keys that come before there is a screen."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual.events import Key, Paste
from textual.widgets import Input

from petui.core.errors import ContentError
from petui.tui.commands import COMMANDS
from petui.tui.opening import OpeningApp
from petui.tui.options import TutorOptions
from petui.tui.session import Session
from petui.tui.widgets.lines import LinesPane

SIZE = (120, 40)


class Door:
    """A session that is opened when the test says so."""

    def __init__(self, opens: Callable[[], Session]) -> None:
        self._opens = opens
        self.open = threading.Event()

    def __call__(self) -> Session:
        assert self.open.wait(60)
        return self._opens()


def lesson() -> Session:
    """The first lesson, whose first step asks for a number."""
    return Session(TutorOptions())


def tutor(door: Door) -> OpeningApp:
    return OpeningApp(door, COMMANDS, ascii=False, colorless=False, theme="dark")


@asynccontextmanager
async def begun(app: OpeningApp) -> AsyncIterator[None]:
    """The app from when its first screen is drawn."""
    async with app.run_test(size=SIZE) as pilot:
        while not app.is_begun:
            await pilot.pause()
        await pilot.pause()
        yield
    if app.session is not None:
        app.session.close()


def typing(app: OpeningApp, door: Door, *early: Key | Paste, opens: bool = True) -> None:
    """Give the app keys while its session is being opened, and let that end."""
    say_first = app._say_first

    def and_type() -> None:
        say_first()
        for event in early:
            app.post_message(event)
        if opens:
            door.open.set()

    app._say_first = and_type  # type: ignore[method-assign]


def text_of(app: OpeningApp) -> list[str]:
    """The rows of the lesson's text."""
    rows = app.screen.query_one("#derivation", LinesPane).lines
    return ["".join(text for text, _ in row) for row in rows]


def keys(text: str) -> list[Key]:
    return [Key("space", " ") if letter == " " else Key(letter, letter) for letter in text]


async def test_keys_typed_before_there_is_a_screen_are_taken_in_order() -> None:
    """An answer with its Enter, as the terminal sent it while it still worked by lines, and what follows."""
    door = Door(lesson)
    app = tutor(door)
    typing(app, door, *keys("123456"), Key("ctrl+j", None), *keys("78"))
    async with begun(app):
        assert any("123456 is too large" in row for row in text_of(app))
        assert app.screen.query_one("#answer-input", Input).value == "78"


@pytest.mark.parametrize("opened", ["lesson", "quiz"])
async def test_what_is_opened_is_said(opened: str) -> None:
    """A quiz is no lesson."""
    door = Door(lesson)
    app = OpeningApp(door, COMMANDS, ascii=False, colorless=False, theme="dark", opened=opened)
    written: list[str] = []
    say_first = app._say_first

    def noting() -> None:
        assert app._driver is not None
        app._driver.write = written.append  # type: ignore[method-assign, assignment]
        say_first()
        del app._driver.write
        door.open.set()

    app._say_first = noting  # type: ignore[method-assign]
    async with begun(app):
        assert f"the {opened} is being opened" in written[0]


async def test_what_was_pasted_is_kept_too() -> None:
    """In the answer line that has the focus from the beginning."""
    door = Door(lesson)
    app = tutor(door)
    typing(app, door, *keys("1"), Paste("23"), *keys("4"))
    async with begun(app):
        assert app.screen.query_one("#answer-input", Input).value == "1234"


async def test_control_c_waits_for_no_lesson() -> None:
    """The app ends though its session is not open, and none is left."""
    door = Door(lesson)
    app = tutor(door)
    typing(app, door, Key("ctrl+c", None), opens=False)
    async with app.run_test(size=SIZE):
        pass
    assert app.return_value == 130 and app.session is None
    door.open.set()


async def test_a_session_that_cannot_be_opened_ends_the_app() -> None:
    """With the error for whoever runs it."""
    error = ContentError("there is no lesson", where="learn")

    def fails() -> Session:
        raise error

    door = Door(fails)
    app = tutor(door)
    typing(app, door)
    async with app.run_test(size=SIZE):
        pass
    assert app.failure is error and app.return_value == error.exit_code and app.session is None


async def test_another_error_is_no_silence() -> None:
    """It ends the app as any other crash does."""

    def breaks() -> Session:
        raise ZeroDivisionError

    door = Door(breaks)
    app = tutor(door)
    typing(app, door)
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=SIZE):
            pass


async def test_the_first_screen_is_one_frame() -> None:
    """Nothing is painted before all of it is there."""
    door = Door(lesson)
    app = tutor(door)
    typing(app, door)
    painted: list[list[str]] = []
    display = app._display

    def noted(screen: object, renderable: object) -> None:
        if renderable is not None:
            painted.append(text_of(app))
        display(screen, renderable)  # type: ignore[arg-type]

    app._display = noted  # type: ignore[method-assign]
    async with begun(app):
        assert painted and all(any("language model" in row for row in rows) for rows in painted)


async def test_the_first_step_is_noted_behind_its_frame() -> None:
    """No slow disk holds the first screen up; the step is in the log before any key is taken."""
    door = Door(lesson)
    app = tutor(door)
    typing(app, door, *keys("7"))
    there: list[bool] = []

    def is_noted() -> bool:
        return app.session is not None and app.session.log.path is not None

    display, release = app._display, app.typed.release

    def painted(screen: object, renderable: object) -> None:
        if renderable is not None:
            there.append(is_noted())
        display(screen, renderable)  # type: ignore[arg-type]

    def released(then: Callable[[], object] | None = None) -> None:
        there.append(is_noted())
        release(then)

    app._display, app.typed.release = painted, released  # type: ignore[method-assign]
    async with begun(app):
        assert there[:2] == [False, True]
