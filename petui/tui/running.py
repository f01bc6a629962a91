"""The app from its first byte to its last: whatever ends it, the terminal is as it was before."""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from petui.tui.crash import note_fault
from petui.tui.terminal import driver_class
from petui.tui.wire.endings import Endings

if TYPE_CHECKING:
    from petui.tui.app import TutorApp


def run_app(app: TutorApp, endings: Endings) -> int:
    """Run an app until it ends.

    Args:
        app: The app, which has not run before.
        endings: What may end it from outside.

    Returns:
        The exit code.

    Raises:
        PetuiError: If PETUI_DRIVER names no driver.
    """
    app.driver_class = driver_class(os.environ)
    app.endings = endings
    # Not asyncio's own runner, which waits for threads that are still at work.
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _, context: _failed_beside(app, context))
    threading.excepthook = lambda failed: _failed_in_thread(app, loop, failed)
    endings.attend(lambda code: _ask_to_leave(app, loop, code), lambda: _abandon(app))
    try:
        result = app.run(loop=loop)
    except Exception:
        # What goes wrong while it is taken down is not why it ended.
        if not app._exit and app._exception is None:
            raise
        result = None
    finally:
        if app.terminal is not None:
            app.terminal.close()
    # Textual reports a crash through return_code only.
    return app.return_code or result or 0


def _ask_to_leave(app: TutorApp, loop: asyncio.AbstractEventLoop, code: int) -> None:
    loop.call_soon_threadsafe(app.exit, code, code)


def _abandon(app: TutorApp) -> None:
    if app.terminal is not None:
        app.terminal.abandon()


def _failed_beside(app: TutorApp, context: dict[str, Any]) -> None:
    """An error in the loop that no message led to: one in a callback ends the app, others are written down."""
    error = context.get("exception")
    if isinstance(error, Exception):
        if "handle" in context:
            app._handle_exception(error)
        else:
            note_fault(error)


def _failed_in_thread(app: TutorApp, loop: asyncio.AbstractEventLoop, failed: threading.ExceptHookArgs) -> None:
    if isinstance(failed.exc_value, Exception):
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(app._handle_exception, failed.exc_value)
