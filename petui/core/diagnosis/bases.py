r"""The base of a progression, as exactly as all sampled rows give it, and whether it is a stretched one."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np

from petui.core.diagnosis.casework import Case
from petui.core.diagnosis.comparing import Line, block_of, blocks
from petui.core.diagnosis.recovery import Turning, wrapped
from petui.core.diagnosis.slotwaves import SlotWaves
from petui.core.phase import Floats

_ROUNDS = 4
# As many rows narrow a base down well enough.
_MOST_ROWS = 4096
# Stretches by whole and half numbers up to this, where they are known so well.
_MOST_STRETCHED = 128
_SURE = 1e-4


def sharpened(case: Case, turned: Turning, base: float, pairs_per_base: float, step: float) -> float:
    r"""The base that fits all sampled angles best: \omega_i = base^(-i/pairs_per_base).

    Args:
        case: The table.
        turned: How its pairs turn.
        base: The base as the first rows have it.
        pairs_per_base: Pairs over which frequencies fall by the base.
        step: Positions from row to row.
    """
    rows = (case.sample.index - case.sample.index[0])[1:].astype(np.float64)
    share = np.arange(turned.steps.size) / pairs_per_base
    seen = (turned.angles[1:] - turned.angles[0])[:, turned.even]
    share = share[turned.even]
    reach = np.maximum(10.0, case.sample.index[1:].astype(np.float64))[:, None]
    weight = 1 / (case.precision.rounding / min(1.0, turned.scale) + case.precision.phase * reach) ** 2
    logarithm = log(base)
    for _ in range(_ROUNDS):
        angles = step * np.outer(rows, np.exp(-share * logarithm))
        slope = -share * angles
        off = wrapped(seen - angles)
        # Where an angle is unsure by much of a turn, the nearest turn may be the wrong one.
        sure = weight * (np.isfinite(off) & (np.abs(off) < 0.5))
        total = float((sure * slope**2).sum())
        if not total > 0:
            break
        logarithm += float((sure * slope * np.where(sure > 0, off, 0.0)).sum()) / total
    return float(np.exp(min(logarithm, 690.0)))


def settled(
    case: Case, waves: SlotWaves, share: Floats, positions: Floats | Line, base: float
) -> tuple[float, float, float]:
    r"""A base with which all rows are right, and the ratios to it of the least and the greatest such base.

    The derivative of a cell by the base's logarithm tells how far that may be moved until the cell is off.

    Args:
        case: The table.
        waves: What stands in each slot at the base given.
        share: By which power of 1/base each slot's frequency falls, shape (slots,).
        positions: The position of each row.
        base: A base that is nearly right.

    Returns:
        All infinite where there is no such base.
    """
    logarithm = log(base)
    for _ in range(_ROUNDS):
        low, high = -np.inf, np.inf
        moved = replace(waves, omega=np.exp(-share * logarithm))
        for index in blocks(case.rows):
            if index[0] > _MOST_ROWS:
                break
            below, above = _bounds(case, moved, share, positions[index], block_of(case.rows, index))
            low, high = max(low, below), min(high, above)
        if not low <= high or not np.isfinite(low) or not np.isfinite(high):
            return np.inf, np.inf, np.inf
        if low < 0 < high:
            break
        logarithm += (low + high) / 2
    return float(np.exp(logarithm)), float(np.exp(low)), float(np.exp(high))


def _bounds(case: Case, waves: SlotWaves, share: Floats, positions: Floats, values: Floats) -> tuple[float, float]:
    exact, fall = waves.values(positions), -share * np.multiply.outer(positions, waves.omega)
    allowed = case.precision.allowed(positions, waves, exact)
    other = replace(waves, cosine=~waves.cosine).values(positions)
    slope = np.where(waves.cosine, -other, other) * fall
    with np.errstate(all="ignore"):
        one, two = (values - exact - allowed) / slope, (values - exact + allowed) / slope
    telling = (np.abs(slope) > 0) & np.isfinite(one) & np.isfinite(two)
    if not telling.any():
        return -np.inf, np.inf
    return float(np.minimum(one, two)[telling].max()), float(np.maximum(one, two)[telling].min())


def in_few_digits(base: float, low: float, high: float) -> float:
    """A base in as few digits as the ratios to it of the least and the greatest one leave open."""
    margin = 0.05 * (high - low)
    for digits in range(1, 17):
        nice = float(f"{base:.{digits - 1}e}")
        if low + margin <= nice / base <= high - margin:
            return nice
    return base


def in_nine_digits(exact: float, base: float, low: float, high: float) -> float:
    """A base that is known exactly in nine digits, or in all where so few are not among those that fit."""
    nice = float(f"{exact:.9g}")
    return nice if low <= nice / base <= high else exact


def stretched(base: float, low: float, high: float, original: float, width: int) -> tuple[float, float] | None:
    """The s and the exact base, where it is the NTK-aware stretch original·s^(d/(d-2)) by a whole or half-whole s."""
    if width <= 2 or high - low > _SURE or not base > original or low <= float(f"{base:.1e}") / base <= high:
        return None
    power = width / (width - 2)
    s = round(2 * (base / original) ** (1 / power)) / 2
    exact = original * s**power
    return (s, exact) if 1 < s <= _MOST_STRETCHED and low <= exact / base <= high else None
