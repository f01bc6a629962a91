"""The symbols of the encoding, each with its exact meaning: what `?`, `petui explain SYMBOL` and `sym` roles show."""

from __future__ import annotations

from difflib import get_close_matches

from petui.core.errors import ContentError
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol.

    Attributes:
        symbol: As it is written in formulas.
        ascii: The same in ASCII.
        title: A few words.
        meaning: One or two exact sentences.
        unit: What it is counted in.
        formula: How it is computed, empty for what is simply given.
        names: Other names that people look it up by.
    """

    symbol: str
    ascii: str
    title: str
    meaning: str
    unit: str
    formula: str = ""
    names: tuple[str, ...] = ()


SYMBOLS: tuple[Symbol, ...] = (
    Symbol(
        "PE",
        "PE",
        "positional encoding",
        "The table of the encoding: PE(pos, slot) is the number in row pos and column slot, and PE(pos) the whole row. "
        "A model adds row pos to the embedding of the token at that position.",
        "none; every value lies between -1 and 1",
        "PE(pos, 2i) = sin(pos·ω_i), PE(pos, 2i+1) = cos(pos·ω_i)",
        ("encoding", "positional encoding", "PE(pos)", "PE(pos, slot)"),
    ),
    Symbol(
        "pos",
        "pos",
        "position",
        "Where a token stands in its sequence, counted from 0. "
        "The formula also takes negative and fractional positions.",
        "positions",
        names=("p", "position", "row", "t"),
    ),
    Symbol(
        "slot",
        "slot",
        "slot",
        "A column of the table, counted from 0 to d_model - 1. Even slots hold sines and odd slots cosines.",
        "none, a whole number",
        names=("column", "dimension", "dim", "channel", "2i", "2i+1"),
    ),
    Symbol(
        "i",
        "i",
        "pair",
        "The number of a frequency pair: slots 2i and 2i+1 are the sine and the cosine of one angle. "
        "It is not the slot; slots 2 and 3 both belong to pair 1.",
        "none, a whole number from 0",
        "i = slot // 2",
        ("pair", "index"),
    ),
    Symbol(
        "d_model",
        "d_model",
        "width",
        "How many slots the encoding of a position has; the embeddings that it is added to are as wide. "
        "An odd width ends with a sine that has no cosine.",
        "slots",
        names=("d", "dmodel", "width", "d-model"),
    ),
    Symbol(
        "base",
        "base",
        "base",
        "The number whose powers are the divisors; 10000 in the paper. "
        "The larger it is, the slower the last pairs turn; pair 0 always turns by 1 radian per position.",
        "none",
        names=("10000", "b"),
    ),
    Symbol(
        "ω",
        "omega",
        "frequency",
        "How far pair i turns from one position to the next. "
        "It falls from 1 at pair 0 by the same factor at every pair.",
        "radians per position",
        "ω_i = base^(-2i/d_model)",
        ("omega", "ω_i", "omega_i", "w", "w_i", "frequency", "rate", "div_term", "\\omega", "\\omega_i"),
    ),
    Symbol(
        "λ",
        "lambda",
        "wavelength",
        "How many positions pair i needs for one full turn. "
        "It grows from 2π at pair 0 by the same factor at every pair.",
        "positions per turn",
        "λ_i = 2π/ω_i = 2π·base^(2i/d_model)",
        ("lambda", "λ_i", "lambda_i", "wavelength", "period", "\\lambda", "\\lambda_i"),
    ),
    Symbol(
        "θ",
        "theta",
        "angle",
        "How far pair i has turned at position pos; its sine and its cosine are the pair's two values.",
        "radians",
        "θ = pos·ω_i",
        ("theta", "angle", "phase", "\\theta"),
    ),
    Symbol(
        "k",
        "k",
        "offset",
        "The distance from one position to another, positive towards the end of the sequence.",
        "positions",
        names=("offset", "shift", "distance between positions"),
    ),
    Symbol(
        "T_k",
        "T_k",
        "shift by k",
        "The matrix that turns PE(pos) into PE(pos + k), the same one for every pos. "
        "Each pair has its own 2 × 2 block, a rotation by k·ω_i; it exists for even widths only.",
        "none; a matrix of d_model × d_model numbers",
        "T_k·PE(pos) = PE(pos + k), with blocks [[cos(k·ω_i), sin(k·ω_i)], [-sin(k·ω_i), cos(k·ω_i)]]",
        ("T", "M_k", "rotation", "shift matrix"),
    ),
    Symbol(
        "D(k)",
        "D(k)",
        "similarity",
        "The dot product of the encodings of two positions that are k apart, for an even width. "
        "It depends on k alone, has no sign of direction and does not fall steadily.",
        "none; d_model/2 at k = 0",
        "D(k) = PE(pos)·PE(pos + k) = Σ cos(k·ω_i)",
        ("D", "dot product", "similarity", "dot"),
    ),
)


def find_symbol(name: str) -> Symbol:
    """The symbol of that name; upper and lower case count only where they tell two symbols apart.

    Raises:
        ContentError: If there is none; the message names the nearest.
    """
    wanted = name.strip().strip("$")
    by_name = {each: symbol for symbol in reversed(SYMBOLS) for each in names_of(symbol)}
    found = by_name.get(wanted) or {each.lower(): symbol for each, symbol in by_name.items()}.get(wanted.lower())
    if found is not None:
        return found
    close = get_close_matches(wanted.lower(), list(by_name), n=1)
    known = ", ".join(symbol.ascii for symbol in SYMBOLS)
    mend = f"did you mean {close[0]}?" if close else f"known: {known}"
    raise ContentError(f"there is no symbol {name!r}", mend=mend)


def names_of(symbol: Symbol) -> tuple[str, ...]:
    """Every name of a symbol, its own first."""
    return (symbol.symbol, symbol.ascii, symbol.title, *symbol.names)
