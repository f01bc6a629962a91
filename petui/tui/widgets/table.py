"""The encoding table: any length and width at the same cost, for only what is visible is computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import var

from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.core.phase import Floats
from petui.lessons.cells import Line, clip, cut_mark
from petui.plain.charset import shown
from petui.plot.encoded import encoded
from petui.plot.heat import HEAT_LEVELS, bin_of, shade_of
from petui.plot.picture import first_that_fits
from petui.plot.ruler import tidied
from petui.plot.window import slot_style
from petui.tui.tablemodes import SHADE, VALUE, TableMode
from petui.tui.widgets.painted import PaintedPane
from petui.tui.workedcell import compared_text, sign_of, sum_text, worked_cell

_HEADER_ROWS = 2
# The rows of what is pinned: its own row, and how far the current one is from it.
_PINNED_ROWS = 2
_LEAST_ROWS = 1
# The fields of a Lab that make another table of it.
_TABLE_FIELDS = ("d_model", "base", "convention", "dtype")
# Below this many rows the worked cell gives way to rows of the table.
_LEAST_WITH_WORKED = 6


class EncodingTable(PaintedPane):
    """Rows are positions, columns are slots; the cell under the cursor is worked out below.

    Attributes:
        lab: What is shown.
        pinned: What it is compared with: its row stands above the others, and where its table is another one a mark
            says of each cell whether it is now higher or lower.
        mode: What the cells hold.
        veiled: Whether the worked cell waits for the learner's own answer.
    """

    lab: var[Lab] = var(Lab, init=False)
    pinned: var[Lab | None] = var(None, init=False)
    mode: var[TableMode] = var(VALUE, init=False)
    veiled: var[bool] = var(False, init=False)

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
        self._titled = ""
        self._entitle()
        self._first_row = self._first_column = 0
        self._rows = self._columns = self._gutter = self._above = 0
        self._plain: list[Line] = []
        self._plain_window: tuple[object, ...] = ()

    def watch_lab(self) -> None:
        """Draw the other Lab."""
        self._entitle()
        self.change()

    def watch_pinned(self) -> None:
        """Draw with or without the comparison."""
        self._entitle()
        self.change()

    def on_resize(self) -> None:
        """The title has as much to say as it has room."""
        self._entitle()
        self.change()

    def watch_mode(self) -> None:
        """Draw the cells otherwise."""
        self._entitle()
        self.change()

    def watch_veiled(self) -> None:
        """Draw with or without the worked cell."""
        self.change()

    @property
    def visible_positions(self) -> range:
        """The positions of the rows that are shown."""
        return range(self._first_row, min(self._first_row + max(1, self._rows), MAX_LAB_POSITION + 1))

    def _entitle(self) -> None:
        """Set the title; the same one set again would have every row painted."""
        if (title := self._title) != self._titled:
            self._titled = title
            self.border_title = Content(title)

    @property
    def _title(self) -> str:
        says = ["Encoding table"]
        if self.mode is not VALUE:
            says.append(shown(self.mode.titled(self.lab), ascii=self.ascii))
        if self.lab.convention != "paper":
            says.append(self.lab.convention)
        title, kept = ", ".join(says), self.pinned
        if kept is None:
            return title
        diff = f"diff: pos {self.lab.pos} less pinned pos {kept.pos}"
        if not self._is_another_table(kept):
            return first_that_fits([f"{title}; {diff}", title], self._title_room)
        marks = "^v" if self.ascii else "▲▼"
        cells = f"{marks} in cells: less pinned at the same pos"
        forms = [f"{title}; {diff}; {cells}", f"{title}; {cells}", f"{title}; {marks} in cells: same pos", title]
        return first_that_fits(forms, self._title_room)

    @property
    def _title_room(self) -> int:
        return max(len("Encoding table"), self.size.width - 6)

    def _is_another_table(self, kept: Lab) -> bool:
        """Whether cells at the same place differ from those that are pinned."""
        return not set(_TABLE_FIELDS).isdisjoint(kept.differing(self.lab))

    # ---- the window -------------------------------------------------------------------------------------------------

    def painted(self, width: int, height: int) -> Sequence[Line]:
        """Compute and draw the visible window."""
        lab, kept = self.lab, self.pinned
        worked = self._worked(width) if height >= _LEAST_WITH_WORKED else []
        worked = worked if height - _HEADER_ROWS - len(worked) >= 1 else []
        room = height - _HEADER_ROWS - len(worked)
        self._above = _PINNED_ROWS if kept is not None and room >= _PINNED_ROWS + _LEAST_ROWS else 0
        self._rows = max(1, room - self._above)
        self._first_row = _window(self._first_row, lab.pos, self._rows, self._rows // 2, MAX_LAB_POSITION + 1)
        self._gutter = max(4, len(str(self._first_row + self._rows)) + 1)
        if kept is not None and self._above:
            self._gutter = max(self._gutter, len(_pin_label(kept)) + 1)
        self._columns = max(1, min(lab.d_model, (width - self._gutter) // self._cell))
        # Terminals scroll rows; columns are written anew, so that they move by all but the last two.
        self._first_column = _window(self._first_column, lab.slot, self._columns, self._columns - 2, lab.d_model)
        lines = [*self._header(), *(self._pinned_lines(kept) if kept and self._above else []), *self._body(kept)]
        lines += [()] * (height - len(worked) - len(lines))
        return [*lines, *worked]

    @property
    def _cell(self) -> int:
        """Columns per slot; shades are as narrow as the number of the last slot lets them be."""
        return max(self.mode.width, len(str(self.lab.d_model - 1)) + 1) if self.mode is SHADE else self.mode.width

    @property
    def _slots(self) -> range:
        return range(self._first_column, self._first_column + self._columns)

    def _header(self) -> list[Line]:
        """Slot, function and frequency; a frequency where its pair begins."""
        here, cell = encoded(self.lab), self._cell
        arrows = ("<" if self._slots.start > 0 else "") + (">" if self._slots.stop < self.lab.d_model else "")
        left = self.content_size.width - self._gutter - self._columns * cell
        # Without a column to spare, what says that there are more slots takes the place of the word.
        names: list[tuple[str, str]] = [(("pos" if left >= len(arrows) else arrows).ljust(self._gutter), "muted")]
        under = "" if self.mode is SHADE else "w" if self.ascii else "ω"
        rates: list[tuple[str, str]] = [(under.ljust(self._gutter), "muted")]
        for slot in self._slots:
            pair = here.pair_of(slot)
            style = slot_style(here, slot)
            wave = here.function_of(slot)
            repeated = slot > 0 and slot > self._first_column and here.pair_of(slot - 1) == pair
            rate = "" if pair is None or repeated else _rate(float(here.omega[pair]), cell - 1)
            name = f"{style} strong" if slot == self.lab.slot else style
            names.append(((str(slot) if self.mode is SHADE else f"{slot} {wave}").rjust(cell), name))
            rates.append(((wave if self.mode is SHADE else rate).rjust(cell), style))
        return [(*names, (first_that_fits([f" {arrows}" if arrows else "", arrows], left), "muted")), tuple(rates)]

    def _body(self, kept: Lab | None) -> Iterable[Line]:
        """The rows; where the pinned table is another one, each cell with a mark for higher or lower."""
        positions = self.visible_positions
        now = _numbers(self.mode, self.lab, positions, self._slots)
        if kept is not None and self._is_another_table(kept):
            shared = range(self._slots.start, max(self._slots.start, min(self._slots.stop, kept.d_model)))
            others = now[:, : len(shared)] - _numbers(self.mode, kept, positions, shared)
            return [self._row(pos, now[row], others[row]) for row, pos in enumerate(positions)]
        # Of all rows only the cursor's depends on where it is.
        window = (self.mode, _of_table(self.lab), positions, self._slots, self._gutter, self._cell, self.ascii)
        if window != self._plain_window:
            self._plain_window = window
            self._plain = [self._row(pos, now[row], (), plain=True) for row, pos in enumerate(positions)]
        at = positions.index(self.lab.pos)
        return [*self._plain[:at], self._row(self.lab.pos, now[at], ()), *self._plain[at + 1 :]]

    def _row(self, pos: int, numbers: Floats, differences: Sequence[float] | Floats, *, plain: bool = False) -> Line:
        # The current row has a mark, its position and its cell in the accent: a row of accents is a third of all bytes.
        here = pos == self.lab.pos and not plain
        mark = (">" if self.ascii else "►") if here else " "
        runs: list[tuple[str, str]] = [(f"{mark}{pos}".ljust(self._gutter), "cursor" if here else "muted")]
        # Python rounds and writes its own numbers several times faster than NumPy's.
        for at, number in enumerate(numbers.tolist()):
            style = "here" if here and self._slots[at] == self.lab.slot else ""
            sign = sign_of(differences[at], self.mode.least, ascii=self.ascii) if at < len(differences) else " "
            runs.append((" " if sign == "=" else sign, "muted"))
            runs.append(self._cell_run(number, style))
        return tuple(runs)

    def _cell_run(self, number: float, style: str) -> tuple[str, str]:
        """One cell without the column before it."""
        width = self._cell - 1
        if self.mode is SHADE:
            colour = style if style == "here" else f"heat{bin_of(number, HEAT_LEVELS)}"
            return shade_of(number, ascii=self.ascii) * width, colour
        return self.mode.text(number).rjust(width), style

    def _pinned_lines(self, kept: Lab) -> list[Line]:
        """The pinned row, and by how much the current one is higher or lower."""
        shared = range(self._slots.start, max(self._slots.start, min(self._slots.stop, kept.d_model)))
        old = _numbers(self.mode, kept, range(kept.pos, kept.pos + 1), shared)[0]
        new = _numbers(self.mode, self.lab, range(self.lab.pos, self.lab.pos + 1), shared)[0]
        before: list[tuple[str, str]] = [(_pin_label(kept).ljust(self._gutter), "strong")]
        change: list[tuple[str, str]] = [("diff".ljust(self._gutter), "strong")]
        for was, now in zip(old.tolist(), new.tolist(), strict=True):
            text, style = self._cell_run(was, "" if self.mode is SHADE else "em")
            before += [(" ", ""), (text, style)]
            sign = sign_of(now - was, self.mode.least, ascii=self.ascii)
            if sign == "=":
                change.append((sign.rjust(self._cell), "em"))
                continue
            number = self.mode.change(now - was)
            change += [(sign, "strong"), (number.rjust(self._cell - 1), "em")]
        if len(shared) < self._columns:
            room = self.content_size.width - self._gutter - len(shared) * self._cell - 2
            texts = [f"pinned: {kept.d_model} slots", f"{kept.d_model} slots", ""]
            change.append((f"  {first_that_fits(texts, room)}", "muted"))
        return [tuple(before), tuple(change)]

    # ---- the worked cell --------------------------------------------------------------------------------------------

    def _worked(self, width: int) -> list[Line]:
        rule: Line = (("-" * width if self.ascii else "─" * width, "axis"),)
        if self.veiled:
            return [rule, (("worked out once you have answered", "muted"),)]
        style = slot_style(encoded(self.lab), self.lab.slot)
        texts = [text.replace("·", "*") if self.ascii else text for text in worked_cell(self.lab, width)]
        if self.mode.name == "sum":
            texts.append(sum_text(self.lab, ascii=self.ascii))
        lines = [clip(((text, style),), width, cut_mark(ascii=self.ascii)) for text in texts]
        if self.pinned is not None:
            lines.append(((compared_text(self.lab, self.pinned, width, self.mode, ascii=self.ascii), "strong"),))
        return [rule, *lines]

    def on_click(self, event: events.Click) -> None:
        """Say which cell was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row, column = offset.y - _HEADER_ROWS - self._above, (offset.x - self._gutter) // self._cell
        if 0 <= row < len(self.visible_positions) and 0 <= column < self._columns:
            self.post_message(self.CellPicked(self._first_row + row, self._first_column + column))


