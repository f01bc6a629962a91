"""The site: who is let in, and what a browser and its visitor's process say to each other."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

from petui.records import dataclass
from petui.surroundings import MOST_COLUMNS, MOST_ROWS
from petui.web.addresses import Addresses
from petui.web.doors import Doors
from petui.web.pages import COOKIE, full_page, loaded, page, protection
from petui.web.process import Tutor, tutor_environment
from petui.web.visitors import Visitors

_STATIC = Path(textual_serve.__file__).parent / "static"
# A long paste; what a browser says otherwise is a few bytes.
_LONGEST_MESSAGE = 1 << 16
# A browser that answers nothing for so long is gone, in seconds.
_HEARTBEAT = 20.0
# What browsers may take to say goodbye to a server that ends, in seconds.
_GOODBYE = 0.5
# How many tabs one visitor may have open, so that nobody takes every place.
_MOST_TABS = 3


@dataclass(frozen=True, slots=True)
class Serving:
    """What a site serves.

    Attributes:
        command: The command of each visitor's process.
        data: Where visitors' data are.
        limit: How many visitors there may be at once.
        addresses: Where the site is found.
        environ: The variables that a visitor's process is given, beside its own.
        say: Told, in a line, what whoever serves should know.
    """

    command: Sequence[str]
    data: Path
    limit: int
    addresses: Addresses
    environ: Mapping[str, str]
    say: Callable[[str], object]


class Site:
    """A site, as an aiohttp application and the processes behind it.

    Attributes:
        doors: Whoever is connected; None before anybody can be.
    """

    def __init__(self, serving: Serving) -> None:
        """Nobody is there yet."""
        self._serving = serving
        self._visitors = Visitors(serving.data)
        # A place is taken before anything is waited for, so that two who come at once never share the last one.
        self._places: Counter[str] = Counter()
        self.doors: Doors | None = None
        self._sockets: set[web.WebSocketResponse] = set()
        self._closing = False

    def application(self) -> web.Application:
        """The application that answers."""
        app = web.Application(client_max_size=0, middlewares=[self._hear])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/ws", self._socket),
                web.get(r"/{name:page\.[a-z]+}", loaded),
                web.static("/static", _STATIC),
            ]
        )
        app.on_response_prepare.append(protection(self._serving.addresses))
        app.on_shutdown.append(self._shut)
        return app

    @web.middleware
    async def _hear(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if self.doors is not None:
            self.doors.hear(request.transport)
        return await handler(request)

    def _full(self, token: str) -> str:
        """Why there is no place for a visitor; empty where there is one."""
        if self._places.total() >= self._serving.limit:
            return f"this petui takes {self._serving.limit} at once"
        return f"you have it open {_MOST_TABS} times, which is the most" if self._places[token] >= _MOST_TABS else ""

    def _token(self, request: web.Request) -> str:
        """The token that the visitor came with; empty where it is none of ours."""
        token = request.cookies.get(COOKIE, "")
        return token if self._visitors.knows(token) else ""

    async def _page(self, request: web.Request) -> web.Response:
        addresses = self._serving.addresses
        if not addresses.knows_host(request.host):
            raise web.HTTPMisdirectedRequest(text="petui is served under another name; see `petui serve --help`, --url")
        token = self._token(request)
        why = self._full(token)
        return full_page(why) if why else page(token or self._visitors.give(), addresses)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._serving.addresses.admits(request.headers.get("Origin", ""), request.host):
            raise web.HTTPForbidden(text="only petui's own page may open this")
        token = self._token(request)
        if not token:
            raise web.HTTPForbidden(text="load petui's page first, and let it keep its cookie")
        why = "this petui ends" if self._closing else self._full(token)
        if why:
            raise web.HTTPServiceUnavailable(text=f"no place is free: {why}")
        self._places[token] += 1
        if self.doors is not None:
            self.doors.admit(request.transport)
        try:
            return await self._visit(request, token)
        finally:
            self._places -= Counter([token])

    async def _visit(self, request: web.Request, token: str) -> web.WebSocketResponse:
        serving = self._serving
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_LONGEST_MESSAGE)
        await socket.prepare(request)
        self._sockets.add(socket)
        tutor: Tutor | None = None
        try:
            folder = self._visitors.open(token)
            environment = tutor_environment(serving.environ, folder, serving.data / "config.toml")
            tutor = Tutor(serving.command, environment, socket, self._teller(token))
            await tutor.serve(*_first_size(request))
            await _pass_in(socket, tutor)
        except OSError as error:
            self._teller(token)(f"no tutor could be started: {error.strerror or error}")
        finally:
            self._sockets.discard(socket)
            if tutor is not None:
                # Also where the visitor is gone and nobody waits for this any more.
                await asyncio.shield(tutor.stop())
            with suppress(ConnectionError, RuntimeError):
                await socket.close()
        return socket

    def _teller(self, token: str) -> Callable[[str], object]:
        """Says a line of a visitor, without what would let whoever reads it come back as that visitor."""
        return lambda words: self._serving.say(f"visitor {token[:6]}...: {words}")

    async def _shut(self, app: web.Application) -> None:
        """Close every socket; each ends its process then."""
        self._closing = True
        closing = [
            asyncio.ensure_future(each.close(code=WSCloseCode.GOING_AWAY, message=b"the server ends"))
            for each in self._sockets
        ]
        if closing:
            await asyncio.wait(closing, timeout=_GOODBYE)


def _first_size(request: web.Request) -> tuple[int, int]:
    return _cells(request.query.get("width"), 80, MOST_COLUMNS), _cells(request.query.get("height"), 24, MOST_ROWS)


def _cells(said: object, usual: int, most: int) -> int:
    """How many columns or rows a browser says that it has."""
    text = str(said)
    if isinstance(said, bool) or not (text.isascii() and text.isdecimal() and len(text) < 10):
        return usual
    return min(max(int(text), 1), most)


async def _pass_in(socket: web.WebSocketResponse, tutor: Tutor) -> None:
    """Pass on what the browser says until it is gone; what is no message of the page ends it."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT or not await _heed(message.data, socket, tutor):
            await socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
            return


async def _heed(text: str, socket: web.WebSocketResponse, tutor: Tutor) -> bool:
    """Act on one message, `["stdin", TEXT]` or the like; False if it is none."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return False
    match said:
        case ["stdin", str(typed)]:
            await tutor.send_bytes(typed.encode("utf-8", "replace"))
        case ["resize", {"width": int(wide), "height": int(high)}]:
            await tutor.set_terminal_size(_cells(wide, 80, MOST_COLUMNS), _cells(high, 24, MOST_ROWS))
        case ["ping", str(word)]:
            await socket.send_json(["pong", word])
        case ["focus" | "blur"]:
            pass
        case _:
            return False
    return True
