"""Tables as wrong programs make them, written as those programs are; each by the name of its slip."""

from __future__ import annotations

from collections.abc import Callable
from math import log, log10, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from petui.core.precision import brains

Table = NDArray[np.float64]
BASE = 10000.0


def waves(positions: NDArray[np.float64], divisors: NDArray[np.float64]) -> Table:
    """Sine and cosine of each pair side by side."""
    with np.errstate(all="ignore"):
        angles = positions[:, None] / divisors[None, :]
    table = np.empty((len(positions), 2 * len(divisors)))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def right(rows: int, d: int, start: float = 0.0, base: float = BASE) -> Table:
    """The paper's table."""
    return waves(np.arange(rows, dtype=np.float64) + start, base ** (2 * np.arange(d // 2) / d))


def by_loop(rows: int, d: int, sine: Callable[[int], float], cosine: Callable[[int], float], start: int = 0) -> Table:
    """A table by the exponents of a loop over the even slots."""
    table = np.zeros((rows, d))
    positions = np.arange(start, start + rows)
    for slot in range(0, d, 2):
        table[:, slot] = np.sin(positions / BASE ** sine(slot))
        table[:, slot + 1] = np.cos(positions / BASE ** cosine(slot))
    return table


def _halves(rows: int, d: int) -> Table:
    table = right(rows, d)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def _pairs(rows: int, d: int, frequencies: NDArray[np.float64]) -> Table:
    with np.errstate(divide="ignore"):
        return waves(np.arange(rows, dtype=np.float64), 1 / frequencies)


def _edited(rows: int, d: int, edit: Callable[[Table], None]) -> Table:
    table = right(rows, d)
    edit(table)
    return table


def _cell(table: Table) -> None:
    table[len(table) // 3, 3] = 0.5


def _nan(table: Table) -> None:
    table[len(table) // 2, 2] = np.nan


def _constant(table: Table) -> None:
    table[:, 1] = 0.25


def _zero_tail(table: Table) -> None:
    table[3 * len(table) // 4 :] = 0


def _zero_row(table: Table) -> None:
    table[len(table) // 2] = 0


def _rolled_row(table: Table) -> None:
    table[5] = np.roll(table[5], 1)


def _swapped_slots(d: int) -> NDArray[np.int64]:
    order = np.arange(d)
    order[[0, 2]] = order[[2, 0]]
    return order


def _random_row(table: Table) -> None:
    table[len(table) // 2] = np.random.default_rng(5).normal(size=table.shape[1])


def _order(rows: int) -> NDArray[np.int64]:
    order = np.arange(rows)
    order[[4, 9]] = order[[9, 4]]
    return order


def in_half(rows: int, d: int) -> Table:
    """Everything in float16, as a model cast to half precision does."""
    half = np.float16
    positions = np.arange(rows).astype(half)
    rate = half(-log(BASE)) / half(d)
    frequencies = np.exp((np.arange(0, d, 2).astype(half) * rate).astype(half)).astype(half)
    angles = (positions[:, None] * frequencies[None, :]).astype(half)
    table = np.empty((rows, d))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def in_brain(rows: int, d: int) -> Table:
    """Everything in bfloat16."""
    positions = brains(np.arange(rows, dtype=np.float64))
    rate = brains(np.array([-log(BASE) / d]))[0]
    frequencies = brains(np.exp(brains(np.arange(0, d, 2) * rate)))
    angles = brains(positions[:, None] * frequencies[None, :])
    table = np.empty((rows, d))
    table[:, 0::2], table[:, 1::2] = brains(np.sin(angles)), brains(np.cos(angles))
    return table


def _frequencies(d: int) -> NDArray[np.float64]:
    return np.asarray(BASE ** (-2 * np.arange(d // 2) / d))


def _pair(d: int) -> NDArray[np.float64]:
    return np.arange(d // 2, dtype=np.float64)


def _embedding(rows: int, d: int) -> Table:
    return right(rows, d) + np.random.default_rng(3).normal(size=(rows, d)) * 0.1


# Rows and width to the table of float64 that is then rounded.
WRONG: dict[str, list[Callable[[int, int], Table]]] = {
    "doubled-exponent": [
        lambda n, d: by_loop(n, d, lambda slot: 2 * slot / d, lambda slot: 2 * slot / d),
    ],
    "halved-exponent": [lambda n, d: _pairs(n, d, BASE ** (-_pair(d) / d))],
    "exponent-for-every-column": [
        lambda n, d: by_loop(n, d, lambda slot: 2 * slot / d, lambda slot: 2 * (slot + 1) / d),
    ],
    "cosine-own-exponent": [lambda n, d: by_loop(n, d, lambda slot: slot / d, lambda slot: (slot + 1) / d)],
    "cosine-next-pair": [lambda n, d: by_loop(n, d, lambda slot: slot / d, lambda slot: (slot + 2) / d)],
    "integer-division": [
        lambda n, d: by_loop(n, d, lambda slot: slot // d, lambda slot: slot // d),
        lambda n, d: by_loop(n, d, lambda slot: 2 * slot // d, lambda slot: 2 * (slot + 1) // d),
    ],
    "operator-precedence": [
        lambda n, d: _pairs(n, d, BASE ** (-2 * _pair(d)) / d),
        lambda n, d: _pairs(n, d, d * BASE ** (-2 * _pair(d))),
        lambda n, d: _power(n, d),
    ],
    "width-left-out": [lambda n, d: _pairs(n, d, BASE ** (-2 * _pair(d)))],
    "base-exponent-swapped": [lambda n, d: _pairs(n, d, (2 * _pair(d) / d) ** 1e-4)],
    "rate-cut-to-whole": [
        lambda n, d: _pairs(n, d, np.exp(2 * _pair(d) * int(-log(BASE) / d))),
        lambda n, d: _pairs(n, d, np.exp(2 * _pair(d) * (-log(BASE) // d))),
    ],
    "frequencies-cut-to-whole": [lambda n, d: _pairs(n, d, _frequencies(d).astype(np.int64).astype(np.float64))],
    "divisors-cut-to-whole": [lambda n, d: _pairs(n, d, 1 / np.floor(1 / _frequencies(d) * (1 + 1e-12)))],
    "degrees": [lambda n, d: waves(np.deg2rad(np.arange(n)), 1 / _frequencies(d))],
    "radians-to-degrees": [lambda n, d: waves(np.rad2deg(np.arange(n)), 1 / _frequencies(d))],
    "two-pi-factor": [lambda n, d: _pairs(n, d, 2 * pi * _frequencies(d))],
    "two-pi-divided": [lambda n, d: _pairs(n, d, _frequencies(d) / (2 * pi))],
    "pi-factor": [lambda n, d: _pairs(n, d, pi * _frequencies(d))],
    "frequency-factor": [lambda n, d: _pairs(n, d, 0.3 * _frequencies(d))],
    "positions-normalised": [
        lambda n, d: waves(np.arange(n) / n, 1 / _frequencies(d)),
        lambda n, d: waves(np.linspace(0, 1, n), 1 / _frequencies(d)),
    ],
    "wrong-logarithm": [lambda n, d: _pairs(n, d, np.exp(-2 * _pair(d) / d * log10(BASE)))],
    "wrong-power": [lambda n, d: _pairs(n, d, 10.0 ** (-2 * _pair(d) / d * log(BASE)))],
    "missing-minus": [lambda n, d: _pairs(n, d, 1 / _frequencies(d))],
    "pairs-from-one": [lambda n, d: _pairs(n, d, BASE ** (-2 * (_pair(d) + 1) / d))],
    "not-geometric": [
        lambda n, d: _pairs(n, d, np.linspace(1, 1 / BASE, d // 2)),
        lambda n, d: _pairs(n, d, 1 / np.linspace(1, BASE, d // 2)),
    ],
    "one-pair-less": [lambda n, d: _pairs(n, d, BASE ** (-_pair(d) / (d // 2 - 1)))],
    "base": [lambda n, d: right(n, d, base=500.0), lambda n, d: right(n, d, base=500000.0)],
    "truncated-columns": [lambda n, d: right(n, d + d // 2 // 2 * 2 + 2)[:, :d]],
    "swapped-sine-cosine": [lambda n, d: right(n, d).reshape(n, -1, 2)[:, :, ::-1].reshape(n, d)],
    "sines-only": [
        lambda n, d: np.repeat(right(n, d)[:, 0::2], 2, axis=1),
        lambda n, d: np.sin(np.arange(n)[:, None] / BASE ** (np.arange(d) / d)),
    ],
    "cosines-only": [lambda n, d: np.repeat(right(n, d)[:, 1::2], 2, axis=1)],
    "transposed": [lambda n, d: right(d, n).T],
    "start-at-one": [lambda n, d: right(n, d, 1), lambda n, d: _halves(n + 1, d)[1:]],
    "start": [lambda n, d: right(n, d, 100), lambda n, d: right(n, d, 3), lambda n, d: right(n, d, -7)],
    "reversed-rows": [lambda n, d: right(n, d)[::-1]],
    "position-step": [],
    "every-row-the-same": [
        lambda n, d: np.repeat(right(1, d), n, axis=0),
        lambda n, d: np.repeat(right(1, d, 5), n, axis=0),
    ],
    "positions-in-float16": [lambda n, d: waves(np.arange(n).astype(np.float16).astype(float), 1 / _frequencies(d))],
    "positions-in-bfloat16": [lambda n, d: waves(brains(np.arange(n, dtype=np.float64)), 1 / _frequencies(d))],
    "sine-negated": [lambda n, d: waves(-np.arange(n, dtype=np.float64), 1 / _frequencies(d))],
    "positions-clamped": [lambda n, d: waves(np.minimum(np.arange(n), n // 2).astype(float), 1 / _frequencies(d))],
    "positions-wrapped": [lambda n, d: waves((np.arange(n) % (n // 2)).astype(float), 1 / _frequencies(d))],
    "duplicated-row": [
        lambda n, d: np.insert(right(n, d), 7, right(n, d)[6], axis=0)[:n],
        lambda n, d: right(n, d)[np.where(np.arange(n) == 9, 8, np.arange(n))],
    ],
    "duplicated-rows": [lambda n, d: np.repeat(right(n, d), 2, axis=0)[:n]],
    "missing-row": [lambda n, d: np.delete(right(n + 1, d), 7, axis=0)],
    "shifted-row": [
        lambda n, d: right(n, d)[np.where(np.arange(n) == n // 2, 2, np.arange(n))],
        lambda n, d: _edited(n, d, _rolled_row),
    ],
    "columns-out-of-order": [lambda n, d: right(n, d)[:, _swapped_slots(d)]],
    "zero-columns": [lambda n, d: np.hstack([right(n, d - 2), np.zeros((n, 2))])],
    "rolled-rows": [lambda n, d: np.roll(right(n, d), 3, axis=0)],
    "rows-out-of-order": [lambda n, d: right(n, d)[_order(n)]],
    "truncated-rows": [lambda n, d: _edited(n, d, _zero_tail)],
    "zero-rows": [lambda n, d: _edited(n, d, _zero_row)],
    "damaged-rows": [lambda n, d: _edited(n, d, _random_row)],
    "scaled": [lambda n, d: right(n, d) * sqrt(d), lambda n, d: right(n, d) * 0.7],
    "sign-flipped": [lambda n, d: -right(n, d)],
    "embeddings-added": [_embedding],
    "constant-added": [lambda n, d: right(n, d) + np.random.default_rng(4).normal(size=d) * 0.3],
    "not-finite": [lambda n, d: _edited(n, d, _nan)],
    "constant-column": [lambda n, d: _edited(n, d, _constant)],
    "damaged-cells": [lambda n, d: _edited(n, d, _cell)],
    "computed-in-float16": [in_half],
    "computed-in-bfloat16": [in_brain],
    "frequencies-in-float16": [
        lambda n, d: _pairs(n, d, _frequencies(d).astype(np.float16).astype(np.float64)),
    ],
    "frequencies-in-bfloat16": [lambda n, d: _pairs(n, d, brains(_frequencies(d)))],
}


def _power(rows: int, d: int) -> Table:
    table = np.empty((rows, d))
    positions = np.arange(rows)[:, None]
    angles = np.power(positions / BASE, np.arange(0, d, 2)[None, :] / d)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


# Two slips at once: either order of the names is as good.
WRONG_TWICE: dict[tuple[str, str], Callable[[int, int], Table]] = {
    ("degrees", "start-at-one"): lambda n, d: waves(np.deg2rad(np.arange(1, n + 1)), 1 / _frequencies(d)),
    ("doubled-exponent", "start-at-one"): lambda n, d: waves(np.arange(1.0, n + 1), _frequencies(d) ** -2.0),
    ("swapped-sine-cosine", "start-at-one"): lambda n, d: right(n, d, 1).reshape(n, -1, 2)[:, :, ::-1].reshape(n, d),
    ("base", "scaled"): lambda n, d: right(n, d, base=500.0) * sqrt(d),
    ("doubled-exponent", "swapped-sine-cosine"): lambda n, d: (
        waves(np.arange(float(n)), _frequencies(d) ** -2.0).reshape(n, -1, 2)[:, :, ::-1].reshape(n, d)
    ),
    ("base", "start"): lambda n, d: right(n, d, 40, base=500.0),
}
