"""The exact mathematics of positional encodings; NumPy and the standard library only.

The stable names load on first use, so that `petui.core.errors` costs no NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from petui.core.conventions import convention, encode_as, encode_grid, encode_points
    from petui.core.diagnosis.identifying import assert_encoding, identify
    from petui.core.encoding import Trace, encode, frequencies, rotation, trace, wavelengths
    from petui.core.errors import PetuiError
    from petui.core.lab import Lab
    from petui.core.relatives import alibi_slopes, t5_bucket
    from petui.core.rotary import rotated

_HOMES = {
    "Lab": "lab",
    "PetuiError": "errors",
    "Trace": "encoding",
    "alibi_slopes": "relatives",
    "assert_encoding": "diagnosis.identifying",
    "convention": "conventions",
    "encode": "encoding",
    "encode_as": "conventions",
    "encode_grid": "conventions",
    "encode_points": "conventions",
    "frequencies": "encoding",
    "identify": "diagnosis.identifying",
    "rotated": "rotary",
    "rotation": "encoding",
    "t5_bucket": "relatives",
    "trace": "encoding",
    "wavelengths": "encoding",
}

__all__ = [
    "Lab",
    "PetuiError",
    "Trace",
    "alibi_slopes",
    "assert_encoding",
    "convention",
    "encode",
    "encode_as",
    "encode_grid",
    "encode_points",
    "frequencies",
    "identify",
    "rotated",
    "rotation",
    "t5_bucket",
    "trace",
    "wavelengths",
]


def __dir__() -> list[str]:
    """The stable names, those too that are not loaded yet, and what is loaded."""
    return sorted({*globals(), *_HOMES})


def __getattr__(name: str) -> Any:
    """Load a stable name from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'petui.core' has no attribute {name!r}")
    # importlib gives the submodule even where a function of the same name would shadow it.
    return getattr(import_module(f"petui.core.{_HOMES[name]}"), name)
