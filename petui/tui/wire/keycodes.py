"""What the pieces that a terminal sends mean to Textual: keys, the mouse, pastes; nothing for the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from petui.tui.wire.keystream import Token
from petui.tui.wire.sequences import ESC

_MOUSE = re.compile(r"\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])")
_URXVT = re.compile(r"\x1b\[(\d{1,5});(\d{1,5});(\d{1,5})M")
_X10_MARK = f"{ESC}[M"
_MOTION, _NO_BUTTON, _WHEEL = 32, 3, 64
# `key:shifted:base; modifiers:event; text`, ended by u, or by what ends the same key in other terminals.
_KITTY = re.compile(r"\x1b\[(\d*)(?::(\d*))?(?::\d*)?(?:;(\d*)(?::(\d))?)?(?:;([\d:]*))?([u~A-HPQS])")
_OTHER_KEYS = re.compile(r"\x1b\[27;(\d+);(\d+)~")
_RELEASE = "3"
_SHIFT, _ALT, _CTRL, _LOCKS = 1, 2, 4, 64 | 128
# Keys of the keypad as kitty numbers them, from 57399 on.
_KEYPAD_FROM = 57399
_KEYPAD: tuple[str, ...] = (
    *"0123456789./*-+\r=",
    *(f"{ESC}[{end}" for end in ("D", "C", "A", "B", "5~", "6~", "H", "F", "2~", "3~")),
)
_LAST_CHARACTER = 0x10FFFF


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
        if sequence:
            for key in self._parser._sequence_to_key_events(sequence):
                if key.key != "<ignore>":
                    yield key


def _mouse_report(sequence: str) -> str | None:
    """A mouse report as SGR has it; empty for one that means nothing, None for another sequence."""
    if sequence.startswith(_X10_MARK):
        code, column, row = (byte - 32 for byte in sequence[3:].encode("utf-8", "surrogateescape")[:3])
    elif found := _URXVT.fullmatch(sequence):
        code, column, row = int(found[1]) - 32, int(found[2]), int(found[3])
    elif sequence.startswith(f"{ESC}[<"):
        found = _MOUSE.fullmatch(sequence)
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
    if other := _OTHER_KEYS.fullmatch(sequence):
        return _character(int(other[2]), "", int(other[1]), "")
    found = _KITTY.fullmatch(sequence)
    if found is None:
        return sequence
    code, shifted, modifiers, event, text, end = (each or "" for each in found.groups())
    if event == _RELEASE:
        return ""
    bits = (int(modifiers or 1) - 1) & ~_LOCKS
    if end == "u":
        return _character(int(code or 1), shifted, bits + 1, text)
    number = code or "1"
    if bits > 0:
        return f"{ESC}[{number};{bits + 1}{end}"
    if end == "~":
        return f"{ESC}[{number}~"
    return f"{ESC}O{end}" if end in "PQS" else f"{ESC}[{end}"


def _character(code: int, shifted: str, modifiers: int, text: str) -> str:
    bits = (modifiers - 1) & ~_LOCKS
    if 0 <= code - _KEYPAD_FROM < len(_KEYPAD):
        return _KEYPAD[code - _KEYPAD_FROM]
    if code > _LAST_CHARACTER or 0xD800 <= code <= 0xF8FF or 57344 <= code <= 63743:
        return ""
    if code == 9 and bits & _SHIFT:
        return f"{ESC}[Z"
    said = [int(each) for each in text.split(":") if each]
    if said and all(32 <= each <= _LAST_CHARACTER and not 0xD800 <= each <= 0xDFFF for each in said):
        return chr(said[0])
    if bits & _CTRL:
        return chr(code & 0x1F) if 64 <= (code & ~32 if 97 <= code <= 122 else code) < 96 else chr(code)
    if bits & _SHIFT:
        return chr(int(shifted)) if shifted and int(shifted) <= _LAST_CHARACTER else chr(code).upper()[0]
    return chr(code)
