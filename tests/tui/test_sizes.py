"""Any size of the screen: nothing overflows, nothing is cut without a mark, every function can be reached."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Resize
from textual.geometry import Region, Size
from textual.widget import Widget
from textual.widgets import OptionList

from petui.lessons.cells import cell_width, ending, line_width
from petui.review.outcome import Counts
from petui.tui.app import TutorApp
from petui.tui.arrangement import is_tiny, tiny_words
from petui.tui.commands import COMMANDS, SCREENS, commands_of
from petui.tui.options import TutorOptions
from petui.tui.screens.base import TutorScreen
from petui.tui.widgets.bars import lab_line, map_line, quiz_line, top_line
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.rows import RowsPane
from tests.tui.driving import DrivenTutor, driven

SIZES = (
    (1, 1), (2, 2), (10, 3), (19, 5), (20, 6), (40, 10), (59, 15), (60, 16), (60, 20), (80, 24), (100, 30), (112, 34),
    (120, 40), (132, 43), (200, 60), (300, 20), (500, 200), (20, 200),
)  # fmt: skip
# One of each arrangement; the others in the long runs.
FEW_SIZES = ((1, 1), (20, 6), (59, 15), (60, 20), (112, 34), (120, 40))
OTHER_SIZES = tuple(size for size in SIZES if size not in FEW_SIZES)
Steps: TypeAlias = tuple[str, ...]
# What is pressed to come to a state; a text of several signs behind a line's prompt is typed and sent.
STATES: dict[str, Steps] = {
    "learn": (),
    "hint": ("escape", "h"),
    "verdict": ("=7",),
    "refused": ("=what on earth",),
    "line": ("escape", "colon"),
    "no-command": ("escape", "colon", "=nonsense that is long enough to be cut somewhere on a small screen"),
    "found": ("escape", "slash", "=wave"),
    "symbols": ("escape", "question_mark", "="),
    "symbol": ("escape", "question_mark", "=omega"),
    "help": ("escape", "H"),
    "lessons": ("escape", "L"),
    "palette": ("escape", "P"),
    "palette-typed": ("escape", "P", "z"),
    "why": ("escape", "s", "w"),
    "code": ("escape", "s", "n", "c"),
    "zoom": ("escape", "z"),
    "second-pane": ("escape", "tab"),
    "third-pane": ("escape", "tab", "tab"),
    "pin": ("escape", "m", "right_square_bracket"),
    "test-out": ("escape", "T"),
    "theme": ("escape", "t"),
    "lab": ("escape", "f3"),
    "lab-wide": ("escape", "f3", "=:d_model 128", "v", "M"),
    "lab-conventions": ("escape", "f3", "colon", "=convention"),
    "lab-pin": ("escape", "f3", "m", "right_square_bracket", "right_curly_bracket", "g"),
    "lab-views": ("escape", "f3", "v", "v", "v", "v", "colon", "=view"),
    "quiz": ("escape", "f4"),
    "quiz-shown": ("escape", "f4", "escape", "s"),
    "quiz-graded": ("escape", "f4", "escape", "s", "1"),
    "quiz-help": ("escape", "f4", "escape", "H"),
    "map": ("escape", "f5", "down"),
    "progress": ("escape", "f6"),
    "progress-begun": ("escape", "f4", *("escape", "s", "1", "space") * 3, *("escape", "s", "3", "space") * 3, "f6"),
}


class Sized(DrivenTutor):
    """A running tutor of some size, and what is wrong with its picture."""

    async def do(self, steps: Steps) -> None:
        """Press keys; what begins with `=` is typed and sent."""
        for step in steps:
            if step.startswith("="):
                for letter in step[1:]:
                    self.app.post_message(Key(letter, letter))
                await self.press("enter")
            else:
                await self.press(step)

    async def resize(self, size: tuple[int, int]) -> None:
        """Another size, and all that follows from it."""
        await self.pilot.resize_terminal(*size)
        await self.settle()

    def picture(self) -> list[str]:
        """The rows of the screen."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        width, height = self.app.size
        assert [strip.cell_length for strip in strips] == [width] * height
        return [strip.text for strip in strips]

    def faults(self) -> list[str]:
        """What lies beyond an edge, over another widget, or is wider than its place."""
        shown = [
            widget
            for widget in self.app.screen.walk_children(Widget)
            if widget.display and widget.region.area and widget.visible
        ]
        if is_tiny(*self.app.size):
            return [f"{widget.id} is shown" for widget in shown if isinstance(widget, RowsPane) and widget.id != "tiny"]
        leaves = [widget for widget in shown if not list(widget.children) and widget.styles.overlay != "screen"]
        flat = [widget for widget in leaves if widget.id != "notice" and type(widget).__name__ != "ScrollBar"]
        found = [f"{one} over {other}" for at, one in enumerate(flat) for other in flat[:at] if _overlap(one, other)]
        found += [f"{one} is cut off" for one in flat if not self.app.screen.region.contains_region(one.region)]
        for pane in (widget for widget in shown if isinstance(widget, RowsPane)):
            found += [
                f"{pane} is too narrow for {line}" for line in pane.drawn if line_width(line) > pane.content_size.width
            ]
        return found

    def open_borders(self) -> list[str]:
        """Rows of a panel whose border has a gap."""
        rows = self.picture()
        found: list[str] = []
        for panel in self.app.screen.query(".panel"):
            region = panel.region
            if region.area and all(cell_width(row) == len(row) for row in rows):
                edges = [rows[y][region.x] + rows[y][region.right - 1] for y in range(region.y, region.bottom)]
                found += [edge for edge in edges[1:-1] if edge != "││"]
                found += [edge for edge in (edges[0], edges[-1]) if edge not in ("┌┐", "└┘")]
        return found


