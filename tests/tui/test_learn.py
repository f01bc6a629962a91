"""The Learn screen, driven by keys at many sizes."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from rich.cells import cell_len
from textual.command import CommandPalette
from textual.events import Key
from textual.widgets import Input

from petui.core.encoding import encode
from petui.core.lab import Lab
from petui.lessons.model import Question
from petui.lessons.schema import VIEWS
from petui.locations import log_dir
from petui.review.events import SettingEvent, StepEvent
from petui.review.log import read_events
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.panels import ListScreen, TextScreen
from petui.tui.session import Session
from petui.tui.styles import THEMES
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.rows import RowsPane
from petui.tui.widgets.table import EncodingTable
from tests.tui.driving import DrivenTutor, driven

Size: TypeAlias = tuple[int, int]


class Tutor(DrivenTutor):
    """A running tutor: its keys, its screen and what it shows."""

    @property
    def learn(self) -> LearnScreen:
        """The Learn screen, wherever the focus is."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, LearnScreen))

    @property
    def lab(self) -> Lab:
        """The Lab that the panes show."""
        return self.learn.lab

    def panes(self) -> tuple[str, ...]:
        """The panes that there is room for."""
        return self.learn.arranged.panes if self.learn.arranged else ()

    def shown(self, selector: str) -> str:
        """The visible text of a pane."""
        return "\n".join(self.rows(selector))

    @property
    def notice(self) -> str:
        """What the footer says."""
        footer = self.learn.query_one("#footer", LinesPane)
        return "".join(text for line in footer.lines for text, _ in line)


@asynccontextmanager
async def tutor(
    lesson: str | None = "the-derivation", step: str | None = None, *, size: Size = (100, 40), **options: object
) -> AsyncIterator[Tutor]:
    """A tutor at a lesson's step."""
    wanted = TutorOptions(lesson=lesson, step=step, **options)  # type: ignore[arg-type]
    async with driven(Tutor, wanted, size=size) as one:
        yield one


def events() -> list[StepEvent | SettingEvent]:
    """What the log holds."""
    return [event for event in read_events(log_dir()).events if isinstance(event, StepEvent | SettingEvent)]


OPEN = ("reading-a-cell", "the-whole-row")


# ---- keys that change the Lab ---------------------------------------------------------------------------------------

KEYS = [
    ("left_square_bracket", "pos", -1),
    ("right_square_bracket", "pos", 1),
    ("up", "pos", -1),
    ("down", "pos", 1),
    ("left", "slot", -1),
    ("less_than_sign", "offset", -1),
    ("greater_than_sign", "offset", 1),
]


@pytest.mark.parametrize(("key", "field", "by"), KEYS)
async def test_keys_move_the_lab(key: str, field: str, by: int) -> None:
    """Each key changes its own field by one, and nothing else."""
    async with tutor(*OPEN) as one:
        before = one.lab
        await one.press(key)
        assert one.lab == before.changed(**{field: getattr(before, field) + by})


async def test_the_right_arrow_and_braces() -> None:
    """The slot to the right; d_model doubled and halved; a narrower d_model takes the slot along."""
    async with tutor(*OPEN) as one:
        await one.press("left", "right")
        assert (one.lab.slot, one.lab.d_model) == (3, 4)
        await one.press("right_curly_bracket")
        assert (one.lab.slot, one.lab.d_model) == (3, 8)
        await one.press("left_curly_bracket", "left_curly_bracket")
        assert (one.lab.slot, one.lab.d_model) == (1, 2)


@pytest.mark.parametrize(
    ("line", "key", "field"),
    [
        ("pos 0", "up", "pos"),
        ("slot 0", "left", "slot"),
        ("slot 3", "right", "slot"),
        ("pos 4294967295", "down", "pos"),
    ],
)
async def test_an_impossible_change_is_refused_with_a_reason(line: str, key: str, field: str) -> None:
    """At the edge the Lab stays, and the footer says why until the next key."""
    async with tutor(*OPEN) as one:
        await one.press("colon")
        await one.type(line)
        before = one.lab
        await one.press(key)
        assert one.lab == before
        assert field in one.notice and "give a whole number" in one.notice
        await one.press("greater_than_sign")
        assert "give a whole number" not in one.notice


