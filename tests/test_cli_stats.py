"""`petui stats`: progress from the log on the disk."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from petui.review.events import ReviewEvent, UndoEvent
from petui.review.log import ReviewLog
from petui.review.stamp import stamp_now
from tests.running import petui_here

# Far beyond what any of these takes; only a hang reaches it.
PATIENCE = 120
LOADED = """
import sys
from petui.cli import root

root(["stats"], standalone_mode=False)
print("textual" in sys.modules)
"""
COURSE = {
    "course.yaml": (
        "schema: 1\nid: tiny\ntitle: Tiny\nlanguage: en\ndecks: [decks/d.md]\ninventory:\n  F1: first things\n"
    ),
    "decks/d.md": "#flashcards/tiny\n\nWhat is one?::It is 1. ^one\n\nWhat is two?::It is 2. ^two\n",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own, no configuration, and a course with two cards."""
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PETUI_CONFIG", str(tmp_path / "config.toml"))
    for name, text in COURSE.items():
        path = tmp_path / "content" / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a fresh process without a terminal."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)


def stats(home: Path, *arguments: str) -> str:
    """Standard output of a run that must succeed in silence."""
    done = petui_here("stats", "--content", str(home / "content"), *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def content(home: Path) -> Any:
    """The same, as JSON."""
    return json.loads(stats(home, "--format", "json"))


def answer(home: Path, *events: ReviewEvent | UndoEvent) -> None:
    """Write events to the log."""
    log = ReviewLog(home / "data" / "log")
    for event in events:
        assert log.append(event)
    log.close()


def test_nothing_yet(home: Path) -> None:
    """A page that says what to do; nothing is written for it."""
    assert "Type `petui quiz` to begin" in stats(home)
    assert not (home / "data").exists()


def test_what_was_answered(home: Path) -> None:
    """Reviews of two sorts and one undone, by the course's own cards."""
    wrong = ReviewEvent(card="tiny/two", rating=1, ms=4000)
    answer(home, ReviewEvent(card="tiny/one", rating=4, ms=61_000), wrong)
    before = content(home)
    answer(home, UndoEvent(undoes=wrong.stamp.id), ReviewEvent(card="tiny/one", rating=1, mode="cram"))
    after = content(home)
    assert (before["reviews"], before["due_today"], before["ms"]) == (2, 1, 65_000)
    assert (after["reviews"], after["cram_reviews"], after["due_today"], after["ms"]) == (1, 1, 0, 61_000)
    assert after["today"] == stamp_now().day == after["forecast"][0]["day"]
    assert after["streak"] == {"current": 1, "longest": 1, "days": 1, "studied_today": True}
    tiny = [each for each in after["mastery"] if each["course"] == "tiny"]
    assert [(each["cards"], each["begun"]) for each in tiny] == [(2, 1)]
    page = stats(home, "--ascii")
    assert page.isascii()
    assert "Reviewed today: 2, in 1 min." in page


def test_retention_comes_from_the_configuration(home: Path) -> None:
    """A higher one brings cards back sooner; an impossible one is refused in one line."""
    answer(home, ReviewEvent(card="tiny/one", rating=4))
    (home / "config.toml").write_text("[quiz]\nretention = 0.97")
    high = next(at for at, each in enumerate(content(home)["forecast"]) if each["count"])
    (home / "config.toml").write_text("[quiz]\nretention = 0.8")
    low = next((at for at, each in enumerate(content(home)["forecast"]) if each["count"]), 99)
    assert 0 < high < low
    (home / "config.toml").write_text("[quiz]\nretention = 1.5")
    done = run("-m", "petui", "stats")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "[quiz] retention is 1.5, not a number from 0.70 to 0.97" in done.stderr


def test_no_screen_is_loaded(home: Path) -> None:
    """Textual stays out."""
    done = run("-c", LOADED)
    assert (done.returncode, done.stdout.split("\n")[-2]) == (0, "False")
