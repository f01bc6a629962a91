"""What `petui doctor` says of the terminal, and of what petui chose for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from petui.plain.findings import Finding
from petui.plain.tmuxclient import ClientQuestion
from petui.surroundings import (
    DRIVERS,
    TRUECOLOR,
    Asked,
    Choices,
    choose,
    color_count,
    dumb_words,
    given_delay,
    is_utf8,
    locale_name,
    multiplexer,
    unknown_driver,
)

_STREAMS = ("stdin", "stdout", "stderr")
# Variables that change how Python writes, and the sizes that petui does not believe.
_PYTHON = ("PYTHONUTF8", "PYTHONIOENCODING", "PYTHONCOERCECLOCALE")
_SIZES = ("COLUMNS", "LINES")
_HEARD = ("TEXTUAL_ANIMATIONS", "TEXTUAL_COLOR_SYSTEM")


def terminal_findings(environ: Mapping[str, str], asked: Asked) -> Iterator[Finding]:
    """The terminal, then what petui chose for it."""
    utf8 = ClientQuestion(environ).shows_utf8()
    choices = choose(environ, replace(asked, tmux_utf8=utf8))
    yield _at_terminal("TERM", environ.get("TERM", "") or "not set")
    said = environ.get("COLORTERM")
    yield _at_terminal("colors", _colors(color_count(environ)) + (f", COLORTERM={said}" if said else ""))
    if environ.get("NO_COLOR"):
        yield _at_terminal("NO_COLOR", "set")
    letters = "UTF-8" if is_utf8(environ) else "not UTF-8"
    yield _at_terminal("locale", f"{locale_name(environ) or 'not set'} ({letters})")
    yield _at_terminal("encoding", _encoding(environ))
    yield _at_terminal("size", _size(environ))
    yield _at_terminal("streams", _streams())
    yield _tutor(environ)
    yield _multiplexer(environ, utf8, ascii=choices.ascii)
    yield _at_terminal("network", _network(environ))
    unheard = sorted(name for name in environ if name.startswith("TEXTUAL") and name not in _HEARD)
    if unheard:
        yield _at_terminal("passed over", ", ".join(unheard))
    yield from _chosen(environ, choices)


def _at_terminal(name: str, value: str, mend: str = "") -> Finding:
    return Finding("terminal", name, value, mend)


def _tutor(environ: Mapping[str, str]) -> Finding:
    """Whether the tutor starts here; where it cannot is no fault of the installation, and nothing is to be mended."""
    missing = [name for number, name in enumerate(_STREAMS) if not os.isatty(number)]
    are = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not a terminal" if missing else ""
    why = are or dumb_words(environ)
    return _at_terminal("tutor", f"refused here: {why}; `petui --plain` works" if why else "starts here")


def _colors(count: int) -> str:
    return {0: "none", TRUECOLOR: "16 million"}.get(count, str(count))


def _encoding(environ: Mapping[str, str]) -> str:
    """What Python writes by itself; petui writes UTF-8 or ASCII whatever that is."""
    set_ones = [f"{name}={environ[name]}" for name in _PYTHON if name in environ]
    return ", ".join([getattr(sys.__stdout__, "encoding", None) or "unknown", *set_ones])


def _size(environ: Mapping[str, str]) -> str:
    real = next(filter(None, map(_size_of, range(len(_STREAMS)))), None)
    size = f"{real[0]} x {real[1]}" if real else "no terminal here"
    exported = [f"{name}={environ[name]}" for name in _SIZES if name in environ]
    return f"{size}, not {' '.join(exported)}" if exported and real else size


def _size_of(number: int) -> tuple[int, int] | None:
    try:
        return os.get_terminal_size(number)
    except OSError:
        return None


def _streams() -> str:
    are = [name for number, name in enumerate(_STREAMS) if os.isatty(number)]
    if len(are) == len(_STREAMS):
        return "stdin, stdout and stderr are the terminal"
    return f"of stdin, stdout and stderr the terminal is {' and '.join(are) or 'none'}"


def _multiplexer(environ: Mapping[str, str], utf8: bool | None, *, ascii: bool) -> Finding:
    name = multiplexer(environ)
    if not environ.get("TMUX"):
        return _at_terminal("multiplexer", name or "none seen")
    says = {
        None: "gives no answer, as where no client is attached",
        True: "its client shows UTF-8",
        False: "its client shows ASCII only",
    }[utf8]
    # Who wants Unicode all the same gets _ for it.
    mend = "" if ascii or utf8 is not False else "attach with `tmux -u attach`, or leave `ascii` unset"
    return _at_terminal("multiplexer", f"tmux: {says}", mend)


def _network(environ: Mapping[str, str]) -> str:
    if environ.get("MOSH_CONNECTION"):
        return "mosh"
    return "SSH" if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY") else "none seen"


def _chosen(environ: Mapping[str, str], choices: Choices) -> Iterator[Finding]:
    values = {
        "glyphs": "ASCII" if choices.ascii else "Unicode",
        "colors": _colors(choices.colors),
        "theme": choices.theme,
        "escape_delay": f"{choices.escape_delay} ms",
        "animations": choices.animations,
        "driver": choices.driver,
    }
    mends = {"driver": _driver_mend(environ), "escape_delay": _delay_mend(environ)}
    for name, value in values.items():
        yield Finding("chosen", name, value, mends.get(name, ""), choices.why[name])


def _delay_mend(environ: Mapping[str, str]) -> str:
    given = environ.get("ESCDELAY", "")
    if not given or given_delay(environ) is not None:
        return ""
    return f"ESCDELAY is {given!r}: give milliseconds, a whole number above 0, or nothing"


def _driver_mend(environ: Mapping[str, str]) -> str:
    unknown = unknown_driver(environ)
    return f"PETUI_DRIVER is {unknown!r}: give {' or '.join(DRIVERS)}, or nothing" if unknown else ""
