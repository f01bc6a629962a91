"""Cards as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from petui.review.instances import Instance
from petui.review.markdown import markdown

COLUMNS = ("id", "course", "deck", "kind", "front", "back", "covers", "tags", "parametric", "file", "line")
# What a spreadsheet may take for a formula at the beginning of a cell; full-width signs too.
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def csv_text(instances: Iterable[Instance]) -> str:
    """CSV by RFC 4180: a header, a line for each card, lines ended by CR LF; fronts and backs are Markdown.

    A cell that begins like a formula gets an apostrophe before it, by which spreadsheets know text.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for instance in instances:
        filed, values = instance.filed, instance.values
        card = filed.card
        front, back = markdown(instance.front, values), markdown(instance.back, values)
        drawn = "yes" if card.vary else "no"
        about = (" ".join(card.covers), " ".join(card.tags), drawn, card.place.file, str(card.place.line))
        writer.writerow(map(_harmless, (card.id, filed.course, filed.deck, card.kind, front, back, *about)))
    return out.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
