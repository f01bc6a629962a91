"""The Learn screen: a lesson stepped through, its questions answered, every pane moving along."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from textual.geometry import Size

from petui.core.errors import AnswerError
from petui.lessons.asides import nothing_to_open
from petui.lessons.glossary import symbols_of_step
from petui.lessons.model import Choice, Gate
from petui.lessons.page import PageOptions, set_page
from petui.lessons.play import Player, lab_at, predicts
from petui.lessons.symbols import Symbol
from petui.lessons.verdict import Verdict
from petui.tui.commands import Command
from petui.tui.learnkeys import answer_label, can_open, learn_footer
from petui.tui.options import QuizRequest
from petui.tui.screens.base import make_actions
from petui.tui.screens.lessonend import LessonEndScreen
from petui.tui.session import Session
from petui.tui.widgets.answerline import AnswerInput
from petui.tui.widgets.bars import Bar, top_line

_TEXT_WIDTH = 76


class LearnScreen(LessonEndScreen, inherit_bindings=True):
    """One lesson, stepped through."""

    KIND = "learn"

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """The screen of a session."""
        super().__init__(session, commands, ascii=ascii)
        self._played: Player | None = None
        # Which kinds of asides are open.
        self._opened: frozenset[str] = frozenset()
        self._follows = False
        self._picked: frozenset[int] = frozenset()

    def settle_in(self) -> None:
        """Take hold of the panes; the Lab screen begins with the view looked at."""
        super().settle_in()
        self.watch(self.plot, "view", self._note_view)

    def _note_view(self, view: str) -> None:
        self.session.learn_view = view

    def begin(self) -> None:
        """The step where the session begins, or that it has gone to."""
        self._played = self.session.player
        self.lab = self.session.lab
        self.arrive(keep_lab=True)
        if self.session.has_test and self.session.is_new:
            self.say(f"If you know this already: {self.key_now('test-out')} asks the lesson's test-out instead.")

    def tell_due(self) -> None:
        """Say how many cards are due, if any are, once they are counted and where nothing else has been said since."""
        counted: list[int] = []
        before = self._notice

        def tell() -> None:
            if counted[0] and self._notice in ("", before) and not self.session.left_out:
                from petui.plain.quizwords import cards_are

                self.say(f"{cards_are(counted[0])} due; F4 quizzes you.")

        if self.session.log.has_cards:
            self.session.background.run(lambda: counted.append(self.session.count_due()), tell, self, patience=0)

    def come_back(self) -> None:
        """What follows when the screen is shown again: perhaps another lesson."""
        super().come_back()
        if self._played is not self.session.player:
            self.begin()

    def watch_lab(self) -> None:
        """The Lab screen begins where the lesson stands."""
        self.session.learn_lab = self.lab
        super().watch_lab()

    # ---- showing ----------------------------------------------------------------------------------------------------

    def refresh_page(self, *, newest: bool = False) -> None:
        """Set the step anew; `newest` keeps the last question or verdict in view until the learner scrolls."""
        self._follows = self._follows or newest
        width = self.derivation.content_size.width
        if width < 1:
            # Another pane has the whole screen; the bars go on.
            self.refresh_bars()
            return
        titles = self.session.course.lesson_titles
        ends = "the test-out; Space tells how it went" if self.session.testing else "this lesson"
        options = PageOptions(
            min(width, _TEXT_WIDTH),
            self.ascii,
            "why" in self._opened,
            "code" in self._opened,
            titles,
            ends,
            self.told_below,
        )
        page = set_page(self.session.player, self.lab, options)
        self.fit_lower(len(page.lines))
        # No higher than its lines, so that the answer line stands right below them.
        self.derivation.styles.max_height = max(1, len(page.lines))
        self.derivation.show(page.lines, in_view=self._top_for(page.newest, len(page.lines)) if self._follows else None)
        self.refresh_bars()

    def told_below(self, gate: Gate) -> Iterable[str]:
        """What is told below a question, whatever has been answered: nothing to a learner."""
        return ()

    def _top_for(self, newest: int, count: int) -> int:
        """The first line to show so that everything new is seen, and as much as fits of what stands before it."""
        # The pane's own height is that of the lines it showed before.
        room = self.query_one("#reading").size.height - (1 if self.answer_line.display else 0)
        return max(0, min(newest, count - max(1, room)))

    def refresh_bars(self) -> None:
        """The lesson above, the parameters and keys below."""
        player = self.session.player
        top = top_line(
            self.session.title,
            player.index + 1,
            len(player.lesson.steps),
            self.session.problem,
            self.bar_width,
            ascii=self.ascii,
        )
        self.query_one("#top", Bar).say(top)
        super().refresh_bars()

    def footer_commands(self) -> list[Command]:
        """The commands that mean something now, the most needed first."""
        footer = {command.id for command in self.commands if self.in_footer(command)}
        return learn_footer(
            self.commands,
            footer,
            self.session,
            typing=self.focused is self.answer_input,
            passed=self.passed,
            single=self.arranged.single,
            ascii=self.ascii,
        )

    # ---- steps ------------------------------------------------------------------------------------------------------

    def arrive(self, *, keep_lab: bool = False) -> None:
        """Show the step that the player is at, with its own values."""
        player = self.session.player
        if not keep_lab:
            self.lab = lab_at(player, self.lab)
        if player.step.show:
            self.plot.view = player.step.show
        self.put_below(player.step.below)
        self._follows = self.passed = False
        self._opened, self._picked = frozenset(), frozenset()
        self.unzoom()
        self.derivation.top = 0
        if not self.app.holds_frames:
            self.session.record_step(self.lab)
        self.after_change()

    def note_drawn(self) -> None:
        """Note the step that the first frame shows: the disk may take as long as the frame itself."""
        self.session.record_step(self.lab)
        if self.session.problem is not None:
            self.refresh_bars()

    def after_change(self, *, newest: bool = False) -> None:
        """What follows every change of the player: the gate's line, the veil, the text."""
        gate = self.session.player.gate
        self.table.veiled = predicts(gate)
        self.answer_line.ask(
            self._label(gate) if gate else None, typed=not isinstance(gate, Choice), focus=not self.passed
        )
        room = self._room
        self.refresh_page(newest=newest)
        self.call_after_refresh(self._set_again, room)

    def _label(self, gate: Gate) -> tuple[str, ...]:
        """What is asked for, at length and in short."""
        return answer_label(gate, self._picked, hints=self.session.player.hints_left)

    @property
    def _room(self) -> tuple[int, Size]:
        """The columns of the text, and the room of the text and its answer line."""
        return self.derivation.content_size.width, self.query_one("#reading").size

    def _set_again(self, room: tuple[int, Size]) -> None:
        """Set the step once more where the text has been given another room meanwhile."""
        if self._room != room:
            self.refresh_page()

    def open_lesson(self, name: str, step: str | None = None) -> None:
        """Open a lesson by its id, at a step if it has it."""
        super().open_lesson(name, step)
        if self._played is not self.session.player:
            self.begin()

    def go_to_step(self, step: str) -> None:
        """Go to a step of this lesson."""
        if self.session.player.go_to(step):
            self.arrive()

    def command_quiz_lesson(self) -> None:
        """Be asked this lesson's cards."""
        self.open_quiz(QuizRequest(f"{self.session.course.id}/{self.session.player.lesson.id}"))

    def command_next(self) -> None:
        """Go on, or say why not."""
        player = self.session.player
        if self.passed:
            self.open_next_lesson()
        elif "derivation" in self.arranged.panes and self.derivation.below:
            # What lies below the pane is read before the next step comes.
            self.command_page_down()
        elif player.gate is not None:
            hint = ", h for a hint" if player.hints_left else ""
            self.say(f"The question waits: answer it{hint}, s to skip.")
        elif player.forward():
            self.arrive()
            self.session.record_end(self.lab)
        elif self.session.testing:
            self.end_test()
        else:
            self.session.record_end(self.lab)
            self.offer_next_lesson()

    def symbols_here(self) -> tuple[Symbol, ...]:
        """The symbols of the step."""
        return symbols_of_step(self.session.player.step)

    def command_retelling(self) -> None:
        """Tell the lesson in the next language that there is."""
        said = self.session.tell_otherwise()
        self.refresh_page()
        self.say(said)

    def command_back(self) -> None:
        """Go back a step."""
        if self.session.player.back():
            self.arrive()
        else:
            self.say("This is the first step.")

    def command_reset(self) -> None:
        """The step's own values, its questions anew."""
        if self.session.testing:
            self.say("A test-out asks nothing twice; T goes back to the lesson.")
            return
        self.session.player.redraw()
        self.arrive()
        self.say("The step begins anew.")

    def command_page_up(self) -> None:
        """The text up; it stays there."""
        self._follows = False
        super().command_page_up()

    def command_page_down(self) -> None:
        """The text down; it stays there."""
        self._follows = False
        super().command_page_down()

    def command_why(self) -> None:
        """Open or close the reasons."""
        self._open("why")

    def command_code(self) -> None:
        """Show or hide the code."""
        self._open("code")

    def _open(self, kind: Literal["why", "code"]) -> None:
        if not can_open(self.session.player, kind):
            self.say(nothing_to_open(self.session.player, kind))
            return
        self._opened ^= {kind}
        self.refresh_page()
        if kind in self._opened:
            self._show_the_end()

    def _show_the_end(self) -> None:
        """The text down to its last line; it stays there."""
        self._follows = False
        self.derivation.scroll_lines(len(self.derivation.lines))

    # ---- answers ----------------------------------------------------------------------------------------------------

    def command_answer(self) -> None:
        """To the answer line; sends the picked options of a choice."""
        gate = self.session.player.gate
        if isinstance(gate, Choice):
            if gate.multiple and self._picked:
                self._give(",".join(str(number) for number in sorted(self._picked)))
            else:
                self.say(f"Press 1 to {len(gate.options)}.")
        elif gate is not None:
            self.set_focus(self.answer_input)
            self.refresh_bars()
        else:
            self.say("Nothing is asked here; Space goes on.")

    def command_pick(self, number: int) -> None:
        """Choose an option."""
        gate = self.session.player.gate
        if not isinstance(gate, Choice):
            self.say("There is nothing to pick here.")
        elif number > len(gate.options):
            self.say(f"Press 1 to {len(gate.options)}.")
        elif gate.multiple:
            self._picked ^= {number}
            self.answer_line.relabel(self._label(gate))
        else:
            self._give(str(number))

    def command_hint(self) -> None:
        """A hint into the text."""
        gate = self.session.player.gate
        given = self.session.player.hint()
        if isinstance(given, str):
            self.say(given)
        elif gate is not None:
            self.session.record_hint(self.lab, gate)
            self.answer_line.relabel(self._label(gate))
            self.refresh_page(newest=True)
            self._tell_missed()

    def command_skip(self) -> None:
        """Pass the question."""
        gate = self.session.player.gate
        verdict = self.session.player.skip()
        if gate is None or verdict is None:
            self.say("Nothing is asked here; Space goes on.")
            return
        self._settle(verdict, gate)

    def on_answer_input_read_on(self, message: AnswerInput.ReadOn) -> None:
        """Space before anything is typed: as anywhere on the screen."""
        message.stop()
        self.say("")
        self.command_next()

    def answer_typed(self, text: str) -> None:
        """Enter in the answer line: a hint, a skip or an answer."""
        if text in ("h", "s"):
            self.answer_input.value = ""
            self.command_hint() if text == "h" else self.command_skip()
        elif text:
            self._give(text)

    def _give(self, typed: str) -> None:
        gate = self.session.player.gate
        if gate is None:
            return
        try:
            verdict = self.session.player.answer(typed)
        except AnswerError as error:
            self.refuse_answer(error, typed)
            # Selected, so that the next key writes over it.
            self.answer_input.action_select_all()
            return
        self._settle(verdict, gate)

    def _tell_missed(self) -> None:
        """Say once that the test-out can be passed no more."""
        if missed := self.session.missed_words():
            self.say(missed)

    def _settle(self, verdict: Verdict, gate: Gate) -> None:
        """Save, then show the verdict."""
        lab = self.session.player.lab_after(gate, self.lab)
        self.session.record_answer(lab, gate, verdict)
        self.lab = lab
        self._picked = frozenset()
        self.passed = False
        self.session.record_end(self.lab)
        self.after_change(newest=True)
        self._tell_missed()


make_actions(LearnScreen)
