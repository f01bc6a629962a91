"""Text for terminals that show ASCII only."""

from __future__ import annotations

import unicodedata

_SPELLED = {
    "ω": "omega",
    "λ": "lambda",
    "π": "pi",
    "θ": "theta",
    "Σ": "sum",
    "·": "*",
    "×": "x",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "√": "sqrt",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "±": "+-",
    "→": "->",
    "←": "<-",
    "↑": "Up",
    "↓": "Down",
    "ₖ": "_k",
    "²": "^2",
    "½": "1/2",
    "›": ">",
}
_TABLE = str.maketrans(_SPELLED)


def ascii_text(text: str) -> str:
    """The text in ASCII: signs spelled, accents dropped, anything else as its code point."""
    if text.isascii():
        return text
    bare = "".join(
        each for each in unicodedata.normalize("NFKD", text.translate(_TABLE)) if not unicodedata.combining(each)
    )
    return bare.translate(_TABLE).encode("ascii", "backslashreplace").decode("ascii")


def shown(text: str, *, ascii: bool) -> str:
    """The text as it is, or in ASCII where only that can be shown."""
    return ascii_text(text) if ascii else text
