"""The one-line bars: where we are, the parameters, the keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from petui.core.lab import Lab
from petui.lessons.cells import Line, cell_width, clip, cut_mark, line_width
from petui.plot.encoded import encoded
from petui.plot.ruler import short
from petui.plot.window import slot_style
from petui.tui.commands import Command
from petui.tui.keynames import first_key
from petui.tui.widgets.lines import LinesPane

if TYPE_CHECKING:
    from petui.review.outcome import Counts

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
        """Show these runs, if others are shown."""
        line = tuple(runs)
        if self.lines != (line,):
            self.show([line])


def top_line(title: str, step: int, steps: int, problem: str | None, width: int, *, ascii: bool) -> Line:
    """Lesson and step; a banner where progress cannot be saved."""
    count = f"step {step} of {steps}"
    name: Line = (("petui ", "heading"), (title, "strong"))
    forms = (f"{_bar(step, steps, ascii=ascii)} {count}", count, f"{step}/{steps}")
    return _spread(name, forms, problem, width, ascii=ascii)


def lab_line(convention: str, problem: str | None, width: int, *, ascii: bool) -> Line:
    """Whose encoding the Lab shows; a banner where progress cannot be saved."""
    return _spread((("petui ", "heading"), ("Lab", "strong")), (convention,), problem, width, ascii=ascii)


def map_line(done: int, lessons: int, problem: str | None, width: int, *, ascii: bool) -> Line:
    """How many lessons are done; a banner where progress cannot be saved."""
    forms = (f"{done} of {lessons} done", f"{done}/{lessons}")
    return _spread((("petui ", "heading"), ("Map", "strong")), forms, problem, width, ascii=ascii)


def progress_line(problem: str | None, width: int, *, ascii: bool) -> Line:
    """The name of the screen; a banner where progress cannot be saved."""
    return _spread((("petui ", "heading"), ("Progress", "strong")), ("",), problem, width, ascii=ascii)


def quiz_line(title: str, counts: Counts | None, seed: int, problem: str | None, width: int, *, ascii: bool) -> Line:
    """What is asked and how far it is, as much of it as there is room for; a banner where answers cannot be saved."""
    name: Line = (("petui quiz ", "heading"), (title, "strong"))
    if counts is None:
        return _spread(name, (f"seed {seed}", ""), problem, width, ascii=ascii)
    total = counts.done + counts.left
    again = f", {counts.again} again" if counts.again else ""
    said = f"{counts.done} done, {counts.left} left{again}"
    bar = _bar(counts.done, total, ascii=ascii)
    forms = (f"{bar} {said}  seed {seed}", f"{bar} {said}", said, f"{counts.done}/{total}")
    return _spread(name, forms, problem, width, ascii=ascii)


def _bar(done: int, total: int, *, ascii: bool) -> str:
    full, empty = ("#", ".") if ascii else ("━", "─")
    part = round(_BAR * done / max(1, total))
    return full * part + empty * (_BAR - part)


def _spread(left: Line, forms: Sequence[str], problem: str | None, width: int, *, ascii: bool) -> Line:
    """What stands on the left, and at the end what is said, or the problem; cut with a mark where both do not fit.

    Args:
        left: What stands on the left.
        forms: What is said at the end, the longest form first: the first one is taken that leaves a title to be read.
        problem: Why nothing can be saved; None where all is well.
        width: Columns.
        ascii: Whether only ASCII characters are drawn.
    """
    cut = cut_mark(ascii=ascii)
    least = min(line_width(left), _LEAST_TITLE)
    forms = (f"(not saved: {problem})", "(not saved)") if problem else forms
    said = next((form for form in forms if cell_width(form) + 1 + least <= width), forms[-1])
    # Where not even the shortest form leaves room, a problem is said and a title begun.
    most = width if problem else max(width // 2, width - least - 1)
    end = clip(((said, "wrong" if problem else "muted"),), most, cut)
    name = clip(left, max(0, width - line_width(end) - 1), cut)
    blanks = width - line_width(name) - line_width(end)
    return (*name, (" " * blanks, ""), *end) if end else name


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
        runs += [("  " if runs else "", ""), (f"{name} " if name else "", "muted"), (value, style)]
    return tuple(runs)


def _columns(piece: tuple[str, str, str]) -> int:
    """Columns of a name and its value, with the blanks between and behind them."""
    return cell_width(piece[0]) + cell_width(piece[1]) + (3 if piece[0] else 2)


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
    return next((form for form in forms if cell_width(form) <= room), forms[-1])


def _named(lab: Lab, name: str) -> str:
    value = f"{lab.base:g}" if name == "base" else str(getattr(lab, name))
    return f"{'k' if name == 'offset' else name} {value}"


def footer_line(commands: Sequence[Command], width: int, *, ascii: bool) -> Line:
    """Keys and words of the commands that fit, whole ones only."""
    runs: list[tuple[str, str]] = []
    used = 0
    for command in commands:
        key = first_key(command, ascii=ascii)
        need = cell_width(key) + cell_width(command.footer) + 3
        if used + need - 2 > width:
            continue
        used += need
        runs += [("  " if runs else "", ""), (key, "strong"), (f" {command.footer}", "muted")]
    return tuple(runs)
