"""Random keys as a terminal sends them: petui's own, every other key, pastes, mouse reports, and what is broken."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from petui.tui.commands import COMMANDS
from tests.terminal.ptyrun import KEYS

CHARACTERS = {
    **{"left_square_bracket": "[", "right_square_bracket": "]", "left_curly_bracket": "{", "right_curly_bracket": "}"},
    **{"less_than_sign": "<", "greater_than_sign": ">", "left_parenthesis": "(", "right_parenthesis": ")"},
    **{"colon": ":", "question_mark": "?", "slash": "/"},
}
# What leaves petui, and what stops it: then all that was typed behind is dropped. Both have tests of their own.
_LEAVING = frozenset({"q", "ctrl+q", "ctrl+c", "Z", "ctrl+z"})
# Ctrl-S belongs to the terminal.
_OTHERS = sorted(set(KEYS) - _LEAVING - {"ctrl+s"})
_LETTERS = "0123456789.-+*/ abcdxyzπωéüß漢字あ👩‍🚀👍🏽אבגáe\u0301\u200bﬁ"
_LINES = (
    *("view waves", "view heat", "view circle", "view nothing", "d_model 512", "d_model 7", "pos 3", "pos 999999"),
    *(
        "length 4096",
        "base 2",
        "base 0",
        "dtype float16",
        "convention",
        "theme dark",
        "theme ansi-light",
        "learn rotary",
    ),
    *("quiz", "quiz --mistakes", "lab", "map", "progress", "nonsense [b]x[/b]", "\u202eabc", "x" * 300),
)
_BROKEN = (
    *(b"\xff\xfe", b"\xe9", b"\xc3", b"\xf0\x9f\x91", b"\x80\x9b31m", b"\x00", b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b"),
    *(
        b"\x1b[97:65;2u",
        b"\x1b[57441:1;2:3u",
        b"\x1b[32u",
        b"\x1b[1;2:3A",
        b"\x1b[27;5;9~",
        b"\x1b[999~",
        b"\x1b[?1;2c",
    ),
    *(
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        b"\x1b]52;c;YQ==\x07",
        b"\x1bkname\x1b\\",
        b"\x1bP1$r0m\x1b\\",
        b"\x1b[?2026;2$y",
    ),
    *(b"\x1b[I", b"\x1b[O", b"\x1b[8;24;80t", b"\x1b[48;24;80;0;0t", b"\x1b[<35;NaN;5M", b"\x1b[<0;10M", b"\x1b[5;5R"),
)


def key_of(name: str) -> bytes:
    """What a terminal sends for one of petui's keys."""
    return CHARACTERS[name].encode() if name in CHARACTERS else KEYS.get(name, name.encode())


class RandomKeys:
    """A stream of what a terminal may send, the same for a seed."""

    def __init__(self, seed: int) -> None:
        """The stream of a seed."""
        self._draw = Random(seed)
        # Each kind with how often it is drawn.
        self._kinds: tuple[tuple[int, Callable[[], bytes]], ...] = (
            (60, self._own),
            (14, self._other),
            (10, self._letter),
            (3, self._line),
            (3, self._paste),
            (6, self._mouse),
            (4, self._broken),
        )

    def key(self) -> bytes:
        """The next."""
        weights, kinds = zip(*self._kinds, strict=True)
        kind: Callable[[], bytes] = self._draw.choices(kinds, weights)[0]
        return kind()

    def size(self) -> tuple[int, int]:
        """Columns and rows, at times very few or many."""
        return self._draw.choice(
            ((80, 24), (120, 40), (60, 20), (self._draw.randint(1, 200), self._draw.randint(1, 60)), (1, 1))
        )

    def chance(self, share: float) -> bool:
        """True in that share of all calls."""
        return self._draw.random() < share

    def name(self) -> str:
        """The next of petui's own keys, by Textual's name."""
        keys = self._draw.choice([command.keys for command in COMMANDS])
        key = self._draw.choice(keys)
        return "tab" if key in _LEAVING else key

    def character(self, name: str) -> str | None:
        """What a key types, if anything."""
        return CHARACTERS.get(name, name if len(name) == 1 else None)

    def _own(self) -> bytes:
        return key_of(self.name())

    def _other(self) -> bytes:
        key = KEYS[self._draw.choice(_OTHERS)]
        if key.startswith(b"\x1b[") and len(key) == 3 and self.chance(0.3):
            # With Shift, Alt, Ctrl.
            return b"\x1b[1;%d" % self._draw.randint(2, 8) + key[-1:]
        return b"\x1b" + key if self.chance(0.05) else key

    def _letter(self) -> bytes:
        return self._draw.choice(_LETTERS).encode()

    def _line(self) -> bytes:
        return b":" + self._draw.choice(_LINES).encode() + b"\r"

    def _paste(self) -> bytes:
        text = "".join(self._draw.choices(_LETTERS + "\r\n\t\x1b[]$\\", k=self._draw.choice((1, 5, 80, 3000))))
        return b"\x1b[200~" + text.encode() + b"\x1b[201~"

    def _mouse(self) -> bytes:
        x, y = self._draw.randint(1, 210), self._draw.randint(1, 62)
        if self.chance(0.15):
            # The old report: a byte each, which beyond column 95 is no UTF-8.
            return b"\x1b[M" + bytes((32 + self._draw.choice((0, 3, 64)), 32 + x, 32 + y))
        button = self._draw.choice((0, 1, 2, 4, 32, 35, 64, 65))
        press = b"\x1b[<%d;%d;%dM" % (button, x, y)
        return press if button >= 32 else press + b"\x1b[<%d;%d;%dm" % (button, x, y)

    def _broken(self) -> bytes:
        return self._draw.choice(_BROKEN)
