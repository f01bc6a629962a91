"""From one convention's layout to another's: the same waves in other slots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from petui.core.conventiongrid import Convention
from petui.core.errors import ParameterError
from petui.core.sweep import Columns
from petui.records import dataclass

_MEND = "no permutation of columns makes one of the other; compute it by `petui table`"


@dataclass(frozen=True, slots=True)
class Relayout:
    """How the columns of a table change places.

    Attributes:
        order: Shape (d_model,): new slot j is old slot order[j]; a permutation.
        factor: What every value is multiplied by; 1 where the scales are the same.
    """

    order: NDArray[np.int64]
    factor: float = 1.0


def relayout(source: Convention, target: Convention, d_model: int, *, where: str = "target") -> Relayout:
    """The permutation of columns that makes the target's table of the source's at the same positions and base.

    Args:
        source: The layout that there is.
        target: The layout wanted.
        d_model: Slots of a row.
        where: The option that named the target, for the error.

    Raises:
        ParameterError: If one of them has no such width, their frequencies differ, or one has waves that the other
            lacks: no permutation leads from one to the other then.
    """
    _check_frequencies(source, target, d_model, where)
    have, want = _waves(source.columns(d_model)), _waves(target.columns(d_model))
    if sorted(have) != sorted(want):
        raise ParameterError(
            f"{source.name} and {target.name} hold different waves at d_model {d_model}, which is odd",
            where=where,
            mend=_MEND,
        )
    place = {wave: slot for slot, wave in enumerate(have)}
    factor = target.multiplier(d_model) / source.multiplier(d_model)
    return Relayout(np.array([place[wave] for wave in want], dtype=np.int64), factor)


def _waves(columns: Columns) -> list[tuple[int, bool]]:
    return list(zip(columns.pair.tolist(), columns.cosine.tolist(), strict=True))


def _check_frequencies(source: Convention, target: Convention, d_model: int, where: str) -> None:
    have, want = source.sweep(d_model).omega, target.sweep(d_model).omega
    if len(have) == len(want) and np.array_equal(have, want):
        return
    if len(have) != len(want):
        count = f"{len(have)} {'frequency' if len(have) == 1 else 'frequencies'}"
        what = f"{source.name} has {count} and {target.name} {len(want)} at d_model {d_model}"
        raise ParameterError(what, where=where, mend=_MEND)
    pair = int(np.argmax(have != want))
    raise ParameterError(
        f"the frequencies of {source.name} and {target.name} differ at d_model {d_model}: "
        f"pair {pair} has {have[pair]:.6g} and {want[pair]:.6g} radians per position",
        where=where,
        mend=_MEND,
    )
