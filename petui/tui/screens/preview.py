"""The Learn screen of who writes the lesson: it follows the file, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar

from textual.app import ComposeResult

from petui.lessons.cells import Line, clip, cut_mark
from petui.lessons.faults import by_weight
from petui.lessons.model import Gate
from petui.lessons.place import Fault, Place
from petui.lessons.watched import FileState, Seen
from petui.plain.charset import shown
from petui.plain.faults import tally
from petui.plain.hanging import wrapped
from petui.tui.commands import Command, preview_commands
from petui.tui.preview import PreviewSession
from petui.tui.screens.base import make_actions
from petui.tui.screens.learn import LearnScreen
from petui.tui.session import Session
from petui.tui.widgets.bars import Bar
from petui.tui.widgets.lines import LinesPane

# Seconds between two looks at the file; no other timer runs in petui.
_PERIOD = 0.3
# Looks without a file before that is said: an editor that renames has none for a moment.
_PATIENT = 4
# Rows for faults beside the lesson: at least, as a part of the screen, and how many are others': a row above, one of
# text, an answer line and two below.
_LEAST_ROWS, _PART, _OTHERS = 3, 6, 5
_GONE = "the file is gone; save it again, or leave with q"


class PreviewScreen(LearnScreen, inherit_bindings=True):
    """A lesson that is being written."""

    # Here and not in petui.tcss: learners do not wait for what only a preview needs.
    DEFAULT_CSS: ClassVar[str] = """
    #faults { height: 1; padding: 0 1; display: none; }
    .-tiny #faults { display: none; }
    """

    session: PreviewSession

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """The screen of a session of a preview."""
        super().__init__(session, commands, ascii=ascii)
        self._reading = False
        self._missing = 0
        self._was_empty = False
        self._faults_shown: tuple[Line, ...] = ()

    def own_commands(self, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """Those of Learn, and of who writes."""
        return preview_commands(commands)

    def compose_body(self) -> ComposeResult:
        """What is wrong, above the lesson."""
        yield LinesPane(id="faults")
        yield from super().compose_body()

    def begin(self) -> None:
        """The step where the session begins; from then on the file is followed."""
        first = self._played is None
        super().begin()
        if first:
            self.set_interval(_PERIOD, self._look)
            self._look_closer()

    # ---- following the file -----------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Read the file if it has been written since it was read last."""
        states = self.session.watched.states()
        own = states[0]
        if own is None:
            self._wait_for_file()
            return
        was_missing, self._missing = self._missing >= _PATIENT, 0
        if self._reading or (states == self.session.seen_at and not was_missing):
            return
        empty = own[2] == 0
        if empty and not self._was_empty:
            # An editor that empties the file first is half way; the next look takes it as it is.
            self._was_empty = True
            return
        self._was_empty = False
        self._read(states)

    def _wait_for_file(self) -> None:
        self._missing += 1
        if self._missing == _PATIENT:
            self.session.tell_gone(Fault(Place(self.session.watched.shown), "E01", _GONE))
            self.refresh_page()

    def _read(self, states: tuple[FileState, ...]) -> None:
        self._reading = True
        self.session.seen_at = states
        found: list[Seen] = []

        def take() -> None:
            self._reading = False
            self._take(found[0])

        self.session.background.run(lambda: found.append(self.session.watched.glance()), take, self)

    def _take(self, seen: Seen) -> None:
        """Show what was read, and look for what is wrong between it and its course."""
        view = self.session.player.step.show
        self.session.take(seen, self.lab)
        if seen.lesson is not None:
            self._show_anew(view)
        else:
            self.refresh_page()
        self._look_closer()

    def _look_closer(self) -> None:
        found: list[tuple[Fault, ...]] = []
        states = self.session.seen_at

        def take() -> None:
            if self.session.seen_at == states and not self._missing:
                before = self.session.faults
                self.session.take_faults(found[0])
                if self.session.faults != before:
                    self.refresh_page()

        self.session.background.run(lambda: found.append(self.session.watched.look()), take, self, patience=0)

    def _show_anew(self, view: str) -> None:
        """Show the lesson's new version where the old one was; `view` is the plot that the old step showed."""
        player = self.session.player
        self._played = player
        self.lab = self.session.lab
        if player.step.show not in ("", view):
            self.plot.view = player.step.show
        self._picked = frozenset()
        typed = self.answer_input.value if self.focused is self.answer_input else None
        self.after_change()
        if typed is None:
            self.set_focus(None)
        else:
            self.answer_input.value = typed
            self.answer_input.cursor_position = len(typed)
        self.refresh_bars()

    # ---- showing ----------------------------------------------------------------------------------------------------

    def after_change(self, *, newest: bool = False) -> None:
        """What follows every change of the player; where answers stand nothing is veiled, and no answer waited for."""
        typing = self.focused is self.answer_input
        super().after_change(newest=newest)
        if self.session.answers:
            self.table.veiled = False
            if not typing:
                self.set_focus(None)
                self.refresh_bars()

    def told_below(self, gate: Gate) -> Iterable[str]:
        """A question's answer, where answers are shown."""
        return self.session.player.answer_words(gate, ascii=self.ascii) if self.session.answers else ()

    def refresh_page(self, *, newest: bool = False) -> None:
        """Set the step anew; where the file has never been fit to be shown, what is wrong with it."""
        self._show_faults()
        if not self.session.is_blank:
            super().refresh_page(newest=newest)
            return
        width = self.derivation.content_size.width
        if width:
            lines = self._every_fault(width)
            self.fit_lower(len(lines))
            self.derivation.styles.max_height = len(lines)
            self.derivation.show(lines)
        self.refresh_bars()

    def fit_lower(self, text_lines: int) -> None:
        """In a stack of two, give the text and its faults what the lower pane can spare."""
        super().fit_lower(text_lines + len(self._faults_shown))

    def footer_commands(self) -> list[Command]:
        """The commands that mean something now; where answers are shown, Space goes on past a question too."""
        found = super().footer_commands()
        following = next(command for command in self.commands if command.id == "next")
        if self.session.answers and following not in found and self.focused is not self.answer_input:
            found.insert(2, following)
        return found

    def refresh_bars(self) -> None:
        """The file above, without a step where there is no lesson."""
        super().refresh_bars()
        if self.session.is_blank:
            title = clip((("petui ", "heading"), (self.session.title, "strong")), self.bar_width, self._cut)
            self.query_one("#top", Bar).say(title)

    @property
    def _cut(self) -> str:
        return cut_mark(ascii=self.ascii)

    def _show_faults(self) -> None:
        """What is wrong, beside the lesson; it takes no room where nothing is."""
        lines = () if self.session.is_blank else tuple(self._some_faults())
        if lines != self._faults_shown:
            self._faults_shown = lines
            pane = self.query_one("#faults", LinesPane)
            pane.display = bool(lines)
            pane.styles.height = max(1, len(lines))
            pane.show(lines)

    def _some_faults(self) -> list[Line]:
        """How many there are, and as many as there is room for."""
        faults = sorted(self.session.faults, key=by_weight)
        if not faults:
            return []
        late = "; shown is the last good version" if self.session.is_late else ""
        head: Line = ((f"{tally(faults)}{late} ({self.key_now('faults')} lists all)", "strong"),)
        height = self.size.height
        room = min(max(_LEAST_ROWS, height // _PART), max(1, height - _OTHERS))
        lines = [_fault_line(_short(fault), ascii=self.ascii) for fault in faults[: room - 1]]
        return [clip(line, self.bar_width, self._cut) for line in (head, *lines)]

    def _every_fault(self, width: int) -> tuple[Line, ...]:
        """All of them, in full."""
        faults = sorted(self.session.faults, key=by_weight)
        told = [((f"{tally(faults)} in {self.session.watched.shown}", "strong"),)] if faults else [(("no faults", ""),)]
        lines: list[Line] = [*told]
        for fault in faults:
            (text, style), *_ = _fault_line(fault, ascii=self.ascii)
            lines += [(), *(((line, style),) for line in wrapped(text, max(1, width)))]
        return tuple(lines)

    # ---- commands ---------------------------------------------------------------------------------------------------

    def command_faults(self) -> None:
        """Every fault in full."""
        from petui.tui.screens.panels import TextScreen

        self.app.push_screen(TextScreen("Faults", self._every_fault))

    def command_answers(self) -> None:
        """Show the answers, or hide them."""
        self.session.show_answers(not self.session.answers)
        self.after_change()
        self.say("Answers are shown; nothing is held back." if self.session.answers else "As learners see it.")

    def command_next(self) -> None:
        """Go on; where answers are shown no question holds the step."""
        player = self.session.player
        if self.session.answers and player.gate is not None and not self.derivation.below:
            if player.forward():
                self.arrive()
            else:
                self.say("This is the last step.")
        elif self.session.is_blank:
            self.say("There is nothing to go on to yet.")
        else:
            super().command_next()

    def open_lesson(self, name: str, step: str | None = None) -> None:
        """Only this file's; others are not being written here."""
        if name.rpartition("/")[2] != self.session.player.lesson.id:
            self.say(f"The preview shows one file; `petui learn {name.rpartition('/')[2]}` opens that lesson.")
        elif step:
            self.go_to_step(step)


def _short(fault: Fault) -> Fault:
    """A fault with its file's name alone."""
    return replace(fault, place=replace(fault.place, file=PurePath(fault.place.file).name))


def _fault_line(fault: Fault, *, ascii: bool) -> Line:
    return ((shown(str(fault), ascii=ascii), "muted" if fault.is_warning else "wrong"),)


make_actions(PreviewScreen)
