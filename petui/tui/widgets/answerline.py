"""The line in which an answer is typed, and what it says is asked for."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.widgets import Input, Static


class AnswerLine(Horizontal):
    """A label and an input; the label alone where a key answers, nothing where nothing is asked.

    Attributes:
        input: Where the answer is typed.
    """

    def __init__(self) -> None:
        """An empty line."""
        self._label = Static("", id="answer-label", markup=False)
        self.input = Input(id="answer-input", select_on_focus=False)
        self.input.cursor_blink = False
        super().__init__(self._label, self.input, id="answer")

    def ask(self, label: str | None, *, typed: bool) -> None:
        """Ask for an answer: typed, then the input takes the focus, or by a key; None asks for nothing."""
        self.display = label is not None
        typed = typed and label is not None
        self.input.display = typed
        self.input.value = ""
        self.relabel(label or "")
        if typed:
            self.input.focus()
        else:
            self.screen.set_focus(None)

    def relabel(self, label: str) -> None:
        """Say something else before the input."""
        self._label.update(label)

    @property
    def active(self) -> bool:
        """Whether letters are typed here."""
        return self.input.has_focus
