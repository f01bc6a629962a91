"""The Quiz screen: one card at a time, its verdict, and when it comes back."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from petui.core.errors import AnswerError
from petui.lessons.cells import cut_mark, ending
from petui.lessons.source import visible
from petui.plain.quizwords import CONFIDENCE, taken_back
from petui.review.grade import GRADES, Asking, is_typed
from petui.review.quiz import Quiz
from petui.tui.commands import Command
from petui.tui.options import QuizRequest
from petui.tui.quizkeys import answer_labels, quiz_footer
from petui.tui.quizpage import PageSetter, QuizPage, interval_lines, summary_page
from petui.tui.screens.base import TutorScreen, make_actions
from petui.tui.session import Session
from petui.tui.widgets.answerline import AnswerInput, AnswerLine
from petui.tui.widgets.bars import Bar, quiz_line
from petui.tui.widgets.lines import MARK_WIDTH, LinesPane

_TEXT_WIDTH = 76
# Options beyond the four grades.
_MORE_OPTIONS = range(5, 10)


class QuizScreen(TutorScreen, inherit_bindings=True):
    """One quiz, card after card."""

    KIND = "quiz"

    def __init__(self, session: Session, commands: tuple[Command, ...], *, ascii: bool) -> None:
        """The screen of a session."""
        super().__init__(session, commands, ascii=ascii)
        self._quiz: Quiz | None = None
        self._picked: frozenset[int] = frozenset()
        self._next: tuple[QuizRequest, str] | None = None
        self._asked_to_type = False
        for number in _MORE_OPTIONS:
            key = str(number)
            self._bindings.key_to_bindings.setdefault(key, [Binding(key, f"command_grade({number})", show=False)])

    def compose_body(self) -> ComposeResult:
        """The card, the grades, and the answer line."""
        with Vertical(id="page", classes="body"):
            yield LinesPane(id="text")
            yield LinesPane(id="grades")
            yield AnswerLine()

    def settle_in(self) -> None:
        """Take hold of the panes."""
        self.text = self.query_one("#text", LinesPane)
        self.grades = self.query_one("#grades", LinesPane)
        self.answer_line = self.query_one(AnswerLine)
        self.answer_input = self.answer_line.input

    def begin(self) -> None:
        """The quiz that the session has begun."""
        if self.session.quiz is None:
            self.session.begin_quiz(QuizRequest())
        self._quiz = self.session.quiz
        self._asked_to_type = False
        self._turn()

    def come_back(self) -> None:
        """What follows when the screen is shown again: perhaps another quiz."""
        super().come_back()
        if self._quiz is not self.session.quiz:
            self.begin()

    def show_quiz(self) -> None:
        """Show another quiz."""
        super().show_quiz()
        if self._quiz is not self.session.quiz:
            self.begin()

    @property
    def quiz(self) -> Quiz:
        """The quiz that is shown."""
        assert self._quiz is not None
        return self._quiz

    # ---- showing ----------------------------------------------------------------------------------------------------

    def fit(self, width: int, height: int) -> None:
        """Arrange for a size."""
        super().fit(width, height)
        if self._quiz is not None:
            self._relabel()

    def refresh_page(self, *, newest: bool = False) -> None:
        """Set the text anew; `newest` brings what came last into view."""
        width = self.text.content_size.width
        if width < 1 or self._quiz is None:
            return
        page = self._page(min(width, _TEXT_WIDTH))
        height = self._give_height(len(page.lines))
        if height < len(page.lines):
            # The marks for more above and below stand beside the text, not on it.
            page = self._page(max(1, min(width - MARK_WIDTH, _TEXT_WIDTH)))
        top = max(0, min(page.newest, len(page.lines) - height))
        self.text.show(page.lines, in_view=top if newest else None)
        self.refresh_bars()

    def _give_height(self, count: int) -> int:
        """Give the text what its lines need, so that the line below it is near; returns the rows for lines."""
        below = [pane for pane in (self.grades, self.answer_line) if pane.display]
        others = sum(pane.outer_size.height + pane.styles.margin.height for pane in below)
        frame = self.text.gutter.height
        room = max(1, self.query_one("#page").size.height - others - frame)
        self.text.styles.height = count + frame if count <= room else "1fr"
        return min(count, room)

    def _page(self, width: int) -> QuizPage:
        asking = self.quiz.asking
        if asking is not None:
            return PageSetter(self.quiz, self.session.course_of(asking.filed), width, self.ascii).page()
        found = {filed.key: self.session.taught_in(filed) for filed in self.quiz.missed}
        taught = {key: title for key, title in found.items() if title}
        return summary_page(self.quiz, taught, self._offer(), width, ascii=self.ascii)

    def refresh_bars(self) -> None:
        """What is asked above, the grades and keys below."""
        if self._quiz is not None:
            over = self.quiz.phase == "over"
            line = quiz_line(
                self.session.quiz_title,
                None if over else self.quiz.counts,
                self.quiz.options.seed,
                self.session.problem,
                self.bar_width,
                ascii=self.ascii,
            )
            self.query_one("#top", Bar).say(line)
        super().refresh_bars()

    def _turn(self) -> None:
        """What follows every change of the quiz: the answer line, the grades, the text from its beginning."""
        self._picked = frozenset()
        self._next = self._following() if self.quiz.phase == "over" else None
        asking = self.quiz.asking
        asked = asking if self.quiz.phase == "asked" else None
        typed = asked is not None and is_typed(asked.card)
        # Of options a digit picks at once; Enter goes to the line.
        options = asked is not None and asked.card.choice is not None
        self.answer_line.ask(self._label() if asked is not None else None, typed=typed, focus=not options)
        self._show_grades()
        if self.focused is self.answer_input and not self._asked_to_type:
            self._asked_to_type = True
            if not self.session.knows_confidence:
                self.say(CONFIDENCE)
        self.text.top = 0
        self.call_after_refresh(self.refresh_page, newest=self.quiz.phase in ("revealed", "judged"))

    def _show_grades(self) -> None:
        shown = self.quiz.phase in ("revealed", "judged")
        self.grades.display = shown
        if shown:
            room = max(1, (self.size.height - 2) // 4)
            lines = interval_lines(self.quiz, self.bar_width, room, ascii=self.ascii)
            self.grades.styles.height = len(lines)
            self.grades.show(lines)

    def _relabel(self) -> None:
        if self.quiz.phase == "asked":
            self.answer_line.relabel(self._label())
        self._show_grades()

    def _label(self) -> tuple[str, ...]:
        """What is expected, at length and in short."""
        asking = self.quiz.asking
        assert asking is not None
        return answer_labels(asking, self._picked, hints=self.quiz.hints_left)

    def footer_commands(self) -> list[Command]:
        """The commands that mean something now, the most needed first."""
        if self._quiz is None:
            return []
        shown = [one for one in self.commands if self.in_footer(one)]
        return quiz_footer(shown, self.quiz, typing=self.focused is self.answer_input)

    # ---- answers ----------------------------------------------------------------------------------------------------

    def on_answer_input_read_on(self, message: AnswerInput.ReadOn) -> None:
        """Space before anything is typed: the rest of the card, or what waits."""
        message.stop()
        self.say("")
        if self.text.below:
            self.command_page_down()
        else:
            self.command_on()

    def answer_typed(self, text: str) -> None:
        """Enter in the answer line: a hint, the answer, taking back, or an answer."""
        match text:
            case "h" | "s" | "u":
                self.answer_input.value = ""
                {"h": self.command_hint, "s": self.command_show, "u": self.command_undo}[text]()
            case "":
                pass
            case _:
                self._give(text)

    def _give(self, text: str) -> None:
        """Judge an answer; its review is saved before the verdict is shown."""
        try:
            self.quiz.answer(text)
        except AnswerError as error:
            self.refuse_answer(error, text)
            # Selected, so that the next key writes over it.
            self.answer_input.action_select_all()
            return
        self._turn()

    def command_answer(self) -> None:
        """To the answer line; sends the picked options; turns a card that is not typed."""
        asking = self.quiz.asking
        if asking is None or self.quiz.phase != "asked":
            self.command_on()
        elif self._picked:
            self._give(",".join(str(number) for number in sorted(self._picked)))
        elif is_typed(asking.card):
            self.set_focus(self.answer_input)
            self.refresh_bars()
        else:
            self.command_on()

    def command_on(self) -> None:
        """Turn the card, go to the next one, or begin another round."""
        match self.quiz.phase:
            case "asked":
                if self.quiz.asking is not None and is_typed(self.quiz.asking.card):
                    left = self.quiz.hints < len(self.quiz.asking.card.given_hints)
                    hint = ", h for a hint" if left else ""
                    self.say(f"The card waits: answer it{hint}, s to see the answer.")
                    return
                self.quiz.reveal()
                self._turn()
            case "revealed":
                self.say(f"Grade your recall: {GRADES}.")
            case "judged":
                self.quiz.go_on()
                self._turn()
            case "over":
                self._begin_next()

    def command_grade(self, number: int) -> None:
        """Grade the answer; before it, pick an option."""
        asking = self.quiz.asking
        if self.quiz.phase == "asked" and asking is not None and asking.card.choice is not None:
            self._pick(asking, number)
            return
        try:
            self.quiz.rate(number)
        except AnswerError as error:
            self.refuse(error)
            return
        self._turn()

    def _pick(self, asking: Asking, number: int) -> None:
        choice = asking.card.choice
        assert choice is not None
        if number > len(choice.options):
            self.say(f"Press 1 to {len(choice.options)}.")
        elif choice.multiple:
            self._picked ^= {number}
            self._relabel()
        else:
            self._give(str(number))

    def command_hint(self) -> None:
        """A hint into the text."""
        given = self.quiz.hint()
        if isinstance(given, str):
            self.say(given)
        else:
            self._relabel()
            self.refresh_page(newest=True)

    def command_show(self) -> None:
        """Give up, and see the answer."""
        try:
            self.quiz.reveal()
        except AnswerError as error:
            self.refuse(error)
            return
        self._turn()

    def command_undo(self) -> None:
        """Take back what was done last, an answer or a suspension."""
        undone = self.quiz.undo()
        if undone is None:
            self.say("There is nothing to undo.")
            return
        self._turn()
        self.say(f"{taken_back(undone)}.")

    # ---- the card ---------------------------------------------------------------------------------------------------

    def command_suspend(self) -> None:
        """Ask this card no more."""
        filed = self.quiz.suspend()
        if filed is None:
            self.say("Nothing is asked now.")
            return
        self._turn()
        self.say(f"Suspended: {filed.card.id}; u takes that back, `petui cards unsuspend` later.")

    def command_where(self) -> None:
        """Say where the card stands."""
        asking = self.quiz.asking
        if asking is None:
            self.say("Nothing is asked now.")
            return
        place = f"{asking.card.place.file}:{asking.card.place.line}"
        # The end of a path says most.
        self.say(ending(visible(place), self.bar_width, cut_mark(ascii=self.ascii)))

    def command_lesson(self) -> None:
        """To the lesson step that teaches the card, the Lab at its numbers."""
        last = self.quiz.last
        asking = self.quiz.asking or (last.asking if last else None)
        if asking is None or not self.session.open_teaching(asking):
            self.say("No lesson teaches this card.")
            return
        self.visit("learn", "F4 goes back to the quiz.")

    # ---- after the last card ----------------------------------------------------------------------------------------

    def _following(self) -> tuple[QuizRequest, str] | None:
        """What another round would ask, and how that is offered."""
        again = replace(self.session.request, seed=None)
        left = self.session.open_quiz(again).counts.left
        if left:
            return again, f"Space asks {left} more."
        every = replace(again, cram=True, mistakes=False)
        left = self.session.open_quiz(every).counts.left
        return (every, f"Space asks all {left} anyway, without changing when they are due.") if left else None

    def _offer(self) -> str:
        ways = "F2 goes to the lesson, F6 to your progress, q leaves."
        if self._next is None:
            return f"There is nothing more to ask. {ways}"
        due = "" if self._next[0].cram == self.session.request.cram else "No more cards are due here. "
        return f"{due}{self._next[1]} {ways}"

    def _begin_next(self) -> None:
        if self._next is None:
            self.say("There is nothing more to ask; q leaves.")
            return
        self.open_quiz(self._next[0])


make_actions(QuizScreen)
