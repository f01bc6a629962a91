"""The encoding table: any length and width at the same cost, for only what is visible is computed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from textual import events
from textual.message import Message
from textual.reactive import reactive

from petui.core.encoding import encode, trace
from petui.core.formula import Formula
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.lessons.cells import Line
from petui.tui.widgets.lines import LinesPane

_CELL = 8
_HEADER_ROWS = 2
# Below this many rows the worked cell gives way to rows of the table.
_LEAST_WITH_WORKED = 6


class EncodingTable(LinesPane):
    """Rows are positions, columns are slots; the cell under the cursor is worked out below.

    Attributes:
        lab: What is shown.
        pinned: A row kept above the others to compare with.
        veiled: Whether the worked cell waits for the learner's own answer.
    """

    BORDER_TITLE = "Encoding table"

    lab: reactive[Lab] = reactive(Lab, init=False)
    pinned: reactive[Lab | None] = reactive(None, init=False)
    veiled: reactive[bool] = reactive(False, init=False)

    class CellPicked(Message):
        """A cell was clicked."""

        def __init__(self, pos: int, slot: int) -> None:
            """A cell by position and slot."""
            super().__init__()
            self.pos = pos
            self.slot = slot

    def __init__(self, *, id: str | None = None, ascii: bool = False) -> None:
        """A table at the default Lab."""
        super().__init__(id=id)
        self.ascii = ascii
        self._first_row = self._first_column = 0
        self._rows = self._columns = self._gutter = 0

    def watch_lab(self) -> None:
        """Draw the other Lab."""
        self.paint()

    def watch_pinned(self) -> None:
        """Draw with or without the pinned row."""
        self.paint()

    def watch_veiled(self) -> None:
        """Draw with or without the worked cell."""
        self.paint()

    def on_resize(self) -> None:
        """Fit the window to the pane."""
        self.paint()

    def paint(self) -> None:
        """Compute and draw the visible window."""
        width, height = self.content_size
        if width < 1 or height < 1:
            return
        self.show(self._table_lines(width, height))

    # ---- the window -------------------------------------------------------------------------------------------------

    def _table_lines(self, width: int, height: int) -> list[Line]:
        lab = self.lab
        worked = self._worked(width) if height >= _LEAST_WITH_WORKED else []
        pinned_rows = 1 if self.pinned is not None else 0
        rows = max(1, height - _HEADER_ROWS - len(worked) - pinned_rows)
        gutter = max(4, len(str(self._window_row(rows) + rows)) + 1)
        columns = max(1, min(lab.d_model, (width - gutter) // _CELL))
        self._first_column = _window(self._first_column, lab.slot, columns, lab.d_model)
        self._rows, self._columns, self._gutter = rows, columns, gutter
        values = _values(self._first_row, rows, lab.d_model, lab.base, lab.dtype, self._first_column, columns)
        lines = self._header(columns, gutter)
        if self.pinned is not None:
            lines.append(self._pinned_line(columns, gutter))
        for row in range(values.shape[0]):
            lines.append(self._row(self._first_row + row, values[row], gutter))
        lines += [()] * (height - len(worked) - len(lines))
        return [*lines, *worked]

    def _window_row(self, rows: int) -> int:
        self._first_row = _window(self._first_row, self.lab.pos, rows, MAX_LAB_POSITION + 1)
        return self._first_row

    def _header(self, columns: int, gutter: int) -> list[Line]:
        slots = range(self._first_column, self._first_column + columns)
        names: list[tuple[str, str]] = [("pos".ljust(gutter), "muted")]
        rates: list[tuple[str, str]] = [(("w" if self.ascii else "ω").ljust(gutter), "muted")]
        omega = Formula(self.lab).omega
        for slot in slots:
            style = f"pair{slot // 2}" + (" strong" if slot == self.lab.slot else "")
            wave = "cos" if slot % 2 else "sin"
            names.append((f"{slot} {wave}".rjust(_CELL), style))
            rates.append((("" if slot % 2 else _rate(omega(slot // 2))).rjust(_CELL), style))
        arrows = ("<" if slots.start > 0 else "") + (">" if slots.stop < self.lab.d_model else "")
        return [(*names, (f" {arrows}" if arrows else "", "muted")), tuple(rates)]

    def _row(self, pos: int, values: NDArray[np.floating], gutter: int) -> Line:
        here = pos == self.lab.pos
        mark = (">" if self.ascii else "▶") if here else " "
        head = f"{mark}{pos}".ljust(gutter)
        runs: list[tuple[str, str]] = [(head, "cursor" if here else "muted")]
        for at, value in enumerate(values):
            slot = self._first_column + at
            style = "here" if here and slot == self.lab.slot else ("cursor" if here else "")
            runs.append((" ", ""))
            runs.append((f"{value:{_CELL - 1}.4f}", style))
        return tuple(runs)

    def _pinned_line(self, columns: int, gutter: int) -> Line:
        assert self.pinned is not None
        kept, lab = self.pinned, self.lab
        last = min(self._first_column + columns, kept.d_model)
        old = encode(kept.pos, kept.d_model, kept.base, first_slot=self._first_column, last_slot=last)
        new = encode(
            lab.pos, lab.d_model, lab.base, first_slot=self._first_column, last_slot=self._first_column + columns
        )
        runs: list[tuple[str, str]] = [(f"={kept.pos}".ljust(gutter), "strong")]
        up, down = ("^", "v") if self.ascii else ("▲", "▼")
        for at, value in enumerate(old):
            change = new[at] - value if at < len(new) else 0.0
            arrow = " " if abs(change) < 5e-5 else (up if change > 0 else down)
            runs.append((f"{arrow}{value:{_CELL - 1}.4f}", "em"))
        return tuple(runs)

    # ---- the worked cell --------------------------------------------------------------------------------------------

    def _worked(self, width: int) -> list[Line]:
        rule: Line = (("-" * width if self.ascii else "─" * width, "axis"),)
        if self.veiled:
            return [rule, (("worked out once you have answered", "muted"),)]
        style = f"pair{self.lab.slot // 2}"
        return [rule, *(((text, style),) for text in worked_cell(self.lab, width))]

    def on_click(self, event: events.Click) -> None:
        """Say which cell was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        pinned = 1 if self.pinned is not None else 0
        row, column = offset.y - _HEADER_ROWS - pinned, (offset.x - self._gutter) // _CELL
        if 0 <= row < self._rows and 0 <= column < self._columns:
            slot = self._first_column + column
            if slot < self.lab.d_model:
                self.post_message(self.CellPicked(self._first_row + row, slot))


