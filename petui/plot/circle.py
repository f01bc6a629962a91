r"""Circle: the current pair's unit circle, x = cos(pos·\omega_i), y = sin(pos·\omega_i), a dot per whole position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import pi

import numpy as np

from petui.core.lab import Lab
from petui.plot.canvas import Cells, Grid
from petui.plot.encoded import encoded, encoded_as
from petui.plot.picture import Line, Picture, Run, filled, first_that_fits, fitted, needs
from petui.plot.ruler import four_decimals, page_within, short, subscript
from petui.plot.sheet import Sheet, place_marks
from petui.plot.turns import arc_cells, circle_cells, hand_cells, signed, turns
from petui.records import dataclass

MIN_WIDTH = 24
MIN_HEIGHT = 6
MOST_DOTS = 128
_MARGIN = 5
_TEXT_WIDTH = 22
_LABELS = 12
_LEAST_ARC_ROWS = 7
_ARC = 0.5
_PADDING = "  padding: all zeros"
_TAKEN = frozenset("•●○o@O0123456789")


@dataclass(frozen=True, slots=True)
class Face:
    """The circle and its dots, before the current position is known.

    Attributes:
        pair: The pair i.
        omega: Its frequency, radians per position.
        wavelength: Its wavelength, positions per turn.
        cosine: Whether the table has its cosine; the last pair of an odd width has none.
        first: The first position that has a dot.
        count: Positions that have one.
        grid: Cells and limits of the circle.
        rim: The drawn circle.
        dots: Row and column of each position's dot.
    """

    pair: int
    omega: float
    wavelength: float
    cosine: bool
    first: int
    count: int
    grid: Grid
    rim: Cells
    dots: tuple[tuple[int, int], ...]

    @property
    def last(self) -> int:
        """The last position that has a dot."""
        return self.first + self.count - 1


@dataclass(frozen=True, slots=True)
class Place:
    r"""Where a position stands on the circle.

    Attributes:
        position: The position.
        angle: position·\omega_i, radians.
        x: Its cosine.
        y: Its sine.
        padding: Whether its row is all zeros, so that it stands in the middle and has no angle.
    """

    position: int
    angle: float
    x: float
    y: float
    padding: bool = False


@needs("Circles", MIN_WIDTH, MIN_HEIGHT)
def circle(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """The unit circle of the current slot's pair, with hands to the current position and to the one an offset further.

    A sequence of many positions has dots only around the current one.
    """
    face = face_of(lab, width, height, ascii=ascii)
    now, then = places(lab)
    sheet = Sheet(width, height - 1)
    _draw(sheet, face, lab, now, then)
    beside = text_column(face, width)
    if beside is not None:
        for row, runs in enumerate(_text(face, lab, now, then, width - beside)[: height - 1]):
            at = beside
            for text, style in runs:
                sheet.put(row, at, text, style)
                at += len(text)
    return Picture(
        filled([_heading(face, lab, now, width), *sheet.lines()], width, height), _says(face, lab, now, then)
    )


def face_of(lab: Lab, width: int, height: int, *, ascii: bool) -> Face:
    """The cached part of `circle`; the same object while `pos` stays in the window."""
    rows = min(height - 1, (width - 2 * _MARGIN) // 2)
    count = min(lab.length, MOST_DOTS)
    first = page_within(lab.pos, lab.length, count)
    pair = encoded(lab).near_pair(lab.slot)
    return _face(lab.convention, lab.d_model, lab.base, pair, first, count, rows, ascii)


def text_column(face: Face, width: int) -> int | None:
    """Where the text beside the circle begins; None where it has no room."""
    beside = 2 * _MARGIN + face.grid.width
    return beside if width - beside >= _TEXT_WIDTH else None


@lru_cache(maxsize=32)
def _face(name: str, d_model: int, base: float, pair: int, first: int, count: int, rows: int, ascii: bool) -> Face:
    table = encoded_as(name, d_model, base)
    grid = Grid(2 * rows, rows, (-1.0, 1.0), (-1.0, 1.0), ascii)
    y, x = table.hands(np.arange(first, first + count), [pair])
    dots = tuple(
        (grid.row(up), grid.column(right)) for right, up in zip(x[:, 0].tolist(), y[:, 0].tolist(), strict=True)
    )
    omega, turn = float(table.omega[pair]), table.wavelength(pair)
    return Face(pair, omega, turn, table.has_cosine(pair), first, count, grid, circle_cells(grid), dots)


def places(lab: Lab) -> tuple[Place, Place]:
    """The current position and the one an offset further, on the current pair's circle."""
    table = encoded(lab)
    pair = table.near_pair(lab.slot)
    omega = float(table.omega[pair])
    positions = (lab.pos, lab.pos + lab.offset)
    y, x = table.hands(positions, [pair])
    now, then = (
        Place(position, position * omega, float(x[at, 0]), float(y[at, 0]), position == table.padding)
        for at, position in enumerate(positions)
    )
    return now, then


