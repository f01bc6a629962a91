"""Commands that exchange: cards with other programs, the log's events with other machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from petui import completion
from petui.commandline import Globals, Number, format_option, given_path, global_options, output_option, told_library

if TYPE_CHECKING:
    from petui.lessons.collection import FiledCard
    from petui.lessons.model import Course

_name = click.argument("name", required=False, metavar="[COURSE|DECK|LESSON|TAG]", shell_complete=completion.cards_of)
_output = output_option()


# ---- cards -----------------------------------------------------------------------------------------------------------


@click.group()
def cards() -> None:
    """List cards, and exchange them with other programs."""


@cards.command("list")
@_name
@format_option
@global_options
@click.pass_obj
def cards_list(common: Globals, name: str | None, form: str) -> None:
    """List cards, and when each is due.

    Beside each stands new, due, suspended, or the day on which it is due.
    """
    import shutil

    from petui.plain.cards import cards_json, cards_text
    from petui.plain.output import write_out

    courses, found = _chosen_cards(common, name)
    states = _states(courses, found)
    width = shutil.get_terminal_size().columns
    text = cards_json(found, states) if form == "json" else cards_text(found, states, width, ascii=common.draws_ascii)
    write_out([text], None)


@cards.command("export")
@_name
@click.option(
    "--to",
    "form",
    type=click.Choice(["anki", "obsidian", "csv", "json"]),
    default="anki",
    show_default=True,
    help="For which program.",
)
@click.option("--seed", type=Number(int), default=0, show_default=True, help="Draws the numbers of parametric cards.")
@_output
@global_options
@click.pass_obj
def cards_export(common: Globals, name: str | None, form: str, seed: int, output: str | None) -> None:
    """Write cards for Anki, Obsidian or a spreadsheet, or as JSON.

    JSON has all that petui knows of them, as their authors wrote it. Other programs cannot compute: a parametric card
    is written with one draw of its numbers, and its answer worked out.
    """
    from petui.plain.cards import cards_json, export_text, written_words
    from petui.plain.output import write_out

    courses, found = _chosen_cards(common, name)
    remarks: tuple[str, ...]
    if form == "json":
        text = cards_json(found, _states(courses, found))
        # On standard output it is what `cards list --format json` writes, and nothing is beside it.
        remarks = () if _file(output) is None else (written_words(len(found)),)
    else:
        text, remarks = export_text(form, found, courses, seed)
    write_out([text], _file(output))
    _say(remarks)


@cards.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER...", shell_complete=completion.files)
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    shell_complete=completion.folders,
    help="The course to write.  [default: one among your own courses]",
)
@global_options
@click.pass_context
def cards_import(context: click.Context, files: tuple[str, ...], folder: str | None) -> None:
    """Read notes of Obsidian into a course of your own.

    Of a folder those notes are read that have the tag #flashcards. Your notes stay as they are. What was scheduled
    there goes on here; importing again brings the course up to date.
    """
    from petui.plain.importing import import_cards
    from petui.plain.learner import quiz_settings
    from petui.plain.output import write_out

    common: Globals = context.obj
    retention = quiz_settings().retention
    target = None if folder is None else given_path(folder, "--to")
    notes = [given_path(each, "FILE") for each in files]
    told = import_cards(notes, target, common.content, retention, ascii=common.draws_ascii)
    write_out([f"{line}\n" for line in told.lines], None)
    _say([told.summary])
    context.exit(0 if told.complete and told.lines else 1)


@cards.command("suspend")
@click.argument("names", nargs=-1, required=True, metavar="CARD...")
@global_options
@click.pass_obj
def cards_suspend(common: Globals, names: tuple[str, ...]) -> None:
    """Ask cards no more.

    A card is named by its id, or as `petui find` prints it: DECK#CARD.
    """
    _turn(common, names, suspend=True)


@cards.command("unsuspend")
@click.argument("names", nargs=-1, required=True, metavar="CARD...")
@global_options
@click.pass_obj
def cards_unsuspend(common: Globals, names: tuple[str, ...]) -> None:
    """Ask suspended cards again.

    A card is named by its id, or as `petui find` prints it: DECK#CARD.
    """
    _turn(common, names, suspend=False)


def _turn(common: Globals, names: tuple[str, ...], *, suspend: bool) -> None:
    from petui.plain.suspension import turn_cards

    courses, found = _chosen_cards(common, None)
    _say(turn_cards(courses, found, names, suspend=suspend))


def _chosen_cards(common: Globals, name: str | None) -> tuple[tuple[Course, ...], tuple[FiledCard, ...]]:
    """The courses, and all their cards or those of one name; says on stderr what could not be read."""
    from petui.core.errors import ContentError
    from petui.lessons.collection import collect_cards, select_cards

    library = told_library(common)
    if name is None:
        return library.courses, collect_cards(library.courses)
    try:
        return library.courses, select_cards(library.courses, name)
    except ContentError as error:
        raise ContentError(error.what, where="cards", mend=error.mend) from None


def _states(courses: Sequence[Course], found: Sequence[FiledCard]) -> tuple[str, ...]:
    from petui.plain.learner import remembered
    from petui.review.records import card_states
    from petui.review.stamp import stamp_now

    (_, memories), now = remembered(courses), stamp_now()
    return card_states(found, memories, now.at, now.day)


def _file(output: str | None) -> Path | None:
    from petui.plain.output import output_file

    return output_file(output)


def _say(remarks: Sequence[str]) -> None:
    for remark in remarks:
        click.echo(f"petui: {remark}", err=True)


# ---- the log ---------------------------------------------------------------------------------------------------------


@click.group()
def data() -> None:
    """Take your answers to other machines, and theirs to this one."""


@data.command("export")
@_output
@global_options
@click.pass_context
def data_export(context: click.Context, output: str | None) -> None:
    """Write every event of the log, one on each line.

    Of an empty log no file is made; the exit code is 1 then.
    """
    from petui.locations import log_dir
    from petui.plain.logwords import export_words, nothing_words
    from petui.plain.output import write_out
    from petui.review.merging import log_lines

    lines = log_lines(log_dir())
    if not lines.all and _file(output) is not None:
        _say([nothing_words(log_dir(), lines)])
        context.exit(1)
    write_out((line + b"\n" for line in lines.all), _file(output))
    _say([export_words(lines)])


@data.command("merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER...", shell_complete=completion.files)
@global_options
def data_merge(files: tuple[str, ...]) -> None:
    """Add another machine's events to the log.

    Give exported files, or folders: a log, or petui's data with a `log` in it. What is known already is not added.
    """
    from petui.locations import log_dir
    from petui.plain.logwords import merge_words
    from petui.review.merging import merge

    _say([merge_words(merge(log_dir(), [given_path(each, "FILE") for each in files]))])


@data.command("compact")
@click.option("--now", "at_once", is_flag=True, help="Join today's files too.")
@global_options
def data_compact(at_once: bool) -> None:
    """Join the log's files of ended sessions into one.

    petui does so by itself from time to time.
    """
    from petui.locations import log_dir
    from petui.plain.logwords import join_log

    _say([join_log(log_dir(), at_once=at_once)])
