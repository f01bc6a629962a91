"""What every test stands on: none of the developer's settings, examples without a clock, and what ships read once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from petui.lessons import course
from petui.lessons.course import load_course
from petui.lessons.finding import builtin_content
from petui.lessons.model import Course
from petui.lessons.place import Fault
from tests.shipped import read_shipped

# A shared machine is slow at times; an example that takes long is not wrong. Examples are the same at every run, that
# anybody can repeat a red check, unless new ones, and more of them, are asked for.
settings.register_profile("petui", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("search", deadline=None, max_examples=200)
settings.load_profile("search" if os.environ.get("PETUI_SEARCH") else "petui")

_VARIABLES = (
    *("PETUI_CONTENT_PATH", "PETUI_DRIVER", "LC_ALL", "LC_CTYPE", "ESCDELAY", "COLUMNS", "LINES"),
    # Each of the many commands that are started would compile all of petui again.
    "PYTHONDONTWRITEBYTECODE",
    *("NO_COLOR", "COLORTERM", "COLORFGBG", "TMUX", "STY", "ZELLIJ", "SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"),
)


@pytest.fixture(autouse=True)
def hermetic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a test from the developer's data, settings and locale."""
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "petui-data"))
    monkeypatch.setenv("PETUI_CONFIG", str(tmp_path / "petui-config.toml"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(course, "load_course", _loaded)


def _loaded(root: Path) -> tuple[Course | None, tuple[Fault, ...]]:
    """A course; one that ships is read once for all tests, since it takes a second and cannot change."""
    return read_shipped(root) if root.parent == builtin_content() else load_course(root)


@pytest.fixture
def forty_lessons(tmp_path: Path) -> Path:
    """A course of forty lessons in four parts, which build on one another in many ways; its last three have cards."""
    root = tmp_path / "forty"
    requires = {number: _required(number) for number in range(40)}
    lessons = [", ".join(f"l{number}" for number in requires if number // 10 == part) for part in range(4)]
    parts = [f"  - title: Part {part}\n    lessons: [{inside}]" for part, inside in enumerate(lessons)]
    course = ["schema: 1", "id: forty", "title: Forty lessons", "language: en", "parts:", *parts]
    steps = "".join(f"::::{{step}} {name}\nThe {name} step.\n::::\n\n" for name in ("first", "second", "third"))
    (root / "lessons").mkdir(parents=True)
    (root / "course.yaml").write_text("\n".join(course) + "\n")
    for number, needed in requires.items():
        card = f"\n:::{{card}} card-{number}\nHow many?\n?\n{number}.\n:::\n" if number > 36 else ""
        (root / "lessons" / f"l{number}.md").write_text(
            f"---\nschema: 1\nid: l{number}\ntitle: Lesson {number} of the forty\nminutes: {5 + number % 6}\n"
            f"requires: [{', '.join(f'l{each}' for each in needed)}]\n---\n\n"
            f"{steps}{card}"
        )
    return root


def _required(number: int) -> list[int]:
    """A chain, then two hubs, then lessons that join what lies apart."""
    if number < 10:
        return sorted({number - 1, number - 3} if number % 4 == 3 else {number - 1}) if number else []
    if number < 20:
        return [9] if number % 4 else [9, number - 2]
    return [12, 19] if number < 30 and number % 3 else [number - 7, number - 3]
