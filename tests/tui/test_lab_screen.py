"""The Lab screen, driven by keys: its numbers, views, table modes, what is pinned and what is copied."""

from __future__ import annotations

import re
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from textual.events import Key

from petui.cli import root
from petui.core.attention import word_vectors
from petui.core.conventions import CONVENTIONS, convention, encode_as
from petui.core.lab import Lab
from petui.core.parameters import DTYPES
from petui.lessons.schema import VIEW_TITLES, VIEWS
from petui.plot import views
from petui.plot.ruler import tidied
from petui.tui.options import TutorOptions
from petui.tui.screens.lab import LabScreen
from petui.tui.screens.learn import LearnScreen
from petui.tui.screens.panels import ListScreen
from petui.tui.tablemodes import MODES
from petui.tui.widgets.lines import LinesPane
from petui.tui.widgets.rows import RowsPane
from tests.tui.driving import DrivenTutor, driven

WIDE, USUAL = (120, 40), (80, 24)
START = Lab(pos=3, slot=2, d_model=8)


class Bench(DrivenTutor):
    """A running tutor whose Lab is shown."""

    @property
    def screen(self) -> LabScreen:
        """The Lab screen."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, LabScreen))

    @property
    def lab(self) -> Lab:
        """Its numbers."""
        return self.screen.lab

    def shown(self, selector: str) -> str:
        """The visible text of a pane."""
        return "\n".join(self.rows(selector))

    @property
    def notice(self) -> str:
        """What the footer says."""
        return self.shown("#footer").strip()

    async def at(self, lab: Lab) -> None:
        """Set the numbers."""
        self.screen.lab = lab
        await self.pilot.pause()

    async def command(self, line: str) -> None:
        """Type a command line."""
        await self.press("colon")
        await self.type(line)


@asynccontextmanager
async def bench(lab: Lab | None = START, *, size: tuple[int, int] = WIDE, ascii: bool = False) -> AsyncIterator[Bench]:
    """A tutor that was sent to its Lab, at numbers of the test's own unless these are None."""
    options = TutorOptions(lesson="reading-a-cell", step="the-whole-row")
    async with driven(Bench, options, size=size, ascii=ascii) as one:
        await one.press("escape", "f3")
        if lab is not None:
            one.screen.lab = lab
            await one.pilot.pause()
        yield one


# ---- the numbers ----------------------------------------------------------------------------------------------------


async def test_the_lab_begins_at_the_lesson_and_stays_as_it_was_left() -> None:
    """At the first visit it takes the lesson's numbers and says so; later its own; `0` takes the lesson's again."""
    async with driven(Bench, TutorOptions(lesson="reading-a-cell", step="the-whole-row"), size=USUAL) as one:
        await one.press("escape", "right_square_bracket", "f3")
        assert "The lesson's numbers: pos 4, slot" in one.notice and one.lab.pos == 4
        await one.press("right_curly_bracket", "f")
        mine = one.lab
        await one.press("f2")
        assert isinstance(one.app.screen, LearnScreen) and one.app.screen.lab.pos == 4 and one.app.screen.lab != mine
        await one.press("left_square_bracket", "left_square_bracket")
        await one.command("lab")
        assert one.lab == mine
        await one.press("0")
        assert (one.lab.pos, one.lab.dtype) == (2, "float64") and "again" in one.notice
        await one.press("q")
        assert isinstance(one.app.screen, LearnScreen)


async def test_the_lab_begins_with_the_view_looked_at() -> None:
    """The learner's own, where another one was turned to in the lesson."""
    async with driven(Bench, TutorOptions(lesson="reading-a-cell", step="the-whole-row"), size=USUAL) as one:
        await one.press("escape")
        assert isinstance(one.app.screen, LearnScreen)
        before = one.app.screen.plot.view
        await one.press("v", "v")
        looked_at = one.app.screen.plot.view
        await one.press("f3")
        assert one.screen.plot.view == looked_at != before


