"""What `petui check` says about a table, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from math import isfinite
from typing import Any

from petui.core.conventions import CONVENTIONS, Convention, any_convention, convention
from petui.core.diagnosis.findings import Cause, Declared, Diagnosis, Match, Meant
from petui.core.errors import ParameterError, TableError
from petui.core.parameters import MAX_POSITION, checked_base, checked_dtype, checked_tolerance
from petui.core.planes import Plane
from petui.plain.arrayfile import OpenedTable
from petui.plain.charset import shown
from petui.plain.faults import counted
from petui.plain.hanging import hanging

PAGE_WIDTH = 80
_LABEL = 20
# As many names of conventions of the same numbers as one reads.
_NAMED = 5
_SAYS = {
    "match": "It is",
    "close": "It is, less exactly than its number format allows,",
    "bug": "Read otherwise, it is",
    "unknown": "The nearest is",
}
_UNKNOWN = (
    "No convention that petui knows fits, and no slip that it knows explains the difference. It may be learned, "
    "shuffled or something else altogether; `petui conventions` lists what is known."
)


def declare(
    table: OpenedTable,
    *,
    name: str | None = None,
    start: int | None = None,
    base: float | None = None,
    dtype: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
) -> Declared:
    """What its owner says of a table: by options first, then in the file.

    Raises:
        ParameterError: If an option is impossible.
        TableError: If the file says that its rows are not at positions one after another.
    """
    named = None if name is None else _declared(name)
    if base is not None:
        base = checked_base(base, where="--base")
    if start is not None and abs(start) > MAX_POSITION:
        raise ParameterError(f"{start} is beyond 2^53", where="--start", mend="give a smaller position")
    if dtype is not None:
        dtype = checked_dtype(dtype, where="--dtype").name
    own_base = 10000.0 if named is None else named.base
    return Declared(
        convention=None if named is None else named.name,
        start=_start_of(table) if start is None else start,
        base=base if base is not None else table.base if table.base is not None else own_base,
        dtype=dtype or _number_of(table),
        rtol=None if rtol is None else checked_tolerance(rtol, where="--rtol"),
        atol=None if atol is None else checked_tolerance(atol, where="--atol"),
        resolution=table.resolution,
    )


def _declared(name: str) -> Convention:
    found = any_convention(name, where="--convention")
    if isinstance(found, Plane):
        raise ParameterError(
            f"{found.name} encodes cells of a grid", where="--convention", mend="leave it out: a grid is found without"
        )
    return convention(name, where="--convention")


def _number_of(table: OpenedTable) -> str | None:
    """The number format where the array itself does not tell it."""
    told = table.number == "bfloat16" or (table.stored is None and table.number != "float64")
    return table.number if told else None


def _start_of(table: OpenedTable) -> int | None:
    """The position of the first row where the file says it; rows that descend are left to be found out."""
    positions = table.positions
    if positions is None:
        return None
    steps = {after - before for before, after in pairwise(positions)}
    if steps == {-1.0}:
        return None
    if not steps <= {1.0} or not positions[0].is_integer():
        raise TableError(
            "its rows are not at whole positions one after another",
            where=table.name,
            mend="check a table of consecutive positions",
        )
    return int(positions[0])


def check_json(found: Diagnosis, table: OpenedTable) -> str:
    """The diagnosis as one line of JSON; what is not finite is null, which JSON has instead."""
    content: dict[str, Any] = {
        "schema": 1,
        "shape": list(found.shape),
        "verdict": found.verdict,
        "matches": [_fields(each) for each in found.matches],
        "diagnosis": [_fields(each) for each in found.causes],
        "meant": None if found.meant is None else asdict(found.meant),
        "file": table.name,
        "form": table.form,
        "dtype": table.number,
        "remarks": [*table.remarks, *found.remarks],
    }
    return json.dumps(content, allow_nan=False) + "\n"


def _fields(each: Match | Cause) -> dict[str, Any]:
    values = asdict(each)
    return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in values.items()}


def check_text(found: Diagnosis, table: OpenedTable, declared: Declared, *, ascii: bool, width: int) -> str:
    """The diagnosis for people: the verdict's word first."""
    rows, slots = found.shape
    held = f"{counted(rows, 'row')} of {counted(slots, 'slot')}, {table.number}"
    if table.resolution:
        held += f", printed to within {table.resolution:.1g}"
    lines = hanging(f"{found.verdict}  ", f"{table.name}: {held}", width)
    for remark in table.remarks:
        lines += hanging("  ", remark, width)
    for cause in found.causes:
        lines += _cause_lines(cause, found, declared, width)
    sentences = [_UNKNOWN] if found.verdict == "unknown" else []
    for sentence in (*sentences, *_readings(found, declared), *found.remarks):
        lines += hanging("  ", sentence, width)
    return shown("".join(f"{line}\n" for line in lines), ascii=ascii)


