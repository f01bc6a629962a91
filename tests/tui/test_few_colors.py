"""Sixteen colours, or none: what can be read, and what still stands out."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Ground

from petui.core.lab import Lab
from petui.lessons.cells import cell_width
from petui.plain.picture import draw
from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.linefilters import AsciiOnly, Colorless
from petui.tui.options import TutorOptions
from petui.tui.session import Session
from petui.tui.styles import PALETTES, style_of, uncolored

# The colours of a VGA console, and those of xterm, in the order of their numbers.
CONSOLE = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)
XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
# WCAG asks 3 to 1 of large or bold text and of drawings; only the darkest of consoles are that near.
LEAST = 3.9
GROUND = Ground(0, 0, 0)


def luminance(color: str) -> float:
    """Relative luminance by WCAG."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast by WCAG, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("terminal", [CONSOLE, XTERM], ids=["console", "xterm"])
@pytest.mark.parametrize(
    ("theme", "ground"), [("ansi-dark", "000000"), ("ansi-light", "ffffff"), ("petui-contrast", "000000")]
)
def test_every_colour_of_sixteen_can_be_read(theme: str, ground: str, terminal: str) -> None:
    """On the ground that the theme is for, whatever the terminal makes of the sixteen."""
    palette, colors = PALETTES[theme], terminal.split()
    named = [palette.accent, palette.muted, palette.right, palette.wrong, palette.heading, palette.value]
    for name in (*named, *palette.pairs, *palette.heat):
        if name != "default":
            number = Color.parse(name).downgrade(ColorSystem.STANDARD).number
            assert number is not None and contrast(colors[number], ground) >= LEAST, name


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
def test_a_pair_is_no_other_thing(theme: str) -> None:
    """No two neighbours look alike, and none like the current position."""
    palette = PALETTES[theme]
    assert len(set(palette.pairs)) == len(palette.pairs) and palette.accent not in palette.pairs


def test_without_colour_what_stood_out_is_reversed() -> None:
    """The current position, and every ground other than the screen's own."""
    assert uncolored(Style.parse("red on default")) == Style()
    assert uncolored(style_of("here", "ansi-dark")) == Style(bold=True, reverse=True)
    text = Segment("x", Style.parse("bold red on blue"))
    (only,) = Colorless().apply([text], GROUND)
    assert only.style == Style(bold=True, reverse=True)
    assert Colorless().apply([Segment("y", None)], GROUND) == [Segment("y", None)]


@pytest.mark.parametrize("text", ["naïve", "日本", "e\u0301", "╭▔▃┃", "🔎…", "α → ω", "plain"])
def test_a_line_in_ascii_is_as_wide(text: str) -> None:
    """Each sign in as many columns, so that nothing moves."""
    (only,) = AsciiOnly().apply([Segment(text)], GROUND)
    assert only.text.isascii() and len(only.text) == cell_width(text)
    if not set(text) & set("日本"):
        assert "?" not in only.text


def test_a_view_in_ascii_is_left_as_it_is() -> None:
    """What was drawn in ASCII is not looked at sign by sign."""
    segments = [Segment(run) for line in draw("waves", Lab(), 60, 12, ascii=True).lines for run, _ in line]
    assert AsciiOnly().apply(segments, GROUND) is segments


@pytest.mark.parametrize(
    ("colors", "themes"), [(16, ["ansi-light", "petui-contrast", "ansi-dark"]), (0, ["ansi-dark", "ansi-dark"])]
)
async def test_only_themes_that_can_be_shown_are_offered(colors: int, themes: list[str]) -> None:
    """The key goes round these; another one is refused with their names, and not remembered."""
    session = Session(TutorOptions(lesson="reading-a-cell"))
    app = TutorApp(session, COMMANDS, ascii=False, colorless=not colors, theme="dark", colors=colors)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert app.theme == "ansi-dark"
        await pilot.press("escape")
        for theme in themes:
            await pilot.press("t")
            await pilot.pause()
            assert app.theme == theme
        before = session.settings["theme"]
        await pilot.press(*":theme", "space", *"light", "enter")
        await pilot.pause()
        assert (app.theme, session.settings["theme"]) == ("ansi-dark", before)
    session.close()
