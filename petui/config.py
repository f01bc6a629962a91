"""The user's configuration: a small TOML file, strictly read."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from petui.core.errors import ConfigError

_NAMES = ("keys", "theme", "ascii")


@dataclass(frozen=True, slots=True)
class Config:
    """What the user has set.

    Attributes:
        keys: Keys by command id.
        theme: Name of the theme, None if it is not set.
        ascii: Whether to keep to ASCII, None if it is not set.
    """

    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    theme: str | None = None
    ascii: bool | None = None


def load_config(path: Path, *, command_ids: Collection[str], themes: Collection[str]) -> Config:
    """The configuration of a file; the defaults where there is none.

    Raises:
        ConfigError: If it cannot be read, or names something unknown; says what is nearest.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return Config()
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", where=str(path), mend="mend or remove it") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"is no TOML: {str(error) or 'too deep'}", where=str(path), mend="mend or remove it"
        ) from None
    for name in values:
        _known(name, _NAMES, path, "there is no setting")
    keys = _typed(values, "keys", dict, path) or {}
    for name, key in keys.items():
        _known(name, command_ids, path, "[keys]: there is no command")
        if not isinstance(key, str) or not key.strip():
            raise ConfigError(f"[keys] {name} is {key!r}, not the name of a key", where=str(path), mend='write "x"')
    theme = _typed(values, "theme", str, path)
    if theme is not None:
        _known(theme, themes, path, "there is no theme")
    return Config(MappingProxyType(dict(keys)), theme, _typed(values, "ascii", bool, path))


def _typed(values: Mapping[str, Any], name: str, kind: type, path: Path) -> Any:
    value = values.get(name)
    if value is not None and not isinstance(value, kind):
        wanted = {dict: "a table", str: "a text", bool: "true or false"}[kind]
        raise ConfigError(f"{name} is {value!r}, not {wanted}", where=str(path), mend=f"write {wanted}")
    return value


def _known(name: str, known: Collection[str], path: Path, says: str) -> None:
    if name not in known:
        near = get_close_matches(name, list(known), 1)
        mend = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(known))}"
        raise ConfigError(f"{says} {name!r}", where=str(path), mend=mend)
