"""The Lab screen: table and plot without a lesson, to play with freely."""

from __future__ import annotations

from petui.core.errors import PetuiError
from petui.core.lab import MAX_LAB_POSITION, Lab
from petui.core.parameters import DTYPES
from petui.core.sequences import CONVENTIONS
from petui.tui.arrangement import Arrangement, arrange_lab
from petui.tui.commands import Command
from petui.tui.labkeys import lab_footer
from petui.tui.screens.base import make_actions
from petui.tui.screens.panes import PanesScreen
from petui.tui.widgets.bars import Bar, lab_fields, lab_line

_NAMES = tuple(CONVENTIONS)


class LabScreen(PanesScreen, inherit_bindings=True):
    """A Lab of the learner's own, which stays as it was left for as long as petui runs."""

    KIND = "lab"

    def begin(self) -> None:
        """The numbers that the lesson stands at."""
        self.lab = self.session.lab_of_lesson
        self.plot.view = self.session.learn_view or self.session.player.step.show or "waves"
        self.call_after_refresh(self._tell_beginning)

    def _tell_beginning(self) -> None:
        key = self.key_now("lab-reset")
        self.say(f"The lesson's numbers: {lab_fields(self.lab)}. Move them; {key} resets.")

    def arranged_for(self, width: int, height: int) -> Arrangement:
        """The panes that a size has room for."""
        return arrange_lab(width, height, self._current, self._zoomed)

    def watch_lab(self) -> None:
        """What is written of the Lab follows it; the keys stay."""
        if self.is_mounted:
            self.refresh_numbers()

    def refresh_numbers(self) -> None:
        """The bars that follow the Lab: what it is above, the parameters below."""
        line = lab_line(CONVENTIONS[self.lab.convention].title, self.session.problem, self.bar_width, ascii=self.ascii)
        self.query_one("#top", Bar).say(line)
        super().refresh_numbers()

    def footer_commands(self) -> list[Command]:
        """The commands of the footer, the most needed first."""
        others = [command for command in self.commands if command.id != self.KIND]
        return lab_footer(others, single=self.arranged.single, ascii=self.ascii)

    @property
    def line_examples(self) -> str:
        """What may be typed in the command line here."""
        return "pos 3, d_model 512, base 100, length 50, dtype float16, convention, view"

    # ---- parameters -------------------------------------------------------------------------------------------------

    def command_lab_reset(self) -> None:
        """The lesson's numbers again."""
        self.lab = self.session.lab_of_lesson
        self.say(f"The lesson's numbers again: {lab_fields(self.lab)}.")

    def command_base_more(self) -> None:
        """Ten times the base."""
        self.change(base=self.lab.base * 10)

    def command_base_less(self) -> None:
        """A tenth of the base."""
        self.change(base=self.lab.base / 10)

    def command_length_less(self) -> None:
        """Half the length."""
        self.change(length=max(1, self.lab.length // 2))

    def command_length_more(self) -> None:
        """Twice the length."""
        self.change(length=min(MAX_LAB_POSITION, self.lab.length * 2))

    def command_rows_up(self) -> None:
        """A page of the table up."""
        self.change(pos=max(0, self.lab.pos - len(self.table.visible_positions)))

    def command_rows_down(self) -> None:
        """A page of the table down."""
        self.change(pos=min(MAX_LAB_POSITION, self.lab.pos + len(self.table.visible_positions)))

    def command_format(self) -> None:
        """The next number format."""
        self.change(dtype=DTYPES[(DTYPES.index(self.lab.dtype) + 1) % len(DTYPES)])
        self.say(f"Values as {self.lab.dtype} holds them.")

    def command_convention(self) -> None:
        """The next convention."""
        self._convention(1)

    def command_convention_before(self) -> None:
        """The convention before."""
        self._convention(-1)

    def _convention(self, by: int) -> None:
        """The next convention that has this width."""
        at = _NAMES.index(self.lab.convention)
        names = (_NAMES[(at + by * step) % len(_NAMES)] for step in range(1, len(_NAMES) + 1))
        self.lab = next(filter(None, (_laid_out(self.lab, name) for name in names)))
        found = CONVENTIONS[self.lab.convention]
        self.say(f"{found.name}: {found.says}")


def _laid_out(lab: Lab, convention: str) -> Lab | None:
    """The Lab in a convention, or nothing where that has no such width."""
    try:
        return lab.changed(convention=convention)
    except PetuiError:
        return None


make_actions(LabScreen)
