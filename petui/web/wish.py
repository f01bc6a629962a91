"""What the command line asks of a server; what serves is loaded only then, and may not be installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from petui.core.errors import PetuiError
from petui.records import dataclass

_LAST_PORT = 65535
# Each is a process of 40 MB and more.
_MOST_VISITORS = 10_000


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks.

    Attributes:
        host: The address to listen on.
        port: The port; 0 takes any that is free.
        visitors: How many visitors there may be at once.
        data: Where visitors' data are.
        url: The public address, where a proxy stands before the site; empty where there is none.
        arguments: What each visitor's petui is started with.
    """

    host: str
    port: int
    visitors: int
    data: Path
    url: str
    arguments: Sequence[str]

    def check(self) -> None:
        """Raise PetuiError where a number is impossible."""
        if not 0 <= self.port <= _LAST_PORT:
            raise PetuiError(f"{self.port} is no port", where="--port", mend=f"give 0 to {_LAST_PORT}")
        if not 1 <= self.visitors <= _MOST_VISITORS:
            mend = f"give 1 to {_MOST_VISITORS}"
            raise PetuiError(f"{self.visitors} visitors cannot be served", where="--visitors", mend=mend)


def tutor_arguments(content: Sequence[Path], *, ascii: bool, no_color: bool) -> tuple[str, ...]:
    """The arguments of every visitor's petui, from what stands before or behind `serve` for all commands."""
    courses = [f"--content={each.resolve()}" for each in content]
    return (*courses, *(["--ascii"] if ascii else []), *(["--no-color"] if no_color else []))


def begin_serving(wish: Wish, say: Callable[[str], object]) -> int:
    """Serve until a signal ends it.

    Args:
        wish: What the command line asks.
        say: Told, in a line, what whoever serves should know.

    Returns:
        The exit code.

    Raises:
        PetuiError: If what serves is not installed, a number is impossible, the port cannot be had, the data cannot be
            kept or the public address is none.
    """
    wish.check()
    try:
        from petui.web.server import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "petui").partition(".")[0] == "petui":
            raise
        mend = "`pip install 'petui[web]'` installs it, in a clone `pip install '.[web]'`"
        raise PetuiError("what serves pages is not installed", where="serve", mend=mend) from missing
    return serve(wish, say)
