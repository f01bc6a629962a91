r"""Tables of any sweep in any layout, exact at whole positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from petui.core.encoding import Positions, checked_dtype, checked_positions
from petui.core.phase import Floats
from petui.core.sweep import Columns, Sweep


def sweep_table(
    positions: Positions,
    sweep: Sweep,
    columns: Columns,
    dtype: object = np.float64,
    *,
    multiplier: float = 1.0,
    fast: bool = False,
) -> NDArray[np.floating]:
    r"""For each position and slot: multiplier · sin or cos of pos·\omega of the slot's pair.

    Args:
        positions: One position or a sequence of them.
        sweep: The frequencies.
        columns: What stands in each slot wanted.
        dtype: As for petui.core.encode.
        multiplier: What every value is multiplied by.
        fast: As for petui.core.encode.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If a position is not finite or out of range.
    """
    array = checked_positions(positions)
    wanted = checked_dtype(dtype)
    angles: Floats = array[..., None] * sweep.omega[np.maximum(columns.pair, 0)]
    values = np.where(columns.cosine, np.cos(angles), np.sin(angles)) * multiplier
    return np.where(columns.pair < 0, 0.0, values).astype(wanted)
