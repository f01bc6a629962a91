"""What the environment says about the terminal; pure functions of its variables."""

from __future__ import annotations

from collections.abc import Mapping

DUMB_TERMINALS = ("", "dumb", "unknown")
# The first of these that is set decides, as in POSIX; Python's own coercion to UTF-8 would hide it.
_LOCALE_VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG")


def locale_name(environ: Mapping[str, str]) -> str:
    """The locale that decides on characters, such as `en_GB.UTF-8`; empty if none is set."""
    return next((environ[name] for name in _LOCALE_VARIABLES if environ.get(name)), "")


def is_utf8(environ: Mapping[str, str]) -> bool:
    """Whether that locale is a UTF-8 one."""
    return "utf-8" in locale_name(environ).lower().replace("utf8", "utf-8")


def wants_ascii(environ: Mapping[str, str]) -> bool:
    """Whether to keep to ASCII unasked: no UTF-8 locale, or the kernel's console with its few glyphs."""
    return not is_utf8(environ) or environ.get("TERM") == "linux"


def forbids_color(environ: Mapping[str, str]) -> bool:
    """Whether NO_COLOR is set to anything, or the terminal cannot position its cursor."""
    return bool(environ.get("NO_COLOR")) or is_dumb(environ)


def color_count(environ: Mapping[str, str]) -> int:
    """How many colours the terminal has, as far as it says: 256 for that many or more, else 16."""
    many = "256color" in environ.get("TERM", "") or "direct" in environ.get("TERM", "")
    return 256 if many or environ.get("COLORTERM", "") in ("truecolor", "24bit") else 16


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether TERM names no terminal that can position the cursor."""
    return environ.get("TERM", "") in DUMB_TERMINALS
