"""What is answered to a browser beside the socket: the page, what it loads, and how long anything may be kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from petui.web.addresses import Addresses

COOKIE = "petui"
# Browsers keep none for longer, in seconds.
_COOKIE_AGE = 400 * 24 * 3600
_HERE = Path(__file__).parent
_PROTECTING = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_LOADED = {"page.css": "text/css", "page.js": "text/javascript"}


def page(token: str, addresses: Addresses) -> web.Response:
    """The page with a terminal, and the token that its visitor comes back with."""
    answer = _html("page.html")
    answer.set_cookie(
        COOKIE,
        token,
        max_age=_COOKIE_AGE,
        path=addresses.path,
        secure=addresses.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def full_page(why: str) -> web.Response:
    """The page that says that there is no place, and why."""
    answer = _html("full.html", status=503, why=why)
    answer.headers["Retry-After"] = "60"
    return answer


def _html(name: str, *, status: int = 200, **words: str) -> web.Response:
    text = (_HERE / name).read_text(encoding="utf-8")
    for mark, word in words.items():
        text = text.replace(f"{{{mark}}}", word)
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


async def loaded(request: web.Request) -> web.Response:
    """A file of petui's own that the page loads."""
    name = request.match_info["name"]
    if name not in _LOADED:
        raise web.HTTPNotFound
    text = (_HERE / name).read_text(encoding="utf-8")
    return web.Response(text=text, content_type=_LOADED[name], charset="utf-8")


def protection(addresses: Addresses) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """What gives every answer the headers that keep the page to itself: it loads from here, and stands in no frame."""
    public = urlsplit(addresses.origin).netloc

    async def protect(request: web.Request, answer: web.StreamResponse) -> None:
        if not isinstance(answer, web.WebSocketResponse):
            answer.headers.update(_PROTECTING)
            answer.headers["Content-Security-Policy"] = _policy(
                public or (request.host if addresses.knows_host(request.host) else "")
            )
            # A token goes to one visitor, and to no cache between.
            answer.headers["Cache-Control"] = "no-cache" if request.path.startswith("/static/") else "no-store"

    return protect


def _policy(host: str) -> str:
    # Not every browser counts the socket of the same host as 'self'. Terminals of textual-serve write styles.
    socket = f" ws://{host} wss://{host}" if host else ""
    rules = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        f"connect-src 'self'{socket}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)
