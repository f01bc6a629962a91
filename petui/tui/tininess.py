"""A screen too small for anything but a word, and which widget takes the keys when it has room again."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget

from petui.tui.arrangement import is_tiny

_CLASS = "-tiny"


class Tininess:
    """Whether a screen has the class `-tiny`, by which styles hide all but a word."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Of a screen that has room, as far as is known."""
        self._screen = screen
        self._focused: Widget | None = None

    def fit(self, width: int, height: int, *, update: bool = True) -> None:
        """Set the class for a size; `update` finds the styles of what is mounted already anew."""
        was, tiny = self._screen.has_class(_CLASS), is_tiny(width, height)
        if tiny and not was:
            # Textual takes the keys from what is hidden, and does not give them back.
            self._focused = self._screen.focused or self._focused
        self._screen.set_class(tiny, _CLASS, update=update)
        if was and not tiny:
            self._screen.call_after_refresh(self._give_back)

    def _give_back(self) -> None:
        if self._screen.has_class(_CLASS):
            return
        focused, self._focused = self._focused, None
        if focused is not None and self._screen.focused is None and focused.is_attached and focused.is_on_screen:
            self._screen.set_focus(focused, scroll_visible=False)
