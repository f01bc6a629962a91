"""The one-line bars: where we are, the parameters, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from petui.core.formula import Formula
from petui.core.lab import Lab
from petui.lessons.cells import Line
from petui.review.outcome import Counts
from petui.tui.commands import Command, first_key
from petui.tui.widgets.lines import LinesPane

_BAR = 8
# Room that the title keeps before anything else is left out.
_LEAST_TITLE = 22


class Bar(LinesPane):
    """One line."""

    DEFAULT_CSS = """
    Bar { height: 1; }
    """

    def say(self, runs: Iterable[tuple[str, str]]) -> None:
        """Show these runs."""
        self.show([tuple(runs)])


def top_line(title: str, step: int, steps: int, problem: str | None, width: int, *, ascii: bool) -> Line:
    """Lesson and step; a banner where progress cannot be saved."""
    count = f"step {step} of {steps}"
    name: Line = (("petui ", "heading"), (title, "strong"))
    return _spread(name, f"{_bar(step, steps, ascii=ascii)} {count}", problem, width)


def map_line(done: int, lessons: int, problem: str | None, width: int) -> Line:
    """How many lessons are done; a banner where progress cannot be saved."""
    return _spread((("petui ", "heading"), ("Map", "strong")), f"{done} of {lessons} done", problem, width)


def quiz_line(title: str, counts: Counts | None, seed: int, problem: str | None, width: int, *, ascii: bool) -> Line:
    """What is asked and how far it is, as much of it as there is room for; a banner where answers cannot be saved."""
    name: Line = (("petui quiz ", "heading"), (title, "strong"))
    if counts is None:
        return _spread(name, f"seed {seed}", problem, width)
    total = counts.done + counts.left
    again = f", {counts.again} again" if counts.again else ""
    said = f"{counts.done} done, {counts.left} left{again}"
    bar = _bar(counts.done, total, ascii=ascii)
    forms = (f"{bar} {said}  seed {seed}", f"{bar} {said}", said, f"{counts.done}/{total}")
    right = next((form for form in forms if cell_len(form) <= width - _LEAST_TITLE), forms[-1])
    return _spread(name, right, problem, width)


def _bar(done: int, total: int, *, ascii: bool) -> str:
    full, empty = ("#", ".") if ascii else ("━", "─")
    part = round(_BAR * done / max(1, total))
    return full * part + empty * (_BAR - part)


def _spread(left: Line, says: str, problem: str | None, width: int) -> Line:
    """The left runs, then what is said at the end, or the problem; the left is cut where both do not fit."""
    right = (f"(not saved: {problem})", "wrong") if problem else (says, "muted")
    room = max(0, width - cell_len(right[0]) - 1)
    runs: list[tuple[str, str]] = []
    for text, style in left:
        kept = text[:room]
        room -= cell_len(kept)
        runs.append((kept, style))
    return (*runs, (" " * (max(0, room) + 1), ""), right)


def parameter_line(lab: Lab, width: int, *, ascii: bool) -> Line:
    """The Lab's values; the least needed are left out where there is no room."""
    pair = lab.slot // 2
    omega = "w" if ascii else "ω"
    rate = Formula(lab).omega(pair)
    pieces: list[tuple[str, str, str]] = [
        ("pos", str(lab.pos), "cursor"),
        ("slot", str(lab.slot), f"pair{pair} strong"),
        ("d_model", str(lab.d_model), "strong"),
        ("pair", str(pair), f"pair{pair} strong"),
        (omega, f"{rate:.4g}", f"pair{pair}"),
        ("base", f"{lab.base:g}", "strong"),
        ("k", str(lab.offset), "strong"),
        ("length", str(lab.length), "strong"),
    ]
    if lab.dtype != "float64":
        pieces.append(("dtype", lab.dtype, "strong"))
    runs: list[tuple[str, str]] = []
    used = 0
    for name, value, style in pieces:
        need = len(name) + len(value) + 3
        if used + need > width + 2:
            break
        used += need
        runs += [(f"{name} ", "muted"), (value, style), ("  ", "")]
    return tuple(runs)


def footer_line(commands: Sequence[Command], width: int, *, ascii: bool) -> Line:
    """Keys and words of the commands that fit, whole ones only."""
    runs: list[tuple[str, str]] = []
    used = 0
    for command in commands:
        key = first_key(command, ascii=ascii)
        need = cell_len(key) + cell_len(command.footer) + 3
        if used + need - 2 > width:
            continue
        used += need
        runs += [(key, "strong"), (f" {command.footer}", "muted"), ("  ", "")]
    return tuple(runs)
