"""The one-line bars: where we are, the parameters, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from petui.core.lab import Lab
from petui.lessons.cells import Line
from petui.plot.encoded import encoded
from petui.plot.ruler import short
from petui.plot.window import slot_style
from petui.review.outcome import Counts
from petui.tui.commands import Command
from petui.tui.keynames import first_key
from petui.tui.widgets.lines import LinesPane

_BAR = 8
# How soon what is pinned may be left out of the parameters; lower ranks stay longer. Of the current numbers only what
# follows from others is left out sooner.
_PINNED = 9
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


def lab_line(convention: str, problem: str | None, width: int) -> Line:
    """Whose encoding the Lab shows; a banner where progress cannot be saved."""
    return _spread((("petui ", "heading"), ("Lab", "strong")), convention, problem, width)


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


def parameter_line(lab: Lab, width: int, *, ascii: bool, pinned: Lab | None = None) -> Line:
    """The Lab's values and what is pinned; the least needed are left out where there is no room."""
    pieces = _parameters(lab, ascii=ascii)
    left = width + 2
    if sum(_columns(piece) for rank, piece in pieces if rank < _PINNED) > left:
        # A format and a convention are known by their values.
        pieces = [(rank, ("", *piece[1:]) if piece[0] in ("dtype", "convention") else piece) for rank, piece in pieces]
    if pinned is not None:
        taken = sum(_columns(piece) for rank, piece in pieces if rank < _PINNED)
        words = _differing_words(pinned, lab, left - taken - _columns(("pinned:", "", "")))
        pieces.append((_PINNED, ("pinned:", words, "em") if words else ("pinned", "", "")))
    kept: set[int] = set()
    for at in sorted(range(len(pieces)), key=lambda index: pieces[index][0]):
        if _columns(pieces[at][1]) <= left:
            left -= _columns(pieces[at][1])
            kept.add(at)
    runs: list[tuple[str, str]] = []
    for at in sorted(kept):
        name, value, style = pieces[at][1]
        runs += [(f"{name} " if name else "", "muted"), (value, style), ("  ", "")]
    return tuple(runs)


def _columns(piece: tuple[str, str, str]) -> int:
    """Columns of a name and its value, with the blanks between and behind them."""
    return cell_len(piece[0]) + cell_len(piece[1]) + (3 if piece[0] else 2)


def _parameters(lab: Lab, *, ascii: bool) -> list[tuple[int, tuple[str, str, str]]]:
    """What the bar says of a Lab, in its order: how soon it may be left out, and name, value and style."""
    here = encoded(lab)
    pair = here.pair_of(lab.slot)
    style = slot_style(here, lab.slot)
    rate = "0" if pair is None else short(float(here.omega[pair]))
    pieces = [
        (0, ("pos", str(lab.pos), "cursor")),
        (0, ("slot", str(lab.slot), f"{style} strong")),
        (1, ("d_model", str(lab.d_model), "strong")),
        (_PINNED + 1, ("pair", "none" if pair is None else str(pair), f"{style} strong")),
        (_PINNED + 2, ("w" if ascii else "ω", rate, style)),
        (6, ("base", f"{lab.base:g}", "strong")),
        (7, ("k", str(lab.offset), "strong")),
        (8, ("length", str(lab.length), "strong")),
    ]
    if lab.dtype != "float64":
        pieces.append((3, ("dtype", lab.dtype, "strong")))
    if lab.convention != "paper":
        pieces.append((3, ("convention", lab.convention, "strong")))
    return pieces


def lab_fields(lab: Lab) -> str:
    """The numbers that a Lab is told by: where it is, and what is not as in the paper."""
    named = [f"pos {lab.pos}", f"slot {lab.slot}", f"d_model {lab.d_model}"]
    others = [_named(lab, name) for name in lab.differing(Lab()) if name not in ("pos", "slot", "d_model")]
    return ", ".join([*named, *others])


def pinned_words(pinned: Lab, lab: Lab) -> str:
    """What a pinned Lab has otherwise than the present one: `pos 3, d_model 8`."""
    return ", ".join(_differing(pinned, lab)) or "the same numbers"


def _differing(pinned: Lab, lab: Lab) -> list[str]:
    return [_named(pinned, name) for name in pinned.differing(lab)]


def _differing_words(pinned: Lab, lab: Lab, room: int) -> str:
    """The same in at most `room` columns where that can be: the first fields, how many more there are, or nothing."""
    differing = _differing(pinned, lab)
    shorter = [f"{', '.join(differing[:count])} and {len(differing) - count} more" for count in range(len(differing))]
    forms = [pinned_words(pinned, lab), *reversed(shorter[1:]), f"{len(differing)} others", ""]
    return next((form for form in forms if cell_len(form) <= room), forms[-1])


def _named(lab: Lab, name: str) -> str:
    value = f"{lab.base:g}" if name == "base" else str(getattr(lab, name))
    return f"{'k' if name == 'offset' else name} {value}"


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
