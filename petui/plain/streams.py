"""The lines of plain mode: where they come from, and how those that answer them are written."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import IO

from petui.lessons.cells import Line, plain_text
from petui.plain.charset import shown
from petui.plain.output import write_out

# Before what authors wrote: no line of it can be taken for a verdict.
INDENT = "  "

# No answer is longer; the rest of such a line is passed over.
_LONGEST = 10_000
_NARROWEST, _WIDEST = 40, 100
# Runs of block elements, and of box drawing: a line across counts once.
_BARS = re.compile("[\u2580-\u259f]+")
_LINES = re.compile("[─━╌╍┄┅┈┉═]+|[\u2500-\u257f]")


def input_lines() -> IO[bytes]:
    """Standard input as bytes; an empty stream where it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        from io import BytesIO

        return BytesIO()
    return sys.stdin.buffer


def read_line(lines: IO[bytes]) -> str | None:
    """One line without its end and blanks; None at the end of the input."""
    line = lines.readline(_LONGEST)
    if not line:
        return None
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = lines.readline(_LONGEST)
    return line.decode("utf-8", "replace").strip()


def text_width() -> int:
    """Columns of the text: those of the terminal with a margin, 40 to 100."""
    return max(_NARROWEST, min(shutil.get_terminal_size().columns - 2, _WIDEST))


def indented(lines: Sequence[Line]) -> list[str]:
    """Set lines without their styles, indented; none where they hold nothing but blanks."""
    text = plain_text(lines).rstrip("\n")
    return [f"{INDENT}{line}".rstrip() for line in text.split("\n")] if text.strip() else []


def folded(lines: Iterable[str], width: int) -> list[str]:
    """Lines of petui's own, the longer ones wrapped; what goes on below is indented further."""
    return [piece for line in lines for piece in _folded(line, width)]


def _folded(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    begin = line[: len(line) - len(line.lstrip())]
    return wrap(line, width, subsequent_indent=begin + INDENT, break_on_hyphens=False, break_long_words=False)


def write_lines(lines: Iterable[str], *, ascii: bool) -> None:
    """Write lines to standard output, in ASCII if only that can be shown.

    Raises:
        BrokenPipeError: If nobody reads it any more.
        PetuiError: If it cannot be written.
    """
    text = "".join(f"{line}\n" for line in lines)
    if text:
        write_out([shown(undrawn(text), ascii=ascii)], None)


def undrawn(text: str) -> str:
    """The text without what is drawn of characters: bars are counted, the lines of boxes are those of typewriters.

    Authors may draw; who hears a text would hear the name of each character.
    """
    if text.isascii():
        return text
    return _LINES.sub(_line_drawn, _BARS.sub(_bar_counted, text))


def _bar_counted(bar: re.Match[str]) -> str:
    count = len(bar[0])
    return f"{count} {'mark' if count == 1 else 'marks'} "


def _line_drawn(line: re.Match[str]) -> str:
    return "-" if line[0][0] in "─━╌╍┄┅┈┉═" else "|" if line[0] in "│┃╎╏┆┇┊┋║" else "+"
