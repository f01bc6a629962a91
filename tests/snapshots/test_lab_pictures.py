"""Pictures of the Lab, see test_pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.session import Session

# At d_model 8 of the paper, pinned; then two positions on in another convention and format.
COMPARE = ("escape", "f3", "m", "right_square_bracket", "right_square_bracket", "g", "f", "f", "left")


@pytest.mark.parametrize(
    ("size", "ascii", "colorless", "keys"),
    [
        pytest.param((120, 40), False, False, COMPARE, id="120x40-pinned"),
        pytest.param((80, 24), True, True, (*COMPARE, "v"), id="80x24-ascii-pinned"),
        pytest.param((80, 24), False, False, ("escape", "f3", "M", "V", "space"), id="80x24-shades"),
    ],
)
def test_lab(
    snap_compare: Callable[..., bool], size: tuple[int, int], ascii: bool, colorless: bool, keys: tuple[str, ...]
) -> None:
    """The Lab looks as it is kept."""
    numbers = (("pos", "3"), ("d_model", "8"), ("slot", "2"))
    session = Session(TutorOptions(lesson="reading-a-cell", step="the-whole-row", settings=numbers))
    app = TutorApp(session, COMMANDS, ascii=ascii, colorless=colorless, theme="ansi-dark" if colorless else "dark")
    assert snap_compare(app, press=keys, terminal_size=size)
