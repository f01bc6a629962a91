"""Comparing a short typed text with what an author accepts: by what it says, not by how it is written."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from petui.core.errors import AnswerError
from petui.lessons.answers import read_number
from petui.lessons.model import Tolerance
from petui.lessons.oneline import unmarked
from petui.lessons.tolerance import is_right
from petui.lessons.transliterate import to_ascii
from petui.records import dataclass

_SHORTEST_MENDED = 5
# No short answer is longer; what stands behind that is not looked at.
_MOST_CHARACTERS = 400
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—―−\N{FULLWIDTH HYPHEN-MINUS}", "-"))
_HYPHEN = re.compile(r"(?<=[^\W\d_]{2})-(?=[^\W\d_])|(?<=[^\W\d_])-(?=[^\W\d_]{2})")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\xad": None})
_POWER = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱⁿ]+")
_INDEX = re.compile("[₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ]+")
_EXPONENT = re.compile(r"\^\((-?\w+)\)")
_TIMES = re.compile(r"[*·⋅×]")
_TIGHT = re.compile(r"\s*([-+/^_=()<>,;:|\[\]{}])\s*")
_BESIDE_DIGIT = re.compile(r"(?<=\d)\s+(?=[^\W\d])|(?<=[^\W\d])\s+(?=\d)")
_ROOT = re.compile(r"sqrt ?\((\w+)\)")
_ARTICLE = re.compile(r"(?<!\S)(?:(?:an|the) (?=\S)|a (?=[^\W\d_]{2}))")
# The thin and the narrow space are blanks as well, and the apostrophe is so used in Switzerland.
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}(?:([,'’ \u00a0\u2009\u202f])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]*)?")
_NO_DIGIT_SIGNS = re.compile(r"[,'’\s]")
_LIST_COMMA = re.compile(r",\s")
_ROW_OF_DIGITS = re.compile(r"[-+]?0[0-9]")
_EXACT = Tolerance()


@dataclass(frozen=True, slots=True)
class TextMatch:
    """What a typed text agrees with.

    Attributes:
        accepted: The accepted text; empty where it agrees with none.
        exact: Whether it agrees wholly; otherwise one letter is off.
    """

    accepted: str = ""
    exact: bool = False


def match_text(typed: str, accepts: tuple[str, ...]) -> TextMatch:
    """The accepted text that a typed one agrees with, one that agrees wholly before one with a letter off."""
    given = normal(typed)
    for accepted in accepts:
        if given == normal(accepted) or _same_number(typed, accepted) or _same_list(typed, accepted):
            return TextMatch(accepted, True)
    for accepted in accepts:
        if is_near_miss(given, normal(accepted)):
            return TextMatch(accepted)
    return TextMatch()


@lru_cache(maxsize=1024)
def normal(text: str) -> str:
    r"""What two texts must have in common to say the same.

    Upper and lower case, markup, outer punctuation, articles, the kind of hyphen, blank and quotation mark, and blanks
    around signs do not count. Greek letters, roots, powers and minus signs are as their ASCII forms: `√2·ω` is
    `sqrt(2) omega`.
    """
    text = unmarked(text[:_MOST_CHARACTERS], ascii=True)
    text = _INDEX.sub(r"_\g<0>", _POWER.sub(r"^\g<0>", text))
    text = unicodedata.normalize("NFKC", text.translate(_QUOTES)).translate(_HYPHENS)
    text = "".join(map(_plain_sign, text)).casefold().replace("**", "^")
    text = _stripped(" ".join(_HYPHEN.sub(" ", text).split()))
    text = " ".join(_TIMES.sub(" ", _ARTICLE.sub("", text)).split())
    text = _EXPONENT.sub(r"^\1", _TIGHT.sub(r"\1", text))
    return _ROOT.sub(r"sqrt\1", _BESIDE_DIGIT.sub("", text)).replace("sqrt ", "sqrt")


@lru_cache(maxsize=1024)
def _plain_sign(sign: str) -> str:
    """Greek letters and signs of mathematics in ASCII; every other sign as it is."""
    if sign.isascii() or sign in "·⋅×":
        return sign
    if unicodedata.name(sign, "").startswith("GREEK"):
        return f" {to_ascii(sign)} "
    plain = to_ascii(sign) if unicodedata.category(sign) == "Sm" else "?"
    return sign if plain == "?" else plain


def _stripped(text: str) -> str:
    """Without outer punctuation, and without brackets around the whole of it."""
    while True:
        inner = text.strip(" \"'").rstrip(".,;:!?").lstrip("¿¡…").rstrip("…").strip()
        if _is_bracketed(inner):
            inner = inner[1:-1].strip()
        if not inner:
            # All of it is punctuation, and so what is asked for.
            return text.strip(" \"'") or text
        if inner == text:
            return text
        text = inner


def _is_bracketed(text: str) -> bool:
    """Whether the first sign is a bracket that only the last one closes."""
    if text[:1] + text[-1:] not in ("()", "[]"):
        return False
    depth = 0
    for at, sign in enumerate(text, 1):
        depth += (sign == text[0]) - (sign == text[-1])
        if depth == 0:
            return at == len(text)
    return False


def _same_number(typed: str, accepted: str) -> bool:
    """Whether both are numbers, and the same one to 1e-9; commas, blanks or apostrophes may part thousands."""
    right = _number(accepted)
    given = None if right is None else _number(typed)
    return given is not None and right is not None and is_right(given, right, _EXACT)


def _same_list(typed: str, accepted: str) -> bool:
    """Whether both are lists of the same numbers; commas, semicolons or blanks part them."""
    right = _items(accepted)
    if len(right) < 2 or _number(accepted) is not None:
        return False
    given = _items(typed)
    return len(given) == len(right) and all(map(_same_number, given, right))


def _items(text: str) -> list[str]:
    """The parts of a list; a comma without a blank is a decimal one where blanks or semicolons part."""
    inner = _stripped(unmarked(text[:_MOST_CHARACTERS], ascii=True))
    if ";" in inner:
        return inner.split(";")
    return inner.split(",") if _LIST_COMMA.search(inner) or " " not in inner else inner.split()


def _number(text: str) -> float | None:
    """The number that a text is, if it is one."""
    if _LIST_COMMA.search(text):
        return None
    for reading in (unmarked(text.strip()[:_MOST_CHARACTERS], ascii=True).removesuffix("."), normal(text)):
        # 0101 is a row of digits.
        if _ROW_OF_DIGITS.match(reading):
            return None
        try:
            return read_number(_NO_DIGIT_SIGNS.sub("", reading) if _THOUSANDS.fullmatch(reading) else reading)
        except AnswerError:
            continue
    return None


def is_near_miss(given: str, wanted: str) -> bool:
    """Whether a letter is missing, added, changed or swapped with its neighbour, where 5 characters or more are wanted.

    Never a digit or sign, and never the first letter of a word: `aperiodic` is no misspelt `periodic`.
    """
    if len(wanted) < _SHORTEST_MENDED or abs(len(given) - len(wanted)) > 1 or given == wanted:
        return False
    start = 0
    while start < min(len(given), len(wanted)) and given[start] == wanted[start]:
        start += 1
    if start == 0 or not wanted[start - 1].isalpha():
        return False
    return any(
        given[start + more :] == wanted[start + less :]
        and _is_slip(given[start : start + more], wanted[start : start + less])
        for more, less in ((1, 0), (0, 1), (1, 1), (2, 2))
    )


def _is_slip(given: str, wanted: str) -> bool:
    """Whether such a difference is one of spelling: of letters, or a blank or underscore too many or too few."""
    if len(given) == 2 and given != wanted[::-1]:
        return False
    return (given + wanted).isalpha() or given + wanted in (" ", "_")
