"""Pictures of the Map screen; see test_pictures.py for how to keep new ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.session import Session

PICTURES = [
    pytest.param((80, 24), False, "dark", id="80x24-dark"),
    pytest.param((120, 40), False, "dark", id="120x40-dark"),
    pytest.param((80, 24), True, "ansi-light", id="80x24-ascii"),
]


@pytest.mark.parametrize(("size", "ascii", "theme"), PICTURES)
def test_map(
    snap_compare: Callable[..., bool], forty_lessons: Path, size: tuple[int, int], ascii: bool, theme: str
) -> None:
    """Forty lessons, one of them done, at one with lines on both sides."""
    session = Session(TutorOptions(content=(forty_lessons,), lesson="forty/l0"))
    session.record_step(session.lab, "done")
    # The keys are pressed in one go, and go to the map only if nothing has to be read for it.
    session.read()
    app = TutorApp(session, COMMANDS, ascii=ascii, colorless=False, theme=theme)
    assert snap_compare(app, press=("f5", *["down"] * 12), terminal_size=size)
