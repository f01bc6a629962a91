"""Who may be connected at once, and for how long without having asked anything.

Every connection costs a descriptor, and a visitor's five more; where none is left nobody gets in.
"""

from __future__ import annotations

import asyncio
import resource
from asyncio import Protocol, Transport
from collections.abc import Callable

from petui.core.errors import PetuiError

# What a browser may take to say what it wants, in seconds.
PATIENCE = 10.0
# Connections without a visitor's socket: a class may load the page in one moment, each browser by as many as it opens.
_PASSING = 32
_PER_BROWSER = 6
# Accepted in one turn, before any is closed.
BACKLOG = 16
# What Python has open, and what the start of a process opens for a moment.
_OWN = 48
# A socket, three pipes, and what tells its process's end.
_PER_VISITOR = 5

Later = Callable[[float, Callable[[], None]], object]


def passing(visitors: int) -> int:
    """How many connections there may be that are no visitor's socket."""
    return _PASSING + _PER_BROWSER * visitors


def descriptors(visitors: int) -> int:
    """How many open files a server of so many visitors may need."""
    return _OWN + BACKLOG + passing(visitors) + _PER_VISITOR * visitors


def claim_descriptors(visitors: int) -> None:
    """Raise the soft limit of open files to what is needed.

    Raises:
        PetuiError: If the system does not allow so many.
    """
    needed = descriptors(visitors)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    except (OSError, ValueError):
        fitting = next((count for count in range(visitors, 0, -1) if descriptors(count) <= max(soft, hard)), 0)
        fewer = f"give --visitors {fitting}, or " if fitting else ""
        what = f"{visitors} visitors may need {needed} open files, and this system allows {max(soft, hard)}"
        mend = f"{fewer}raise the limit by `ulimit -n {needed}`"
        raise PetuiError(what, where="--visitors", mend=mend) from None


class Doors:
    """The connections of a server, as what makes the protocol of each; where too many pass by the oldest are closed."""

    def __init__(self, make: Callable[[], Protocol], limit: int, later: Later) -> None:
        """Nobody is there yet.

        Args:
            make: Makes the protocol of a connection.
            limit: How many there may be that are no visitor's socket.
            later: Calls something after so many seconds.
        """
        self._make = make
        self._limit = limit
        self._later = later
        # In the order in which they came; True once one has asked something.
        self._passing: dict[Transport, bool] = {}

    def __call__(self) -> Protocol:
        """The protocol of the next connection."""
        return _Arrival(self, self._make())

    def arrive(self, transport: Transport) -> None:
        """Let in a connection, and close others for it where there are too many."""
        self._forget_closed()
        while len(self._passing) >= self._limit:
            # Whoever has asked something is waited for longer than whoever has not.
            first = min(self._passing, key=self._passing.__getitem__)
            del self._passing[first]
            first.abort()
        self._passing[transport] = False
        self._later(PATIENCE, lambda: self._expire(transport))

    def hear(self, transport: object) -> None:
        """Note that a connection has said whole what it wants."""
        if isinstance(transport, Transport) and transport in self._passing:
            self._passing[transport] = True

    def admit(self, transport: object) -> None:
        """Note that a connection is a visitor's socket now; those are counted as visitors."""
        if isinstance(transport, Transport):
            self._passing.pop(transport, None)

    def _expire(self, transport: Transport) -> None:
        if self._passing.get(transport) is False:
            del self._passing[transport]
            transport.abort()

    def _forget_closed(self) -> None:
        self._passing = {each: heard for each, heard in self._passing.items() if not each.is_closing()}


class _Arrival(asyncio.Protocol):
    """A connection until it is made; then it is its own protocol's."""

    def __init__(self, doors: Doors, protocol: Protocol) -> None:
        self._doors = doors
        self._protocol = protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, Transport)
        transport.set_protocol(self._protocol)
        self._protocol.connection_made(transport)
        self._doors.arrive(transport)
