"""The preview, driven by keys and by what is written into its files."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from petui.core.lab import Lab
from petui.lessons.model import Choice, Question
from petui.locations import data_dir
from petui.plain.newcontent import make_new
from petui.tui.commands import COMMANDS
from petui.tui.options import PreviewRequest
from petui.tui.preview import PreviewApp, PreviewSession, open_preview
from petui.tui.screens import preview
from petui.tui.screens.preview import PreviewScreen
from tests.running import petui_here
from tests.tui.driving import DrivenTutor

SIZES = ((80, 24), (120, 40), (40, 12))


class Preview(DrivenTutor):
    """A running preview of one file."""

    session: PreviewSession
    path: Path

    @property
    def page(self) -> PreviewScreen:
        """The screen with the lesson, whatever stands over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PreviewScreen))

    @property
    def lab(self) -> Lab:
        """The Lab that the panes show."""
        return self.page.lab

    def shown(self, selector: str = "#derivation") -> str:
        """The visible text of a pane; nothing where it is hidden."""
        return "\n".join(self.rows(selector)) if self.app.screen.query_one(selector).display else ""

    async def save(self, *changes: tuple[str, str]) -> None:
        """Write the file with texts changed, and look at it as the timer does."""
        text = self.path.read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        self.path.write_text(text)
        await self.look()

    async def look(self, times: int = 1) -> None:
        """Look at the files, so often."""
        for _ in range(times):
            self.page._look()
            await self.settle()

    async def to_step(self, number: int) -> None:
        """Read on, and skip what is asked, up to a step."""
        while self.session.player.index < number - 1:
            await self.press("escape", "s" if self.session.player.gate else "space")


@asynccontextmanager
async def previewing(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, size: tuple[int, int] = (80, 24), answers: bool = False
) -> AsyncIterator[Preview]:
    """A preview of a file whose looks are the test's own."""
    monkeypatch.setattr(preview, "_PERIOD", 1e6)
    session = open_preview(PreviewRequest(path, answers))
    app = PreviewApp(lambda: session, COMMANDS, ascii=False, colorless=False, theme="dark")
    async with app.run_test(size=size) as pilot:
        one = Preview(app, session, pilot)
        one.path = path
        await pilot.pause()
        await one.settle()
        yield one
    session.close()


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """The file of a new lesson in a course of its own."""
    make_new("lesson", "demo", tmp_path)
    return tmp_path / "lessons" / "demo.md"


@pytest.fixture(autouse=True)
def leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test does, the learner's data stay as they were: not there."""
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "data"))


