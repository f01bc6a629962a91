"""What a terminal sends, cut into keys, sequences and pastes; pure, told the time.

Whole sequences come out, however they were cut on the way; what is begun and never ends is dropped whole, never typed.
"""

from __future__ import annotations

import codecs
import re
from typing import Literal

from petui.records import dataclass
from petui.tui.wire.sequences import ESC, cut, shortened

# A sequence cut in two by a network is waited for so long, in seconds; a person's Esc acts after ESCDELAY.
_CUT = 2.0
# A paste that stops this long will not be ended any more.
_PASTE_STALL = 10.0
# More text than that at once was not typed: a paste into a terminal that does not bracket it.
_BURST = 512
# A burst is over when so many seconds were quiet.
_BURST_QUIET = 0.25
# Nobody is asked for more; what is pasted beyond it is dropped.
_LONGEST_PASTE = 4096
_PASTE_BEGIN, _PASTE_END = f"{ESC}[200~", f"{ESC}[201~"
_INTERRUPT = "\x03"
# What 8-bit terminals say for two characters, and what is left of it where UTF-8 is expected.
_EIGHT_BIT = {chr(0xDC9B): f"{ESC}[", chr(0xDC8F): f"{ESC}O"}
_BEGINS = re.compile(f"[{ESC}{''.join(_EIGHT_BIT)}]")
# What begins a sequence, or was pressed behind Esc.
_INTRODUCERS = tuple(f"{ESC}{letters}" for letters in ("[", "[[", "O", "]", "P", "_"))
# The rest of a sequence whose beginning has acted as keys, by that beginning; a person's keys come one by one.
_TAILS = {
    ESC: re.compile(r"\[[0-9;]*[A-DFHZ~]|\[<[0-9;]+[Mm]|O[A-DFHP-S]"),
    f"{ESC}[": re.compile(r"[A-DFHZ]|[0-9]+[;:~$A-Zu]|[<?>][0-9]|\[[A-E]|M[^\x00-\x1f]"),
    f"{ESC}[[": re.compile(r"[A-E]"),
    f"{ESC}O": re.compile(r"[A-DFHP-S]"),
    f"{ESC}]": re.compile(r"[0-9]+;|[lL][^\x00-\x1f]"),
    f"{ESC}P": re.compile(r"[0-9]?[!|+$]|>\|"),
    f"{ESC}_": re.compile(r"G[a-z]="),
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of what was sent.

    Attributes:
        kind: `text` for characters, one a key; `sequence` for an escape sequence, whole; `paste` for pasted text.
        text: What it holds; bytes that are no UTF-8 are U+FFFD.
    """

    kind: Literal["text", "sequence", "paste"]
    text: str


class KeyStream:
    """Cuts what a terminal sends.

    `feed` takes bytes as they come and `expire` acts on what has waited for too long; `due` says when that is. All
    times are seconds of one clock, which the caller reads.
    """

    def __init__(self, escape_delay: float) -> None:
        """Nothing sent yet.

        Args:
            escape_delay: Seconds after which a lone Esc is the key.
        """
        self._escape_delay = escape_delay
        self.reset()

    def reset(self) -> None:
        """Forget what is begun."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._tokens: list[Token] = []
        # What is not yet cut; it begins with an Esc, or with what may be the end of a paste.
        self._held = ""
        self._dropping = False
        self._pasted: str | None = None
        self._burst: str | None = None
        self._begun = self._last = 0.0
        # What acted as keys last, and when.
        self._escaped: tuple[str, float] | None = None

    # ---- time -------------------------------------------------------------------------------------------------------

    @property
    def due(self) -> float | None:
        """When `expire` has something to do; None while nothing waits."""
        return min((when for when, _ in self._waiting()), default=None)

    def _waiting(self) -> list[tuple[float, str]]:
        waits: list[tuple[float, str]] = []
        if self._decoder.getstate()[0]:
            waits.append((self._last + self._escape_delay, "character"))
        if self._pasted is not None:
            waits.append((self._last + _PASTE_STALL, "paste"))
        elif self._held:
            waits.append((self._last_chance, "sequence"))
        if self._burst is not None:
            waits.append((self._last + _BURST_QUIET, "burst"))
        return waits

    @property
    def _last_chance(self) -> float:
        """Until when what is held may go on."""
        if self._held in _INTRODUCERS and not self._dropping:
            return self._last + self._escape_delay
        return self._begun + (self._escape_delay if self._is_doubtful else _CUT)

    @property
    def _is_doubtful(self) -> bool:
        """Whether what is held may as well be the Esc key, and the letter that was pressed behind it."""
        if self._dropping:
            return False
        return self._held == ESC or self._held in _INTRODUCERS or self._held.startswith(f"{ESC}k")

    def expire(self, now: float) -> list[Token]:
        """Act on what has waited too long: a lone Esc is the key, a sequence that never ended is dropped."""
        for when, what in self._waiting():
            if now < when:
                continue
            if what == "character":
                rest = self._decoder.decode(b"", final=True)
                self._decoder.reset()
                self._take(rest, now)
            elif what == "sequence":
                self._give_up(now)
            else:
                self._end_paste()
        return self._handed_out()

    def _give_up(self, now: float) -> None:
        held, doubtful = self._held, self._is_doubtful
        self._held, self._dropping = "", False
        if doubtful:
            self._tokens.append(Token("sequence", ESC))
            self._say(held[1:])
            self._escaped = (held, now) if held in _TAILS else None

    # ---- cutting ----------------------------------------------------------------------------------------------------

    def feed(self, data: bytes, now: float) -> list[Token]:
        """Take what came.

        Args:
            data: Bytes, cut anywhere.
            now: The time.
        """
        tokens = self.expire(now)
        self._last = now
        self._take(self._without_tail(self._decoder.decode(data), now), now)
        return tokens + self._handed_out()

    def _handed_out(self) -> list[Token]:
        tokens, self._tokens = self._tokens, []
        return tokens

    def _without_tail(self, text: str, now: float) -> str:
        """What came, without the rest of a sequence whose beginning was so far ahead that it was taken for keys."""
        escaped, self._escaped = self._escaped, None
        if escaped is None or now - escaped[1] >= _CUT:
            return text
        begun = escaped[0]
        tail = _TAILS[begun].match(text)
        if tail is None:
            return text
        if begun == ESC:
            return text[tail.end() :]
        # It may be cut once more: it is taken as the whole that it is of, which means nothing any more.
        self._dropping = True
        return begun + text

    def _take(self, text: str, now: float) -> None:
        if not self._held:
            self._begun = now
        held, self._held = self._held + text, ""
        while held:
            if self._pasted is not None:
                held = self._take_pasted(held)
                if self._pasted is not None:
                    break
                continue
            rest = self._take_typed(held)
            if rest == held:
                self._hold(rest)
                break
            held = rest
            self._begun = now

    def _hold(self, begun: str) -> None:
        """Keep what is begun, bounded."""
        self._held = shortened(begun)
        self._dropping = self._dropping or self._held != begun

    def _take_typed(self, held: str) -> str:
        """Cut one piece off; returns the rest, which is all where more must come first."""
        if held in _EIGHT_BIT:
            # Nobody presses that: it is waited for what follows.
            return held
        held = _EIGHT_BIT.get(held[0], held[0]) + held[1:]
        if held[0] != ESC:
            found = _BEGINS.search(held)
            end = found.start() if found else len(held)
            self._say(held[:end])
            return held[end:]
        length, sequence = cut(held)
        if not length:
            return held
        if sequence == _PASTE_BEGIN:
            self._pasted = ""
        elif sequence and not self._dropping and self._burst is None:
            self._tokens.append(Token("sequence", sequence))
        self._dropping = False
        return held[length:]

    def _take_pasted(self, held: str) -> str:
        """Take pasted text, up to its end mark; returns what follows."""
        end = held.find(_PASTE_END)
        if end < 0:
            keep = next((size for size in range(len(_PASTE_END) - 1, 0, -1) if held.endswith(_PASTE_END[:size])), 0)
            self._pasted = ((self._pasted or "") + held[: len(held) - keep])[:_LONGEST_PASTE]
            self._held = held[len(held) - keep :]
            return self._held
        self._pasted = ((self._pasted or "") + held[:end])[:_LONGEST_PASTE]
        self._end_paste()
        return held[end + len(_PASTE_END) :]

    def _end_paste(self) -> None:
        pasted = self._burst if self._pasted is None else self._pasted
        if self._pasted is not None:
            self._held = ""
        self._pasted = self._burst = None
        shown = _pasted(pasted or "")
        if shown:
            self._tokens.append(Token("paste", shown))

    def _say(self, typed: str) -> None:
        """Typed characters; so many of them at once are a paste."""
        if self._burst is None and len(typed) >= _BURST:
            self._burst = ""
        if self._burst is not None:
            self._burst = (self._burst + typed)[:_LONGEST_PASTE]
            # Whoever wants to be out of it is heard.
            typed = _INTERRUPT if _INTERRUPT in typed else ""
        shown = "".join(filter(None, map(_typed, typed)))
        if shown:
            self._tokens.append(Token("text", shown))


def _typed(character: str) -> str:
    """The character that a key means: U+FFFD for what is no UTF-8, nothing where a control was meant."""
    if character < " " or character.isprintable() or character == "\x7f":
        return character
    if character.isspace() and character >= "\xa0":
        return " "
    # Bytes that are no UTF-8, as surrogates; the first 32 of them are controls of 8-bit terminals.
    return "\ufffd" if "\udca0" <= character <= "\udcff" else ""


def _pasted(text: str) -> str:
    """Pasted text by its lines, without what is no text and without blank lines before it."""
    lines = (line.replace("\t", " ") for line in text.splitlines())
    kept = ["".join(each for each in map(_typed, line) if each >= " " and each != "\x7f") for line in lines]
    return "\n".join(kept).lstrip("\n")
