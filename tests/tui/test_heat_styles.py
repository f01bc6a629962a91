"""Colours of heat maps in the tutor's themes."""

from __future__ import annotations

import pytest

from petui.tui.styles import PALETTES, style_of, uncolored


@pytest.mark.parametrize("theme", [theme for theme in PALETTES if not theme.startswith("ansi")])
def test_each_level_has_a_color_of_its_own(theme: str) -> None:
    """In every theme that half blocks are drawn in, and the accent is none of them."""
    colors = [style_of(f"heat{level}", theme).color for level in range(9)]
    assert len({str(color) for color in colors}) == 9
    assert style_of("cursor", theme).color not in colors


def test_a_ground_is_a_color_behind() -> None:
    """`heat3 on heat7` has the one before and the other behind; without colour there is neither."""
    style = style_of("heat3 on heat7", "textual-dark")
    assert style.color == style_of("heat3", "textual-dark").color
    assert style.bgcolor == style_of("heat7", "textual-dark").color
    assert style_of("heat3 on cursor", "textual-dark").bgcolor == style_of("cursor", "textual-dark").color
    assert not uncolored(style).bgcolor