def _overlap(one: Widget, other: Widget) -> bool:
    shared: Region = one.region.intersection(other.region)
    return bool(shared.area)


@asynccontextmanager
async def sized(size: tuple[int, int], steps: Steps = (), lesson: str | None = None) -> AsyncIterator[Sized]:
    """A tutor of that size, after these keys."""
    async with driven(Sized, TutorOptions(lesson=lesson), size=size) as one:
        await one.do(steps)
        yield one


@pytest.fixture(autouse=True)
def same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same numbers, questions and cards at every start."""
    monkeypatch.setattr("petui.review.sitting.random.randrange", lambda _: 7)
    monkeypatch.setattr("petui.review.queue.randrange", lambda *_: 7)


@pytest.mark.parametrize("sizes", [FEW_SIZES, pytest.param(OTHER_SIZES, marks=pytest.mark.soak)], ids=["few", "others"])
@pytest.mark.parametrize("state", STATES)
async def test_every_state_at_every_size(state: str, sizes: tuple[tuple[int, int], ...]) -> None:
    """Nothing overflows or lies over another, borders are closed, and a tiny screen says one line that fits."""
    async with sized((80, 24), STATES[state]) as one:
        for size in sizes:
            await one.resize(size)
            rows = one.picture()
            assert not one.faults(), size
            assert not one.open_borders(), size
            if is_tiny(*size):
                assert rows[0].rstrip() == tiny_words(size[0], ascii=False) != ""
                assert not "".join(rows[1:]).strip()


# One of each screen and panel: a storm goes through many sizes.
STORMED = ("hint", "help", "lab-pin")
ALSO_STORMED = (
    "no-command", "found", "symbol", "lessons", "palette", "zoom", "third-pane", "lab-conventions", "quiz-graded",
    "map", "progress-begun",
)  # fmt: skip


@pytest.mark.parametrize("state", [*STORMED, *(pytest.param(state, marks=pytest.mark.soak) for state in ALSO_STORMED)])
async def test_a_storm_of_sizes_ends_in_the_picture_of_a_start_at_the_last_one(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred sizes, most of which come before the one before is drawn."""
    last = (61, 17)
    async with sized(last, STATES[state]) as fresh:
        wanted = fresh.picture()
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "another"))
    async with sized((80, 24), STATES[state]) as one:
        for at in range(100):
            width, height = SIZES[at * 7 % len(SIZES)]
            one.app.post_message(Resize(size := Size(min(width, 150), min(height, 50)), size))
            if at % 25 == 0:
                await one.pilot.pause()
        await one.resize(last)
        assert one.picture() == wanted


# ---- every function -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
async def test_every_command_works_at_sixty_by_twenty(screen: str) -> None:
    """By its key, by its name in the command line, and by the palette, which has them all."""
    ways = {"learn": (), "lab": ("f3", "escape"), "quiz": ("f4", "escape"), "map": ("f5", "down"), "progress": ("f6",)}
    async with sized((60, 20), ("escape", *ways[screen])) as one:
        home = one.app.screen
        assert isinstance(home, TutorScreen) and "F1 help" in one.picture()[-1]
        for command in commands_of(screen, COMMANDS):
            done: list[str] = []
            action = f"action_{command.action}"
            assert callable(getattr(home, action, None)), command.id
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(type(home), action, _noting(done, command.id))
                # Ctrl-Z and Ctrl-L are the app's own, over panels too.
                for own, name in (("action_suspend_process", "shell"), ("action_redraw", "redraw")):
                    patch.setattr(TutorApp, own, _noting(done, name))
                for key in command.keys:
                    await one.press(key)
                assert done == [command.id] * len(command.keys), command.id