@pytest.mark.parametrize("size", SIZES)
async def test_a_saved_file_is_shown_at_the_same_step_and_numbers(
    size: tuple[int, int], lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was answered and moved stays, though lines are put in above; nothing is logged."""
    async with previewing(lesson, monkeypatch, size=size) as tutor:
        assert "PREVIEW" in tutor.shown("#top")
        await tutor.to_step(2)
        await tutor.type("7")
        await tutor.press("escape", "right_square_bracket", "right_square_bracket", "greater_than_sign")
        before = tutor.lab
        assert (before.pos, before.offset) == (5, 2)
        asked = tutor.session.player.gate
        said = [line for line in tutor.page.derivation.lines if "Noted" in str(line)]
        await tutor.save(
            (
                "::::{step} a-guess-and-a-check",
                "::::{step} put-in-before\n\nNew.\n::::\n\n::::{step} a-guess-and-a-check",
            ),
            ("A question holds", "A QUESTION holds"),
        )
        assert "A QUESTION" in str(tutor.page.derivation.lines)
        assert tutor.session.player.step.id == "a-guess-and-a-check"
        assert tutor.session.player.index == 2
        assert tutor.lab == before
        assert tutor.session.player.gate is not None
        assert asked is not None
        assert tutor.session.player.gate.id == asked.id
        assert [line for line in tutor.page.derivation.lines if "Noted" in str(line)] == said
        assert tutor.shown("#faults") == ""
    assert not data_dir().exists()


async def test_the_authors_own_numbers_are_taken_where_the_learner_moved_none(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number of `set` that is changed in the file is shown; a moved one is the learner's."""
    async with previewing(lesson, monkeypatch) as tutor:
        await tutor.press("greater_than_sign")
        await tutor.save(
            (":set: d_model=8 pos=3\n:show: waves\n:cell: 3,2", ":set: d_model=16 pos=9 offset=7\n:show: heat")
        )
        assert (tutor.lab.d_model, tutor.lab.pos, tutor.lab.offset) == (16, 9, 2)
        assert tutor.page.plot.view == "heat"


async def test_a_question_that_was_changed_is_asked_anew(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its old verdict says nothing of it."""
    async with previewing(lesson, monkeypatch) as tutor:
        await tutor.press("space")
        await tutor.type("7")
        await tutor.save((":answer: n**2\n", ":answer: n**3\n"))
        gate = tutor.session.player.gate
        assert gate is not None
        assert gate.id == "how-large-is-the-square"
        await tutor.type("1")
        await tutor.save(("And the other way round", "Vice versa"))
        gate = tutor.session.player.gate
        assert gate is not None
        assert gate.id == "how-long-is-the-side"


async def test_a_step_that_is_gone_leaves_its_number(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A renamed step is found by its number; beyond the end there is the last one."""
    async with previewing(lesson, monkeypatch, answers=True) as tutor:
        await tutor.press("space", "space")
        await tutor.save(("{step} a-choice", "{step} a-renamed-choice"))
        assert tutor.session.player.step.id == "a-renamed-choice"
        await tutor.press("space")
        text = lesson.read_text()
        cut = text.index("::::{step} a-renamed-choice")
        lesson.write_text(text[:cut] + text[text.index(":::{mistake}") :])
        await tutor.look()
        assert tutor.session.player.index == 1
        assert len(tutor.session.player.lesson.steps) == 2


@pytest.mark.parametrize("size", SIZES)
async def test_faults_are_named_beside_the_last_good_version(
    size: tuple[int, int], lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With file, line and column; all of them by a key; mended, they go."""
    async with previewing(lesson, monkeypatch, size=size) as tutor:
        before = tutor.page.derivation.lines
        good = lesson.read_text()
        row = good.split("\n").index(
            "This is a **step**: as much as fits one page. It begins with four colons and `{step}`,"
        )
        await tutor.save(("This is a **step**", "THIS IS {val}`nonsense` a **step**"), (":tol: 0.1", ":tolerance: 0.1"))
        assert tutor.page.derivation.lines == before
        beside = tutor.shown("#faults")
        assert "last good version" in beside.replace("\n", " ") or size[0] < 80
        every = "\n".join("".join(text for text, _ in line) for line in tutor.page._every_fault(400))
        assert f"{lesson}:{row + 1}:15: E05" in every
        assert "E02" in every
        await tutor.press("e")
        assert "faults in" in tutor.shown("#text")
        await tutor.press("escape")
        lesson.write_text(good)
        await tutor.look()
        assert tutor.shown("#faults") == ""
        assert tutor.page.derivation.lines == before


async def test_what_only_the_course_knows_is_told_too(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """References, what is required, and misconceptions of the course, which are shown when their file is saved."""
    root = lesson.parent.parent
    async with previewing(lesson, monkeypatch, answers=True) as tutor:
        await tutor.save(
            ("# requires: [another-lesson]", "requires: [another-lesson]"), ("This is a", "{ref}`gone` is a")
        )
        assert tutor.shown("#faults").count("E12") == 2
        assert "gone is a" in tutor.shown()
        make_new("lesson", "another-lesson", root)
        await tutor.save(("{ref}`gone`", "{ref}`another-lesson`"))
        assert tutor.shown("#faults") == ""
        assert "Another lesson is a" in tutor.shown()
        head = root / "course.yaml"
        head.write_text(head.read_text() + "misconceptions: m.md\n")
        (root / "m.md").write_text(
            "# None\n\n:::{mistake} told\n:claims: Told by the course.\n:verdict: wrong\n\nSo.\n:::\n"
        )
        await tutor.press("space")
        await tutor.save((":wrong: n**2/2 => demo-slip", ":wrong: n**2/2 => told"))
        assert "told (Told by the course.)" in tutor.shown().replace("\n", " ")
        (root / "m.md").write_text((root / "m.md").read_text().replace("Told by", "Retold by"))
        await tutor.look()
        assert "told (Retold by the course.)" in tutor.shown().replace("\n", " ")
        head.write_text(head.read_text().replace("schema: 1", "schema: one"))
        await tutor.look()
        assert "course.yaml" in tutor.shown("#faults")


@pytest.mark.parametrize("size", [(20, 6), (80, 6), (20, 7), (33, 8), (60, 16)])
async def test_faults_leave_room_for_all_else(
    size: tuple[int, int], lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the smallest screens too, with a question to answer, the bars stay and nothing is scrolled as a whole."""
    async with previewing(lesson, monkeypatch, size=size) as tutor:
        await tutor.save((":tol: 0.1", ":tolerance: 0.1"))
        for step in (1, 2):
            await tutor.to_step(step)
            assert tutor.shown("#faults").startswith("2 faults; shown")
            assert tutor.app.screen.max_scroll_y == 0
            assert not tutor.app.screen.show_vertical_scrollbar
            rows = ["".join(part.text for part in strip) for strip in tutor.app.screen._compositor.render_strips()]
            assert "PREVIEW" in rows[0]
            assert any(word in rows[-1] for word in ("F1 help", "Enter"))
            assert tutor.page.derivation.size.height >= 1
        for name in ("#faults", "#top"):
            assert all(len(row) <= size[0] for row in tutor.rows(name))


async def test_the_cause_is_told_before_what_follows_from_it(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file that is cut, the block that is not closed before the lessons that its header names in vain."""
    async with previewing(lesson, monkeypatch) as tutor:
        text = lesson.read_text().replace("# requires: [another-lesson]", "requires: [one, two]")
        lesson.write_text(text.replace(":::{card}", ":::: {card}").rpartition("::::")[0].rstrip().rstrip(":"))
        await tutor.look()
        told = [fault.code for fault in sorted(tutor.session.faults)]
        assert told[:2] == ["E12", "E12"]
        assert "E03" in told
        beside = tutor.shown("#faults")
        assert "E03" in beside.split("\n")[1]
        every = "".join(text for line in tutor.page._every_fault(400) for text, _ in line)
        assert every.index("E03") < every.index("E12")


async def test_a_file_that_was_never_good_shows_its_faults_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They follow the file; once it is good it is shown from its beginning."""
    path = tmp_path / "alone.md"
    path.write_text("# Nothing\n")
    async with previewing(path, monkeypatch) as tutor:
        assert "E01" in tutor.shown()
        await tutor.press("space", "right", "w", "e", "escape", "0", "h", "a", "a")
        path.write_text("---\nschema: 1\nid: alone\ntitle: Alone\nminutes: 1\n---\n\n::::{stop} one\n\nText.\n::::\n")
        await tutor.look()
        assert "did you mean `step`" in tutor.shown().replace("\n", " ")
        await tutor.save(("{stop}", "{step}"))
        assert "Text." in tutor.shown()
        assert tutor.shown("#faults") == ""
        assert "step 1 of 1" in tutor.shown("#top")


@pytest.mark.parametrize("back", [False, True])
async def test_a_file_that_is_gone_is_waited_for(back: bool, lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that renames takes a moment, of which nothing is said; later it is said."""
    async with previewing(lesson, monkeypatch) as tutor:
        before = tutor.shown()
        beside = lesson.with_suffix(".new")
        beside.write_text(lesson.read_text().replace("This is a", "THAT IS a"))
        os.unlink(lesson)
        await tutor.look(2)
        assert tutor.shown("#faults") == ""
        if not back:
            await tutor.look(5)
            assert "gone" in tutor.shown("#faults")
            assert tutor.shown().split()[:3] == before.split()[:3]
        os.rename(beside, lesson)
        await tutor.look()
        assert tutor.shown("#faults") == ""
        assert "THAT IS a" in tutor.shown()


async def test_a_file_that_is_emptied_before_it_is_written_is_no_fault(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look finds it empty; if the next does too, it is."""
    async with previewing(lesson, monkeypatch) as tutor:
        text = lesson.read_text()
        lesson.write_text("")
        await tutor.look()
        assert tutor.shown("#faults") == ""
        lesson.write_text(text.replace("This is a", "THAT IS a"))
        await tutor.look()
        assert "THAT IS a" in tutor.shown()
        lesson.write_text("")
        await tutor.look(2)
        assert "E01" in tutor.shown("#faults")


async def test_answers_are_shown_and_hold_nothing_back(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each right answer at its draw, each foreseen wrong number with what is behind it."""
    async with previewing(lesson, monkeypatch, answers=True) as tutor:
        await tutor.press("space")
        player = tutor.session.player
        text = tutor.shown().replace("\n", " ")
        questions = [part for part in player.step.parts if isinstance(part, Question)]
        for asked in questions:
            assert f"Answer: {player.answer_of(asked):g}, from {asked.answer.source}" in text
        assert len(questions) == 2
        assert "demo-slip (The root of a number is half of it.)" in text
        await tutor.press("a")
        assert "Answer:" not in tutor.shown()
        assert "the other way round" not in tutor.shown()
        await tutor.press("escape", "space")
        assert tutor.session.player.index == 1
        await tutor.press("a", "space")
        assert tutor.session.player.index == 2
        gate = tutor.session.player.gate
        assert isinstance(gate, Choice)
        order = tutor.session.player.order_of(gate)
        assert f"Answer: {order.index(0) + 1}" in tutor.shown()
        await tutor.press("space", "space", "space")
        assert tutor.session.player.index == 3


async def test_what_is_saved_while_another_screen_is_shown_is_there_on_the_way_back(
    lesson: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Lab, a panel, and what is half typed."""
    async with previewing(lesson, monkeypatch) as tutor:
        page = tutor.page
        await tutor.press("f3")
        lesson.write_text(lesson.read_text().replace("This is a", "THAT IS a"))
        page._look()
        await tutor.settle()
        await tutor.press("f2")
        assert "THAT IS a" in tutor.shown()
        await tutor.press("f1")
        lesson.write_text(lesson.read_text().replace("THAT IS a", "HERE IS a"))
        page._look()
        await tutor.settle()
        await tutor.press("escape")
        assert "HERE IS a" in tutor.shown()
        await tutor.press("space", "1", "2")
        await tutor.save(("A question holds", "A QUESTION holds"))
        assert tutor.page.answer_input.value == "12"
        assert "A QUESTION" in tutor.shown()


async def test_only_the_one_file_is_shown(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other lessons are named with the command that opens them."""
    make_new("lesson", "another", lesson.parent.parent)
    async with previewing(lesson, monkeypatch, answers=True) as tutor:
        await tutor.press("colon")
        await tutor.type("lesson another")
        assert tutor.session.player.lesson.id == "demo"
        assert "petui learn another" in tutor.shown("#footer")
        await tutor.press("colon")
        await tutor.type("lesson demo#a-choice")
        assert tutor.session.player.step.id == "a-choice"


async def test_nothing_changes_while_nothing_is_written(lesson: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at a file that is as it was reads and sets nothing."""
    async with previewing(lesson, monkeypatch) as tutor:

        def never(*given: object) -> None:
            raise AssertionError("it was read again")

        monkeypatch.setattr(tutor.session.watched, "glance", never)
        monkeypatch.setattr(tutor.page, "refresh_page", never)
        await tutor.look(5)


@pytest.mark.parametrize("answers", [False, True])
def test_a_plain_preview_prints_the_lesson_as_a_whole(answers: bool, lesson: Path) -> None:
    """Every step and question, at the same numbers each time; the exit code tells of faults."""
    arguments = ("preview", str(lesson), "--plain", *(("--answers",) if answers else ()))
    done = petui_here(*arguments)
    text = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert [f"Step {number} of 4" in text for number in range(1, 5)] == [True] * 4
    assert ("Answer: " in text) == answers
    assert ("demo-slip" in text) == answers
    assert "A why block opens" in text
    assert petui_here(*arguments).stdout == done.stdout
    lesson.write_text(lesson.read_text().replace(":tol: 0.1", ":tol: many"))
    done = petui_here(*arguments)
    assert done.returncode == 1
    assert done.stdout == b""
    assert f"{lesson}:" in done.stderr.decode()
    assert not data_dir().exists()


@pytest.mark.parametrize("name", ["", "nowhere.md", "course.yaml"])
def test_what_is_no_lesson_file_is_refused(name: str, lesson: Path) -> None:
    """A folder, nothing at all, another file: one line, exit code 2."""
    done = petui_here("preview", str(lesson.parent.parent / name), "--plain")
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1


@pytest.mark.parametrize("alone", [False, True])
async def test_every_screen_of_a_preview_leaves_no_trace(
    alone: bool, lesson: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quiz on its card, map, progress, Lab, another theme, the search: all work, and nothing of them is kept."""
    if alone:
        (tmp_path / "demo.md").write_text(lesson.read_text())
        lesson = tmp_path / "demo.md"
    async with previewing(lesson, monkeypatch, size=(120, 40), answers=True) as tutor:
        await tutor.press("t", "Q")
        assert "Which line of a question" in tutor.shown("#text")
        await tutor.press("s", "3", "q")
        await tutor.press("f5")
        assert "Demo" in tutor.shown("#text")
        await tutor.press("f6", "f3", "f2", "slash")
        await tutor.type("misconception")
        await tutor.press("escape", "escape", "T", "L", "escape", "r")
        assert tutor.session.player.lesson.id == "demo"
        await tutor.save(("This is a", "THAT IS a"))
        assert "THAT IS a" in tutor.shown()
        assert tutor.session.problem is None
    assert not data_dir().exists()
