"""The line in which an answer is typed, and what it says is asked for."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, Static

from petui.lessons.cells import cell_width, clip, plain_text
from petui.lessons.source import visible

# Columns that the input keeps before its label is shortened, where the line has twice as many.
_LEAST_INPUT = 16


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


class PromptInput(Input):
    """Where a command is typed; Tab, which goes to another pane, stays in the line."""

    def __init__(self) -> None:
        """An empty line."""
        super().__init__(id="line", select_on_focus=False)
        self.cursor_blink = False

    def on_key(self, event: Key) -> None:
        """Take Tab before the screen does."""
        if event.key in ("tab", "shift+tab"):
            event.prevent_default()
            event.stop()


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
        self._forms: tuple[str, ...] = ()
        self._said = ""
        super().__init__(self._label, self.input, id="answer")

    def ask(self, label: tuple[str, ...] | None, *, typed: bool, focus: bool = True) -> None:
        """Ask for an answer.

        Args:
            label: What is asked for, the longest form first; None asks for nothing.
            typed: Whether it can be typed, not only given by a key.
            focus: Whether letters are typed at once.
        """
        self.display = label is not None
        typed = typed and label is not None
        self.input.display = typed
        self.input.value = ""
        self.relabel(label or ())
        # At once, not by Input.focus(): keys that come in a burst belong to the line already.
        self.screen.set_focus(self.input if typed and focus else None)

    def relabel(self, label: tuple[str, ...]) -> None:
        """Say something else before the input: the longest form that leaves room to type."""
        self._forms = tuple(map(visible, label))
        self._fit(self.content_size.width or self.app.size.width - 2)

    def on_resize(self) -> None:
        """There may be room for more words, or for fewer."""
        self._fit(self.content_size.width)

    def fit_again(self) -> None:
        """Fit the label to the line as it is laid out by now: it may have been asked before that."""
        if self.content_size.width:
            self._fit(self.content_size.width)

    def _fit(self, width: int) -> None:
        room = width - min(_LEAST_INPUT, width // 2) if self.input.display else width
        forms = self._forms or ("",)
        form = next((form for form in forms if cell_width(form) <= room), forms[-1])
        text = plain_text([clip(((form, ""),), max(0, room))])
        if text != self._said:
            self._said = text
            # Content, never markup: a unit is an author's text.
            self._label.update(Content(text))
