"""Reading a content file safely: bounded in size, UTF-8, and nothing in it that a terminal would obey."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.cells import cell_width
from petui.lessons.faults import FaultList
from petui.lessons.place import Fault, Place
from petui.records import dataclass

MAX_BYTES = 1_000_000
# Markdown's inline rules are slower than linear, so one line or one run of lines must not be arbitrarily long.
MAX_LINE = 10_000
MAX_CONTROL_FAULTS = 20
_BOM = "\ufeff"
_REPLACEMENT = "\ufffd"
_ESCAPE_SIGN = "\u241b"
_OTHER_SIGN = "\u2426"
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_TAGS = range(0xE0000, 0xE0080)
_OTHER = (0x2028, 0x2029, 0xFEFF, *range(0xFFF9, 0xFFFC), *_TAGS)


def _stand_ins() -> dict[int, str]:
    signs = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"}
    signs[0x7F] = "\u2421"
    # A C1 control is ESC and a letter in one character, so it gets the sign of ESC.
    signs.update(dict.fromkeys(range(0x80, 0xA0), _ESCAPE_SIGN))
    signs.update(dict.fromkeys((*_BIDI, *_OTHER), _OTHER_SIGN))
    return signs


_CONTROL_SIGNS = _stand_ins()
# The tags as a range: one by one, beyond the basic plane, they make the search twenty-five times as slow.
_BASIC = "".join(re.escape(chr(code)) for code in _CONTROL_SIGNS if code not in _TAGS)
_CONTROL = re.compile(f"[{_BASIC}{chr(_TAGS[0])}-{chr(_TAGS[-1])}]")
# What terminals do not agree on: joiners, selectors of a variant, soft hyphens, tones of skin, flags, blank letters.
_JOINERS = (0xAD, 0x200D, *range(0xFE00, 0xFE10))
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)
_BLANK_LETTERS = (0x3164, 0xFFA0)
_STAND_INS = _CONTROL_SIGNS | dict.fromkeys(_JOINERS, "") | {code: chr(code - _FLAGS[0] + ord("A")) for code in _FLAGS}
_STAND_INS |= dict.fromkeys(_BLANK_LETTERS, _OTHER_SIGN)
_SURROGATES = "[\ud800-\udfff]"
# Compiled with the first text that is not ASCII.
_RARE = (
    f"[{_BASIC}{''.join(map(chr, (*_JOINERS, *_BLANK_LETTERS)))}\ud800-\udfff"
    f"{chr(_TAGS[0])}-{chr(_TAGS[-1])}{chr(_TONES[0])}-{chr(_TONES[-1])}{chr(_FLAGS[0])}-{chr(_FLAGS[-1])}]"
)
# A tone colours what stands before it; alone it has a width of its own, about which terminals differ.
_COLOURED = "\u231a-\u27ff\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
_TONED = f"([{_COLOURED}]?)[{chr(_TONES[0])}-{chr(_TONES[-1])}]+"
_MOST_MARKS = 8
_NOT_LATIN = f"[^\\x00-\u02ff]{{{_MOST_MARKS + 1},}}"


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a content file, and what is wrong with it as text.

    Attributes:
        text: Lines ended by a line feed only, control characters replaced by visible signs; empty if unreadable.
        faults: E01 faults with their places.
        readable: Whether there is any text to read on with.
    """

    text: str
    faults: tuple[Fault, ...] = ()
    readable: bool = True


def visible(text: str) -> str:
    """The text as every terminal shows it, in as many columns as are reckoned with.

    Every control character, escape and bidi control but tab and line feed is a printable sign. Of emoji only what all
    terminals give the same width stays: a joined one falls into its parts, a skin tone and a variation selector go, a
    flag is its two letters. More than eight marks on one letter, or other signs without width, are cut.
    """
    if text.isascii():
        return text.translate(_STAND_INS) if _CONTROL.search(text) else text
    if re.search(_RARE, text):
        text = re.sub(_SURROGATES, _REPLACEMENT, text.translate(_STAND_INS))
        text = re.sub(_TONED, _without_tone, text)
    return re.sub(_NOT_LATIN, _with_few_marks, text)


