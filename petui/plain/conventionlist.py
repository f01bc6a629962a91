"""Every named convention in a line each."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, TypeAlias

from petui.core.conventions import ALL, CONVENTIONS, ON_SCORES, PLANES, POINTS, AnyConvention, Convention
from petui.core.planes import Plane
from petui.plain.charset import shown

LAYOUTS = {
    "interleaved": "interleaved",
    "sines-first": "sines first",
    "cosines-first": "cosines first",
    "alternating": "alternating",
}
ODD = {"refuse": "none", "end-with-sine": "ends with sine", "zero-column": "zero column", "round-up": "rounded up"}
STARTS = {"distances": "down", "signed-descending": "down", "signed-ascending": "both"}
MEASURES = {"count": "counted", "share-of-turn": "share of a turn", "middle-of-turn": "share, middles"}
SCALES = {"1": "1", "d^-1/2": "1/√d"}
_Rows: TypeAlias = list[tuple[str, ...]]
_FOOT = (
    "start: position of the first token; down, both: rows are distances instead\n"
    "d-2: the exponent is 2i/(d - 2) · odd width: what becomes of it · ~: is trained\n"
    "`petui conventions NAME` explains one, `petui table --convention NAME` prints it\n"
    "`petui convert` puts a table, or weights, from one into another\n"
)


def kind_of(found: AnyConvention) -> str:
    """What its rows are of: "sequence", "grid" or "points"."""
    return "sequence" if isinstance(found, Convention) else "grid" if isinstance(found, Plane) else "points"


def said_scale(found: Convention) -> str:
    """What every value is multiplied by, in a few characters."""
    return f"{SCALES[found.scale]}{'~' if found.learned_scale else ''}"


def facts(found: AnyConvention) -> dict[str, Any]:
    """All that is known of a convention, for JSON."""
    values = asdict(found)
    return {"name": values.pop("name"), "kind": kind_of(found), **values}


def list_json() -> str:
    """Every convention as one line of JSON."""
    content = {
        "schema": 1,
        "conventions": [facts(each) for each in ALL.values()],
        "on_scores": [asdict(each) for each in ON_SCORES.values()],
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def list_text(*, ascii: bool) -> str:
    """Every convention in a line, of at most 80 columns."""
    sequences: _Rows = [("of a sequence", "layout", "divisor", "start", "odd width", "scale")]
    for each in CONVENTIONS.values():
        start = STARTS.get(each.order, str(each.start))
        sequences.append((each.name, LAYOUTS[each.layout], each.divisor, start, ODD[each.odd], said_scale(each)))
    grids: _Rows = [("of a grid", "layout", "slots of", "start", "positions", "width")]
    for plane in PLANES.values():
        order = ", ".join(plane.axes[axis] for axis in plane.first)
        width = "any" if plane.rounds_up else f"{2 * len(plane.axes)}n"
        layout, measure = LAYOUTS[plane.layout], MEASURES[plane.measure]
        grids.append((plane.name, layout, order, str(plane.start), measure, width))
    points: _Rows = [("of points", "frequencies", "row")]
    for point in POINTS.values():
        row = "coordinates, then their waves" if point.raw else "waves alone"
        points.append((point.name, "2^k" if point.factor == 1 else "2^k·π", row))
    scores: _Rows = [("without a table", "changes", "how")]
    scores += [(each.name, each.acts_on, each.does) for each in ON_SCORES.values()]
    sections = [_columns(rows) for rows in (sequences, grids, points, scores)]
    return shown("\n".join([*sections, _FOOT]), ascii=ascii)


def _columns(rows: _Rows) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
