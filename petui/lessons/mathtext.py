"""Formulas as text: in two dimensions, in one line, in ASCII, and in words."""

from __future__ import annotations

from functools import lru_cache

from petui.lessons.mathlines import ascii_rows, line
from petui.lessons.mathreader import read_formula
from petui.lessons.mathtree import MathError

__all__ = ["MathError", "inline_maths", "line_maths", "set_maths", "spoken"]


@lru_cache(maxsize=1024)
def set_maths(tex: str, *, ascii: bool = False) -> tuple[str, ...]:
    r"""The rows of a display formula, without margin and trailing blanks.

    Args:
        tex: LaTeX without its dollars, such as `\omega_i = \frac{1}{10000^{2i/d}}`.
        ascii: Whether to use 7-bit signs only: one line, or one for each row of an `aligned`.

    Raises:
        MathError: If the formula cannot be read or set; it names what in it is the matter.
    """
    tree = read_formula(tex)
    if ascii:
        return ascii_rows(tree)
    from petui.lessons.mathboxes import display_rows

    return display_rows(tree)


@lru_cache(maxsize=2048)
def inline_maths(tex: str, *, ascii: bool = False) -> str:
    r"""A formula in one line: `10000^{2i/d}` is `10000^(2i/d)`, `\omega_i` is `ωᵢ`, or `omega_i` in ASCII.

    Raises:
        MathError: If the formula cannot be read, or has a matrix or another environment.
    """
    return line(read_formula(tex), ascii, grids=False)


@lru_cache(maxsize=512)
def line_maths(tex: str, *, ascii: bool = False) -> str:
    """A display formula in one line, for a screen too narrow for its two dimensions; matrices as [[a, b], [c, d]].

    Raises:
        MathError: If the formula cannot be read.
    """
    return line(read_formula(tex), ascii)


@lru_cache(maxsize=512)
def spoken(tex: str) -> str:
    r"""A formula in words: `\omega_i = 1/d` is "omega sub i equals 1 over d".

    Raises:
        MathError: If the formula cannot be read.
    """
    from petui.lessons.mathspeech import words

    return words(read_formula(tex))
