"""When a running tutor has done all that was asked of it: told by its messages and frames, not by a clock."""

from __future__ import annotations

import asyncio

from textual._context import active_app

# More frames than anything takes to settle, and more turns of the event loop than any burst of keys.
_MOST_FRAMES = 12
_MOST_TURNS = 100_000
_MOST_NAPS, _NAP = 1000, 0.005


async def wait_until_quiet(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Return once nothing waits for its turn and no frame is due; frames are drawn at once, not at the next tick.

    It stands for Textual's wait_for_idle, which sleeps until the process takes little of the machine; hence its
    arguments, which count for nothing here.

    Raises:
        AssertionError: Something asks for a turn again and again.
    """
    app = active_app.get()
    for _ in range(_MOST_FRAMES):
        await _nothing_ready()
        # Textual holds frames for a moment when another screen is gone to; once petui has left, for ever.
        for _ in range(_MOST_NAPS):
            if not (app._batch_count and app._timers):
                break
            await asyncio.sleep(_NAP)
            await _nothing_ready()
        due = [screen for screen in app.screen_stack if screen._update_timer._active.is_set()]
        if not due and app._resize_event is None:
            return
        # Sizes in a row are told to the screens as one, after a while.
        app._check_resize()
        for screen in due:
            screen._on_timer_update()
    # Who looks for frames without an end finds that one is still due.
    await _nothing_ready()


async def _nothing_ready() -> None:
    """Let everything have its turn that does not wait for a thread, a terminal or a clock."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    for _ in range(_MOST_TURNS):
        await asyncio.sleep(0)
        if not ready:
            return
    raise AssertionError("the tutor never comes to rest")
