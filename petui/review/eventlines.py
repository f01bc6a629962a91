"""An event as its line of JSON, and back.

A line is an object with `v`, `id`, `at`, `tz`, `day`, `host` and `kind`, and the fields of its kind; an empty field
that need not be there is left out. Lines of kinds or shapes that this version does not know are kept as they are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import Any, NoReturn

from petui.review.events import (
    EMPTY,
    Event,
    ReviewEvent,
    SettingEvent,
    StartEvent,
    StepEvent,
    SuspendEvent,
    UndoEvent,
    UnknownEvent,
    UnsuspendEvent,
)
from petui.review.stamp import LAST_MOMENT, MOST_MINUTES, Stamp

VERSION = 1
MOST_ID = 64
# JSON's own; text has more.
_BLANKS = " \t\r\n"
_LARGEST = sys.float_info.max
_SCALARS: frozenset[type] = frozenset((str, int, float, bool, type(None)))
_NUMBERS: frozenset[type] = frozenset((int, float))
_CONFIDENCES = frozenset(("", "sure", "unsure"))
_MODES = frozenset(("", "cram", "mistakes"))


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
        if one.name != "stamp" and not (_is_optional(one) and _is_empty(value)):
            record[one.name] = _plain(value)
    return json.dumps(record, allow_nan=False, separators=(",", ":"))


def _is_optional(one: Field[Any]) -> bool:
    return one.default is not MISSING or one.default_factory is not MISSING


def _is_empty(value: object) -> bool:
    return value is None or (isinstance(value, str | Mapping | tuple) and not value)


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


_decode = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode


def from_line(line: bytes) -> Event | None:
    """The event of a line, whatever the line holds; None if it is none."""
    text, record = _object(line)
    if record is None:
        return None
    stamp, kind = _stamp(record), record.get("kind")
    if stamp is None or type(kind) is not str:
        return None
    read = _READERS.get(kind)
    event = read(record, stamp) if read else None
    return UnknownEvent(kind=kind, line=text, stamp=stamp) if event is None else event


def is_record(line: bytes) -> bool:
    """Whether a line is a JSON object, though perhaps no event of this version."""
    return _object(line)[1] is not None


def _object(line: bytes) -> tuple[str, dict[str, Any] | None]:
    """The text of a line and the JSON object that it is; None where it is none."""
    try:
        text = line.decode().strip(_BLANKS)
        record, end = _decode(text)
    except (ValueError, RecursionError):
        return "", None
    return text, record if type(record) is dict and end == len(text) else None


def _stamp(record: dict[str, Any]) -> Stamp | None:
    get: Any = record.get
    name, at, tz, day, host = get("id"), get("at"), get("tz"), get("day"), get("host")
    fits = (
        type(name) is str
        and 0 < len(name) <= MOST_ID
        and type(at) is int
        and 0 <= at <= LAST_MOMENT
        and type(tz) is int
        and -MOST_MINUTES <= tz <= MOST_MINUTES
        and type(host) is str
        and type(day) is str
        and is_day(day)
    )
    return Stamp(name, at, tz, day, host) if fits else None


@lru_cache(maxsize=4096)
def is_day(text: str) -> bool:
    """Whether a text is a date, YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _step(record: dict[str, Any], stamp: Stamp) -> StepEvent | None:
    get: Any = record.get
    at_step, outcome, question, typed = get("at_step"), get("outcome"), get("question", ""), get("typed", "")
    lab, drawn, named = get("lab", EMPTY), get("drawn", EMPTY), get("misconceptions", ())
    answer, seed = get("answer"), get("seed")
    fits = (
        type(at_step) is type(outcome) is type(question) is type(typed) is str
        and _holds(lab, _SCALARS)
        and _tells_answer(drawn, named, seed, answer)
    )
    if not fits:
        return None
    return StepEvent(
        at_step=at_step,
        outcome=outcome,
        lab=lab,
        question=question,
        typed=typed,
        answer=answer,
        misconceptions=tuple(named),
        seed=seed,
        drawn=drawn,
        stamp=stamp,
    )


