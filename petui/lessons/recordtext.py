"""Records of a lesson as JSON text and back: only data, of which nothing is ever run.

A record is an object with one key, its class; a tuple is a list; a mapping is an object with the key `""`. Places in
the file itself are a pair of numbers, since its path may be shown otherwise the next time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from petui.lessons import coursehead, model, place, prosemodel
from petui.lessons.place import Place

_HERE = "@"
_MAPPING = ""

_RECORDS: dict[str, type[Any]] = {
    name: thing
    for module in (place, prosemodel, model, coursehead)
    for name, thing in vars(module).items()
    if hasattr(thing, "__dataclass_fields__")
}
_FIELDS = {name: tuple(record.__dataclass_fields__) for name, record in _RECORDS.items()}


def to_text(value: object, file: str) -> str:
    """What was read of `file`, as JSON.

    Args:
        value: Records of petui.lessons.model and below, in tuples and mappings, or plain values.
        file: The file that places are in, as it is shown.

    Raises:
        TypeError: If there is anything else in it.
    """
    return json.dumps(_plain(value, file), ensure_ascii=False, separators=(",", ":"))


def of_text(text: str, file: str) -> Any:
    """What `to_text` was given.

    Args:
        text: JSON of `to_text`.
        file: The file that places are in.

    Raises:
        ValueError: If the text is none of `to_text`'s; KeyError, TypeError and RecursionError likewise.
    """
    return _tuples(json.loads(text, object_hook=_reader(file)))


def _plain(value: object, file: str) -> object:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        return [_plain(each, file) for each in value]
    if isinstance(value, Place) and value.file == file:
        return {_HERE: [value.line, value.column]}
    if isinstance(value, Mapping):
        return {_MAPPING: [[_plain(each, file) for each in pair] for pair in value.items()]}
    name = type(value).__name__
    if _RECORDS.get(name) is not type(value):
        raise TypeError(f"a {name} is not kept")
    return {name: [_plain(getattr(value, each), file) for each in _FIELDS[name]]}


def _reader(file: str) -> Callable[[dict[str, Any]], object]:
    def read(found: dict[str, Any]) -> object:
        ((name, values),) = found.items()
        if type(values) is not list:
            raise ValueError(f"{name} has no list of values")
        if name == _HERE:
            return Place(file, *values)
        if name == _MAPPING:
            return {key: _tuples(each) for key, each in values}
        made = object.__new__(_RECORDS[name])
        # Their own `__init__`, which fills in defaults, would be compiled for each class.
        for field, value in zip(_FIELDS[name], values, strict=True):
            object.__setattr__(made, field, _tuples(value))
        return made

    return read


def _tuples(value: Any) -> Any:
    """Lists in it as tuples; records are whole already."""
    return tuple(map(_tuples, value)) if type(value) is list else value
