"""When and where an event happened: its id, its moment, its study day."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import SystemRandom
from threading import Lock

from petui.records import dataclass

# A study day begins at four in the morning, local time.
_DAY_BEGINS = timedelta(hours=4)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RANDOM_BITS = 74
# As `secrets` draws them, which would load OpenSSL.
_RANDOM = SystemRandom()
# The last millisecond whose study day has a year of four digits everywhere.
LAST_MOMENT = 253_370_764_800_000
MOST_MINUTES = 24 * 60


class IdSource:
    """Makes UUIDs of version 7 (RFC 9562), each greater than the one before."""

    def __init__(self) -> None:
        """Begin anew."""
        self._last = 0
        self._lock = Lock()

    def next(self, at: int) -> tuple[str, int]:
        """An id for the moment `at` (UTC milliseconds), and the moment that it holds.

        That is later than `at` where the clock has been set back: what happened later is never ordered before.
        """
        with self._lock:
            fresh = (at << _RANDOM_BITS) | _RANDOM.getrandbits(_RANDOM_BITS)
            self._last = max(fresh, self._last + 1)
            return _uuid7_text(self._last), self._last >> _RANDOM_BITS


def _uuid7_text(value: int) -> str:
    """48 bits of milliseconds, the version 7, 12 bits, the variant 0b10, 62 bits."""
    at, random = value >> _RANDOM_BITS, value & ((1 << _RANDOM_BITS) - 1)
    bits = (at << 80) | (7 << 76) | ((random >> 62) << 64) | (2 << 62) | (random & ((1 << 62) - 1))
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


_IDS = IdSource()


def study_day(at: int, tz: int) -> str:
    """The local date, YYYY-MM-DD, of a moment (UTC milliseconds; minutes ahead of UTC); a day begins at 04:00."""
    local = _EPOCH + timedelta(milliseconds=at, minutes=tz)
    return (local - _DAY_BEGINS).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """The study day that many days after another, before it where they are negative."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


@dataclass(frozen=True, slots=True)
class Stamp:
    """When and where an event happened.

    Attributes:
        id: A UUID of version 7.
        at: UTC, in milliseconds.
        tz: Minutes that local time was ahead of UTC.
        day: Study day, local, from 04:00, as YYYY-MM-DD.
        host: Name of the machine.
    """

    id: str
    at: int
    tz: int
    day: str
    host: str


def stamp_now(clock: Callable[[], float] = time.time, *, host: str | None = None, ids: IdSource = _IDS) -> Stamp:
    """The stamp of what happens now.

    Args:
        clock: Gives seconds since 1970, UTC.
        host: Name of the machine, asked of the system by default.
        ids: Where ids come from.
    """
    name, at = ids.next(int(clock() * 1000))
    offset = datetime.fromtimestamp(at / 1000).astimezone().utcoffset() or timedelta()
    tz = int(offset.total_seconds() // 60)
    return Stamp(name, at, tz, study_day(at, tz), socket.gethostname() if host is None else host)
