"""The line in which an answer is typed, and what it says is asked for."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
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


class _Label(Static):
    """What is asked for, in the longest form that leaves room to type; which one that is, is found with the layout."""

    def __init__(self) -> None:
        """Nothing is asked for."""
        super().__init__("", id="answer-label", markup=False)
        self._forms: tuple[str, ...] = ("",)
        self._typed = True

    def say(self, forms: tuple[str, ...], *, typed: bool) -> None:
        """Say something else, the longest form first; `typed` where an input stands behind it."""
        self._forms, self._typed = forms or ("",), typed
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the form that fits a line."""
        return cell_width(self._form(container.width))

    def render(self) -> Content:
        """The form that has been given room."""
        assert isinstance(self.parent, Widget)
        # Content, never markup: a unit is an author's text.
        return Content(self._form(self.parent.content_size.width))

    def _form(self, width: int) -> str:
        room = width - min(_LEAST_INPUT, width // 2) if self._typed else width
        form = next((form for form in self._forms if cell_width(form) <= room), self._forms[-1])
        return plain_text([clip(((form, ""),), max(0, room))])


class AnswerLine(Horizontal):
    """A label and an input; the label alone where a key answers, nothing where nothing is asked.

    Attributes:
        input: Where the answer is typed.
    """

    def __init__(self) -> None:
        """An empty line."""
        self._label = _Label()
        self.input = AnswerInput(id="answer-input", select_on_focus=False)
        self.input.cursor_blink = False
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
        self._label.say(tuple(map(visible, label)), typed=self.input.display)
