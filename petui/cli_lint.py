"""The command that checks courses; what it needs is imported when it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from petui import completion
from petui.commandline import Globals, given_path, global_options
from petui.core.errors import PetuiError

if TYPE_CHECKING:
    from petui.lessons.place import Fault


def add_lint_command(root: click.Group) -> None:
    """Add `petui lint`."""
    root.add_command(lint)


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=completion.files)
@click.option("--coverage", is_flag=True, help="Report numbers of the inventory without a lesson or a card too.")
@click.option("--lock", is_flag=True, help="Write course.lock, for a release, into each course without faults.")
@click.option(
    "--explain/--no-explain",
    default=None,
    help="Show the line of each fault, and what its code stands for.  [default: on a terminal]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "line", "github"]),
    default="text",
    show_default=True,
    help="How to write it: line for editors, github for annotations.",
)
@global_options
@click.pass_context
def lint(
    context: click.Context, paths: tuple[str, ...], form: str, *, coverage: bool, lock: bool, explain: bool | None
) -> None:
    """Report every fault of courses, lessons and decks.

    Codes that begin with W are warnings; without faults beside them the exit code is 0.

    Without a PATH every course that petui finds is checked. What was locked for a release is held against its
    course.lock: an id that is gone is a fault, a retelling that has fallen behind a warning.
    """
    from petui.lessons.lint import lint_paths, lists_inventory

    common: Globals = context.obj
    places = _places(common, paths, lock=lock)
    check = _locked if lock else lint_paths
    faults = check(places, coverage=coverage, installed=_installed(common))
    _write(faults, form, common, explain=explain)
    if coverage and not lists_inventory(places):
        click.echo("petui: none of this has an inventory, so there was nothing to compare for --coverage", err=True)
    context.exit(0 if all(fault.is_warning for fault in faults) else 1)


def _places(common: Globals, paths: tuple[str, ...], *, lock: bool) -> list[Path]:
    from petui.lessons.finding import find_courses
    from petui.plain.library import course_roots

    if lock:
        if not paths:
            raise PetuiError("--lock needs the course that is to be released", where="lint", mend="give its directory")
        return [course for path in paths for course in find_courses([given_path(path, "PATH")])]
    # Whoever names a place wants a course there; the site's and the user's own folders may be empty.
    return [given_path(each, "PATH") for each in paths] or [*common.content, *find_courses(course_roots(()))]


def _installed(common: Globals) -> list[Path]:
    """Directories of courses that petui finds, those first whose ids nobody here may choose: the shipped ones."""
    from petui.plain.library import course_roots

    roots, given = course_roots(common.content), len(common.content)
    # One that is not there is for other commands to say; this one was not asked about it.
    return [root for root in (roots[-1], *roots[given:-1], *roots[:given]) if root.is_dir()]


def _locked(places: list[Path], *, coverage: bool, installed: list[Path]) -> tuple[Fault, ...]:
    """Write the locks of courses without faults, and say so; all faults."""
    from petui.lessons.lock import LOCK_FILE
    from petui.lessons.release import release
    from petui.plain.output import replace_file

    if not places:
        raise PetuiError("there is no course here", where="lint", mend="give a directory with a course.yaml")
    found: list[Fault] = []
    for place in places:
        made = release(place, coverage=coverage, installed=installed)
        found += made.faults
        path = place / LOCK_FILE
        if made.text:
            try:
                replace_file([made.text], path)
            except OSError as error:
                what = f"cannot be written: {error.strerror or error}"
                raise PetuiError(what, where=str(path), mend="check the course's folder") from None
        click.echo(
            f"petui: {f'wrote {path}' if made.text else f'{path} stays as it was: mend the faults first'}", err=True
        )
    return tuple(sorted(found))


def _write(faults: tuple[Fault, ...], form: str, common: Globals, *, explain: bool | None) -> None:
    from petui.plain.faultforms import faults_in
    from petui.plain.faults import tally
    from petui.plain.output import write_out

    explained = sys.stdout.isatty() if explain is None else explain
    write_out([faults_in(form, faults, ascii=common.draws_ascii, explain=explained)], None)
    if form in ("text", "json"):
        click.echo(f"petui: {tally(faults)}", err=True)
