"""Two panels over the screen: a text to read, and a list to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from petui.lessons.cells import Line
from petui.tui.widgets.lines import LinesPane

# Columns of a panel where the screen has them, and those of its border, padding and scrollbar; see petui.tcss.
_PANEL = 84
_FRAME = 6


def list_room(width: int) -> int:
    """Columns of a row of a list, on a screen of that width."""
    return max(1, min(_PANEL, width) - _FRAME)


class TextScreen(ModalScreen[None], inherit_bindings=False):
    """Lines to read; arrows scroll, Esc closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,f1,H", "close", "Close"),
        Binding("up,p", "scroll(-1)", "Up"),
        Binding("down,n", "scroll(1)", "Down"),
        Binding("pageup", "scroll(-10)", "Up"),
        Binding("pagedown", "scroll(10)", "Down"),
    ]

    def __init__(self, title: str, lines: Sequence[Line]) -> None:
        """A titled text."""
        super().__init__()
        self._title = title
        self._lines = tuple(lines)

    def compose(self) -> ComposeResult:
        """The panel."""
        panel = Vertical(classes="panel")
        panel.border_title = f"{self._title} (Esc closes)"
        with panel:
            yield LinesPane(id="text")

    def on_mount(self) -> None:
        """Show the text, no higher than it is long."""
        pane = self.query_one(LinesPane)
        pane.styles.height = min(len(self._lines), max(3, self.app.size.height - 4))
        pane.show(self._lines)

    def action_close(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_scroll(self, count: int) -> None:
        """Scroll by lines."""
        self.query_one(LinesPane).scroll_lines(count)


class ListScreen(ModalScreen[str | None], inherit_bindings=False):
    """Things to choose one of; gives the chosen one's name, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "Close")]

    def __init__(self, title: str, items: Sequence[tuple[str, str]], at: str | None = None) -> None:
        """Items as (name, text); the cursor begins at the name `at`."""
        super().__init__()
        self._title = title
        self._items = tuple(items)
        self._at = next((index for index, (name, _) in enumerate(items) if name == at), 0)

    def compose(self) -> ComposeResult:
        """The panel."""
        panel = Vertical(classes="panel")
        panel.border_title = f"{self._title} (Enter opens, Esc closes)"
        with panel:
            # Content, never markup: titles are authors' text.
            yield OptionList(*(Option(Content(text)) for _, text in self._items))

    def on_mount(self) -> None:
        """Begin at the wanted item."""
        options = self.query_one(OptionList)
        options.highlighted = self._at
        options.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the chosen one's name; a second Enter in one burst comes after the panel has gone."""
        event.stop()
        if self.is_current:
            self.dismiss(self._items[event.option_index][0])

    def action_close(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
