"""Mutations of the shipped courses, and what lint says to each: `python -m tests.lessons.mutations [COUNT] [SEED]`.

Each mutation is drawn by its number, and its kind says beforehand which lines are right to report, or why silence is
right: because the course reads the same, or because what came out is a legal text that only its author could call
wrong.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from petui.lessons.course import DECK_READERS, read_course
from petui.lessons.faults import FaultList
from petui.lessons.lint import lint_course
from petui.lessons.lint_between import lint_reach, lint_unused
from petui.lessons.lint_lock import lint_lock
from petui.lessons.parser import parse_mistakes, read_lesson
from petui.lessons.place import Fault
from petui.lessons.retelling import read_retelling
from petui.lessons.told import _steps
from tests.lessons import mutantblocks, mutantfiles, mutantreferences, mutantvalues, mutantyaml
from tests.lessons.mutantbase import KINDS, SAME, Mutation
from tests.lessons.mutanttexts import CourseTexts, read_courses, role_of

CONTENT = Path(__file__).parents[2] / "content"
COUNT = 200
SEED = 7
RIGHT, ELSEWHERE, SILENT, HARMLESS, TRACEBACK = "right", "elsewhere", "silent", "harmless", "traceback"
# Each declares kinds.
DECLARED = (mutantblocks, mutantvalues, mutantreferences, mutantyaml, mutantfiles)
OUTCOMES = (RIGHT, ELSEWHERE, SILENT, HARMLESS, TRACEBACK)
# Kinds of which some are reported elsewhere or not at all, and why.
EXPLAINED: dict[str, str] = {}
_PLACE = re.compile(r"Place\([^()]*\)")


@dataclass(frozen=True)
class Verdict:
    """What lint made of a mutation.

    Attributes:
        mutation: The mutation.
        outcome: One of OUTCOMES.
        faults: What lint reported.
        note: Why it is harmless, or the traceback.
    """

    mutation: Mutation
    outcome: str
    faults: tuple[Fault, ...]
    note: str = ""

    def __str__(self) -> str:
        """Two lines and the first faults."""
        told = "".join(f"\n      {fault}" for fault in self.faults[:4])
        right = sorted(self.mutation.right)
        return f"{self.outcome}: {self.mutation}\n    right: {right} {self.note}{told}"


class Workshop:
    """Copies of the courses in a folder, in which one mutation after another is made, linted and undone."""

    def __init__(self, folder: Path, content: Path = CONTENT) -> None:
        """Copy the courses."""
        shutil.copytree(content, folder, dirs_exist_ok=True)
        self.courses = read_courses(folder)

    def draw(self, number: int, seed: int) -> Mutation:
        """The mutation of that number; kinds take turns."""
        kind = KINDS[number % len(KINDS)]
        rng = Random(f"{seed}/{number}")
        for _ in range(200):
            # The first course has seven times the files of the second.
            course = rng.choices(self.courses, [max(len(one.files), 25) for one in self.courses])[0]
            mutation = kind.draw(rng, course)
            if mutation is not None:
                return mutation
        raise AssertionError(f"nothing of kind {kind.name!r} can be drawn")

    @contextmanager
    def made(self, mutation: Mutation) -> Iterator[Path]:
        """The course with the mutation in it."""
        course = next(one for one in self.courses if one.name == mutation.course)
        try:
            for file, data in mutation.edits.items():
                path = course.root / file
                path.unlink(missing_ok=True)
                if data is not None:
                    path.write_bytes(data)
            yield course.root
        finally:
            for file in mutation.edits:
                path = course.root / file
                path.unlink(missing_ok=True)
                if file in course.files:
                    path.write_bytes(course.files[file])

    def judge(self, mutation: Mutation) -> Verdict:
        """Lint the course with the mutation in it."""
        course = next(one for one in self.courses if one.name == mutation.course)
        with self.made(mutation) as root:
            try:
                faults = faults_of(root, {mutation.file, *sorted(file for file, _ in mutation.right)[:3]})
            except Exception:
                return Verdict(mutation, TRACEBACK, (), traceback.format_exc(-2))
            proven = mutation.silence == SAME and reads_same(course, mutation)
        # That a retelling is behind what was changed says nothing of whether the change was right.
        faults = tuple(fault for fault in faults if fault.code != "W05")
        places = {(str(Path(fault.place.file).relative_to(root)), fault.place.line) for fault in faults}
        if places & mutation.right:
            return Verdict(mutation, RIGHT, faults)
        if faults:
            return Verdict(mutation, ELSEWHERE, faults)
        if proven or (mutation.silence and mutation.silence != SAME):
            return Verdict(mutation, HARMLESS, (), mutation.silence)
        return Verdict(mutation, SILENT, ())


def faults_of(root: Path, files: Iterable[str]) -> tuple[Fault, ...]:
    """What lint says of some files of a course, and of what holds between all of them."""
    found = set(lint_course(root, only=[root / file for file in files]))
    reading = read_course(root)
    between = FaultList()
    between.extend(reading.faults)
    lint_unused(reading, between)
    lint_reach(reading, between)
    lint_lock(root, reading, between)
    return tuple(sorted(found | set(between.sorted())))


def reads_same(course: CourseTexts, mutation: Mutation) -> bool:
    """Whether the mutated course, which is in place, reads as the unmutated one but for places."""
    return _read(course.root, mutation.file) == _unmutated(course.root, mutation.file)


@cache
def _unmutated(root: Path, file: str) -> str:
    mutated = (root / file).read_bytes()
    (root / file).write_bytes((CONTENT / root.name / file).read_bytes())
    try:
        return _read(root, file)
    finally:
        (root / file).write_bytes(mutated)


def _read(root: Path, file: str) -> str:
    course = read_course(root).course
    assert course is not None
    read: object = course
    if role_of(file) == "retelling":
        lesson = course.lesson(Path(file).stem)
        assert lesson is not None
        read = read_retelling(root, lesson, Path(file).parent.name).lesson
    elif role_of(file) == "lesson":
        read = course.lesson(Path(file).stem)
    return _PLACE.sub("Place", repr(read))


@contextmanager
def remembered() -> Iterator[None]:
    """Texts that have been read are not read again: all files but one are always the same."""

    def keeping(read: Callable[..., Any]) -> Callable[..., Any]:
        return lru_cache(maxsize=400)(read)

    steps: dict[tuple[Path, bytes], Any] = {}

    def told(path: Path) -> Any:
        key = (path, path.read_bytes() if path.is_file() else b"")
        if key not in steps:
            steps[key] = _steps(path)
        return steps[key]

    with ExitStack() as patches:
        patches.enter_context(patch("petui.lessons.lessonfile.read_lesson", keeping(read_lesson)))
        patches.enter_context(patch("petui.lessons.lessonfile.parse_mistakes", keeping(parse_mistakes)))
        kept = {ending: keeping(read) for ending, read in DECK_READERS.items()}
        patches.enter_context(patch.dict("petui.lessons.course.DECK_READERS", kept))
        patches.enter_context(patch("petui.lessons.told._steps", told))
        yield


def table(verdicts: Iterable[Verdict]) -> str:
    """How many of each kind came out how, as lines of text."""
    counts: dict[str, list[int]] = {}
    for verdict in verdicts:
        for name in (verdict.mutation.kind, "all"):
            row = counts.setdefault(name, [0] * (1 + len(OUTCOMES)))
            row[0] += 1
            row[1 + OUTCOMES.index(verdict.outcome)] += 1
    heads = f"{'kind':44} {'drawn':>6}" + "".join(f" {name:>9}" for name in OUTCOMES)
    last = counts.pop("all", None)
    rows = sorted(counts.items()) + ([("all", last)] if last else [])
    return "\n".join([heads, *(f"{name:44} {row[0]:6}" + "".join(f" {n:9}" for n in row[1:]) for name, row in rows)])


def share_right(verdicts: Iterable[Verdict]) -> float:
    """How many of those that are not harmless were reported at the right line, from 0 to 1."""
    outcomes = [verdict.outcome for verdict in verdicts if verdict.outcome != HARMLESS]
    return outcomes.count(RIGHT) / len(outcomes) if outcomes else 1.0


def judged(workshop: Workshop, numbers: Iterable[int], seed: int = SEED) -> list[Verdict]:
    """The verdicts of the mutations with these numbers."""
    with remembered():
        return [workshop.judge(workshop.draw(number, seed)) for number in numbers]


def main(arguments: Sequence[str]) -> int:
    """Print the table, and each mutation that was not reported at the right line, with why where that is right."""
    count, seed = (int(given) for given in (*arguments, *(str(COUNT), str(SEED))[len(arguments) :]))
    with tempfile.TemporaryDirectory() as folder:
        verdicts = judged(Workshop(Path(folder)), range(count), seed)
    for verdict in verdicts:
        if verdict.outcome == HARMLESS:
            print(f"harmless, {verdict.note}: {verdict.mutation}")
    for verdict in verdicts:
        if verdict.outcome not in (RIGHT, HARMLESS):
            print(verdict)
    print(f"\n{count} mutations, seed {seed}\n{table(verdicts)}")
    asked = [verdict for verdict in verdicts if verdict.outcome != HARMLESS]
    noise = sorted(len(verdict.faults) for verdict in asked)
    most, median = noise[-1], noise[len(noise) // 2]
    print(f"{share_right(verdicts):.1%} of {len(asked)} at the right line; faults to one: median {median}, most {most}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
