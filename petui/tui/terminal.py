"""petui's own driver: the terminal's modes, its size, what is written to it and read from it, and how it is left.

It stands in the place of Textual's: `PETUI_DRIVER=stock` takes that one.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import tty
from asyncio import TimerHandle
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from textual import constants, events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump

from petui.core.errors import PetuiError
from petui.surroundings import BROWSER, DRIVERS, MOST_COLUMNS, MOST_ROWS, choose, unknown_driver
from petui.tui.crash import note_fault
from petui.tui.typeahead import TypeAhead
from petui.tui.wire.endings import Endings
from petui.tui.wire.keyboard import Keyboard
from petui.tui.wire.outlet import Outlet
from petui.tui.wire.shadow import Shadow

# Alternate screen, no wrapping at the right edge, no cursor, pastes marked as such.
_ENTER = "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[?2004h"
_LEAVE = "\x1b[?2004l\x1b[r\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
# Buttons and dragging, with columns beyond 95. Motion without a button (1003) would cost bytes for nothing.
_MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
_MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
# Ends whatever sequence the terminal was in the middle of.
_CANCEL = "\x18"
# Lines, echo and signals that a terminal makes of keys; flow control, and Enter as what it is not.
_COOKED = termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
_TRANSLATED = termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
_FALLBACK_SIZE = (80, 24)
# Resizes that come faster than this are one, in seconds.
_RESIZE_PAUSE = 0.02
# What a terminal that takes nothing is waited for at the end, and the thread that reads, in seconds.
_OUTLET_PATIENCE = 0.5
_KEYBOARD_PATIENCE = 0.2
# Messages that the app may have before it; further keys stay in the terminal's own buffer.
_ENOUGH = 256


def driver_class(environ: Mapping[str, str]) -> type[Driver]:
    """The driver that is chosen for these variables.

    Raises:
        PetuiError: If PETUI_DRIVER names none.
    """
    if unknown := unknown_driver(environ):
        mend = f"set it to {' or '.join(f'`{each}`' for each in DRIVERS)}, or not at all"
        raise PetuiError(f"{unknown!r} is no driver", where="PETUI_DRIVER", mend=mend)
    chosen = choose(environ).driver
    if chosen == BROWSER:
        from petui.tui.browser import BrowserDriver

        return BrowserDriver
    if chosen == "stock":
        from textual.drivers.linux_driver import LinuxDriver

        return LinuxDriver
    return TerminalDriver


class Passed(Message):
    """Follows a key up to the app, which calls `tell` when it has acted on the key."""

    def __init__(self, tell: Callable[[], object]) -> None:
        """A message that says when it has arrived."""
        super().__init__()
        self.tell = tell


def way_of_keys(app: App[Any]) -> list[MessagePump]:
    """What a key passes, from its end: the app, the screen, and what has the focus, as far as there are any."""
    with suppress(KeyError, IndexError):
        # While the app changes from one screen to another it may have none.
        screen = app._screen_stack[-1]
        return [pump for pump in (app, screen, screen.focused) if pump is not None]
    return [app]


def follow_key(app: App[Any], tell: Callable[[], object]) -> None:
    """Have `tell` called when the app has acted on the last key; in the loop's thread."""
    way_of_keys(app)[-1].post_message(Passed(tell))


