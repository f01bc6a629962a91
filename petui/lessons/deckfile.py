"""Deck files in Markdown as objects: card blocks, and the cards of Obsidian's notes between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from petui.lessons.blocks import Reading, fits
from petui.lessons.cards import read_card
from petui.lessons.faults import MAX_COURSE_FAULTS, FaultList, illegal_id
from petui.lessons.fences import Run
from petui.lessons.model import Card, Deck
from petui.lessons.obsidian import Dialect, ObsidianReader
from petui.lessons.parser import optional_header, source_lines
from petui.lessons.place import Fault, Place
from petui.lessons.siblings import expanded

# A deck of 3,000 one-line cards with maths has 50,000; as its paragraphs are short, each sign costs it less.
MAX_DECK_SIGNS = 60_000


def parse_deck(text: str, file: str) -> tuple[Deck | None, tuple[Fault, ...]]:
    """A deck file's text: the deck, as far as it could be read, and every fault.

    Its cards are those of its `card` blocks and of the Obsidian Markdown between them, in file order. Its id is that
    of the front matter, or the file's name; its title that of the front matter, or the first heading.

    Args:
        text: The file's text; it may be anything.
        file: How the file is shown in places.
    """
    faults = FaultList(MAX_COURSE_FAULTS)
    lines = source_lines(text, file, faults, MAX_DECK_SIGNS)
    if lines is None:
        return None, faults.sorted()
    reading = Reading(faults)
    header, nodes, has_id = optional_header(lines, file, "deck", faults)
    dialect = Dialect(header.end, bold="bold" in header.clozes, curly="curly" in header.clozes)
    reader = ObsidianReader(reading, header.tags, dialect)
    scanned = {node.first: reader.scan(node) for node in nodes if isinstance(node, Run)}
    cards: list[Card] = []
    for node in nodes:
        if isinstance(node, Run):
            cards += reader.cards(scanned[node.first])
        elif fits(node, "deck", faults):
            card = read_card(node, reading)
            cards += expanded(replace(card, tags=card.tags or reader.tags_at(node.place.line)), faults)
    deck_id = header.id or PurePath(file).stem
    wrong = illegal_id(deck_id)
    if wrong and not has_id:
        faults.add(Place(file), "E04", f"{wrong}; rename the file, or give an id in a front matter")
    if not cards:
        faults.add(Place(file), "E10", "the deck has no cards; write `question :: answer`, or `:::{card} an-id`")
    if wrong:
        return None, faults.sorted()
    deck = Deck(deck_id, header.title or reader.title or deck_id, file, tuple(cards), header.tags)
    return deck, faults.sorted()


def tagged(cards: Iterable[Card], tags: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards of a deck; those without tags of their own have the deck's."""
    return tuple(card if card.tags else replace(card, tags=tags) for card in cards)
