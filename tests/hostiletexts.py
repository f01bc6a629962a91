"""Texts that a terminal, Textual, Rich, Markdown or a format string would take for more than text."""

from __future__ import annotations

import unicodedata

from petui.lessons.source import visible

MARKUP = (
    "[/b]", "x[/]", "[/", "[@click=app.evil]hello[/]", "[@click=foo(')]", "list[int]", "[a=b]", "[$foo]x", "[b]bold",
    "[red on", "\\[b]", "[[x]]", "[link=file:///etc/passwd]x[/link]", "a[0][1]",
)  # fmt: skip
FORMATS = ("%s %d %n", "{} {0!r}", "{x.__class__}", "C:\\new\\table", "$HOME `id`")
MARKDOWN = (":smile: :warning:", "*not* _em_", "# no heading", "<b>no</b>", "[text](http://x)", "| a | b |", "--- ~~~")
CONTROLS = (
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "\x1bc",
    "\x9b2J", "a\x00b", "a\x7fb\x08", "\x07bell", "\u202ereversed\u2066x",
)  # fmt: skip
# What may stand in a file that is not refused.
PRINTABLE = (*MARKUP, *FORMATS, *MARKDOWN)
HOSTILE = (*PRINTABLE, *CONTROLS)
assert len(HOSTILE) == 36


def obeyed(text: str) -> set[str]:
    """The signs of a text that a terminal would obey, but for line feeds."""
    bidi = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
    return {sign for sign in text if (unicodedata.category(sign) == "Cc" and sign != "\n") or sign in bidi}


def said_literally(text: str, output: str) -> bool:
    """Whether an output says a text as it is or as Python quotes it, wherever its lines are broken."""
    flat = "".join(output.split())
    escaped = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    forms = (visible(text), escaped, repr(text)[1:-1], repr(visible(text))[1:-1])
    return any("".join(form.split()) in flat for form in forms)
