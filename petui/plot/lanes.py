"""Where the waves go: which frequency pairs get a lane, what its label says, and which positions it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from petui.plot.encoded import Encoded, encoded_as
from petui.plot.ruler import round_count, short, subscript
from petui.records import dataclass

MIN_WIDTH = 20
MIN_HEIGHT = 5
MIN_LANE = 3
COLUMNS_PER_PERIOD = 4
_MIN_PLOT = 12
_COMFORTABLE_LANES = 8
_COMFORTABLE_LANE = 6
_LABEL_SHARE = 0.36
VALUE_WIDTH = 7
# A number that `short` writes in as many characters as any.
_LONGEST = 0.001234

Other: TypeAlias = tuple[str, int, float, int]
_Kind: TypeAlias = Callable[[int, float, float, bool, bool], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Lane:
    """One frequency pair's place in the picture.

    Attributes:
        pair: The pair i.
        omega: Its frequency, radians per position.
        wavelength: Its wavelength, positions per turn.
        cosine: Whether the pair has a cosine; the last pair of an odd width has none.
        count: Positions that the lane shows; fewer than the length where the wave would alias.
        label: The label's rows; a value's row starts with its mark and is finished when the position is known.
    """

    pair: int
    omega: float
    wavelength: float
    cosine: bool
    count: int
    label: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole picture but for the current position.

    Attributes:
        width: Columns of the picture.
        height: Rows of the picture.
        ascii: Draw in ASCII.
        name: Convention of the encoding.
        d_model: Width of the encoding.
        base: Base of the encoding.
        length: Positions of the sequence.
        pairs: Pairs of the encoding.
        lanes: The lanes, top to bottom.
        label_width: Columns of the labels.
        gutter_width: Columns of the scale between label and plot.
        lane_height: Rows of a lane's plot.
        spaced: Whether a blank row follows each lane.
    """

    width: int
    height: int
    ascii: bool
    name: str
    d_model: int
    base: float
    length: int
    pairs: int
    lanes: tuple[Lane, ...]
    label_width: int
    gutter_width: int
    lane_height: int
    spaced: bool

    @property
    def span(self) -> int:
        """Positions of the whole window; a sequence of one position is drawn with its neighbour, to have a width."""
        return max(2, self.length)

    @property
    def left(self) -> int:
        """Columns left of the plot."""
        return self.label_width + self.gutter_width

    @property
    def plot_width(self) -> int:
        """Columns of the plot."""
        return self.width - self.left

    def ends_group(self, index: int) -> bool:
        """Whether a ruler follows this lane: the next one shows other positions, or there is none."""
        return index + 1 == len(self.lanes) or self.lanes[index + 1].count != self.lanes[index].count


def marks(*, ascii: bool) -> tuple[str, str]:
    """The marks of a whole position's sine and cosine."""
    return ("S", "C") if ascii else ("●", "○")


