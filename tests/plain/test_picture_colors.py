"""Pictures in colour: 16 or 256 as the terminal has, half blocks only where each level has a colour of its own."""

from __future__ import annotations

import re

import pytest

from petui.core.errors import ParameterError
from petui.core.lab import Lab
from petui.lessons.schema import VIEWS
from petui.plain.picture import colors_wanted, draw, lab_against, to_text
from petui.surroundings import color_count

_ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


@pytest.mark.parametrize(
    ("environ", "colors"),
    [
        ({"TERM": "xterm"}, 16),
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "tmux-256color"}, 256),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, 256),
        ({"TERM": "vt100"}, 16),
        ({}, 16),
    ],
)
def test_colors_are_those_of_the_terminal(environ: dict[str, str], colors: int) -> None:
    """At most 256, and 16 where colours are forced; none are written where nothing wants them."""
    assert max(16, min(256, color_count(environ))) == colors
    assert colors_wanted("auto", no_color=False, terminal=True, environ=environ) == min(256, color_count(environ))
    assert colors_wanted("always", no_color=True, terminal=False, environ=environ) == colors
    assert colors_wanted("never", no_color=False, terminal=True, environ=environ) == 0
    assert colors_wanted("auto", no_color=False, terminal=False, environ=environ) == 0
    assert colors_wanted("auto", no_color=True, terminal=True, environ=environ) == 0


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("colors", [0, 16, 256])
def test_colors_change_no_character(view: str, colors: int) -> None:
    """Without its colours a picture is what it is without colour; of 16 colours no code of 256 is written."""
    picture = draw(view, Lab(convention="tensor2tensor"), 80, 24, ascii=False, colors=colors)
    text = to_text(picture, colors=colors)
    assert _ESCAPE.sub("", text) == to_text(picture, colors=0)
    codes = set(_ESCAPE.findall(text))
    assert bool(codes) is (colors > 0)
    assert colors == 256 or not any("38;5" in code for code in codes)


def test_half_blocks_need_256_colors_and_no_ascii() -> None:
    """Else there is one position to a row, in shades."""
    lab = Lab(length=200)
    many = to_text(draw("heat", lab, 80, 24, ascii=False, colors=256), colors=256)
    assert "▀" in many and re.search(r"\x1b\[38;5;\d+;48;5;\d+m▀", many)
    for colors, ascii in ((0, False), (16, False), (256, True)):
        assert "▀" not in to_text(draw("heat", lab, 80, 24, ascii=ascii, colors=colors), colors=colors)


def test_against_refuses_what_is_no_convention() -> None:
    """Naming its own option."""
    with pytest.raises(ParameterError, match="--against"):
        lab_against(Lab(), "nope")
    with pytest.raises(ParameterError, match="--against"):
        lab_against(Lab(d_model=7), "whisper")
