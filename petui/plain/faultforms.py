"""Faults of content files for people who mend them, for editors and for build servers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from petui.lessons.cells import cell_width
from petui.lessons.place import Fault
from petui.lessons.schema import CODES
from petui.lessons.source import read_source, visible
from petui.plain.charset import shown
from petui.plain.faults import faults_json, faults_text

# Of a long line so much is shown on either side of the place.
_AROUND = 60
_CUT = "…"
FAULT_FORMS = ("text", "json", "line", "github")


def faults_in(form: str, faults: Sequence[Fault], *, ascii: bool, explain: bool = False) -> str:
    """The faults in one of FAULT_FORMS; `explain` is for text alone."""
    match form:
        case "json":
            return faults_json(faults)
        case "line":
            return faults_lines(faults, ascii=ascii)
        case "github":
            return faults_github(faults, ascii=ascii)
        case _:
            return (faults_explained if explain else faults_text)(faults, ascii=ascii)


def faults_explained(faults: Sequence[Fault], *, ascii: bool) -> str:
    """As `faults_text`, and below each the line of the file, a caret below the place, and what the code stands for."""
    source = _SourceLines()
    return shown("".join(f"{line}\n" for fault in faults for line in _told(fault, source)), ascii=ascii)


def faults_lines(faults: Sequence[Fault], *, ascii: bool) -> str:
    """One line per fault as compilers write them: `FILE:LINE:COL: error: message [CODE]`."""
    lines = (f"{each.place}: {_kind(each)}: {each.message} [{each.code}]\n" for each in faults)
    return shown("".join(lines), ascii=ascii)


def faults_github(faults: Sequence[Fault], *, ascii: bool) -> str:
    """One workflow command of GitHub per fault: `::error file=…,line=…,col=…,title=CODE::message`."""
    return shown("".join(map(_annotation, faults)), ascii=ascii)


def _kind(fault: Fault) -> str:
    return "warning" if fault.is_warning else "error"


def _annotation(fault: Fault) -> str:
    place = fault.place
    file = _escaped(place.file).replace(":", "%3A").replace(",", "%2C")
    where = f"file={file},line={place.line},col={place.column},title={fault.code}"
    return f"::{_kind(fault)} {where}::{_escaped(fault.message)}\n"


def _escaped(text: str) -> str:
    """As the commands want it: what ends a command or begins an escape is an escape itself."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


class _SourceLines:
    """The lines of files, each read once."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """A line from 1; empty where there is none."""
        if file not in self._files:
            self._files[file] = read_source(Path(file)).text.split("\n")
        lines = self._files[file]
        return lines[number - 1] if number <= len(lines) else ""


def _told(fault: Fault, source: _SourceLines) -> list[str]:
    place = fault.place
    text = source.line(place.file, place.line).replace("\t", " ")
    meaning = f"  {fault.code}: {CODES.get(fault.code, '')}"
    if not text.strip():
        return [str(fault), meaning]
    before, after = (visible(part) for part in (text[: place.column - 1], text[place.column - 1 :]))
    before = before if len(before) <= _AROUND else _CUT + before[-_AROUND:]
    after = after if len(after) <= _AROUND else after[:_AROUND] + _CUT
    margin = " " * len(str(place.line))
    caret = " " * cell_width(before) + "^"
    return [str(fault), f"  {place.line} | {before}{after}", f"  {margin} | {caret}", meaning]
