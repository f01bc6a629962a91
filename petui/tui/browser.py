"""The driver where a browser shows the screen: frames and keys travel in packets, by Textual's protocol for the web.

A packet is a letter, four bytes of length (big endian) and that many bytes: `D` for what a terminal would be written or
would send, `M` for a JSON object. What is drawn and typed goes the ways of petui's own terminal between the packets.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from threading import Thread
from typing import Any

from textual.app import App

from petui.surroundings import MOST_COLUMNS, MOST_ROWS, WEB_PACKET_HEAD, WEB_READY
from petui.tui.terminal import TerminalDriver
from petui.tui.wire.outlet import Outlet
from petui.tui.wire.shadow import Shadow

# A server sends keys and sizes; what is longer is no packet of its.
_LONGEST = 1 << 20
_AT_ONCE = 1 << 16
_FALLBACK_SIZE = (80, 24)


def packet(letter: bytes, payload: bytes) -> bytes:
    """A packet: `D` with bytes for the terminal, or `M` with JSON."""
    return letter + len(payload).to_bytes(4, "big") + payload


class Packets:
    """Cuts a stream of bytes into packets."""

    def __init__(self) -> None:
        """Nothing read yet."""
        self._buffer = b""

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The packets that are whole now, each a letter and its payload.

        Raises:
            ValueError: If what comes is no packet.
        """
        self._buffer += data
        while len(self._buffer) >= WEB_PACKET_HEAD:
            length = int.from_bytes(self._buffer[1:WEB_PACKET_HEAD], "big")
            if length > _LONGEST:
                raise ValueError(f"a packet of {length} bytes")
            if len(self._buffer) < WEB_PACKET_HEAD + length:
                return
            letter, payload = self._buffer[:1], self._buffer[WEB_PACKET_HEAD : WEB_PACKET_HEAD + length]
            self._buffer = self._buffer[WEB_PACKET_HEAD + length :]
            yield letter, payload


def size_in(said: Mapping[str, Any], columns: str, rows: str) -> tuple[int, int]:
    """Columns and rows by their names, within what is used; 80 × 24 where they are none."""
    try:
        wide, high = int(said[columns]), int(said[rows])
    except (KeyError, TypeError, ValueError, OverflowError):
        return _FALLBACK_SIZE
    return (min(wide, MOST_COLUMNS), min(high, MOST_ROWS)) if wide > 0 and high > 0 else _FALLBACK_SIZE


class PacketOutlet(Outlet):
    """Writes to the server as to a terminal, in packets; a write may wait for it."""

    piece = 1 << 15

    def _written(self, data: bytes) -> int:
        whole = packet(b"D", data)
        try:
            _write_all(self._fd, whole)
        except OSError:
            self._lose()
            return 0
        return len(data)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


class BrowserDriver(TerminalDriver):
    """A browser as petui uses it: a terminal whose other end is a server."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        """A driver, not yet in application mode."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._packets = self._input
        self._said = size_in(os.environ, "COLUMNS", "ROWS")

    @property
    def is_web(self) -> bool:
        """Whether a browser shows the app: always."""
        return True

    @property
    def can_suspend(self) -> bool:
        """Whether there is a shell to go to: never."""
        return False

    def _get_terminal_size(self) -> tuple[int, int]:
        """Columns and rows as the browser last said."""
        return self._said

    def _outlet_for(self, shadow: Shadow) -> Outlet:
        return PacketOutlet(self._output, shadow, on_lost=self.endings.hang_up)

    def start_application_mode(self) -> None:
        """Tell the server that packets follow, and read its own."""
        _write_all(self._output, WEB_READY)
        # The keys among the packets go through a pipe, at whose end is what reads a terminal's.
        self._input, typed = os.pipe()
        super().start_application_mode()
        Thread(target=self._read_packets, args=(typed,), name="petui-packets", daemon=True).start()

    def _make_raw(self) -> None:
        """There is no terminal here whose modes could be set."""

    def _force_out(self) -> None:
        """Nor one that could be made to forget what it was written."""

    def _read_packets(self, typed: int) -> None:
        """Read until the server is gone or says that it is over; then petui ends as behind a lost terminal."""
        packets = Packets()
        with suppress(OSError, ValueError):
            while data := os.read(self._packets, _AT_ONCE):
                for letter, payload in packets.feed(data):
                    if letter == b"D":
                        _write_all(typed, payload)
                    elif letter == b"M":
                        self._hear(payload)
        self.endings.hang_up()

    def _hear(self, payload: bytes) -> None:
        """Act on what the server says; what is not known here is for other apps."""
        with suppress(ValueError, RecursionError):
            said = json.loads(payload)
            kind = said.get("type") if isinstance(said, dict) else None
            if kind == "resize":
                self._call(self._take_size, size_in(said, "width", "height"))
            elif kind == "quit":
                self.endings.hang_up()

    def _take_size(self, size: tuple[int, int]) -> None:
        self._said = size
        self._resize_soon()

    def stop_process(self) -> None:
        """There is no shell to stop for."""

    def stop_application_mode(self) -> None:
        """Write what is left, and say that this was all."""
        ran = self._outlet is not None
        super().stop_application_mode()
        if ran:
            with suppress(OSError):
                _write_all(self._output, packet(b"M", json.dumps({"type": "exit"}).encode()))