def uncontrolled(text: str) -> str:
    """The text as its author wrote it, for what is no terminal; only controls are printable signs."""
    return text.translate(_CONTROL_SIGNS) if _CONTROL.search(text) else text


def _without_tone(toned: re.Match[str]) -> str:
    """What a tone of skin colours, without it; a sign for a tone that colours nothing."""
    return toned.group(1) or _OTHER_SIGN


def _with_few_marks(run: re.Match[str]) -> str:
    """A run of signs in which no more than eight without width follow each other."""
    kept: list[str] = []
    marks = 0
    for sign in run.group():
        marks = 0 if cell_width(sign) else marks + 1
        if marks <= _MOST_MARKS:
            kept.append(sign)
        elif marks == _MOST_MARKS + 1:
            kept.append(_OTHER_SIGN)
    return "".join(kept)


def clean_source(text: str, file: str) -> Source:
    """The Source of a text that is already in memory; `file` is how its place is shown."""
    if len(text) > MAX_BYTES:
        return _unreadable(file, f"the file has {len(text)} characters, more than {MAX_BYTES}; split it")
    text = text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
    faults = FaultList()
    if _CONTROL.search(text):
        _note_controls(text, file, faults)
        # No more than that: what an author wrote is kept, and set for terminals where it is shown.
        text = text.translate(_CONTROL_SIGNS)
    if len(text) > MAX_LINE:
        text = _cut_long_lines(text, file, faults)
    return Source(text, faults.sorted())


def read_source(path: Path, shown: str = "") -> Source:
    """The Source of a file; whatever is wrong with it is among the faults, nothing is raised.

    Args:
        path: The file.
        shown: How its path is shown in faults; the path itself unless given.
    """
    file = visible(shown or str(path))
    try:
        data = read_bytes(path)
    except ContentError as error:
        return _unreadable(file, str(error))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return _unreadable(file, f"the file cannot be read: {visible(reason)}; check its path and permissions")
    return source_of(data, file)


def source_of(data: bytes, file: str) -> Source:
    """The Source of what `read_bytes` gave; `file` is how its place is shown."""
    text, faults = _decoded(data, file)
    cleaned = clean_source(text, file)
    return Source(cleaned.text, (*faults, *cleaned.faults), cleaned.readable)


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """What is in a content file.

    Args:
        path: The file.
        most: How many bytes it may have.

    Raises:
        ContentError: If it is no ordinary file, or too large.
        OSError: If it cannot be read.
        ValueError: If there can be no such path.
    """
    # Without O_NONBLOCK a FIFO that nobody writes to would hold the program for ever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "rb", closefd=True) as stream:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ContentError("this is not an ordinary file", mend="give a text file")
        if status.st_size > most:
            raise ContentError(f"the file has {status.st_size} bytes, more than {most}", mend="split it")
        data = stream.read(most + 1)
    if len(data) > most:
        raise ContentError(f"the file has more than {most} bytes", mend="split it")
    return data


def _decoded(data: bytes, file: str) -> tuple[str, tuple[Fault, ...]]:
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        place = Place(file, line, len(before) - (before.rfind("\n") + 1) + 1)
        message = f"the byte 0x{data[error.start]:02x} here is not UTF-8; save the file as UTF-8"
        return data.decode("utf-8", errors="replace"), (Fault(place, "E01", message),)


def _unreadable(file: str, message: str) -> Source:
    return Source("", (Fault(Place(file), "E01", message),), readable=False)


def _note_controls(text: str, file: str, faults: FaultList) -> None:
    line, start, last = 1, 0, 0
    for match in _CONTROL.finditer(text):
        if len(faults) == MAX_CONTROL_FAULTS:
            return
        line += text.count("\n", start, match.start())
        start = match.start()
        if line == last:
            continue
        last = line
        column = start - (text.rfind("\n", 0, start) + 1) + 1
        name = f"U+{ord(match.group()):04X}"
        faults.add(Place(file, line, column), "E01", f"an invisible control character ({name}) stands here; delete it")


def _cut_long_lines(text: str, file: str, faults: FaultList) -> str:
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            message = f"the line has {len(line)} characters, more than {MAX_LINE}; break it"
            faults.add(Place(file, number, MAX_LINE + 1), "E01", message)
            lines[number - 1] = line[:MAX_LINE]
    return "\n".join(lines)
