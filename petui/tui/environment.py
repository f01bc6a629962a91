"""What must be settled before Textual is imported; it reads its environment once, at import."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import MutableMapping
from typing import IO

from petui.core.errors import PetuiError
from petui.surroundings import is_dumb

# NumPy's thread pool costs start-up time and memory on shared machines, and gains nothing here.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_REMOTE = ("SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION")
_COLOR_SYSTEMS = ("auto", "standard", "256", "truecolor")
_WITHOUT = "`petui table` and `petui explain` work without one"


def prepare_terminal(*, no_color: bool = False) -> None:
    """Refuse what is no terminal, then set the process up for the tutor.

    Args:
        no_color: Draw without colour.

    Raises:
        PetuiError: If stdin, stdout or stderr is no terminal, or TERM names none that can position the cursor.
    """
    refuse_without_terminal((sys.stdin, sys.stdout, sys.stderr))
    if is_dumb(os.environ):
        term = os.environ.get("TERM", "")
        raise PetuiError(f"the terminal is {term!r}, which cannot position the cursor", where="TERM", mend=_WITHOUT)
    set_variables(os.environ, no_color=no_color)
    # Collecting garbage while modules load costs a tenth of the start; the app turns it on after its first paint.
    gc.disable()


def refuse_without_terminal(streams: tuple[IO[str] | None, ...]) -> None:
    """Raise PetuiError unless every stream is an open terminal."""
    for stream, name in zip(streams, ("stdin", "stdout", "stderr"), strict=True):
        if stream is None or stream.closed or not stream.isatty():
            raise PetuiError(f"the tutor needs a terminal, and {name} is none", mend=_WITHOUT)


def set_variables(environ: MutableMapping[str, str], *, no_color: bool = False) -> None:
    """Set what Textual and NumPy read at import, leaving what the user chose.

    Args:
        environ: The environment to change.
        no_color: Draw without colour.
    """
    # Exported sizes would win over the real one, for ever.
    for name in ("COLUMNS", "LINES"):
        environ.pop(name, None)
    for name in _THREADS:
        environ.setdefault(name, "1")
    environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    # A lone Esc and an arrow key's first byte differ only in time, and a network stretches time.
    environ.setdefault("ESCDELAY", "250" if any(environ.get(name) for name in _REMOTE) else "100")
    if environ.get("TEXTUAL_COLOR_SYSTEM", "auto") not in _COLOR_SYSTEMS:
        del environ["TEXTUAL_COLOR_SYSTEM"]
    if no_color:
        environ["NO_COLOR"] = "1"
