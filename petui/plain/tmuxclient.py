"""Whether tmux's own terminal shows UTF-8, which the programs inside cannot see from their environment.

A client of tmux that was started in another locale shows `_` for every sign beyond ASCII.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from contextlib import suppress

# More than a tmux that answers at all needs.
_SECONDS = 0.4
_COMMAND = ("tmux", "display-message", "-p", "#{client_utf8}")


class ClientQuestion:
    """The question, put to tmux at once; the answer is there when it is wanted."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """Ask, where these variables say that tmux is there."""
        self._process: subprocess.Popen[bytes] | None = None
        if environ.get("TMUX"):
            null = subprocess.DEVNULL
            with suppress(OSError):
                self._process = subprocess.Popen(_COMMAND, stdin=null, stdout=subprocess.PIPE, stderr=null)

    def shows_utf8(self) -> bool | None:
        """What tmux says; None where it says nothing, or is not there."""
        if self._process is None:
            return None
        try:
            said, _ = self._process.communicate(timeout=_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.communicate()
            return None
        return {b"1": True, b"0": False}.get(said.strip())
