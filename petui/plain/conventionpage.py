"""One convention explained: its formula, what trips those who compare, which others equal it, a row to compare with."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from petui.core.conventions import CONVENTIONS, AnyConvention, Convention, any_convention, on_scores
from petui.core.kinship import kin_of
from petui.core.planes import Plane, PointConvention
from petui.plain.charset import shown
from petui.plain.conventionlist import facts
from petui.plain.hanging import hanging
from petui.plain.positions import Positions, TypedPositions
from petui.plain.scorespage import scores_json, scores_text
from petui.plain.table import table_chunks
from petui.plain.tablerequests import DEFAULT_POINT, default_grid, default_width
from petui.plain.tablerows import GridRequest, PointRequest, TableRequest, TableRows

_COLUMNS = 80
_SAMPLE_WIDTH = 8
_SAMPLE_GRIDS = {2: (1, 2), 3: (1, 1, 2)}
_SAMPLE_POINT = ((0.5,),)
_SAMPLE_LEVELS = 3

_ODD = {
    "refuse": "there is none",
    "end-with-sine": "there is one sine more than cosines",
    "zero-column": "the last slot is always 0, and the rest is as at d_model - 1",
    "round-up": "the row of d_model + 1 without its last slot",
}
_ORDERS = {
    "distances": "p is the distance to an earlier token and runs down, from length - 1 to 0",
    "signed-descending": "p is a signed distance and runs down, from length to 1 - length",
    "signed-ascending": "p is a signed distance and runs up, from -2·length to 2·length - 1",
}
_ARITHMETIC = {"real": "real numbers: a formula", "compute dtype": "the number format that the model runs in"}
_MEASURES = {
    "count": "p of a cell is its index along the axis",
    "share-of-turn": "p of a cell is 2π·n/(last n + 10^-6), where n is its index along the axis",
    "middle-of-turn": "p of a cell is 2π·(n - 0.5)/(last n + 10^-6), where n is its index along the axis",
}


def page_text(name: str, width: int | None, *, ascii: bool) -> str:
    """A convention explained in lines of `width` columns; None for lines of any length.

    Raises:
        ParameterError: If there is no such convention; similar names are hinted.
    """
    without = on_scores(name)
    if without is not None:
        return scores_text(without, width, ascii=ascii)
    found = any_convention(name, where="conventions")
    rows = [*_formula(found), *_rest(found), ("command", _command(found))]
    lines = [shown(f"{found.name}: {found.title}", ascii=ascii)]
    for head, text in rows:
        lines += hanging(f"  {head:<10} ", shown(text, ascii=ascii), width)
    return "\n".join([*lines, "", ""]) + _sample_text(found, ascii=ascii)


def _sample_text(found: AnyConvention, *, ascii: bool) -> str:
    """The sample with four decimals, or with three where its frequencies need the room."""
    for digits in (4, 3):
        text = "".join(map(str, table_chunks(sample_rows(found), "text", digits, ascii=ascii)))
        if max(map(len, text.splitlines())) <= _COLUMNS:
            break
    return text


def page_json(name: str) -> str:
    """The same as one line of JSON.

    Raises:
        ParameterError: If there is no such convention.
    """
    without = on_scores(name)
    if without is not None:
        return scores_json(without)
    found = any_convention(name, where="conventions")
    sample = sample_rows(found)
    ((labels, rows),) = sample.blocks()
    kin = kin_of(found) if isinstance(found, Convention) else None
    content = {
        "schema": 1,
        **facts(found),
        "formula": [text for _, text in _formula(found)],
        "equals": [] if kin is None else list(kin.same),
        "equals_at_even_widths": [] if kin is None else list(kin.even),
        "equals_from_another_start": [] if kin is None else list(kin.moved),
        "sample": {"d_model": sample.width, "positions": list(labels), "values": rows.astype(np.float64).tolist()},
        "command": _command(found),
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def sample_rows(found: AnyConvention) -> TableRows:
    """A few short rows: the first token's and that at 1; the first cells of a grid; one coordinate."""
    if isinstance(found, Convention):
        start = found.start
        positions: Positions = TypedPositions(((start,), (1,)) if start != 1 else ((start,),))
        return TableRequest(positions, _SAMPLE_WIDTH, None, found.name)
    if isinstance(found, Plane):
        return GridRequest(found, _SAMPLE_GRIDS[len(found.axes)], default_width(found))
    return PointRequest(found, _SAMPLE_POINT, found.width(1, _SAMPLE_LEVELS))


