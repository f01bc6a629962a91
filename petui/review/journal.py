"""The log of one sitting: what was done before, read as late as can be, and what is done now.

Where the learner left off, what is answered in one lesson and what is set follow from a few lines of a long log; they
are found by looking at its bytes, and only those lines are read. The whole log is read when more is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Lock

from petui.review.eventlines import from_line
from petui.review.events import Event, ReviewEvent, StartEvent, StepEvent
from petui.review.log import ReviewLog, read_events, without_collecting
from petui.review.logfiles import MAX_LINE, take_all_files
from petui.review.progress import ResumePoint, resume_point, settings
from petui.review.renaming import NOTHING_RENAMED, Renaming

# How a line of this log says its kind and its moment; in JSON's texts quotes are escaped, so they cannot say this.
_REVIEW = b'"kind":"review"'
_STEP = b'"kind":"step"'
_OF_CARDS = rb'"kind":"(start|undo|suspend|unsuspend)"'
_AT = re.compile(rb'"at":(\d{1,15}),')
_ASKED = b'"question":'
# Its address, up to the lesson's end, and within that up to the course's.
_STARTS = re.compile(rb'"at_step":"(?=([^"/#]*/))([^"#]*#?)')


class Journal(ReviewLog):
    """The log of a session that also keeps, in memory, what is written to it; its events are under today's ids.

    Attributes:
        settings: What the learner has set, by name.
    """

    def __init__(self, directory: Path, renaming: Renaming = NOTHING_RENAMED) -> None:
        """Look through the log in a directory.

        Args:
            directory: Where the log's files are.
            renaming: What was renamed in the courses since.
        """
        super().__init__(directory)
        self._renaming = renaming
        self._own: list[Event] = []
        self._all: list[Event] | None = None
        self._reading = Lock()
        self._adding = Lock()
        self._before = _Glance(directory, renaming)
        self.settings: Mapping[str, str] = settings(self._before.told)

    def append(self, event: Event) -> bool:
        """Keep and write an event; True once it is on the disk."""
        self.keep(event)
        return super().append(event)

    def keep(self, event: Event) -> None:
        """Keep an event in memory."""
        with self._adding:
            here = self._renaming.of(event)
            self._own.append(here)
            if self._all is not None:
                self._all.append(here)

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def has_cards(self) -> bool:
        """Whether anything is known of any card."""
        return self._before.has_cards or any(isinstance(event, ReviewEvent | StartEvent) for event in self._own)

    def resume_point(self, courses: Collection[str] | None = None) -> ResumePoint | None:
        """The last step that was shown before this sitting, in one of some courses or any; None where there is none."""
        return self._before.resume_point(courses)

    def left_in(self, course: str, lesson: str) -> ResumePoint | None:
        """The last step of a lesson that was shown; None where there was none."""
        starts = self._renaming.starts(course, lesson)
        return resume_point([*self._before.last_of(_start(course, lesson), starts), *self._here(course, lesson)])

    def steps_of(self, course: str, lesson: str | None = None, *, asked: bool = False) -> list[Event]:
        """What was done in a course, or in a lesson of it, in no order; perhaps only what was asked there."""
        starts = self._renaming.starts(course, lesson)
        before = self._before.steps_of(_start(course, lesson), starts, asked=asked)
        return [*before, *self._here(course, lesson)]

    def _here(self, course: str, lesson: str | None) -> list[StepEvent]:
        start = _start(course, lesson)
        return [event for event in self._own if isinstance(event, StepEvent) and event.at_step.startswith(start)]

    # ---- reading ----------------------------------------------------------------------------------------------------

    @property
    def is_read(self) -> bool:
        """Whether `events` needs to read nothing."""
        return self._all is not None

    @property
    def events(self) -> list[Event]:
        """Every event, those of this sitting included; read at the first call, for any thread, and never read twice."""
        with self._reading:
            if self._all is None:
                read = list(self._renaming.events(read_events(self._directory).events))
                known = {event.stamp.id for event in read}
                with self._adding:
                    self._all = read + [event for event in self._own if event.stamp.id not in known]
        return self._all


class _Glance:
    """The lines of a log, and the few events of it that say nothing of steps or cards.

    Attributes:
        told: Those events.
        has_cards: Whether there are reviews, or imported schedules.
    """

    def __init__(self, directory: Path, renaming: Renaming) -> None:
        self._renaming = renaming
        self.told: list[Event] = []
        self.has_cards = False
        self._steps: list[tuple[int, bytes]] = []
        self._odd: list[StepEvent] = []
        with suppress(OSError), without_collecting():
            take_all_files(directory, self._take_file)

    def _take_file(self, path: Path) -> None:
        with suppress(OSError):
            lines = path.read_bytes().split(b"\n")
            # In comprehensions, since these are all the lines of years.
            others = [line for line in lines if _REVIEW not in line or b"\\" in line]
            self.has_cards = self.has_cards or len(others) < len(lines)
            for line in filter(None, others):
                self._take(line)

    def _take(self, line: bytes) -> None:
        if b"\\" not in line:
            at = _AT.search(line) if _STEP in line else None
            if at is not None:
                self._steps.append((int(at[1]), line))
                return
            other = re.search(_OF_CARDS, line)
            if other is not None:
                self.has_cards = self.has_cards or other[1] == b"start"
                return
        event = from_line(line[:MAX_LINE])
        if isinstance(event, StepEvent):
            self._odd.append(self._renaming.of(event))
        elif isinstance(event, ReviewEvent | StartEvent):
            self.has_cards = True
        elif event is not None:
            self.told.append(event)

    def steps_of(self, start: str, starts: Sequence[str], *, asked: bool) -> list[StepEvent]:
        """The steps whose address begins so today, among those that begin in one of some ways in the log."""
        found = self._steps_in(line for _, line in self._among(starts) if not asked or _ASKED in line)
        return [event for event in (*found, *self._odd) if event.at_step.startswith(start)]

    def last_of(self, start: str, starts: Sequence[str]) -> list[StepEvent]:
        """Those among them that say where the learner left off."""

        def keep(events: Iterable[StepEvent]) -> list[StepEvent]:
            return [event for event in events if event.at_step.startswith(start)]

        return self._last(self._among(starts), keep)

    def resume_point(self, courses: Collection[str] | None) -> ResumePoint | None:
        """That of the whole log."""
        steps: Iterable[tuple[int, bytes]] = self._steps
        if courses is not None:
            # What was done last may have been in a course that is not there now, and much of it.
            steps = self._among(start for course in courses for start in self._renaming.starts(course))

        def keep(events: Iterable[StepEvent]) -> list[StepEvent]:
            return [event for event in events if resume_point([event], courses) is not None]

        return resume_point(self._last(steps, keep), courses)

    def _last(
        self, steps: Iterable[tuple[int, bytes]], keep: Callable[[Iterable[StepEvent]], list[StepEvent]]
    ) -> list[StepEvent]:
        """The latest moments are looked at until one has the last step that was shown."""
        odd = keep(self._odd)
        for _, moment in groupby(sorted(steps, key=itemgetter(0), reverse=True), key=itemgetter(0)):
            here = keep(self._steps_in(line for _, line in moment))
            if resume_point(here) is not None:
                return [*here, *odd]
        return odd

    def _among(self, starts: Iterable[str]) -> Iterator[tuple[int, bytes]]:
        """The lines whose address begins in one of some ways, with their moments."""
        known = frozenset(each.encode() for each in starts)
        return (step for step in self._steps if _begins_in(step[1], known))

    def _steps_in(self, lines: Iterable[bytes]) -> list[StepEvent]:
        return [self._renaming.of(event) for line in lines if isinstance(event := from_line(line), StepEvent)]


def _start(course: str, lesson: str | None) -> str:
    """How the addresses begin of a course's steps, or of a lesson's."""
    return f"{course}/" if lesson is None else f"{course}/{lesson}#"


def _begins_in(line: bytes, starts: frozenset[bytes]) -> bool:
    """Whether the address of a line's step begins in one of some ways: a lesson may have had a thousand names."""
    return any(course in starts or lesson in starts for course, lesson in _STARTS.findall(line))
