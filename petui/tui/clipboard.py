"""A text to the clipboard of the learner's own terminal, through tmux and screen too.

The terminal may be far from the machine that petui runs on, so that no clipboard program of that machine is asked.
"""

from __future__ import annotations

import subprocess
from base64 import b64encode
from collections.abc import Mapping

# GNU screen passes on strings of at most 768 bytes.
_SCREEN_PIECE = 760
_ESC, _BEL, _END = "\x1b", "\a", "\x1b\\"

# More than a tmux that answers at all needs.
_SECONDS = 2.0


def loaded_by_tmux(text: str, environ: Mapping[str, str]) -> bool:
    """Whether the tmux that petui runs in took the text, which it then gives to its own terminal.

    As tmux 3.3 and later are set up they pass on nothing that a program writes, but do this; `-w` is of tmux 3.2.
    """
    if not environ.get("TMUX"):
        return False
    command = ("tmux", "load-buffer", "-w", "-")
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


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
