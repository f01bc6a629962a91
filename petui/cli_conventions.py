"""Commands that print numbers, and the options that say which. They join the root group of petui.cli."""

from __future__ import annotations

import sys
from decimal import Decimal

import click

from petui import completion
from petui.commandline import (
    Globals,
    Number,
    NumbersCommand,
    format_option,
    global_options,
    output_option,
    plain_option,
)
from petui.core.errors import PetuiError

_BASE_HELP = "Base of the wavelengths.  [default: the convention's own, 10000]"

d_model_option = click.option(
    "--d-model", type=Number(int), default=8, show_default=True, help="Slots of the encoding."
)
base_option = click.option("--base", type=Number(float), help=_BASE_HELP)
convention_option = click.option(
    "--convention",
    default="paper",
    show_default=True,
    help="Where sines and cosines stand, and how frequencies fall; see `petui conventions`.",
    shell_complete=completion.conventions,
)
dtype_option = click.option(
    "--dtype",
    default="float64",
    show_default=True,
    help="float64, float32, float16, bfloat16.",
    shell_complete=completion.dtypes,
)


@click.command()
@click.option(
    "--pos",
    help="Positions: 3, 2.5, -2:3 (half open) or 0,5,10; of nerf the coordinates of points, x,y,z;x,y,z.  "
    "[default: 8 from the convention's first]",
)
@click.option("--grid", metavar="NxM", help="Cells of a grid, for conventions that encode one.  [default: 2x3]")
@click.option("--d-model", type=Number(int), help="Slots of the encoding.  [default: 8]")
@click.option("--base", type=Number(Decimal), help=_BASE_HELP)
@convention_option
@dtype_option
@click.option("--digits", type=Number(int), help="Decimals, each of them right, of the text form.  [default: 4]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "npy"]),
    help="How to write it.  [default: as FILE ends, else text]",
)
@output_option(says="Write to a file; it is replaced only by a whole table.")
@plain_option
@global_options
@click.pass_obj
def table(
    common: Globals,
    pos: str | None,
    grid: str | None,
    d_model: int | None,
    base: Decimal | None,
    convention: str,
    dtype: str,
    digits: int | None,
    form: str | None,
    output: str | None,
) -> None:
    """Print the encoding's table.

    Rows are positions, or cells of a grid, and columns slots. With --digits every digit of a position's row is proved,
    up to position 2^63 - 1.
    """
    from petui.plain.output import output_file, write_out
    from petui.plain.table import form_for, written_words
    from petui.plain.tablerequests import asked_table

    file = output_file(output)
    form = form or form_for(file)
    if form == "npy" and file is None and sys.stdout.isatty():
        raise PetuiError("a terminal cannot show npy", where="--format", mend="give -o FILE, or pipe it")
    asked = asked_table(
        convention, pos, grid, d_model, base, dtype, digits, form, ascii=common.draws_ascii, in_words=common.plain
    )
    if asked.said:
        click.echo(f"petui: {asked.said}", err=True)
    write_out(asked.chunks, file)
    if file is not None:
        click.echo(f"petui: {written_words(asked.count, form)}", err=True)


@click.command(cls=NumbersCommand)
@click.argument("what", nargs=-1, required=True, metavar="POS SLOT | SYMBOL", shell_complete=completion.symbols)
@d_model_option
@base_option
@convention_option
@format_option
@global_options
@click.pass_obj
def explain(
    common: Globals, what: tuple[str, ...], d_model: int, base: float | None, convention: str, form: str
) -> None:
    """Work out one cell in full, or say what a symbol means."""
    from petui.plain.output import write_out

    if len(what) == 1:
        from petui.lessons.symbols import find_symbol
        from petui.plain.glossary import symbol_json, symbol_text

        if what[0].lstrip("\N{MINUS SIGN}").isdecimal():
            raise PetuiError(f"{what[0]} is a position without a slot", where="explain", mend="give POS SLOT")
        symbol = find_symbol(what[0])
        write_out([symbol_json(symbol) if form == "json" else symbol_text(symbol, ascii=common.draws_ascii)], None)
        return
    if len(what) > 2:
        raise PetuiError(f"there are {len(what)} arguments", where="explain", mend="give POS SLOT, or one SYMBOL")
    from petui.plain.explanation import cell_json, cell_text, explain_cell, read_slot
    from petui.plain.positions import read_position

    cell = explain_cell(read_position(what[0]), read_slot(what[1]), d_model, base, convention)
    write_out([cell_json(cell) if form == "json" else cell_text(cell, ascii=common.draws_ascii)], None)


@click.command()
@click.argument("name", required=False, metavar="[NAME]", shell_complete=completion.all_conventions)
@format_option
@global_options
@click.pass_obj
def conventions(common: Globals, name: str | None, form: str) -> None:
    """Say how programs lay an encoding out.

    All of them in a list; or one, with its formula, what trips those who compare, which others equal it, and rows.
    """
    from petui.plain.conventionlist import list_json, list_text
    from petui.plain.conventionpage import page_json, page_text
    from petui.plain.hanging import terminal_width
    from petui.plain.output import write_out

    if name is None:
        text = list_json() if form == "json" else list_text(ascii=common.draws_ascii)
    else:
        text = page_json(name) if form == "json" else page_text(name, terminal_width(), ascii=common.draws_ascii)
    write_out([text], None)


def add_convention_commands(root: click.Group) -> None:
    """Give the root group these commands."""
    for command in (table, explain, conventions):
        root.add_command(command)