STEPS: list[tuple[str, dict[str, Any]]] = [
    ("left_square_bracket", {"pos": 2}),
    ("right_square_bracket", {"pos": 4}),
    ("up", {"pos": 2}),
    ("down", {"pos": 4}),
    ("left", {"slot": 1}),
    ("right", {"slot": 3}),
    ("left_curly_bracket", {"d_model": 4}),
    ("right_curly_bracket", {"d_model": 16}),
    ("less_than_sign", {"offset": 0}),
    ("greater_than_sign", {"offset": 2}),
    ("b", {"base": 100000.0}),
    ("B", {"base": 1000.0}),
    ("left_parenthesis", {"length": 32}),
    ("right_parenthesis", {"length": 128}),
    ("f", {"dtype": "float32"}),
    ("g", {"convention": "tensor2tensor"}),
    ("pageup", {"pos": 0}),
]


async def test_each_key_moves_its_own_number() -> None:
    """By one step, and nothing else; parameters, table and plot follow."""
    async with bench() as one:
        for key, change in STEPS:
            one.screen.lab = START
            await one.press(key)
            assert one.lab == START.changed(**change), key


async def test_keys_stay_within_what_is_possible() -> None:
    """At the ends a key says why not, or stays; the Lab is never an impossible one."""
    async with bench(Lab(pos=0, slot=0, d_model=1, base=1.0, length=1), size=USUAL) as one:
        for key in ("up", "left", "right", "B"):
            await one.press(key)
            assert "give" in one.notice or "usual base" in one.notice, key
        await one.press("left_parenthesis", "pageup", "left_curly_bracket")
        assert one.lab == Lab(pos=0, slot=0, d_model=1, base=1.0, length=1)
        one.screen.lab = Lab(pos=4294967295, length=4294967295, base=1e300)
        await one.press("pagedown", "right_parenthesis", "b")
        assert one.lab == Lab(pos=4294967295, length=4294967295, base=1e300)


async def test_formats_and_conventions_are_stepped_through() -> None:
    """Every number format and every convention that has the width comes once, forwards and back."""
    async with bench() as one:
        seen = []
        for _ in DTYPES:
            await one.press("f")
            seen.append(one.lab.dtype)
        assert sorted(seen) == sorted(DTYPES)
        for d_model in (8, 7):
            one.screen.lab = Lab(d_model=d_model)
            fit = [name for name, each in CONVENTIONS.items() if d_model % 2 == 0 or each.odd != "refuse"]
            turns = ((one.screen.command_convention, fit[1:]), (one.screen.command_convention_before, fit[-2::-1]))
            for turn, wanted in turns:
                got = []
                for _ in wanted:
                    turn()
                    got.append(one.lab.convention)
                assert got == wanted
        await one.press("G")
        assert one.lab.convention == fit[-1] and fit[-1] in one.notice


async def test_a_long_notice_is_read_whole() -> None:
    """It lies over what is above the footer until the next key; a short one is the footer's."""
    async with bench(size=USUAL) as one:
        pane = one.screen.query_one("#notice", LinesPane)
        for name in list(CONVENTIONS)[1:]:
            await one.press("g")
            whole = f"{one.lab.convention}: {CONVENTIONS[one.lab.convention].says}"
            lines = one.rows("#notice") if pane.display else [one.notice]
            assert " ".join(" ".join(lines).split()) == " ".join(whole.split()), name
            assert pane.display is (len(whole) > 78)
            if pane.display:
                assert pane.region.bottom == 24 and pane.region.height == len(lines)
        await one.command("view nope")
        assert pane.display and one.rows("#notice")[-1].rstrip().endswith(f"{VIEWS[-1]}.")
        await one.press("right_square_bracket")
        assert not pane.display
        await one.command("convention whisp")
        assert "whisper" in one.notice
        await one.press("f2", "f3")
        assert not pane.display


