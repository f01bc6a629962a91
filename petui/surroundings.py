"""What the environment says about the terminal, and what petui chooses for it; the one place that decides.

All but `given_environment` are pure functions of the variables; each choice comes with its reason.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from petui.records import dataclass

DUMB_TERMINALS = ("", "dumb", "unknown")
# Names of themes that people use; the screens have their colours.
THEMES = ("dark", "light", "ansi-dark", "ansi-light", "contrast")
TRUECOLOR = 1 << 24
# As TEXTUAL_COLOR_SYSTEM has them.
COLOR_SYSTEMS = MappingProxyType({"standard": 16, "256": 256, "truecolor": TRUECOLOR})
# The first is petui's own.
DRIVERS = ("shadow", "stock")
# What serves Textual's apps to a browser names this driver in TEXTUAL_DRIVER; petui puts its own in that place.
WEB_DRIVER = "textual.drivers.web_driver:WebDriver"
BROWSER = "browser"
# By Textual's protocol for the web: what comes before packets, and the bytes of a packet's letter and length.
WEB_READY = b"__GANGLION__\n"
WEB_PACKET_HEAD = 5
# No more is used of what a terminal or a browser says: each cell costs memory.
MOST_COLUMNS, MOST_ROWS = 1000, 500

# The first of these that is set decides, as in POSIX.
_LOCALE_VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG")
# What Python itself puts into LC_CTYPE where it was started in the C locale (PEP 538).
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
_FIRST_ENVIRONMENT = "/proc/self/environ"
_REMOTE = ("SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION")
# DEC's terminals before the VT525, and what terminfo marks as monochrome.
_MONOCHROME = re.compile(r"vt(?:52|[1-4]\d\d)(?!\d).*|.+-(?:m|mono)")
_KNOWN_256 = re.compile(r".*256color.*|(?:xterm-)?(?:kitty|ghostty|alacritty|wezterm|foot|contour)(?:-.*)?|iterm2?|st")
# White and bright white of the sixteen colours.
_LIGHT_GROUNDS = ("7", "15")
_ANIMATIONS = ("none", "basic", "full")


def given_environment() -> Mapping[str, str]:
    """The variables that petui was started with.

    In the C locale Python puts a UTF-8 locale into LC_CTYPE before it runs anything (PEP 538), which says nothing of
    the terminal; where the system still knows what was there, that is told.
    """
    if os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") not in _COERCED:
        return os.environ
    try:
        first = Path(_FIRST_ENVIRONMENT).read_bytes()
    except OSError:
        return os.environ
    if any(each.startswith(b"LC_CTYPE=") for each in first.split(b"\0")):
        return os.environ
    return {name: value for name, value in os.environ.items() if name != "LC_CTYPE"}


# ---- what there is ---------------------------------------------------------------------------------------------------


def locale_name(environ: Mapping[str, str]) -> str:
    """The locale that decides on characters, such as `en_GB.UTF-8`; empty if none is set."""
    return next((environ[name] for name in _LOCALE_VARIABLES if environ.get(name)), "")


def is_utf8(environ: Mapping[str, str]) -> bool:
    """Whether that locale is a UTF-8 one."""
    return "utf-8" in locale_name(environ).lower().replace("utf8", "utf-8")


def wants_ascii(environ: Mapping[str, str]) -> bool:
    """Whether to keep to ASCII unasked: no UTF-8 locale, or the kernel's console with its few glyphs."""
    return _glyphs(environ, NOTHING_ASKED)[0]


def forbids_color(environ: Mapping[str, str]) -> bool:
    """Whether NO_COLOR is set to anything, or the terminal cannot position its cursor."""
    return bool(environ.get("NO_COLOR")) or is_dumb(environ)


