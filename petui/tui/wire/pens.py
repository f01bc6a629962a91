"""Colours and attributes as SGR parameters: what they add up to, and the shortest way from one to another.

A style is the text between `ESC [` and `m` that gives it to a terminal in its default state, attributes first, then the
foreground, then the background: `1;38;5;12;48;5;234`. Colours stay as they were written. "" is the default.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

# What turns an attribute off again.
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "6": "25", "7": "27", "8": "28", "9": "29", "53": "55"}
_ATTRIBUTES = tuple(_OFF)
# Attributes that show on a blank too.
_ON_BLANKS = frozenset({"4", "5", "6", "7", "9", "53"})
_FOREGROUND = frozenset(map(str, (*range(30, 38), *range(90, 98))))
_BACKGROUND = frozenset(map(str, (*range(40, 48), *range(100, 108))))


class Parts(NamedTuple):
    """A style taken apart."""

    attributes: frozenset[str]
    foreground: str
    background: str

    @property
    def style(self) -> str:
        """The style as one text."""
        attributes = [attribute for attribute in _ATTRIBUTES if attribute in self.attributes]
        return ";".join([*attributes, *filter(None, (self.foreground, self.background))])


_DEFAULT = Parts(frozenset(), "", "")


@lru_cache(4096)
def applied(style: str, parameters: str) -> str:
    """The style that SGR parameters make of another; what is unknown in them is left out."""
    attributes, foreground, background = parts_of(style)
    for parameter in _parameters(parameters):
        head = parameter.replace(":", ";").partition(";")[0]
        if head in ("", "0"):
            attributes, foreground, background = _DEFAULT
        elif head in _OFF and parameter != "4:0":
            attributes |= {head}
        elif head == "38" or head in _FOREGROUND:
            foreground = parameter
        elif head == "48" or head in _BACKGROUND:
            background = parameter
        elif head in ("39", "49"):
            foreground, background = ("", background) if head == "39" else (foreground, "")
        else:
            attributes -= {attribute for attribute, off in _OFF.items() if off == head or parameter == f"{attribute}:0"}
    return Parts(attributes, foreground, background).style


def _parameters(text: str) -> Iterator[str]:
    """The parameters of an SGR, a colour's numbers together; an unfinished colour is left out."""
    numbers = iter(text.split(";"))
    for number in numbers:
        if number not in ("38", "48"):
            yield number
            continue
        kind = next(numbers, "")
        rest = [next(numbers, "") for _ in range({"5": 1, "2": 3}.get(kind, 0))]
        if rest and all(part.isdecimal() for part in rest):
            yield ";".join((number, kind, *rest))


@lru_cache(4096)
def parts_of(style: str) -> Parts:
    """A style taken apart."""
    attributes: set[str] = set()
    foreground = background = ""
    for parameter in _parameters(style) if style else ():
        head = parameter.replace(":", ";").partition(";")[0]
        if head in _OFF:
            attributes.add(head)
        elif head == "38" or head in _FOREGROUND:
            foreground = parameter
        else:
            background = parameter
    return Parts(frozenset(attributes), foreground, background)


class _Blanks(dict[str, str]):
    """What of each style can be seen on a blank: its background, and lines through or under it."""

    def __missing__(self, style: str) -> str:
        attributes, foreground, background = parts_of(style)
        kept = attributes & _ON_BLANKS
        # Turned round, the foreground is what a blank shows; lines are drawn in it.
        seen = Parts(attributes if kept else kept, foreground if kept else "", background).style
        if len(self) >= 4096:
            self.clear()
        self[style] = seen
        return seen


blank_style = _Blanks()


@lru_cache(4096)
def transition(style: str, wanted: str) -> str:
    """The shortest escape sequence that leads from one style to another; "" between equals."""
    if style == wanted:
        return ""
    afresh = f"\x1b[0;{wanted}m" if wanted else "\x1b[m"
    step = f"\x1b[{';'.join(_steps(parts_of(style), parts_of(wanted)))}m"
    return step if len(step) < len(afresh) else afresh


def _steps(now: Parts, wanted: Parts) -> Iterator[str]:
    """The parameters that lead from one style to another without a reset."""
    gone = [_OFF[attribute] for attribute in _ATTRIBUTES if attribute in now.attributes - wanted.attributes]
    yield from dict.fromkeys(gone)
    for attribute in _ATTRIBUTES:
        # What is turned off takes its twin along: bold and dim share one end.
        kept = attribute in now.attributes and _OFF[attribute] not in gone
        if attribute in wanted.attributes and not kept:
            yield attribute
    if now.foreground != wanted.foreground:
        yield wanted.foreground or "39"
    if now.background != wanted.background:
        yield wanted.background or "49"


@lru_cache(4096)
def blank_transition(style: str, wanted: str) -> tuple[str, str]:
    """The shortest way to a style that shows blanks as wanted.

    Args:
        style: The style now.
        wanted: What a blank shall show, as `blank_style` gives it.

    Returns:
        The sequence, and the style that then holds.
    """
    if blank_style[style] == wanted:
        return "", style
    kept = parts_of(style)._replace(background=parts_of(wanted).background).style
    ways = [(transition(style, wanted), wanted)]
    if blank_style[kept] == wanted:
        ways.append((transition(style, kept), kept))
    return min(ways, key=lambda way: len(way[0]))
