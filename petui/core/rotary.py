r"""Rotary embedding (Su et al. 2021, arXiv:2104.09864): each pair of a query or key turned by pos·\omega_i.

Two layouts are in use, and a model is right in one of them alone. Interleaved, pair i is the slots 2i and 2i+1;
half-split, it is the slots i and i + width/2. One is a permutation of the other, and so are the weights of a model.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from petui.core.encoding import encode
from petui.core.errors import ParameterError
from petui.core.parameters import MAX_D_MODEL, Positions, checked_d_model, checked_positions, is_whole
from petui.core.phase import Floats

Order: TypeAlias = NDArray[np.int64]


def checked_pairs(width: object) -> int:
    """Half of an even width as int; raises ParameterError unless the width is even and 2 to 2^20."""
    slots = checked_d_model(width, where="width")
    if slots % 2:
        raise ParameterError(
            f"a vector of {slots} {'slot' if slots == 1 else 'slots'} has no pairs to turn", mend="use an even width"
        )
    return slots // 2


def halves_from_pairs(width: int) -> Order:
    """The order of slots that makes a half-split vector of an interleaved one: 0, 2, 4, …, 1, 3, 5, ….

    With x turned in the interleaved layout and x[order] in the half-split one, turned(x)[order] = turned(x[order]).

    Args:
        width: Slots of a head, even.

    Returns:
        Shape (width,): new slot j is old slot order[j].

    Raises:
        ParameterError: If the width is odd or out of range.
    """
    return np.arange(2 * checked_pairs(width)).reshape(-1, 2).T.reshape(-1)


def pairs_from_halves(width: int) -> Order:
    """The order of slots that makes an interleaved vector of a half-split one: 0, w/2, 1, w/2 + 1, …, w the width.

    The inverse of `halves_from_pairs`; arguments, shape and errors are the same.
    """
    return np.arange(2 * checked_pairs(width)).reshape(2, -1).T.reshape(-1)


def permuted_heads(weights: NDArray[Any], heads: int, order: ArrayLike) -> NDArray[Any]:
    """The rows of a query's or key's weights in another order within each head.

    Row h·width + j of what comes back is row h·width + order[j] of what went in. The scores of a model stay the same
    where its queries, its keys and its layout change together; values and outputs are not permuted. Where keys have
    fewer heads than queries, give their own number.

    Args:
        weights: Shape (heads·width, …): a matrix that gives the heads one after another, or their bias.
        heads: How many heads there are.
        order: Shape (width,): each slot of a head once, as `halves_from_pairs` gives it.

    Returns:
        A new array, of the same shape and dtype.

    Raises:
        ParameterError: If the rows are not that many heads of that width, or the order is no permutation.
    """
    slots = np.asarray(order)
    if slots.ndim != 1 or not np.array_equal(np.sort(slots), np.arange(len(slots))) or not len(slots):
        raise ParameterError("the order of a head's slots does not name each of them once", where="order")
    count = _checked_heads(heads)
    rows = weights.shape[0] if weights.ndim else 0
    if rows != count * len(slots):
        raise ParameterError(
            f"the weights have {rows} {'row' if rows == 1 else 'rows'}, not those of {count} "
            f"{'head' if count == 1 else 'heads'} of {len(slots)}",
            where="weights",
            mend="give the number of heads of this matrix, and the width of one of them",
        )
    wanted = np.arange(count)[:, None] * len(slots) + slots
    permuted: NDArray[Any] = weights[wanted.reshape(-1)]
    return permuted


def _checked_heads(heads: object) -> int:
    if not is_whole(heads) or not 1 <= heads <= MAX_D_MODEL:
        raise ParameterError(f"heads is {heads!r}, but it is a whole number, at least 1", where="heads")
    return int(heads)


def quarter_turned(vectors: ArrayLike, *, halves: bool = False) -> Floats:
    """Every pair a quarter turn on: (a, b) → (-b, a).

    Libraries call it rotate_half in either layout: 1 2 3 4 gives -2 1 -4 3 interleaved, and -3 -4 1 2 half-split.

    Args:
        vectors: Shape (…, width), an even width.
        halves: The layout is half-split instead of interleaved.

    Raises:
        ParameterError: If the width is odd, or there are no slots.
    """
    given = _checked_vectors(vectors)
    first, second = _pairs_of(given.shape[-1], halves=halves)
    turned = np.empty_like(given)
    turned[..., first], turned[..., second] = -given[..., second], given[..., first]
    return turned


def rotated(
    vectors: ArrayLike,
    positions: Positions,
    base: float = 10000.0,
    *,
    halves: bool = False,
    omega: ArrayLike | None = None,
) -> Floats:
    r"""Queries or keys turned to their positions: (a, b) → (a cos \theta - b sin \theta, a sin \theta + b cos \theta).

    The product of a query and a key so turned depends on the distance of their positions alone.

    Args:
        vectors: Shape (…, width), an even width.
        positions: The position of each vector: a number, or a shape that broadcasts with (…).
            Pair i is turned by \theta = position·\omega_i radians.
        base: \omega_i = base^(-2i/width) radians per position.
        halves: Pair i is slots i and i + width/2 (half-split) instead of slots 2i and 2i+1 (interleaved).
        omega: Shape (width/2,): frequencies in place of the base's, such as the stretched ones of `stretching`.

    Returns:
        Shape (…, width) of vectors and positions broadcast together, float64, of the same norms.

    Raises:
        ParameterError: If the width is odd, the shapes do not fit, or a number is out of range.
    """
    given = _checked_vectors(vectors)
    width = given.shape[-1]
    where = checked_positions(positions)
    try:
        shape = np.broadcast_shapes(given.shape[:-1], where.shape)
    except ValueError:
        raise ParameterError(
            f"positions of shape {where.shape} do not fit vectors of shape {given.shape}",
            where="positions",
            mend="give one position to each vector, or one to all",
        ) from None
    sines, cosines = _waves(where, width, base) if omega is None else _waves_of(where, width, omega)
    first, second = _pairs_of(width, halves=halves)
    left, right = given[..., first], given[..., second]
    turned = np.empty((*shape, width))
    turned[..., first] = left * cosines - right * sines
    turned[..., second] = left * sines + right * cosines
    return turned


def _checked_vectors(vectors: ArrayLike) -> Floats:
    try:
        given = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError("the vectors are not rows of real numbers of one length", where="vectors") from None
    if not given.ndim:
        raise ParameterError("a single number has no pairs to turn", where="vectors", mend="give a vector")
    checked_pairs(given.shape[-1])
    return given


def _pairs_of(width: int, *, halves: bool) -> tuple[slice, slice]:
    """The first and the second slots of all pairs."""
    half = width // 2
    return (slice(0, half), slice(half, width)) if halves else (slice(0, width, 2), slice(1, width, 2))


def _waves(positions: NDArray[Any], width: int, base: float) -> tuple[Floats, Floats]:
    """Sine and cosine of every pair at every position, from the exact phases."""
    rows = np.asarray(encode(positions.reshape(-1), width, base)).reshape(*positions.shape, width)
    return rows[..., 0::2], rows[..., 1::2]


def _waves_of(positions: NDArray[Any], width: int, omega: ArrayLike) -> tuple[Floats, Floats]:
    """The same of any frequencies, from float64 angles."""
    try:
        frequencies = np.asarray(omega, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError("the frequencies are not all real numbers", where="omega") from None
    if frequencies.shape != (width // 2,) or not np.isfinite(frequencies).all():
        raise ParameterError(
            f"omega of shape {frequencies.shape} does not give a finite frequency to each of {width // 2} pairs",
            where="omega",
        )
    angles = positions[..., None] * frequencies
    return np.sin(angles), np.cos(angles)