async def test_the_command_line_offers_values() -> None:
    """Without a value the present one and others are told; conventions and views are lists to choose from."""
    async with bench(size=USUAL) as one:
        await one.command("dtype")
        assert all(name in one.notice for name in DTYPES)
        await one.command("dtype float31")
        assert "float31" in one.notice and "bfloat16" in one.notice
        await one.command("base")
        assert "base is 10000" in one.notice
        await one.command("convention whisp")
        assert ":convention" in one.notice or "whisper" in one.notice
        await one.command("convention")
        assert isinstance(one.app.screen, ListScreen)
        await one.press("down", "enter")
        assert one.lab.convention == "tensor2tensor"
        await one.command("view counter")
        assert one.screen.plot.view == "counter"
        await one.command("view")
        await one.press("home", "enter")
        assert one.screen.plot.view == "waves"


# ---- panes ----------------------------------------------------------------------------------------------------------


async def test_every_view_is_turned_to_and_follows_the_keys() -> None:
    """`v` and `V` go through all views; each is what the core's picture of the Lab is, at the pane's size."""
    async with bench() as one:
        for key, order in (("v", [*VIEWS[1:], VIEWS[0]]), ("V", [*VIEWS[::-1]])):
            one.screen.plot.view = "waves"
            for name in order:
                await one.press(key, "right_square_bracket")
                assert one.screen.plot.view == name
                assert str(one.screen.plot.border_title) == VIEW_TITLES[name]
                size = one.screen.plot.content_size
                wanted = views.view(name, one.lab, size.width, size.height, halves=True)
                assert one.screen.plot.drawn == wanted.lines, name


async def test_panes_by_size() -> None:
    """Table and plot where there is room, one of them where not, a line of words below that; no row is too wide."""
    arranged = {
        (120, 40): ("table", "plot"),
        (200, 50): ("table", "plot"),
        (80, 24): ("table", "plot"),
        (60, 16): ("table", "plot"),
        (59, 16): ("plot",),
        (60, 15): ("plot",),
        (20, 6): ("plot",),
        (19, 6): (),
        (1, 1): (),
    }
    async with bench(Lab(pos=4294967290, slot=5000, d_model=16384, convention="whisper", dtype="bfloat16")) as one:
        await one.press("m", "right_square_bracket")
        for size, panes in arranged.items():
            await one.pilot.resize_terminal(*size)
            await one.pilot.pause()
            assert one.screen.arranged.panes == panes
            for pane in one.screen.query(RowsPane):
                rows = [pane.render_line(y) for y in range(pane.content_size.height)]
                assert all(cell_len(row.text) <= max(0, pane.content_size.width) for row in rows)
        await one.pilot.resize_terminal(50, 14)
        await one.press("tab")
        assert one.screen.arranged.panes == ("table",)
        await one.pilot.resize_terminal(80, 24)
        await one.press("z")
        assert one.screen.arranged.panes == ("table",)


