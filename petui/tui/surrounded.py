"""An app that writes only what its terminal can show."""

from __future__ import annotations

from collections.abc import Sequence

from textual._styles_cache import StylesCache
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.filter import ANSIToTruecolor, LineFilter

from petui.surroundings import TRUECOLOR, shown_theme
from petui.tui.linefilters import AsciiOnly, Colorless
from petui.tui.styles import HIGH_CONTRAST, THEMES


class SurroundedApp(App[int], inherit_bindings=False):
    """An app of so many colours, perhaps in ASCII.

    Attributes:
        color_count: How many colours there are; 0 for none.
        colorless: Whether there are none.
    """

    def __init__(self, *, ascii: bool, colors: int = TRUECOLOR, theme: str = "dark") -> None:
        """An app in a theme, or in the one that is shown in its place where there are too few colours."""
        super().__init__()
        self.color_count = colors
        self.colorless = not colors
        # Textual's own reading of NO_COLOR takes an empty one for set, and writes greys.
        self.no_color = self.colorless
        self._last: list[LineFilter] = []
        if self.colorless:
            self._last.append(Colorless())
        if ascii:
            self._last.append(AsciiOnly())
        self.register_theme(HIGH_CONTRAST)
        self.show_theme(theme)

    def show_theme(self, name: str) -> None:
        """Take on one of THEMES, or what is shown in its place; any other name is the dark one."""
        self.theme = THEMES[shown_theme(name if name in THEMES else "dark", self.color_count)]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line passes: no colour where there is none, and no sign that the terminal may not show."""
        if self.colorless:
            return self._last
        return [*(each for each in super().get_line_filters() if isinstance(each, ANSIToTruecolor)), *self._last]

    def pop_screen(self) -> AwaitComplete:
        """Take the upper screen away, and let go of what its widgets looked like."""
        # Textual 8.2.8 holds on to a thousand widgets' renderings by a table of their colours: a third of a MB a panel.
        StylesCache.get_inner_outer.cache_clear()
        return super().pop_screen()
