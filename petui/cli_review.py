"""Commands of revision: the quiz, cards, statistics, the map, the log's data. They join the root group of petui.cli."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from petui import completion
from petui.cli_exchange import cards, data
from petui.commandline import (
    Globals,
    Number,
    format_option,
    given_path,
    global_options,
    plain_option,
    plain_twin,
    told_library,
)


@click.command()
@click.argument("name", required=False, metavar="[COURSE|DECK|LESSON|TAG]", shell_complete=completion.cards_of)
@click.option("--all", "cram", is_flag=True, help="Ask every card, due or not; no schedule changes.")
@click.option("--mistakes", is_flag=True, help="Ask the cards missed in the last 14 days; no schedule changes.")
@click.option("--limit", type=Number(int), metavar="N", help="At most so many cards.")
@click.option("--seed", type=Number(int), metavar="S", help="Draw the same cards and numbers as with this seed before.")
@plain_option
@global_options
@click.pass_context
def quiz(
    context: click.Context,
    name: str | None,
    cram: bool,
    mistakes: bool,
    limit: int | None,
    seed: int | None,
) -> None:
    """Revise: the cards that are due, then new ones."""
    if context.obj.plain:
        _quiz_plainly(context.obj, name, cram=cram, mistakes=mistakes, limit=limit, seed=seed)
        return
    from petui.tui.environment import prepare_terminal
    from petui.tui.options import QuizRequest, TutorOptions

    common: Globals = context.obj
    given = prepare_terminal(plain_twin(sys.argv[1:]), no_color=common.no_color)
    from petui.tui.app import run_tutor

    request = QuizRequest(name=name, cram=cram, mistakes=mistakes, limit=limit, seed=seed)
    options = TutorOptions(common.content, quiz=request, ascii=common.ascii, no_color=common.no_color)
    context.exit(int(run_tutor(options, given)))


def _quiz_plainly(
    common: Globals, name: str | None, *, cram: bool, mistakes: bool, limit: int | None, seed: int | None
) -> None:
    from petui.locations import log_dir
    from petui.plain.learner import quiz_settings, remembered
    from petui.plain.quiz import PlainQuiz
    from petui.plain.streams import input_lines, text_width
    from petui.review.log import ReviewLog
    from petui.review.opening import open_quiz
    from petui.review.queue import queue_options

    settings = quiz_settings()
    options = queue_options(settings, cram=cram, mistakes=mistakes, limit=limit, seed=seed)
    library = told_library(common)
    _, memories = remembered(library.courses, settings.retention)
    session = open_quiz(library.courses, name, memories, ReviewLog(log_dir()), options)
    asked = PlainQuiz(session, library.courses, text_width(), common.draws_ascii, common.content_again)
    asked.run(input_lines())


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER]...", shell_complete=completion.files)
@plain_option
@format_option
@global_options
@click.pass_context
def stats(context: click.Context, files: tuple[str, ...], form: str) -> None:
    """Show what is due, what you recall, and what is not clear.

    With files that `petui data export` wrote, one from each learner, or folders of them: how the class does, which
    concepts are weakest and which misconceptions commonest. Nobody is named; your own log is not looked at. The exit
    code is 1 where not all of it can be read, 2 where nothing can.
    """
    if files:
        context.exit(_class_stats(context.obj, [given_path(each, "FILE") for each in files], form))
    _own_stats(context.obj, form)


def _class_stats(common: Globals, files: Sequence[Path], form: str) -> int:
    """What the learners of a class exported, rolled up; 2 where nothing can be read, 1 where not all can."""
    from petui.plain.hanging import terminal_width
    from petui.plain.output import write_out
    from petui.plain.rolledup import passed_over_words, rolled_up_json, rolled_up_text, rolled_up_words
    from petui.review.rollup import roll_up
    from petui.review.stamp import stamp_now

    library = told_library(common)
    found = roll_up(files, library.courses, stamp_now().day)
    for line in passed_over_words(found):
        click.echo(f"petui: {line}", err=True)
    if not found.learners:
        click.echo("petui: there is no learner's event in any of this", err=True)
        return 2 if found.unread else 1
    if form == "json":
        text = rolled_up_json(found)
    elif common.plain:
        text = rolled_up_words(found, ascii=common.draws_ascii)
    else:
        text = rolled_up_text(found, terminal_width(), ascii=common.draws_ascii)
    write_out([text], None)
    return 1 if found.unread else 0


def _own_stats(common: Globals, form: str) -> None:
    import shutil

    from petui.lessons.collection import collect_cards
    from petui.plain.learner import remembered
    from petui.plain.output import write_out
    from petui.plain.stats import stats_json, stats_text
    from petui.plain.statswords import stats_words
    from petui.review.stamp import stamp_now
    from petui.review.statistics import study_statistics

    library = told_library(common)
    courses = library.courses
    events, memories = remembered(courses)
    now = stamp_now()
    found = study_statistics(collect_cards(courses), memories, events, now.day, at=now.at, courses=courses)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    if form == "json":
        text = stats_json(found)
    elif common.plain:
        text = stats_words(found, ascii=common.draws_ascii)
    else:
        text = stats_text(found, width, ascii=common.draws_ascii)
    write_out([text], None)


@click.command("map")
@click.argument("course", required=False, metavar="[COURSE]", shell_complete=completion.courses)
@click.option("--width", type=Number(int), help="Columns.  [default: the terminal's, or 80]")
@click.option("--words", is_flag=True, help="Say what each lesson needs, and draw no lines.")
@plain_option
@format_option
@global_options
@click.pass_obj
def map_command(common: Globals, course: str | None, width: int | None, words: bool, form: str) -> None:
    """Draw the lessons of a course, and which needs which.

    Without COURSE that of the lesson where you left off. With --plain nothing is drawn: a line tells all of a lesson.
    """
    from petui.plain.learner import remembered
    from petui.plain.maptext import map_json, map_text, map_width
    from petui.plain.mapwords import map_words
    from petui.plain.output import write_out
    from petui.review.coursemap import course_map, mapped_course
    from petui.review.stamp import stamp_now

    columns = map_width(width, terminal=sys.stdout.isatty())
    library = told_library(common)
    events, memories = remembered(library.courses)
    found = course_map(mapped_course(library.courses, events, course), events, memories, stamp_now().day)
    if form == "json":
        text = map_json(found)
    elif common.plain:
        text = map_words(found, ascii=common.draws_ascii, options=common.content_again)
    else:
        text = map_text(found, columns, ascii=common.draws_ascii, in_words=words, options=common.content_again)
    write_out([text], None)


def add_review_commands(root: click.Group) -> None:
    """Give the root group these commands."""
    for command in (quiz, stats, map_command, cards, data):
        root.add_command(command)