def _tells_answer(drawn: object, named: object, seed: object, answer: object) -> bool:
    """Whether these are what an answer is logged with: drawn numbers, misconceptions, a seed, the right number."""
    return (
        _holds(drawn, _NUMBERS)
        and (named == () or (type(named) is list and all(type(one) is str for one in named)))
        and (seed is None or type(seed) is int)
        and (answer is None or ((type(answer) is int or type(answer) is float) and _is_finite(answer)))
    )


def _holds(values: object, kinds: frozenset[type]) -> bool:
    """Whether values are an object of plain, finite values of these kinds."""
    if values is EMPTY:
        return True
    if type(values) is not dict:
        return False
    for value in values.values():
        kind = type(value)
        if kind is float or kind is int:
            if not -_LARGEST <= value <= _LARGEST:
                return False
        elif kind not in kinds:
            return False
    return True


def _is_finite(number: float) -> bool:
    """Whether a number is one that a float can hold."""
    return -_LARGEST <= number <= _LARGEST


def _setting(record: dict[str, Any], stamp: Stamp) -> SettingEvent | None:
    get: Any = record.get
    name, value = get("name"), get("value")
    fits = type(name) is str and type(value) is str
    return SettingEvent(name=name, value=value, stamp=stamp) if fits else None


def _review(record: dict[str, Any], stamp: Stamp) -> ReviewEvent | None:
    get: Any = record.get
    card, rating, typed = get("card"), get("rating"), get("typed", "")
    drawn, named = get("drawn", EMPTY), get("misconceptions", ())
    answer, seed, ms = get("answer"), get("seed"), get("ms")
    confidence, mode = get("confidence", ""), get("mode", "")
    fits = (
        type(card) is type(typed) is type(confidence) is type(mode) is str
        and card
        and type(rating) is int
        and 1 <= rating <= 4
        and _tells_answer(drawn, named, seed, answer)
        and (ms is None or _is_count(ms))
        and confidence in _CONFIDENCES
        and mode in _MODES
    )
    if not fits:
        return None
    return ReviewEvent(
        card=card,
        rating=rating,
        typed=typed,
        answer=answer,
        seed=seed,
        drawn=drawn,
        ms=ms,
        confidence=confidence,
        misconceptions=tuple(named),
        mode=mode,
        stamp=stamp,
    )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LAST_MOMENT


def _undo(record: dict[str, Any], stamp: Stamp) -> UndoEvent | None:
    undoes = record.get("undoes")
    return UndoEvent(undoes=undoes, stamp=stamp) if type(undoes) is str and 0 < len(undoes) <= MOST_ID else None


def _suspend(record: dict[str, Any], stamp: Stamp) -> SuspendEvent | None:
    card = record.get("card")
    return SuspendEvent(card=card, stamp=stamp) if type(card) is str and card else None


def _unsuspend(record: dict[str, Any], stamp: Stamp) -> UnsuspendEvent | None:
    card = record.get("card")
    return UnsuspendEvent(card=card, stamp=stamp) if type(card) is str and card else None


def _start(record: dict[str, Any], stamp: Stamp) -> StartEvent | None:
    get: Any = record.get
    card, due, last = get("card"), get("due"), get("last")
    stability, difficulty = get("stability"), get("difficulty")
    reviews, lapses = get("reviews", 0), get("lapses", 0)
    fits = (
        type(card) is type(due) is type(last) is str
        and card
        and is_day(due)
        and is_day(last)
        and type(stability) in _NUMBERS
        and _is_finite(stability)
        and stability > 0
        and type(difficulty) in _NUMBERS
        and 1 <= difficulty <= 10
        and _is_count(reviews)
        and _is_count(lapses)
    )
    if not fits:
        return None
    return StartEvent(
        card=card,
        due=due,
        last=last,
        stability=stability,
        difficulty=difficulty,
        reviews=reviews,
        lapses=lapses,
        stamp=stamp,
    )


_READERS: dict[str, Callable[[dict[str, Any], Stamp], Event | None]] = {
    "review": _review,
    "setting": _setting,
    "start": _start,
    "step": _step,
    "suspend": _suspend,
    "undo": _undo,
    "unsuspend": _unsuspend,
}
