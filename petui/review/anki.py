"""Cards as the text file that Anki imports.

One note of the type Basic per card and line, fields separated by tabs. What an import finds again by its first
column, it updates instead of adding it twice, and its schedule stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from petui.lessons.model import Card
from petui.review.hypertext import hypertext
from petui.review.instances import Instance

_HEADERS = (
    "#separator:tab",
    "#html:true",
    "#notetype:Basic",
    "#guid column:1",
    "#deck column:2",
    "#tags column:5",
    # Anki remembers what was chosen for another file.
    "#if matches:update current",
)
_ROOT = "petui"
_QUOTED = re.compile(r'^[#\s]|["\t\n\r]')
# Anki divides tags by white space and takes these two out of them.
_NOT_IN_TAGS = re.compile(r'[\s"\u3000]+')


def anki_text(instances: Iterable[Instance]) -> str:
    """The file: headers, then a line per card with its key, deck, front, back and tags.

    Its text is UTF-8 without a byte order mark, which Anki would take for the beginning of the first header.
    """
    rows = ("\t".join(map(_field, _columns(instance))) for instance in instances)
    return "".join(f"{line}\n" for line in (*_HEADERS, *rows))


def _columns(instance: Instance) -> tuple[str, str, str, str, str]:
    filed = instance.filed
    deck = "::".join((_ROOT, _level(instance.course_title), _level(instance.deck_title)))
    # Anki passes over a note whose first field is empty.
    front = hypertext(instance.front, instance.values) or f"({filed.card.id})"
    tags = " ".join(_tags(filed.course, filed.card))
    return filed.key, deck, front, hypertext(instance.back, instance.values), tags


def _level(title: str) -> str:
    """A title as one level of a deck's name, which `::` would divide."""
    return re.sub(r":{2,}", ":", " ".join(title.split())).strip(": ") or "-"


def _tags(course: str, card: Card) -> list[str]:
    """The course's inventory numbers, then the card's own tags; levels are divided by `::`."""
    tags = [f"{_ROOT}::{course}::{number}" for number in card.covers]
    tags += ["::".join(part for part in tag.split("/") if part) for tag in card.tags]
    return list(dict.fromkeys(_NOT_IN_TAGS.sub("_", tag) for tag in tags if tag))


def _field(text: str) -> str:
    """A field, in quotation marks where its signs would be taken for the file's own."""
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
