"""Where an escape sequence from a terminal ends; what is none, and what is too long to be one."""

from __future__ import annotations

import re

ESC = "\x1b"
_BEL = "\a"
# Longer than any key's sequence or a terminal's short answer.
_LONGEST = 256
_X10_BYTES = 3
_CSI = re.compile(r"\x1b\[[0-?]*[ -/]*([@-~])?")
_SS3 = re.compile(r"\x1bO[0-9;]*([@-~])?")
# rxvt ends keys with Shift in a dollar sign, which elsewhere stands before the end.
_RXVT_SHIFT = re.compile(r"\x1b\[[0-9]+\$")
_CONTROL = re.compile(r"[\x00-\x1f]")
# What follows the beginning of an answer; after another character Esc and a letter were pressed.
_ANSWERS = {"]": frozenset("0123456789lL"), "P": frozenset("0123456789>!|+$@"), "_": frozenset("G")}


def cut(held: str) -> tuple[int, str]:
    """Cut the sequence at the beginning of what is held.

    Args:
        held: Text that begins with Esc.

    Returns:
        How long it is, 0 if it has not ended; and the sequence, empty for one that means nothing.
    """
    kind = held[1:2]
    if kind == "[":
        return _cut_csi(held)
    if kind == "O":
        return _cut_ss3(held)
    if kind in _ANSWERS:
        return _cut_answer(held, kind)
    if kind == "k":
        return _cut_title(held)
    # A letter behind Esc is the next key: nothing here is bound to Alt, and lines carry fast keys together.
    return (1, ESC) if kind else (0, "")


def shortened(held: str) -> str:
    """What is held of a sequence that has not ended: its beginning and end where it is too long to mean anything."""
    if len(held) <= _LONGEST:
        return held
    return held[:3] + (ESC if held.endswith(ESC) else "")


def _cut_csi(held: str) -> tuple[int, str]:
    if held.startswith(f"{ESC}[M"):
        return _cut_x10(held)
    if held.startswith(f"{ESC}[<"):
        return _cut_mouse(held)
    if held.startswith(f"{ESC}[["):
        # The kernel's console: F1 to F5.
        return (4, held[:4]) if len(held) > 3 else (0, "")
    found = _CSI.match(held)
    assert found is not None
    if found[1]:
        return found.end(), found[0]
    if shifted := _RXVT_SHIFT.match(held):
        return shifted.end(), shifted[0]
    if found.end() == len(held):
        return 0, ""
    # A character that cannot be in it: what came before it was cut off.
    return found.end(), ""


def _cut_x10(held: str) -> tuple[int, str]:
    """A mouse report of the oldest kind: three bytes of any value behind it."""
    size = 0
    for at, character in enumerate(held[3:], 3):
        if character < " ":
            return at, ""
        size += len(character.encode("utf-8", "surrogateescape"))
        if size >= _X10_BYTES:
            return at + 1, held[: at + 1]
    return 0, ""


def _cut_mouse(held: str) -> tuple[int, str]:
    """A mouse report, which some terminals fill with what is no number."""
    for at, character in enumerate(held[3:], 3):
        if character < " ":
            return at, ""
        if character in "Mm":
            return at + 1, held[: at + 1]
    return 0, ""


def _cut_ss3(held: str) -> tuple[int, str]:
    found = _SS3.match(held)
    assert found is not None
    if found[1]:
        return found.end(), found[0]
    return (0, "") if found.end() == len(held) else (1, ESC)


def _cut_answer(held: str, kind: str) -> tuple[int, str]:
    """A string that a terminal answers with; none is asked for, so that none means anything."""
    if len(held) > 2 and held[2] not in _ANSWERS[kind]:
        return 1, ESC
    return _end_of_string(held), ""


def _end_of_string(held: str) -> int:
    """Length of a string with its end; without what ends it from outside; 0 if it has not ended."""
    found = _CONTROL.search(held, 2)
    if found is None:
        return 0
    end = found.start()
    if held[end] == _BEL:
        return end + 1
    if held[end] != ESC:
        return end
    if end + 1 == len(held):
        return 0
    return end + 2 if held[end + 1] == "\\" else end


def _cut_title(held: str) -> tuple[int, str]:
    """A window's name, which ends in ST; anything else behind Esc and k are keys."""
    found = _CONTROL.search(held, 2)
    if found is None:
        return (0, "") if len(held) < _LONGEST else (1, ESC)
    end = found.start()
    if held[end] == ESC and end + 1 == len(held):
        return 0, ""
    return (end + 2, "") if held[end : end + 2] == f"{ESC}\\" else (1, ESC)