async def test_a_burst_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that come faster than a costly picture is drawn leave the last one to be drawn, and no queue."""
    drawn: list[Lab] = []
    draw: Callable[..., object] = views.view

    def counted(name: str, lab: Lab, *rest: object, **options: object) -> object:
        drawn.append(lab)
        return draw(name, lab, *rest, **options)

    monkeypatch.setattr(views, "view", counted)
    async with bench() as one:
        await one.command("view similarity")
        drawn.clear()
        for _ in range(40):
            one.app.post_message(Key("right_square_bracket", "]"))
        await one.pilot.pause()
        assert one.lab.pos == 43
        assert drawn[-1] == one.lab and len(drawn) < 10


# ---- the table ------------------------------------------------------------------------------------------------------


async def test_the_table_is_that_of_the_convention() -> None:
    """Header and numbers: which function, which frequency, which value."""
    async with bench() as one:
        for name in ("paper", "tensor2tensor", "whisper", "xlnet", "x-transformers-scaled"):
            await one.at(Lab(pos=3, slot=2, d_model=8, base=100.0, convention=name, dtype="float16"))
            found, rows = convention(name), one.rows("#table")
            columns, omega = found.columns(8), found.sweep(8, 100.0).omega
            assert re.findall(r"(\d) (sin|cos)", rows[0]) == [
                (str(slot), "cos" if cosine else "sin") for slot, cosine in enumerate(columns.cosine)
            ]
            begins = [slot for slot in range(8) if slot == 0 or columns.pair[slot] != columns.pair[slot - 1]]
            assert [float(text) for text in rows[1].split()[1:]] == pytest.approx(
                [omega[columns.pair[slot]] for slot in begins], abs=5e-5
            )
            here = next(row for row in rows if row.startswith("►3"))
            exact = encode_as(found, [3], 8, 100.0, "float16")[0]
            assert here.split()[1:] == [f"{float(value):.4f}" for value in exact]
            assert f"{float(exact[2]):.9g} in float16" in rows[-1]
            assert name == "paper" or name in str(one.screen.table.border_title)


WORKED = [
    (Lab(pos=3, slot=2, d_model=4), "PE(3,2) = sin(3 / 10000^(2/4)) = sin(0.03) = 0.029996"),
    (Lab(pos=3, slot=1, d_model=8, convention="tensor2tensor"), "sin(3 / 10000^(2/6)) = sin(0.139248) = 0.138798"),
    (Lab(pos=3, slot=1, d_model=4, convention="x-transformers-scaled"), "0.5·sin(3 / 10000^(2/4)) = 0.5·sin(0.03)"),
    (Lab(pos=3, slot=0, d_model=2, convention="tensor2tensor"), "PE(3,0) = sin(3) = 0.141120"),
    (Lab(pos=3, slot=6, d_model=7, convention="tensor2tensor"), "PE(3,6) = 0 in every row: this slot is left over"),
]


async def test_the_worked_cell_is_that_of_the_convention() -> None:
    """Divisor, scale and layout are in the formula; a column of zeros has neither pair nor frequency."""
    async with bench() as one:
        for lab, says in WORKED:
            await one.at(lab)
            assert says in one.rows("#table")[-1]
        assert "pair none" in one.shown("#parameters")


async def test_small_frequencies_are_written_in_one_way() -> None:
    """In the table, the parameters and the plot alike."""
    async with bench(Lab(pos=3, slot=7, d_model=8, convention="whisper", base=123456.0)) as one:
        await one.command("view circle")
        assert one.rows("#table")[1].split()[-1] == "8.1e-6"
        assert "ω 8.1e-6 " in one.shown("#parameters") and "ω₃ = 8.1e-6" in one.shown("#plot")


async def test_the_table_has_five_modes() -> None:
    """`M` turns through them; the title says which; values, angles, sums and errors are right ones."""
    async with bench(Lab(pos=3, slot=2, d_model=4, dtype="float16")) as one:
        row = encode_as(convention("paper"), [3], 4)[0]
        small = encode_as(convention("paper"), [3], 4, dtype="float16")[0].astype(float)
        # Position 3 is The again.
        words = np.array([0.2, -0.5, 0.8, 0.1])
        expected = {
            "value": [f"{value:.4f}" for value in small],
            "angle": ["3.0000", "3.0000", "0.0300", "0.0300"],
            "sum": [f"{value:.4f}" for value in small + words],
            "error": [re.sub(r"\.0(?=e)|(?<=e-)0", "", f"{value:+.1e}") if value else "0" for value in small - row],
        }
        for mode in [*MODES[1:], MODES[0]]:
            await one.press("M")
            title = str(one.screen.table.border_title)
            assert mode.name == "value" or mode.titled(one.lab) in title
            here = next(row for row in one.rows("#table") if row.startswith("►3"))
            if mode.name == "shade":
                assert set(here.removeprefix("►3").replace(" ", "")) <= set("░▒▓█")
            else:
                assert here.split()[1:] == expected[mode.name]


async def test_every_mode_keeps_its_columns() -> None:
    """At the far end of the widest table every row is as wide as the header, in ASCII too, pinned or not."""
    lab = Lab(pos=4294967290, slot=16380, d_model=16384, dtype="float16")
    async with bench(lab, ascii=True) as one:
        await one.press("m", "right_square_bracket", "g")
        for mode in MODES:
            await one.press("M")
            rows = one.rows("#table")
            width = len(rows[0].rstrip("<> "))
            numbered = [row for row in rows if re.match(r"[ >]\d|pin|diff", row)]
            assert len(numbered) > 8 and all(len(row) <= width for row in numbered), mode.name
            assert all(row.isascii() for row in rows)


async def test_a_narrow_pane_cuts_no_number() -> None:
    """The worked cell goes on below at its `=`; what it is compared with is told more shortly."""
    async with bench(Lab(pos=3, slot=2, d_model=4, dtype="float16"), size=(40, 20)) as one:
        await one.press("tab", "m", "right_square_bracket")
        rows = one.rows("#table")
        small = float(encode_as(convention("paper"), [4], 4, dtype="float16")[0, 2])
        worked = " ".join(" ".join(rows).split("PE(4,2)", 1)[1].split())
        assert worked.startswith(f"= sin(4 / 10000^(2/4)) = sin(0.04) = 0.039989 {small:.9g} in float16 ▲ 0.00997")
        assert worked.endswith("higher than pinned 0.029999")


# ---- pinning --------------------------------------------------------------------------------------------------------


async def test_a_pinned_lab_is_compared_by_sign_and_word() -> None:
    """Its row, the differences, marks in the table where that is another one, words below, and both pictures."""
    async with bench(Lab(pos=3, slot=1, d_model=8)) as one:
        await one.press("m")
        assert "Pinned: pos 3" in one.notice and "lets it go" in one.notice
        await one.press("g", "right_square_bracket")
        t2t, paper = convention("tensor2tensor"), convention("paper")
        now, was = encode_as(t2t, [4], 8)[0], encode_as(paper, [3], 8)[0]
        rows = one.rows("#table")
        diff = next(row for row in rows if row.startswith("diff"))
        assert re.findall(r"[+-]\d\.\d{4}", diff) == [f"{value:+.4f}" for value in now - was if abs(value) >= 5e-5]
        marks = [sign for sign in re.sub(r"[^▲▼=]", "", diff)]
        assert marks == ["=" if abs(value) < 5e-5 else "▲" if value > 0 else "▼" for value in now - was]
        change = now[1] - was[1]
        assert f"▲ {change:.6f} higher than pinned PE(3,1) = {was[1]:.6f}" in rows[-1]
        row = next(row for row in rows if row.startswith(" 5"))
        cells = encode_as(t2t, [5], 8)[0] - encode_as(paper, [5], 8)[0]
        assert [row[6 + 8 * slot] for slot in range(8)] == [
            " " if abs(value) < 5e-5 else "▲" if value > 0 else "▼" for value in cells
        ]
        assert "pinned: pos 3, convention paper" in one.shown("#parameters")
        plot = one.screen.plot
        pinned = Lab(pos=3, slot=1, d_model=8)
        size = plot.content_size
        both = views.view(plot.view, one.lab, size.width, size.height, halves=True, against=pinned)
        assert plot.drawn == both.lines and "pinned" in str(plot.border_title)
        await one.press("m")
        assert "Let go" in one.notice and "pinned" not in one.shown("#table") + one.shown("#parameters")


async def test_the_title_says_which_rows_are_compared() -> None:
    """The difference is that of two positions; the marks in the cells are those of two tables at one position."""
    async with bench(Lab(pos=3, slot=1, d_model=8)) as one:
        await one.press("m", "right_square_bracket")
        title, rows = str(one.screen.table.border_title), one.rows("#table")
        assert title == "Encoding table; diff: pos 4 less pinned pos 3"
        assert any(row.startswith("pin 3 ") for row in rows)
        assert not any(mark in row for row in rows if re.match(r"[ ►]\d", row) for mark in "▲▼")
        await one.press("g")
        said = "diff: pos 4 less pinned pos 3; ▲▼ in cells: less pinned at the same pos"
        assert str(one.screen.table.border_title) == f"Encoding table, tensor2tensor; {said}"
        await one.press("m")
        assert str(one.screen.table.border_title) == "Encoding table, tensor2tensor"
    async with bench(Lab(pos=3, slot=1, d_model=8), size=USUAL) as one:
        await one.press("m", "g")
        title = str(one.screen.table.border_title)
        assert title.endswith("▲▼ in cells: less pinned at the same pos") and len(title) <= 76


async def test_what_is_pinned_is_compared_in_every_mode() -> None:
    """Below the table stands the difference of what the table shows; shades have their differences as numbers too."""
    before = Lab(pos=3, slot=2, d_model=4, dtype="float16")
    async with bench(before) as one:
        await one.press("m", "right_square_bracket")
        now, was = (encode_as(convention("paper"), [pos], 4, dtype="float16")[0].astype(float) for pos in (4, 3))
        exact = [encode_as(convention("paper"), [pos], 4)[0] for pos in (4, 3)]
        errors = [now[2] - exact[0][2], was[2] - exact[1][2]]
        sums = [now[2] + 0.2, was[2] + 0.8]
        said = {
            "value": f"{now[2] - was[2]:.6f} higher than pinned PE(3,2) = {was[2]:.6f}",
            "shade": f"{now[2] - was[2]:.6f} higher than pinned PE(3,2) = {was[2]:.6f}",
            "angle": "0.01 higher than pinned angle of PE(3,2) = 0.03",
            "sum": f"{sums[1] - sums[0]:.6f} lower than pinned embedding + PE(3,2) = {sums[1]:.6f}",
            "error": f"{tidied(f'{abs(errors[0] - errors[1]):.3g}')} lower than pinned error of PE(3,2) = 3.28e-6",
        }
        assert word_vectors(4)[[1, 0], 2].tolist() == [0.2, 0.8] and errors[0] < errors[1]
        for mode in MODES:
            one.screen.table.mode = mode
            await one.pilot.pause()
            assert one.rows("#table")[-1][2:] == said[mode.name], mode.name
            if mode.name == "shade":
                diff = next(row for row in one.rows("#table") if row.startswith("diff"))
                assert re.findall(r"[▲▼](\S{3})|(=)", diff) == [
                    ("", "=") if abs(size) < 5e-5 else (f".{size * 100:02.0f}" if size < 0.995 else f"{size:.1f}", "")
                    for size in abs(now - was)
                ]


async def test_widths_that_differ_are_said_to() -> None:
    """Slots that only one of the two has are not compared, and that is said."""
    async with bench(Lab(pos=3, slot=1, d_model=4)) as one:
        await one.press("m", "right_curly_bracket")
        rows = one.rows("#table")
        diff = next(row for row in rows if row.startswith("diff"))
        assert diff.endswith("pinned: 4 slots") and "it has 4 slots" in rows[-1]
        await one.press("right", "right", "right")
        assert "pinned has slots 0 to 3" in one.rows("#table")[-1]


async def test_the_bar_tells_what_is_pinned_as_far_as_it_has_room() -> None:
    """Whole fields, and how many more there are."""
    async with bench(Lab(pos=3, slot=1, d_model=8)) as one:
        await one.press("m")
        await one.at(Lab(pos=4, slot=2, d_model=16, base=100.0, offset=2, length=50, dtype="float16"))
        every = "pos 3, slot 1, d_model 8, base 10000, k 1, length 64, dtype float64"
        now = "pos 4  slot 2  d_model 16  base 100  k 2  length 50  dtype float16"
        told = [
            (200, now.replace("base", "pair 1  ω 0.5623  base"), f"  pinned: {every}"),
            (104, now, "  pinned: pos 3, slot 1 and 5 more"),
            (92, now, "  pinned: 7 others"),
            (80, now, "  pinned"),
            (38, "pos 4  slot 2  d_model 16", ""),
        ]
        for width, ours, theirs in told:
            await one.pilot.resize_terminal(width, 24)
            await one.pilot.pause()
            bar = one.shown("#parameters").rstrip()
            assert bar == ours + theirs if theirs else bar.startswith(ours), bar


async def test_the_bar_has_every_current_number() -> None:
    """At 80 columns the names of format and convention give way to numbers, pinned or not."""
    async with bench(Lab(pos=5, slot=1, dtype="float16", convention="tensor2tensor"), size=USUAL) as one:
        said = "pos 5  slot 1  d_model 8  base 10000  k 1  length 64  float16  tensor2tensor"
        assert one.shown("#parameters").rstrip() == said
        await one.press("m", "right_square_bracket")
        assert one.shown("#parameters").rstrip() == said.replace("pos 5", "pos 6")


async def test_what_is_pinned_stays_on_its_screen() -> None:
    """Leaving the Lab and resetting it leave what is pinned there; the lesson has its own."""
    async with bench(size=USUAL) as one:
        await one.press("m", "right_square_bracket", "0", "f2")
        assert isinstance(one.app.screen, LearnScreen) and one.app.screen.pinned is None
        await one.press("f3")
        assert one.screen.pinned == START


# ---- copying --------------------------------------------------------------------------------------------------------


def printed(command: str) -> str:
    """What a copied command line prints."""
    name, *arguments = shlex.split(command)
    assert name == "petui"
    result = CliRunner().invoke(root, arguments)
    assert result.exit_code == 0, result.output
    return result.output


async def test_copying_gives_cell_row_and_command_in_turn() -> None:
    """Each is said, with what comes next; another look begins anew."""
    async with bench(Lab(pos=3, slot=2, d_model=4), size=USUAL) as one:
        await one.press("y")
        assert one.app.clipboard == "PE(3,2) = sin(3 / 10000^(2/4)) = sin(0.03) = 0.029996"
        assert one.notice.startswith(f"Cell copied (next y: row): {one.app.clipboard[:20]}")
        await one.press("y")
        assert eval(one.app.clipboard) == encode_as(convention("paper"), [3], 4)[0].tolist()
        assert one.notice.startswith("Row 3 copied (next y: command)")
        await one.press("y")
        assert one.app.clipboard.startswith("petui plot ") and one.notice.startswith("Command copied (next y: cell)")
        await one.press("y")
        assert one.app.clipboard.startswith("PE(3,2)")
        await one.press("y", "right_square_bracket", "y")
        assert one.app.clipboard.startswith("PE(4,2)")


async def test_a_wide_row_is_copied_in_part_and_said_so() -> None:
    """No terminal takes a clipboard of any size."""
    async with bench(Lab(pos=3, slot=9000, d_model=16384), size=USUAL) as one:
        await one.press("y", "y")
        values = eval(one.app.clipboard)
        assert len(one.app.clipboard) < 30_000
        first = int(re.match(r"Slots (\d+) to", one.notice)[1])  # type: ignore[index]
        assert values == encode_as(convention("paper"), [3], 16384)[0, first : first + len(values)].tolist()
        assert first <= 9000 < first + len(values)


LABS = [
    Lab(pos=7, slot=3, d_model=6, base=215443.469, offset=-2, length=40, dtype="float16", convention="whisper"),
    Lab(),
]


@pytest.mark.parametrize(("lab", "ascii"), zip(LABS, (False, True), strict=True))
async def test_a_copied_plot_command_draws_the_pane(lab: Lab, ascii: bool) -> None:
    """The very picture, whatever the view."""
    async with bench(lab, ascii=ascii) as one:
        for name in VIEWS:
            one.screen.plot.view = name
            await one.press("y", "y", "y")
            size = one.screen.plot.content_size
            shown = views.view(name, lab, size.width, size.height, ascii=ascii).lines
            text = "\n".join("".join(part for part, _ in line).rstrip() for line in shown)
            assert printed(one.app.clipboard) == text + "\n", one.app.clipboard


async def test_a_copied_plot_command_compares_two_conventions() -> None:
    """Where only the convention is another than the pinned one's; else it says that it leaves the pinned out."""
    async with bench(Lab(pos=3, slot=1, d_model=8)) as one:
        await one.press("m", "g", "y", "y", "y")
        size = one.screen.plot.content_size
        shown = views.view(one.screen.plot.view, one.lab, size.width, size.height, against=one.screen.pinned).lines
        text = "\n".join("".join(part for part, _ in line).rstrip() for line in shown)
        assert printed(one.app.clipboard) == text + "\n"
        await one.press("right_square_bracket", "y", "y", "y")
        assert "--against" not in one.app.clipboard and "pinned left out" in one.notice


