"""The user's configuration: a small TOML file, strictly read."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Mapping
from dataclasses import field, fields
from difflib import get_close_matches
from pathlib import Path
from reprlib import repr as short
from types import MappingProxyType
from typing import Any

from petui.core.errors import ConfigError
from petui.records import dataclass

# More than any configuration needs, and little enough to be read at once.
_MOST_BYTES = 1 << 20
_NAMES = ("keys", "theme", "ascii", "quiz")
RETENTION = (0.70, 0.97)
_PER_DAY = (0, 9999)


@dataclass(frozen=True, slots=True)
class QuizSettings:
    """How much the quiz asks.

    Attributes:
        retention: Share of reviews that are to be recalled, 0.70 to 0.97; the higher, the more reviews.
        new_per_day: Most cards begun on a study day.
        due_per_day: Most cards reviewed on a study day.
    """

    retention: float = 0.9
    new_per_day: int = 20
    due_per_day: int = 200


@dataclass(frozen=True, slots=True)
class Config:
    """What the user has set.

    Attributes:
        keys: Keys by command id.
        theme: Name of the theme, None if it is not set.
        ascii: Whether to keep to ASCII, None if it is not set.
        quiz: How much the quiz asks.
    """

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    theme: str | None = None
    ascii: bool | None = None
    quiz: QuizSettings = field(default_factory=QuizSettings)


def load_config(
    path: Path, *, command_ids: Collection[str] | None = None, themes: Collection[str] | None = None
) -> Config:
    """The configuration of a file; the defaults where there is none.

    Args:
        path: The file.
        command_ids: Names that may stand in `[keys]`; None to take any.
        themes: Themes that there are; None to take any.

    Raises:
        ConfigError: If it cannot be read, or names something unknown; says what is nearest.
    """
    values = _values(path)
    for name in values:
        _known(name, _NAMES, path, "there is no setting")
    theme = _typed(values, "theme", str, path)
    if theme is not None and themes is not None:
        _known(theme, themes, path, "there is no theme")
    ascii = _typed(values, "ascii", bool, path)
    return Config(_keys(values, command_ids, path), theme, ascii, _quiz(values, path))


def _keys(values: Mapping[str, Any], command_ids: Collection[str] | None, path: Path) -> Mapping[str, str]:
    keys = _typed(values, "keys", dict, path) or {}
    for name, key in keys.items():
        if command_ids is not None:
            _known(name, command_ids, path, "[keys]: there is no command")
        if not isinstance(key, str) or not key.strip():
            raise ConfigError(
                f"[keys] {name} is {short(key)}, not the name of a key", where=str(path), mend='write "x"'
            )
    return MappingProxyType(dict(keys))


def _quiz(values: Mapping[str, Any], path: Path) -> QuizSettings:
    table = _typed(values, "quiz", dict, path) or {}
    names = [one.name for one in fields(QuizSettings)]
    for name, value in table.items():
        _known(name, names, path, "[quiz]: there is no setting")
        _check_quiz_number(name, value, path)
    return QuizSettings(**table)


def _check_quiz_number(name: str, value: Any, path: Path) -> None:
    kinds, (low, high) = ((int, float), RETENTION) if name == "retention" else ((int,), _PER_DAY)
    wanted = f"a number from {low:.2f} to {high:.2f}" if name == "retention" else f"a whole number from {low} to {high}"
    # A truth value counts as an integer in Python, and not a number is in no range.
    if type(value) not in kinds or not low <= value <= high:
        what = f"[quiz] {name} is {short(value)}, not {wanted}"
        raise ConfigError(what, where=str(path), mend=f"write {name} = {getattr(QuizSettings(), name)}")


def _values(path: Path) -> dict[str, Any]:
    """What stands in the file, unchecked; nothing where there is no file."""
    mend = "mend or remove it"
    try:
        data = _read(path)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror or error}", where=str(path), mend=mend) from None
    if len(data) > _MOST_BYTES:
        raise ConfigError(f"is longer than {_MOST_BYTES} bytes", where=str(path), mend=mend)
    # Most have no file.
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"is no TOML: {_reason(error)}", where=str(path), mend=mend) from None


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8"
    return "it is too deep" if isinstance(error, RecursionError) else str(error)


def _read(path: Path) -> bytes:
    """The file's first bytes, at most one more than are allowed; no pipe or device can make it wait."""
    if path.exists() and not path.is_file() and not path.is_dir():
        if path.samefile(os.devnull):
            return b""
        raise OSError(errno.EINVAL, "it is no file")
    with path.open("rb") as file:
        return file.read(_MOST_BYTES + 1)


def _typed(values: Mapping[str, Any], name: str, kind: type, path: Path) -> Any:
    value = values.get(name)
    if value is not None and not isinstance(value, kind):
        wanted = {dict: "a table", str: "a text", bool: "true or false"}[kind]
        raise ConfigError(f"{name} is {short(value)}, not {wanted}", where=str(path), mend=f"write {wanted}")
    return value


def _known(name: str, known: Collection[str], path: Path, says: str) -> None:
    if name not in known:
        folded = {one.casefold(): one for one in known}
        near = get_close_matches(name.casefold(), list(folded), 1)
        mend = f"did you mean {folded[near[0]]!r}?" if near else f"known are {', '.join(sorted(known))}"
        raise ConfigError(f"{says} {short(name)}", where=str(path), mend=mend)
