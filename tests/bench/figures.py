"""A figure with its target and its yardstick, and how it is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

_WIDTHS = (46, 9, 24, 12, 5)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        name: What was measured.
        size: At which size of the terminal, where it matters.
        value: What came out.
        target: What it should be at most, in words; empty where there is no target.
        held: Whether it is.
        yardstick: What else was measured in the same run.
    """

    name: str
    size: str
    value: str
    target: str
    held: bool
    yardstick: str


def heading(title: str) -> None:
    """Print a part's title and the names of the columns."""
    print(f"\n{title}")
    _line(("", "size", "measured", "target", "", "beside it"))


def show(figure: Figure) -> None:
    """Print a figure."""
    verdict = "" if not figure.target else "ok" if figure.held else "OVER"
    _line((figure.name, figure.size, figure.value, figure.target, verdict, figure.yardstick))


def _line(texts: Sequence[str]) -> None:
    cells = [text.ljust(width) for text, width in zip(texts, _WIDTHS, strict=False)]
    print(" ".join((*cells, texts[-1])).rstrip(), flush=True)


def high(values: Sequence[float]) -> float:
    """The 95th percentile: the least of the values that 95 % do not exceed."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]


def spread(values: Sequence[float], unit: str, scale: float = 1.0, digits: int = 0) -> str:
    """Median and 95th percentile of values in units of `1 / scale`."""
    return f"{median(values) * scale:.{digits}f} {unit}, p95 {high(values) * scale:.{digits}f}"
