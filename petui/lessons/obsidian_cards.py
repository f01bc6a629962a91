"""Cards from the lines of an Obsidian note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from petui.lessons.blocks import Reading
from petui.lessons.faults import FaultList, illegal_id, quoted
from petui.lessons.fences import Run
from petui.lessons.identity import card_id
from petui.lessons.model import Card, CardKind, OldSchedule
from petui.lessons.obsidian_cloze import (
    MAX_SIBLINGS,
    Cloze,
    find_clozes,
    mistaken_number,
    revealed,
    siblings,
    typed_answer,
)
from petui.lessons.obsidian_notes import Dialect, Form, Note, is_callout
from petui.lessons.obsidian_plugin import Found
from petui.lessons.obsidian_schedule import find_schedules, read_schedule
from petui.lessons.obsidian_sides import Piece, prose_of, source_of
from petui.lessons.obsidian_spans import Shielded
from petui.lessons.obsidian_tags import TagLines, leading_tag, trailing_block_id
from petui.lessons.place import Place
from petui.lessons.prosemodel import Prose
from petui.lessons.siblings import turned

MAX_CARDS = 10_000
MAX_CLOZE_SIGNS = 100_000
_MARKUP = "[!*_$<>&`{\\|-"
_DIGITS_ID = (
    "`^{id}` stays part of the answer, as it may be a power; Obsidian's plugin would take it for a block id, "
    "so give the id a letter if it is one"
)


@dataclass(slots=True)
class Allowance:
    """What reading one deck may still cost: cards, and signs of markup in paragraphs that are read for each cloze."""

    cards: int = MAX_CARDS
    signs: int = MAX_CLOZE_SIGNS

    def grants(self, cards: int, signs: int = 0) -> bool:
        """Whether so many more cards may be read."""
        self.cards -= cards
        self.signs -= signs
        return self.cards >= 0 and self.signs >= 0


class NoteCards:
    """Makes the cards of the notes of one run.

    Attributes:
        found: What was read, for comparison with the plugin.
        told: Rows of notes whose difference from the plugin an author has been told of.
    """

    def __init__(
        self, text: Shielded, run: Run, reading: Reading, tags: TagLines, dialect: Dialect, allowance: Allowance
    ) -> None:
        """Make cards of `run`, whose protected signs are in `text`, as far as the allowance goes."""
        self._text = text
        self._run = run
        self._reading = reading
        self._tags = tags
        self._dialect = dialect
        self._allowance = allowance
        self._schedule = ""
        self._block_id = ""
        self._tag = ""
        self.found: list[Found] = []
        self.told: set[int] = set()

    def cards(self, note: Note) -> tuple[Card, ...]:
        """The cards of a note: one, two siblings, or one for each cloze; none where a side is empty."""
        self._schedule = self._block_id = self._tag = ""
        pieces = self._named(self._pieces(note), note)
        if note.form is Form.CLOZE:
            return self._clozes(note, pieces)
        return self._sides(note, pieces) if self._affords(note, 1) else ()

    def _affords(self, note: Note, cards: int, signs: int = 0) -> bool:
        if self._allowance.grants(cards, signs):
            return True
        # Said once for a run, or a hostile file would be given thousands of faults.
        message = f"the deck has more cards than are read, {MAX_CARDS} or fewer with long clozes; split it"
        self._warn(0, "E10", message)
        self.told.add(note.row)
        return False

    # ---- the text of a note -----------------------------------------------------------------------------------------

    def _pieces(self, note: Note) -> list[Piece]:
        """The rows of a note, an inline one parted at its separator, without schedules."""
        pieces = []
        for row in range(note.first, note.last + 1):
            text = self._text
            piece = Piece(row, 0, text.lines[row], text.uncommented(row), text.bare[row])
            if note.form is Form.INLINE and row == note.row:
                pieces += [self._unscheduled(piece.part(0, note.start)), self._unscheduled(piece.part(note.end))]
            elif note.form is Form.INLINE:
                self._unscheduled(piece)
            else:
                piece = self._unscheduled(piece)
                pieces.append(piece.without() if text.is_comment(row) or is_callout(piece.line) else piece)
        return pieces

    def _unscheduled(self, piece: Piece) -> Piece:
        found = find_schedules(piece.line)
        for start, end, content in reversed(found):
            # A schedule quoted as code is no comment, and its signs are still there without comments.
            if not piece.plain[start:end].strip():
                self._schedule = content
                piece = piece.cut(start, end)
        return piece.without() if found and not piece.line.strip(" \t>") else piece

    def _named(self, pieces: list[Piece], note: Note) -> list[Piece]:
        """The rows without the deck tag before them and the block id behind them."""
        self._tag, taken = leading_tag(pieces[0].line)
        pieces[0] = pieces[0].part(taken) if taken else pieces[0]
        rows = [at for at, piece in enumerate(pieces) if not piece.dropped and piece.line.strip()]
        if not rows:
            return pieces
        last = pieces[rows[-1]]
        name, start = trailing_block_id(last.line, last.bare)
        if name.isdigit():
            self._warn(last.row, "W01", _DIGITS_ID.format(id=name))
            self.told.add(note.row)
        elif name:
            self._block_id = name
            pieces[rows[-1]] = last.part(0, start)
        return pieces

    def _warn(self, row: int, code: str, message: str) -> None:
        self._reading.faults.add(self._place(row), code, message)

    def _place(self, row: int) -> Place:
        line = self._text.lines[row]
        return Place(self._run.place.file, self._run.first + row, len(line) - len(line.lstrip()) + 1)

    # ---- cards ------------------------------------------------------------------------------------------------------

    def _sides(self, note: Note, pieces: Sequence[Piece]) -> tuple[Card, ...]:
        if note.form is Form.INLINE:
            fronts, backs = pieces[:1], pieces[1:]
        else:
            fronts = [piece for piece in pieces if piece.row < note.row]
            backs = [piece for piece in pieces if piece.row > note.row]
        front, back = source_of(fronts), source_of(backs)
        self.found.append(Found(note.form, note.row, note.first, note.last, note.both, front, back))
        front_prose, back_prose = self._prose(fronts), self._prose(backs)
        if not front_prose or not back_prose:
            side = "question" if not front_prose else "answer"
            self._warn(note.row, "W02", f"this card has no {side}, so it is none; write one, or delete the separator")
            self.told.add(note.row)
            return ()
        kind: CardKind = "reversed" if note.both else "basic"
        name = self._claim(kind, front, note.row)
        if not name:
            return ()
        old = self._old(note.row)
        card = Card(
            name,
            kind,
            front_prose,
            back_prose,
            self._place(next(piece.row for piece in fronts if piece.plain.strip())),
            note=name if note.both else "",
            tags=self._tags.at(self._run.first + note.first, self._tag),
            front_source=front,
            back_source=back,
            old=old.get(1),
        )
        return (card, turned(card, old.get(2))) if note.both else (card,)

    def _prose(self, pieces: Sequence[Piece]) -> Prose:
        return prose_of(pieces, self._run.place.file, self._run.first, self._reading.faults)

    def _clozes(self, note: Note, pieces: Sequence[Piece]) -> tuple[Card, ...]:
        clozes = tuple(self._find_clozes(pieces))
        groups = siblings(clozes)
        self.found.append(Found(note.form, note.row, note.first, note.last, count=len(groups)))
        if len(groups) > MAX_SIBLINGS:
            message = f"this paragraph has {len(groups)} clozes; only the first {MAX_SIBLINGS} make cards, so split it"
            self._warn(note.row, "W03", message)
        groups = groups[:MAX_SIBLINGS]
        if doubtful := mistaken_number(clozes):
            number, text = doubtful.number, doubtful.answer
            message = f"this cloze asks for {quoted(text)}, and {number} only numbers it; to ask for {number} write "
            self._warn(pieces[doubtful.row].row, "W03", message + quoted(f"==1;;{number};;{text}=="))
        back = source_of(_with(pieces, clozes))
        if not groups or not self._affords(note, len(groups), len(groups) * sum(map(back.count, _MARKUP))):
            return ()
        name = self._claim("cloze", back, note.row)
        return tuple(self._cloze_cards(note, name, pieces, clozes, groups)) if name else ()

    def _cloze_cards(
        self,
        note: Note,
        name: str,
        pieces: Sequence[Piece],
        clozes: Sequence[Cloze],
        groups: Sequence[tuple[int, Sequence[Cloze]]],
    ) -> Iterator[Card]:
        """The card of each group of hidden texts; `name` is the note's."""
        shown = _with(pieces, clozes)
        back, marked = source_of(shown), source_of(pieces)
        told = len(self._reading.faults)
        prose, old = self._prose(shown), self._old(note.row)
        # What is wrong with the whole text would be said again for each card.
        faults = self._reading.faults if len(self._reading.faults) == told else FaultList()
        tags = self._tags.at(self._run.first + note.first, self._tag)
        for number, hidden in groups:
            asked = _with(pieces, clozes, hidden)
            yield Card(
                f"{name}/{number}",
                "cloze",
                prose_of(asked, self._run.place.file, self._run.first, faults),
                prose,
                self._place(pieces[hidden[0].row].row),
                accepts=(typed_answer(hidden),),
                note=name,
                tags=tags,
                front_source=source_of(asked),
                back_source=back,
                note_source=marked,
                old=old.get(number),
            )

    def _find_clozes(self, pieces: Sequence[Piece]) -> Iterator[Cloze]:
        for at, piece in enumerate(pieces):
            if not piece.dropped:
                yield from find_clozes(at, piece.line, piece.bare, bold=self._dialect.bold, curly=self._dialect.curly)

    def _claim(self, kind: str, front: str, row: int) -> str:
        """The id of a note, its block id or one made from its front; empty if the deck has that card already."""
        taken = self._reading.card_ids
        name = self._block_id.lower()
        if name and illegal_id(name):
            message = f"the block id {quoted('^' + name)} is no legal id, so the card goes by its text"
            self._warn(row, "W02", message)
            name = ""
        elif name in taken:
            message = f"the id {quoted(name)} was used in line {taken[name].line} already, so the card goes by its text"
            self._warn(row, "W02", message)
            name = ""
        name = name or card_id(kind, front)
        if name in taken:
            message = f"the deck asks this in line {taken[name].line} already, so this card is left out; change one"
            self._warn(row, "W02", message)
            self.told.add(row)
            return ""
        taken[name] = self._place(row)
        return name

    def _old(self, row: int) -> dict[int, OldSchedule]:
        """The old schedules by the number of the sibling, from 1."""
        if not self._schedule:
            return {}
        entries, wrong = read_schedule(self._schedule)
        if wrong:
            self._warn(row, "W03", f"the schedule {quoted(wrong)} of this card cannot be read, so it begins as new")
        return {number: entry for number, entry in enumerate(entries, start=1) if entry is not None}


def _with(pieces: Sequence[Piece], clozes: Sequence[Cloze], hidden: Sequence[Cloze] = ()) -> list[Piece]:
    """The rows with their clozes shown or hidden."""
    lines = revealed([piece.line for piece in pieces], clozes, hidden)
    plain = revealed([piece.plain for piece in pieces], clozes, hidden)
    return [replace(piece, line=line, plain=text) for piece, line, text in zip(pieces, lines, plain, strict=True)]
