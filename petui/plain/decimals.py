"""How exactly figures in a text were printed: what was rounded off them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import floor, log10

_FIGURE = re.compile(r"[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?")
# A float64 in 17 digits, or in the 16 that mostly suffice, is not rounded any more.
EXACT_DIGITS = 16
# float32 in its own shortest form has 8 or 9 digits where it has most.
_SINGLE_DIGITS = (8, 9)


class Printed:
    """The most decimals and significant digits of figures, gathered as they are read.

    Trailing zeros may have been dropped (Python's repr, `%g`), so a figure with fewer digits than others says nothing.
    """

    def __init__(self) -> None:
        """Begin with no figures."""
        self.decimals = 0
        self.significant = 0
        self.pointed = False

    @property
    def is_settled(self) -> bool:
        """Whether further figures can change nothing."""
        return self.significant > EXACT_DIGITS

    def add(self, figures: Iterable[str]) -> None:
        """Take in figures; words are passed over."""
        for figure in figures:
            found = _FIGURE.fullmatch(figure)
            if found is None or not (found[1] or found[2]):
                continue
            whole, fraction, power = found[1], found[2] or "", found[3]
            self.pointed = self.pointed or found[2] is not None or power is not None
            # A power of any length would be no number; as it is one, it is short.
            self.decimals = max(self.decimals, len(fraction) - (int(power) if power else 0))
            self.significant = max(self.significant, len((whole + fraction).lstrip("0")))

    def resolution(self, largest: float) -> float:
        """Half a unit of the last digit of the coarsest figure; 0 where nothing was rounded off.

        Args:
            largest: The largest absolute value of the table.
        """
        if not self.pointed or not self.significant or self.significant >= EXACT_DIGITS or not 0 < largest < 1e300:
            return 0.0
        # Just below a power of ten: what is 1 may have been rounded up to it.
        leading = floor(log10(largest * (1 - 1e-9)))
        unit = max(10.0**-self.decimals, 10.0 ** (leading - self.significant + 1))
        return unit / 2

    @property
    def looks_single(self) -> bool:
        """Whether there are as many digits as float32 has in its shortest form."""
        return self.significant in _SINGLE_DIGITS
