"""Obsidian Spaced Repetition Markdown: the runs of prose of a deck file as cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from petui.lessons.blocks import Reading
from petui.lessons.fences import Run
from petui.lessons.model import Card
from petui.lessons.obsidian_cards import Allowance, NoteCards
from petui.lessons.obsidian_differences import differences
from petui.lessons.obsidian_notes import Dialect, Lines, read_lines
from petui.lessons.obsidian_plugin import plugin_reading
from petui.lessons.obsidian_spans import Shielded, shield
from petui.lessons.obsidian_tags import TagLines, leading_tag, tags_in
from petui.lessons.place import Place
from petui.lessons.prose import read_inlines
from petui.lessons.prosemodel import Text
from petui.records import dataclass

__all__ = ["Dialect", "ObsidianReader", "ScannedRun"]
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(\S.*)$")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
MAX_TITLE = 200


@dataclass(frozen=True, slots=True)
class ScannedRun:
    """A run of a deck file with the lines of its cards."""

    run: Run
    text: Shielded
    lines: Lines


class ObsidianReader:
    """Reads the runs of one deck file: first scan each of them in order, then ask for the cards of each.

    The two passes are because a tag further down may hold for cards above it.
    """

    def __init__(self, reading: Reading, tags: Sequence[str] = (), dialect: Dialect | None = None) -> None:
        """Read with the ids and faults of `reading`; `tags` are those of the front matter."""
        self._reading = reading
        self._dialect = dialect or Dialect()
        self._tags = TagLines(tags)
        self._allowance = Allowance()
        self.title = ""

    def scan(self, run: Run) -> ScannedRun:
        """The lines of a run's cards; its heading and tag lines are noted."""
        text = shield(run.lines)
        lines = read_lines(text, self._dialect, run.first)
        own = {note.first for note in lines.notes if leading_tag(text.lines[note.first])[0]}
        for row, bare in enumerate(text.bare):
            tags = tags_in(bare) if row not in own else ()
            if tags:
                self._tags.add(run.first + row, tags)
        self.title = self.title or next(filter(None, self._headings(run, text, lines)), "")
        return ScannedRun(run, text, lines)

    def _headings(self, run: Run, text: Shielded, lines: Lines) -> Iterator[str]:
        rows = {row for note in lines.notes for row in range(note.first, note.last + 1)}
        for row, bare in enumerate(text.bare):
            heading = _HEADING.match(bare)
            if heading and row not in rows and not text.solid[row]:
                start = heading.start(1)
                words = _CLOSING.sub("", text.uncommented(row, start, start + MAX_TITLE))
                place = Place(run.place.file, run.first + row, start + 1)
                inlines = read_inlines(words, place, self._reading.faults)
                yield "".join(inline.text for inline in inlines if isinstance(inline, Text)).strip()

    def tags_at(self, line: int) -> tuple[str, ...]:
        """The tags that hold for what stands in a line, once every run has been scanned."""
        return self._tags.at(line)

    def cards(self, scanned: ScannedRun) -> tuple[Card, ...]:
        """The cards of a run in order; W01 to W03 say what is read otherwise, lost or no card."""
        run, faults = scanned.run, self._reading.faults
        file = run.place.file
        maker = NoteCards(scanned.text, run, self._reading, self._tags, self._dialect, self._allowance)
        cards = tuple(card for note in scanned.lines.notes for card in maker.cards(note))
        for row, code, message in scanned.lines.remarks:
            faults.add(Place(file, run.first + row), code, message)
        told = maker.told | {row for row, code, _ in scanned.lines.remarks if code == "W02"}
        plugin = plugin_reading(run.lines, self._dialect)
        for row, message in differences(maker.found, plugin, told, run.first):
            faults.add(Place(file, run.first + row), "W01", message)
        return cards
