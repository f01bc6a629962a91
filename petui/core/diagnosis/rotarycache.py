r"""Tables of rotary embedding: the cosines, or the sines, of every pair, once for each of its two slots."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from petui.core.diagnosis.findings import Rows

Pairing: TypeAlias = Literal["interleaved", "half-split"]

_CELLS_PER_BLOCK = 1 << 17
# Stretched frequencies come with a factor that is rarely above 1.5.
_LARGEST = 2.0


def cache_pairing(rows: Rows) -> Pairing | None:
    """How the pairs of a rotary cache stand; None where rows are plainly no such cache.

    Both slots of a pair hold the same number in every row, to the bit, and pairs differ: that is what tells such a
    table from weights. Slots 2i and 2i + 1 are a pair where it is interleaved, i and i + width/2 where it is
    half-split.

    Args:
        rows: Shape (positions, slots).
    """
    count, width = rows.shape
    if count < 2 or width < 4 or width % 2:
        return None
    pairings: list[Pairing] = [each for each in ("half-split", "interleaved") if _holds(np.asarray(rows[:2]), each)]
    step = max(1, _CELLS_PER_BLOCK // width)
    differ = False
    for first in range(0, count, step):
        block = np.asarray(rows[first : first + step])
        if not pairings or block.dtype.kind != "f" or not bool(np.all(np.abs(block) <= _LARGEST)):
            return None
        pairings = [each for each in pairings if _holds(block, each)]
        differ = differ or bool((block != block[:, :1]).any())
    return pairings[0] if differ and len(pairings) == 1 else None


def _holds(block: np.ndarray[tuple[int, ...], np.dtype[np.generic]], pairing: Pairing) -> bool:
    half = block.shape[1] // 2
    if pairing == "half-split":
        return bool(np.array_equal(block[:, :half], block[:, half:]))
    return bool(np.array_equal(block[:, 0::2], block[:, 1::2]))