def color_count(environ: Mapping[str, str]) -> int:
    """How many colours the terminal has, as far as it says: 0, 16, 256 or TRUECOLOR; NO_COLOR is not asked."""
    return _terminal_colors(environ)[0]


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether TERM names no terminal that can position the cursor."""
    return environ.get("TERM", "").strip() in DUMB_TERMINALS


def dumb_words(environ: Mapping[str, str]) -> str:
    """Why the tutor cannot be drawn on the terminal that TERM names; empty where it can."""
    if not is_dumb(environ):
        return ""
    term = environ.get("TERM", "")
    return f"TERM is {term!r}, which cannot position the cursor" if term else "TERM is not set"


def is_browser(environ: Mapping[str, str]) -> bool:
    """Whether a browser shows the screen, and packets stand in the place of a terminal."""
    return environ.get("TEXTUAL_DRIVER") == WEB_DRIVER


def is_remote(environ: Mapping[str, str]) -> bool:
    """Whether a network lies between petui and the terminal."""
    return any(environ.get(name) for name in _REMOTE)


def multiplexer(environ: Mapping[str, str]) -> str:
    """tmux, screen, zellij, or `tmux or screen` where only TERM tells; empty where there is none."""
    for name, variable in (("tmux", "TMUX"), ("screen", "STY"), ("zellij", "ZELLIJ")):
        if environ.get(variable):
            return name
    term = environ.get("TERM", "")
    # Both call their terminals screen, and neither's own variable crosses a network.
    return "tmux" if term.startswith("tmux") else "tmux or screen" if term.startswith("screen") else ""


def _is_console(environ: Mapping[str, str]) -> bool:
    term = environ.get("TERM", "")
    return term == "linux" or term.startswith("linux-")


def _terminal_colors(environ: Mapping[str, str]) -> tuple[int, str]:
    term, more = environ.get("TERM", "").strip(), environ.get("COLORTERM", "").strip().lower()
    if is_dumb(environ):
        return 0, f"TERM is {term or 'not set'}"
    if _MONOCHROME.fullmatch(term):
        return 0, f"TERM={term} has no colours"
    named = 256 if _KNOWN_256.fullmatch(term) else 16
    if _is_console(environ) or multiplexer(environ) in ("screen", "tmux or screen"):
        # The console has no more, and what COLORTERM says is of the terminal around screen.
        return named, f"TERM={term}"
    if more in ("truecolor", "24bit"):
        return TRUECOLOR, f"COLORTERM={more}"
    return (TRUECOLOR if term.endswith("-direct") else named), f"TERM={term}"


# ---- what petui chooses ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """What the learner asked for, and what only the terminal can say.

    Attributes:
        ascii: `--ascii`.
        ascii_set: `ascii` of the configuration, None where it is not set.
        no_color: `--no-color`.
        theme: The theme last chosen, else that of the configuration; empty where there is none.
        tmux_utf8: Whether the client of tmux shows UTF-8; None where that is not known.
    """

    ascii: bool = False
    ascii_set: bool | None = None
    no_color: bool = False
    theme: str = ""
    tmux_utf8: bool | None = None


NOTHING_ASKED = Asked()


@dataclass(frozen=True, slots=True)
class Choices:
    """What petui does on this terminal.

    Attributes:
        ascii: Whether it draws in ASCII.
        colors: How many colours it writes: 0, 16, 256 or TRUECOLOR.
        theme: One of THEMES, which can be shown with so many.
        escape_delay: Milliseconds after which a lone Esc is a key.
        animations: none, basic or full.
        driver: One of DRIVERS, or BROWSER.
        why: The reason of each, by its name.
    """

    ascii: bool
    colors: int
    theme: str
    escape_delay: int
    animations: str
    driver: str
    why: Mapping[str, str]


def choose(environ: Mapping[str, str], asked: Asked = NOTHING_ASKED) -> Choices:
    """What petui does on the terminal of these variables."""
    ascii, glyphs_why = _glyphs(environ, asked)
    colors, colors_why = chosen_colors(environ, no_color=asked.no_color)
    theme, theme_why = _theme(environ, asked.theme, colors)
    delay, delay_why = _escape_delay(environ)
    animations, animations_why = _animations(environ)
    driver, driver_why = _driver(environ)
    why = {
        "glyphs": glyphs_why,
        "colors": colors_why,
        "theme": theme_why,
        "escape_delay": delay_why,
        "animations": animations_why,
        "driver": driver_why,
    }
    return Choices(ascii, colors, theme, delay, animations, driver, MappingProxyType(why))


def chosen_colors(environ: Mapping[str, str], *, no_color: bool = False) -> tuple[int, str]:
    """How many colours the tutor writes, and why."""
    if no_color:
        return 0, "--no-color"
    if environ.get("NO_COLOR"):
        return 0, "NO_COLOR is set"
    colors, why = _terminal_colors(environ)
    system = environ.get("TEXTUAL_COLOR_SYSTEM", "")
    if system in COLOR_SYSTEMS and not is_dumb(environ):
        return COLOR_SYSTEMS[system], f"TEXTUAL_COLOR_SYSTEM={system}"
    return colors, why


def shown_theme(theme: str, colors: int) -> str:
    """The theme to show in the place of another where there are so few colours; itself where it can be shown.

    Without colours it is the terminal's own two; of sixteen the tints of dark and light cannot be made, while contrast
    is made of them.
    """
    if colors == 0:
        return "ansi-dark"
    return {"dark": "ansi-dark", "light": "ansi-light"}.get(theme, theme) if colors < 256 else theme


def _glyphs(environ: Mapping[str, str], asked: Asked) -> tuple[bool, str]:
    if asked.ascii:
        return True, "--ascii"
    if asked.ascii_set is not None:
        return asked.ascii_set, f"ascii = {str(asked.ascii_set).lower()} in the configuration"
    if is_browser(environ):
        return False, "a browser"
    if _is_console(environ):
        return True, "TERM=linux, a console with few glyphs"
    if asked.tmux_utf8 is False:
        return True, "the client of tmux shows no more; `tmux -u attach` would"
    name = locale_name(environ)
    if not name:
        return True, "no locale is set"
    return not is_utf8(environ), f"the locale is {name}"


def _theme(environ: Mapping[str, str], theme: str, colors: int) -> tuple[str, str]:
    wanted, why = (theme, "your choice") if theme in THEMES else _usual_theme(environ)
    shown = shown_theme(wanted, colors)
    if colors == 0:
        return shown, "no colours"
    return (shown, why) if shown == wanted else (shown, f"{colors} colours cannot show {wanted}")


def _usual_theme(environ: Mapping[str, str]) -> tuple[str, str]:
    """The theme for the ground that the terminal says it has; most do not say."""
    said = environ.get("COLORFGBG", "")
    return ("light", f"COLORFGBG={said}") if said.rpartition(";")[2] in _LIGHT_GROUNDS else ("dark", "the usual one")


def given_delay(environ: Mapping[str, str]) -> int | None:
    """The milliseconds that ESCDELAY names; None where it is not set, or names no whole number above 0."""
    given = environ.get("ESCDELAY", "")
    return int(given[:9]) or None if given.isascii() and given.isdecimal() else None


def _escape_delay(environ: Mapping[str, str]) -> tuple[int, str]:
    given = given_delay(environ)
    if given is not None:
        return given, f"ESCDELAY={environ['ESCDELAY']}"
    # A lone Esc and an arrow key's first byte differ only in time, and a network stretches time.
    return (250, "over a network") if is_remote(environ) else (100, "no network is seen")


def _animations(environ: Mapping[str, str]) -> tuple[str, str]:
    given = environ.get("TEXTUAL_ANIMATIONS", "").lower()
    return (given, f"TEXTUAL_ANIMATIONS={given}") if given in _ANIMATIONS else ("none", "frugal over any line")


def unknown_driver(environ: Mapping[str, str]) -> str:
    """What PETUI_DRIVER names where it is none of DRIVERS, so that the tutor refuses to start; empty elsewhere."""
    given = environ.get("PETUI_DRIVER", "")
    return "" if given in DRIVERS else given


def _driver(environ: Mapping[str, str]) -> tuple[str, str]:
    if is_browser(environ):
        return BROWSER, "TEXTUAL_DRIVER is that for browsers"
    given = environ.get("PETUI_DRIVER", "")
    return (given, f"PETUI_DRIVER={given}") if given in DRIVERS else (DRIVERS[0], "sends only what changed")
