"""The one state that every pane renders from."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from petui.core.errors import ParameterError
from petui.core.parameters import checked_base, checked_d_model, checked_dtype
from petui.core.sequences import CONVENTIONS, convention
from petui.records import dataclass

MAX_LAB_POSITION = (1 << 32) - 1
MAX_LAB_D_MODEL = 16384


@dataclass(frozen=True, slots=True)
class Lab:
    """What the learner is looking at; an impossible value is refused with a reason.

    Attributes:
        pos: The current position, 0 … 2^32 - 1.
        slot: The current slot, 0 … d_model - 1.
        d_model: Width of the encoding, in slots.
        base: Base of the wavelengths' progression.
        offset: The offset k between two positions.
        length: Length of the sequence that plots show, in positions.
        dtype: Number format that values are rounded to.
        convention: The name of a one-dimensional convention that has this width, one of petui.core.CONVENTIONS.
    """

    pos: int = 3
    slot: int = 0
    d_model: int = 8
    base: float = 10000.0
    offset: int = 1
    length: int = 64
    dtype: str = "float64"
    convention: str = "paper"

    def __post_init__(self) -> None:
        """Refuse an impossible value with a ParameterError that names the parameter."""
        checked_d_model(self.d_model)
        if self.d_model > MAX_LAB_D_MODEL:
            raise ParameterError(
                f"d_model is {self.d_model}, more than this screen holds",
                where="d_model",
                mend=f"give 1 to {MAX_LAB_D_MODEL}",
            )
        _whole("pos", self.pos, 0, MAX_LAB_POSITION)
        _whole("slot", self.slot, 0, self.d_model - 1)
        checked_base(self.base)
        _whole("offset", self.offset, -MAX_LAB_POSITION, MAX_LAB_POSITION)
        _whole("length", self.length, 1, MAX_LAB_POSITION)
        checked_dtype(self.dtype)
        found = CONVENTIONS.get(self.convention)
        if found is None:
            found = convention(str(self.convention))
            # Another name of it: panes look the convention up by its own.
            object.__setattr__(self, "convention", found.name)
        found.checked_width(self.d_model)

    def changed(self, **changes: Any) -> Lab:
        """A new Lab with these fields changed; a narrower d_model takes the slot along.

        Raises:
            ParameterError: If a field is unknown or a value impossible.
        """
        unknown = set(changes) - set(FIELDS)
        if unknown:
            raise ParameterError(
                f"there is no parameter {min(unknown)!r}",
                where=min(unknown),
                mend=f"parameters are {', '.join(FIELDS)}",
            )
        width = changes.get("d_model", self.d_model)
        if "slot" not in changes and isinstance(width, int) and 0 < width <= self.slot:
            changes["slot"] = width - 1
        return replace(self, **changes)

    def differing(self, other: Lab) -> tuple[str, ...]:
        """The fields in which another Lab has another value, in their order."""
        return tuple(name for name in FIELDS if getattr(self, name) != getattr(other, name))

    def stepped(self, name: str, by: int) -> Lab:
        """A new Lab one step on (`by` is 1) or back (-1): d_model twice or half, any other field one more or less.

        Raises:
            ParameterError: If that is not possible; d_model stays at the end of its range instead.
        """
        if name != "d_model":
            return self.changed(**{name: getattr(self, name) + by})
        least = CONVENTIONS[self.convention].least
        return self.changed(d_model=min(MAX_LAB_D_MODEL, self.d_model * 2) if by > 0 else max(least, self.d_model // 2))

    def changed_by_text(self, name: str, text: str) -> Lab:
        """A new Lab with one field read from what somebody typed.

        Raises:
            ParameterError: If the field is unknown, or the text is not a possible value of it.
        """
        if name in ("dtype", "convention"):
            return self.changed(**{name: text.strip()})
        if name not in FIELDS:
            return self.changed(**{name: text})
        return self.changed(**{name: _read(name, text.strip())})


FIELDS = tuple(field.name for field in fields(Lab))
NUMBER_FIELDS = ("pos", "slot", "d_model", "base", "offset", "length")


def _whole(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ParameterError(
            f"{name} is {value!r}, outside {low} to {high}",
            where=name,
            mend=f"give a whole number from {low} to {high}",
        )


def _read(name: str, text: str) -> int | float:
    try:
        return float(text) if name == "base" else int(text)
    except ValueError:
        kind = "number" if name == "base" else "whole number"
        raise ParameterError(f"{name} is {text!r}, not a {kind}", where=name, mend=f"give a {kind}") from None
