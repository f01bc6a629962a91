"""Wide signs, signs without width, and right-to-left text: no table, border or bar is broken by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from petui.lessons.cells import cell_width, line_width
from petui.lessons.source import visible
from petui.tui.options import QuizRequest, TutorOptions
from petui.tui.screens.quiz import QuizScreen
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.rows import RowsPane
from tests.oddcourse import write_odd_course
from tests.tui.driving import driven
from tests.tui.test_sizes import Sized

WIDE = (
    "位置編码の基礎",
    "한국어 각",
    "👩‍💻 family 👨‍👩‍👧",
    "❤️ heart ☺️ 1️⃣",
    "🇫🇷 flags 🇩🇪",
    "👍🏽 tone ✌🏿",
    "z" + "\u0301\u0302\u0303" * 15 + " piled",
    "zero\u200bwidth\u2060joined\ufe0f",
    "שלום עולם",
    "مَرْحَبًا بِكَ",
    "क्‍षत्रिय नमस्ते",
    "ｆｕｌｌ ｗｉｄｔｈ",
    "word" * 40,
    "字" * 90,
    "☰䷀ ambiguous ±αω",
)
SIZES = ((60, 20), *(pytest.param(size, marks=pytest.mark.soak) for size in ((20, 6), (59, 15), (112, 34))))


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A course of such texts."""
    return write_odd_course(tmp_path / "odd", WIDE, WIDE[0])


def check(one: Sized, about: object) -> None:
    """No fault in the picture, and every sign of it as wide for Textual as for petui."""
    assert not one.faults() and not one.open_borders(), about
    for row in one.picture():
        assert cell_len(row) == cell_width(row) == one.app.size.width, about
    for pane in one.app.screen.query(RowsPane):
        for line in pane.lines if isinstance(pane, LinesPane) else pane.drawn:
            assert sum(cell_len(text) for text, _ in line) == line_width(line), (about, line)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_on_every_screen(odd: Path, size: tuple[int, int]) -> None:
    """Lesson, question, verdict, lists, map and quiz."""
    async with driven(Sized, TutorOptions(content=(odd,), lesson="odd/l0"), size=size) as one:
        for at, text in enumerate(WIDE):
            one.app.screen.open_lesson(f"odd/l{at}")  # type: ignore[attr-defined]
            await one.press("escape")
            check(one, text)
            await one.press("pagedown", "space", "space", "space", "h", "1")
            check(one, text)
        await one.press("escape", "L")
        check(one, "lessons")
        await one.do(("escape", "slash", "=ends"))
        check(one, "found")
        await one.press("escape", "escape", "f5", "up", "up")
        check(one, "map")
        await one.press("escape", "f2", "escape")
        for at, text in enumerate(WIDE):
            one.app.screen.open_quiz(QuizRequest(f"odd/d{at}", cram=True))  # type: ignore[attr-defined]
            await one.pilot.pause()
            check(one, text)
            quiz = one.app.screen
            assert isinstance(quiz, QuizScreen)
            quiz.answer_input.value = text
            await one.press("enter")
            check(one, text)
        await one.press("escape", "f6")
        check(one, "progress")


async def test_rows_of_a_table_end_where_their_rule_ends(odd: Path) -> None:
    """Columns begin at the same cell in every row, whatever stands in the column before."""
    async with driven(Sized, TutorOptions(content=(odd,), lesson="odd/l0"), size=(120, 40)) as one:
        for at, text in enumerate(WIDE[:12]):
            one.app.screen.open_lesson(f"odd/l{at}")  # type: ignore[attr-defined]
            await one.press("escape")
            rows = [
                "".join(run for run, _ in line) for line in one.app.screen.query_one("#derivation", LinesPane).lines
            ]
            head = next(row for row in rows if row.rstrip().endswith("value"))
            cell = next(row for row in rows if row.lstrip().startswith("Cell"))
            assert visible(text) in head and visible(text) in cell
            assert cell_len(head[: head.rindex("value")]) in (
                cell_len(cell[: cell.rindex("1")]),
                cell_len(cell[: cell.rindex("1")]) - 4,
            )
