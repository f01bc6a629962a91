"""The pages that are made of the format's tables: how lessons, expressions and cards are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from petui.core.formula import SLIPS
from petui.core.lab import NUMBER_FIELDS
from petui.lessons.documents import COURSE, DECK, LESSON, NOTES, OPTION, PARAM, PART, RETELLING, YAML_CARD
from petui.lessons.functionwords import FUNCTION_LINES
from petui.lessons.schema import (
    BLOCKS,
    CODES,
    ROLES,
    STEP_HEIGHT,
    STEP_WIDTH,
    VIEW_WORDS,
    Block,
    Key,
)
from petui.plain.helplayout import Heading, Part, Prose, Rows, Verbatim

# Linted by a test; it has one of everything that most lessons need.
LESSON_EXAMPLE = """\
---
schema: 1
id: areas
title: Squares and their sides
minutes: 5
---

::::{step} the-area
:set: d_model=8 pos=3
:show: waves

A square with the side $s$ has the area $s^2$. A number is computed where it
stands: pair 1 turns by {val}`omega(1) @4` radians per position.

:::{check} area-of-a-square
:vary: n in 5..9
:answer: n**2
:tol: 1%
:hint: Multiply the side by itself.
:wrong: 4*n => perimeter-for-area

A square has sides of {val}`n`. How large is its area?
:::
::::

::::{step} the-sides
:::{choice} doubled-side
:hint: Try it with a side of one.

The side is doubled. What does the area do?

- [x] it becomes four times as large

  Both factors are doubled.
- [ ] it doubles

  One factor is, but so is the other.
:::
::::

:::{mistake} perimeter-for-area
:claims: The area of a square is the sum of its sides.
:verdict: wrong
:shows: 4*3

"Four sides, so four times the side."

It feels right because the perimeter is computed so.

The perimeter is a length; the area counts the unit squares inside.

Ask how many rows of unit squares there are, and how many are in a row.
:::

:::{card} area-from-side
:teaches: areas#the-area

What is the area of a square with the side $s$?
?
$s^2$, the side times itself.
:::
"""

DECK_EXAMPLE = """\
schema: 1
title: Squares
cards:
  - id: square-drawn
    vary: n in 3..9
    front: A square has sides of {val}`n`. How large is its area?
    answer: n**2
    tol: 1%
    hint: Multiply it by itself.
    back: It is {val}`n` times {val}`n`.
  - id: square-doubled
    front: The side of a square is doubled. What does its area do?
    options:
      - text: it becomes four times as large
        right: yes
        reason: Both factors double.
      - {text: it doubles, right: no}
