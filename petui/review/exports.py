"""What learners exported, read: the events of each, and what could not be read.

A class has a million events, so lines are decoded into typed records at once; what does not fit is looked at in the
way of the log's own reader, which decides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from io import BufferedReader
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from petui.locations import LOG
from petui.records import dataclass
from petui.review.eventlines import MOST_ID, from_line, is_day
from petui.review.events import Event, ReviewEvent, StepEvent, UndoEvent, UnknownEvent
from petui.review.log import without_collecting
from petui.review.logfiles import MAX_LINE, log_files
from petui.review.merging import open_ordinary
from petui.review.stamp import LAST_MOMENT, MOST_MINUTES

# Lines without an event after which a file is no export.
GIVE_UP = 1000
# Bytes of one line after which a file is none either.
LONGEST = 64 << 20
_MARK = b"\xef\xbb\xbf"
_MOST_NAMED = 5
_SESSION = re.compile(r".+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl")
_NO_LOG = "is no export: there is no event in it; give files that `petui data export` wrote"


class Line(msgspec.Struct, gc=False):
    """An event as far as a class's statistics go; fields as in petui.review.events, `typed` and the like only read."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_ID)]
    at: Annotated[int, msgspec.Meta(ge=0, le=LAST_MOMENT)]
    tz: Annotated[int, msgspec.Meta(ge=-MOST_MINUTES, le=MOST_MINUTES)]
    day: str
    host: str
    kind: str
    card: str = ""
    rating: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    at_step: str = ""
    outcome: str = ""
    undoes: str = ""
    misconceptions: list[str] = []
    mode: Literal["", "cram", "mistakes"] = ""
    confidence: Literal["", "sure", "unsure"] = ""
    question: str = ""
    typed: str = ""
    answer: float | None = None
    seed: int | None = None
    ms: Annotated[int, msgspec.Meta(ge=0)] | None = None
    drawn: dict[str, float] = {}
    lab: dict[str, str | float | bool | None] = {}


@dataclass(frozen=True, slots=True)
class Unread:
    """What could not be read.

    Attributes:
        file: The file, as it was given.
        line: Its line, from 1; 0 for the file as a whole.
        what: What is the matter with it.
    """

    file: str
    line: int
    what: str


@dataclass(slots=True)
class Answers:
    """The events of one learner, each once, by id.

    Attributes:
        lines: Events of the kinds that this version knows.
        raw: The lines of those that schedules follow from, as they were read.
        strange: How many events are of kinds or shapes that this version does not know.
        unread: What could not be read.
    """

    lines: dict[str, Line] = field(default_factory=dict)
    raw: dict[str, bytes] = field(default_factory=dict)
    strange: int = 0
    unread: list[Unread] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether there is no event at all."""
        return not self.lines and not self.strange


_decode = msgspec.json.Decoder(Line).decode


def sources(paths: Sequence[Path]) -> tuple[tuple[Path, ...], ...]:
    """The files of each learner.

    A file is one learner's, and so is every file of a folder; but a data folder of petui, or its log, is one
    learner's as a whole. Names that begin with a dot are passed over.
    """
    return tuple(source for path in paths for source in (_in_folder(path) if path.is_dir() else [(path,)]))


def _in_folder(folder: Path) -> list[tuple[Path, ...]]:
    try:
        if own := _own_log(folder):
            return [own]
        with os.scandir(folder) as entries:
            names = sorted((entry.name, entry.is_file(), entry.is_dir()) for entry in entries if entry.name[0] != ".")
        files = [(folder / name,) for name, is_file, _ in names if is_file]
        return [*files, *filter(None, (_own_log(folder / name) for name, _, is_folder in names if is_folder))]
    except OSError:
        # Reading it then says why.
        return [(folder,)]


def _own_log(folder: Path) -> tuple[Path, ...]:
    """The files of a data folder's log, or of a log; empty where it is neither."""
    if (folder / LOG).is_dir():
        return tuple(log_files(folder / LOG))
    files = log_files(folder)
    return tuple(files) if files and all(_SESSION.fullmatch(path.name) for path in files) else ()


def read_answers(files: Iterable[Path]) -> Answers:
    """The events of one learner's files; nothing that they hold can make this fail."""
    found = Answers()
    for path in files:
        try:
            with open_ordinary(path) as file, without_collecting():
                _read(file, str(path), found)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            found.unread.append(Unread(str(path), 0, f"cannot be read: {reason}"))
    return found


def _read(file: BufferedReader, name: str, found: Answers) -> None:
    events, torn = 0, 0
    unread: list[Unread] = []
    for number, line in _numbered(file):
        if _take(line, found):
            events += 1
            continue
        torn += 1
        if torn <= _MOST_NAMED:
            unread.append(Unread(name, number, "is no event, and is left out"))
        if torn >= GIVE_UP and not events:
            break
    if torn > _MOST_NAMED:
        unread.append(Unread(name, 0, f"{torn - _MOST_NAMED} more lines are no events"))
    # A log that was never written to is no fault.
    found.unread += unread if events or not torn else [Unread(name, 0, _NO_LOG)]


def _numbered(file: BufferedReader) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank with their numbers, from 1; of one that is far too long its beginning."""
    number = 0
    while line := file.readline(MAX_LINE):
        number += 1
        text = line.removeprefix(_MARK) if number == 1 else line
        if not text.isspace():
            yield number, text
        size = len(line)
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE)
            size += len(line)
            if size > LONGEST:
                return


def _take(text: bytes, found: Answers) -> bool:
    """Take a line; False where it is no event."""
    try:
        line = _decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return _take_slowly(text, found)
    if not _is_whole(line):
        return _take_slowly(text, found)
    _keep(line, text, found)
    return True


def _is_whole(line: Line) -> bool:
    """Whether a line is an event of the common kinds, with what its kind needs."""
    kind = line.kind
    if kind == "review":
        whole = bool(line.card) and line.rating is not None
    elif kind == "step":
        whole = bool(line.at_step and line.outcome)
    else:
        whole = kind == "undo" and 0 < len(line.undoes) <= MOST_ID
    return whole and is_day(line.day)


def _keep(line: Line, text: bytes, found: Answers) -> None:
    other = found.lines.get(line.id)
    # Of two different events with one id the same one must win in whatever order the files come.
    if other is not None and (other == line or repr(other) < repr(line)):
        return
    found.lines[line.id] = line
    found.raw.pop(line.id, None)
    if line.kind in ("review", "undo", "start"):
        found.raw[line.id] = text


def _take_slowly(text: bytes, found: Answers) -> bool:
    event = from_line(text)
    if event is None:
        return False
    if isinstance(event, UnknownEvent):
        found.strange += 1
    else:
        _keep(_line_of(event), text, found)
    return True


def _line_of(event: Event) -> Line:
    stamp = event.stamp
    more: dict[str, Any] = {}
    match event:
        case ReviewEvent(card=card, rating=rating, misconceptions=named, mode=mode, confidence=confidence):
            more = {"card": card, "rating": rating, "misconceptions": list(named)}
            more |= {"mode": mode, "confidence": confidence}
        case StepEvent(at_step=at_step, outcome=outcome, misconceptions=named, question=question):
            more = {"at_step": at_step, "outcome": outcome, "misconceptions": list(named), "question": question}
        case UndoEvent(undoes=undoes):
            more = {"undoes": undoes}
    return Line(stamp.id, stamp.at, stamp.tz, stamp.day, stamp.host, event.kind, **more)