async def test_the_panes_follow_the_lab() -> None:
    """Text, table, plot and parameters show the new position."""
    async with tutor("reading-a-cell", "the-whole-row", size=(130, 50)) as one:
        plot = one.shown("#plot")
        await one.press(*["right_square_bracket"] * 4)
        assert one.lab.pos == 7
        row = [f"{value:.4f}" for value in encode(7, 4)]
        assert all(value in one.shown("#derivation") for value in row)
        current = next(line for line in one.shown("#table").splitlines() if line.startswith("►"))
        assert current.split() == ["►7", *row]
        assert one.shown("#parameters").startswith("pos 7")
        assert one.shown("#plot") != plot


# ---- lines and panels -----------------------------------------------------------------------------------------------


async def test_the_command_line_sets_a_parameter() -> None:
    """By its name; what is not possible is refused with a reason."""
    async with tutor(*OPEN) as one:
        await one.press("colon")
        assert one.learn.query_one("#line", Input).has_focus
        await one.type("d_model 512")
        assert one.lab.d_model == 512
        await one.press("colon")
        await one.type("d_model x")
        assert one.lab.d_model == 512 and "d_model" in one.notice and "whole number" in one.notice
        await one.press("colon")
        await one.type("nonsense")
        assert "No command 'nonsense'" in one.notice


async def test_escape_leaves_the_command_line() -> None:
    """Nothing is carried out, and keys are commands again."""
    async with tutor(*OPEN) as one:
        await one.press("colon", "p", "escape", "right_square_bracket")
        assert one.lab.pos == 4 and not one.learn.query_one("#line", Input).display


@pytest.mark.parametrize("key", ["f1", "H"])
async def test_help_opens_and_closes(key: str) -> None:
    """Help lists the keys."""
    async with tutor(*OPEN) as one:
        await one.press(key)
        assert isinstance(one.app.screen, TextScreen) and "next step" in one.shown("#text")
        await one.press("escape")
        assert isinstance(one.app.screen, LearnScreen)


async def test_a_symbol_is_explained() -> None:
    """`?` and a name open a panel; Esc closes it; an unknown one is said to be unknown."""
    async with tutor(*OPEN) as one:
        await one.press("question_mark")
        await one.type("omega")
        assert isinstance(one.app.screen, TextScreen) and "radians per position" in one.shown("#text")
        await one.press("escape", "question_mark")
        await one.type("blorp")
        assert isinstance(one.app.screen, LearnScreen) and "blorp" in one.notice


async def test_a_search_goes_to_what_it_finds() -> None:
    """`/` lists steps, Enter opens one, Esc opens none."""
    async with tutor(*OPEN) as one:
        await one.press("slash")
        await one.type("degrees")
        assert isinstance(one.app.screen, ListScreen)
        await one.press("escape")
        assert one.session.player.step.id == OPEN[1]
        await one.press("slash")
        await one.type("equivariance")
        await one.press("enter")
        assert (one.session.player.lesson.id, one.session.player.step.id) == ("order-is-lost", "all-six-orders")
        await one.press("escape", "slash")
        await one.type("zzzzzz")
        assert "Nothing found" in one.notice


async def test_the_list_of_lessons_opens_one() -> None:
    """The cursor begins at the lesson that is played; the one below it is the next."""
    async with tutor(*OPEN) as one:
        await one.press("L")
        assert isinstance(one.app.screen, ListScreen)
        await one.press("down", "enter")
        assert one.session.player.lesson.id == "turning-by-an-offset"
        assert one.session.player.lesson.title in one.shown("#top")
        await one.press("escape", "L", "escape")
        assert one.session.player.lesson.id == "turning-by-an-offset"


async def test_the_theme_is_changed_and_kept() -> None:
    """`t` turns through all themes; the log holds the choice, and the next sitting finds it."""
    async with tutor(*OPEN) as one:
        seen = []
        for _ in THEMES:
            await one.press("t")
            seen.append(one.app.theme)
        assert sorted(seen) == sorted(THEMES.values())
        await one.press("colon")
        await one.type("theme contrast")
        assert one.app.theme == THEMES["contrast"]
    kept = [event for event in events() if isinstance(event, SettingEvent)]
    assert (kept[-1].name, kept[-1].value) == ("theme", "contrast") and len(kept) == len(THEMES) + 1
    assert Session(TutorOptions()).settings["theme"] == "contrast"


# ---- answers --------------------------------------------------------------------------------------------------------


