"""Notes of an Obsidian vault: which of them hold cards, and what of their front matter is petui's."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from petui.lessons.faults import FaultList
from petui.lessons.header import read_clozes, read_tags
from petui.lessons.obsidian_spans import shield
from petui.lessons.obsidian_tags import DECK_TAG, is_deck_tag, tags_in
from petui.lessons.yamltext import YamlMap, YamlText, read_yaml
from petui.lessons.yamlvalues import Table
from petui.records import dataclass

_FENCE = "---"
# A front matter has at least a line between its two.
_SHORTEST = 3


def notes_in(folder: Path) -> Iterator[Path]:
    """The Markdown files of a folder and those below it, in order; nothing hidden, and no links.

    Raises:
        OSError: If a folder cannot be listed.
    """
    with os.scandir(folder) as entries:
        shown = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in shown:
        if entry.is_dir(follow_symlinks=False):
            yield from notes_in(folder / entry.name)
        elif entry.name.lower().endswith(".md") and entry.is_file(follow_symlinks=False):
            yield folder / entry.name


@dataclass(frozen=True, slots=True)
class Front:
    """What a note begins with.

    Attributes:
        rows: How many lines the front matter takes; 0 where there is none.
        title: Its title, perhaps empty.
        tags: Its tags, without `#`.
        clozes: What hides text besides `==…==`: bold, curly.
        end: The line that ends a card of several lines; empty where an empty line does.
        fault: Why it cannot be read as one; empty where it can, or where there is none.
    """

    rows: int = 0
    title: str = ""
    tags: tuple[str, ...] = ()
    clozes: tuple[str, ...] = ()
    end: str = ""
    fault: str = ""


def read_front(lines: Sequence[str], file: str) -> Front:
    """The front matter of a note, in which anything may stand."""
    if not lines or lines[0].rstrip() != _FENCE:
        return Front()
    end = next((row for row in range(1, len(lines)) if lines[row].rstrip() == _FENCE), 0)
    if not end:
        return Front(fault="the front matter that begins here is not closed, so it is read as text")
    faults = FaultList()
    node = read_yaml("\n".join(lines[1:end]) + "\n", file, faults, first_line=2) if end > 1 else None
    if not isinstance(node, YamlMap):
        fault = f"the front matter cannot be read: {faults.sorted()[0].message}" if len(faults) else ""
        return Front(end + 1, fault=fault)
    unheard = FaultList()
    table = Table(node, unheard)
    tags, clozes = read_tags(table, unheard), read_clozes(table, unheard)
    return Front(end + 1, node_text(node, "title"), tags, clozes, node_text(node, "end"))


def node_text(node: YamlMap, name: str) -> str:
    """One line of text of a mapping, empty where there is none."""
    value = next((value for key, value in node.entries if key.text == name), None)
    return " ".join(value.text.split()) if isinstance(value, YamlText) else ""


def is_tagged(text: str, file: str) -> bool:
    """Whether a note is one of cards: it has the tag `#flashcards`, or one below it, in its text or front matter."""
    if DECK_TAG not in text:
        return False
    lines = text.split("\n")
    front = read_front(lines, file)
    if any(map(is_deck_tag, front.tags)):
        return True
    return any(tags_in(bare) for bare in shield(lines[front.rows :]).bare)


def with_own_front(lines: Sequence[str], front: Front, deck: str) -> list[str]:
    """The lines with a front matter that petui reads, on as many lines as the note's own takes."""
    if front.fault and not front.rows:
        return ["", *lines[1:]]
    if front.rows < _SHORTEST:
        return ["" for _ in lines[: front.rows]] + list(lines[front.rows :])
    kept = {"title": front.title, "clozes": list(front.clozes), "end": front.end}
    head = {"id": deck, "tags": list(front.tags)} | {name: value for name, value in kept.items() if value}
    # JSON is YAML too.
    blanks = [""] * (front.rows - _SHORTEST)
    return [_FENCE, json.dumps(head, ensure_ascii=False), *blanks, _FENCE, *lines[front.rows :]]
