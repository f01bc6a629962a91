"""Pictures as styled lines of text, exactly as wide and as high as asked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

from petui.records import dataclass

if TYPE_CHECKING:
    from petui.core.lab import Lab

Run: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a view draws.

    Attributes:
        lines: As many lines as the height asked for; each as many characters as the width.
        says: The picture in words, for screen readers and the plain front end.
    """

    lines: tuple[Line, ...]
    says: str


@dataclass(frozen=True, slots=True)
class View:
    """Draws a Lab.

    Attributes:
        name: What such pictures are called, a plural.
        least: Columns and rows that it needs.
        draw: Draws where there are as many.
    """

    name: str
    least: tuple[int, int]
    draw: Callable[..., Picture]

    def __call__(self, lab: Lab, width: int, height: int, **options: Any) -> Picture:
        """The picture: `height` lines of `width` characters, one of them an explanation where there is no room."""
        if width < self.least[0] or height < self.least[1]:
            return explained(self.name, *self.least, width, height)
        return self.draw(lab, width, height, **options)


def needs(name: str, least_width: int, least_height: int) -> Callable[[Callable[..., Picture]], View]:
    """Make a view of a function view(lab, width, height, *, ascii=False), which keeps to ASCII where it is told to.

    Args:
        name: What such pictures are called, a plural.
        least_width: Columns that it needs.
        least_height: Rows that it needs.
    """
    return partial(View, name, (least_width, least_height))


def line_text(line: Line) -> str:
    """The characters of a line without their styles."""
    return "".join(text for text, _ in line)


def joined(runs: Iterable[Run]) -> Line:
    """The runs as a line: empty ones left out, neighbours of one style made one."""
    line: list[Run] = []
    for text, style in runs:
        if line and line[-1][1] == style:
            line[-1] = (line[-1][0] + text, style)
        elif text:
            line.append((text, style))
    return tuple(line)


def fitted(runs: Iterable[Run], width: int) -> Line:
    """The runs cut or padded with blanks to `width` characters."""
    line: list[Run] = []
    left = width
    for text, style in runs:
        line.append((text[:left], style))
        left -= len(line[-1][0])
    return joined([*line, (" " * left, "")])


def starts(line: Line) -> tuple[int, ...]:
    """The column at which each run begins."""
    return tuple(accumulate((len(text) for text, _ in line[:-1]), initial=0)) if line else ()


def with_cell(line: Line, begins: Sequence[int], column: int, character: str, style: str) -> Line:
    """The line with one character written over it; `begins` is what `starts` gives, so that a cached line is quick."""
    index = bisect_right(begins, column) - 1
    text, old = line[index]
    at = column - begins[index]
    pieces = ((text[:at], old), (character, style), (text[at + 1 :], old))
    return (*line[:index], *(piece for piece in pieces if piece[0]), *line[index + 1 :])


def filled(lines: Sequence[Line], width: int, height: int) -> tuple[Line, ...]:
    """Lines of `width` characters cut or padded with blank ones to `height`."""
    return (*lines[:height], *(fitted((), width) for _ in range(height - len(lines))))


def explained(name: str, least_width: int, least_height: int, width: int, height: int) -> Picture:
    """A picture that is one line of words, where there is no room to draw: `name` needs the least size."""
    size = f"{least_width} x {least_height}"
    says = f"{name} need {size} cells, here are {width} x {height}: enlarge the window."
    text = first_that_fits([says, f"{name} need {size} cells", f"needs {size}", size, "?"], width)
    return Picture(filled([fitted([(text, "muted")], width)], max(0, width), max(0, height)), says)


def worded(texts: Sequence[str], width: int, style: str) -> Line:
    """A line of `width` characters that says the first of the texts that fits."""
    return fitted([(first_that_fits(texts, width), style)], width)


def first_that_fits(texts: Sequence[str], width: int) -> str:
    """The first of the texts, longest first, that fits `width`; if none does, the last one without its last words.

    A word is never cut, as a part of a number would be read as another number.
    """
    return next((text for text in texts if len(text) <= width), _shortened(texts[-1], width))


def _shortened(text: str, width: int) -> str:
    """As many whole words of a text as fit `width`, perhaps none."""
    while len(text) > width:
        text = text.rpartition(" ")[0].rstrip()
        if not text:
            return ""
    return text
