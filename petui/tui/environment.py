"""What must be settled before Textual is imported; it reads its environment once, at import."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Mapping, MutableMapping
from typing import IO

from petui.core.errors import PetuiError
from petui.plain.tmuxclient import ClientQuestion
from petui.records import dataclass
from petui.surroundings import COLOR_SYSTEMS, Asked, choose, dumb_words, given_environment, is_browser

# NumPy's thread pool costs start-up time and memory on shared machines, and gains nothing here.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
# Frames in a second, at most; only what changes is drawn at all.
_MOST_FRAMES = "250"
# What asyncio and markdown-it load where it is there, and petui does without: the tutor asks no network, lessons have
# no bare links. TLS is 4 MB of each learner's memory, the patterns of links a third of one. Of Textual's widgets only
# that for Markdown needs these, and none is shown.
_DONE_WITHOUT = ("ssl", "linkify_it")
_SYSTEMS = {count: name for name, count in COLOR_SYSTEMS.items()}


@dataclass(frozen=True, slots=True)
class Given:
    """What there was before anything was set.

    Attributes:
        environ: The variables that petui was started with.
        tmux: What tmux was asked of its client, if it is there; answered while the rest of petui is loaded.
    """

    environ: Mapping[str, str]
    tmux: ClientQuestion


def prepare_terminal(plain: str, *, no_color: bool = False) -> Given:
    """Refuse what is no terminal, then set the process up for the tutor.

    Args:
        plain: The command that does the same line by line.
        no_color: Draw without colour.

    Returns:
        What there was before.

    Raises:
        PetuiError: If stdin, stdout or stderr is no terminal, or TERM names none that can position the cursor, and no
            browser shows the screen either.
    """
    if not is_browser(os.environ):
        refuse_without_terminal((sys.stdin, sys.stdout, sys.stderr), plain)
    given = Given(dict(given_environment()), ClientQuestion(os.environ))
    set_variables(os.environ, no_color=no_color)
    _speak_utf8()
    _load_less()
    # Collecting garbage while modules load costs a tenth of the start; the app turns it on after its first paint.
    gc.disable()
    return given


def refuse_without_terminal(streams: tuple[IO[str] | None, ...], plain: str) -> None:
    """Raise PetuiError unless every stream is an open terminal whose cursor can be positioned.

    Args:
        streams: Standard input, output and error.
        plain: The command that does the same line by line.
    """
    mend = f"`{plain}` works line by line, anywhere"
    for stream, name in zip(streams, ("stdin", "stdout", "stderr"), strict=True):
        if stream is None or stream.closed or not stream.isatty():
            raise PetuiError(f"{name} is not a terminal, and the tutor needs one", mend=mend)
    if why := dumb_words(os.environ):
        raise PetuiError(why, mend=mend)


def set_variables(environ: MutableMapping[str, str], *, no_color: bool = False) -> None:
    """Set what Textual and NumPy read at import, and take away what would harm.

    Of Textual's own variables animations and the number of colours can be chosen; others would press keys, take
    pictures, hide the screen or stop the start, and were meant for other programs.

    Args:
        environ: The environment to change.
        no_color: Draw without colour.
    """
    choices = choose(environ, Asked(no_color=no_color))
    # A browser's size at first comes in these two, and a driver of its own is told of later ones.
    kept = {"TEXTUAL_DRIVER"} if is_browser(environ) else set()
    # Exported sizes would win over the real one, for ever.
    for name in () if kept else ("COLUMNS", "LINES"):
        environ.pop(name, None)
    for name in [each for each in environ if each == "TEXTUAL" or each.startswith("TEXTUAL_")]:
        if name in kept:
            continue
        del environ[name]
    for name in _THREADS:
        environ.setdefault(name, "1")
    environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
    environ["TEXTUAL_ANIMATIONS"] = choices.animations
    # What a key changes in a second frame would wait for a sixtieth of a second.
    environ["TEXTUAL_FPS"] = _MOST_FRAMES
    environ["TEXTUAL_COLOR_SYSTEM"] = _SYSTEMS.get(choices.colors, "standard")
    environ["ESCDELAY"] = str(choices.escape_delay)
    if choices.colors == 0:
        environ["NO_COLOR"] = "1"


def _load_less() -> None:
    """Leave out what nothing here asks for."""
    for name in _DONE_WITHOUT:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]


def _speak_utf8() -> None:
    """Write UTF-8 whatever PYTHONIOENCODING says: that is of Python's streams, and glyphs are chosen by the locale."""
    stream = sys.__stderr__
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="replace")
