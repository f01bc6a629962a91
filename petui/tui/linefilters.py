"""The last things that happen to a line before it is sent: no colour, or no sign beyond ASCII, where it must be so."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from petui.lessons.cells import cell_width
from petui.lessons.transliterate import to_ascii
from petui.tui.styles import uncolored

# What has the room of one column only: what Textual draws with, the mark of what was cut, and the letters of formulas
# as panes name them where they have no more room.
_NARROW = {"▔": "-", "▁": "_", "▀": "#", "🔎": ">", "…": "~", "ω": "w", "λ": "l", "π": "p", "θ": "t"}
_uncolored = lru_cache(1024)(uncolored)


class Colorless(LineFilter):
    """Take away every colour; what stood out by the colour behind it is reversed instead."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colours."""
        return [
            Segment(text, None if style is None else _uncolored(style), control) for text, style, control in segments
        ]


class AsciiOnly(LineFilter):
    """Put every sign into ASCII in as many columns, whatever was typed, pasted or forgotten."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in ASCII."""
        if all(segment.text.isascii() for segment in segments):
            return segments
        return [Segment(_in_ascii(text), style, control) for text, style, control in segments]


def _in_ascii(text: str) -> str:
    return text if text.isascii() else "".join(map(_sign, text))


@lru_cache(1024)
def _sign(sign: str) -> str:
    columns = cell_width(sign)
    plain = _NARROW.get(sign) or to_ascii(sign)
    if plain == "?" and "\u2500" <= sign <= "\u259f":
        plain = "+" if sign < "\u2580" else "#"
    return f"{plain[:columns]:<{columns}}"
