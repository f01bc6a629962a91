"""What `petui doctor` looks at: the installation, the terminal, the content, and the learner's data."""

from __future__ import annotations

import platform
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import petui
from petui.core.errors import PetuiError
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE, LESSONS
from petui.lessons.faults import FaultList
from petui.lessons.finding import builtin_content, find_courses
from petui.locations import content_roots, data_dir, log_dir
from petui.plain.faults import counted
from petui.plain.findings import Finding
from petui.plain.library import doubles_of, open_shelves
from petui.plain.terminalreport import terminal_findings
from petui.review.chosen import chosen_setting
from petui.review.log import read_events
from petui.surroundings import NOTHING_ASKED, Asked

# Seconds by which the clocks of machines that share a home may differ.
_CLOCKS_DIFFER = 24 * 3600
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")


def examine(content: Sequence[Path], environ: Mapping[str, str], asked: Asked = NOTHING_ASKED) -> tuple[Finding, ...]:
    """Look at everything; never raises for what it finds.

    Args:
        content: Directories of `--content`.
        environ: The environment that petui was started with.
        asked: What options and configuration ask for; the theme last chosen, which comes before, is looked up here.
    """
    asked = replace(asked, theme=chosen_setting(log_dir(), "theme") or asked.theme)
    return (
        Finding("python", "petui", petui.__version__),
        Finding("python", "Python", f"{platform.python_version()} ({sys.executable})"),
        *_dependencies(),
        *terminal_findings(environ, asked),
        *_content(content),
        *_data(),
    )


def _dependencies() -> Iterator[Finding]:
    try:
        required = metadata.requires("petui") or []
    except metadata.PackageNotFoundError:
        yield Finding("dependency", "petui", "not installed as a package", "run `pip install -e .` in its folder")
        return
    for line in required:
        match = _REQUIREMENT.match(line)
        if match and "extra ==" not in line:
            yield _dependency(match.group())


def _dependency(name: str) -> Finding:
    try:
        return Finding("dependency", name, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Finding("dependency", name, "missing", "install petui again")


def _content(extra: Sequence[Path]) -> Iterator[Finding]:
    for root in content_roots(extra):
        yield _courses(root, _own)
    try:
        yield _courses(builtin_content(), _builtin)
    except PetuiError as error:
        yield Finding("content", "courses", str(error), error.mend)
    yield from _doubles(extra)


def _doubles(extra: Sequence[Path]) -> Iterator[Finding]:
    """Courses that are left out because of their ids; what cannot be read is told elsewhere."""
    try:
        shelves = open_shelves(extra)
    except PetuiError:
        return
    for double in doubles_of(shelves):
        yield Finding("content", double.left_out, str(double), "choose another id, or remove one of them")


def _courses(root: Path, read: Callable[[Sequence[Path]], tuple[str, int]]) -> Finding:
    try:
        courses = find_courses([root])
    except PetuiError as error:
        return Finding("content", str(root), error.what, error.mend or "check the path")
    said, faults = read(courses)
    value = f"{counted(len(courses), 'course')}, {said}"
    return Finding("content", str(root), value, "run `petui lint`" if faults else "")


def _own(courses: Sequence[Path]) -> tuple[str, int]:
    """How many faults there are."""
    if not courses:
        return counted(0, "fault"), 0
    # Courses are read with NumPy, and most people have none of their own.
    from petui.lessons.course import load_course

    faults = sum(not fault.is_warning for course in courses for fault in load_course(course)[1])
    return counted(faults, "fault"), faults


def _builtin(courses: Sequence[Path]) -> tuple[str, int]:
    """How many lessons there are, and how many faults; reading them all would take a second, and nobody edits them."""
    faults, lessons, missing = FaultList(), 0, 0
    for course in courses:
        names = [name for name, _ in read_course_file(course / COURSE_FILE, faults).lessons]
        lessons += len(names)
        missing += sum(not (course / LESSONS / f"{name}.md").is_file() for name in names)
    said = counted(lessons, "lesson")
    return f"{said}, {missing} of them missing" if missing else said, len(faults) + missing


def _data() -> Iterator[Finding]:
    directory = data_dir()
    problem = _write_problem(directory)
    yield Finding("data", str(directory), problem or "can be written", "set PETUI_DATA_DIR" if problem else "")
    reading = read_events(log_dir())
    events = counted(len(reading.events), "event")
    value = f"{counted(reading.files, 'file')}, {events}, {counted(reading.torn, 'torn line')}"
    yield Finding("log", str(log_dir()), value)
    ahead = sum(event.stamp.at > (time.time() + _CLOCKS_DIFFER) * 1000 for event in reading.events)
    if ahead:
        mend = "set this machine's clock; cards answered under a wrong one rest until then"
        yield Finding("log", "clock", f"{counted(ahead, 'event')} from a time that has not come yet", mend)
    for path in reading.unreadable:
        yield Finding("log", str(path), "cannot be read", "check who owns it")


def _write_problem(directory: Path) -> str:
    """Why nothing can be written into a directory that may not exist yet; empty if it can."""
    place = directory
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            # A full disk still makes files, and only then refuses.
            file.write(bytes(4096))
            file.flush()
            return ""
    except OSError as error:
        return f"cannot be written: {error.strerror or error}"
