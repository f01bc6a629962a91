"""A log for a sitting that is to leave no trace: it remembers what is done in it, and reads and writes nothing."""

from __future__ import annotations

import os
from pathlib import Path

from petui.review.events import Event
from petui.review.journal import Journal

# No directory is ever below a device.
_NOWHERE = Path(os.devnull) / "log"


class UnwrittenLog(Journal):
    """A log in memory."""

    def __init__(self) -> None:
        """An empty one."""
        super().__init__(_NOWHERE)
        self.problem = None

    def append(self, event: Event) -> bool:
        """Keep an event; True, as nothing of it waits to be saved."""
        self.keep(event)
        return True