async def test_answers_are_judged_shown_and_logged() -> None:
    """Unreadable, wrong, hinted and right, with the numbers in the log."""
    async with tutor("reading-a-cell", "what-you-now-have") as one:
        question = one.session.player.gate
        assert isinstance(question, Question)
        right = one.session.player.answer_of(question)
        await one.type("what")
        assert "not a number" in one.notice and not one.session.player.state(question).verdicts
        await one.press("ctrl+u")
        await one.type("7")
        assert "Wrong: 7 " in one.shown("#derivation")
        await one.type("h")
        assert "Hint: Pair, exponent" in one.shown("#derivation")
        await one.type(f"{right:.6f}")
        assert "Right" in one.shown("#derivation") and "That is the end" in one.shown("#derivation")
        assert not one.learn.query_one("#answer-input", Input).has_focus
    said = [event for event in events() if isinstance(event, StepEvent) and event.question == question.id]
    assert [(event.outcome, event.typed) for event in said] == [
        ("wrong", "7"),
        ("hinted", ""),
        ("right", f"{right:.6f}"),
    ]
    assert said[-1].answer == right and set(said[-1].drawn) == {"p", "j"}
    assert [event.outcome for event in events() if isinstance(event, StepEvent)][-1] == "done"


async def test_a_choice_is_picked_by_digits() -> None:
    """A wrong option gets its reason, the right one opens the gate; Space is refused until then."""
    async with tutor("reading-a-cell", "what-the-subscript-says", size=(100, 50)) as one:
        gate = one.session.player.gate
        assert gate is not None
        order = one.session.player.order_of(gate)  # type: ignore[arg-type]
        await one.press("space")
        assert one.session.player.index == 0 and "waits" in one.notice
        await one.press("9")
        assert "Press 1 to 4" in one.notice
        await one.press(str(order.index(3) + 1))
        assert "The first number is the position" in one.shown("#derivation")
        await one.press(str(order.index(1) + 1))
        assert "Right." in one.shown("#derivation") and one.session.player.gate is None
        await one.press("space")
        assert one.session.player.index == 1 and "step 2 of 7" in one.shown("#top")


async def test_a_prediction_veils_the_worked_cell() -> None:
    """The cell is not worked out before the learner has predicted."""
    async with tutor("the-derivation", "a-dot-that-walks", size=(120, 40)) as one:
        assert "once you have answered" in one.shown("#table") and "PE(" not in one.shown("#table")
        await one.type("0")
        assert "PE(" in one.shown("#table") and "Noted" in one.shown("#derivation")


async def test_letters_typed_as_an_answer_are_not_commands() -> None:
    """`q` in the answer line is a letter; after Esc it leaves."""
    async with tutor("reading-a-cell", "what-you-now-have") as one:
        await one.press("q", "left_square_bracket")
        assert one.learn.query_one("#answer-input", Input).value == "q[" and one.lab.pos == 0
        await one.press("escape", "q")
    assert one.app.return_value == 0


# ---- panes and sizes ------------------------------------------------------------------------------------------------


async def test_panes_turn_and_zoom() -> None:
    """Tab shows the next pane, z gives it the screen and takes it back."""
    async with tutor(*OPEN, size=(80, 24)) as one:
        assert one.panes() == ("derivation", "table")
        await one.press("tab", "tab")
        assert one.panes() == ("derivation", "plot")
        await one.press("z")
        assert one.panes() == ("plot",)
        assert one.learn.plot.content_size.height > 15 and not one.learn.query_one("#reading").display
        await one.press("z")
        assert one.panes() == ("derivation", "plot")
        await one.press("tab", "z")
        assert one.panes() == ("derivation",)


async def test_zoom_takes_what_is_below_the_text_where_no_pane_was_chosen() -> None:
    """The text has most of the room already; the bars follow the Lab while it is hidden."""
    async with tutor("the-walking-dot", size=(80, 24)) as one:
        await one.press("escape", "z")
        assert one.panes() == ("plot",)
        await one.press("right_square_bracket")
        assert f"pos {one.lab.pos}" in one.shown("#parameters")
        await one.press("z")
        assert one.panes() == ("derivation", "plot")


async def test_a_zoomed_view_fills_the_screen() -> None:
    """A view that was drawn low is drawn anew in all the rows that zooming gives it."""
    async with tutor(*OPEN, size=(80, 24)) as one:
        await one.press("tab", "tab")
        for _ in VIEWS:
            low = one.learn.plot.content_size.height
            await one.press("z")
            assert len(one.learn.plot.drawn) == one.learn.plot.content_size.height > low
            await one.press("z", "v")
            assert len(one.learn.plot.drawn) == one.learn.plot.content_size.height == low


