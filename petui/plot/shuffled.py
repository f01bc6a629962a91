r"""Attention: what a toy self-attention gives for each word of two orders of one sentence, without and with PE.

Without PE every word gets the same numbers wherever it stands; with PE(0), PE(1), PE(2) added it does not.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from petui.core.attention import NAMES, ORDERS, attention, word_vectors
from petui.core.lab import Lab
from petui.core.phase import Floats
from petui.plot.encoded import encoded, encoded_as
from petui.plot.picture import Line, Picture, Run, filled, first_that_fits, fitted, needs, worded
from petui.plot.ruler import four_decimals
from petui.plot.sumview import bar_from_zero
from petui.records import dataclass

MIN_WIDTH = 37
MIN_HEIGHT = 7
_BESIDE = 56
_ROWS = 2 * len(NAMES)
# Labels of a row, `The  1st order, place 0`, the fullest first.
_LABELS = ("{order} order, place {place} ", "{order}, place {place} ")
_NUMBER = 8
_LEAST_BAR = 5
# The same sum in another order of its terms is another float64 by so much at most.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Outcome:
    """What attention gives for each word, in its first order and in the other.

    Attributes:
        placed: Whether PE was added first.
        first: Shape (words, slots), by word.
        other: The same for the other order, by word too.
    """

    placed: bool
    first: Floats
    other: Floats

    @property
    def change(self) -> float:
        """The largest difference between the two; what is only rounding counts as 0."""
        largest = float(np.abs(self.first - self.other).max())
        return largest if largest > _ROUNDING else 0.0

    @property
    def changed(self) -> tuple[str, int]:
        """The word and the slot of the largest difference."""
        word, slot = np.unravel_index(int(np.abs(self.first - self.other).argmax()), self.first.shape)
        return NAMES[int(word)], int(slot)


def order_of(lab: Lab) -> tuple[int, ...]:
    """The other order of the words: the offset-th, counted round; offset 0 is the first order itself."""
    return ORDERS[lab.offset % len(ORDERS)]


def outcome(lab: Lab, *, placed: bool) -> Outcome:
    """Attention over both orders; PE is that of the Lab's convention, base and dtype at positions 0, 1 and 2."""
    key = (lab.convention, lab.d_model, lab.base, lab.dtype) if placed else None
    return Outcome(placed, _given(lab.d_model, ORDERS[0], key), _given(lab.d_model, order_of(lab), key))


@lru_cache(maxsize=32)
def _given(d_model: int, order: tuple[int, ...], key: tuple[str, int, float, str] | None) -> Floats:
    """The output of each word, by word, not by place."""
    vectors = word_vectors(d_model)[list(order)]
    if key is not None:
        name, width, base, dtype = key
        vectors = vectors + encoded_as(name, width, base).values(range(len(order)), dtype=dtype)
    made: Floats = attention(vectors)[np.argsort(order)]
    made.setflags(write=False)
    return made


@needs("Pictures of attention", MIN_WIDTH, MIN_HEIGHT)
def attention_view(lab: Lab, width: int, height: int, *, ascii: bool = False) -> Picture:
    """The current slot of each word's output, in both orders, without PE and with it; and the largest change of all.

    Two panels where they fit, side by side or one below the other, else a table of the numbers.
    """
    encoded(lab)
    both = [outcome(lab, placed=placed) for placed in (False, True)]
    lines = [_heading(lab, width), _sentences(lab, width)]
    room = height - len(lines)
    if width >= _BESIDE and room >= _ROWS + 2:
        half = (width - 3) // 2
        left, right = _panel(lab, both[0], half, ascii), _panel(lab, both[1], half, ascii)
        bar = " | " if ascii else " │ "
        lines += [fitted([*a, (bar, "axis"), *b], width) for a, b in zip(left, right, strict=True)]
    elif room >= 2 * (_ROWS + 2):
        lines += [line for each in both for line in _panel(lab, each, width, ascii)]
    else:
        lines += _table(lab, both, width)
    return Picture(filled(lines, width, height), _says(lab, both))


