"""A lesson file while it is being written: whatever stands in it, what can be shown is shown and nothing breaks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petui.core.errors import ContentError
from petui.lessons.model import Question
from petui.lessons.page import PageOptions, set_page
from petui.lessons.play import lab_at
from petui.lessons.previewplay import PreviewPlayer
from petui.lessons.templates import lesson_text
from petui.lessons.walk import gates_of
from petui.lessons.watched import WatchedLesson

TEXT = lesson_text("demo", mistake="demo-slip", own_mistake=True, card="demo-card")
LINES = TEXT.split("\n")
ODD = (
    "::::",
    ":::",
    "---",
    ":vary: n in 1..3",
    ":answer: 1/0",
    ":tol: 0",
    "{val}`1/(pos-3)`",
    "{cell}`99,1`",
    "\x1b[2J",
)
changes = st.lists(
    st.tuples(st.sampled_from(["drop", "twice", "odd", "cut"]), st.integers(0, len(LINES) - 1), st.sampled_from(ODD)),
    max_size=3,
)


def changed(edits: list[tuple[str, int, str]]) -> str:
    """The lesson with lines dropped, doubled, put in, or cut off in the middle."""
    lines = list(LINES)
    for how, at, odd in edits:
        at = min(at, len(lines) - 1)
        lines[at : at + 1] = {
            "drop": [],
            "twice": [lines[at], lines[at]],
            "odd": [lines[at], odd],
            "cut": [lines[at][: len(lines[at]) // 2]],
        }[how]
    return "\n".join(lines)


def player_of(watched: WatchedLesson) -> PreviewPlayer | None:
    """A player of what can be shown, which holds nothing back."""
    lesson = watched.glance().lesson
    if lesson is None:
        return None
    player = PreviewPlayer(lesson, watched.shelf(lesson).mistakes_by_id, seed=3)
    player.holds = False
    return player


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes)
def test_whatever_is_saved_is_shown_or_has_a_fault(tmp_path: Path, edits: list[tuple[str, int, str]]) -> None:
    """Every step of what is shown can be set with its answers, and a player can follow there and back."""
    path = tmp_path / "demo.md"
    path.write_text(TEXT)
    watched = WatchedLesson(path)
    before = player_of(watched)
    assert before is not None
    before.index = len(before.lesson.steps) - 1
    path.write_text(changed(edits))
    player = player_of(watched)
    if player is None:
        assert [fault for fault in watched.glance().faults if not fault.is_warning]
        return
    player.follow(before)
    assert player.step.id == before.step.id or player.index == min(before.index, len(player.lesson.steps) - 1)
    before.follow(player)
    for at in range(len(player.lesson.steps)):
        player.index = at
        lab = lab_at(player, player.stage.lab)
        for ascii in (False, True):
            page = set_page(player, lab, PageOptions(60, ascii, True, True, below=player.answer_words))
            said = str(page.lines)
            assert said.count("Answer: ") >= len(tuple(gates_of(player.step)))
            assert "\x1b" not in said


def test_what_was_drawn_anew_stays_when_a_file_is_saved(tmp_path: Path) -> None:
    """The question is at the same numbers, and still answered; lines above it change nothing."""
    path = tmp_path / "drawn.md"
    text = (Path(__file__).parents[2] / "content/positional-encodings/lessons/the-derivation.md").read_text()
    path.write_text(text.replace("the-derivation", "drawn", 1))
    before = player_of(WatchedLesson(path))
    assert before is not None
    for _ in range(3):
        before.redraw()
    gate = before.gate
    assert gate is not None and before.skip() is not None
    drawn = before.gate_stage(gate)
    path.write_text(path.read_text().replace("Who has built", "Now:\n\nWho has built", 1))
    after = player_of(WatchedLesson(path))
    assert after is not None
    after.follow(before)
    assert after.gate_stage(gate) == drawn and after.state(gate).closed


def test_answers_of_every_shipped_kind_of_question_are_told() -> None:
    """Those of choices and of slips to be found too, as they are right."""
    root = Path(__file__).parents[2] / "content" / "positional-encodings" / "lessons"
    kinds = set()
    for name in ("find-the-slip", "slips-in-print", "adding-to-embeddings"):
        player = player_of(WatchedLesson(root / f"{name}.md"))
        assert player is not None
        for at, step in enumerate(player.lesson.steps):
            player.index = at
            for gate in gates_of(step):
                kinds.add(type(gate).__name__)
                told = player.answer_words(gate)[0].removeprefix("Answer: ")
                while player.gate is not gate:
                    player.skip()
                typed = told.partition(", from")[0].replace("row ", "").replace(" column ", "")
                typed = typed.split(" ")[0] if isinstance(gate, Question) else typed
                assert player.answer(typed).outcome in ("right", "predicted"), (name, gate.id, told)
    assert kinds == {"Question", "Choice", "Point"}


@pytest.mark.parametrize(("head", "name"), [("", "c/decks/cards.md"), ("decks: [cards.md]\n", "c/cards.md")])
def test_a_deck_is_told_from_a_lesson(head: str, name: str, tmp_path: Path) -> None:
    """By where it lies, or by its course; it is not read as a lesson with faults."""
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    if head:
        (tmp_path / "c" / "course.yaml").write_text(f"schema: 1\nid: c\ntitle: C\nlanguage: en\n{head}")
    file.write_text("#flashcards/tiny\n\nWhat is one?::It is 1. ^one\n")
    with pytest.raises(ContentError, match="this is a deck; `petui quiz` asks its cards"):
        WatchedLesson(file)


@pytest.mark.parametrize("name", ["lessons", "none.md", "deck.yaml", "retellings/hi-Latn/demo.md"])
def test_what_is_no_lesson_file_is_refused(name: str, tmp_path: Path) -> None:
    """With what to give instead."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "retellings" / "hi-Latn").mkdir(parents=True)
    for made in ("deck.yaml", "retellings/hi-Latn/demo.md"):
        (tmp_path / made).write_text("schema: 1\n")
    with pytest.raises(ContentError) as refusal:
        WatchedLesson(tmp_path / name)
    assert refusal.value.mend


def test_every_way_of_saving_is_noticed(tmp_path: Path) -> None:
    """Written in place at once, at the same size, renamed over it, gone; and reading alone changes nothing."""
    path = tmp_path / "demo.md"
    path.write_text(TEXT)
    watched = WatchedLesson(path)
    seen = [watched.states()]
    watched.glance()
    assert watched.states() == seen[0]
    path.write_text(TEXT + "x")
    seen.append(watched.states())
    beside = tmp_path / "beside"
    beside.write_text(TEXT + "y")
    written = path.stat().st_mtime_ns
    os.utime(beside, ns=(written, written))
    os.replace(beside, path)
    seen.append(watched.states())
    path.unlink()
    seen.append(watched.states())
    assert seen[-1] == (None,)
    assert len(set(seen)) == len(seen)
