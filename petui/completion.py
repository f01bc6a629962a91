"""What a shell completes behind `petui`: click asks each parameter, and these answer.

At every Tab a process starts: neither NumPy nor Textual is loaded, nothing is parsed but course.yaml, and whatever is
wrong is silent.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# The shell's script asks by it, as click has it.
VARIABLE = "_PETUI_COMPLETE"
SHELLS = ("bash", "zsh", "fish")

# What to do with the script, by shell; written where a person sees it printed.
_INSTALLED: dict[str, str] = {
    "bash": "petui completion bash > ~/.petui.bash, and `. ~/.petui.bash` in ~/.bashrc",
    "zsh": "petui completion zsh > ~/.petui.zsh, and `. ~/.petui.zsh` in ~/.zshrc, below compinit",
    "fish": "petui completion fish > ~/.config/fish/completions/petui.fish",
}

Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"
_Names: TypeAlias = Callable[[click.Context, str], Iterable[str | tuple[str, str]]]


def script(shell: str) -> str:
    """The script that makes a shell complete `petui`; one of SHELLS."""
    from click.shell_completion import get_completion_class

    maker = get_completion_class(shell)
    assert maker is not None
    # Of bash 4.3 and older click would say on stderr that it cannot.
    return maker(click.Command("petui"), {}, "petui", VARIABLE).source()


def installation(shell: str) -> str:
    """How that script is kept, in one line."""
    return f"keep it with: {_INSTALLED[shell]}"


def answer_shell(root: click.Command, instruction: str) -> NoReturn:
    """Write what the shell asks for, and end; what goes wrong is no business of who presses Tab."""
    from click.shell_completion import shell_complete

    try:
        code = shell_complete(root, {}, "petui", VARIABLE, instruction)
    except Exception:
        code = 1
    sys.exit(code)


def _completer(names: _Names) -> Completer:
    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        try:
            found = [name if isinstance(name, tuple) else (name, "") for name in names(context, incomplete)]
        except Exception:
            return []
        return [
            CompletionItem(name, help=says or None) for name, says in dict(found).items() if name.startswith(incomplete)
        ]

    return complete


def _content(context: click.Context) -> tuple[Path, ...]:
    """The `--content` directories that stand before what is completed."""
    found: tuple[Path, ...] = getattr(context.obj, "content", ())
    return found


@_completer
def lessons(context: click.Context, incomplete: str) -> list[str]:
    """Lesson ids, and behind `LESSON#` the ids of its steps."""
    from petui.plain.completions import lesson_names, step_names

    lesson, hash_sign, _ = incomplete.partition("#")
    return step_names(_content(context), lesson) if hash_sign else lesson_names(_content(context))


@_completer
def courses(context: click.Context, incomplete: str) -> list[str]:
    """Course ids."""
    from petui.plain.completions import course_names

    return course_names(_content(context))


@_completer
def cards_of(context: click.Context, incomplete: str) -> list[str]:
    """What has cards: courses, decks and lessons."""
    from petui.plain.completions import course_names, deck_names, lesson_names

    content = _content(context)
    return [*deck_names(content), *course_names(content), *lesson_names(content)]


@_completer
def sheets(context: click.Context, incomplete: str) -> list[str]:
    """What a worksheet can be made of: lessons and decks."""
    from petui.plain.completions import deck_names, lesson_names

    return [*lesson_names(_content(context)), *deck_names(_content(context))]


@_completer
def conventions(context: click.Context, incomplete: str) -> tuple[str, ...]:
    """Conventions that have a table."""
    from petui.core.conventionnames import TABLE_NAMES

    return TABLE_NAMES


@_completer
def all_conventions(context: click.Context, incomplete: str) -> tuple[str, ...]:
    """Every convention, those that change scores too."""
    from petui.core.conventionnames import SCORE_NAMES, TABLE_NAMES

    return (*TABLE_NAMES, *SCORE_NAMES)


@_completer
def dtypes(context: click.Context, incomplete: str) -> tuple[str, ...]:
    """Number formats."""
    from petui.core.conventionnames import DTYPE_NAMES

    return DTYPE_NAMES


@_completer
def symbols(context: click.Context, incomplete: str) -> list[tuple[str, str]]:
    """Symbols as they are typed, each with what it is."""
    from petui.lessons.symbols import SYMBOLS

    return [(symbol.ascii, symbol.title) for symbol in SYMBOLS]


@_completer
def topics(context: click.Context, incomplete: str) -> list[tuple[str, str]]:
    """Topics of `petui help`, and commands."""
    from petui.plain.helptopics import TOPICS

    root = context.find_root().command
    commands = root.commands if isinstance(root, click.Group) else {}
    return [
        *TOPICS.items(),
        *((name, each.get_short_help_str()) for name, each in commands.items() if name not in TOPICS),
    ]


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files and folders, which the shell itself knows."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def folders(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Folders."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="dir")]