@lru_cache(maxsize=64)
def layout(
    name: str,
    d_model: int,
    base: float,
    length: int,
    width: int,
    height: int,
    ascii: bool,
    first_pair: int,
    most: int | None,
    other: Other | None = None,
) -> Layout | None:
    """As many lanes as fit, at least three rows each; None where not even one does.

    Args:
        name: Convention of the encoding.
        d_model: Width of the encoding.
        base: Base of the encoding.
        length: Positions of the sequence.
        width: Columns of the picture.
        height: Rows of the picture.
        ascii: Draw in ASCII.
        first_pair: First pair wanted; the last pair if it is beyond.
        most: Most lanes wanted; None for as many as fit.
        other: Another encoding, by its convention, width and base, and its first pair. The two have as many lanes, and
            each two of these show as many positions, so that both layouts have their rows and ticks at the same places.
    """
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return None
    table = encoded_as(name, d_model, base)
    pairs = table.pairs
    first = min(max(0, first_pair), pairs - 1)
    turns = [table.wavelength(pair) for pair in range(first, pairs)]
    if other is not None:
        beside, start = encoded_as(*other[:3]), other[3]
        start = min(max(0, start), beside.pairs - 1)
        turns = [min(turn, beside.wavelength(start + at)) for at, turn in enumerate(turns[: beside.pairs - start])]
    rows = height - 1
    fitting = max(rows // _COMFORTABLE_LANE, min(_COMFORTABLE_LANES, rows // MIN_LANE))
    for lanes in range(min(fitting, len(turns), max(1, most or pairs)), 0, -1):
        shown = range(first, first + lanes)
        found = [(pair, float(table.omega[pair]), table.wavelength(pair), table.has_cosine(pair)) for pair in shown]
        made = _laid_out(found, turns[:lanes], table, base, length, width, height, ascii)
        if made is not None:
            return made
    return None


def _laid_out(
    found: list[tuple[int, float, float, bool]],
    turns: Sequence[float],
    table: Encoded,
    base: float,
    length: int,
    width: int,
    height: int,
    ascii: bool,
) -> Layout | None:
    """These pairs laid out, or None where their lanes and rulers need more rows than there are."""
    gutter = 4 if width >= 40 else 1
    for kinds in (_TALL_KINDS, _LOW_KINDS):
        labels, widest = _labels(found, kinds, int(width * _LABEL_SHARE), ascii)
        label_width = min(widest, width - gutter - _MIN_PLOT)
        counts = [shown_count(turn, length, width - label_width - gutter) for turn in turns]
        rulers = 1 + sum(a != b for a, b in pairwise(counts))
        each = (height - 1 - rulers) // len(found)
        if each >= max(MIN_LANE, len(labels[0])):
            break
    else:
        return None
    spaced = each > MIN_LANE + 1
    lanes = tuple(
        Lane(pair, omega, turn, cosine, count, label)
        for (pair, omega, turn, cosine), count, label in zip(found, counts, labels, strict=True)
    )
    return Layout(
        width=width,
        height=height,
        ascii=ascii,
        name=table.name,
        d_model=table.d_model,
        base=base,
        length=length,
        pairs=table.pairs,
        lanes=lanes,
        label_width=label_width,
        gutter_width=gutter,
        lane_height=each - 1 if spaced else each,
        spaced=spaced,
    )


def shown_count(wavelength: float, length: int, columns: int) -> int:
    """How many positions of a wave fit `columns` with at least four columns to a period.

    Returns:
        `length` where that is possible, else a round number below it; at least 2, to have a width.
    """
    longest = wavelength * (columns - 1) / COLUMNS_PER_PERIOD
    span = max(2, length)
    return span if span - 1 <= longest else max(2, round_count(longest))


def _labels(
    found: list[tuple[int, float, float, bool]], kinds: Sequence[_Kind], room: int, ascii: bool
) -> tuple[list[tuple[str, ...]], int]:
    """The first kind of label that fits all lanes, else the last: one for each, and the columns of any of its kind.

    These are those of the longest numbers, so that another base or convention does not move the plot.
    """
    last = max(pair for pair, *_ in found)
    for kind in kinds:
        widest = max(map(len, kind(last, _LONGEST, _LONGEST, True, ascii)))
        if widest <= room or kind is kinds[-1]:
            return [kind(*each, ascii) for each in found], widest
    raise AssertionError("there is a kind of label")


def _names(pair: int, ascii: bool) -> tuple[str, str]:
    return ("w" if ascii else "ω") + subscript(pair, ascii=ascii), "lambda" if ascii else "λ"


def _value_rows(cosine: bool, ascii: bool, names: tuple[str, str]) -> tuple[str, str]:
    sine_mark, cosine_mark = marks(ascii=ascii)
    blank = " " * VALUE_WIDTH
    return f"{sine_mark}{names[0]}{blank}", f"{cosine_mark}{names[1]}{blank}" if cosine else "no cos"


def _tall(pair: int, omega: float, turn: float, cosine: bool, ascii: bool) -> tuple[str, ...]:
    rate, wave = _names(pair, ascii)
    return f"{rate} = {short(omega)}", f"{wave} = {short(turn)}", *_value_rows(cosine, ascii, (" sin ", " cos "))


def _full(pair: int, omega: float, turn: float, cosine: bool, ascii: bool) -> tuple[str, ...]:
    rate, wave = _names(pair, ascii)
    return f"{rate}={short(omega)} {wave}={short(turn)}", *_value_rows(cosine, ascii, (" sin ", " cos "))


def _values(pair: int, omega: float, _turn: float, cosine: bool, ascii: bool) -> tuple[str, ...]:
    return f"{_names(pair, ascii)[0]}={short(omega)}", *_value_rows(cosine, ascii, ("", ""))


def _bare(pair: int, _omega: float, _turn: float, _cosine: bool, ascii: bool) -> tuple[str, ...]:
    return (_names(pair, ascii)[0],)


_LOW_KINDS: tuple[_Kind, ...] = (_full, _values, _bare)
_TALL_KINDS: tuple[_Kind, ...] = (_tall, *_LOW_KINDS)
