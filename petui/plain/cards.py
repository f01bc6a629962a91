"""Cards as a list, text or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby

from petui.lessons.cells import cell_width, clip, plain_text
from petui.lessons.collection import FiledCard
from petui.lessons.model import Course
from petui.lessons.oneline import question_text
from petui.lessons.source import visible
from petui.plain.charset import shown
from petui.plain.faults import counted
from petui.review.anki import anki_text
from petui.review.instances import instances_of
from petui.review.obsidian import obsidian_text
from petui.review.records import card_record
from petui.review.sheets import csv_text

_LEAST_FRONT = 24
_MOST_NAMED = 5
_MOST_ID = 32
_NO_BACK = "on the back; such notes have no place for it"
_NO_GAP = "the parts of a side together, since an empty line would end it"
_KIND = len("reversed")
_STATE = len("2026-01-01")


def cards_json(cards: Sequence[FiledCard], states: Sequence[str]) -> str:
    """The cards, each with its state, as JSON."""
    records = [asdict(card_record(filed, state)) for filed, state in zip(cards, states, strict=True)]
    return json.dumps({"schema": 1, "cards": records}, indent=1) + "\n"


def cards_text(cards: Sequence[FiledCard], states: Sequence[str], width: int, *, ascii: bool) -> str:
    """The cards as columns, by deck: state, kind, id and the beginning of the front.

    Args:
        cards: The cards.
        states: The state of each.
        width: Columns there are; the front is cut to fit.
        ascii: Whether to keep to ASCII.
    """
    return shown("".join(f"{line}\n" for line in _lines(cards, states, width)), ascii=ascii)


def _lines(cards: Sequence[FiledCard], states: Sequence[str], width: int) -> Iterator[str]:
    widest = min(max((len(filed.card.id) for filed in cards), default=0), _MOST_ID)
    listed = zip(cards, states, strict=True)
    for deck, group in groupby(listed, key=lambda one: f"{one[0].course}/{one[0].deck}"):
        own = list(group)
        yield f"{deck} ({counted(len(own), 'card')})"
        for filed, state in own:
            card = filed.card
            head = f"  {state:<{_STATE}}  {card.kind:<{_KIND}}  {visible(card.id):<{widest}}  "
            room = max(width - cell_width(head), _LEAST_FRONT)
            yield head + plain_text((clip(((visible(question_text(card)), ""),), room),))


def export_text(
    form: str, cards: Sequence[FiledCard], courses: Sequence[Course], seed: int
) -> tuple[str, tuple[str, ...]]:
    """Cards as the text of a file for another program, and remarks on what it cannot hold.

    Args:
        form: anki, obsidian or csv.
        cards: The cards.
        courses: Where they come from.
        seed: Draws the numbers of parametric cards.
    """
    found = instances_of(cards, courses, seed)
    remarks = [written_words(len(found.cards))]
    if found.drawn:
        remarks.append(
            f"{counted(found.drawn, 'card')} with drawn numbers: the file has those of seed {seed}, worked out; "
            "only petui draws them afresh"
        )
    remarks += [f"{filed.key} is left out: {error}" for filed, error in found.refused]
    if form == "csv":
        return csv_text(found.cards), tuple(remarks)
    if form == "anki":
        return anki_text(found.cards), tuple(remarks)
    written = obsidian_text(found.cards)
    losses = (
        (written.backless, "cloze loses what its author says", "clozes lose what their authors say", _NO_BACK),
        (written.otherwise, "note runs", "notes run", _NO_GAP),
    )
    remarks += [_loss(*loss) for loss in losses if loss[0]]
    return written.text, tuple(remarks)


def written_words(count: int) -> str:
    """How many cards were written."""
    return f"{counted(count, 'card')} written"


def _loss(names: Sequence[str], one: str, many: str, says: str) -> str:
    """What is lost of which notes."""
    some = ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
    return f"{len(names)} {one if len(names) == 1 else many} {says}: {some}"