def _formula(found: AnyConvention) -> Iterator[tuple[str, str]]:
    if isinstance(found, Convention):
        yield "formula", f"ω_i = base^(-2i/{'(d - 2)' if found.divisor == 'd-2' else 'd'}), where d is d_model"
        yield "", _slots(found)
        if found.scale != "1" or found.learned_scale:
            by = "1/√d" if found.scale != "1" else "1"
            yield "", f"all of it times {by}{', which training changes' if found.learned_scale else ''}"
    elif isinstance(found, Plane):
        share = f"d/{len(found.axes)}" if not found.rounds_up else f"2·ceil(d/{2 * len(found.axes)})"
        omega = "e^(2k·floor(-ln(base)/d/2))" if found.floored else "base^(-2k/F)"
        yield "formula", f"ω_k = {omega}, F = {share} slots for each axis, k < F/2"
        yield "", _plane_slots(found)
    else:
        yield "formula", f"ω_k = 2^k{'·π' if found.factor != 1 else ''}, k from 0 to L - 1"
        first = "the coordinates themselves; then " if found.raw else ""
        yield "", f"{first}for each k the sines of ω_k·x of all coordinates, then their cosines"


def _slots(found: Convention) -> str:
    if found.layout == "interleaved":
        return "slot 2i holds sin(p·ω_i), slot 2i + 1 holds cos(p·ω_i)"
    first, second = ("sin", "cos") if found.layout == "sines-first" else ("cos", "sin")
    return f"slot i holds {first}(p·ω_i), slot d/2 + i holds {second}(p·ω_i)"


def _plane_slots(found: Plane) -> str:
    order = ", then ".join(found.axes[axis] for axis in found.first)
    if found.layout == "alternating":
        return f"for each k sin(p·ω_k), cos(p·ω_k) of {order}"
    inside = "sin(p·ω_k), cos(p·ω_k) for each k" if found.layout == "interleaved" else "all sines, then all cosines"
    return f"all slots of {order}: {inside}{'; the row is cut at d' if found.rounds_up else ''}"


def _rest(found: AnyConvention) -> Iterator[tuple[str, str]]:
    if isinstance(found, Convention):
        yield "positions", _positions(found)
        narrow = f"; d_model is at least {found.least}" if found.least > 2 else ""
        yield "odd d", f"{_ODD[found.odd]}{narrow}"
    elif isinstance(found, Plane):
        yield "positions", f"{_MEASURES[found.measure]}, counted from {found.start}"
    else:
        yield "positions", "coordinates are any numbers, scaled to -1 … 1 as a rule"
    yield "computed", f"in {_ARITHMETIC.get(found.arithmetic, found.arithmetic)}"
    if not isinstance(found, PointConvention):
        yield "base", f"{found.base:g}"
    yield "beware", found.says
    if isinstance(found, Convention):
        yield from _kin(found)
    if found.aliases:
        yield "also", ", ".join(found.aliases)
    yield "source", found.source


def _positions(found: Convention) -> str:
    if found.order != "tokens":
        return _ORDERS[found.order]
    padding = "" if found.padding is None else f"; the row of {found.padding} is all zeros"
    return f"p of the first token is {found.start}{padding}"


def _kin(found: Convention) -> Iterator[tuple[str, str]]:
    kin = kin_of(found)
    if kin.same:
        yield "equals", f"at every width: {', '.join(kin.same)}"
    if kin.even:
        yield "equals", f"at even widths, but not at all odd or narrow ones: {', '.join(kin.even)}"
    if kin.moved:
        begun = ", ".join(f"{name} ({_beginning(CONVENTIONS[name])})" for name in kin.moved)
        yield "equals", f"in the row of each position, but in a table of other positions: {begun}"


def _beginning(found: Convention) -> str:
    """Which positions a table is of, in a few words."""
    if found.order != "tokens":
        return "distances"
    return f"from {found.start}" + ("" if found.padding is None else f", {found.padding} is padding")


def _command(found: AnyConvention) -> str:
    if isinstance(found, Convention):
        return f"petui table --convention {found.name} --d-model {_SAMPLE_WIDTH}"
    if isinstance(found, Plane):
        return f"petui table --convention {found.name} --grid {default_grid(found)} --d-model {default_width(found)}"
    return f"petui table --convention {found.name} --pos {DEFAULT_POINT}"
