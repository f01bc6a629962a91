"""Arrays as Python prints them: brackets, blanks or commas between the numbers, rows over several lines."""

from __future__ import annotations

import re
from array import array
from typing import BinaryIO

import numpy as np

from petui.core.errors import TableError
from petui.core.parameters import MAX_D_MODEL
from petui.plain.arrayform import text_encoding
from petui.plain.decimals import Printed
from petui.plain.faults import counted
from petui.plain.textarray import MOST_NUMBERS, Figures

_MOST_TEXT = 1 << 28
_ROW = re.compile(r"\[([^\[\]]*)\]")
_BETWEEN = re.compile(r"[\s,]+")
_SAVE = "save the array itself, np.save('table.npy', array), and check that"


def read_printed(stream: BinaryIO, *, where: str) -> Figures:
    """The figures of a printed array of one axis or two; a batch of one has its brackets around it.

    Args:
        stream: The file, read from its beginning.
        where: Its name, for errors.

    Raises:
        TableError: If rows were left out in print or differ in length, or something in it is no number.
    """
    stream.seek(0)
    data = stream.read(_MOST_TEXT + 1)
    if len(data) > _MOST_TEXT:
        raise TableError(f"is a printed array of more than {_MOST_TEXT} bytes", where=where, mend=_SAVE)
    try:
        text = data.decode(text_encoding(data))
    except UnicodeDecodeError:
        raise TableError("is text with bytes that are no UTF-8", where=where, mend="save it as UTF-8") from None
    if "..." in text:
        raise TableError("is a printed array, and Python left out part of it: ...", where=where, mend=_SAVE)
    values, rows, width, printed = array("d"), 0, 0, Printed()
    for found in _ROW.finditer(text):
        cells = [cell for cell in _BETWEEN.split(found[1].strip()) if cell]
        width = len(cells) if rows == 0 else width
        if len(cells) != width or not 0 < width <= MAX_D_MODEL:
            what = f"row {rows} of this printed array has {counted(len(cells), 'number')}, row 0 has {width}"
            raise TableError(what, where=where, mend=_SAVE)
        if len(values) + width > MOST_NUMBERS:
            raise TableError(f"has more than {MOST_NUMBERS} numbers", where=where, mend=_SAVE)
        values.extend(_number(cell, where) for cell in cells)
        printed.add(cells)
        rows += 1
    if not rows:
        raise TableError("begins as a printed array, but holds no row of numbers", where=where, mend=_SAVE)
    figures = np.frombuffer(values, dtype=np.float64).reshape(rows, width)
    largest = float(np.max(np.abs(figures), where=np.isfinite(figures), initial=0.0))
    remark = "It is an array as Python prints it, and is judged by the digits that were printed."
    return Figures(figures, printed.resolution(largest), (remark,), looks_single=printed.looks_single)


def _number(cell: str, where: str) -> float:
    try:
        if "_" not in cell:
            return float(cell)
    except ValueError:
        pass
    shown = cell if len(cell) <= 40 else cell[:40] + "..."
    raise TableError(f"{shown!r} in a printed array is no number", where=where, mend=_SAVE)
