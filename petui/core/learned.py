r"""A learned position table in small: gradient descent on a task that only positions can solve.

The table starts as small random numbers. Its task: the product of rows p and q shall be what the sinusoid gives,
D(q - p) = \sum cos((q-p)·\omega_i), for all p, q that occur in training. A row of a position that never occurs gets no
gradient and stays what it was: what holds of every learned table, whatever its task.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from petui.core.bounds import whole_within
from petui.core.encoding import encode
from petui.core.errors import ParameterError
from petui.core.phase import Floats

ROWS = 12
TRAINED = 8
WIDTH = 8
MAX_STEPS = 2000
_RATE = 0.01
_SEED = 2017
_START_SIZE = 0.1
# Steps between the tables that are kept; 100 of them take a millisecond.
_STRETCH = 100


@lru_cache(maxsize=64)
def learned_table(steps: float) -> Floats:
    """The toy table after so many steps of gradient descent; only its first 8 of 12 rows occur in training.

    Args:
        steps: Steps of the descent on the mean of (row p · row q - D(q-p))² over all p, q < 8.

    Returns:
        Shape (12, 8), not to be written to.

    Raises:
        ParameterError: If steps is not whole, or not 0 to 2000.
    """
    stretches, rest = divmod(whole_within("steps", steps, 0, MAX_STEPS), _STRETCH)
    return _descended(_after(stretches), rest)


@lru_cache
def _after(stretches: int) -> Floats:
    """The table after so many stretches, kept so that no descent has to begin at the start again."""
    if stretches:
        return _descended(_after(stretches - 1), _STRETCH)
    return np.random.default_rng(_SEED).normal(scale=_START_SIZE, size=(ROWS, WIDTH))


def _descended(start: Floats, steps: int) -> Floats:
    table, target = start.copy(), _targets()
    for _ in range(steps):
        seen = table[:TRAINED]
        table[:TRAINED] = seen - _RATE * (seen @ seen.T - target) @ seen
    table.setflags(write=False)
    return table


@lru_cache(maxsize=1)
def _targets() -> Floats:
    rows = encode(range(TRAINED), WIDTH)
    products: Floats = rows @ rows.T
    return products


def learned_loss(steps: float) -> float:
    """The mean square of what the products of the trained rows are off by."""
    seen = learned_table(steps)[:TRAINED]
    return float(np.mean((seen @ seen.T - _targets()) ** 2))


def learned_value(pos: float, slot: float, steps: float) -> float:
    """One number of the toy table.

    Raises:
        ParameterError: If the table has no such row or slot: unlike a formula it ends.
    """
    row, column = _inside("pos", pos, ROWS), _inside("slot", slot, WIDTH)
    return float(learned_table(steps)[row, column])


def learned_dot(first: float, second: float, steps: float) -> float:
    """The product of two rows of the toy table; raises ParameterError as `learned_value` does."""
    table = learned_table(steps)
    return float(table[_inside("pos", first, ROWS)] @ table[_inside("pos", second, ROWS)])


def _inside(name: str, index: float, count: int) -> int:
    if index != int(index) or not 0 <= index < count:
        raise ParameterError(f"{name} is {index:g}, but the learned table has 0 to {count - 1}", where=name)
    return int(index)
