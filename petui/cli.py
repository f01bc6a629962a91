"""The `petui` command: parses first, imports later, so that `--help` and `--version` cost nothing.

Exit codes: 0 done, 1 faults found or nothing found, 2 wrong use or unreadable input, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

import petui
from petui import completion
from petui.cli_authors import add_author_commands
from petui.cli_check import add_check_commands
from petui.cli_conventions import (
    add_convention_commands,
    base_option,
    convention_option,
    d_model_option,
    dtype_option,
)
from petui.cli_learn import read_lesson_plainly
from petui.cli_lint import add_lint_command
from petui.cli_review import add_review_commands
from petui.commandline import (
    Globals,
    Number,
    QuietGroup,
    format_option,
    global_options,
    plain_option,
    plain_twin,
    run,
    told_library,
)
from petui.core.errors import PetuiError
from petui.lessons.schema import VIEWS

if TYPE_CHECKING:
    from petui.config import Config
    from petui.plain.findings import Finding

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=QuietGroup, invoke_without_command=True, context_settings=_SETTINGS)
@click.version_option(petui.__version__, message="petui %(version)s")
@plain_option
@global_options
@click.pass_context
def root(context: click.Context) -> None:
    """Learn sinusoidal positional encodings in a terminal, and look at their numbers.

    Without a command petui starts the tutor where you left off.
    """
    if context.invoked_subcommand is None:
        context.exit(_start_tutor(context.obj, None, (), restart=False))


def _start_tutor(common: Globals, lesson: str | None, settings: tuple[str, ...], *, restart: bool) -> int:
    name, _, step = (lesson or "").partition("#")
    pairs = tuple(_pair(each) for each in settings)
    if lesson is not None and not name:
        raise PetuiError(
            f"{lesson!r} names no lesson", where="learn", mend="give LESSON or LESSON#STEP, see `petui list`"
        )
    if common.plain:
        read_lesson_plainly(common, name or None, step or None, pairs, restart=restart)
        return 0
    from petui.tui.environment import prepare_terminal
    from petui.tui.options import TutorOptions

    given = prepare_terminal(plain_twin(sys.argv[1:]), no_color=common.no_color)
    from petui.tui.app import run_tutor

    options = TutorOptions(
        content=common.content,
        lesson=name or None,
        step=step or None,
        settings=pairs,
        restart=restart,
        ascii=common.ascii,
        no_color=common.no_color,
    )
    return int(run_tutor(options, given))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise PetuiError(f"{text!r} sets nothing", where="--set", mend="write NAME=VALUE, such as pos=3")
    return name.strip(), value.strip()


@root.command()
@click.argument("lesson", required=False, metavar="[LESSON[#STEP]]", shell_complete=completion.lessons)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Start with this value, such as pos=3.")
@click.option("--restart", is_flag=True, help="Begin the lesson at its first step.")
@plain_option
@global_options
@click.pass_context
def learn(context: click.Context, lesson: str | None, settings: tuple[str, ...], restart: bool) -> None:
    """Start the tutor at a lesson, or where you left off.

    STEP is a step's id, or its number from 1.

    With --plain the lesson is read line by line, for screen readers, pipes and terminals without a cursor: type an
    answer, or Enter to go on; ? lists the keys.
    """
    context.exit(_start_tutor(context.obj, lesson, settings, restart=restart))


@root.command("list")
@plain_option
@format_option
@global_options
@click.pass_obj
def list_command(common: Globals, form: str) -> None:
    """List lessons and decks."""
    from petui.plain.hanging import terminal_width
    from petui.plain.learner import logged_events
    from petui.plain.listing import list_json, list_text, list_words, listed_decks, listed_lessons
    from petui.plain.output import write_out
    from petui.review.progress import lesson_state

    library = told_library(common)
    events = logged_events(library.courses)
    lessons = listed_lessons(library.courses, lambda course, lesson: lesson_state(events, course.id, lesson.id))
    decks = listed_decks(library.courses)
    if form == "json":
        text = list_json(lessons, decks)
    elif common.plain:
        text = list_words(library.courses, lessons, decks, ascii=common.draws_ascii)
    else:
        text = list_text(library.courses, lessons, decks, ascii=common.draws_ascii, width=terminal_width())
    write_out([text], None)


@root.command()
@click.argument("words", nargs=-1, required=True)
@format_option
@global_options
@click.pass_context
def find(context: click.Context, words: tuple[str, ...], form: str) -> None:
    """Search lessons, misconceptions, cards and symbols."""
    from petui.lessons.search import search
    from petui.plain.hanging import terminal_width
    from petui.plain.hits import hits_json, hits_text
    from petui.plain.output import write_out

    hits = search(told_library(context.obj).courses, " ".join(words))
    text = hits_json(hits)
    if form == "text":
        text = hits_text(hits, ascii=context.obj.draws_ascii, width=terminal_width())
    write_out([text], None)
    if not hits:
        click.echo(f"petui: nothing has {' '.join(words)!r} in it", err=True)
        context.exit(1)


@root.command()
@click.argument("view", metavar="VIEW", type=click.Choice(VIEWS))
@click.option(
    "--pos",
    default="3",
    show_default=True,
    help="The current position; or 0:100, which is position 0 and --length 100.",
)
@click.option("--slot", type=Number(int), default=0, show_default=True, help="The current slot.")
@click.option("--length", type=Number(int), default=64, show_default=True, help="Positions of the sequence.")
@click.option(
    "--offset", type=Number(int), default=1, show_default=True, help="The offset k from the current position."
)
@d_model_option
@base_option
@convention_option
@click.option(
    "--against",
    metavar="NAME",
    help="A second convention, beside the first; difference is taken from it.",
    shell_complete=completion.conventions,
)
@dtype_option
@click.option("--width", type=Number(int), help="Columns.  [default: the terminal's, or 80]")
@click.option("--height", type=Number(int), help="Rows.  [default: the terminal's less one, or 24]")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@plain_option
@global_options
@click.pass_obj
def plot(
    common: Globals,
    /,
    view: str,
    against: str | None,
    color: str,
    width: int | None,
    height: int | None,
    **parameters: Any,
) -> None:
    """Draw a view of the encoding.

    waves and heat show its values; similarity the dot product of two rows against their offset; dials and circle the
    hands of its frequency pairs; unique how far every row is from the current one.

    dtype shows how far a number format is from the exact values; difference the convention less --against, or less the
    paper's; sum a word's embedding + PE; attention what the order of words changes without PE and with it; counter the
    bits of the positions beside their sines.

    With --plain nothing is drawn: the view is told in words.
    """
    from petui.plain.output import write_out
    from petui.plain.picture import colors_wanted, draw, lab_against, picture_size, plot_lab, to_text

    terminal = sys.stdout.isatty()
    lab = plot_lab(**parameters)
    other = None if against is None else lab_against(lab, against)
    if common.plain:
        from petui.plain.plotwords import plot_words

        size = picture_size(width, height, terminal=False)
        write_out([plot_words(view, lab, *size, ascii=common.draws_ascii, against=other)], None)
        return
    colors = colors_wanted(color, no_color=common.no_color, terminal=terminal, environ=os.environ)
    picture = draw(
        view,
        lab,
        *picture_size(width, height, terminal=terminal),
        ascii=common.draws_ascii,
        against=other,
        colors=colors,
    )
    write_out([to_text(picture, colors=colors)], None)


@root.command()
@format_option
@global_options
@click.pass_obj
def locate(common: Globals, form: str) -> None:
    """Print where petui keeps and looks for files."""
    from petui.plain.output import write_out
    from petui.plain.places import found_places, places_json, places_text

    places = found_places(common.content)
    write_out([places_json(places) if form == "json" else places_text(places)], None)


@root.command()
@format_option
@global_options
@click.pass_context
def doctor(context: click.Context, form: str) -> None:
    """Look at the installation, the terminal and your data.

    It says what petui chose for this terminal and why. The exit code is 1 where something is to be mended.
    """
    from petui.plain.doctor import examine
    from petui.plain.findings import doctor_json, doctor_text, to_mend
    from petui.plain.output import write_out
    from petui.surroundings import Asked, given_environment

    common: Globals = context.obj
    finding, config = _config_finding()
    asked = Asked(common.ascii, config.ascii, common.no_color, config.theme or "")
    findings = (*examine(common.content, given_environment(), asked), finding)
    text = doctor_json(findings) if form == "json" else doctor_text(findings, ascii=common.draws_ascii)
    write_out([text], None)
    context.exit(1 if to_mend(findings) else 0)


def _config_finding() -> tuple[Finding, Config]:
    """The configuration; the defaults where it cannot be used."""
    from petui.config import Config
    from petui.locations import config_path, state_of
    from petui.plain.findings import Finding
    from petui.tui.keytable import user_config

    path = config_path()
    try:
        config, _ = user_config()
    except PetuiError as error:
        return Finding("config", str(path), error.what, error.mend), Config()
    return Finding("config", str(path), "none" if state_of(path) == "missing" else "can be used"), config


@root.command()
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@global_options
@click.pass_obj
def keys(common: Globals, form: str) -> None:
    """Print the tutor's keys."""
    from petui.plain.hanging import terminal_width
    from petui.plain.output import write_out
    from petui.tui.keytable import keys_in

    write_out([keys_in(form, ascii=common.draws_ascii, width=terminal_width())], None)


add_convention_commands(root)
add_check_commands(root)
add_review_commands(root)
add_lint_command(root)
add_author_commands(root)


def main() -> NoReturn:
    """Run `petui`; or answer a shell that completes its command line."""
    asked = os.environ.get(completion.VARIABLE)
    if asked:
        completion.answer_shell(root, asked)
    run(root)
