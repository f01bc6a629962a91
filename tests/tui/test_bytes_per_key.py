"""How few bytes a key takes on a terminal of 256 colours: what a screen draws, through the driver's shadow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from statistics import median

import pytest
from rich.color import ColorSystem
from rich.style import Style

from petui.core.lab import Lab
from petui.lessons.cells import Line, line_width
from petui.plain.mappage import chosen_lines, map_page
from petui.plot.sumview import sum_view
from petui.review.coursemap import course_map
from petui.review.memories import Memories
from petui.review.schedule import Schedule
from petui.tui.styles import style_of
from petui.tui.wire.shadow import Shadow
from tests.shipped import shipped_course

THEME = "textual-dark"
GROUND = Style(color="#e0e0e0", bgcolor="#121212")


def frame(lines: Sequence[Line], columns: int) -> str:
    """A frame as Textual writes it: every row from its first column to its last."""
    rows = []
    for y, line in enumerate(lines):
        runs = (*line, (" " * (columns - line_width(line)), ""))
        text = "".join(
            (GROUND + style_of(name, THEME)).render(text, color_system=ColorSystem.EIGHT_BIT) for text, name in runs
        )
        rows.append(f"\x1b[{y + 1};1H{text}")
    return "".join(rows)


def counted(screens: Iterable[Sequence[Line]], columns: int, rows: int) -> list[int]:
    """The bytes from each screen to the next, with the returns that a line adds to newlines."""
    shadow = Shadow(columns, rows)
    sent = []
    for lines in screens:
        shadow.take(frame(lines, columns))
        out = shadow.emit()
        sent.append(len(out.encode()) + out.count("\n"))
    return sent[1:]


@pytest.mark.parametrize(("columns", "height"), [(73, 24), (113, 40)])
def test_a_cursor_key_on_the_map(columns: int, height: int) -> None:
    """The map from its top, and what is said of the lesson: lines, signs and names, and nothing else."""
    of = course_map(shipped_course(), [], Memories(Schedule(0.9)), "2026-03-01")
    shown = height - 10

    def screen(chosen: str) -> list[Line]:
        page = map_page(of, columns, ascii=False, chosen=chosen)
        rows = (*page.lines[:shown], *[()] * shown)[:shown]
        return [*rows, (), *chosen_lines(of, chosen, columns, 4, ascii=False), *[()] * 4][: shown + 5]

    sent = counted(map(screen, islice(of.graph.order, 13)), columns, height)
    assert median(sent[:4]) <= 280
    assert median(sent) <= 380


def test_a_position_key_with_the_sums() -> None:
    """Every number and every bar is another one, as each position has its own word."""
    lab = replace(Lab(), d_model=512, length=400, slot=7)
    pictures = (sum_view(replace(lab, pos=pos), 118, 18).lines for pos in range(30, 43))
    assert median(counted(pictures, 118, 18)) <= 1350