async def test_a_copied_difference_is_the_one_that_is_shown() -> None:
    """Of what is pinned it asks neither position nor slot, offset or length."""
    async with bench(Lab(pos=3, slot=1, d_model=8)) as one:
        await one.command("view difference")
        await one.press("m", "g", "right_square_bracket", "right", "greater_than_sign", "right_parenthesis")
        await one.press("y", "y", "y")
        assert "--against paper" in one.app.clipboard and "left out" not in one.notice
        text = "\n".join("".join(part for part, _ in line).rstrip() for line in one.screen.plot.drawn)
        assert printed(one.app.clipboard) == text + "\n"
        await one.press("b", "y", "y", "y")
        assert "--against" not in one.app.clipboard and "pinned left out" in one.notice


async def test_a_copied_table_command_prints_the_rows() -> None:
    """The rows that are seen, number by number."""
    async with bench(LABS[0]) as one:
        await one.press("tab", "y", "y", "y")
        assert one.app.clipboard.startswith("petui table ") and "--base 215443.469 " in one.app.clipboard
        rows = [row.lstrip(" ►").split() for row in one.rows("#table") if re.match(r"[ ►]\d", row)]
        said = [line.split() for line in printed(one.app.clipboard).splitlines()]
        said = [row for row in said if row and row[0].isdecimal()]
        assert [row[0] for row in rows] == [row[0] for row in said]
        pairs = zip(rows, said, strict=True)
        assert all(float(a) == float(b) for ours, theirs in pairs for a, b in zip(ours, theirs, strict=True))


async def test_in_a_lesson_the_command_explains_the_cell() -> None:
    """There the text is gone to first."""
    async with driven(Bench, TutorOptions(lesson="reading-a-cell", step="the-whole-row"), size=USUAL) as one:
        await one.press("escape", "y", "y", "y")
        assert one.app.clipboard.startswith("petui explain ")
        screen = one.app.screen
        assert isinstance(screen, LearnScreen)
        assert f"PE({screen.lab.pos}, {screen.lab.slot})" in printed(one.app.clipboard)


async def test_a_cell_that_is_still_to_be_predicted_is_not_copied() -> None:
    """Its row stands in the table; the worked cell waits."""
    async with driven(Bench, TutorOptions(lesson="the-derivation", step="a-dot-that-walks"), size=USUAL) as one:
        await one.press("escape", "y")
        assert one.app.clipboard.startswith("[") and "copied (next y: command)" in one.notice