"""


def format_page() -> Iterator[Part]:
    """How a course, its lessons and their blocks are written."""
    yield Heading("A course")
    yield Prose(
        "A folder: `course.yaml`, `lessons/*.md`, `retellings/LANGUAGE/*.md`, `decks/*.md` or `*.yaml`, and a file of "
        "misconceptions. `petui new course NAME` begins one, `petui --content DIR` opens it, `petui lint DIR` checks "
        "it, `petui preview FILE` shows a lesson while it is written."
    )
    yield Prose("The keys of course.yaml; * stands behind those that are needed:")
    yield _keys(COURSE.keys)
    yield Prose("Each of its parts:")
    yield _keys(PART)
    yield Heading("A lesson")
    yield Prose(
        "Markdown, in a file that is called as its id. Between two lines `---` at its beginning it says what it is:"
    )
    yield _keys(LESSON.keys)
    yield Prose("Each of its params, as in `params: {pos: {default: 3, range: [0, 99]}}`:")
    yield _keys(PARAM)
    yield Prose(
        "Then come blocks. A block opens with three or more colons and its name in braces, behind which its id stands "
        "where it has one; then `:key: value` lines right below, a blank line, and its body. As many colons close it; "
        "a block within it has fewer. Never type a number that can be computed: write an expression, see "
        f"`petui help expressions`. A step fits {STEP_WIDTH} columns by {STEP_HEIGHT} rows."
    )
    yield Verbatim(LESSON_EXAMPLE)
    yield Heading("Blocks")
    yield Prose("`top` is the file itself. * is needed, + may stand more than once.")
    for block in BLOCKS.values():
        yield from _block(block)
    yield Heading("Within the text")
    yield Prose("`$…$` and `$$…$$` set maths, and roles are written {name}`text`:")
    yield Rows(tuple(ROLES.items()))
    yield Heading("Views that show names")
    yield Rows(tuple(VIEW_WORDS.items()))
    yield Heading("Built-in slips")
    yield Prose("They are recognised without being listed; the slip of a misconception names the one that comes of it.")
    yield Rows(tuple((slip.id, slip.title) for slip in SLIPS))
    yield Heading("Retellings")
    yield Prose(
        "`retellings/LANGUAGE/LESSON.md` tells steps of a lesson in another way, each with the id of the lesson's own, "
        "its questions in the lesson's order. Answers, tolerances and draws stay the lesson's. Its beginning:"
    )
    yield _keys(RETELLING.keys)
    yield Heading("What petui lint reports")
    yield Prose("Codes that begin with W are warnings: what they speak of can be used as it is.")
    yield Rows(tuple(CODES.items()))
    yield Prose("`petui schema course` prints a JSON Schema for editors, and so it is with lesson, retelling and deck.")


def _block(block: Block) -> Iterator[Part]:
    opener = f":::{{{block.name}}}{' ID' if block.takes_id else ''}"
    yield Rows(((opener, f"in {', '.join(sorted(block.parents))}. Its body: {block.body}."),))
    if block.keys:
        yield _keys(block.keys)


def _keys(keys: Iterable[Key]) -> Rows:
    return Rows(tuple((f"{key.name}{_marks(key)}", _says(key)) for key in keys))


def _marks(key: Key) -> str:
    return ("*" if key.required else "") + ("+" if key.many else "")


def _says(key: Key) -> str:
    unless = f", unless there are {key.unless}" if key.unless else ""
    return f"{key.says}{unless} ({key.kind.value})"


def expressions_page() -> Iterator[Part]:
    """What expressions know."""
    yield Prose(
        "Expressions give lessons and cards their numbers: in the lines `answer`, `wrong`, `cell`, `grid`, `set` and "
        "in the roles val and cell. They know `pi`, the declared and drawn names, the fields of the Lab "
        f"({', '.join(f'`{name}`' for name in NUMBER_FIELDS)}), the operators `+ - * / // % ^` (`**` is `^`), and "
        "these functions; angles are in radians."
    )
    yield Heading("Functions")
    yield Rows(tuple(("", line) for line in FUNCTION_LINES))
    yield Heading("Draws")
    yield Prose(
        "`vary: n in 1..9`, `n in 0..1 step 0.25` or `n in 2, 4, 8` draws a value afresh each time the question is "
        "asked. Over the whole range the expression must have a finite value, and no wrong number may lie within the "
        "tolerance of the right one; `petui lint` looks at all of them."
    )
    yield Heading("What learners type")
    yield Prose(
        "Numbers, `+ - * / ** ^ ( )`, sin cos tan exp log sqrt and pi: 0.03, .03, 3e-2, 0,03, 1/100, 10^-2, sin(0.03). "
        "They do not have the functions above, so that nobody can type the author's expression."
    )


def cards_page() -> Iterator[Part]:
    """How cards are written and exchanged."""
    yield Prose(
        "A deck is a file of cards that course.yaml lists under `decks`. Cards may stand in lessons too, in `card` "
        "blocks (`petui help format`). `petui new deck NAME` begins one."
    )
    yield Heading("Decks in YAML")
    yield Verbatim(DECK_EXAMPLE)
    yield Prose("Keys of the file; * stands behind those that are needed:")
    yield _keys(DECK.keys)
    yield Prose("Keys of a card; + takes a list too:")
    yield _keys(YAML_CARD)
    yield Prose("Keys of an option:")
    yield _keys(OPTION)
    yield Heading("Decks in Markdown")
    yield Prose("Between `card` blocks a *.md deck is read as notes of Obsidian's Spaced Repetition plugin:")
    yield Rows(
        (
            ("Q :: A", "a question and its answer on one line; with `:::` it is asked both ways"),
            ("?", "alone on a line, between question and answer over several lines; `??` asks both ways"),
            ("==text==", "hidden text; `==text;;hint==` has a hint, `==1;;text==` a number"),
            ("^name", "at the end: the card's id, by which its history is kept"),
            ("#flashcards/x", "a tag, by which `petui quiz '#flashcards/x'` asks it"),
        )
    )
    yield Prose("Its front matter, which may be left out:")
    yield _keys(NOTES.keys)
    yield Heading("Commands")
    yield Rows(
        (
            ("petui quiz", "asks the cards that are due, then new ones; `petui quiz NAME` those of a deck or lesson"),
            ("petui cards", "lists, suspends, imports and exports them: Anki, Obsidian, CSV, JSON"),
            ("petui worksheet", "writes them as exercises on paper, with `--key` the answers too"),
        )
    )
