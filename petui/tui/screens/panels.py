"""Two panels over the screen: a text to read, and a list to choose from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar, TypeAlias, TypeVar

from textual import events
from textual._widget_navigation import Direction
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from petui.lessons.cells import Line, cell_width, clip, cut_mark, plain_text
from petui.lessons.source import visible
from petui.plain.charset import shown
from petui.tui.arrangement import tiny_words
from petui.tui.tininess import Tininess
from petui.tui.widgets.lines import MARK_WIDTH, LinesPane

Items: TypeAlias = Sequence[tuple[str, str]]
Result = TypeVar("Result")

# Columns of a panel where the screen has them, and those of its border and padding; see petui.tcss.
_PANEL = 84
_FRAME = 4
_SCROLLBAR = 2
_BORDER_ROWS = 2
# Columns of a border beside its title: the corners, and a blank before and behind it.
_BESIDE_TITLE = 4


def text_room(width: int) -> int:
    """Columns of a line of a text, on a screen of that width."""
    return max(1, min(_PANEL, width) - _FRAME)


def list_room(width: int) -> int:
    """Columns of a row of a list, on a screen of that width."""
    return max(1, text_room(width) - _SCROLLBAR)


class Panel(ModalScreen[Result], inherit_bindings=False):
    """A titled box as large as what it holds, at most as the screen; gone while the screen has room for a word only."""

    # Here and not in petui.tcss: the first screen does not wait for what only panels need.
    DEFAULT_CSS = """
    Panel { align: center middle; }
    .panel {
        width: 84;
        max-width: 100%;
        height: auto;
        border: solid $panel;
        border-title-color: $foreground;
        background: $background;
        padding: 0 1;
    }
    Panel.-ascii .panel { border: ascii $panel; }
    /* Text cannot be wrapped into no columns, and a terminal may have one. */
    .panel OptionList { border: none; background: $background; height: auto; padding: 0; min-width: 8; }
    """

    def __init__(self, title: str, keys: str) -> None:
        """A title, and what its keys do."""
        super().__init__()
        self._heading, self._keys = title, keys
        self._tininess = Tininess(self)

    def compose(self) -> ComposeResult:
        """The panel."""
        with Vertical(classes="panel"):
            yield self.held()
        yield LinesPane(id="tiny")

    @abstractmethod
    def held(self) -> Widget:
        """What the panel holds."""

    def on_resize(self, event: events.Resize) -> None:
        """Set everything for the size."""
        width, height = event.size
        panel, ascii = self.query_one(".panel"), self.has_class("-ascii")
        self._tininess.fit(width, height)
        self.query_one("#tiny", LinesPane).show([((tiny_words(width, ascii=ascii), ""),)])
        # Content, never markup: a title may hold what was typed.
        panel.border_title = Content(self._title_for(min(_PANEL, width) - _BESIDE_TITLE))
        self.fit(width, max(1, height - _BORDER_ROWS))

    def _title_for(self, room: int) -> str:
        ascii = self.has_class("-ascii")
        title, cut = shown(visible(self._heading), ascii=ascii), cut_mark(ascii=ascii)
        forms = (f"{title} ({self._keys})", f"{title} (Esc closes)")
        whole = next((form for form in forms if cell_width(form) <= room), title)
        return plain_text([clip(((whole, ""),), room, cut)])

    def fit(self, width: int, height: int) -> None:
        """Set what the panel holds for a screen of that width and at most so many rows."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Go, once: Textual 8.2.8 takes the upper screen away for each key and click, whichever screen that is."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_mount(self) -> None:
        """Draw as the screen below does, and take the keys that every screen has."""
        for key, action in getattr(self.app, "everywhere", ()):
            self._bindings.bind(key, f"app.{action}", show=False)
        self.set_class(bool(getattr(self.app.screen_stack[0], "ascii", False)), "-ascii")


class TextScreen(Panel[None], inherit_bindings=False):
    """Lines to read; arrows scroll, Esc closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,f1,H", "close", "Close"),
        Binding("up,p", "scroll(-1)", "Up"),
        Binding("down,n", "scroll(1)", "Down"),
        Binding("pageup", "scroll(-10)", "Up"),
        Binding("pagedown", "scroll(10)", "Down"),
    ]

    def __init__(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """A titled text, given as its lines for a number of columns."""
        super().__init__(title, "Esc closes")
        self._lines = lines

    def held(self) -> Widget:
        """The text."""
        return LinesPane(id="text")

    def fit(self, width: int, height: int) -> None:
        """The text, no higher than it is long."""
        pane = self.query_one("#text", LinesPane)
        lines = self._lines(text_room(width))
        if len(lines) > height and text_room(width) > MARK_WIDTH:
            # The marks for more above and below stand beside the text, not on it.
            lines = self._lines(text_room(width) - MARK_WIDTH)
        pane.styles.height = min(len(lines), height)
        pane.show(lines)

    def action_close(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_scroll(self, count: int) -> None:
        """Scroll by lines."""
        self.query_one("#text", LinesPane).scroll_lines(count)


class _Options(OptionList):
    """A list that a page key may reach in the same burst that opened it."""

    def _move_page(self, direction: Direction) -> None:
        # Textual 8.2.8 looks a line up in an index that it has not made yet.
        with suppress(KeyError):
            super()._move_page(direction)


class ListScreen(Panel[str | None], inherit_bindings=False):
    """Things to choose one of; gives the chosen one's name, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "Close")]

    def __init__(self, title: str, items: Callable[[int], Items], at: str | None = None) -> None:
        """Items as (name, text), given for a number of columns; the cursor begins at the name `at`."""
        super().__init__(title, "Enter opens, Esc closes")
        self._items_for = items
        self._items: Items = ()
        self._at = at
        self._room = 0

    def held(self) -> Widget:
        """The list."""
        return _Options()

    def on_mount(self) -> None:
        """The keys go to the list."""
        super().on_mount()
        self.query_one(OptionList).focus()

    def fit(self, width: int, height: int) -> None:
        """The items in the columns there are, the cursor where it was."""
        options, room = self.query_one(OptionList), list_room(width)
        options.styles.max_height = height
        if room != self._room:
            at = options.highlighted
            self._room, self._items = room, self._items_for(room)
            # Content, never markup: titles are authors' text.
            options.clear_options().add_options(Option(Content(visible(text))) for _, text in self._items)
            options.highlighted = self._beginning() if at is None else at
        self.call_after_refresh(options.scroll_to_highlight)

    def _beginning(self) -> int:
        return next((index for index, (name, _) in enumerate(self._items) if name == self._at), 0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the chosen one's name."""
        event.stop()
        self.dismiss(self._items[event.option_index][0])

    def action_close(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
