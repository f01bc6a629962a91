"""The cards of a cloze: one hidden text after another is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from petui.lessons.faults import FaultList
from petui.lessons.fences import Run
from petui.lessons.model import Card
from petui.lessons.obsidian_cloze import MAX_SIBLINGS, Cloze, find_clozes, lone_marks, revealed, siblings, typed_answer
from petui.lessons.obsidian_spans import shield
from petui.lessons.place import Place
from petui.lessons.prose import read_prose
from petui.lessons.prosemodel import Prose


def cards_of_cloze(card: Card, faults: FaultList) -> tuple[Card, ...]:
    """One card for each text that a cloze hides.

    Args:
        card: The card as its author wrote it; its front shows its marks, as in `==512==`.
        faults: Where E10 goes if it hides nothing, or too much.
    """
    text = shield(card.front_source.split("\n"))
    rows = enumerate(zip(text.lines, text.bare, strict=True))
    clozes = tuple(cloze for row, (line, bare) in rows for cloze in find_clozes(row, line, bare))
    _check_marks(card, text.bare, clozes, faults)
    groups = siblings(clozes)
    if not groups:
        faults.add(card.place, "E10", "this cloze hides nothing; write `==…==` around what is to be typed")
        return (card,)
    if len(groups) > MAX_SIBLINGS:
        faults.add(card.place, "E10", f"this card has more than {MAX_SIBLINGS} clozes; make several cards of them")
    full = revealed(text.lines, clozes)
    back, back_source = _prose(card, full) + card.back, "\n\n".join(filter(None, ("\n".join(full), card.back_source)))
    card = replace(card, note=card.id, note_source=card.front_source)
    found = []
    for number, hidden in groups[:MAX_SIBLINGS]:
        asked = revealed(text.lines, clozes, hidden)
        sides = replace(card, front=_prose(card, asked), back=back, front_source="\n".join(asked))
        accepts = (typed_answer(hidden),)
        found.append(replace(sides, id=f"{card.id}/{number}", accepts=accepts, back_source=back_source))
    return tuple(found)


def _check_marks(card: Card, bare: Sequence[str], clozes: Sequence[Cloze], faults: FaultList) -> None:
    """Note a `==` that is left over: one of a pair that has lost the other."""
    first = card.front[0].place
    for row, line in enumerate(bare):
        for start in lone_marks(line, [cloze for cloze in clozes if cloze.row == row]):
            message = "this `==` has no other in its line, so it hides nothing; write `==…==` around what is asked"
            faults.add(Place(first.file, first.line + row, first.column + start), "W10", message)


def _prose(card: Card, lines: Sequence[str]) -> Prose:
    """The lines as prose at the place of the card's front, whose faults are known."""
    place = card.front[0].place
    return read_prose(Run(tuple(lines), place.line, Place(place.file, place.line)), FaultList())
