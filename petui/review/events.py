"""What the log holds: one frozen object per event, and its line of JSON.

A line is an object with `v`, `id`, `at`, `tz`, `day`, `host` and `kind`, and the fields of its kind; a field that has
its default value is left out. Lines of kinds or shapes that this version does not know are kept as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, TypeAlias

from petui.review.stamp import LAST_MOMENT, MOST_MINUTES, Stamp, stamp_now, study_day, uuid7

__all__ = [
    "Event",
    "SettingEvent",
    "Stamp",
    "StepEvent",
    "UnknownEvent",
    "from_line",
    "is_record",
    "stamp_now",
    "study_day",
    "to_line",
    "uuid7",
    "when",
]

VERSION = 1
_EMPTY: Mapping[str, Any] = MappingProxyType({})
_SCALARS: frozenset[type] = frozenset((str, int, float, bool, type(None)))
_NUMBERS: frozenset[type] = frozenset((int, float))


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
        misconceptions: Ids of what a wrong number showed.
        seed: Seed of the draws.
        drawn: Drawn values by name.
        stamp: When and where; now and here by default.
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
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingEvent:
    """A setting that travels with the learner.

    Attributes:
        name: Its name.
        value: Its value.
        stamp: When and where; now and here by default.
    """

    kind: ClassVar[str] = "setting"
    name: str
    value: str
    stamp: Stamp = field(default_factory=stamp_now)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent:
    """An event of a kind or shape that this version does not know.

    Attributes:
        kind: Its kind.
        line: Its line, as it was found.
        stamp: When and where.
    """

    kind: str
    line: str
    stamp: Stamp


Event: TypeAlias = StepEvent | SettingEvent | UnknownEvent


def when(event: Event) -> tuple[int, str]:
    """What events are ordered by: (at, id)."""
    stamp = event.stamp
    return stamp.at, stamp.id


# ---- writing ---------------------------------------------------------------------------------------------------------


def to_line(event: Event) -> str:
    """An event as one line of ASCII JSON, without its end; never fails.

    A number that is not finite is written as null, and what JSON does not have as its text.
    """
    if isinstance(event, UnknownEvent):
        return event.line
    stamp = event.stamp
    record: dict[str, Any] = {"v": VERSION, "id": stamp.id, "at": stamp.at, "tz": stamp.tz, "day": stamp.day}
    record |= {"host": stamp.host, "kind": event.kind}
    for one in fields(event):
        value = getattr(event, one.name)
        if one.name != "stamp" and not _is_default(value):
            record[one.name] = _plain(value)
    return json.dumps(record, allow_nan=False, separators=(",", ":"))


def _is_default(value: object) -> bool:
    return value is None or (isinstance(value, Mapping | tuple) and not value)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(name): _plain_scalar(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain_scalar(part) for part in value]
    return _plain_scalar(value)


def _plain_scalar(value: object) -> object:
    """The value as JSON has it; NumPy's numbers become Python's."""
    if type(value) not in _SCALARS and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return float(value) if isfinite(value) else None
    return value if type(value) in _SCALARS else str(value)


# ---- reading ---------------------------------------------------------------------------------------------------------


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


def from_line(line: bytes) -> Event | None:
    """The event of a line, whatever the line holds; None if it is none."""
    try:
        text = line.decode()
        record = _decode(text)
    except (ValueError, RecursionError):
        return None
    if type(record) is not dict:
        return None
    stamp, kind = _stamp(record), record.get("kind")
    if stamp is None or type(kind) is not str:
        return None
    read = _READERS.get(kind)
    event = read(record, stamp) if read else None
    return UnknownEvent(kind=kind, line=text.strip(), stamp=stamp) if event is None else event


def is_record(line: bytes) -> bool:
    """Whether a line is a JSON object, though perhaps no event of this version."""
    try:
        return type(_decode(line.decode())) is dict
    except (ValueError, RecursionError):
        return False


def _stamp(record: dict[str, Any]) -> Stamp | None:
    get = record.get
    name, at, tz, day, host = get("id"), get("at"), get("tz"), get("day"), get("host")
    fits = (
        type(name) is str
        and 0 < len(name) <= 64
        and type(at) is int
        and 0 <= at <= LAST_MOMENT
        and type(tz) is int
        and -MOST_MINUTES <= tz <= MOST_MINUTES
        and type(host) is str
        and type(day) is str
        and _is_day(day)
    )
    return Stamp(name, at, tz, day, host) if fits else None  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _step(record: dict[str, Any], stamp: Stamp) -> StepEvent | None:
    get = record.get
    at_step, outcome, question, typed = get("at_step"), get("outcome"), get("question", ""), get("typed", "")
    lab, drawn, named = get("lab", _EMPTY), get("drawn", _EMPTY), get("misconceptions", ())
    answer, seed = get("answer"), get("seed")
    fits = (
        type(at_step) is type(outcome) is type(question) is type(typed) is str
        and _holds(lab, _SCALARS)
        and _holds(drawn, _NUMBERS)
        and (named == () or (type(named) is list and all(type(one) is str for one in named)))
        and (seed is None or type(seed) is int)
        and (answer is None or (type(answer) in _NUMBERS and _is_finite(answer)))
    )
    if not fits:
        return None
    return StepEvent(
        at_step=at_step,  # type: ignore[arg-type]
        outcome=outcome,  # type: ignore[arg-type]
        lab=lab,
        question=question,
        typed=typed,
        answer=answer,
        misconceptions=tuple(named),
        seed=seed,
        drawn=drawn,
        stamp=stamp,
    )


def _holds(values: object, kinds: frozenset[type]) -> bool:
    """Whether values are an object of plain, finite values of these kinds."""
    if values is _EMPTY:
        return True
    if type(values) is not dict:
        return False
    for value in values.values():
        if type(value) not in kinds or (type(value) is float and not isfinite(value)):
            return False
    return True


def _is_finite(number: float) -> bool:
    try:
        return isfinite(number)
    except OverflowError:
        return False


def _setting(record: dict[str, Any], stamp: Stamp) -> SettingEvent | None:
    name, value = record.get("name"), record.get("value")
    fits = type(name) is str and type(value) is str
    return SettingEvent(name=name, value=value, stamp=stamp) if fits else None  # type: ignore[arg-type]


_READERS: dict[str, Callable[[dict[str, Any], Stamp], Event | None]] = {"step": _step, "setting": _setting}
