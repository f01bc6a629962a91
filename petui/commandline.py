"""Where petui's command line differs from click's own; no command's imports are here."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from petui.completion import files, folders
from petui.core.errors import PetuiError
from petui.interrupts import INTERRUPTED
from petui.plain.output import discard_stdout
from petui.plain.standardstreams import sound_streams
from petui.records import dataclass
from petui.surroundings import given_environment, wants_ascii

if TYPE_CHECKING:
    from petui.plain.library import Library

Function = TypeVar("Function", bound=Callable[..., Any])

# What was typed may be of any length.
_LONGEST_LINE = 400
_NEGATIVE = ("-0", "-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9", "-.")


@dataclass(frozen=True, slots=True)
class Globals:
    """The options that stand before or after the command's name.

    Attributes:
        content: Further directories of courses.
        ascii: Keep to ASCII.
        no_color: Write no colours.
        plain: Work line by line.
    """

    content: tuple[Path, ...] = ()
    ascii: bool = False
    no_color: bool = False
    plain: bool = False

    @property
    def draws_ascii(self) -> bool:
        """Whether output keeps to ASCII, asked or by the environment's locale."""
        return self.ascii or wants_ascii(given_environment())

    @property
    def content_again(self) -> str:
        """What a command that is named to be typed next ends in, to find the same courses: ` --content DIR`, or ""."""
        return "".join(f" --content {shlex.quote(str(path))}" for path in self.content)


def given_path(text: str, where: str) -> Path:
    """A path as it was typed.

    Args:
        text: What was typed.
        where: The option or argument that it was typed for.

    Raises:
        PetuiError: If it is empty, as of a variable that is not set; the current folder is `.`.
    """
    if not text:
        raise PetuiError("an empty text names nothing", where=where, mend="give a path; this folder is `.`")
    return Path(text)


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Add the value of a global option to what stood before the command's name."""
    known = context.obj or Globals()
    if parameter.name == "content":
        given = value if not context.resilient_parsing else filter(None, value)
        context.obj = replace(known, content=known.content + tuple(given_path(each, "--content") for each in given))
    elif value:
        context.obj = replace(known, **{str(parameter.name): value})
    else:
        context.obj = known


format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to write it."
)


def output_option(
    metavar: str = "FILE", says: str = "Write to a file; it is replaced only by a whole one.", *, required: bool = False
) -> Callable[[Function], Function]:
    """The option `-o`, for the parameter `output`."""
    return click.option("-o", "--output", required=required, metavar=metavar, shell_complete=files, help=says)


_CONTENT = click.option(
    "--content",
    multiple=True,
    metavar="DIR",
    help="A further directory of courses.",
    expose_value=False,
    callback=_keep,
    shell_complete=folders,
)
_ASCII = click.option("--ascii", is_flag=True, help="Keep to ASCII.", expose_value=False, callback=_keep)
_NO_COLOR = click.option("--no-color", is_flag=True, help="Write no colours.", expose_value=False, callback=_keep)


# For what can work line by line or be said in words; it may stand before the command's name too.
plain_option = click.option(
    "--plain",
    is_flag=True,
    help="Line by line: for screen readers, pipes and terminals without a cursor.",
    expose_value=False,
    callback=_keep,
)


def global_options(function: Function) -> Function:
    """Give a command `--content`, `--ascii` and `--no-color`; it reads them from its context's Globals."""
    return _CONTENT(_ASCII(_NO_COLOR(function)))


def told_library(common: Globals, *, with_lessons: bool = False) -> Library:
    """Every course that a command speaks of; says in a line on stderr what was left out.

    Raises:
        ContentError: If a directory cannot be read, or there shall be lessons and no course has one.
    """
    from petui.plain.library import read_lessons, read_library

    library = (read_lessons if with_lessons else read_library)(common.content)
    if library.remark:
        click.echo(library.remark, err=True)
    return library


def plain_twin(arguments: Sequence[str]) -> str:
    """The command that does line by line what the one with these arguments does on a screen."""
    # Behind a lone -- nothing is an option.
    words = ["--plain", *arguments] if "--" in arguments else [*arguments, "--plain"]
    return f"petui {shlex.join(words)}"


class QuietGroup(click.Group):
    """A group that ends quietly when nobody reads its output any more."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a broken pipe is the reader's choice, no failure."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            leave_quietly(ctx)
        return result


def leave_quietly(ctx: click.Context) -> NoReturn:
    """End with success."""
    discard_stdout()
    ctx.exit(0)


class NumbersCommand(click.Command):
    """A command whose arguments may be negative numbers: `explain -3 2`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; U+2212, which the readers of numbers take for a minus sign, is no option's mark."""
        numbers = ["\N{MINUS SIGN}" + each[1:] if each.startswith(_NEGATIVE) else each for each in args]
        return super().parse_args(ctx, numbers)


class Number(click.ParamType[int | float | Decimal]):
    """A number; what it means is checked by the command."""

    def __init__(self, kind: type[int] | type[float] | type[Decimal]) -> None:
        """Read whole numbers (`int`), or any, as `float` or as the `Decimal` that was typed."""
        self.kind = kind
        self.name = "whole number" if kind is int else "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float | Decimal:
        """Read the number; fail in a sentence."""
        if isinstance(value, int | float | Decimal):
            return value
        try:
            return self.kind(str(value).replace("\N{MINUS SIGN}", "-"))
        except (ValueError, InvalidOperation):
            self.fail(f"{value!r} is no {self.name}", param, ctx)


def run(group: click.Group) -> NoReturn:
    """Run the command line to its exit code; an error is one line on stderr."""
    with sound_streams():
        sys.exit(_code_of(group))


def _code_of(group: click.Group) -> int:
    try:
        code = group.main(prog_name="petui", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        # A group of commands alone is answered by its help, which is no one line.
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return complain(_words(error), error.exit_code)
    except click.Abort:
        return INTERRUPTED
    except (PetuiError, OSError, KeyboardInterrupt) as error:
        return code_after(error)
    return code if isinstance(code, int) else 0


def code_after(error: PetuiError | OSError | KeyboardInterrupt) -> int:
    """Say what ended a command, where that is to be said; the exit code that follows from it."""
    if isinstance(error, PetuiError):
        return complain(str(error), error.exit_code)
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return 0
    if error.filename is not None:
        return complain(f"{error.filename}: {error.strerror}; check its path and permissions", 2)
    # Click's own help and version go past the writer that the commands use.
    discard_stdout()
    return complain(f"standard output cannot be written: {error.strerror}", 2)


def complain(words: str, code: int) -> int:
    """Say one line on stderr, whatever it contains."""
    line = " ".join(words.split())
    line = line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "..."
    print(f"petui: {''.join(each if each.isprintable() else repr(each)[1:-1] for each in line)}", file=sys.stderr)
    return code


def _words(error: click.ClickException) -> str:
    words = error.format_message().rstrip(".")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{words}; see `{error.ctx.command_path} --help`"
    return words
