"""Commands for authors, teachers and packagers. They join the root group of petui.cli.

Each is a few lines that import late, so that `--help` and `--version` cost nothing.
"""

from __future__ import annotations

import click

_COMMANDS: tuple[click.Command, ...] = ()


def add_author_commands(root: click.Group) -> None:
    """Give the root group these commands."""
    for command in _COMMANDS:
        root.add_command(command)