def worked_cell(lab: Lab, width: int) -> list[str]:
    """The cell in full: formula, numbers, angle, value; on one line where it fits, else on lines at each `=`."""
    cell = trace(lab.pos, lab.slot, lab.d_model, lab.base)
    name = f"PE({lab.pos},{lab.slot})"
    pieces = [
        f"{cell.function}({lab.pos} / {lab.base:g}^({2 * cell.pair}/{lab.d_model}))",
        f"{cell.function}({cell.angle:.6g})",
        f"{cell.value:.6f}",
    ]
    whole = " = ".join([name, *pieces])
    if len(whole) <= width:
        return [whole]
    indent = " " * len(name)
    return [f"{name} = {pieces[0]}"[:width], f"{indent} = {pieces[1]} = {pieces[2]}"[:width]]


def _window(first: int, at: int, size: int, end: int) -> int:
    """The first index of a window that holds `at`; at an edge it moves by half its size, not by one."""
    if first <= at < first + size:
        return max(0, min(first, end - size))
    wanted = at - size // 2 if abs(at - first) > size else (first - size // 2 if at < first else first + size // 2)
    if not wanted <= at < wanted + size:
        wanted = at - size // 2
    return max(0, min(wanted, end - size))


def _rate(omega: float) -> str:
    if omega == 1:
        return "1"
    return f"{omega:.4f}" if omega >= 0.001 else f"{omega:.1e}"


@lru_cache(maxsize=64)
def _values(
    first_row: int, rows: int, d_model: int, base: float, dtype: str, first_slot: int, slots: int
) -> NDArray[np.floating]:
    positions = np.arange(first_row, min(first_row + rows, MAX_LAB_POSITION + 1))
    return encode(positions, d_model, base, dtype, first_slot=first_slot, last_slot=first_slot + slots)
