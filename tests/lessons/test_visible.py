"""Text as every terminal shows it, in as many columns as are reckoned with."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from petui.lessons.cells import cell_width
from petui.lessons.source import clean_source, visible

# Signs that terminals or Unicode versions differ about, and those that have no width.
ODD = "\u200d\ufe0f\ufe0e🏽🇫🇷👩💻❤✌1\u20e3\u0301\u0489\u200b\u2060\u202e\u3164\uffa0ᄒ\u1161☰䷀\u0600\xad"
ODD_TEXT = st.text(ODD + "a漢 ", max_size=30) | st.text(max_size=30)


@given(ODD_TEXT)
def test_it_is_as_wide_as_textual_lays_it_out(text: str) -> None:
    """Both reckon alike, and the width of a text is the sum of those of its signs."""
    if any(unicodedata.category(sign) == "Cn" for sign in text):
        return
    shown = visible(text.replace("\t", " ").replace("\n", " "))
    assert cell_width(shown) == cell_len(shown) == sum(map(cell_width, shown)) == sum(map(cell_len, shown))


@given(ODD_TEXT)
def test_it_can_be_written_and_is_nothing_that_a_terminal_obeys(text: str) -> None:
    """No control character, no bidi control, no surrogate; said again it is the same."""
    shown = visible(text)
    assert not {unicodedata.category(sign) for sign in shown if sign not in "\t\n"} & {"Cc", "Cs"}
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
    assert shown.encode() and visible(shown) == shown if shown else True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("👩\u200d💻 x", "👩💻 x"),
        ("❤\ufe0f\u200d🔥", "❤🔥"),
        ("👍🏽!", "👍!"),
        ("✌\ufe0f🏽", "✌"),
        ("🏽", "␦"),
        ("🇫🇷 and 🇩", "FR and D"),
        ("1\ufe0f\u20e3", "1\u20e3"),
        ("so\xadft", "soft"),
        ("\ud800", "\ufffd"),
        ("\u3164", "␦"),
        ("e" + "\u0301" * 40 + "x", "e" + "\u0301" * 8 + "␦x"),
        ("שלום, مَرْحَبًا, नमस्ते", "שלום, مَرْحَبًا, नमस्ते"),
        ("\x1b]0;t\x07\x9b2J\u202e", "␛]0;t␇␛2J␦"),
    ],
)
def test_what_terminals_differ_about_is_shown_as_all_show_it(text: str, shown: str) -> None:
    """Parts of joined emoji, letters of flags; a tone of skin that colours something goes, and so do selectors."""
    assert visible(text) == shown


def test_a_file_keeps_what_its_author_wrote() -> None:
    """Emoji are set for terminals where they are shown, not where they are read: they may be exported again."""
    assert clean_source("👩\u200d💻 🇫🇷 👍🏽", "a.md").text == "👩\u200d💻 🇫🇷 👍🏽"