# ---- drawing ---------------------------------------------------------------------------------------------------------


def _draw(sheet: Sheet, face: Face, lab: Lab, now: Place, then: Place) -> None:
    """Axes, circle, dots, hands and numbers; what comes later lies above."""
    grid, ascii, style = face.grid, face.grid.ascii, f"pair{face.pair}"
    sheet.lay(face.rim, 0, _MARGIN, "muted")
    if lab.offset:
        sheet.lay(hand_cells(grid, then.x, then.y, dotted=True), 0, _MARGIN, style)
        turned = not (now.padding or then.padding) and abs(lab.offset * face.omega) <= 2 * pi
        if turned and grid.height >= _LEAST_ARC_ROWS:
            begin = float(np.arctan2(now.y, now.x))
            sheet.lay(arc_cells(grid, begin, lab.offset * face.omega, _ARC), 0, _MARGIN, style)
    sheet.lay(hand_cells(grid, now.x, now.y), 0, _MARGIN, f"{style} strong")
    for row, column in face.dots:
        sheet.put(row, _MARGIN + column, "o" if ascii else "•", style)
    current, other = place_marks(ascii=ascii)
    if lab.offset:
        _dot(sheet, grid, then, other, f"{style} strong")
    _dot(sheet, grid, now, current, "cursor strong")
    _numbers(sheet, face, lab, now, then)
    _axes(sheet, grid)


def _dot(sheet: Sheet, grid: Grid, place: Place, mark: str, style: str) -> None:
    sheet.put(grid.row(place.y), _MARGIN + grid.column(place.x), mark, style)


def _axes(sheet: Sheet, grid: Grid) -> None:
    """Faint axes with their names, where the cells are blank."""
    ascii, middle, centre = grid.ascii, grid.row(0.0), _MARGIN + grid.column(0.0)
    for row, names in ((middle + 1, ("x = cos", "cos")), (1, ("y = sin", "sin"))):
        for name in names if grid.height >= _LEAST_ARC_ROWS else ():
            column = centre + 1 if row == 1 else max(_MARGIN + grid.width - 3 - len(name), centre + 2)
            if sheet.blank(row, column, len(name)):
                sheet.put(row, column, name, "axis")
                break
    for column in range(_MARGIN, _MARGIN + grid.width):
        sheet.fill(middle, column, "-" if ascii else "─", "axis")
    for row in range(grid.height):
        sheet.fill(row, centre, "|" if ascii else "│", "axis")


def _numbers(sheet: Sheet, face: Face, lab: Lab, now: Place, then: Place) -> None:
    """Positions beside their dots, outside the circle, the current one first; one that has no room is left out."""
    numbered: set[tuple[int, int]] = set()
    for position in _wanted(face, lab):
        style = "cursor strong" if position == now.position else f"pair{face.pair}"
        if face.first <= position <= face.last:
            cell = face.dots[position - face.first]
        elif position == then.position:
            cell = face.grid.row(then.y), face.grid.column(then.x)
        else:
            continue
        # Of positions that share a cell one is numbered: more numbers would seem to belong to cells beside it.
        if cell not in numbered and _numbered(sheet, face, *cell, str(position), style):
            numbered.add(cell)
        if len(numbered) == _LABELS:
            return


def _numbered(sheet: Sheet, face: Face, row: int, column: int, text: str, style: str) -> bool:
    """Whether there was room for a number: outside the circle, above or below its dot, or inside."""
    right, outer = column >= face.grid.width // 2, -1 if row < face.grid.height // 2 else 1
    end = text_column(face, sheet.width) or sheet.width + 1
    for down, to_right, gap in (
        (0, right, 0),
        (0, right, 1),
        (outer, right, 0),
        (0, not right, 0),
        (-outer, right, 0),
    ):
        # Above or below its dot the number covers the dot's column and leads outwards.
        away = gap + (0 if down else 1)
        start = _MARGIN + (column + away if to_right else column - len(text) + 1 - away)
        if start + len(text) < end and _is_free(sheet, row, row + down, start, len(text), _MARGIN + column):
            sheet.put(row + down, start, text, style)
            return True
    return False


def _is_free(sheet: Sheet, dot_row: int, row: int, start: int, count: int, dot: int) -> bool:
    """Whether a number there is on blank cells, and beside, above and below it is no dot or number but its own dot."""
    if not sheet.blank(row, start, count):
        return False
    near = [(row, column) for column in (start - 2, start - 1, start + count, start + count + 1)]
    if row == dot_row:
        near = [(row, column) for _, column in near if (column > dot) == (start > dot) and column != dot]
    else:
        near += [(side, column) for side in (row - 1, row + 1) for column in range(start, start + count)]
    return all(sheet.mark(*cell) not in _TAKEN for cell in near if cell != (dot_row, dot))


