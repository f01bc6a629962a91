"""petui in a real pseudo-terminal, seen through a terminal in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from tests.terminal.ptyrun import ROOT, PtyRun, petui


class Terminal(PtyRun):
    """One run of petui on a terminal of `columns` by `rows`, with the test's own environment."""

    def __init__(self, arguments: tuple[str, ...], columns: int, rows: int) -> None:
        super().__init__(petui(*arguments), size=(columns, rows), environ={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.fixture
def start() -> Iterator[Callable[..., Terminal]]:
    """Start petui: `start("learn", "the-derivation", size=(80, 24))`; all that run are ended afterwards."""
    running: list[Terminal] = []

    def begin(*arguments: str, size: tuple[int, int]) -> Terminal:
        terminal = Terminal(arguments, *size)
        running.append(terminal)
        return terminal

    yield begin
    for terminal in running:
        terminal.close()
