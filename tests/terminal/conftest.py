"""petui in a real pseudo-terminal, seen through a terminal in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from signal import Signals

import pytest

from tests.terminal.beginning import Begin
from tests.terminal.ptyrun import PtyRun, environment, petui


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The learner's data, where the test's own process looks for them too."""
    return tmp_path / "petui-data"


@pytest.fixture
def begin(data: Path) -> Iterator[Begin]:
    """Start petui, or another command; all that run are ended afterwards.

    `begin("learn", "the-derivation", size=(80, 24))`; `before` is Python that runs in petui's process first, `ignored`
    are signals that it inherits as ignored, and what else is named are variables.
    """
    running: list[PtyRun] = []

    def start(
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        before: str = "",
        command: list[str] | None = None,
        ignored: tuple[Signals, ...] = (),
        **variables: str,
    ) -> PtyRun:
        words = command or petui(*arguments)
        if before:
            script = (
                f"import sys, time\nsys.argv = {['petui', *arguments]!r}\n{before}\nfrom petui.cli import main\nmain()"
            )
            words = [sys.executable, "-c", script]
        run = PtyRun(words, size=size, environ=environment(data, **variables), ignored=ignored)
        running.append(run)
        return run

    yield start
    for run in running:
        run.close()
