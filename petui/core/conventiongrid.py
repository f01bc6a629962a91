r"""The grid that every one-dimensional convention is a point of, and its exact tables.

A convention says how frequencies fall (the divisor), where their waves stand (the layout), which position the first
token has (the start), what an odd width becomes, what the row is multiplied by, and in which number format it is
computed. petui computes every one of them exactly; `arithmetic` says what the program itself would have done.
"""

from __future__ import annotations

from math import sqrt
from typing import Literal, TypeAlias

from petui.core.errors import ParameterError
from petui.core.parameters import checked_base, checked_d_model
from petui.core.sweep import Columns, Layout, Sweep, columns_of
from petui.records import dataclass

Divisor: TypeAlias = Literal["d", "d-2"]
Odd: TypeAlias = Literal["refuse", "end-with-sine", "zero-column", "round-up"]
Scale: TypeAlias = Literal["1", "d^-1/2"]
Order: TypeAlias = Literal["tokens", "distances", "signed-descending", "signed-ascending"]
Arithmetic: TypeAlias = Literal["real", "float64", "float32", "compute dtype"]


@dataclass(frozen=True, slots=True)
class Convention:
    r"""One way to lay an encoding out.

    The frequencies are \omega_i = factor·(base/factor)^(-2i/w), where w is the width that `divisor` names: d_model or
    d_model - 2. An odd d_model counts one less with a zero column, and one more where it is rounded up.

    Attributes:
        name: Its name for commands and content.
        title: Its name for people.
        layout: Where sines and cosines stand.
        divisor: "d" for \omega_i = base^(-2i/d); "d-2" for base^(-2i/(d-2)), whose last frequency is 1/base.
        start: The position of the first token.
        odd: What an odd width becomes.
        scale: What every value is multiplied by, before any training.
        arithmetic: The number format that the program computes in; "compute dtype" is whatever the layer runs in.
        base: The base it has by default.
        says: What trips those who compare with it, one or two sentences.
        source: Where it is written down.
        aliases: Other programs that do the same, or other names.
        factor: The first frequency, radians per position.
        order: What the rows of its table are: tokens from `start` on, or distances between tokens.
        padding: The position whose row is all zeros; None where there is none.
        learned_scale: Whether training changes the scale.
        least: The narrowest width that it has.
    """

    name: str
    title: str
    layout: Layout = "interleaved"
    divisor: Divisor = "d"
    start: int = 0
    odd: Odd = "end-with-sine"
    scale: Scale = "1"
    arithmetic: Arithmetic = "float32"
    base: float = 10000.0
    says: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
    factor: float = 1.0
    order: Order = "tokens"
    padding: int | None = None
    learned_scale: bool = False
    least: int = 1

    def checked_width(self, d_model: object) -> int:
        """A width as int.

        Raises:
            ParameterError: If the convention has no such width.
        """
        width = checked_d_model(d_model)
        if width % 2 and self.odd == "refuse":
            raise ParameterError(
                f"{self.name} has no odd width such as {width}", where="d_model", mend="use an even width"
            )
        if width < self.least:
            raise ParameterError(f"{self.name} {self._why_wider(width)}", where="d_model", mend=f"give {self.least} up")
        return width

    def has_width(self, d_model: object) -> bool:
        """Whether the convention has such a width."""
        try:
            self.checked_width(d_model)
        except ParameterError:
            return False
        return True

    def _why_wider(self, width: int) -> str:
        if width > 1 and self.divisor == "d-2":
            return f"divides by the number of its pairs less one, which is 0 at d_model {width}"
        return f"has no pair of slots at d_model {width}"

    def columns(self, d_model: int) -> Columns:
        """What stands in each slot.

        Raises:
            ParameterError: If the convention has no such width.
        """
        width = self.checked_width(d_model)
        if width % 2 and self.odd == "zero-column":
            return columns_of(self.layout, width // 2, width // 2).with_zero()
        if width % 2 and self.odd == "round-up":
            return columns_of(self.layout, (width + 1) // 2, (width + 1) // 2).window(0, width)
        return columns_of(self.layout, (width + 1) // 2, width // 2)

    def sweep(self, d_model: int, base: float | None = None) -> Sweep:
        """Its frequencies at a width; `base` is the convention's own unless given.

        Raises:
            ParameterError: If the convention has no such width, or the base is out of range.
        """
        width, base = self.checked_width(d_model), checked_base(self.base if base is None else base)
        pairs = width // 2 if self.odd == "zero-column" else (width + 1) // 2
        return Sweep(pairs, self.counted(width) / 2, base / self.factor, self.factor)

    def counted(self, d_model: int) -> int:
        """The width that divides the exponent 2i: d_model as the convention counts it, less 2 where it does so."""
        odd = d_model % 2
        rounded = d_model + {"zero-column": -odd, "round-up": odd}.get(self.odd, 0)
        return rounded - 2 if self.divisor == "d-2" else rounded

    def multiplier(self, d_model: int) -> float:
        """What every value is multiplied by."""
        return 1 / sqrt(d_model) if self.scale == "d^-1/2" else 1.0

    def positions(self, length: int) -> range:
        """The positions of the table's rows for a sequence of so many tokens, in its own order."""
        if self.order == "distances":
            return range(length - 1, -1, -1)
        if self.order == "signed-descending":
            return range(length, -length, -1)
        if self.order == "signed-ascending":
            return range(-2 * length, 2 * length)
        return range(self.start, self.start + length)
