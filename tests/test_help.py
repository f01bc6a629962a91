"""Help texts: every command's, whole and within a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from petui.cli import root

WIDTH = 80


def commands(group: click.Command, *names: str) -> Iterator[tuple[str, ...]]:
    """The words that lead to each command."""
    yield names
    if isinstance(group, click.Group):
        for name, command in group.commands.items():
            yield from commands(command, *names, name)


@pytest.mark.parametrize("names", list(commands(root)), ids=" ".join)
def test_no_line_of_help_is_cut_off(names: tuple[str, ...]) -> None:
    """Only arguments that may be repeated end with dots."""
    done = CliRunner().invoke(root, [*names, "--help"], terminal_width=WIDTH)
    assert done.exit_code == 0
    usage, *lines = done.output.splitlines()
    assert usage.startswith("Usage:")
    assert not [line for line in lines if line.endswith("...") and not re.fullmatch(r" +[A-Z|]+\.\.\.", line)]
    assert all(len(line) <= WIDTH for line in lines)
