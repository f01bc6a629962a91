"""`petui map`: a course as a map, from the log on the disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from petui.cli import root
from petui.core.errors import PetuiError
from petui.lessons.cells import cell_width
from petui.locations import log_dir
from petui.review.events import ReviewEvent, StepEvent
from petui.review.log import ReviewLog

OTHER = "schema: 1\nid: other\ntitle: Other\nlanguage: en\nparts: [{title: Part, lessons: [only]}]\n"
ONLY = "---\nschema: 1\nid: only\ntitle: The only one\nminutes: 5\n---\n\n::::{step} first\nNothing.\n::::\n"


@pytest.fixture(autouse=True)
def shelf(forty_lessons: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty lessons, and a course of one in the place of those that petui brings along."""
    other = tmp_path / "builtin" / "other"
    (other / "lessons").mkdir(parents=True)
    (other / "course.yaml").write_text(OTHER)
    (other / "lessons" / "only.md").write_text(ONLY)
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(forty_lessons))
    monkeypatch.setattr("petui.plain.library.builtin_content", lambda: other.parent)


def drawn(*arguments: str) -> str:
    """What a run that must succeed prints."""
    done = CliRunner().invoke(root, ["map", *arguments], catch_exceptions=False)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def content(*arguments: str) -> Any:
    """The same, as JSON."""
    return json.loads(drawn("--format", "json", *arguments))


def log(*events: StepEvent | ReviewEvent) -> None:
    """Write events."""
    written = ReviewLog(log_dir())
    for event in events:
        assert written.append(event)
    written.close()


def test_the_map_as_json() -> None:
    """Links both ways as the lessons have them, states, masteries, what to go on with."""
    log(StepEvent(at_step="forty/l0#first", outcome="done", lab={}), ReviewEvent(card="forty/card-39", rating=4))
    found = content()
    assert {name: found[name] for name in ("schema", "course", "next")} == {
        "schema": 1,
        "course": "forty",
        "next": "l1",
    }
    lessons = {each["id"]: each for each in found["lessons"]}
    assert len(found["lessons"]) == 40
    assert lessons["l0"] == {
        "id": "l0", "title": "Lesson 0 of the forty", "part": "Part 0", "minutes": 5, "requires": [],
        "leads_to": ["l1", "l3"],
        "state": "done", "mastery": None, "retrievability": None, "cards": 0,
    }  # fmt: skip
    assert {name: len(each["leads_to"]) for name, each in lessons.items() if name in ("l9", "l39")} == {
        "l9": 10,
        "l39": 0,
    }
    for name, each in lessons.items():
        assert all(name in lessons[needed]["leads_to"] for needed in each["requires"])
        assert all(name in lessons[later]["requires"] for later in each["leads_to"])
    last = lessons["l39"]
    assert (last["mastery"], last["cards"], lessons["l38"]["mastery"]) == ("learning", 1, "new")
    assert last["retrievability"] == pytest.approx(1.0, abs=1e-3)


def test_the_map_as_text() -> None:
    """Each lesson once, within the width, and how to go on."""
    log(StepEvent(at_step="forty/l0#first", outcome="done", lab={}))
    for width in (16, 19, 40, 80, 120):
        text = drawn("--width", str(width))
        assert all(cell_width(line) <= width for line in text.splitlines())
        assert sum("○" in line or "●" in line for line in text.splitlines()) == 40
    assert "next: Lesson 1 of the forty" in text
    assert text.endswith("1 of 40 lessons done. Next: `petui learn forty/l1`.\n")
    assert drawn("--ascii").isascii() and "needs Lesson 38" not in text


def test_what_is_next_is_found_in_the_courses_given(tmp_path: Path) -> None:
    """Quoted, as it is to be typed."""
    folder = tmp_path / "my courses"
    folder.mkdir()
    for form in ((), ("--plain",)):
        told = " ".join(drawn("forty", "--content", str(folder), *form).split())
        assert f"petui learn forty/l0{''.join(f' {each}' for each in form)} --content '{folder}'`" in told


def test_in_words() -> None:
    """What each lesson needs below it, and no lines drawn."""
    text = drawn("--words")
    assert "needs Lesson 0 of the forty" in text and not set("╭╰│├") & set(text)


def test_plainly() -> None:
    """A line tells all of a lesson, wherever the option stands; nothing is drawn."""
    text = drawn("--plain")
    assert CliRunner().invoke(root, ["--plain", "map"]).stdout == text
    assert text.isascii() and "Course" in text.split("\n")[0]
    (line,) = (line for line in text.split("\n") if "(l3)" in line)
    assert line.startswith("Lesson 3 of the forty (l3): 8 min, new; no cards. Needs Lesson 2 of the forty. ")
    assert ". Leads to Lesson 4 of the forty" in line
    assert text.endswith("`petui learn forty/l0 --plain` reads it.\n")


def test_all_done() -> None:
    """There is nothing to go on with."""
    log(*(StepEvent(at_step=f"forty/l{number}#first", outcome="done", lab={}) for number in range(40)))
    assert content()["next"] is None
    assert drawn().endswith("\n\n40 of 40 lessons done.\n")


def test_a_course_by_name() -> None:
    """Or that of the lesson left off at; one that is not there is refused in a sentence."""
    assert content("other")["course"] == "other"
    log(StepEvent(at_step="other/only#first", outcome="seen", lab={}))
    assert content()["course"] == "other" and content("forty")["course"] == "forty"
    with pytest.raises(PetuiError, match=r"there is no course 'fourty' with lessons.*did you mean `forty`"):
        CliRunner().invoke(root, ["map", "fourty"], catch_exceptions=False)


def test_too_narrow() -> None:
    """Refused, not drawn otherwise than asked for."""
    with pytest.raises(PetuiError, match="--width: a width of 15 is too small"):
        CliRunner().invoke(root, ["map", "--width", "15"], catch_exceptions=False)
