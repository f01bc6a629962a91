"""`petui serve` as a process of its own, asked as a browser asks it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp

from tests.web.screen import BrowserScreen

_PATIENCE = 60
_PLACE = Path(__file__).parents[2]


class Visit:
    """A visitor's open socket, and the screen that it draws."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.screen = BrowserScreen()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.screen.feed(message.data)

    async def type(self, text: str) -> None:
        await self.socket.send_json(["stdin", text])

    async def ended(self) -> int | None:
        """Wait until the server closes the socket; the code that it gives."""
        await asyncio.wait_for(self._reader, _PATIENCE)
        return self.socket.close_code

    async def leave(self) -> None:
        """Close the tab."""
        self._reader.cancel()
        await self.socket.close()


class ServerRun:
    """A server on a port of its own, and whoever asks it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.said: list[str] = []
        self.url = ""
        self._process: Process | None = None
        self._talk: asyncio.Task[None] | None = None
        self._visits: list[Visit] = []

    async def start(self, *arguments: str, files: int | None = None) -> None:
        """Start it, with leave for so many open files."""
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PETUI_")}
        environ |= {"PETUI_DATA_DIR": str(self.data / "own"), "PYTHONPATH": str(_PLACE)}
        command = (sys.executable, "-m", "petui", "serve", "--port", "0", "--data", str(self.data), *arguments)
        if files is not None:
            command = ("/bin/sh", "-c", f'ulimit -S -n {files} && exec "$@"', "sh", *command)
        self._process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE, env=environ)
        first = await asyncio.wait_for(self._line(), _PATIENCE)
        found = re.search(r"http://\S+/", first)
        assert found, first
        self.url = found[0]
        self._talk = asyncio.create_task(self._listen())

    async def _line(self) -> str:
        assert self._process is not None and self._process.stderr is not None
        line = (await self._process.stderr.readline()).decode()
        self.said.append(line)
        return line

    async def _listen(self) -> None:
        while await self._line():
            pass

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    @property
    def origin(self) -> str:
        return self.url.rstrip("/")

    def children(self) -> list[int]:
        """The processes of visitors that run now."""
        return [int(each) for each in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    async def visit(self, browser: aiohttp.ClientSession, **headers: str) -> Visit:
        """Open the socket as the page does; with other headers than its own perhaps."""
        given = {"Origin": self.origin, **headers}
        socket = await browser.ws_connect(f"{self.url}ws?width=80&height=24", headers=given, max_msg_size=0)
        visit = Visit(socket)
        self._visits.append(visit)
        return visit

    async def watch(self, process: int) -> Callable[[], Awaitable[None]]:
        """Waits until a process is gone, which may be nobody's child by then and its number another's."""
        loop, descriptor, over = asyncio.get_running_loop(), os.pidfd_open(process), asyncio.Event()
        loop.add_reader(descriptor, over.set)

        async def gone() -> None:
            try:
                await asyncio.wait_for(over.wait(), _PATIENCE)
            finally:
                loop.remove_reader(descriptor)
                os.close(descriptor)

        return gone

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, and wait for the end; the exit code."""
        assert self._process is not None and self._talk is not None
        self._process.send_signal(number)
        code = await asyncio.wait_for(self._process.wait(), _PATIENCE)
        await self._talk
        return code

    async def close(self) -> None:
        """Leave nothing running, whatever happened."""
        for visit in self._visits:
            await visit.leave()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        if self._talk is not None:
            await self._talk
