"""Commands for people's own tables and weights: check and convert. They join the root group of petui.cli."""

from __future__ import annotations

import shutil
import sys
from typing import BinaryIO, Literal

import click

from petui import completion
from petui.commandline import Globals, Number, format_option, global_options, output_option

# No argument of a process can hold it.
_MARK = "\0"


class SourceCommand(click.Command):
    """A command whose FILE may be an array of standard input: `-:KEY`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; what begins so is no option."""
        rest = super().parse_args(ctx, [_MARK + each if each.startswith("-:") else each for each in args])
        for name, value in ctx.params.items():
            if isinstance(value, str):
                ctx.params[name] = value.removeprefix(_MARK)
        return rest


@click.command(cls=SourceCommand)
@click.argument("file", metavar="FILE|-", shell_complete=completion.files)
@click.option(
    "--convention",
    metavar="NAME",
    shell_complete=completion.all_conventions,
    help="The convention that it is meant to follow.",
)
@click.option("--start", type=Number(int), metavar="N", help="The position that its first row is meant for.")
@click.option(
    "--base",
    type=Number(float),
    metavar="B",
    help="Base of the wavelengths.  [default: the file's, else the convention's own]",
)
@click.option(
    "--dtype",
    metavar="D",
    shell_complete=completion.dtypes,
    help="Number format that it was computed for.  [default: that of the file]",
)
@click.option("--rtol", type=Number(float), metavar="R", help="Relative tolerance, instead of one that fits.")
@click.option("--atol", type=Number(float), metavar="A", help="Absolute tolerance likewise.")
@format_option
@global_options
@click.pass_context
def check(
    context: click.Context,
    file: str,
    convention: str | None,
    start: int | None,
    base: float | None,
    dtype: str | None,
    rtol: float | None,
    atol: float | None,
    form: str,
) -> None:
    """Name a table's convention, or its slip.

    That is: say which convention a table of your own follows, or what made it differ and how to mend it.

    FILE is .npy, .npz, .safetensors, .csv, .tsv, .json or an array as Python prints it, and - standard input; write
    FILE:KEY or -:KEY for one array of several. Pickles are never opened, and binary files are read in parts, however
    large.

    The exit code is 0 for a match, 1 where the table differs, 2 where it cannot be read.
    """
    from petui.plain.arrayfile import open_table
    from petui.plain.checkpage import PAGE_WIDTH, check_json, check_text, declare
    from petui.plain.output import write_out

    common: Globals = context.obj
    table = open_table(file, stdin=_stdin())
    declared = declare(table, name=convention, start=start, base=base, dtype=dtype, rtol=rtol, atol=atol)
    from petui.core.diagnosis.diagnose import diagnose

    found = diagnose(table.rows, declared)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PAGE_WIDTH
    text = check_json(found, table)
    if form == "text":
        text = check_text(found, table, declared, ascii=common.draws_ascii, width=width)
    write_out([text], None)
    context.exit(0 if found.verdict == "match" else 1)


@click.command(cls=SourceCommand)
@click.argument("file", metavar="FILE|-", shell_complete=completion.files)
@click.option(
    "--from",
    "source",
    required=True,
    metavar="NAME",
    help="The layout that it has.",
    shell_complete=completion.all_conventions,
)
@click.option(
    "--to",
    "target",
    required=True,
    metavar="NAME",
    help="The layout wanted.",
    shell_complete=completion.all_conventions,
)
@click.option("--heads", type=Number(int), metavar="H", help="Heads of a rotary weight matrix; rows are out features.")
@click.option(
    "--axis",
    type=click.Choice(["rows", "columns"]),
    help="What to permute between rotary layouts.  [default: rows of weights, columns of a cos or sin cache]",
)
@click.option(
    "--key", "keys", multiple=True, metavar="KEY", help="Array of a .safetensors file; * stands for any letters."
)
@click.option("--force", is_flag=True, help="Convert also what plainly has another layout than --from.")
@output_option(says="Where to write; replaced only by a whole file.", required=True)
@global_options
def convert(
    file: str,
    source: str,
    target: str,
    heads: int | None,
    axis: Literal["rows", "columns"] | None,
    keys: tuple[str, ...],
    force: bool,
    output: str,
) -> None:
    """Put a table or weights in another layout.

    Columns of a table are permuted between conventions of the same frequencies; see `petui conventions`. A table that
    plainly is not --from's is refused, whatever its base and rows.

    The other two names are rope-interleaved and rope-half-split, for the rows of query and key weights and their
    biases, which are permuted within each of --heads heads, and for the columns of a table of cosines or sines.
    Number formats are kept to the bit, and so is all else of a .safetensors file.
    """
    from petui.plain.conversion import Conversion, layout_name
    from petui.plain.converting import convert_file

    asked = Conversion(layout_name(source), layout_name(target), heads, axis, force)
    for line in convert_file(file, asked, output, keys=keys, stdin=_stdin()):
        click.echo(f"petui: {line}", err=True)


def _stdin() -> BinaryIO | None:
    return None if sys.stdin is None else sys.stdin.buffer


def add_check_commands(root: click.Group) -> None:
    """Give the root group these commands."""
    for command in (check, convert):
        root.add_command(command)
