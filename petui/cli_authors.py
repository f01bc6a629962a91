"""Commands for authors, teachers and packagers. They join the root group of petui.cli.

Each is a few lines that import late, so that `--help` and `--version` cost nothing.
"""

from __future__ import annotations

from pathlib import Path

import click

from petui.commandline import global_options


@click.command()
@click.argument("kind", type=click.Choice(["course", "lesson", "deck"]))
@click.argument("name")
@click.option("--to", metavar="DIR", default=".", help="The folder to make it in.  [default: this one]")
@global_options
def new(kind: str, name: str, to: str) -> None:
    """Begin a course, a lesson or a deck from a template that runs at once.

    In the folder of a course a lesson or deck joins it, and is listed in its course.yaml; elsewhere it gets a small
    course around it. NAME is its id: lower-case letters, digits and single hyphens. Nothing is ever overwritten.
    """
    from petui.plain.newcontent import made_files, made_words, make_new
    from petui.plain.output import write_out

    made = make_new(kind, name, Path(to))
    write_out([made_files(made)], None)
    click.echo(made_words(made), err=True)


_COMMANDS: tuple[click.Command, ...] = (new,)


def add_author_commands(root: click.Group) -> None:
    """Give the root group these commands."""
    for command in _COMMANDS:
        root.add_command(command)
