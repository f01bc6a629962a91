"""What a program writes to a terminal, taken apart: what pyte can show, and the modes that stay on."""

from __future__ import annotations

import re

# A control sequence, a string that ST or BEL ends, another escape, or text; anything else is a cut-off end.
_PIECE = re.compile(
    rb"\x1b\[(?P<private>[<-?]?)(?P<params>[0-9:;]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b[\]PX^_](?P<string>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
    rb"|(?P<text>[^\x1b]+)"
)
# Sequences of a later kind than pyte's that change cells: what follows them would be shown wrong.
_BEYOND_PYTE = b"STb"
_KNOWN_TO_PYTE = b"@ABCDEFGHJKLMPXadefghlmnr`"
_ON_BY_ITSELF = {7, 25}
_NAMES = {
    1: "application keys",
    7: "autowrap off",
    25: "cursor hidden",
    1000: "mouse 1000",
    1002: "mouse 1002",
    1003: "mouse 1003",
    1004: "focus 1004",
    1006: "mouse 1006",
    1015: "mouse 1015",
    1016: "mouse 1016",
    1049: "alternate screen",
    2004: "paste 2004",
    2026: "synchronized output",
    2048: "in-band resize 2048",
}


class Wiretap:
    """Follows a stream of bytes, cut anywhere.

    Attributes:
        modes: Private modes by number, as they were last set or reset.
        kitty: How many times the kitty keyboard was pushed and not popped.
        margins: The parameters of the last DECSTBM, empty where the whole screen scrolls.
        strings: The OSC, DCS and other strings seen.
        drawn: Whether a character other than a blank has come.
    """

    def __init__(self) -> None:
        self.modes: dict[int, bool] = {}
        self.kitty = 0
        self.margins = b""
        self.strings: list[bytes] = []
        self.drawn = False
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        """Take the next bytes; returns those of the whole sequences and texts that pyte understands.

        Raises:
            ValueError: At a sequence that moves cells in a way that pyte cannot.
        """
        data = self._rest + data
        shown: list[bytes] = []
        at = 0
        while found := _PIECE.match(data, at):
            at = found.end()
            shown.append(self._take(found))
        self._rest = data[at:]
        return b"".join(shown)

    def left_on(self) -> tuple[str, ...]:
        """What a shell would now suffer from, by name."""
        wrong = [number for number, on in self.modes.items() if on != (number in _ON_BY_ITSELF)]
        names = [_NAMES.get(number, f"mode {number}") for number in sorted(wrong)]
        return (*names, *(["kitty keyboard"] if self.kitty > 0 else []), *(["margins"] if self.margins else []))

    def _take(self, found: re.Match[bytes]) -> bytes:
        if found["text"] is not None:
            self.drawn = self.drawn or bool(found["text"].strip())
            return found["text"]
        if found["string"] is not None:
            self.strings.append(found["string"])
            return b""
        if found["escape"] is not None:
            if found["escape"] == b"c":
                self.modes.clear()
                self.margins, self.kitty = b"", 0
            return found[0] if found["escape"] in b"78DEHMc" or found["escape"][:1] in b"()" else b""
        return self._control(found)

    def _control(self, found: re.Match[bytes]) -> bytes:
        private, params, final = found["private"], found["params"], found["final"]
        if private == b"?" and final in b"hl":
            self.modes |= {int(number): final == b"h" for number in params.split(b";") if number.isdigit()}
            return found[0]
        if final == b"u" and private in (b"<", b">"):
            self.kitty += 1 if private == b">" else -1
        if private or found["between"]:
            return b""
        if final in _BEYOND_PYTE:
            raise ValueError(f"pyte cannot show {found[0]!r}")
        if final == b"r":
            self.margins = params
        return found[0].replace(b":", b";") if final in _KNOWN_TO_PYTE else b""
