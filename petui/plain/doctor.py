"""What `petui doctor` looks at: the installation, the terminal, the content, and the learner's data."""

from __future__ import annotations

import json
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import petui
from petui.core.errors import PetuiError
from petui.lessons.course import find_courses, load_course
from petui.locations import data_dir, log_dir
from petui.plain.charset import shown
from petui.plain.faults import counted
from petui.plain.library import course_roots
from petui.review.log import read_events
from petui.surroundings import forbids_color, is_dumb, is_utf8, locale_name, wants_ascii

# Seconds by which the clocks of machines that share a home may differ.
_CLOCKS_DIFFER = 24 * 3600
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Attributes:
        topic: python, dependency, terminal, content, config, data or log.
        name: What it is.
        value: How it is.
        mend: What to do, empty where all is well.
    """

    topic: str
    name: str
    value: str
    mend: str = ""


def examine(content: Sequence[Path], environ: Mapping[str, str]) -> tuple[Finding, ...]:
    """Look at everything; never raises for what it finds."""
    return (
        Finding("python", "petui", petui.__version__),
        Finding("python", "Python", f"{platform.python_version()} ({sys.executable})"),
        *_dependencies(),
        *_terminal(environ),
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


def _terminal(environ: Mapping[str, str]) -> Iterator[Finding]:
    term = environ.get("TERM", "")
    mend = "the tutor needs a terminal that can position the cursor; set TERM" if is_dumb(environ) else ""
    yield Finding("terminal", "TERM", term or "not set", mend if sys.stdout.isatty() else "")
    depth = environ.get("COLORTERM") or ("256 colours" if "256" in term else "colours as TERM says")
    yield Finding("terminal", "colour", "none (NO_COLOR or TERM)" if forbids_color(environ) else depth)
    letters = "UTF-8" if is_utf8(environ) else "not UTF-8"
    drawn = ", drawn in ASCII" if wants_ascii(environ) else ""
    yield Finding("terminal", "locale", f"{locale_name(environ) or 'not set'} ({letters}{drawn})")
    size = shutil.get_terminal_size((0, 0))
    yield Finding("terminal", "size", f"{size.columns} x {size.lines}" if size.columns else "no terminal here")


def _content(extra: Sequence[Path]) -> Iterator[Finding]:
    try:
        roots = course_roots(extra)
    except PetuiError as error:
        yield Finding("content", "courses", str(error), error.mend or "install petui again")
        return
    for root in roots:
        try:
            courses = find_courses([root])
        except PetuiError as error:
            yield Finding("content", str(root), error.what, error.mend or "check the path")
            continue
        faults = sum(not fault.is_warning for course in courses for fault in load_course(course)[1])
        value = f"{counted(len(courses), 'course')}, {counted(faults, 'fault')}"
        yield Finding("content", str(root), value, "run `petui lint`" if faults else "")


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
        with tempfile.TemporaryFile(dir=place):
            return ""
    except OSError as error:
        return f"cannot be written: {error.strerror or error}"


def doctor_text(findings: Sequence[Finding], *, ascii: bool) -> str:
    """One line per finding; what to mend stands below it."""
    width = max(len(finding.name) for finding in findings if finding.topic != "content")
    lines = []
    topic = ""
    for finding in findings:
        if finding.topic != topic:
            topic = finding.topic
            lines.append(topic)
        lines.append(f"  {finding.name:<{width}}  {finding.value}")
        if finding.mend:
            lines.append(f"  {'':<{width}}  mend: {finding.mend}")
    return shown("\n".join(lines) + "\n", ascii=ascii)


def doctor_json(findings: Sequence[Finding]) -> str:
    """The findings as JSON."""
    content = {
        "schema": 1,
        "well": not any(finding.mend for finding in findings),
        "findings": [asdict(finding) for finding in findings],
    }
    return json.dumps(content, indent=1) + "\n"


def to_mend(findings: Sequence[Finding]) -> int:
    """How many findings need mending."""
    return sum(1 for finding in findings if finding.mend)
