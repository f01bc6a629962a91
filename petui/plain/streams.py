"""Where lines come from in plain mode, and how wide what is written may be."""

from __future__ import annotations

import shutil
import sys
from typing import IO

# No answer is longer; the rest of such a line is passed over.
_LONGEST = 10_000
_NARROWEST, _WIDEST = 40, 100


def input_lines() -> IO[bytes]:
    """Standard input as bytes; an empty stream where it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        from io import BytesIO

        return BytesIO()
    return sys.stdin.buffer


def read_line(lines: IO[bytes]) -> str | None:
    """One line without its end and blanks; None at the end of the input."""
    line = lines.readline(_LONGEST)
    if not line:
        return None
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = lines.readline(_LONGEST)
    return line.decode("utf-8", "replace").strip()


def text_width() -> int:
    """Columns of the text: those of the terminal with a margin, 40 to 100."""
    return max(_NARROWEST, min(shutil.get_terminal_size().columns - 2, _WIDEST))
