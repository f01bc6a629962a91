"""Pictures of screens: a change of what is drawn is to be seen before it is kept.

`pytest tests/snapshots --snapshot-update` keeps new pictures.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from petui.tui.app import TutorApp
from petui.tui.commands import COMMANDS
from petui.tui.options import TutorOptions
from petui.tui.session import Session

PICTURES = [
    pytest.param("the-derivation", "read-the-sweep", (80, 24), "dark", ("escape",), id="sweep-80x24-dark"),
    pytest.param("reading-a-cell", "the-whole-row", (80, 24), "ansi-dark", ("tab", "tab"), id="row-80x24-ansi"),
    pytest.param("reading-a-cell", "w1-all", (120, 40), "dark", ("9", "enter"), id="answer-120x40-dark"),
]


@pytest.mark.parametrize(("lesson", "step", "size", "theme", "keys"), PICTURES)
def test_screen(
    snap_compare: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
    lesson: str,
    step: str,
    size: tuple[int, int],
    theme: str,
    keys: tuple[str, ...],
) -> None:
    """The screen of a step, at fixed draws, looks as it is kept."""
    monkeypatch.setattr("petui.tui.session.random.randrange", lambda _: 7)
    session = Session(TutorOptions(lesson=lesson, step=step))
    app = TutorApp(session, COMMANDS, ascii=False, colorless=False, theme=theme)
    assert snap_compare(app, press=keys, terminal_size=size)
