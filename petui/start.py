"""The way in. Without arguments the tutor starts before the command line's parser is loaded."""

from __future__ import annotations

import os
import sys

from petui.interrupts import INTERRUPTED, end_at_once, end_in_order, end_no_more, leave_interrupted


def main() -> None:
    """Run `petui`, and end the process."""
    end_at_once()
    try:
        code = _exit_code()
        end_no_more()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        leave_interrupted()
    sys.exit(code)


def _exit_code() -> int:
    try:
        # A shell that completes the command line asks by its environment.
        if len(sys.argv) > 1 or os.environ.get("_PETUI_COMPLETE"):
            from petui.cli import main as run_command

            end_in_order()
            run_command()
        from petui.plain.standardstreams import sound_streams

        with sound_streams():
            return _tutor_code()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1


def _tutor_code() -> int:
    """The exit code of `petui` alone, as the command line would have it."""
    from petui.core.errors import PetuiError

    try:
        from petui.tui.environment import prepare_terminal

        given = prepare_terminal("petui --plain")
        # Textual reads what was prepared when it is imported.
        from petui.tui.app import run_tutor
        from petui.tui.options import TutorOptions

        return run_tutor(TutorOptions(), given)
    except (PetuiError, OSError) as error:
        from petui.commandline import code_after

        return code_after(error)