def _wanted(face: Face, lab: Lab) -> Iterator[int]:
    """Positions in the order in which they are to be numbered, each once."""
    seen = set()
    near = [lab.pos + away for step in range(1, _LABELS + 1) for away in (step, -step)]
    for position in (lab.pos, lab.pos + lab.offset, face.first, *near):
        if position not in seen:
            seen.add(position)
            yield position


# ---- words -----------------------------------------------------------------------------------------------------------


def _rate(face: Face) -> str:
    return ("w" if face.grid.ascii else "ω") + subscript(face.pair, ascii=face.grid.ascii)


def _heading(face: Face, lab: Lab, now: Place, width: int) -> Line:
    mark, _ = place_marks(ascii=face.grid.ascii)
    pairs = encoded(lab).pairs
    heads = [f"Circle of pair {face.pair} of {pairs}   ", f"pair {face.pair} of {pairs}   ", f"pair {face.pair}  "]
    tails = [
        f"{mark} pos {now.position}: cos {four_decimals(now.x)}, sin {four_decimals(now.y)}",
        f"{mark} {now.position}",
    ]
    for tail in tails:
        for head in heads:
            if len(head + tail) <= width:
                return fitted([(head, "heading"), (tail, "cursor strong")], width)
    return fitted([(heads[-1], "heading")], width)


def _text(face: Face, lab: Lab, now: Place, then: Place, room: int) -> list[list[Run]]:
    """What stands beside the circle, the most wanted first."""
    ascii, rate = face.grid.ascii, _rate(face)
    current, other = place_marks(ascii=ascii)
    wave = "lambda" if ascii else "λ"
    style = f"pair{face.pair}"
    rows: list[list[Run]] = [
        [(f"{current} pos {now.position}", "cursor strong")],
        [(_PADDING if now.padding else _angle(now.angle, f"pos{'*' if ascii else '·'}{rate}", room), "")],
    ]
    if lab.offset:
        rows.append([(f"{other} pos {then.position}", f"{style} strong")])
        if then.padding:
            rows.append([(_PADDING, style)])
        elif not now.padding:
            rows.append([(_angle(lab.offset * face.omega, f"k{rate}", room, plus=True), style)])
        rows += [[(text, "")] for text in _point(then, room)]
    about = [
        f"{rate} = {short(face.omega)}, {wave} = {short(face.wavelength)} positions a turn",
        f"{rate} = {short(face.omega)}",
    ]
    rows.append([(first_that_fits(about, room), f"{style} strong")])
    dash = "-" if ascii else "–"
    dots = f"{'o' if ascii else '•'} {face.first}{dash}{face.last}"
    of = f" of {lab.length}" if face.count < lab.length else ""
    rows.append([(first_that_fits([f"{dots}{of}, one dot each", dots], room), "muted")])
    if not face.cosine:
        rows.append([(first_that_fits(["odd d_model: no cos slot", "no cos slot"], room), "strong")])
    return [[(first_that_fits([text], room), name) for text, name in row] for row in rows]


def _point(place: Place, room: int) -> list[str]:
    """Cosine and sine in one row, or where that has no room in two."""
    cosine, sine = f"cos {four_decimals(place.x)}", f"sin {four_decimals(place.y)}"
    whole = f"  {cosine}, {sine}"
    return [whole] if len(whole) <= room else [f"  {cosine}", f"  {sine}"]


def _angle(angle: float, name: str, room: int, *, plus: bool = False) -> str:
    number, parts = signed(angle, plus=plus), turns(angle, plus=plus)
    texts = [f"  {name} = {number} rad = {parts} turn", f"  {number} rad = {parts} turn", f"  {number} rad"]
    return first_that_fits(texts, room)


def _says(face: Face, lab: Lab, now: Place, then: Place) -> str:
    no = "" if face.cosine else ", which the table has no slot for"
    where = "stands " if now.padding else f"stands at {signed(now.angle)} radians, {turns(now.angle)} turns, "
    other = ""
    if lab.offset and (now.padding or then.padding):
        other = f"; position {then.position} is at cosine {four_decimals(then.x)} and sine {four_decimals(then.y)}"
    elif lab.offset:
        other = (
            f"; a turn by {signed(lab.offset * face.omega, plus=True)} radians, "
            f"{turns(lab.offset * face.omega, plus=True)} turns, leads to position {then.position} at cosine "
            f"{four_decimals(then.x)} and sine {four_decimals(then.y)}"
        )
    return (
        f"Unit circle of pair {face.pair} at d_model {lab.d_model} (omega {short(face.omega)}, wavelength "
        f"{short(face.wavelength)}), x the cosine{no} and y the sine, a dot for each position {face.first} to "
        f"{face.last}; position {now.position} {where}at "
        f"cosine {four_decimals(now.x)} and sine {four_decimals(now.y)}{other}."
    )
