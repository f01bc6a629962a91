"""What the panes of the screen show, said in words: the plot, a row of the table, a cell worked out, a symbol."""

from __future__ import annotations

from petui.core.conventions import CONVENTIONS, encode_as
from petui.core.errors import ParameterError
from petui.core.lab import Lab
from petui.lessons.saidtables import said_rows
from petui.lessons.symbols import find_symbol
from petui.plain.explanation import cell_text, explain_cell, read_slot
from petui.plain.glossary import symbol_text
from petui.plain.picture import draw
from petui.plain.positions import read_position

# The size that `petui plot` draws for a pipe; the words depend on it only where a picture must leave something out.
_PICTURE = (80, 24)
_MOST_SLOTS = 16
_ALWAYS_SAID = ("d_model", "pos", "slot")
_SAID_IF_OTHER = ("base", "offset", "dtype", "convention")


def said_plot(view: str, lab: Lab, *, ascii: bool) -> str:
    """The picture of a view in words."""
    return f"Plot: {draw(view, lab, *_PICTURE, ascii=ascii).says}"


def said_lab(lab: Lab, also: str = "") -> str:
    """Where the learner is: the parameters that every pane would show, and another one."""
    usual = Lab()
    others = (name for name in _SAID_IF_OTHER if getattr(lab, name) != getattr(usual, name))
    names = dict.fromkeys((*_ALWAYS_SAID, *others, *([also] if also else [])))
    values = (getattr(lab, name) for name in names)
    said = (
        f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in zip(names, values, strict=True)
    )
    return f"Here: {', '.join(said)}."


def looked_up(wanted: str, lab: Lab, width: int, *, ascii: bool, veiled: bool) -> list[str]:
    """What `? SYMBOL`, `? POS` and `? POS SLOT` bring.

    Args:
        wanted: What stands behind the question mark.
        lab: Gives the table.
        width: Columns of the text.
        ascii: Whether formulas keep to ASCII.
        veiled: Whether a cell may not be worked out, as a prediction waits.

    Raises:
        PetuiError: If there is no such symbol, row or cell.
    """
    words = wanted.replace(",", " ").split()
    if not _is_position(words[0]):
        return symbol_text(find_symbol(wanted), ascii=ascii, width=width).splitlines()
    position = read_position(words[0])
    if len(words) == 1:
        return [said_row(position, lab, more=f"each by `? {position:g} SLOT`")]
    if len(words) > 2:
        raise ParameterError(f"{wanted!r} is no cell", where="?", mend="give POS, POS SLOT or a symbol")
    if veiled:
        raise ParameterError("a cell is worked out once you have answered", where="?", mend="`? POS` reads a row")
    cell = explain_cell(position, read_slot(words[1]), lab.d_model, lab.base, lab.convention)
    return cell_text(cell, ascii=ascii).splitlines()


def said_row(position: float, lab: Lab, more: str = "which `petui table --plain` says") -> str:
    """A row of the table; of a wide one the first slots, and what there is for the others."""
    count = min(lab.d_model, _MOST_SLOTS)
    found = CONVENTIONS[lab.convention]
    row = encode_as(found, position, lab.d_model, lab.base, lab.dtype, last_slot=count)
    columns = found.columns(lab.d_model)
    waves = zip(columns.pair[:count].tolist(), columns.cosine[:count].tolist(), strict=True)
    values = [f"{float(value) + 0.0:.4f}" for value in row]
    names = ["row", *(f"slot {slot} {_wave_name(*wave)}" for slot, wave in enumerate(waves))]
    (said,) = said_rows(names, [[f"{position:g}", *values]], headed=True)
    left = lab.d_model - count
    return f"{said}; {left} more slots, {more}." if left else f"{said}."


def _wave_name(pair: int, cosine: bool) -> str:
    return "zero" if pair < 0 else "cosine" if cosine else "sine"


def _is_position(word: str) -> bool:
    try:
        float(word.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return False
    return not word.isalpha()
