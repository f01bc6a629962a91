"""Work beside the event loop: who is told of its end, and whose turn it is meanwhile."""

from __future__ import annotations

from sys import getswitchinterval
from threading import Event

import pytest
from textual.message import Message
from textual.message_pump import MessagePump

from petui.tui.background import Background, Finished

LONG = 60.0


class Asker(MessagePump):
    """Keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Message] = []

    def post_message(self, message: Message) -> bool:
        self.told.append(message)
        return True


def test_work_that_ends_in_time_is_followed_at_once() -> None:
    asker, done = Asker(), list[str]()
    assert Background().run(lambda: done.append("work"), lambda: done.append("then"), asker, patience=LONG)
    assert done == ["work", "then"]
    assert not asker.told


def test_of_work_that_takes_longer_the_asker_is_told() -> None:
    background, asker, may_end, done = Background(), Asker(), Event(), list[str]()
    assert not background.run(lambda: may_end.wait(LONG), lambda: done.append("then"), asker, patience=0)
    assert not done and not asker.told
    may_end.set()
    background.join()
    [finished] = asker.told
    assert isinstance(finished, Finished) and not done
    finished.go_on()
    assert done == ["then"]


def fail() -> object:
    raise LookupError("a fault")


def nothing() -> None:
    """Nothing follows."""


def test_what_goes_wrong_in_the_work_goes_wrong_for_the_asker() -> None:
    background, asker, may_end, done = Background(), Asker(), Event(), list[str]()
    with pytest.raises(LookupError):
        background.run(fail, lambda: done.append("then"), asker, patience=LONG)
    background.run(lambda: may_end.wait(LONG) and fail(), lambda: done.append("then"), asker, patience=0)
    may_end.set()
    background.join()
    [finished] = asker.told
    assert isinstance(finished, Finished)
    with pytest.raises(LookupError):
        finished.go_on()
    assert not done


def test_turns_are_short_until_the_last_thread_has_computed() -> None:
    usual, seen = getswitchinterval(), list[float]()
    background, asker, may_end = Background(), Asker(), Event()
    background.run(lambda: may_end.wait(LONG), nothing, asker, patience=0)
    assert background.run(nothing, nothing, asker, patience=LONG)
    background.run(lambda: seen.append(getswitchinterval()), nothing, asker, patience=LONG)
    assert seen[0] < usual
    assert getswitchinterval() == seen[0]
    may_end.set()
    background.join()
    assert getswitchinterval() == usual
