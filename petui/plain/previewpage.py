"""`petui preview --plain`: a lesson printed as a whole, with its answers where they are asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from petui.lessons.model import Aside, Code, Gate
from petui.lessons.play import lab_at
from petui.lessons.previewplay import PreviewPlayer
from petui.lessons.watched import WatchedLesson
from petui.plain.charset import shown
from petui.plain.faults import counted, faults_text, minutes_of, tally
from petui.plain.lessonpage import PlainPage
from petui.plain.looking import said_lab, said_plot
from petui.plain.streams import INDENT, folded, text_width, write_lines

# The same numbers each time, so that two printed versions of a lesson differ by what its author changed.
_SEED = 1


def print_preview(path: Path, *, answers: bool, ascii: bool) -> int:
    """Print a lesson file to standard output, and what is wrong with it to standard error.

    Args:
        path: The file.
        answers: Whether each question is printed with its answer.
        ascii: Whether to keep to ASCII.

    Returns:
        The exit code: 1 where it has faults.

    Raises:
        ContentError: If there is no lesson file.
    """
    watched = WatchedLesson(path)
    seen = watched.glance()
    faults = tuple(sorted({*seen.faults, *watched.look()}))
    if seen.lesson is not None:
        shelf = watched.shelf(seen.lesson)
        player = PreviewPlayer(seen.lesson, shelf.mistakes_by_id, seed=_SEED)
        player.holds = False
        write_lines(_lesson_lines(player, shelf.lesson_titles, answers=answers, ascii=ascii), ascii=ascii)
        sys.stdout.flush()
    if faults:
        click.echo(faults_text(faults, ascii=ascii), nl=False, err=True)
        click.echo(f"petui: {shown(tally(faults), ascii=ascii)}", err=True)
    return 0 if all(fault.is_warning for fault in faults) else 1


def _lesson_lines(player: PreviewPlayer, titles: Mapping[str, str], *, answers: bool, ascii: bool) -> Iterator[str]:
    lesson, width = player.lesson, text_width()
    size = f"{counted(len(lesson.steps), 'step')}, about {minutes_of(lesson.minutes)}."
    yield from folded([f"{lesson.title}. {size}"], width)
    lab = lab_at(player, player.stage.lab)
    while True:
        yield from _step(player, PlainPage(player, lab, width, ascii, titles), answers=answers)
        if not player.forward():
            return
        lab = lab_at(player, lab)


def _step(player: PreviewPlayer, page: PlainPage, *, answers: bool) -> Iterator[str]:
    step = player.step
    yield ""
    yield from page.words(f"Step {player.index + 1} of {len(player.lesson.steps)} ({step.id}). {said_lab(page.lab)}")
    if step.show:
        yield from page.words(said_plot(step.show, page.lab, ascii=page.ascii))
    for part in player.shown():
        yield ""
        yield from page.opened(part) if _is_shut(part.part) else page.part(part)
        if answers and isinstance(part.part, Gate):
            told = player.answer_words(part.part, ascii=page.ascii)
            yield from folded([f"{INDENT}{line}" for line in told], page.width)


def _is_shut(part: object) -> bool:
    """Whether a learner would open it by a key."""
    return isinstance(part, Code) or (isinstance(part, Aside) and part.kind == "why")
