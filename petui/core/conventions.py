r"""The conventions that programs follow for positional encodings, and the rows of any of them, by name."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

from petui.core import sequences
from petui.core.conventiongrid import Convention, Divisor, Odd, Order, Scale
from petui.core.errors import ParameterError
from petui.core.parameters import Positions, checked_positions, checked_window
from petui.core.phase import Floats
from petui.core.planes import Plane, PointConvention, axis_tables
from petui.core.registry import ALL, ON_SCORES, PLANES, POINTS, AnyConvention, any_convention, on_scores
from petui.core.registry_scores import OnScores
from petui.core.sequences import CONVENTIONS, convention
from petui.core.tables import sweep_table

__all__ = [
    "ALL",
    "CONVENTIONS",
    "ON_SCORES",
    "PLANES",
    "POINTS",
    "AnyConvention",
    "Convention",
    "Divisor",
    "Odd",
    "OnScores",
    "Order",
    "Scale",
    "any_convention",
    "convention",
    "encode_as",
    "encode_grid",
    "encode_points",
    "on_scores",
]


def encode_as(
    convention: Convention | str,
    positions: Positions,
    d_model: int,
    base: float | None = None,
    dtype: object = np.float64,
    *,
    fast: bool = False,
    first_slot: int = 0,
    last_slot: int | None = None,
) -> NDArray[np.floating]:
    r"""The rows of a convention at positions (the angle is pos·\omega_i for every convention: `start` is not added).

    Args:
        convention: Which one, or its name.
        positions: One position or a sequence of them; the row of the convention's `padding` is all zeros.
        d_model: Number of slots.
        base: Base of the progression; the convention's own unless given.
        dtype: As for `encode`.
        fast: As for `encode`.
        first_slot: First slot wanted.
        last_slot: One past the last slot wanted; all by default.

    Returns:
        Shape (positions, slots); a single position gives shape (slots,).

    Raises:
        ParameterError: If there is no such convention or it has no such width, or a number is out of range.
    """
    found = convention if isinstance(convention, Convention) else sequences.convention(_name_of(convention))
    columns = found.columns(d_model)
    table = sweep_table(
        positions,
        found.sweep(d_model, base),
        columns.window(*checked_window(first_slot, last_slot, len(columns))),
        dtype,
        multiplier=found.multiplier(d_model),
        fast=fast,
    )
    if found.padding is not None:
        table[np.asarray(positions) == found.padding] = 0
    return table


def encode_grid(
    plane: Plane | str, shape: Sequence[int], d_model: int, base: float | None = None, dtype: object = np.float64
) -> NDArray[np.floating]:
    """The rows of every cell of a grid, exact where the positions of the convention are whole numbers.

    Args:
        plane: Which convention, or its name.
        shape: Cells along each axis, in the order of `plane.axes`.
        d_model: Number of slots, of all axes together.
        base: Base of the progression; the convention's own unless given.
        dtype: As for `encode`.

    Returns:
        Shape (*shape, d_model).

    Raises:
        ParameterError: If there is no such convention or it has no such width, or a number is out of range.
    """
    found = plane if isinstance(plane, Plane) else any_convention(_name_of(plane))
    if not isinstance(found, Plane):
        raise ParameterError(f"{found.name} encodes no grid", where="plane", mend=f"give one of {', '.join(PLANES)}")
    tables = axis_tables(found, shape, d_model, base, dtype)
    lengths = [len(table) for _, table in tables]
    grid = np.empty((*lengths, d_model), dtype=tables[0][1].dtype)
    for number, (slots, table) in enumerate(tables):
        own = [1] * len(lengths)
        own[number] = lengths[number]
        grid[..., slots] = table.reshape(*own, len(slots))
    return grid


def encode_points(convention: PointConvention | str, points: ArrayLike, d_model: int) -> Floats:
    r"""The rows of points: for each frequency sin(\omega_k·x) of all coordinates, then cos(\omega_k·x).

    The product 2^k·x is exact in float64, and with the factor \pi whole turns are taken off before it is multiplied.

    Args:
        convention: Which one, or its name.
        points: One point or a sequence of them, the coordinates along the last axis.
        d_model: Number of slots: coordinates · 2 · frequencies, and the coordinates once more where they are raw.

    Returns:
        Shape (points, d_model), float64; a single point gives shape (d_model,).

    Raises:
        ParameterError: If there is no such convention or it has no such width, or a coordinate is not finite.
    """
    found = convention if isinstance(convention, PointConvention) else any_convention(_name_of(convention))
    if not isinstance(found, PointConvention):
        raise ParameterError(f"{found.name} encodes no points", where="convention", mend=f"give {' or '.join(POINTS)}")
    given = np.atleast_1d(checked_positions(points, where="points"))
    levels = found.levels(d_model, given.shape[-1])
    scaled = given[..., None, :] * 2.0 ** np.arange(levels)[:, None]
    angles = np.fmod(scaled, 2.0) * pi if found.factor == pi else scaled * found.factor
    waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=-1).reshape(*given.shape[:-1], -1)
    return np.concatenate([given, waves], axis=-1) if found.raw else waves


def _name_of(given: object) -> str:
    """A name, or that of a convention of another kind, whose refusal says what it is."""
    name = given if isinstance(given, str) else getattr(given, "name", None)
    if not isinstance(name, str):
        raise ParameterError(
            f"{given!r} is no convention", where="convention", mend="give a name, or what convention(NAME) gives"
        )
    return name
