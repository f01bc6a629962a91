"""The thread that reads keys, from a pipe in the place of a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from textual.events import Key
from textual.message import Message

from petui.tui.wire.keyboard import Keyboard

# Until when a test is given up.
PATIENCE = 20.0


class Reading:
    """A keyboard, what it has delivered, and what it was told."""

    def __init__(self) -> None:
        self.source, self._typed = os.pipe()
        self.delivered: list[Message] = []
        self.failures: list[Exception] = []
        self.full = False
        self.asked, self.interrupted, self.got_z, self.followed = Event(), Event(), Event(), Event()
        self.acts = True

    def deliver(self, message: Message) -> None:
        self.delivered.append(message)
        if isinstance(message, Key) and message.key == "z":
            self.got_z.set()

    def follow(self, tell: Callable[[], object]) -> None:
        self.followed.set()
        if self.acts:
            tell()

    def is_full(self) -> bool:
        self.asked.set()
        return self.full

    def type(self, text: str) -> None:
        """Type it, whole."""
        data = text.encode()
        while data:
            data = data[os.write(self._typed, data) :]

    @property
    def keys(self) -> list[str]:
        return [message.key for message in self.delivered if isinstance(message, Key)]


@contextmanager
def reading() -> Iterator[Reading]:
    """A keyboard that reads."""
    one = Reading()
    keyboard = Keyboard(
        one.source,
        0.05,
        deliver=one.deliver,
        follow=one.follow,
        is_full=one.is_full,
        interrupted=one.interrupted.set,
        lost=lambda: None,
        failed=one.failures.append,
    )
    keyboard.start()
    try:
        yield one
    finally:
        keyboard.stop(PATIENCE)
        assert not keyboard.is_alive() and one.failures == []


@pytest.mark.parametrize("ctrl_c", ["\x03", "\x1b[99;5u"], ids=["byte", "sequence"])
@pytest.mark.parametrize("before", ["j", "\x1b[B" * 40_000], ids=["a key", "a flood"])
def test_ctrl_c_overtakes_what_a_full_app_was_not_given(before: str, ctrl_c: str) -> None:
    """Whatever was typed before it, it is seen, and nothing of that is delivered."""
    with reading() as one:
        one.full = True
        one.type(before)
        one.type(ctrl_c)
        assert one.interrupted.wait(PATIENCE)
        one.full = False
        one.type("z")
        assert one.got_z.wait(PATIENCE)
        assert one.keys == ["z"]


def test_what_comes_while_the_app_is_full_is_delivered_later() -> None:
    """In order, and whole."""
    with reading() as one:
        one.full = True
        one.type("abc\x1bd")
        assert one.asked.wait(PATIENCE)
        one.full = False
        one.type("\x1b[Az")
        assert one.got_z.wait(PATIENCE)
        assert one.keys == ["a", "b", "c", "escape", "d", "up", "z"]


def test_a_pasted_ctrl_c_is_text() -> None:
    """It interrupts nothing."""
    with reading() as one:
        one.type("\x1b[200~a\x03b\x1b[201~z")
        assert one.got_z.wait(PATIENCE)
        assert not one.interrupted.is_set()


def test_no_key_comes_once_the_reading_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended by the very app that it waits for, it waits no more, and what was typed behind Esc is dropped."""
    monkeypatch.setattr("petui.tui.wire.keyboard._ACTING", 10 * PATIENCE)
    with reading() as one:
        one.acts = False
        one.type("\x1bz")
        assert one.followed.wait(PATIENCE)
    assert one.keys == ["escape"]
