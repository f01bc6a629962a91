"""How a test comes by a run of petui that has something to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tests.terminal.ptyrun import PtyRun

# The fixture `begin`.
Begin: TypeAlias = Callable[..., PtyRun]


def ready(run: PtyRun, *, line: bool = True) -> PtyRun:
    """Wait for the first step and its answer line; or leave the line."""
    run.wait_until(lambda text: "Esc):" in text and "length 64" in text, "the first step")
    if not line:
        run.send("\x1b")
        run.wait_for("q quit")
    return run
