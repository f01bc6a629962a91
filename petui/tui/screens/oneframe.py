"""A screen that shows all that follows from a key in one frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from petui.tui.screens.spans import SpansCompositor

if TYPE_CHECKING:
    from textual import getters

    from petui.tui.app import TutorApp


class OneFrameScreen(Screen[None], inherit_bindings=False):
    """A screen whose frames wait for every widget that has changed.

    Attributes:
        focused: The widget that takes the keys; another one is no reason to paint the whole screen.
    """

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    if TYPE_CHECKING:
        app = getters.app(TutorApp)

    def __init__(self) -> None:
        """A screen without widgets yet."""
        super().__init__()
        self._compositor = SpansCompositor()
        self._resumed = False

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """The first time the styles of all widgets have just been found; Textual 8.2.8 would find them again."""
        if not self._resumed:
            self._resumed, event.refresh_styles = True, False

    def _screen_resized(self, size: Size) -> None:
        """Arrange for another size; Textual 8.2.8 does so each time that it tells of the same one too."""
        if size != self._compositor.size:
            super()._screen_resized(size)

    def _on_timer_update(self) -> None:
        """Begin a frame; what widgets have yet to tell of, Textual 8.2.8 would show in another one."""
        self._update_timer.pause()
        for widget in self.walk_children(Widget):
            if widget._repaint_required or widget._layout_required:
                widget._check_refresh()
        # They tell it by messages to the screen, which are read before this.
        self.call_later(super()._on_timer_update)

    def _compositor_refresh(self) -> None:
        """Paint, but not before all of the first screen is there."""
        if not self.app.holds_frames:
            super()._compositor_refresh()
            if self is not self.app.screen:
                # The panel above paints what has changed below. Textual 8.2.8 leaves here what asks for another frame:
                # a repaint, and what cannot be seen; the message by which a frame begins would find it, for ever.
                self._repaint_required = False
                self._dirty_widgets.clear()
