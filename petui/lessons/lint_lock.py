"""Lint against the last release: ids that are gone, aliases that lead nowhere, retellings that have fallen behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from petui.lessons.aliases import CARD, LESSON, MISTAKE, WITHIN, aliases_of, kinds_of
from petui.lessons.course import CourseReading
from petui.lessons.coursehead import COURSE_FILE
from petui.lessons.faults import FaultList, leaves_out, nearest, quoted
from petui.lessons.identity import is_derived
from petui.lessons.lock import KINDS, LOCK_FILE, Lock, deck_paths, ids_by_kind, places_of, read_lock
from petui.lessons.model import Course, Lesson
from petui.lessons.place import Place
from petui.lessons.source import visible
from petui.lessons.told import told_steps

_LIKE = 0.6
_FORGET = f"to drop it, delete it from {LOCK_FILE}"


def lint_lock(root: Path, reading: CourseReading, faults: FaultList) -> None:
    """Note aliases that lead nowhere (E04, E12), released ids that are gone (E17), retellings left behind (W05)."""
    if reading.course is None:
        return
    names = _Names(reading, reading.course)
    names.lint_aliases(faults)
    lock = read_lock(root, faults)
    if lock is not None:
        _Gone(root, reading, reading.course, lock, names, faults).lint()
        _lint_told(root, lock, faults)


class _Names:
    """What a course calls its things now, and what it called them before."""

    def __init__(self, reading: CourseReading, course: Course) -> None:
        self._head = reading.head
        self._unread = reading.unread
        self._ids = ids_by_kind(course)
        self._listed = frozenset(name for name, _ in reading.head.lessons)
        self._aliases = aliases_of(reading.head.aliases, self._listed)

    def now(self, kind: str, name: str) -> str:
        """Today's id, of a step or question with its lesson; the same where there is no alias."""
        if kind == WITHIN:
            lesson, _, own = name.partition("#")
            return "#".join(self._aliases.place(lesson, own))
        follow = {LESSON: self._aliases.lesson, CARD: self._aliases.card, MISTAKE: self._aliases.mistake}
        return follow[kind](name)

    def has(self, kind: str, name: str) -> bool:
        """Whether the course has that today, under this name or another."""
        return name in self._ids[kind] or self.now(kind, name) in self._ids[kind]

    def lint_aliases(self, faults: FaultList) -> None:
        """Note aliases from ids that are in use (E04), and to ids that nothing has (E12)."""
        known = {written for written, _ in self._head.aliases}
        for written, new in self._head.aliases:
            place = self._head.alias_places[written]
            kinds, old = kinds_of(written, new, self._listed)
            if any(old in self._ids[kind] for kind in kinds):
                message = f"{quoted(old)} is the id of something still; an alias leads from an id that is gone"
                faults.add(place, "E04", message)
            elif new not in known and not self._is_something(kinds, new):
                ids = sorted({name for kind in kinds for name in self._ids[kind]})
                mend = nearest(new, ids, "give an id of the course")
                faults.add(place, "E12", f"the alias leads to {quoted(new)}, which the course has not; {mend}")

    def _is_something(self, kinds: Iterable[str], new: str) -> bool:
        # Of a file that cannot be read nobody knows what it has.
        return new.partition("#")[0] in self._unread or any(new in self._ids[kind] for kind in kinds)


def _lint_told(root: Path, lock: Lock, faults: FaultList) -> None:
    """Note retold steps that have stayed as they were while the original changed (W05)."""
    if not lock.told:
        return
    for name, now in told_steps(root).items():
        original, told = lock.told.get(name, ("", ""))
        if told == now.told and original != now.original:
            what = "the lesson's own step has changed since this was told"
            mend = f"tell it anew; if it says the same still, delete {quoted(name)} from {LOCK_FILE} and lock again"
            faults.add(now.place, "W05", f"{what}; {mend}")