def _readings(found: Diagnosis, declared: Declared) -> Iterator[str]:
    """The readings that fit; conventions of the same numbers are named together."""
    groups: dict[tuple[int, float, float], list[Match]] = {}
    for match in found.matches:
        groups.setdefault((match.start, match.base, match.scale), []).append(match)
    for number, (first, *others) in enumerate(groups.values()):
        says = _SAYS[found.verdict]
        if number and found.verdict == "match":
            says = "It is also" if first.base == declared.base else "With another base it is also"
        yield f"{says} {first.convention}: {_reading(first)}."
        if others:
            yield _alike(first.convention, [each.convention for each in others])


def _alike(first: str, names: list[str]) -> str:
    """The conventions of the same numbers, of which the first ones are the best known."""
    more = len(names) - _NAMED
    if more > 0:
        names = [*names[:_NAMED], f"{more} more (`petui conventions {first}`)"]
    said = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return f"The same table is that of {said}."


def _reading(match: Match) -> str:
    scale = "" if match.scale == 1 else f", times {match.scale:.9g}"
    return (
        f"first position {match.start}, base {match.base:.12g}{scale}; "
        f"largest error {match.max_error:.2g}, {match.tolerance:.2g} allowed"
    )


def _cause_lines(cause: Cause, found: Diagnosis, declared: Declared, width: int) -> list[str]:
    lines = hanging(f"  {cause.bug}  ", cause.says, width)
    if cause.first_difference is not None:
        row, slot = cause.first_difference
        figures = f"got {_figure(cause.got)}, expected {_figure(cause.expected)}"
        lines += hanging(f"    {'first difference':<{_LABEL}}", f"row {row}, slot {slot}: {figures}", width)
    if cause.mend:
        lines += hanging(f"    {'mend':<{_LABEL}}", cause.mend, width)
    command = right_table(found, declared)
    if command is None:
        return lines
    # A command to copy is one line, however long.
    head = f"    {'the right table':<{_LABEL}}"
    if len(head) + len(command) <= width:
        return [*lines, f"{head}{command}"]
    return [*lines, head.rstrip(), f"      {command}"]


def _figure(number: float | None) -> str:
    return "nothing" if number is None else f"{number:.9g}"


def right_table(found: Diagnosis, declared: Declared) -> str | None:
    """The command that prints the table that was expected; None where its convention has no such width."""
    name = declared.convention or "paper"
    start = declared.start if declared.start is not None else CONVENTIONS[name].start
    meant = found.meant or Meant(name, start)
    rows, slots = found.shape
    if not CONVENTIONS[meant.convention].has_width(slots):
        return None
    # A range that descends has no short form; its rows are the same upside down.
    first = meant.start if meant.step > 0 else meant.start - rows + 1
    base = "" if declared.base == CONVENTIONS[meant.convention].base else f" --base {declared.base:.17g}"
    return f"petui table --convention {meant.convention} --pos {first}:{first + rows} --d-model {slots}{base}"
