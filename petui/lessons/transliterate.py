"""Text in ASCII, for terminals that show nothing else."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from petui.lessons.mathsigns import SIGNS

_TABLE: dict[str, str] = {
    "–": "-", "—": "--", "―": "--", "‐": "-", "‑": "-", "‒": "-", "−": "-", "\xad": "",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "′": "'", "″": '"',
    "…": "...", "⋯": "...", "•": "*", "‣": "*", "·": "*", "⋅": "*", "√": "sqrt", "°": " deg", "¬": "not ",
    "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "⇐": "<=", "⇔": "<=>", "↑": "^", "↓": "v", "↦": "|->",
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "ð": "d",
    "þ": "th", "ı": "i", "€": "EUR", "£": "GBP", "©": "(c)", "®": "(R)", "™": "(TM)", "✓": "ok", "✗": "x", "✘": "x",
    "│": "|", "─": "-", "┃": "|", "━": "-", "┼": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┌": "+", "┐": "+",
    "└": "+", "┘": "+", "█": "#", "░": ".", "▒": ":", "▓": "%", "■": "#", "□": "[]", "●": "*", "○": "o",
    "▲": "^", "▼": "v", "◀": "<", "▶": ">", "◄": "<", "►": ">", "‹": "<", "›": ">", "⏎": "Enter", "↩": "Enter",
    "␛": "<ESC>", "␦": "?", "‖": "||", "⊤": "T", "⁄": "/",
}  # fmt: skip
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱⁿ"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₘₜ"
_SIGNS = {atom.shown: atom.plain for atom in SIGNS.values() if len(atom.shown) == 1 and not atom.shown.isascii()}


def to_ascii(text: str) -> str:
    """The text in 7-bit signs: accents dropped, Greek spelled out, `?` for what has no ASCII form."""
    return text if text.isascii() else "".join(map(_sign, text))


@lru_cache(maxsize=4096)
def _sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if sign in _TABLE:
        return _TABLE[sign]
    if sign in _SIGNS:
        return _SIGNS[sign]
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return ""
    if sign.isspace():
        return " "
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    if not plain.isascii():
        plain = "".join(part if part.isascii() else _TABLE.get(part, _SIGNS.get(part, "?")) for part in plain)
    mark = "^" if sign in _SUPERSCRIPTS else "_" if sign in _SUBSCRIPTS else ""
    return mark + plain if plain.isprintable() and plain else "?"
