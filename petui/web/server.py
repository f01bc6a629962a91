"""`petui serve`: the site on a port, from the first line that says so to the end of its last process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

from aiohttp import web

from petui.core.errors import PetuiError
from petui.interrupts import INTERRUPTED
from petui.web.addresses import addresses, is_loopback
from petui.web.doors import BACKLOG, Doors, claim_descriptors, passing
from petui.web.process import tutor_command
from petui.web.remarks import hear_libraries
from petui.web.site import Serving, Site
from petui.web.visitors import claim_data
from petui.web.wish import Wish

# What requests that are under way may take at the end, in seconds; a process is given less.
_PATIENCE = 2.5
# A connection that asks nothing more is closed, in seconds.
_IDLE = 15.0


def serve(wish: Wish, say: Callable[[str], object]) -> int:
    """Serve until a signal ends it; every visitor's process ends with it.

    Args:
        wish: What the command line asks.
        say: Told, in a line, what whoever serves should know.

    Returns:
        The exit code: 0 after SIGTERM, as service managers end a server, 130 after Ctrl-C.

    Raises:
        PetuiError: If the port cannot be had, the data cannot be kept, the public address is none, or the system allows
            too few open files.
    """
    found = addresses(wish.host, wish.url)
    claim_descriptors(wish.visitors)
    data = claim_data(wish.data)
    serving = Serving(tutor_command(wish.arguments), data, wish.visitors, found, dict(os.environ), say)
    return asyncio.run(_serve(wish, Site(serving), say))


async def _serve(wish: Wish, site: Site, say: Callable[[str], object]) -> int:
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    for number, code in ((signal.SIGINT, INTERRUPTED), (signal.SIGTERM, 0)):
        asyncio.get_running_loop().add_signal_handler(number, _end, ended, code)
    hear_libraries(say)
    runner = web.AppRunner(
        site.application(), access_log=None, shutdown_timeout=_PATIENCE, keepalive_timeout=_IDLE, lingering_time=0
    )
    await runner.setup()
    listening: asyncio.Server | None = None
    try:
        listening = await _listen(wish, runner, site)
        for line in _greeting(wish, listening):
            say(line)
        return await ended
    finally:
        if listening is not None:
            listening.close()
        await runner.cleanup()


def _end(ended: asyncio.Future[int], code: int) -> None:
    """Only the first signal counts: what follows it takes a second or two anyway."""
    if not ended.done():
        ended.set_result(code)


async def _listen(wish: Wish, runner: web.AppRunner, site: Site) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    assert runner.server is not None
    site.doors = Doors(runner.server, passing(wish.visitors), loop.call_later)
    try:
        return await loop.create_server(site.doors, wish.host, wish.port, backlog=BACKLOG)
    except OSError as error:
        mend = "another program has it, or --host is none of this machine's addresses; give another --port or --host"
        raise PetuiError(f"{wish.host} port {wish.port} cannot be had", where="serve", mend=mend) from error


def _greeting(wish: Wish, listening: asyncio.Server) -> list[str]:
    host, port = listening.sockets[0].getsockname()[:2]
    name = f"[{host}]" if ":" in host else host
    places = "one visitor" if wish.visitors == 1 else f"{wish.visitors} visitors"
    lines = [f"serving http://{name}:{port}/ to at most {places} at once; their data: {wish.data}; Ctrl-C ends it"]
    if not is_loopback(wish.host):
        lines.append(
            "anyone who reaches this port gets in: there is no password, and nothing is encrypted; where that matters "
            "leave --host at 127.0.0.1 and put a reverse proxy before it, see README"
        )
    return lines
