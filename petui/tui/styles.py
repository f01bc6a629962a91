"""Style names of lines as terminal styles, for each theme."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style
from textual.theme import Theme

from petui.records import dataclass
from petui.surroundings import THEMES as THEME_NAMES

HIGH_CONTRAST = Theme(
    name="petui-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#ffffff",
    success="#00ff00",
    warning="#ffff00",
    error="#ff8080",
    dark=True,
)

# Names that people use, and the themes behind them.
THEMES: dict[str, str] = dict(
    zip(THEME_NAMES, ("textual-dark", "textual-light", "ansi-dark", "ansi-light", HIGH_CONTRAST.name), strict=True)
)


_REVERSED = Style(reverse=True)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme.

    Attributes:
        pairs: One colour per frequency pair, used in turn.
        accent: The current position.
        muted: What may stay quiet.
        right: A right answer.
        wrong: A wrong answer.
        heading: Headings and question marks.
        value: Computed numbers.
        heat: Colours from -1 to 1.
        on_accent: Text on the accent.
    """

    pairs: tuple[str, ...]
    accent: str
    muted: str
    right: str
    wrong: str
    heading: str
    value: str
    heat: tuple[str, ...]
    on_accent: str


_DARK = Palette(
    ("#5fafff", "#ffaf5f", "#87d787", "#d787d7", "#5fd7d7", "#ff8787", "#d7d75f", "#afafff"),
    "#ffd75f", "#8a8a8a", "#87d787", "#ff8787", "#87d7ff", "#d7d7af",
    ("#005faf", "#0087d7", "#5fafd7", "#87afd7", "#b2b2b2", "#d7af87", "#ffaf5f", "#ff8700", "#d75f00"),
    "#000000",
)  # fmt: skip
_LIGHT = Palette(
    ("#005faf", "#af5f00", "#008700", "#870087", "#005f5f", "#af0000", "#5f5f00", "#5f5faf"),
    "#875f00", "#6c6c6c", "#005f00", "#af0000", "#005f87", "#444444",
    ("#0000af", "#005fd7", "#0087d7", "#5f87af", "#767676", "#af875f", "#d75f00", "#af5f00", "#870000"),
    "#ffffff",
)  # fmt: skip
# Of sixteen colours only these can be read: on black not the darker blue, red and grey of consoles, and on white no
# yellow, green or cyan, and of the bright ones only blue.
_ANSI = Palette(
    ("bright_blue", "yellow", "green", "bright_magenta", "cyan", "bright_red", "bright_green", "bright_cyan"),
    "bright_yellow", "white", "green", "bright_red", "cyan", "default",
    ("bright_blue", "bright_blue", "bright_blue", "cyan", "white", "yellow", "bright_red", "bright_red", "bright_red"),
    "black",
)  # fmt: skip
_ANSI_LIGHT = Palette(
    ("blue", "red", "bright_blue", "black"), "magenta", "bright_black", "blue", "red", "blue", "default",
    ("blue", "blue", "blue", "bright_blue", "bright_black", "magenta", "red", "red", "red"), "white",
)  # fmt: skip
_CONTRAST = Palette(
    ("#00ffff", "#ffff00", "#00ff00", "#ff80ff", "#80c0ff", "#ff8080", "#ffffff", "#ffc000"),
    "#ffff00", "#d0d0d0", "#00ff00", "#ff8080", "#00ffff", "#ffffff",
    ("#4060ff", "#4090ff", "#60b0ff", "#a0d0ff", "#ffffff", "#ffe0a0", "#ffc000", "#ff9000", "#ff6000"),
    "#000000",
)  # fmt: skip

PALETTES: dict[str, Palette] = {
    "textual-dark": _DARK,
    "textual-light": _LIGHT,
    "ansi-dark": _ANSI,
    "ansi-light": _ANSI_LIGHT,
    HIGH_CONTRAST.name: _CONTRAST,
}


@lru_cache(maxsize=512)
def style_of(names: str, theme: str) -> Style:
    """The terminal style of a style name, or of several separated by blanks; after ` on ` comes that of the ground."""
    palette = PALETTES.get(theme, _DARK)
    front, on, behind = names.partition(" on ")
    style = Style()
    for name in front.split():
        style += _one(name, palette)
    if on:
        style += Style(bgcolor=_one(behind, palette).color)
    return style


def uncolored(style: Style) -> Style:
    """A style without its colours; what stood out by the colour behind it is reversed instead."""
    behind = style.bgcolor
    plain = style.without_color
    return plain if behind is None or behind.is_default else plain + _REVERSED


def _one(name: str, palette: Palette) -> Style:
    if name.startswith("pair") and name[4:].isdigit():
        return Style(color=palette.pairs[int(name[4:]) % len(palette.pairs)])
    if name.startswith("heat") and name[4:].isdigit():
        return Style(color=palette.heat[min(int(name[4:]), len(palette.heat) - 1)])
    return _named(palette).get(name, Style())


@lru_cache(maxsize=8)
def _named(palette: Palette) -> dict[str, Style]:
    return {
        "strong": Style(bold=True),
        "em": Style(italic=True),
        "code": Style(color=palette.value),
        "value": Style(color=palette.value),
        "literal": Style(italic=True),
        "symbol": Style(bold=True),
        "reference": Style(underline=True),
        "linked": Style(underline=True),
        "heading": Style(color=palette.heading, bold=True),
        "muted": Style(color=palette.muted),
        "axis": Style(color=palette.muted),
        "quote": Style(color=palette.muted),
        "right": Style(color=palette.right, bold=True),
        "wrong": Style(color=palette.wrong, bold=True),
        "cursor": Style(color=palette.accent, bold=True),
        "here": Style(color=palette.on_accent, bgcolor=palette.accent, bold=True),
    }
