"""Commands for authors, teachers and packagers. They join the root group of petui.cli.

Each is a few lines that import late, so that `--help` and `--version` cost nothing.
"""

from __future__ import annotations

import sys

import click

from petui import completion
from petui.commandline import (
    Globals,
    Number,
    complain,
    given_path,
    global_options,
    output_option,
    plain_option,
    plain_twin,
    told_library,
)


@click.command()
@click.argument("kind", type=click.Choice(["course", "lesson", "deck"]))
@click.argument("name")
@click.option(
    "--to",
    metavar="DIR",
    shell_complete=completion.folders,
    default=".",
    help="The folder to make it in.  [default: this one]",
)
@global_options
def new(kind: str, name: str, to: str) -> None:
    """Begin a course, a lesson or a deck.

    It is made from a template that runs at once. In the folder of a course a lesson or deck joins it,
    and is listed in its course.yaml; elsewhere it gets a small course around it. NAME is its id: lower-case letters,
    digits and single hyphens. Nothing is ever overwritten.
    """
    from petui.plain.newcontent import made_files, made_words, make_new
    from petui.plain.output import write_out

    made = make_new(kind, name, given_path(to, "--to"))
    write_out([made_files(made)], None)
    click.echo(made_words(made), err=True)


@click.command()
@click.argument("name", metavar="LESSON|DECK", shell_complete=completion.sheets)
@click.option("--seed", type=Number(int), metavar="S", help="Draw the numbers of this seed.  [default: a new one]")
@click.option("--key", is_flag=True, help="Write the answers too: how each comes about, and what wrong ones show.")
@click.option("--limit", type=Number(int), metavar="N", help="At most so many questions.")
@output_option("FILE.md")
@global_options
@click.pass_obj
def worksheet(common: Globals, name: str, seed: int | None, key: bool, limit: int | None, output: str | None) -> None:
    """Write exercises as Markdown, and their answers.

    They are the questions of a lesson, or the cards of a deck, with room to answer on paper. The same seed gives the
    same sheet, and with --key its answers. The numbers are those of the tutor: of a deck what `petui quiz DECK --all`
    asks with that seed, in its order.
    """
    from petui.plain.output import output_file, write_out
    from petui.plain.worksheet import worksheet_markdown, worksheet_remarks
    from petui.review.exercises import sheet_of

    sheet = sheet_of(told_library(common).courses, name, seed=seed, limit=limit)
    write_out([worksheet_markdown(sheet, key=key)], output_file(output))
    words = ["petui", "worksheet", name, *(word for path in common.content for word in ("--content", str(path)))]
    again = [*words, *([] if limit is None else ["--limit", str(limit)])] if seed is None else []
    for remark in worksheet_remarks(sheet, again):
        click.echo(f"petui: {remark}", err=True)


@click.command()
@click.argument("path", shell_complete=completion.files)
@click.option("--answers", is_flag=True, help="Show each question's answer, and hold nothing back.")
@plain_option
@global_options
@click.pass_context
def preview(context: click.Context, path: str, *, answers: bool) -> None:
    """Show a lesson file, and again whenever it is saved.

    The step and your numbers are kept. Where the saved file has faults, they are named beside the last good version.
    Nothing is logged. With --plain a lesson that can be read is printed as a whole; the exit code is 1 where it has
    faults.
    """
    common: Globals = context.obj
    if common.plain:
        from petui.plain.previewpage import print_preview

        context.exit(print_preview(given_path(path, "PATH"), answers=answers, ascii=common.draws_ascii))
    from petui.tui.environment import prepare_terminal
    from petui.tui.options import PreviewRequest, TutorOptions

    given = prepare_terminal(plain_twin(sys.argv[1:]), no_color=common.no_color)
    from petui.tui.app import run_tutor

    request = PreviewRequest(given_path(path, "PATH"), answers)
    run_tutor(TutorOptions(preview=request, ascii=common.ascii, no_color=common.no_color), given)


@click.command()
@click.argument("name", type=click.Choice(["course", "lesson", "retelling", "deck"]))
@global_options
def schema(name: str) -> None:
    """Print a JSON Schema, by which editors check YAML.

    course is course.yaml, lesson and retelling are their front matters, deck is a deck in YAML.
    """
    from petui.lessons.jsonschema import schema_text
    from petui.plain.output import write_out

    write_out([schema_text(name)], None)


@click.command("completion")
@click.argument("shell", type=click.Choice(completion.SHELLS))
@global_options
def completion_command(shell: str) -> None:
    """Print the script that makes a shell complete petui.

    At Tab it then offers commands, options, lessons, decks, conventions, topics and files.
    """
    from petui.plain.output import write_out

    write_out([completion.script(shell)], None)
    if sys.stdout.isatty():
        click.echo(f"petui: {completion.installation(shell)}", err=True)


@click.command("help")
@click.argument("topic", required=False, metavar="[TOPIC]", shell_complete=completion.topics)
@global_options
@click.pass_context
def help_command(context: click.Context, topic: str | None) -> None:
    """Tell of a topic; without TOPIC list them.

    TOPIC may be a command too.
    """
    from petui.plain.helplayout import page_width
    from petui.plain.helppages import help_list, help_page, unknown_topic
    from petui.plain.helptopics import TOPICS
    from petui.plain.output import write_out

    ascii, width = context.obj.draws_ascii, page_width()
    root = context.find_root().command
    commands = root.commands if isinstance(root, click.Group) else {}
    if topic is None:
        text = help_list(width=width, ascii=ascii)
    elif topic in TOPICS:
        text = help_page(topic, width=width, ascii=ascii)
    elif topic in commands:
        text = commands[topic].get_help(click.Context(commands[topic], context.parent, topic)) + "\n"
    else:
        raise unknown_topic(topic, commands)
    if topic == "keys":
        from petui.tui.keytable import keys_in

        text += "\n" + keys_in("text", ascii=ascii, width=width)
    write_out([text], None)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=Number(int), default=8000, show_default=True, help="The port; 0 takes any that is free.")
@click.option("--visitors", type=Number(int), default=40, show_default=True, help="At most so many at once.")
@click.option(
    "--data",
    metavar="DIR",
    shell_complete=completion.folders,
    help="Where visitors' data are kept.  [default: served, among your own data]",
)
@click.option("--url", default="", metavar="URL", help="The public address, behind a reverse proxy.")
@global_options
@click.pass_context
def serve(context: click.Context, host: str, port: int, visitors: int, data: str | None, url: str) -> None:
    """Give a class petui in their browsers.

    Each visitor has a process and data of their own. It needs `pip install 'petui[web]'`, in a clone
    `pip install '.[web]'`. There is no password and no encryption: by itself only this machine gets in.
    """
    from petui.locations import data_dir
    from petui.web.wish import Wish, begin_serving, tutor_arguments

    common: Globals = context.obj
    arguments = tutor_arguments(common.content, ascii=common.ascii, no_color=common.no_color)
    place = data_dir() / "served" if data is None else given_path(data, "--data")
    wish = Wish(host, port, visitors, place, url, arguments)
    context.exit(begin_serving(wish, lambda line: complain(line, 0)))


_COMMANDS: tuple[click.Command, ...] = (completion_command, help_command, new, preview, schema, serve, worksheet)


def add_author_commands(root: click.Group) -> None:
    """Give the root group these commands."""
    for command in _COMMANDS:
        root.add_command(command)
