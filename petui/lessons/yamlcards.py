"""YAML decks: cards as mappings, with the keys of card blocks and Markdown texts for their sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from petui.lessons.blocks import Reading, check_options
from petui.lessons.cards import Sides, make_card
from petui.lessons.deckfile import tagged
from petui.lessons.documents import CHOICE_KEYS, DECK, OPTION, YAML_CARD
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.fences import FENCE_LIKE, Field, Run
from petui.lessons.fieldset import FieldSet, checked_fields, noted_id
from petui.lessons.header import read_tags
from petui.lessons.model import Card, Choice, Deck, Option
from petui.lessons.parser import source_lines
from petui.lessons.place import Fault, Place
from petui.lessons.prose import read_prose
from petui.lessons.prosemodel import Prose
from petui.lessons.schema import BLOCKS, Block, KeyKind
from petui.lessons.siblings import expanded
from petui.lessons.verbatim import verbatim_lines
from petui.lessons.yamltext import YamlList, YamlMap, YamlNode, YamlText, read_yaml
from petui.lessons.yamlvalues import Table

_BLOCK_KEYS = tuple(key.name for key in BLOCKS["card"].keys)
_JOINED = (KeyKind.IDS, KeyKind.TAGS)


def parse_yaml_deck(text: str, file: str) -> tuple[Deck | None, tuple[Fault, ...]]:
    """A YAML deck's text: the deck, as far as it could be read, and every fault.

    Its id is the one given, or the file's name; its title the one given, or the id.
    """
    faults = FaultList()
    lines = source_lines(text, file, faults)
    if lines is None:
        return None, faults.sorted()
    before = len(faults)
    node = read_yaml("\n".join(lines), file, faults)
    if not isinstance(node, YamlMap):
        if len(faults) == before:
            faults.add(Place(file), "E01", "the deck is no mapping; write `schema: 1`, then `cards:` and a list")
        return None, faults.sorted()
    deck = _DeckReader(lines, file, faults).deck(Table(node, faults))
    return deck, faults.sorted()


class _DeckReader:
    """Reads the mapping of one deck; `lines` are the file's, for the places of what stands in its texts."""

    def __init__(self, lines: Sequence[str], file: str, faults: FaultList) -> None:
        self._lines = lines
        self._file = file
        self._faults = faults
        self._reading = Reading(faults)

    def deck(self, table: Table) -> Deck | None:
        table.check_keys(DECK.keys)
        table.check_schema()
        deck_id = table.identifier() if table.node("id") else PurePath(self._file).stem
        wrong = illegal_id(deck_id)
        if wrong and not table.node("id"):
            self._faults.add(Place(self._file), "E04", f"{wrong}; rename the file, or give an `id`")
        title, tags = table.text("title"), read_tags(table, self._faults)
        cards = tuple(each for card in self._cards(table) for each in expanded(card, self._faults))
        return None if wrong else Deck(deck_id, title or deck_id, self._file, tagged(cards, tags), tags)

    def _cards(self, table: Table) -> Iterator[Card]:
        node = table.node("cards")
        if node is None:
            return
        if not isinstance(node, YamlList) or not node.items:
            table.wrong("cards", "a list of cards, each with `id`, `front` and `back`")
            return
        for item in node.items:
            if isinstance(item, YamlMap):
                yield self._card(item)
            else:
                self._faults.add(item.place, "E10", "this card is no mapping; give it `id`, `front` and `back`")

    def _card(self, node: YamlMap) -> Card:
        table = Table(node, self._faults)
        table.check_keys(YAML_CARD)
        card_id = table.text("id")
        if card_id:
            noted_id(card_id, table.place_of("id"), self._reading.card_ids, self._faults)
        fields = self._fields(node, BLOCKS["card"], _BLOCK_KEYS)
        choice = self._choice(node, table, card_id)
        sides = Sides(
            self._prose(table, "front"), self._prose(table, "back"), _source(table, "front"), _source(table, "back")
        )
        return make_card(card_id, fields, sides, choice, self._reading)

    def _choice(self, node: YamlMap, table: Table, card_id: str) -> Choice | None:
        options = table.node("options")
        fields = self._fields(node, BLOCKS["choice"], CHOICE_KEYS)
        if options is None:
            for field in fields.fields:
                self._faults.add(field.place, "E10", f"`{field.name}` is for a card with `options`; give them")
            return None
        if not isinstance(options, YamlList):
            table.wrong("options", "a list of options, each with `text`, `right` and `reason`")
            return None
        read = tuple(self._options(options.items))
        multiple = fields.flag("multiple", False)
        check_options(read, multiple, options.place, self._faults)
        name = f"{card_id}-options"
        if card_id:
            self._reading.card_ids.setdefault(name, options.place)
        return Choice(name, (), read, options.place, multiple=multiple, shuffle=fields.flag("shuffle", True))

    def _options(self, items: Iterable[YamlNode]) -> Iterator[Option]:
        for item in items:
            if not isinstance(item, YamlMap):
                self._faults.add(item.place, "E10", "this option is no mapping; give it `text`, `right` and `reason`")
                continue
            table = Table(item, self._faults)
            table.check_keys(OPTION)
            right = table.text("right")
            if right not in ("", "yes", "no"):
                table.wrong("right", "yes or no")
            yield Option(right == "yes", self._prose(table, "text"), self._prose(table, "reason"), item.place)

    # ---- values ---------------------------------------------------------------------------------------------------

    def _fields(self, node: YamlMap, block: Block, names: Sequence[str]) -> FieldSet:
        """The entries with these names, as the fields of a block."""
        fields: list[Field] = []
        for key, value in node.entries:
            if key.text in names:
                texts = list(self._texts(key, value))
                known = block.key(key.text)
                if known and known.kind in _JOINED and len(texts) > 1:
                    texts = [(", ".join(text for text, _ in texts), texts[0][1])]
                fields += [
                    Field(key.text, text, place if later else key.place, place)
                    for later, (text, place) in enumerate(texts)
                ]
        return checked_fields(block, node.place, fields, self._faults)

    def _texts(self, key: YamlText, value: YamlNode) -> Iterator[tuple[str, Place]]:
        """The lines of a value that is a text or a list of texts, with their places."""
        items = value.items if isinstance(value, YamlList) else (value,)
        if not items:
            yield "", value.place
        for item in items:
            if isinstance(item, YamlText):
                first, margin = self._origin(item)
                text = item.text.strip()
                # A field is one line; YAML lets it be written on several.
                yield " ".join(text.split()) if "\n" in text else text, Place(self._file, first, margin + 1)
            else:
                self._faults.add(item.place, "E10", f"`{key.text}` takes a text or a list of texts; nothing else")

    def _prose(self, table: Table, name: str) -> Prose:
        node = table.node(name)
        if node is None:
            return ()
        if not isinstance(node, YamlText):
            table.wrong(name, "Markdown text")
            return ()
        first, margin = self._origin(node)
        lines = tuple(line.rstrip() for line in node.text.split("\n"))
        self._check_lines(lines, first, margin)
        return read_prose(Run(lines, first, Place(self._file, first, margin + 1), margin), self._faults)

    def _check_lines(self, lines: Sequence[str], first: int, margin: int) -> None:
        def unclosed(row: int, what: str) -> None:
            self._faults.add(Place(self._file, first + row, margin + 1), "E03", f"{what} is not closed")

        verbatim = verbatim_lines(lines, unclosed)
        for row, line in enumerate(lines):
            if not verbatim[row] and FENCE_LIKE.match(line):
                message = "no blocks are read in a YAML card; use its keys, such as `options`"
                self._faults.add(Place(self._file, first + row, margin + 1), "E03", message)

    def _origin(self, node: YamlText) -> tuple[int, int]:
        """The line at which a text begins, and the columns to the left of it; of folded texts, those of the first."""
        place = node.place
        if node.style not in ("|", ">"):
            return place.line, place.column - 1 + (node.style in ("'", '"'))
        for row, line in enumerate(node.text.split("\n")):
            at = place.line + row
            if line.strip() and at < len(self._lines):
                source = self._lines[at]
                return place.line + 1, max(0, len(source) - len(source.lstrip()) - (len(line) - len(line.lstrip())))
        return place.line + 1, 0


def _source(table: Table, name: str) -> str:
    node = table.node(name)
    # Blanks at the ends of lines are nobody's, as in Markdown files.
    return "\n".join(line.rstrip() for line in node.text.strip().split("\n")) if isinstance(node, YamlText) else ""
