"""The line in which an answer is typed, and what it says is asked for."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, Static


class AnswerInput(Input):
    """Where an answer is typed; a space at its beginning says nothing, so that it can ask for what is to be read."""

    class ReadOn(Message):
        """Space was pressed where nothing is typed."""

    def on_key(self, event: Key) -> None:
        """Take the space before the input types it."""
        if event.key == "space" and not self.value:
            event.prevent_default()
            event.stop()
            self.post_message(self.ReadOn())


class AnswerLine(Horizontal):
    """A label and an input; the label alone where a key answers, nothing where nothing is asked.

    Attributes:
        input: Where the answer is typed.
    """

    def __init__(self) -> None:
        """An empty line."""
        self._label = Static("", id="answer-label", markup=False)
        self.input = AnswerInput(id="answer-input", select_on_focus=False)
        self.input.cursor_blink = False
        super().__init__(self._label, self.input, id="answer")

    def ask(self, label: str | None, *, typed: bool, focus: bool = True) -> None:
        """Ask for an answer.

        Args:
            label: What is asked for; None asks for nothing.
            typed: Whether it can be typed, not only given by a key.
            focus: Whether letters are typed at once.
        """
        self.display = label is not None
        typed = typed and label is not None
        self.input.display = typed
        self.input.value = ""
        self.relabel(label or "")
        # At once, not by Input.focus(): keys that come in a burst belong to the line already.
        self.screen.set_focus(self.input if typed and focus else None)

    def relabel(self, label: str) -> None:
        """Say something else before the input."""
        self._label.update(label)
