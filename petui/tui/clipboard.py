"""The escape sequences that give a text to the terminal's clipboard, through tmux and screen too.

The terminal is the learner's own, wherever petui runs, so that no program of the machine it runs on is asked.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

# GNU screen passes on strings of at most 768 bytes.
_SCREEN_PIECE = 760
_ESC, _BEL, _END = "\x1b", "\a", "\x1b\\"


def clipboard_sequences(text: str, environ: Mapping[str, str]) -> str:
    """What to write to the terminal so that its clipboard holds the text.

    OSC 52 is what terminals read; tmux does too where its option `set-clipboard` is `on`. Where it is not, the same
    sequence goes to the terminal around tmux, which `allow-passthrough` permits; a terminal that is told both times
    holds the text all the same. GNU screen knows the second way only.

    Args:
        text: What the clipboard shall hold.
        environ: The environment.
    """
    plain = f"{_ESC}]52;c;{b64encode(text.encode()).decode()}{_BEL}"
    if environ.get("TMUX") or environ.get("TERM", "").startswith("tmux"):
        return f"{plain}{_ESC}Ptmux;{plain.replace(_ESC, _ESC * 2)}{_END}"
    if environ.get("STY"):
        pieces = (plain[at : at + _SCREEN_PIECE] for at in range(0, len(plain), _SCREEN_PIECE))
        return "".join(f"{_ESC}P{piece}{_END}" for piece in pieces)
    return plain