class _Gone:
    """Looks for released ids that nothing has any more."""

    def __init__(
        self,
        root: Path,
        reading: CourseReading,
        course: Course,
        lock: Lock,
        names: _Names,
        faults: FaultList,
    ) -> None:
        self._root = root
        self._reading = reading
        self._course = course
        self._lock = lock
        self._names = names
        self._faults = faults
        self._lessons = {lesson.id: lesson for lesson in course.lessons}
        # What a file with faults has lost comes of those.
        self._broken = {fault.place.file for fault in reading.faults if leaves_out(fault)}

    def lint(self) -> None:
        """Note each, in the file that it stood in, at what it may be called now."""
        self._lint_course_id()
        if self._head_file in self._broken:
            return
        lost = []
        for name, kinds in self._lock.lessons.items():
            lesson = self._lessons.get(name) or self._lessons.get(self._names.now(LESSON, name))
            if lesson is None:
                lost.append(name)
            else:
                self._lint_lesson(name, lesson, kinds)
        self._lint_lost_lessons(lost)
        places = {card.id: card.place for home in self._course.homes for card in home.cards}
        files = {name: file for file, name in deck_paths(self._root, self._reading.head).items()}
        known = {card for cards in self._released("cards") for card in cards}
        read = {deck.file for deck in self._course.decks}
        for name, cards in self._lock.decks.items():
            file = files.get(name, self._head_file)
            if name in files and file not in read:
                # That the deck is not there, or cannot be read, is a fault already.
                continue
            own = {card: place for card, place in places.items() if place.file == file and card not in known}
            self._note("cards", cards, own, file)
        named = self._reading.head.misconceptions
        file = visible(str(self._root / named[0])) if named else self._head_file
        known = {each for ids in self._released("misconceptions") for each in ids}
        here = {one.id: one.place for one in self._course.mistakes if one.place.file == file and one.id not in known}
        if named is None or all(fault.place != named[1] for fault in self._reading.faults):
            self._note("misconceptions", self._lock.misconceptions, here, file)

    @property
    def _head_file(self) -> str:
        return visible(str(self._root / COURSE_FILE))

    def _released(self, kind: str) -> Iterator[Iterable[str]]:
        """The released ids of a kind that a course has once, wherever they stood."""
        yield from (kinds.get(kind, ()) for kinds in self._lock.lessons.values())
        yield from self._lock.decks.values() if kind == "cards" else [self._lock.misconceptions]

    def _lint_course_id(self) -> None:
        if self._lock.course not in (self._course.id, *self._reading.head.formerly):
            what = f"the course was released as {quoted(self._lock.course)}, and its learners' logs name it so"
            place = self._reading.head.id_place or Place(self._head_file)
            self._faults.add(place, "E17", f"{what}; add `formerly: [{self._lock.course}]`")

    def _lint_lesson(self, name: str, lesson: Lesson, kinds: Mapping[str, Iterable[str]]) -> None:
        places = places_of(lesson)
        for kind, ids in kinds.items():
            at = {each: place for each, place in sorted(places[kind].items()) if each not in ids}
            prefix = f"{name}#" if KINDS[kind][1] == WITHIN else ""
            self._note(kind, ids, at, lesson.place.file, prefix, lesson.id)

    def _lint_lost_lessons(self, lost: Iterable[str]) -> None:
        # Its own fault, or that of the entry without a file, says so already.
        said = {*self._reading.unread, *(name for name, _ in self._reading.head.lessons)}
        gone = [name for name in lost if name not in said]
        new = {name: self._reading.places[name].get("id", Place("")) for name in self._lessons}
        fresh = {name: place for name, place in new.items() if name not in self._lock.lessons}
        for name in gone:
            now = _likely(name, fresh, alone=len(gone) == 1)
            self._say("lesson", name, now, fresh[now] if now else Place(self._head_file))

    def _note(
        self,
        kind: str,
        released: Iterable[str],
        fresh: Mapping[str, Place],
        file: str,
        prefix: str = "",
        lesson: str = "",
    ) -> None:
        """Note which of the released ids are gone; `fresh` has those that may be new names of them."""
        if file in self._broken:
            return
        one, known = KINDS[kind]
        gone = [name for name in released if not self._names.has(known, prefix + name)]
        for name in gone:
            candidates = {each: place for each, place in fresh.items() if is_derived(each) == is_derived(name)}
            now = _likely(name, candidates, alone=len(gone) == 1)
            place = candidates[now] if now else Place(file)
            new = f"{lesson}#{now}" if now and prefix else now
            self._say(one, prefix + name, new, place)

    def _say(self, kind: str, name: str, now: str, place: Place) -> None:
        what = f"the {kind} {quoted(name)} was released and is gone, with what learners did there"
        alias = f"(if it is {quoted(now)} now) write `{name}: {now}`" if now else "write what it is now"
        self._faults.add(place, "E17", f"{what}; bring it back, or {alias} into `aliases` of {COURSE_FILE}; {_FORGET}")


def _likely(name: str, fresh: Mapping[str, Place], *, alone: bool) -> str:
    """Which of the new ids a lost one may have become; empty where none suggests itself."""
    close = [] if is_derived(name) else get_close_matches(name, fresh, n=1, cutoff=_LIKE)
    if close:
        return close[0]
    return next(iter(fresh)) if alone and len(fresh) == 1 else ""
