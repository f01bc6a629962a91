"""What `y` copies: the cell, then its row, then the command that shows the pane, and what it says of that."""

from __future__ import annotations

from petui.core.lab import Lab
from petui.plot.encoded import encoded
from petui.records import dataclass
from petui.tui.shellwords import explain_command, plot_command, reproducible, table_command
from petui.tui.workedcell import worked_cell

# Terminals take a limited number of bytes for the clipboard, some of them less than 75,000 in base64.
MOST_NUMBERS = 1024
_KINDS = ("cell", "row", "command")
_WHOLE = 1000
# Of what was copied so many characters are said.
_MOST_SAID = 240


@dataclass(frozen=True, slots=True)
class Looking:
    """What the learner looks at.

    Attributes:
        pane: The pane gone to: derivation, table or plot.
        lab: The Lab.
        pinned: What it is compared with.
        view: The plot.
        size: Columns and rows of the plot.
        rows: Positions of the rows of the table that are seen.
        veiled: Whether the cell is not to be told yet.
        ascii: Whether only ASCII characters are drawn.
    """

    pane: str
    lab: Lab
    pinned: Lab | None
    view: str
    size: tuple[int, int]
    rows: range
    veiled: bool
    ascii: bool


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied.

    Attributes:
        text: The very text.
        says: What that is, for the learner, and what the same key copies next.
    """

    text: str
    says: str


class Copier:
    """Gives one thing after the other while the learner looks at the same."""

    def __init__(self) -> None:
        """Nothing has been copied."""
        self._looked: Looking | None = None
        self._next = 0

    def copy(self, looking: Looking, key: str) -> Copied:
        """What is to be copied now; `key` is the one that copies."""
        kinds = _KINDS[1:] if looking.veiled else _KINDS
        if looking != self._looked:
            self._looked, self._next = looking, 0
        kind, following = kinds[self._next], kinds[(self._next + 1) % len(kinds)]
        self._next = kinds.index(following)
        text, what = {"cell": _cell, "row": _row, "command": _command}[kind](looking)
        said = text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]} …"
        return Copied(text, f"{what} copied (next {key}: {following}): {said}")


def _cell(looking: Looking) -> tuple[str, str]:
    text = worked_cell(looking.lab, _WHOLE)[0]
    return text.replace("·", "*") if looking.ascii else text, "Cell"


def _row(looking: Looking) -> tuple[str, str]:
    """A Python list of the row's values, every digit of them; of a wide row those around the cursor."""
    lab = looking.lab
    count = min(MOST_NUMBERS, lab.d_model)
    first = max(0, min(lab.slot - count // 2, lab.d_model - count))
    values = encoded(lab).values([lab.pos], range(first, first + count), lab.dtype)[0]
    what = f"Row {lab.pos}" if count == lab.d_model else f"Slots {first} to {first + count - 1} of row {lab.pos}"
    return "[" + ", ".join(map(repr, values.tolist())) + "]", what


def _command(looking: Looking) -> tuple[str, str]:
    """The command of the pane; what is pinned is in it only where a command can compare the two."""
    lab, against = looking.lab, looking.pinned
    if looking.pane == "derivation":
        return explain_command(lab), "Command"
    if looking.pane == "table":
        return table_command(lab, looking.rows), "Command" if against is None else "Command, pinned left out,"
    text = plot_command(looking.view, lab, looking.size, ascii=looking.ascii, against=against)
    alone = against is not None and not reproducible(looking.view, lab, against)
    return text, "Command, pinned left out," if alone else "Command"