class TerminalDriver(Driver):
    """The terminal as petui uses it.

    Attributes:
        endings: What is told, in another thread, that there is no terminal any more; set before the terminal is taken.
    """

    endings: Endings

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        """A driver, not yet in application mode."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdin__ is not None and sys.__stdout__ is not None
        self._input, self._output = sys.__stdin__.fileno(), sys.__stdout__.fileno()
        # What the terminal is put back to; None while it is so.
        self._attributes: list[Any] | None = None
        self._outlet: Outlet | None = None
        self._shadow: Shadow | None = None
        self._keyboard: Keyboard | None = None
        self._resizing: TimerHandle | None = None
        self._posted = self._arrived = 0
        signal.signal(signal.SIGTSTP, self._on_stop)
        signal.signal(signal.SIGCONT, self._on_continue)

    @property
    def can_suspend(self) -> bool:
        """Whether the terminal can be left for a while: always."""
        return True

    # ---- size -------------------------------------------------------------------------------------------------------

    def _get_terminal_size(self) -> tuple[int, int]:
        """Columns and rows of the terminal itself that are used, whatever the environment says."""
        for descriptor in (self._output, self._input, 2):
            with suppress(OSError):
                columns, rows = os.get_terminal_size(descriptor)
                if columns > 0 and rows > 0:
                    # A size may be a mistake; the rest stays blank.
                    return min(columns, MOST_COLUMNS), min(rows, MOST_ROWS)
        return _FALLBACK_SIZE

    def _on_winch(self, number: int, frame: object) -> None:
        """SIGWINCH: look at the size, once for a storm of them."""
        self._call(self._resize_soon)

    def _resize_soon(self) -> None:
        if self._resizing is None:
            self._resizing = self._loop.call_later(_RESIZE_PAUSE, self._resize)

    def _resize(self) -> None:
        """Take the terminal's size, and what it shows as unknown."""
        self._resizing = None
        if self._outlet is None:
            return
        before, size = self._size, self._get_terminal_size()
        if size == before:
            # There and back again: the terminal may have moved its lines about.
            self._outlet.redraw()
            return
        self._size = size
        self._outlet.resize(*size)
        self._app.post_message(events.Resize(Size(*size), Size(*size)))

    def redraw(self) -> None:
        """Paint the screen anew, whatever it shows."""
        if self._outlet is not None:
            self._outlet.redraw()

    def begin_anew(self) -> None:
        """Let the next frame clear the screen and paint all, which is quicker than comparing where all is new."""
        if self._outlet is not None:
            self._outlet.begin_anew()

    # ---- writing ----------------------------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Show a frame that Textual has drawn."""
        if self._outlet is not None:
            self._outlet.frame(data)

    def send(self, sequence: str) -> None:
        """Write a control sequence as it is."""
        if self._outlet is not None:
            self._outlet.control(sequence)

    def flush(self) -> None:
        """Nothing waits here."""

    # ---- reading ----------------------------------------------------------------------------------------------------

    def _call(self, callback: Callable[..., object], *arguments: object) -> None:
        """Call something in the loop's thread, if there is a loop still."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback, *arguments)

    def process_message(self, message: Message) -> None:
        """Give the app what was read, in the thread that reads; not the mouse beside the screen, which nothing owns."""
        columns, rows = self._size or _FALLBACK_SIZE
        if not isinstance(message, events.MouseEvent) or (message.x < columns and message.y < rows):
            super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Give the app a message, from the thread that reads."""
        self._posted += 1
        self._call(self._arrive, message)

    def _arrive(self, message: Message) -> None:
        self._arrived += 1
        self._app.post_message(message)

    def _is_full(self) -> bool:
        """Whether the app has not caught up with the keys."""
        ahead: TypeAhead | None = getattr(self._app, "typed", None)
        waiting = sum(pump._message_queue.qsize() for pump in way_of_keys(self._app)) + (
            0 if ahead is None else ahead.behind
        )
        return self._posted - self._arrived + waiting > _ENOUGH

    # ---- modes ------------------------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._make_raw()
        if self._shadow is None:
            self._size = self._get_terminal_size()
            self._shadow = Shadow(*self._size)
        self._outlet = self._outlet_for(self._shadow)
        self._outlet.start()
        self._outlet.control(self._entering)
        signal.signal(signal.SIGWINCH, self._on_winch)
        self._keyboard = Keyboard(
            self._input,
            constants.ESCAPE_DELAY,
            deliver=self.process_message,
            follow=partial(self._call, follow_key, self._app),
            is_full=self._is_full,
            interrupted=self.endings.interrupt,
            lost=self.endings.hang_up,
            failed=note_fault,
        )
        self._keyboard.start()

    def _outlet_for(self, shadow: Shadow) -> Outlet:
        return Outlet(self._output, shadow, on_lost=self.endings.hang_up)

    @property
    def _entering(self) -> str:
        return _ENTER + (_MOUSE_ON if self._mouse else "")

    def _make_raw(self) -> None:
        """Take keys one by one; in the background the kernel stops the process here, until it is in front."""
        with suppress(termios.error):
            attributes = termios.tcgetattr(self._input)
            if self._attributes is None:
                self._attributes = [*attributes[:-1], list(attributes[-1])]
            attributes[tty.LFLAG] &= ~_COOKED
            attributes[tty.IFLAG] &= ~_TRANSLATED
            attributes[tty.CC][termios.VMIN], attributes[tty.CC][termios.VTIME] = 1, 0
            termios.tcsetattr(self._input, termios.TCSANOW, attributes)

    def disable_input(self) -> None:
        """Read no more keys."""
        keyboard, self._keyboard = self._keyboard, None
        if keyboard is not None:
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
            keyboard.stop(_KEYBOARD_PATIENCE)

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self.disable_input()
        outlet, self._outlet = self._outlet, None
        if outlet is None:
            return
        outlet.control(_MOUSE_OFF + _LEAVE)
        if not outlet.close(_OUTLET_PATIENCE):
            self._force_out()
        self._restore_attributes()

    def _restore_attributes(self) -> None:
        attributes, self._attributes = self._attributes, None
        # To set those of another job's terminal would stop this one; the shell has set its own.
        if attributes is not None and not self._is_behind():
            with suppress(termios.error):
                # What the terminal has sent for petui must not be typed into the shell.
                termios.tcflush(self._input, termios.TCIFLUSH)
                termios.tcsetattr(self._input, termios.TCSANOW, attributes)

    def _force_out(self) -> None:
        """Leave a terminal that takes nothing: what it has not read yet is dropped, so that it reads this later."""
        with suppress(OSError, termios.error):
            termios.tcflush(self._output, termios.TCOFLUSH)
            if select.select([], [self._output], [], 0)[1]:
                os.write(self._output, f"{_CANCEL}{_MOUSE_OFF}{_LEAVE}".encode())

    def abandon(self) -> None:
        """Put the terminal back at once, without the app's help; for another thread, when the process ends."""
        if self._attributes is not None:
            self._force_out()
            self._restore_attributes()

    def close(self) -> None:
        """Leave nothing open."""
        self.stop_application_mode()

    # ---- job control ------------------------------------------------------------------------------------------------

    def _on_stop(self, *_: object) -> None:
        """SIGTSTP: give the terminal back, then stop."""
        self._call(self.stop_process)

    def _on_continue(self, *_: object) -> None:
        """SIGCONT after a stop that nobody announced: the terminal may have been used by others."""
        self._call(self._go_on)

    def stop_process(self) -> None:
        """Stop as Ctrl-Z stops any program, with all of its job; returns when the shell continues it.

        Where no shell could, the kernel does not stop it.
        """
        if self._outlet is None:
            return
        self.stop_application_mode()
        handlers = [(each, signal.signal(each, signal.SIG_DFL)) for each in (signal.SIGTSTP, signal.SIGCONT)]
        os.kill(0, signal.SIGTSTP)
        self._wait_in_front()
        for number, handler in handlers:
            signal.signal(number, handler)
        if not self.endings.have_begun():
            self.start_application_mode()
            self._resize()

    def _wait_in_front(self) -> None:
        """Stop again as long as the terminal is another job's, after `bg`; unless it was continued to end."""
        while self._is_behind() and not self.endings.have_begun():
            os.kill(os.getpid(), signal.SIGSTOP)

    def _is_behind(self) -> bool:
        """Whether the terminal is another job's."""
        with suppress(OSError):
            return os.tcgetpgrp(self._input) != os.getpgrp()
        return False

    def _go_on(self) -> None:
        """Set the terminal up again, and paint it whole."""
        if self._outlet is None:
            return
        self._wait_in_front()
        if not self.endings.have_begun():
            self._make_raw()
            self._outlet.control(self._entering)
            self._resize()