async def test_every_size_is_drawn() -> None:
    """From tiny to huge and back; no row is wider than its pane, and a step that was come to begins at its top."""
    async with tutor(*OPEN, size=(80, 24)) as one:
        for size in [(59, 15), (19, 5), (1, 1), (200, 60), (20, 6), (112, 34), (80, 24)]:
            await one.pilot.resize_terminal(*size)
            await one.pilot.pause()
            tiny = size[0] < 20 or size[1] < 6
            assert one.learn.query_one("#tiny").display == tiny
            for pane in one.learn.query(RowsPane):
                rows = [pane.render_line(y) for y in range(pane.content_size.height)]
                assert all(cell_len(row.text) <= max(0, pane.content_size.width) for row in rows)
        assert "step 5 of 7" in one.shown("#top")
        assert one.learn.derivation.top == 0 and one.learn.derivation.below


_CHARACTERS = {"colon": ":", "question_mark": "?", "slash": "/", "space": " "}
ALL_KEYS = [*dict.fromkeys(key for command in COMMANDS for key in command.keys), "escape", "5", "x", "backspace"]


def _typed(key: str) -> str | None:
    """The character that a key types, if it does."""
    return key if len(key) == 1 else _CHARACTERS.get(key)


@pytest.mark.parametrize("seed", range(3))
async def test_no_key_is_too_much(seed: int) -> None:
    """300 keys at random at a random place and changing sizes: no exception, and the Lab is a possible one."""
    choose = random.Random(seed)
    keys = [key for key in ALL_KEYS if key not in ("q", "ctrl+q")]
    async with tutor(size=choose.choice([(80, 24), (120, 40), (40, 12)])) as one:
        for _ in range(6):
            for key in choose.choices(keys, k=50):
                # Pilot would wait after each key; keys that come in a burst are the harder case.
                one.app.post_message(Key(key, _typed(key)))
            await one.pilot.pause()
            await one.pilot.resize_terminal(choose.randint(1, 140), choose.randint(1, 50))
            await one.pilot.pause()
        assert one.app.is_running and one.app._exception is None
        assert one.session.problem is None


# ---- the table ------------------------------------------------------------------------------------------------------


async def test_the_table_at_the_far_end() -> None:
    """At the last position and the last slot of the widest table the cells are what the core gives."""
    async with tutor(*OPEN, size=(130, 50)) as one:
        for line in ("d_model 16384", "pos 4294967295", "slot 16383"):
            await one.press("colon")
            await one.type(line)
        table = one.learn.query_one(EncodingTable)
        rows = one.shown("#table").splitlines()
        slots = [int(slot) for slot in re.findall(r"(\d+) (?:sin|cos)", rows[0])]
        assert slots == list(range(slots[0], 16384))
        numbered = {int(match[1]): match[2].split() for row in rows if (match := re.match(r"[► ](\d+)(.*)", row))}
        assert max(numbered) == 4294967295 and len(numbered) > 5
        for pos, shown in numbered.items():
            wanted = encode(pos, 16384, first_slot=slots[0])
            assert shown == [f"{value:.4f}" for value in wanted], pos
        assert f"{encode(4294967295, 16384)[16383]:.6f}" in rows[-1]
        assert table.lab == one.lab


async def test_numbers_are_pinned_and_let_go() -> None:
    """`m` keeps the row above the table, with how far the current one is from it, while the position changes."""
    async with tutor(*OPEN, size=(130, 50)) as one:
        kept, now = encode(3, 4), encode(4, 4)
        await one.press("m", "right_square_bracket")
        lines = one.shown("#table").splitlines()
        pinned, diff = (next(line for line in lines if line.startswith(mark)) for mark in ("pin 3", "diff"))
        assert re.findall(r"-?\d\.\d{4}", pinned) == [f"{value:.4f}" for value in kept]
        assert re.findall(r"[▲▼][+-]\d\.\d{4}", diff) == [
            f"{'▲' if change > 0 else '▼'}{change:+.4f}" for change in now - kept
        ]
        assert "pinned: pos 3" in one.shown("#parameters")
        await one.press("m")
        assert not any(line.startswith("=3") for line in one.shown("#table").splitlines())
        assert "pinned" not in one.shown("#parameters")


async def test_a_click_picks_a_cell() -> None:
    """The clicked cell becomes the current one."""
    async with tutor(*OPEN, size=(130, 50)) as one:
        lines = one.shown("#table").splitlines()
        row = next(at for at, line in enumerate(lines) if line.startswith(" 6"))
        column = lines[row].index(f"{encode(6, 4)[1]:.4f}")
        pane = one.learn.query_one(EncodingTable)
        shift = pane.content_region.offset - pane.region.offset
        await one.pilot.click(EncodingTable, offset=(column + shift.x + 1, row + shift.y))
        await one.pilot.pause()
        assert (one.lab.pos, one.lab.slot) == (6, 1)


