"""Whether a table about to be converted has the layout that it is said to have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from petui.core.conventions import CONVENTIONS, AnyConvention, Convention, any_convention, convention
from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Declared, Rows
from petui.core.errors import ParameterError

_Bools: TypeAlias = NDArray[np.bool_]
# Causes by which sines and cosines stand in other slots than they are said to.
_MISPLACED = frozenset(
    {
        "swapped-sine-cosine",
        "halves-swapped",
        "concatenated-not-interleaved",
        "interleaved-not-concatenated",
        "other-convention",
        "sines-only",
        "cosines-only",
        "columns-out-of-order",
        "transposed",
    }
)
_FREQUENCIES = frozenset({"one-pair-less", "one-pair-more"})
# With fewer rows or slots than these one layout looks like another.
_FEWEST = 3
_MOST_SAMPLED = 512
# sin² + cos² of numbers in half precision is off by less than this.
_ROUND = 5e-2


def check_source(rows: Rows, declared: Declared, *, where: str) -> tuple[str, ...]:
    """Refuse a table that plainly has another layout than it is said to have; any base and any rows are right.

    Args:
        rows: Shape (positions, slots).
        declared: Which convention it is said to follow, one that has this width, and what else is known of it.
        where: What the table is called, for the errors.

    Returns:
        What its owner should know, a sentence each.

    Raises:
        ParameterError: If it is another's.
    """
    source = convention(declared.convention or "paper")
    found = diagnose(rows, replace(declared, start=None))
    if found.verdict in ("match", "close") or min(rows.shape) < _FEWEST:
        return ()
    alone = diagnose(rows, replace(declared, start=None, convention=None))
    other = alone.matches[0].convention if alone.verdict == "match" else None
    if other is not None and not _stand_alike(source, any_convention(other), rows.shape[1]):
        _refuse(where, source, f"It is the table of {other}", other if other in CONVENTIONS else None)
    misplaced = any(each.bug in _MISPLACED for each in found.causes)
    if _is_circular(rows, source):
        # Slices of tables of other bases may look like those of another layout; its pairs are right.
        doubted = misplaced or any(each.bug in _FREQUENCIES for each in found.causes[:1])
        return (f"{where} may not be {source.name}'s. {found.causes[0].says}",) if doubted else ()
    if misplaced:
        _refuse(where, source, found.causes[0].says, None)
    if any(_is_circular(rows, each) for each in _others(source, rows.shape[1])):
        _refuse(where, source, "Its sines and cosines stand in other pairs", None)
    return (f"{where} is no table that petui knows: its columns were taken to stand as {source.name} has them.",)


def _refuse(where: str, source: Convention, says: str, other: str | None) -> None:
    own = f"--from {other}" if other is not None else "its own layout"
    raise ParameterError(
        f"{where} is not laid out as {source.name}. {says.rstrip('.')}",
        where="--from",
        mend=f"give {own}, or --force to permute it all the same",
    )


def _stand_alike(one: Convention, other: AnyConvention, width: int) -> bool:
    """Whether the waves of both stand in the same slots; a grid's are of several coordinates."""
    if not isinstance(other, Convention):
        return False
    here, there = one.columns(width), other.columns(width)
    return np.array_equal(here.pair, there.pair) and np.array_equal(here.cosine, there.cosine)


def _others(source: Convention, width: int) -> Iterator[Convention]:
    """A convention of each other layout that has this width."""
    layouts = {source.layout}
    for each in CONVENTIONS.values():
        if each.layout not in layouts and each.least <= width and not (width % 2 and each.odd == "refuse"):
            layouts.add(each.layout)
            yield each


def _is_circular(rows: Rows, found: Convention) -> bool:
    """Whether sin² + cos² of every pair is the same in all rows, and of all pairs, as in any base's table."""
    columns = found.columns(rows.shape[1])
    sines, cosines = _slots(columns.pair, ~columns.cosine), _slots(columns.pair, columns.cosine)
    pairs = [each for each in sines if each in cosines]
    index = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), _MOST_SAMPLED)).astype(np.int64))
    sample = np.asarray(rows[index]).astype(np.float64)
    # A row of padding is all zeros.
    sample = sample[(sample != 0).any(axis=1)]
    with np.errstate(all="ignore"):
        squares = sample[:, [sines[each] for each in pairs]] ** 2 + sample[:, [cosines[each] for each in pairs]] ** 2
        middle = float(np.median(squares)) if squares.size else 0.0
        return 0 < middle < np.inf and bool(np.all(np.abs(squares / middle - 1) < _ROUND))


def _slots(pair: NDArray[np.int64], chosen: _Bools) -> dict[int, int]:
    """The slot of each pair among those chosen; a zero column is of no pair."""
    return {int(pair[slot]): int(slot) for slot in np.flatnonzero(chosen & (pair >= 0))}
