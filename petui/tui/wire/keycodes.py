"""What the pieces that a terminal sends mean to Textual: keys, the mouse, pastes; nothing for the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.message import Message

from petui.tui.wire.keystream import Token
from petui.tui.wire.sequences import ESC

# Compiled when one of them first comes.
_MOUSE = r"\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])"
_URXVT = r"\x1b\[(\d{1,5});(\d{1,5});(\d{1,5})M"
_X10_MARK = f"{ESC}[M"
_MOTION, _NO_BUTTON, _WHEEL = 32, 3, 64
# `key:shifted:base; modifiers:event; text`, ended by u, or by what ends the same key in other terminals.
_KITTY = r"\x1b\[(\d*)(?::(\d*))?(?::\d*)?(?:;(\d*)(?::(\d))?)?(?:;([\d:]*))?([u~A-HPQS])"
_OTHER_KEYS = r"\x1b\[27;(\d+);(\d+)~"
_RELEASE = "3"
_SHIFT, _CTRL, _LOCKS = 1, 4, 64 | 128
# Keys of the keypad as kitty numbers them, from 57399 on.
_KEYPAD_FROM = 57399
_KEYPAD: tuple[str, ...] = (
    *"0123456789./*-+\r=,",
    *(f"{ESC}[{end}" for end in ("D", "C", "A", "B", "5~", "6~", "H", "F", "2~", "3~")),
)
# Where kitty numbers keys that type nothing.
_PRIVATE = range(0xE000, 0xF900)


class KeyCodes:
    """Reads tokens as Textual's messages."""

    def __init__(self) -> None:
        """With Textual's own tables."""
        self._parser = XTermParser()

    def messages(self, token: Token) -> list[Message]:
        """The messages for a token; none for what means nothing here."""
        if token.kind == "paste":
            return [events.Paste(token.text)]
        if token.kind == "text":
            return [key for character in token.text for key in self._keys(character)]
        report = _mouse_report(token.text)
        if report is not None:
            event = self._parser.parse_mouse_code(report) if report else None
            return [] if event is None else [event]
        return list(self._keys(plain_key(token.text)))

    def _keys(self, sequence: str) -> Iterator[events.Key]:
        known = ANSI_SEQUENCES_KEYS.get(sequence) if len(sequence) > 1 else sequence
        if isinstance(known, tuple):
            # Not by Textual's parser, which reads some sequences by itself first, and fails at their colons.
            yield from (events.Key(key.value, None) for key in known)
        elif isinstance(known, str) and known:
            yield from self._parser._sequence_to_key_events(known)


def _mouse_report(sequence: str) -> str | None:
    """A mouse report as SGR has it; empty for one that means nothing, None for another sequence."""
    if sequence.startswith(_X10_MARK):
        code, column, row = (byte - 32 for byte in sequence[3:].encode("utf-8", "surrogateescape")[:3])
    elif found := re.fullmatch(_URXVT, sequence):
        code, column, row = int(found[1]) - 32, int(found[2]), int(found[3])
    elif sequence.startswith(f"{ESC}[<"):
        found = re.fullmatch(_MOUSE, sequence)
        return _worth(int(found[1]), int(found[2]), int(found[3]), found[4]) if found else ""
    else:
        return None
    released = code & _NO_BUTTON == _NO_BUTTON and not code & (_MOTION | _WHEEL)
    # These kinds do not say which button was let go.
    return _worth(code - _NO_BUTTON, column, row, "m") if released else _worth(code, column, row, "M")


def _worth(code: int, column: int, row: int, end: str) -> str:
    """The report; empty where the place is none, or the mouse moves without a button."""
    hovers = code & _MOTION and code & _NO_BUTTON == _NO_BUTTON
    return "" if hovers or code < 0 or column < 1 or row < 1 else f"{ESC}[<{code};{column};{row}{end}"


def plain_key(sequence: str) -> str:
    """A key as terminals without a protocol for keys send it; empty for one that they do not have."""
    if other := re.fullmatch(_OTHER_KEYS, sequence):
        return _character(int(other[2]), 0, _bits(other[1]))
    found = re.fullmatch(_KITTY, sequence)
    if found is None:
        return sequence
    code, shifted, modifiers, event, text, end = (each or "" for each in found.groups())
    if event == _RELEASE:
        return ""
    if end == "u":
        # What the key types, where the terminal says it.
        said = _scalar(int(text.partition(":")[0] or 0))
        return said if said >= " " else _character(int(code or 1), int(shifted or 0), _bits(modifiers))
    number, bits = code or "1", _bits(modifiers)
    if bits:
        return f"{ESC}[{number};{bits + 1}{end}"
    if end == "~":
        return f"{ESC}[{number}~"
    return f"{ESC}O{end}" if end in "PQS" else f"{ESC}[{end}"


def _bits(modifiers: str) -> int:
    """The keys that are held, without locks, which change nothing here."""
    return max(0, int(modifiers or 1) - 1) & ~_LOCKS


def _scalar(number: int) -> str:
    """The character of a number; empty where it is none."""
    return "" if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)


def _character(code: int, shifted: int, bits: int) -> str:
    """The character that a key with a number types while others are held."""
    if 0 <= code - _KEYPAD_FROM < len(_KEYPAD):
        return _KEYPAD[code - _KEYPAD_FROM]
    plain = "" if code in _PRIVATE else _scalar(code)
    if plain == "\t" and bits & _SHIFT:
        return f"{ESC}[Z"
    if bits & _CTRL:
        upper = plain.upper()
        return chr(ord(upper) & 0x1F) if len(upper) == 1 and "@" <= upper <= "_" else plain
    if bits & _SHIFT and plain:
        return _scalar(shifted) if shifted else plain.upper()[0]
    return plain