# ---- hostile content ------------------------------------------------------------------------------------------------

MARKUP = ("[b]bold", "bold[/b]", "[@click=app.quit]leave", "[/]", "[red on")
COURSE = """schema: 1
id: hostile
title: "Hostile [b]course[/b]"
language: en
parts:
  - title: "[b]Part"
    lessons: [trap]
"""
TRAP = """---
schema: 1
id: trap
title: "[@click=app.quit]Trap[/b]"
minutes: 5
---

::::{step} only
Text with [b]bold[/b] and [@click=app.quit]leave here[/] and [red on.

:::{choice} pick-one
Which [b]bold[/b]?

- [x] the [@click=app.quit]leave one

  Because of [/b].
- [ ] other

  No.
:::
::::
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A course whose texts hold what Textual and Rich would take for markup."""
    root = tmp_path / "hostile"
    (root / "lessons").mkdir(parents=True)
    (root / "course.yaml").write_text(COURSE)
    (root / "lessons" / "trap.md").write_text(TRAP)
    return root


async def test_markup_in_lessons_is_text(hostile: Path) -> None:
    """In the text, the title, the list of lessons and the verdict."""
    async with tutor("hostile/trap", content=(hostile,), size=(110, 30)) as one:
        text = one.shown("#derivation")
        assert "[b]bold[/b] and [@click=app.quit]leave here[/] and [red on." in text
        assert "Which [b]bold[/b]?" in text and "the [@click=app.quit]leave one" in text
        assert "[@click=app.quit]Trap[/b]" in one.shown("#top")
        await one.press("L")
        options = one.app.screen.query_one("OptionList")
        drawn = "\n".join(options.render_line(y).text for y in range(options.size.height))
        assert "[@click=app.quit]Trap[/b]" in drawn
        await one.press("escape", "s")
        assert "Because of [/b]." in one.shown("#derivation")
        await one.press("colon")
        await one.type("[b]")
        assert "'[b]'" in one.notice
        await one.pilot.click("#derivation", offset=(40, 1))
        assert one.app.is_running


async def test_a_settled_answer_takes_over_only_what_was_drawn() -> None:
    """The rest of the Lab stays the learner's: here the length."""
    async with tutor("the-derivation", size=(80, 24)) as one:
        one.learn.change(length=77)
        gate = one.session.player.gate
        assert isinstance(gate, Question) and gate.vary
        await one.type(repr(one.session.player.answer_of(gate)))
        assert one.session.player.state(gate).closed
        assert one.lab.length == 77


async def test_what_cannot_be_read_is_written_over() -> None:
    """After a refusal the next key replaces the text, and nothing was counted."""
    async with tutor("the-derivation", size=(80, 24)) as one:
        gate = one.session.player.gate
        assert gate is not None
        await one.type("what")
        assert not one.session.player.state(gate).verdicts
        await one.type("7")
        assert [verdict.typed for verdict in one.session.player.state(gate).verdicts] == ["7"]


async def test_the_palette_lists_every_command() -> None:
    """`P` opens it, a page key in it does no harm, Esc closes it."""
    async with tutor("the-derivation", size=(80, 24)) as one:
        await one.press("escape", "P", "pagedown", "pageup", "pagedown")
        assert isinstance(one.app.screen, CommandPalette)
        await one.press("escape")
        assert isinstance(one.app.screen_stack[-1], LearnScreen)


@pytest.mark.parametrize("line", ["step ²", "step " + "9" * 4400, "step ٣"])
async def test_an_odd_step_number_is_refused(line: str) -> None:
    """Digits that int() cannot take, or that nobody means, are no step."""
    async with tutor("the-derivation", size=(80, 24)) as one:
        await one.press("escape")
        one.learn.ask(":" + line)
        await one.press("enter")
        assert "no step" in one.notice


async def test_an_endless_cell_is_refused() -> None:
    """Thousands of digits pasted where a cell is asked for count as nothing."""
    async with tutor("find-the-slip", size=(80, 24)) as one:
        gate = one.session.player.gate
        assert gate is not None
        one.learn.answer_input.value = "9" * 4400 + ",1"
        await one.press("enter")
        assert "not a cell" in one.notice
        assert not one.session.player.state(gate).verdicts
