r"""What the numbers of a table say by themselves: how its pairs turn, how high they stand, and where its rows are.

A pair (sin, cos) is a point on a circle. Its angle grows by \omega from row to row, so that frequencies, first
position and scale can be read off without a guess at the convention.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import log, pi
from typing import Literal, TypeAlias

import numpy as np

from petui.core.diagnosis.findings import Rows
from petui.core.diagnosis.slotwaves import Bools, Indices
from petui.core.phase import Floats
from petui.core.sweep import Columns, Layout, columns_of
from petui.records import dataclass

FrameName: TypeAlias = Literal[
    "interleaved", "cosine-leads-each-pair", "sines-first", "cosines-first", "zero-sines-first", "zero-cosines-first"
]
# The layout that each frame is, or that it is a slip of.
_LAYOUTS: Mapping[FrameName, Layout] = {
    "interleaved": "interleaved",
    "cosine-leads-each-pair": "interleaved",
    "sines-first": "sines-first",
    "cosines-first": "cosines-first",
    "zero-sines-first": "sines-first",
    "zero-cosines-first": "cosines-first",
}
_CONSECUTIVE = 4
_TURNS_SEEN = 5
# Pairs whose frequencies differ by less than this are no step from coarse to fine.
_FINER = 2.5
_MOST_UNEVEN = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Some rows of a table, as float64.

    Attributes:
        index: Their row numbers, ascending.
        values: Shape (rows, slots).
    """

    index: Indices
    values: Floats


