"""Cards that are asked in more than one way: both directions, or one hidden text after another."""

from __future__ import annotations

from dataclasses import replace

from petui.lessons.faults import FaultList
from petui.lessons.model import Card, OldSchedule


def turned(card: Card, old: OldSchedule | None = None) -> Card:
    """The sibling of a reversed card that asks from back to front; its id is `NOTE/back`."""
    return replace(
        card,
        id=f"{card.id}/back",
        front=card.back,
        back=card.front,
        front_source=card.back_source,
        back_source=card.front_source,
        note=card.id,
        old=old,
    )


def expanded(card: Card, faults: FaultList) -> tuple[Card, ...]:
    """What is asked of a card block or a YAML card: itself, two siblings if reversed, one for each cloze.

    Args:
        card: The card as its author wrote it; the front of a cloze shows its marks, as in `==512==`.
        faults: Where E10 goes if a cloze hides nothing, or too much.
    """
    if card.kind == "reversed":
        return replace(card, note=card.id), turned(card)
    if card.kind == "cloze" and card.front:
        # Few lessons have clozes, and the tutor opens with one lesson.
        from petui.lessons.clozecards import cards_of_cloze

        return cards_of_cloze(card, faults)
    return (card,)
