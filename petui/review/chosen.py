"""A setting by itself: what must be known before anything is drawn, found without reading all of the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from petui.review.logfiles import MAX_LINE, take_all_files

# In every line that has a setting, however its JSON is spaced; spelt with escapes, which petui never writes, it is not.
_MARK = b'"setting"'


def chosen_setting(directory: Path, name: str) -> str | None:
    """The last value of a setting, as `petui.review.progress.settings` has it; None where there is none.

    Args:
        directory: The review log's directory.
        name: The setting.
    """
    lines: list[bytes] = []

    def take_file(path: Path) -> None:
        with suppress(OSError):
            lines.extend(_marked(path.read_bytes()))

    with suppress(OSError):
        take_all_files(directory, take_file)
    if not lines:
        return None
    # Only who has chosen something needs them this early.
    from petui.review.eventlines import from_line
    from petui.review.progress import settings

    return settings(event for event in map(from_line, lines) if event is not None).get(name)


def _marked(data: bytes) -> Iterator[bytes]:
    """The lines with the mark; of one that is far too long for an event, its beginning."""
    at = data.find(_MARK)
    while at >= 0:
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        end = end if end >= 0 else len(data)
        yield data[start : min(end, start + MAX_LINE)]
        at = data.find(_MARK, end)
