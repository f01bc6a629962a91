"""Files of a course that change while the tutor runs, between its lesson's reading and that of the whole course."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from petui.lessons.shelf import open_shelf
from petui.tui.options import TutorOptions
from petui.tui.screens.map import MapScreen
from tests.tui.driving import DrivenTutor, driven

WALK = (
    "up",
    "down",
    "left",
    "right",
    "n",
    "enter",
    "f5",
    "Q",
    "f5",
    "f6",
    "L",
    "escape",
    "f4",
    "q",
    "f3",
    "f2",
    "space",
)


@pytest.fixture(autouse=True)
def shelf(forty_lessons: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty lessons."""
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(forty_lessons))


def _break_it(root: Path) -> None:
    (root / "lessons" / "l9.md").write_text("broken")


def _delete_it(root: Path) -> None:
    (root / "lessons" / "l9.md").unlink()


def _break_course(root: Path) -> None:
    (root / "course.yaml").write_text("a: [")


def _rename_course(root: Path) -> None:
    file = root / "course.yaml"
    file.write_text(file.read_text().replace("id: forty", "id: fifty"))


def _empty_course(root: Path) -> None:
    shutil.rmtree(root / "lessons")


@pytest.mark.parametrize("spoil", [_break_it, _delete_it, _break_course, _rename_course, _empty_course, shutil.rmtree])
async def test_a_lesson_that_is_played_may_be_gone(forty_lessons: Path, spoil: Callable[[Path], None]) -> None:
    """It is said, and every screen goes on."""
    async with driven(DrivenTutor, TutorOptions(lesson="forty/l9"), size=(80, 24)) as one:
        spoil(forty_lessons)
        await one.press("f5")
        assert isinstance(one.app.screen, MapScreen)
        read, footer = one.app.screen.map, " ".join(one.rows("#footer"))
        assert one.app.screen.chosen == (read.next or "") or "l9" in read.lessons
        assert "petui lint" in footer or "l9" in read.lessons
        await one.press("escape", *WALK)
        assert one.session.player.lesson.id


def test_a_course_keeps_the_id_that_it_was_found_by(forty_lessons: Path) -> None:
    """Its cards are looked up by it."""
    shelf = open_shelf(forty_lessons)
    assert shelf is not None
    _rename_course(forty_lessons)
    assert shelf.whole().id == shelf.id == "forty"
    assert len(shelf.whole().lessons) == 40
