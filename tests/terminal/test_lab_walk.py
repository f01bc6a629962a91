"""The Lab in a real pseudo-terminal: its keys, a pinned Lab, the clipboard, and back to the lesson."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

from tests.terminal.beginning import Begin

F2, F3 = "\x1bOQ", "\x1bOR"


@pytest.mark.parametrize("size", [(80, 24), (50, 14)])
def test_through_the_lab(begin: Begin, size: tuple[int, int]) -> None:
    """What is pressed is seen; what is copied is sent to the terminal."""
    terminal = begin("learn", "reading-a-cell#the-whole-row", "--set", "pos=3", "--set", "d_model=8", size=size)
    terminal.wait_for("step 5 of 7")
    terminal.send("\x1b")
    terminal.wait_for("F1 help")
    terminal.send(F3)
    terminal.wait_for("petui Lab")
    terminal.send("]]")
    terminal.wait_for("pos 5")
    terminal.send("m")
    terminal.wait_for("Pinned: pos 5")
    terminal.send("}")
    terminal.wait_for("d_model 16")
    terminal.send("yyy")
    terminal.wait_for("Command")
    sent = [b64decode(text).decode() for text in re.findall(rb"\x1b\]52;c;([^\x07]*)\x07", terminal.output)]
    assert [text.split("(")[0].split("[")[0].strip() for text in sent[:2]] == ["PE", ""]
    assert re.match(r"petui plot \w+ --pos 5 .*--d-model 16 ", sent[2])
    terminal.send("q")
    terminal.wait_for("step 5 of 7")
    terminal.send("q")
    assert terminal.exit_status() == 0
