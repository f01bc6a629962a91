"""Clozes of Obsidian notes: `==answer==`, `==answer;;hint==`, `==1;;answer==`, and as cards of one note."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from petui.records import dataclass

MAX_SIBLINGS = 20
BLANK = "[…]"
# A sign of `==` that opens or closes; `===` and longer runs are rules and operators.
_MARK = re.compile(r"(?<!=)==(?!=)")
_PARTS = ";;"
_BOLD = re.compile(r"\*\*[^*\s][^*]*\*\*")
_LIKE_A_HINT = re.compile(
    r"^(?:how (?:many|much)|which|what)\b|\b(?:number|integer|digits?|count|figure)$", re.IGNORECASE
)
_CURLY = re.compile(r"\{\{.+?\}\}")


@dataclass(frozen=True, slots=True)
class Cloze:
    """One hidden text.

    Attributes:
        row: Its row.
        start: Column where its mark begins.
        end: Column after it.
        answer: The hidden text.
        hint: Shown in its place, perhaps empty.
        number: Which sibling hides it, 0 where that goes by order.
        rank: Its pattern's: highlights come before bold text, and that before braces.
    """

    row: int
    start: int
    end: int
    answer: str
    hint: str = ""
    number: int = 0
    rank: int = 0


def has_cloze(line: str, bare: str, *, bold: bool = False, curly: bool = False) -> bool:
    """Whether a line hides anything; the arguments are those of find_clozes."""
    return next(find_clozes(0, line, bare, bold=bold, curly=curly), None) is not None


def find_clozes(row: int, line: str, bare: str, *, bold: bool = False, curly: bool = False) -> Iterator[Cloze]:
    """The clozes of a line from left to right.

    Args:
        row: Its row.
        line: The line.
        bare: The line with protected signs hidden.
        bold: Whether `**…**` hides text too.
        curly: Whether `{{…}}` does.
    """
    spans = [(start, end, 0) for start, end in _highlights(line, bare)]
    if bold:
        spans += [(*match.span(), 1) for match in _BOLD.finditer(bare)]
    if curly:
        # Beyond the last closer every opener would search to the end of the line in vain.
        spans += [(*match.span(), 2) for match in _CURLY.finditer(bare, 0, bare.rfind("}}") + 2)]
    at = 0
    for start, end, rank in sorted(spans):
        cloze = _read(row, start, end, line[start + 2 : end - 2], rank)
        if start >= at and cloze.answer.strip():
            at = end
            yield cloze


def _highlights(line: str, bare: str) -> Iterator[tuple[int, int]]:
    """Pairs of `==` around text that neither begins nor ends with a blank, comparisons such as `a==b` left out."""
    opened: int | None = None
    for mark in _MARK.finditer(bare):
        start, end = mark.span()
        blank_after = not line[end : end + 1].strip()
        if opened is None:
            opened = None if blank_after else start
        elif line[start - 1].isspace():
            opened = opened if blank_after else start
        elif _is_word(line[opened - 1 : opened]) and _is_word(line[end : end + 1]) and " " in line[opened:start]:
            opened = start
        else:
            yield opened, end
            opened = None


def lone_marks(bare: str, clozes: Iterable[Cloze]) -> Iterator[int]:
    """Where a `==` stands that is none of these clozes' and no comparison, by a line with protected signs hidden."""
    taken = [(cloze.start, cloze.end) for cloze in clozes]
    for mark in _MARK.finditer(bare):
        start, end = mark.span()
        about = (bare[max(0, start - 1) : start], bare[end : end + 1])
        compares = all(map(str.isspace, about)) or all(map(_is_word, about))
        if not any(first <= start < last for first, last in taken) and not compares:
            yield start


def _is_word(sign: str) -> bool:
    return sign.isascii() and (sign.isalnum() or sign in ("_", ")", "("))


def _read(row: int, start: int, end: int, text: str, rank: int) -> Cloze:
    parts = text.split(_PARTS, 2)
    number = int(parts[0]) if len(parts) > 1 and _is_number(parts[0]) else 0
    if number > MAX_SIBLINGS:
        # So many siblings cannot be meant: the figure is the answer, and the rest its hint.
        number = 0
    elif number:
        del parts[0]
    answer, _, hint = _PARTS.join(parts).partition(_PARTS)
    return Cloze(row, start, end, answer, hint, number, rank)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def siblings(clozes: Sequence[Cloze]) -> tuple[tuple[int, tuple[Cloze, ...]], ...]:
    """What each card of a note hides, with its number from 1.

    Where any cloze has a number, those of one number are hidden together and the others never; else each is one card.
    """
    if any(cloze.number for cloze in clozes):
        numbers = sorted({cloze.number for cloze in clozes if cloze.number})
        return tuple((each, tuple(cloze for cloze in clozes if cloze.number == each)) for each in numbers)
    ordered = sorted(clozes, key=lambda cloze: cloze.rank)
    return tuple((at, (cloze,)) for at, cloze in enumerate(ordered, start=1))


def mistaken_number(clozes: Sequence[Cloze]) -> Cloze | None:
    """The first cloze whose number may have been meant as what it hides, with its text as the hint.

    One that has a hint besides is none; the number is higher than there are clozes, or the text speaks of a number.
    """
    return next(
        (
            cloze
            for cloze in clozes
            if cloze.number and not cloze.hint and (cloze.number > len(clozes) or _LIKE_A_HINT.search(cloze.answer))
        ),
        None,
    )


def revealed(lines: Sequence[str], clozes: Sequence[Cloze], hidden: Sequence[Cloze] = ()) -> tuple[str, ...]:
    """The lines with their clozes as plain text, those of `hidden` as `[hint]` or `[…]`."""
    found = list(lines)
    for cloze in sorted(clozes, key=lambda each: (each.row, -each.start)):
        text = cloze.answer
        if cloze in hidden:
            text = f"[{cloze.hint}]" if cloze.hint else BLANK
        line = found[cloze.row]
        found[cloze.row] = line[: cloze.start] + text + line[cloze.end :]
    return tuple(found)


def typed_answer(clozes: Sequence[Cloze]) -> str:
    """What a learner types for these clozes: their texts without signs of markup."""
    return ", ".join(map(_bare, clozes))


def _bare(cloze: Cloze) -> str:
    text = cloze.answer.strip("`*_ ")
    # Two formulas keep their dollars, which tell them from the words between them.
    formula = text[1:-1] if text.startswith("$") and text.endswith("$") and text.count("$") == 2 else text
    return formula or cloze.answer.strip()
