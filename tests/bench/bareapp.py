"""The yardstick: the least that a Textual app is, a header, a footer and one text, which a key changes."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Header, Static


class BareApp(App[None]):
    """Counts how often a key was pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("7", "count", "count"),
        Binding("right_square_bracket", "count", "count", show=False),
    ]

    def compose(self) -> ComposeResult:
        """A header, the text and a footer."""
        yield Header()
        yield Static("pressed 0")
        yield Footer()

    def on_mount(self) -> None:
        """Nothing has been pressed."""
        self.count = 0

    def action_count(self) -> None:
        """One more."""
        self.count += 1
        self.query_one(Static).update(f"pressed {self.count}")


if __name__ == "__main__":
    BareApp().run()
