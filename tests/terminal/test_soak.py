"""Thousands of random keys and sizes over all screens: petui goes on, and the next key works."""

from __future__ import annotations

import os
import random
from collections import deque
from contextlib import suppress
from pathlib import Path

import pytest
from textual.events import Key

from petui.tui.options import TutorOptions
from tests.terminal.ptyrun import KEYS, NeverCameError, PtyRun, environment, petui
from tests.terminal.randomkeys import RandomKeys
from tests.tui.driving import DrivenTutor, driven

_KEYS, _CHECKED = 10_000, 200
_FEW = 500
# What may have asked petui to leave: `q`, Ctrl-Q, Enter or a click on it in the palette.
_LEAVING = (b"q", b"\x11", b"\r", b"\x1b[<", b"\x1b[M")


def seed() -> int:
    """PETUI_SEED, so that a run can be repeated; else always the same, unless new examples are searched for."""
    asked = os.environ.get("PETUI_SEED")
    return int(asked) if asked else random.randrange(10**6) if os.environ.get("PETUI_SEARCH") else 6


class Soak:
    """petui in a pseudo-terminal, started again where it was asked to leave."""

    def __init__(self, data: Path, number: int) -> None:
        self._environ = environment(data)
        self._keys = RandomKeys(number)
        self._sent: deque[bytes] = deque(maxlen=60)
        self.run = self._begin()
        self.starts = 1

    def _begin(self) -> PtyRun:
        run = PtyRun(petui(), size=(80, 24), environ=self._environ)
        run.wait_drawn()
        return run

    def press(self) -> None:
        """Send a key, at times after another size; look now and then whether all of it has been taken."""
        if self._keys.chance(0.04):
            self.run.resize(*self._keys.size())
        self._sent.append(self._keys.key())
        # Where it has gone already, it is looked at below whether it was allowed to.
        with suppress(OSError):
            self.run.send(self._sent[-1])
        if self._keys.chance(0.2):
            self.run.wait_quiet(0.005)
        self._go_on()

    def check(self) -> None:
        """Whatever is open or half sent, F1 shows the help and F2 the lesson."""
        try:
            self._look()
        except NeverCameError:
            # What was asked before may take it away only now, on a busy disk.
            if not self.run.gone():
                raise
            self._go_on()
            self._look()

    def _look(self) -> None:
        self.run.resize(100, 30)
        # Ends what may have been left open, as a paste or the command line.
        for key in (b"\x1b[201~", *(b"\x1b",) * 4):
            self.run.send(key)
            self.run.wait_quiet(0.12)
            self._go_on()
        self.run.forget()
        self.run.resize(101, 30)
        self.run.send(KEYS["f1"])
        self.run.wait_for("Keys (Esc closes)")
        self.run.send(b"\x1b")
        self.run.wait_until(lambda text: "Keys (Esc closes)" not in text, "the end of the help")
        self.run.send(KEYS["f2"])
        self.run.wait_until(lambda text: "step " in text.splitlines()[0], "the lesson")

    def _go_on(self) -> None:
        """Start again after a key that leaves; any other end, and any other status, is a fault."""
        if not self.run.gone():
            return
        status = self.run.exit_status()
        assert status == 0 and any(sign in key for key in self._sent for sign in _LEAVING), f"it ended with {status}"
        self.run.close()
        self.run = self._begin()
        self.starts += 1

    def story(self) -> str:
        """The last keys, and the screen."""
        keys = " ".join(repr(key)[1:][:60] for key in self._sent)
        return f"the last keys, each up to 60 characters: {keys}\nthe screen:\n{self.run.text}"


@pytest.mark.soak
def test_ten_thousand_random_keys(tmp_path: Path) -> None:
    """No exception, no end that nobody asked for, and after every 200 keys the next one works."""
    number = seed()
    print(f"\nPETUI_SEED={number}")
    soak = Soak(tmp_path / "data", number)
    pressed = 0
    try:
        for pressed in range(1, _KEYS + 1):
            soak.press()
            if pressed % _CHECKED == 0:
                soak.check()
    except (AssertionError, NeverCameError) as fault:
        pytest.fail(f"PETUI_SEED={number}, key {pressed}: {fault}\n{soak.story()}")
    finally:
        soak.run.close()
    print(f"{pressed} keys, {soak.starts} starts")


async def test_five_hundred_random_keys() -> None:
    """The same in this process with petui's own keys, which raises what goes wrong inside."""
    number, pressed = seed(), 0
    keys, history = RandomKeys(number), deque[str](maxlen=40)
    try:
        while pressed < _FEW:
            async with driven(DrivenTutor, TutorOptions(), size=(80, 24)) as tutor:
                while pressed < _FEW and tutor.app.is_running:
                    if keys.chance(0.03):
                        await tutor.pilot.resize_terminal(*keys.size())
                    history.append(keys.name())
                    tutor.app.post_message(Key(history[-1], keys.character(history[-1])))
                    pressed += 1
                    if keys.chance(0.3):
                        await tutor.pilot.pause()
    except Exception as fault:
        fault.add_note(f"PETUI_SEED={number}, key {pressed}: {' '.join(history)}")
        raise