def _sentence(order: tuple[int, ...]) -> str:
    return " ".join(NAMES[word] for word in order)


def _heading(lab: Lab, width: int) -> Line:
    slot = f"slot {lab.slot} of {lab.d_model}"
    head = first_that_fits(["Attention without and with PE, ", "Attention, "], width - len(slot))
    return fitted([(head, "heading"), (slot, "cursor strong")], width)


def _sentences(lab: Lab, width: int) -> Line:
    first, other = f'"{_sentence(ORDERS[0])}"', f'"{_sentence(order_of(lab))}"'
    orders = f"1st order {first}, 2nd order {other}"
    texts = [f"{orders} (k = {lab.offset})", orders, f"1st {first}, 2nd {other}"]
    return worded(texts, width, "")


def _panel(lab: Lab, found: Outcome, width: int, ascii: bool) -> list[Line]:
    """A title, two rows for each word, and what changes."""
    lines = [fitted([("with PE" if found.placed else "without PE", "strong")], width)]
    order = order_of(lab)
    form = next((form for form in _LABELS if width - len(_label(form)) - _NUMBER >= _LEAST_BAR), _LABELS[-1])
    bar = width - len(_label(form)) - _NUMBER
    for word, name in enumerate(NAMES):
        rows = ((name, "1st", found.first, word), ("", "2nd", found.other, order.index(word)))
        for said, which, values, place in rows:
            value = float(values[word, lab.slot])
            runs: list[Run] = [(_label(form, said, which, place), "strong" if said else "muted")]
            if bar >= _LEAST_BAR:
                runs += bar_from_zero(value, bar, "value", ascii=ascii)
            lines.append(fitted([*runs, (f"{four_decimals(value):>{_NUMBER}}", "")], width))
    return [*lines, worded(_changes(found), width, "strong")]


def _label(form: str, name: str = "", order: str = "1st", place: int = 0) -> str:
    """What stands before a row: the word, in which order, and at which place of it."""
    return f"{name:5}{form.format(order=order, place=place)}"


def _changes(found: Outcome) -> list[str]:
    """What the other order changes, over all slots."""
    if not found.change:
        return ["no word's numbers change", "nothing changes"]
    word, slot = found.changed
    size = four_decimals(found.change)
    return [f"largest change {size} ({word}, slot {slot})", f"changes by {size} ({word}, slot {slot})", f"by {size}"]


def _table(lab: Lab, both: list[Outcome], width: int) -> list[Line]:
    """The numbers alone, below which order they are of."""
    upper = "".join(f"{head:>{2 * _NUMBER}}" for head in ("without PE", "with PE"))
    lower = "".join(f"{order:>{_NUMBER}}" for order in ("1st", "2nd") * 2)
    lines = [fitted([(f"{head:5}{text}", "axis")], width) for head, text in (("", upper), ("word", lower))]
    for word, name in enumerate(NAMES):
        values = [float(each[word, lab.slot]) for found in both for each in (found.first, found.other)]
        numbers = [(f"{four_decimals(value):>{_NUMBER}}", "") for value in values]
        lines.append(fitted([(f"{name:5}", "strong"), *numbers], width))
    changes = [f"{'with' if found.placed else 'without'} PE: {_changes(found)[-1]}" for found in both]
    change = _changes(both[1])[-1]
    last = f"with PE changes {change}" if both[1].change else f"with PE {change}"
    return [*lines, worded(["; ".join(changes), last], width, "strong")]


def _says(lab: Lab, both: list[Outcome]) -> str:
    parts = []
    for found in both:
        words = ", ".join(
            f"{name} {four_decimals(float(found.first[word, lab.slot]))} and "
            f"{four_decimals(float(found.other[word, lab.slot]))}"
            for word, name in enumerate(NAMES)
        )
        parts.append(f"{'with' if found.placed else 'without'} PE {words}: {_changes(found)[0]}")
    return (
        f"Attention over {_sentence(ORDERS[0])} and over {_sentence(order_of(lab))}, slot {lab.slot} of "
        f"{lab.d_model} for each word in both orders: {'; '.join(parts)}."
    )
