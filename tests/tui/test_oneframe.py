"""What a key paints: one frame, in it only what changed, and on the terminal what a whole frame would show."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip

from petui.tui.app import TutorApp
from petui.tui.options import TutorOptions
from petui.tui.screens.lab import LabScreen
from petui.tui.screens.spans import Piece, PiecesUpdate, SpansCompositor
from petui.tui.widgets.rows import RowsPane
from petui.tui.wire.frames import Canvas, Row
from tests.tui.driving import DrivenTutor, driven

WIDE, USUAL = (120, 40), (80, 24)


class Filmed(DrivenTutor):
    """A tutor whose frames are kept."""

    def film(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """From now on, what each frame writes."""
        frames: list[str] = []

        def kept(app: TutorApp, screen: object, update: Any) -> None:
            if update is not None:
                frames.append(update.render_segments(app.console))

        monkeypatch.setattr(App, "_display", kept)
        return frames

    def whole(self) -> str:
        """What a frame painted whole writes; what is yet to be painted stays so."""
        compositor = self.app.screen._compositor
        dirty = set(compositor._dirty_regions)
        written = compositor.render_full_update().render_segments(self.app.console)
        compositor._dirty_regions.update(dirty)
        return written

    async def wrong_rows(self, frames: list[str]) -> list[int]:
        """The rows that differ from a whole frame when all frames have been painted."""
        wrong: list[int] = []
        for _ in range(100):
            shown, whole = self.cells(frames), self.cells([self.whole()])
            wrong = [y for y, row in enumerate(shown) if row != whole[y]]
            if not wrong:
                break
            await self.pilot.pause()
        return wrong

    def cells(self, frames: list[str]) -> list[Row]:
        """The cells after some frames."""
        canvas = Canvas(*self.app.size)
        for frame in frames:
            canvas.draw(frame)
        return canvas.rows


@pytest.mark.parametrize("size", [WIDE, USUAL])
@pytest.mark.parametrize("key", ["right_square_bracket", "down", "right", "v", "M", "greater_than_sign", "b"])
async def test_a_key_is_one_frame(size: tuple[int, int], key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its effect, and that the notice before it is gone, are seen together."""
    async with driven(Filmed, TutorOptions(), size=size) as one:
        await one.press("f3")
        assert isinstance(one.app.screen, LabScreen) and one.app.screen._notice
        frames = one.film(monkeypatch)
        await one.press(key)
        assert len(frames) == 1


async def test_a_position_key_paints_two_rows_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row that the cursor left and the one that it came to, and the worked cell; no bar that says the same."""
    async with driven(Filmed, TutorOptions(), size=WIDE) as one:
        await one.press("f3", "down")
        drawn: set[tuple[str | None, int]] = set()
        piece = RowsPane.piece

        def noted(pane: RowsPane, y: int, left: int, right: int) -> Any:
            drawn.add((pane.id, y))
            return piece(pane, y, left, right)

        monkeypatch.setattr(RowsPane, "piece", noted)
        # Widgets without a change are not asked at all.
        monkeypatch.setattr(SpansCompositor, "_render_chops", None)
        await one.press("down")
        table = [row for pane, row in drawn if pane == "table"]
        last = one.app.screen.query_one("#table", RowsPane).content_size.height - 1
        assert sorted(table) == [3, 4, last]
        assert {pane for pane, _ in drawn} == {"table", "plot", "parameters"}


async def test_focus_paints_no_whole_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that takes the keys is painted by itself."""
    async with driven(Filmed, TutorOptions(), size=WIDE) as one:
        await one.press("f3", "colon")
        frames = one.film(monkeypatch)
        one.app.screen.set_focus(None)
        await one.settle()
        assert [frame.count("H") for frame in frames] == [1]


def test_pieces_have_the_colours_of_a_whole_frame() -> None:
    """Also where a style, which remembers how it was first written, was first seen by a terminal of more colours."""
    more, fewer = (Console(color_system=system, file=StringIO()) for system in ("truecolor", "256"))
    # What is known of a style is looked up before it is noted on the style.
    Strip.render_ansi.cache_clear()
    for console in (fewer, more):
        segments = [Segment("ab", Style(color="#0087d8", bold=True)), Segment(" c", None)]
        Strip(segments).render(console)
    pieces, whole = Canvas(5, 1), Canvas(5, 1)
    pieces.draw(PiecesUpdate([Piece(0, 1, segments)]).render_segments(fewer))
    whole.draw("\x1b[1;2H" + Strip(segments).render(fewer))
    assert pieces.rows == whole.rows


@pytest.mark.parametrize("seed", range(4))
async def test_frames_of_spans_end_where_a_whole_frame_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random keys on Learn and Lab, with notices over the panes and views of every kind."""
    keys = [
        "f2", "f3", "f5", "down", "up", "left", "right", "v", "V", "M", "m", "g", "n", "p", "s", "h", "w", "c", "z",
        "tab", "b", "B", "greater_than_sign", "right_curly_bracket", "left_curly_bracket", "pagedown", "pageup",
        "escape", "f", "space", "t", "colon", "1",
    ]  # fmt: skip
    draw = random.Random(seed)
    async with driven(Filmed, TutorOptions(), size=draw.choice([WIDE, USUAL, (61, 17)])) as one:
        await one.press("f3")
        frames = one.film(monkeypatch)
        frames.append(one.whole())
        for _ in range(25):
            await one.press(key := draw.choice(keys))
            assert await one.wrong_rows(frames) == [], key
