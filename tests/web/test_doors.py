"""Connections are counted, those that ask nothing are closed, and what is no request is no news."""

from __future__ import annotations

import asyncio
import logging
import resource
from collections.abc import Callable

import pytest
from aiohttp.http_exceptions import BadHttpMessage

from petui.core.errors import PetuiError
from petui.web.doors import PATIENCE, Doors, claim_descriptors, descriptors
from petui.web.remarks import Remarks


class Wire(asyncio.Transport):
    """A connection that notes its end."""

    def __init__(self) -> None:
        super().__init__()
        self.is_cut = False

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass


class Clock:
    """What is to be done later, and when."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, act: Callable[[], None]) -> None:
        self.waiting.append((seconds, act))

    def ring(self) -> None:
        for seconds, act in self.waiting:
            assert seconds == PATIENCE
            act()
        self.waiting.clear()


def entered(doors: Doors) -> Wire:
    wire = Wire()
    doors().connection_made(wire)
    return wire


def test_who_says_nothing_whole_in_time_is_cut_off() -> None:
    clock = Clock()
    doors = Doors(asyncio.Protocol, 5, clock)
    silent, asks, visits = (entered(doors) for _ in range(3))
    doors.hear(asks)
    doors.hear(visits)
    doors.admit(visits)
    clock.ring()
    assert (silent.is_cut, asks.is_cut, visits.is_cut) == (True, False, False)


def test_of_too_many_the_oldest_go_first_and_those_who_asked_last() -> None:
    doors = Doors(asyncio.Protocol, 3, Clock())
    asks = entered(doors)
    doors.hear(asks)
    silent = [entered(doors) for _ in range(4)]
    assert not asks.is_cut and [each.is_cut for each in silent] == [True, True, False, False]
    for each in silent[2:]:
        doors.hear(each)
    last = entered(doors)
    assert asks.is_cut and not last.is_cut and not silent[2].is_cut


def test_a_visitor_is_counted_as_one_and_never_cut_off_for_others() -> None:
    doors = Doors(asyncio.Protocol, 2, Clock())
    visitors = [entered(doors) for _ in range(2)]
    for each in visitors:
        doors.admit(each)
    for _ in range(20):
        entered(doors)
    assert not any(each.is_cut for each in visitors)


def test_the_limit_of_open_files_is_raised_to_what_is_needed_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(100, 5_000)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: limits.append(given))
    claim_descriptors(40)
    assert limits[-1] == (descriptors(40), 5_000)
    claim_descriptors(30)
    assert len(limits) == 2

    def refuse(_: int, given: tuple[int, int]) -> None:
        raise ValueError("exceeds")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    for allowed, advice in ((descriptors(17), "--visitors 17,"), (20, f"ulimit -n {descriptors(40)}")):
        limits.append((allowed, allowed))
        with pytest.raises(PetuiError) as refused:
            claim_descriptors(40)
        said = str(refused.value)
        assert advice in said and str(allowed) in said and "\n" not in said


def record(message: str, error: BaseException | None, at: float) -> logging.LogRecord:
    made = logging.LogRecord(
        "aiohttp", logging.ERROR, "", 0, message, (), (type(error), error, None) if error else None
    )
    made.created = at
    return made


def test_an_error_is_one_line_once_a_while_and_a_malformed_request_is_none() -> None:
    said: list[str] = []
    remarks = Remarks(said.append)
    for at in range(1_000):
        remarks.handle(record("socket.accept() out of system resource\nsocket: <x>", OSError(24, "x"), at / 100))
        remarks.handle(record("Error handling request from x", BadHttpMessage("\x16\x03 bytes"), at / 100))
    assert said == ["OSError: socket.accept() out of system resource"]
    remarks.handle(record("socket.accept() out of system resource", OSError(24, "x"), 100.0))
    remarks.handle(record("another", None, 100.0))
    assert said[1:] == ["OSError: socket.accept() out of system resource", "another"]
