"""Where a step or question stands: its Lab, and the numbers that are not the Lab's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from petui.core.errors import ParameterError
from petui.core.lab import NUMBER_FIELDS, Lab
from petui.lessons.expression import evaluate
from petui.lessons.fieldvalues import read_number
from petui.lessons.model import Param, Setting, Vary
from petui.records import dataclass

MAX_ENUMERATED = 2000
SAMPLES = 300
LIVE_SAMPLES = 20
_SEED = 20170612


@dataclass(frozen=True, slots=True)
class Stage:
    """What expressions are evaluated at.

    Attributes:
        lab: The Lab.
        draw: Declared parameters and drawn values that are no fields of the Lab, and drawn fields too.
    """

    lab: Lab
    draw: Mapping[str, float]


def stage(params: Iterable[Param], settings: Iterable[Setting], draw: Mapping[str, float]) -> Stage:
    """The Lab's defaults, then the params' defaults, then the settings, then the draw.

    Args:
        params: The lesson's declared parameters.
        settings: The step's `set` pairs; each sees the drawn values and the pairs before it.
        draw: Drawn values by name.

    Raises:
        PetuiError: If a setting has no value, or the Lab refuses one.
    """
    numbers = {param.name: param.default for param in params}
    numbers.update(draw)
    words: dict[str, str] = {}
    for setting in settings:
        if setting.name in ("dtype", "convention"):
            words[setting.name] = setting.expression.source
        elif setting.name not in draw:
            plain = read_number(setting.expression.source)
            value = evaluate(setting.expression, lab_with(Lab(), numbers), numbers) if plain is None else plain
            numbers[setting.name] = value
    lab = lab_with(Lab().changed(**words), numbers)
    return Stage(lab, {name: value for name, value in numbers.items() if name not in NUMBER_FIELDS or name in draw})


def lab_with(lab: Lab, numbers: Mapping[str, float]) -> Lab:
    """The Lab with those of the numbers that are its fields; raises ParameterError for an impossible one."""
    changes: list[tuple[str, float]] = []
    for name in NUMBER_FIELDS:
        if name in numbers:
            changes.append((name, float(numbers[name]) if name == "base" else _whole(name, numbers[name])))
    return _changed(lab, tuple(changes))


@lru_cache(maxsize=1024)
def _changed(lab: Lab, changes: tuple[tuple[str, Any], ...]) -> Lab:
    # Hundreds of draws differ in what is no field of the Lab, and a Lab is checked whole when it is made.
    return lab.changed(**dict(changes))


def _whole(name: str, value: float) -> int:
    if value != int(value):
        raise ParameterError(f"{name} is {value:g}, not a whole number", where=name, mend="give a whole number")
    return int(value)


def all_draws(vary: Sequence[Vary]) -> Iterator[dict[str, float]]:
    """Every combination of the drawn values, or the corners and a seeded sample where there are too many."""
    names = [one.name for one in vary]
    count = 1
    for one in vary:
        count *= len(one.values)
    if count <= MAX_ENUMERATED:
        for values in product(*(one.values for one in vary)):
            yield dict(zip(names, values, strict=True))
        return
    ends = [tuple(dict.fromkeys((min(one.values), max(one.values)))) for one in vary]
    yield from _some_corners(names, ends)
    random = Random(_SEED)
    for _ in range(SAMPLES):
        yield {one.name: random.choice(one.values) for one in vary}


def live_draws(params: Sequence[Param]) -> Iterator[dict[str, float]]:
    """Where the learner may go: the defaults, the corners of the declared ranges, and a seeded sample of them."""
    yield {}
    if not params:
        return
    names = [param.name for param in params]
    yield from _some_corners(names, [tuple(dict.fromkeys((param.low, _last(param)))) for param in params])
    random = Random(_SEED)
    for _ in range(LIVE_SAMPLES):
        yield {param.name: param.low + param.step * random.randrange(_steps(param) + 1) for param in params}


def _steps(param: Param) -> int:
    return int((param.high - param.low) / param.step + 1e-9)


def _last(param: Param) -> float:
    return param.low + param.step * _steps(param)


def _some_corners(names: Sequence[str], ends: Sequence[Sequence[float]]) -> Iterator[dict[str, float]]:
    """The corners of a box; of more than ten dimensions only its lowest and highest."""
    if len(names) > 10:
        yield {name: end[0] for name, end in zip(names, ends, strict=True)}
        yield {name: end[-1] for name, end in zip(names, ends, strict=True)}
        return
    for values in product(*ends):
        yield dict(zip(names, values, strict=True))