# They end the tutor, or stop it.
ENDS = {"quit", "leave", "suspend-process"}


@pytest.mark.soak
@pytest.mark.parametrize("screen", SCREENS)
async def test_every_command_leaves_a_sound_picture_at_sixty_by_twenty(screen: str) -> None:
    """Carried out one after the other, panels and other screens closed again."""
    home = dict(zip(SCREENS, ("f2", "f3", "f4", "f5", "f6"), strict=True))[screen]
    async with sized((60, 20), ("escape", home, "escape")) as one:
        for command in commands_of(screen, COMMANDS):
            if command.id in ENDS:
                continue
            await one.press(command.keys[0])
            await one.settle()
            assert not one.faults() and not one.open_borders(), command.id
            await one.press("escape")
            await one.press(home, "escape")
            assert isinstance(one.app.screen, TutorScreen) and screen == one.app.screen.KIND, command.id


def _noting(done: list[str], name: str) -> object:
    """An action that only notes that it was asked for."""

    def action(self: object, *_: object) -> None:
        done.append(name)

    return action


@pytest.mark.parametrize(
    ("screen", "key"),
    [
        ("learn", "f2"),
        ("progress", "f6"),
        *(pytest.param(*each, marks=pytest.mark.soak) for each in (("lab", "f3"), ("quiz", "f4"), ("map", "f5"))),
    ],
)
async def test_the_help_lists_every_command_at_sixty_by_twenty(screen: str, key: str) -> None:
    """All of it can be scrolled to, by F1, H and the palette."""
    async with sized((60, 20), ("escape", key, "escape", "f1")) as one:
        pane = one.app.screen.query_one("#text", LinesPane)
        seen: list[str] = []
        for _ in range(len(pane.lines)):
            seen += one.rows("#text")
            await one.press("pagedown")
        said = "".join("".join(seen).replace(" PgUp", "").replace(" PgDn", "").split())
        for command in commands_of(screen, COMMANDS):
            assert "".join(command.help.split())[:20] in said, command.id
        await one.press("escape", "P")
        palette = one.app.screen.query_one(OptionList)
        names = {
            command.id for command in commands_of(screen, COMMANDS) if not command.counts and command.id != "palette"
        }
        assert palette.option_count >= len(names)


async def test_below_sixty_by_sixteen_one_pane_leads_to_the_others() -> None:
    """The footer names the key that does."""
    async with sized((59, 15), ("escape",), "the-derivation") as one:
        seen: set[str] = set()
        for _ in range(3):
            panes = [pane for pane in ("reading", "table", "plot") if one.app.screen.query_one(f"#{pane}").display]
            assert len(panes) == 1 and "Tab pane" in one.picture()[-1]
            seen |= set(panes)
            await one.press("tab", "up")
        assert seen == {"reading", "table", "plot"}


# ---- words for few columns ------------------------------------------------------------------------------------------

COUNTS = Counts(done=3, left=9, again=1, reviews=4, right=3, wrong=1)
TITLES = st.text("ab 漢字é\u0301[]👩", min_size=1, max_size=60)
PROBLEMS = st.none() | st.sampled_from(["no space left on device", "漢字 " * 20])


@given(TITLES, PROBLEMS, st.integers(1, 130), st.booleans())
def test_a_bar_is_as_wide_as_it_may_be(title: str, problem: str | None, width: int, ascii: bool) -> None:
    """What does not fit is cut with a mark, and a problem stays in sight."""
    lines = (
        top_line(title, 3, 12, problem, width, ascii=ascii),
        lab_line(title, problem, width, ascii=ascii),
        map_line(3, 46, problem, width, ascii=ascii),
        quiz_line(title, COUNTS, 7, problem, width, ascii=ascii),
        quiz_line(title, None, 7, problem, width, ascii=ascii),
    )
    cut = "~" if ascii else "…"
    for line in lines:
        text = "".join(run for run, _ in line)
        assert line_width(line) <= width
        assert problem is None or "not saved"[: width - 2] in text or width < 3
    top = "".join(run for run, _ in lines[0])
    assert title in top or cut in top or width < 3


@given(st.text(max_size=40), st.integers(0, 50))
def test_the_end_of_a_path_says_most(path: str, width: int) -> None:
    """It is kept, behind a mark where the beginning is cut."""
    kept = ending(path, width)
    assert cell_width(kept) <= width or kept == path
    assert kept == path or not kept or (kept[0] == "…" and path.endswith(kept[1:]))


@given(st.integers(1, 19), st.booleans())
def test_the_words_of_a_tiny_screen_fit(width: int, ascii: bool) -> None:
    """There is something to say in a single column."""
    assert 1 <= len(tiny_words(width, ascii=ascii)) <= width
