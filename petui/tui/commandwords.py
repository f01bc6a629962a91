"""What is typed after `:`, `/` and `?`, and the panels that answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from petui.core.errors import ContentError, PetuiError
from petui.core.lab import FIELDS
from petui.lessons.cells import Line, cell_width, clip, padded, plain_text
from petui.lessons.options import is_count
from petui.lessons.source import visible
from petui.lessons.symbols import SYMBOLS, find_symbol
from petui.lessons.walk import named_step
from petui.plain.charset import shown
from petui.plain.glossary import symbol_text
from petui.plain.hanging import wrapped
from petui.surroundings import TRUECOLOR, shown_theme
from petui.tui.commands import Command
from petui.tui.keynames import shown_keys
from petui.tui.listrows import LessonRow, found_text, lesson_rows
from petui.tui.screens.panels import Items, ListScreen, TextScreen
from petui.tui.styles import THEMES
from petui.tui.typedquiz import typed_quiz

if TYPE_CHECKING:
    from petui.lessons.search import Hit
    from petui.lessons.shelf import Shelf
    from petui.tui.screens.base import TutorScreen

# Front matters that are read in the time of one frame.
_AT_ONCE = 100
# Columns of what was typed, where it is said again.
_MOST_QUOTED = 60
# Columns of the keys in the help; narrower than three times as much, what a key does stands below it.
_KEYS = 14
_INDENT = "  "
# What stands between a command and its value: `pos 3`, `pos=3`.
_NAME_END = re.compile(r"\s*=\s*|\s+")


def quoted(text: str) -> str:
    """What was typed, in quotation marks: as it is, but nothing in it that a terminal obeys, and not too long."""
    return f"'{plain_text([clip(((visible(text), ''),), _MOST_QUOTED)])}'"


class CommandWords:
    """Carries out typed lines on a screen."""

    def __init__(self, screen: TutorScreen) -> None:
        """For one screen."""
        self._screen = screen

    def run(self, text: str) -> None:
        """A line with its prompt: `:d_model 512`, `/wavelength`, `?ω`."""
        prompt, words = text[:1], text[1:].strip()
        if prompt not in (":", "/", "?"):
            prompt, words = ":", text.strip()
        if not words and prompt != "?":
            return
        {":": self._command, "/": self._find, "?": self._symbol}[prompt](words)

    def _command(self, words: str) -> None:
        name, value = (*_NAME_END.split(words, 1), "")[:2]
        command = next((command for command in self._screen.commands if command.id == name), None)
        if name in FIELDS:
            self._screen.set_field(name, value)
        elif name == "view":
            self._screen.set_view(value)
        elif name == "theme" and value:
            self._theme(value)
        elif name in ("lesson", "learn", "open") and value:
            lesson, _, step = value.partition("#")
            self._screen.open_lesson(lesson, step or None)
        elif name == "quiz" and value:
            self._quiz(value)
        elif name == "step":
            self._go_to_step(value)
        elif name in ("quit", "exit"):
            self._screen.end()
        elif command is not None:
            self._carry_out(command, value)
        else:
            self._screen.say(f"No command {quoted(words)} here. Try pos 3, quiz DECK, theme dark, lesson ID.")

    def _carry_out(self, command: Command, value: str) -> None:
        action = getattr(self._screen, command.action)
        if not command.counts:
            action()
        elif is_count(value) and 1 <= int(value) <= len(command.keys):
            action(int(value))
        else:
            self._screen.say(f"Give a number from 1 to {len(command.keys)}.")

    def _quiz(self, words: str) -> None:
        try:
            request = typed_quiz(words)
        except PetuiError as error:
            self._screen.refuse(error)
            return
        self._screen.open_quiz(request)

    def _go_to_step(self, value: str) -> None:
        lesson = self._screen.session.player.lesson
        step = named_step(lesson, value)
        if step is None:
            self._screen.say(f"There is no step {quoted(value)}: give 1 to {len(lesson.steps)} or its id.")
        else:
            self._screen.go_to_step(step)

    # ---- themes -----------------------------------------------------------------------------------------------------

    def _theme(self, name: str) -> None:
        if name not in THEMES:
            self._screen.say(f"Themes are {', '.join(THEMES)}.")
            return
        if name not in self._shown_themes():
            self._screen.say(f"There are too few colours here for {name}: {', '.join(self._shown_themes())}.")
            return
        self._screen.app.theme = THEMES[name]
        self._screen.session.record_setting("theme", name)
        self._screen.repaint()
        self._screen.say(f"Theme: {name}")

    def next_theme(self) -> None:
        """The theme after this one."""
        names = self._shown_themes()
        here = next((name for name in names if THEMES[name] == self._screen.app.theme), names[-1])
        self._theme(names[(names.index(here) + 1) % len(names)])

    def _shown_themes(self) -> list[str]:
        """Those that the terminal has the colours for."""
        colors = getattr(self._screen.app, "color_count", TRUECOLOR)
        return [name for name in THEMES if shown_theme(name, colors) == name]

    # ---- panels -----------------------------------------------------------------------------------------------------

    def list_lessons(self) -> None:
        """The lessons by part, with what has become of each."""
        unread = [(course, name) for course, name in self._listed_ids() if not course.knows_front(name)]
        if len(unread) <= _AT_ONCE:
            self._show_lessons()
        else:
            self._screen.when_done(lambda: [course.front(name) for course, name in unread], self._show_lessons)

    def _listed_ids(self) -> Iterator[tuple[Shelf, str]]:
        for course in self._screen.session.courses:
            yield from ((course, name) for part in course.parts for name in part.lessons)

    def _show_lessons(self) -> None:
        session = self._screen.session
        listed: dict[str, LessonRow] = {}
        for course in session.courses:
            states = session.states_of(course.id)
            for part in course.parts:
                for front in filter(None, map(course.front, part.lessons)):
                    row = LessonRow(front.title, front.minutes, states.get(front.id, "new"), part.title)
                    listed[f"{course.id}/{front.id}"] = row
        here = f"{session.course.id}/{session.player.lesson.id}"

        def items(room: int) -> Items:
            return list(zip(listed, lesson_rows(list(listed.values()), room, ascii=self._screen.ascii), strict=True))

        self._choose("Lessons", items, here)

    def _choose(self, title: str, items: Callable[[int], Items], at: str | None = None) -> None:
        def chosen(name: str | None) -> None:
            if name is not None:
                lesson, _, step = name.partition("#")
                self._screen.open_lesson(lesson, step or None)

        self._screen.app.push_screen(ListScreen(title, items, at), chosen)

    def _find(self, words: str) -> None:
        # Only who searches needs it.
        from petui.lessons.search import search

        session = self._screen.session
        hits: list[Hit] = []

        def work() -> None:
            courses = [course for course in session.whole_courses if course.lessons]
            hits.extend(hit for hit in search(courses, words) if hit.kind == "step")

        def text(hit: Hit, room: int) -> str:
            return found_text(hit, room, ascii=self._screen.ascii)

        def show() -> None:
            if hits:
                self._choose(f"Found: {words}", lambda room: [(hit.target, text(hit, room)) for hit in hits])
            else:
                self._screen.say(f"Nothing found for {quoted(words)}.")

        self._screen.when_done(work, show)

    def _symbol(self, words: str) -> None:
        if not words:
            self._list_symbols()
            return
        try:
            symbol = find_symbol(words)
        except PetuiError as error:
            near = f"{error.mend} " if error.mend.endswith("?") else ""
            self._screen.refuse(ContentError(error.what, mend=f"{near}Enter alone behind ? lists all"))
            return

        def lines(width: int) -> list[Line]:
            said = symbol_text(symbol, ascii=self._screen.ascii, width=width).splitlines()
            return [((line, "" if at else "strong"),) for at, line in enumerate(said)]

        self._screen.app.push_screen(TextScreen("Symbol", lines))

    def _list_symbols(self) -> None:
        """Every symbol, those of the step at hand first; the chosen one is explained."""
        ascii = self._screen.ascii
        items = [
            (symbol.ascii, shown(f"{symbol.ascii if ascii else symbol.symbol}  {symbol.title}", ascii=ascii))
            for symbol in dict.fromkeys((*self._screen.symbols_here(), *SYMBOLS))
        ]

        def chosen(name: str | None) -> None:
            if name is not None:
                self._symbol(name)

        self._screen.app.push_screen(ListScreen("Symbols", lambda _: items), chosen)

    def help(self) -> None:
        """Every key, from the declarations."""
        self._screen.app.push_screen(TextScreen("Keys", self._help_lines))

    def _help_lines(self, width: int) -> list[Line]:
        beside = width >= 3 * _KEYS
        lines: list[Line] = []
        for command in self._screen.commands:
            keys = shown_keys(command, ascii=self._screen.ascii)
            gap = _KEYS if beside and cell_width(keys) < _KEYS else len(_INDENT)
            first, *others = wrapped(shown(command.help, ascii=self._screen.ascii), width - gap)
            if gap == _KEYS:
                lines.append((*padded(((keys, "strong"),), gap), (first, "")))
            else:
                lines += [((keys, "strong"),), ((f"{_INDENT}{first}", ""),)]
            lines += [((" " * gap, ""), (text, "")) for text in others]
        return lines