def _pin_label(kept: Lab) -> str:
    """What stands before the pinned row."""
    return f"pin {kept.pos}"


def _window(first: int, at: int, size: int, step: int, end: int) -> int:
    """The first index of a window that holds `at`; at an edge it moves by `step`, which is at least one."""
    if first <= at < first + size:
        return max(0, min(first, end - size))
    step = max(1, step)
    wanted = at - size // 2 if abs(at - first) > size else (first - step if at < first else first + step)
    if not wanted <= at < wanted + size:
        wanted = at - size // 2
    return max(0, min(wanted, end - size))


def _rate(omega: float, width: int) -> str:
    """A frequency in at most `width` characters, which are at least six."""
    if omega == int(omega) and len(str(int(omega))) <= width:
        return str(int(omega))
    forms = [f"{omega:.4f}"] if omega >= 0.001 else []
    return first_that_fits([*forms, *(tidied(f"{omega:.{digits}e}") for digits in (2, 1, 0))], width)


def _numbers(mode: TableMode, lab: Lab, positions: range, slots: range) -> Floats:
    """The numbers of a window; they are the same wherever in it the cursor is."""
    return _computed(mode, _of_table(lab), positions, slots)


def _of_table(lab: Lab) -> Lab:
    """The Lab without what moves over its table."""
    return Lab(pos=0, slot=0, **{name: getattr(lab, name) for name in _TABLE_FIELDS})


@lru_cache(maxsize=64)
def _computed(mode: TableMode, lab: Lab, positions: range, slots: range) -> Floats:
    return mode.numbers(lab, np.arange(positions.start, positions.stop), np.arange(slots.start, slots.stop))
