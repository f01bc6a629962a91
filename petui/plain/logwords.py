"""What became of exporting, merging and joining the log, in words."""

from __future__ import annotations

from pathlib import Path

from petui.core.errors import PetuiError
from petui.plain.faults import counted
from petui.review.compaction import join_files
from petui.review.log import problem_in_words
from petui.review.logfiles import log_files
from petui.review.merging import LogLines, Merged


def export_words(lines: LogLines) -> str:
    """How much was exported, and what was not."""
    words = counted(len(lines.events), "event")
    if lines.records:
        words += f", {counted(len(lines.records), 'line')} that this version cannot read"
    if lines.torn:
        words += f"; {counted(lines.torn, 'torn line')} left out"
    return words + "".join(f"; {path} cannot be read" for path in lines.unreadable)


def nothing_words(directory: Path, lines: LogLines) -> str:
    """That a log has nothing to export, and what of it could not be read."""
    return f"{directory}: {export_words(lines)}; nothing is written"


def merge_words(merged: Merged) -> str:
    """How much a merge added."""
    words = f"{counted(merged.added, 'event')} added, {merged.known} known already"
    if merged.torn:
        words += f"; {counted(merged.torn, 'line')} that {'is' if merged.torn == 1 else 'are'} no event left out"
    return words


def join_log(directory: Path, *, at_once: bool) -> str:
    """Join the log's files, and say how many became one.

    Raises:
        PetuiError: If the disk does not let it be done; nothing is lost then.
    """
    try:
        joined = join_files(directory, at_once=at_once)
        left = len(log_files(directory))
    except FileNotFoundError:
        return "there is no log yet"
    except OSError as error:
        raise PetuiError(f"the files cannot be joined: {problem_in_words(error, directory)}", where="compact") from None
    if joined:
        return f"{joined} files became one; the log has {counted(left, 'file')}"
    hint = "" if at_once else "; those of the last day wait, unless with --now"
    return f"nothing to join; the log has {counted(left, 'file')}{hint}"
