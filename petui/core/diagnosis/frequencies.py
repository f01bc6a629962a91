r"""Tables whose pairs turn evenly on their circles, but some by another frequency than a convention has."""

from __future__ import annotations

import numpy as np

from petui.core.diagnosis.bugs import BUGS
from petui.core.diagnosis.casework import Case, GridPoint, starts_of
from petui.core.diagnosis.findings import Cause
from petui.core.diagnosis.naming import Wanted, frame_for, moved_start, wanted_at
from petui.core.diagnosis.recovery import Turning, refined_steps, wrapped
from petui.core.diagnosis.slotwaves import Bools, error_growth, slot_waves
from petui.core.phase import Floats

# Most frequencies are right, or all are nearly right: the rest of a table must show what it was meant to be.
_MOST_RIGHT = 0.6
_NEARLY = 0.03
# What rounding to two decimals does.
_ROUNDED = 0.005
# So many frequencies must be right or nearly right that rounding to a few decimals would not make so.
_LEAST_CLEAR = 2
_MOST_DECIMALS = 9


def other_frequencies(case: Case, turned: list[Turning]) -> tuple[Wanted, list[Cause]] | None:
    """The convention whose frequencies are not quite those of a table, and the first pair that is off."""
    if len(case.sample.index) < 3:
        return None
    best: tuple[int, float, Wanted, list[Cause]] | None = None
    for point in case.points:
        own = frame_for(point.conventions[0], case.width)
        frame = next((each for each in turned if own is not None and each.frame.name == own.name), None)
        if frame is None or not frame.even.all() or case.width != 2 * frame.steps.size or point.waves.scale != 1:
            continue
        right = point.waves.omega[frame.frame.sines]
        got = refined_steps(case.sample, frame)
        for start in starts_of(case, point):
            off = _off(case, got, right)
            if not _resembles(got, right, off) or not _holds(case, frame, got, start):
                continue
            wanted = wanted_at(case, point, start)
            distance = float(np.abs(got - right).sum())
            if best is None or (int(off.sum()), distance) < best[:2]:
                cause = _cause(case, point, wanted, got, right, off)
                best = (int(off.sum()), distance, wanted, [cause, *moved_start(wanted, start)])
    return None if best is None else best[2:]


def _off(case: Case, got: Floats, right: Floats) -> Bools:
    """Which frequencies are another one, by more than arithmetic does to them."""
    last = float(case.sample.index[-1])
    rounding, phase = case.precision.rounding, case.precision.phase
    error = (4 * rounding + 10 * phase) / last + 2 * phase * error_growth(right)
    return np.asarray(np.abs(wrapped(got - right)) > error)


def _resembles(got: Floats, right: Floats, off: Bools) -> bool:
    """Whether frequencies are a convention's but for a few, or but for small errors."""
    if not off.any():
        return False
    near = np.abs(got - right) <= _NEARLY * np.abs(right) + _ROUNDED
    clear = np.abs(right) > 4 * _ROUNDED
    # Slow pairs are near each other in any table.
    if (~off & clear).sum() >= max(_LEAST_CLEAR, _MOST_RIGHT * clear.sum()) and (~off).mean() >= _MOST_RIGHT:
        return True
    return bool(near.all()) and int(clear.sum()) >= _LEAST_CLEAR and bool((np.diff(right) < 0).all())


def _holds(case: Case, turned: Turning, got: Floats, start: float) -> bool:
    """Whether every row is where its pairs are after turning evenly from the first position."""
    waves = slot_waves(got, turned.frame.columns)
    loose = case.precision.loosened(rounding=2, phase=4)
    if case.misses(waves, start + case.sample.index.astype(np.float64), loose).any():
        return False
    return case.compared(waves, start + np.arange(case.count, dtype=np.float64), loose).bad == 0


def _cause(case: Case, point: GridPoint, wanted: Wanted, got: Floats, right: Floats, off: Bools) -> Cause:
    pair = int(np.flatnonzero(off)[0])
    divisor = "d" if wanted.convention.divisor == "d" else "(d - 2)"
    words = {"pair": pair, "got": f"{got[pair]:.6g}", "expected": f"{right[pair]:.6g}", "divisor": divisor}
    digits = _decimals(case, got, right)
    how = f" They are those frequencies rounded to {digits} decimals." if digits else ""
    words |= {"convention": wanted.convention.name, "how": how}
    return BUGS["frequencies-off"].cause(times=int(off.sum()), pairs=len(off), **words)


def _decimals(case: Case, got: Floats, right: Floats) -> int:
    """The decimals to which all frequencies were rounded; 0 where that is not what happened."""
    for digits in range(2, _MOST_DECIMALS):
        if not _off(case, got, np.round(right, digits)).any():
            return digits
    return 0
