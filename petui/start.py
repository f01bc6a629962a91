"""The way in. Without arguments the tutor starts before the command line's parser is loaded."""

from __future__ import annotations

import sys
from typing import NoReturn

from petui.core.errors import PetuiError
from petui.plain.standardstreams import sound_streams


def main() -> NoReturn:
    """Run `petui`."""
    if len(sys.argv) > 1:
        from petui.cli import main as run_command

        run_command()
    with sound_streams():
        sys.exit(_tutor_code())


def _tutor_code() -> int:
    """The exit code of `petui` alone, as the command line would have it."""
    try:
        from petui.tui.environment import prepare_terminal

        prepare_terminal("petui --plain")
        # Textual reads what was prepared when it is imported.
        from petui.tui.app import run_tutor
        from petui.tui.options import TutorOptions

        return run_tutor(TutorOptions())
    except (PetuiError, OSError, KeyboardInterrupt) as error:
        from petui.commandline import code_after

        return code_after(error)
