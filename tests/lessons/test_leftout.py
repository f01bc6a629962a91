"""What is there and cannot be used is not said to be missing: by any command, by any of its names."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from petui.lessons.course import load_course
from petui.lessons.shelf import Shelf, open_shelf
from petui.plain.newcontent import make_new
from tests.running import petui_here

LESSON, DECK = "lessons/first-steps.md", "decks/made.md"


def cut(path: Path) -> None:
    """A file that ends within a block or a card."""
    path.write_text(path.read_text()[:700] + "\n::::{step} cut\n")


def newer(path: Path) -> None:
    """A file of a later petui."""
    path.write_text(path.read_text().replace("schema: 1", "schema: 9", 1))


def bad_bytes(path: Path) -> None:
    """A file that is no text."""
    path.write_bytes(b"\xff\xfe\x00")


def folder(path: Path) -> None:
    """A folder in the place of a file: nothing that can be read, whoever reads."""
    path.unlink()
    path.mkdir()


def astray(path: Path) -> None:
    """A link out of the course."""
    path.unlink()
    path.symlink_to(os.path.abspath(os.sep))


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A course as `petui new` makes it."""
    return make_new("course", "made", tmp_path).course


BREAKS = (cut, newer, bad_bytes, folder, astray)


@pytest.mark.parametrize("spoil", BREAKS)
@pytest.mark.parametrize("name", ["first-steps", "made/first-steps"])
def test_a_lesson_that_is_left_out_has_faults(made: Path, name: str, spoil: Callable[[Path], None]) -> None:
    """Whoever asks for it is told the first of them, and what shows all."""
    spoil(made / LESSON)
    for words in (("learn", "--plain"), ("worksheet",), ("quiz", "--plain")):
        done = petui_here(*words, name, "--content", str(made))
        told = done.stderr.decode()
        assert done.returncode == 2
        assert f"{name} has faults and is left out ({made / LESSON}:" in told, told
        assert f"see `petui lint {made / LESSON}`" in told
        assert "there is no" not in told


@pytest.mark.parametrize("spoil", [bad_bytes, folder, astray])
def test_a_deck_that_is_left_out_has_faults(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    """As a lesson."""
    made = make_new("course", "other", tmp_path).course
    (made / "decks/other.md").rename(made / "decks/cards.md")
    head = made / "course.yaml"
    head.write_text(head.read_text().replace("decks/other.md", "decks/cards.md"))
    spoil(made / "decks/cards.md")
    for words in (("worksheet",), ("quiz", "--plain")):
        done = petui_here(*words, "cards", "--content", str(made))
        assert done.returncode == 2
        assert "cards has faults and is left out (" in done.stderr.decode()


@pytest.mark.parametrize("spoil", BREAKS)
def test_a_shelf_has_the_fault_however_it_was_read(made: Path, spoil: Callable[[Path], None]) -> None:
    """Lesson by lesson, as a whole, or made of a course."""
    spoil(made / LESSON)
    lazy, whole = open_shelf(made), open_shelf(made)
    course, _ = load_course(made)
    assert lazy and whole and course
    assert len(whole.whole().lessons) == 0
    faults = {shelf.fault_of("first-steps") for shelf in (lazy, whole, Shelf.of(course))}
    assert len(faults) == 1
    assert None not in faults


def test_a_lesson_without_a_file_is_not_what_was_meant(made: Path) -> None:
    """Though course.yaml lists it."""
    (made / LESSON).unlink()
    told = petui_here("learn", "--plain", "first-steps", "--content", str(made)).stderr.decode()
    assert "there is no lesson 'first-steps'" in told
    assert "did you mean `first-steps`" not in told
