"""Under which names a server may be asked for, and from which pages its socket may be opened.

A page elsewhere must neither drive a visitor's petui nor, by a name that it makes point here, look like this server.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from petui.core.errors import PetuiError
from petui.records import dataclass

_LOCAL = ("localhost",)
_LAST_PORT = 65535
# A host and its port, as the rules of a page may name them: nothing that would end a rule or begin another.
_HOST = re.compile(
    r"(?:(?P<name>[A-Za-z0-9_.-]{1,253})|\[(?P<number>[0-9A-Fa-f:.]{2,45})\])(?::(?P<port>[1-9][0-9]{0,4}))?"
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a server is found.

    Attributes:
        names: The names of hosts, beside addresses of numbers, that it goes by.
        origin: The public one, `https://petui.example.org`; empty where there is none.
        path: Where its page lies there, from `/` to `/`.
    """

    names: frozenset[str]
    origin: str = ""
    path: str = "/"

    @property
    def is_secure(self) -> bool:
        """Whether visitors come by https."""
        return self.origin.startswith("https:")

    def knows_host(self, host: str) -> bool:
        """Whether a `Host` header names this server: an address of numbers, or one of its names."""
        name = _host_name(host)
        return name in self.names or is_number(name)

    def admits(self, origin: str, host: str) -> bool:
        """Whether a page of this origin may open the socket of the host."""
        if self.origin and origin == self.origin:
            return True
        return self.knows_host(host) and origin == f"http://{host}"


def addresses(host: str, url: str) -> Addresses:
    """The addresses of a server on a host, with a public one perhaps.

    Raises:
        PetuiError: If the public address is none.
    """
    names = {*_LOCAL, host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}
    if not url:
        return Addresses(frozenset(names))
    parts = _public(url)
    origin = f"{parts.scheme}://{parts.netloc.lower()}"
    return Addresses(frozenset({*names, _host_name(parts.netloc)}), origin, parts.path.rstrip("/") + "/")


def is_number(name: str) -> bool:
    """Whether a host is written as an address of numbers."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host."""
    return host.lower() in _LOCAL or (is_number(host) and ip_address(host).is_loopback)


def _host_name(host: str) -> str:
    """A host without its port, as it is compared; empty where it is none."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 1) > _LAST_PORT:
        return ""
    if found["number"]:
        return found["number"].lower() if ":" in found["number"] else ""
    return found["name"].lower()


def _public(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and _host_name(parts.netloc)
    except ValueError:
        sound = None
    if not sound or parts.query or parts.fragment or ";" in parts.path:
        mend = "give what visitors type, such as https://petui.example.org/"
        raise PetuiError(f"{url!r} is no address of a page", where="--url", mend=mend)
    return parts
