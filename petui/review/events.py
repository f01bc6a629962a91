"""What the log holds: one frozen object per event, and its line of JSON."""

from __future__ import annotations

import json
import secrets
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

VERSION = 1
# A study day begins at four in the morning, local time.
_DAY_BEGINS = timedelta(hours=4)
_EMPTY: Mapping[str, Any] = MappingProxyType({})
_last_id = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """When and where an event happened.

    Attributes:
        id: A UUID of version 7.
        at: UTC, in milliseconds.
        tz: Minutes that local time was ahead of UTC.
        day: Study day, local, from 04:00, as YYYY-MM-DD.
        host: Name of the machine.
    """

    id: str
    at: int
    tz: int
    day: str
    host: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEvent:
    """A step was reached, or one of its questions answered.

    Attributes:
        at_step: `course/lesson#step`.
        outcome: seen, right, wrong, predicted, skipped, hinted or done (the lesson is finished).
        lab: The Lab's fields.
        question: Id of the question, empty for the step itself.
        typed: What was typed.
        answer: The right number, where there is one.
        misconceptions: What a wrong number showed.
        seed: Seed of the draws.
        drawn: Drawn values.
        stamp: When and where; set when it is appended.
    """

    kind: ClassVar[str] = "step"
    at_step: str
    outcome: str
    lab: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)
    question: str = ""
    typed: str = ""
    answer: float | None = None
    misconceptions: tuple[str, ...] = ()
    seed: int | None = None
    drawn: Mapping[str, float] = field(default_factory=lambda: _EMPTY)
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingEvent:
    """A setting that travels with the learner.

    Attributes:
        name: Its name.
        value: Its value.
        stamp: When and where; set when it is appended.
    """

    kind: ClassVar[str] = "setting"
    name: str
    value: str
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent:
    """An event of a kind that this petui does not know; it is kept as it is.

    Attributes:
        kind: Its kind.
        record: The whole record.
        stamp: When and where.
    """

    kind: str
    record: Mapping[str, Any]
    stamp: Stamp | None = None


Event: TypeAlias = StepEvent | SettingEvent | UnknownEvent
_KINDS: dict[str, type[StepEvent] | type[SettingEvent]] = {"step": StepEvent, "setting": SettingEvent}


def new_id(at: int) -> str:
    """A UUID of version 7 (RFC 9562): 48 bits of milliseconds, then random bits; rising within one process."""
    global _last_id
    made = (at & (2**48 - 1)) << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    if made <= _last_id and made >> 80 == _last_id >> 80:
        made = _last_id + 1
    _last_id = made
    text = f"{made:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def study_day(at: int, tz: int) -> str:
    """The local date of a moment (UTC milliseconds, minutes ahead of UTC), where a day begins at 04:00."""
    local = datetime.fromtimestamp(at / 1000, UTC).astimezone(timezone(timedelta(minutes=tz)))
    return (local - _DAY_BEGINS).date().isoformat()


def stamp_now(clock: Any = time.time) -> Stamp:
    """The stamp of an event that happens now."""
    at = int(clock() * 1000)
    offset = datetime.fromtimestamp(at / 1000).astimezone().utcoffset() or timedelta()
    tz = int(offset.total_seconds() // 60)
    return Stamp(id=new_id(at), at=at, tz=tz, day=study_day(at, tz), host=socket.gethostname())


def to_line(event: Event) -> str:
    """An event as one line of JSON; it must carry its stamp."""
    assert event.stamp is not None
    stamp = {one.name: getattr(event.stamp, one.name) for one in fields(Stamp)}
    if isinstance(event, UnknownEvent):
        record = dict(event.record)
    else:
        record = {one.name: getattr(event, one.name) for one in fields(event) if one.name != "stamp"}
        record = {name: dict(value) if isinstance(value, Mapping) else value for name, value in record.items()}
    return json.dumps({"v": VERSION, **stamp, "kind": event.kind, **record}, ensure_ascii=True, allow_nan=False)


def from_record(record: object) -> Event | None:
    """An event from a decoded line; None if it is none."""
    if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
        return None
    stamp = _stamp_of(record)
    if stamp is None:
        return None
    kind = _KINDS.get(record["kind"])
    if kind is None:
        return UnknownEvent(kind=record["kind"], record=record, stamp=stamp)
    values = {one.name: record[one.name] for one in fields(kind) if one.name in record and one.name != "stamp"}
    return kind(**values, stamp=stamp) if _fits(kind, values) else None


def _stamp_of(record: dict[str, Any]) -> Stamp | None:
    texts = all(isinstance(record.get(name), str) for name in ("id", "day", "host"))
    numbers = all(type(record.get(name)) is int for name in ("at", "tz"))
    if not texts or not numbers:
        return None
    return Stamp(**{one.name: record[one.name] for one in fields(Stamp)})


def _fits(kind: type[StepEvent] | type[SettingEvent], values: dict[str, Any]) -> bool:
    """Whether the values have the types that replaying relies on; lists become tuples."""
    if kind is SettingEvent:
        return all(isinstance(values.get(name), str) for name in ("name", "value"))
    if not all(isinstance(values.get(name, ""), str) for name in ("at_step", "outcome", "question", "typed")):
        return False
    if not {"at_step", "outcome"} <= set(values):
        return False
    if not all(isinstance(values.get(name, {}), dict) for name in ("lab", "drawn")):
        return False
    named = values.get("misconceptions", [])
    if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
        return False
    values["misconceptions"] = tuple(named)
    return True
