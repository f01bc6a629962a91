"""Faults of content files as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from petui.lessons.place import Fault
from petui.plain.charset import shown


def faults_text(faults: Sequence[Fault], *, ascii: bool) -> str:
    """One line per fault: `FILE:LINE:COL: CODE message`."""
    return shown("".join(f"{fault}\n" for fault in faults), ascii=ascii)


def faults_json(faults: Sequence[Fault]) -> str:
    """The faults as JSON."""
    listed = [
        {
            "file": fault.place.file,
            "line": fault.place.line,
            "column": fault.place.column,
            "code": fault.code,
            "message": fault.message,
        }
        for fault in faults
    ]
    return json.dumps({"schema": 1, "faults": listed}, indent=1) + "\n"


def tally(faults: Sequence[Fault]) -> str:
    """How many faults there are, and how many warnings beside them: `2 faults, 1 warning`."""
    warnings = sum(fault.is_warning for fault in faults)
    told = counted(len(faults) - warnings, "fault")
    return f"{told}, {counted(warnings, 'warning')}" if warnings else told


def counted(number: int, one: str) -> str:
    """`1 fault`, `2 faults`, `no faults`."""
    return f"{number or 'no'} {one}" + ("" if number == 1 else "s")


def minutes_of(minutes: float) -> str:
    """`1 minute`, `7.5 minutes`."""
    return f"{minutes:g} minute" + ("" if minutes == 1 else "s")