def sample_of(rows: Rows, left_out: Bools | None = None) -> Sample:
    """The first rows, those a power of two away, two in the middle and the last two; the next one for one left out."""
    count = rows.shape[0]
    wanted = {*range(min(_CONSECUTIVE, count)), count // 2, count // 2 + 1, count - 2, count - 1, 257, 2049}
    wanted |= {1 << power for power in range(2, count.bit_length())}
    index = np.array(sorted(row for row in wanted if 0 <= row < count), dtype=np.int64)
    if left_out is not None and left_out.any() and not left_out.all():
        whole = np.flatnonzero(~left_out)
        index = np.unique(whole[np.minimum(np.searchsorted(whole, index), len(whole) - 1)])
    with np.errstate(all="ignore"):
        return Sample(index, np.array(rows[index], dtype=np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Where sines and cosines may stand.

    Attributes:
        name: Its name.
        columns: What stands in each slot.
        sines: The slot of the sine of each whole pair.
        cosines: The slot of its cosine.
    """

    name: FrameName
    columns: Columns
    sines: Indices
    cosines: Indices

    @property
    def layout(self) -> Layout:
        """The layout that it is, or that it is a slip of."""
        return _LAYOUTS[self.name]


@lru_cache(maxsize=64)
def frames_of(width: int) -> tuple[Frame, ...]:
    """Every frame that a width may have."""
    odd = width % 2 == 1 and width > 1
    names = [name for name in _LAYOUTS if odd or not name.startswith("zero-")]
    return tuple(_frame_of(name, width) for name in names)


def _frame_of(name: FrameName, width: int) -> Frame:
    pairs = width // 2
    if name.startswith("zero-"):
        columns = columns_of(_LAYOUTS[name], pairs, pairs).with_zero()
    else:
        columns = columns_of(_LAYOUTS[name], width - pairs, pairs)
    if name == "cosine-leads-each-pair":
        columns = Columns(columns.pair, ~columns.cosine)
    order = np.argsort(columns.pair, kind="stable")
    used = order[columns.pair[order] >= 0]
    whole = [used[columns.cosine[used] == cosine][:pairs] for cosine in (False, True)]
    return Frame(name, columns, whole[0], whole[1])


@dataclass(frozen=True, slots=True, eq=False)
class Turning:
    r"""How the whole pairs of a frame turn.

    Attributes:
        frame: Where sines and cosines were taken to stand.
        scale: The common radius of the pairs' circles.
        angles: Of each sampled row and pair, -\pi … \pi.
        steps: By how much each pair turns from a row to the next, -\pi … \pi.
        even: Whether each pair keeps the common radius in most sampled rows.
    """

    frame: Frame
    scale: float
    angles: Floats
    steps: Floats
    even: Bools


def wrapped(angles: Floats) -> Floats:
    r"""Angles taken into -\pi … \pi."""
    return np.asarray(angles - 2 * pi * np.round(angles / (2 * pi)))


def turning(sample: Sample, frame: Frame, rounding: float) -> Turning | None:
    """How the pairs turn, or None where they do not keep one radius: then the frame is another."""
    sines, cosines = sample.values[:, frame.sines], sample.values[:, frame.cosines]
    if sines.size == 0 or len(sample.index) < 2:
        return None
    radii = np.hypot(sines, cosines)
    scale = float(np.median(radii[np.isfinite(radii)])) if np.isfinite(radii).any() else 0.0
    if not 0 < scale < np.inf:
        return None
    even = np.abs(radii - scale) <= (8 * rounding + 1e-12) * max(scale, 1e-300)
    if 1 - even.mean() > _MOST_UNEVEN:
        return None
    angles = np.arctan2(sines, cosines)
    return Turning(frame, scale, angles, _steps(sample, angles), np.asarray(even.mean(axis=0) > 0.5))


def _steps(sample: Sample, angles: Floats) -> Floats:
    """The middle one of the turns between neighbouring rows, so that one odd row does not count."""
    # The first ones, as angles far on are less exact.
    next_to = np.flatnonzero(np.diff(sample.index) == 1)[:_TURNS_SEEN]
    turns = wrapped(angles[next_to + 1] - angles[next_to])
    return wrapped(turns[0] + np.median(wrapped(turns - turns[0]), axis=0))


def refined_steps(sample: Sample, turned: Turning) -> Floats:
    """The turns for each row, sharpened over longer and longer stretches as long as they agree."""
    steps = turned.steps.copy()
    for row in range(2, len(sample.index)):
        stretch = float(sample.index[row] - sample.index[0])
        seen = turned.angles[row] - turned.angles[0]
        sharper = (seen + 2 * pi * np.round((stretch * steps - seen) / (2 * pi))) / stretch
        agrees = np.abs(wrapped(stretch * steps - seen)) < 0.5
        steps = np.where(agrees, sharper, steps)
    return steps


def decoded(angles: Floats, omega: Floats, hints: Floats) -> Floats:
    """The position of each row from its pairs' angles, the slowest pair first, each faster one making it finer.

    Args:
        angles: Shape (rows, pairs).
        omega: Their frequencies, shape (pairs,).
        hints: Where each row should be; among positions of the same angles the nearest is taken.

    Returns:
        Shape (rows,); halves and whole numbers where they are so nearly.
    """
    found = np.array(hints, dtype=np.float64)
    for pair in coarse_to_fine(omega):
        seen, speed = angles[:, pair], omega[pair]
        found = (seen + 2 * pi * np.round((found * speed - seen) / (2 * pi))) / speed
    doubled = np.round(2 * found) / 2
    return np.asarray(np.where(np.abs(found - doubled) < 0.12, doubled, found))


def coarse_to_fine(omega: Floats) -> list[int]:
    """Pairs from the slowest to the fastest, each at least 2.5 times as fast as the one before."""
    chosen: list[int] = []
    for pair in np.argsort(np.abs(omega)):
        speed = abs(float(omega[pair]))
        if np.isfinite(speed) and speed > 1e-9 and (not chosen or speed >= _FINER * abs(float(omega[chosen[-1]]))):
            chosen.append(int(pair))
    return chosen


@dataclass(frozen=True, slots=True)
class Geometric:
    r"""A geometric sweep read from the numbers: \omega_i = factor·ratio^i.

    Attributes:
        factor: The first frequency.
        ratio: Each frequency over the one before.
        uncertain: Standard error of the ratio's logarithm.
    """

    factor: float
    ratio: float
    uncertain: float


def geometric(steps: Floats, error: float) -> Geometric | None:
    """The geometric sweep that frequencies follow, or None where they follow none.

    Args:
        steps: Radians per row of each pair.
        error: How far each may be off.
    """
    size = np.abs(steps)
    clear = np.flatnonzero((size > 20 * error) & (size < 3.0))
    if len(clear) < 2 or len(clear) < 0.3 * len(steps):
        return None
    if not (np.sign(steps[clear]) == np.sign(steps[clear[0]])).all():
        return None
    logs, weights = np.log(size[clear]), size[clear] / error
    slope, level = _line(clear.astype(np.float64), logs, weights / weights.max())
    off = np.abs(logs - (level + slope * clear)) * size[clear]
    if (off > 20 * error + 1e-9).mean() > 0.02:
        return None
    spread = float(np.sqrt((weights**2).sum()) * max(1.0, float(clear.std())))
    return Geometric(float(np.sign(steps[clear[0]]) * np.exp(level)), float(np.exp(slope)), 1 / spread)


def _line(at: Floats, values: Floats, weights: Floats) -> tuple[float, float]:
    """Slope and height at 0 of the straight line nearest to values, by weighted least squares."""
    share = weights**2 / (weights**2).sum()
    middle, height = float((share * at).sum()), float((share * values).sum())
    spread = float((share * (at - middle) ** 2).sum())
    slope = float((share * (at - middle) * (values - height)).sum()) / spread if spread > 0 else 0.0
    return slope, height - slope * middle


def rounded_base(ratio: float, pairs_per_base: float, uncertain: float) -> float:
    """The base of a ratio, as few digits as its uncertainty leaves open."""
    exponent = -log(ratio) * pairs_per_base
    if exponent > 690:
        return float("inf")
    base = float(np.exp(exponent))
    slack = max(10 * uncertain * pairs_per_base, 1e-13)
    for digits in range(1, 16):
        nice = float(f"{base:.{digits - 1}e}")
        if abs(nice / base - 1) <= slack:
            return nice
    return base
