"""Cards as Obsidian Spaced Repetition Markdown that petui's own reader takes back to the same cards.

Each note is tried in the ways in which it can be written, and the first that reads back the same is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from petui.core.lab import Lab
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Card, CardKind
from petui.lessons.obsidian_tags import DECK_TAG, is_deck_tag
from petui.lessons.oneline import prose_line
from petui.lessons.prosemodel import Prose, Role
from petui.lessons.roles import Values
from petui.lessons.walk import inlines_in
from petui.records import dataclass
from petui.review.instances import Instance
from petui.review.markdown import escaped, markdown

_LONGEST_LINE = 100
_PLAIN = Values(Lab())


@dataclass(frozen=True, slots=True)
class ObsidianText:
    """Cards as a file of notes.

    Attributes:
        text: The file's text.
        backless: Ids of clozes that lose what their author says on the back; such notes have no place for it.
        otherwise: Ids of further notes that are not read back as they were: the paragraphs, lists and tables of a side
            run together, since an empty line would end it.
    """

    text: str
    backless: tuple[str, ...]
    otherwise: tuple[str, ...]


def obsidian_text(instances: Sequence[Instance]) -> ObsidianText:
    """Notes under the headings of their decks; parametric and choice cards become basic ones."""
    lines: list[str] = []
    backless: list[str] = []
    otherwise: list[str] = []
    deck, tags = "", ""
    for family, group in groupby(instances, key=lambda one: one.filed.family):
        siblings = tuple(group)
        first = siblings[0]
        if first.deck_title != deck:
            deck, tags = first.deck_title, ""
            lines += [f"# {escaped(deck)}", ""]
        wanted = _tag_line(first.filed.card)
        if wanted != tags:
            tags = wanted
            lines += [tags, ""]
        text, same = _best(siblings)
        lines += [text, ""]
        if not same:
            (backless if first.filed.card.kind == "cloze" else otherwise).append(family)
    return ObsidianText("\n".join(lines), tuple(backless), tuple(otherwise))


def _tag_line(card: Card) -> str:
    tags = [f"#{tag}" for tag in card.tags]
    if not any(map(is_deck_tag, card.tags)):
        tags.insert(0, f"#{DECK_TAG}")
    return " ".join(tags)


# ---- the ways to write a note ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """What must be read back of a card."""

    id: str
    kind: CardKind
    front: str
    back: str


def _best(siblings: Sequence[Instance]) -> tuple[str, bool]:
    """The note's text, and whether it is read back as what it was.

    What its author wrote goes before what is written anew, and then the way with fewest remarks of the reader.
    """
    wanted = tuple(map(_shown, siblings))
    best, rank = "", (3, 0, 0)
    for anew, text in _ways(siblings):
        deck, faults = parse_deck(f"#{DECK_TAG}\n\n{text}\n", "note.md")
        found = tuple(_read(card) for card in deck.cards) if deck else ()
        alike = [(one.id, one.kind, one.front) for one in found] == [(one.id, one.kind, one.front) for one in wanted]
        own = (0 if found == wanted else 1 if alike else 2, anew, len(faults))
        if own < rank:
            best, rank = text, own
        if own == (0, anew, 0):
            break
    return best, rank[0] == 0


def _shown(instance: Instance) -> _Shown:
    card = instance.filed.card
    kind = card.kind if card.kind in ("reversed", "cloze") else "basic"
    front, back = (prose_line(side, instance.values) for side in (instance.front, instance.back))
    return _Shown(card.id, kind, front, back)


def _read(card: Card) -> _Shown:
    return _Shown(card.id, card.kind, prose_line(card.front, _PLAIN), prose_line(card.back, _PLAIN))


def _ways(siblings: Sequence[Instance]) -> Iterator[tuple[int, str]]:
    """The ways to write a note: 0 as its author did or 1 anew, and the text."""
    first = siblings[0]
    card = first.filed.card
    name = f" ^{card.family}"
    if card.kind == "cloze":
        yield 0, card.note_source + name
        yield 1, "\n".join(line for line in card.note_source.split("\n") if line.strip()) + name
        return
    both = card.kind == "reversed"
    for anew, front, back in _sides(first):
        if "\n" not in front + back and len(front) + len(back) <= _LONGEST_LINE:
            yield anew, f"{front} {':::' if both else '::'} {back}{name}"
        lines = f"{front}\n{'??' if both else '?'}\n{back}"
        yield anew, lines + name
        # Behind a block that ends with its line the id has a line of its own.
        yield anew, f"{lines}\n{name.strip()}"


def _sides(instance: Instance) -> Iterator[tuple[int, str, str]]:
    """Front and back: as they were written where nothing in them is to be filled in, and written anew."""
    card = instance.filed.card
    as_written = card.kind in ("basic", "reversed") and card.front_source and card.back_source
    if as_written and not any(map(_has_roles, (card.front, card.back))):
        yield 0, card.front_source, card.back_source
    front, back = (markdown(side, instance.values, gap="\n") for side in (instance.front, instance.back))
    yield 1, front, back


def _has_roles(prose: Prose) -> bool:
    return any(isinstance(inline, Role) for inline in inlines_in(prose))
