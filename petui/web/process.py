"""One visitor's petui: a process, and the packets between it and the visitor's browser."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from aiohttp.web import WebSocketResponse
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

import petui
from petui.surroundings import WEB_DRIVER, WEB_PACKET_HEAD, WEB_READY

# Variables of the server's own terminal and user, which say nothing of a browser.
_NOT_FOR_BROWSERS = (
    *("TMUX", "STY", "ZELLIJ", "SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION", "COLORFGBG", "NO_COLOR"),
    *("PETUI_DRIVER", "LC_CTYPE", "LANG", "ESCDELAY", "LINES"),
)
# A screen of 1000 × 500 cells in as many colours takes less.
_LONGEST = 1 << 24
# What is kept of what a process says at its end.
_WORDS = 2000
# What petui ends by itself within, in seconds; then it is killed.
_PATIENCE = 1.2
_SORRY = "petui could not start. Whoever runs this server can read why where it runs.\r\n"


def tutor_command(arguments: Sequence[str]) -> tuple[str, ...]:
    """The command of every visitor's process: this petui with these arguments, whatever lies in the folder."""
    place = str(Path(petui.__file__).parent.parent)
    run = f"import sys; sys.path.append({place!r}); from petui.start import main; main()"
    return (sys.executable, "-P", "-c", run, *arguments)


def tutor_environment(environ: Mapping[str, str], data: Path, config: Path) -> dict[str, str]:
    """The variables of a visitor's process.

    Args:
        environ: The server's own.
        data: Where the visitor's data are.
        config: The configuration of all visitors, which need not be there.
    """
    passed = {
        name: value
        for name, value in environ.items()
        if name not in _NOT_FOR_BROWSERS and not name.startswith("TEXTUAL")
    }
    passed.setdefault("PETUI_CONFIG", str(config))
    return passed | {
        "PETUI_DATA_DIR": str(data),
        "TEXTUAL_DRIVER": WEB_DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
    }


class Tutor(AppService):
    """A process that runs the tutor for a socket; of textual-serve's own it passes on neither links nor files."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        socket: WebSocketResponse,
        say: Callable[[str], object],
    ) -> None:
        """Nothing runs before `start`.

        Args:
            command: The command, which no shell reads.
            environment: Its variables.
            socket: The visitor's browser.
            say: Told, in a line, what a process said that ended otherwise than by its visitor's wish.
        """
        super().__init__(
            shlex.join(command),
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._leave,
            download_manager=DownloadManager(),
        )
        self._arguments = tuple(command)
        self._variables = dict(environment)
        self._socket = socket
        self._say = say
        self._words = b""

    async def _leave(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            await self._socket.close()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return self._variables | {"COLUMNS": str(width), "ROWS": str(height)}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        # A session of its own: Ctrl-C in the server's terminal is for the server, which ends its visitors in order.
        process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,
        )
        self._process, self._stdin = process, process.stdin
        return process

    async def run(self) -> None:
        """Pass on what the process writes until it ends; then the socket is closed."""
        process = self._process
        assert process is not None and process.stdout is not None and process.stderr is not None
        listening = asyncio.create_task(self._listen(process.stderr))
        try:
            with suppress(asyncio.IncompleteReadError, ValueError):
                await self._pass_on(process.stdout)
            # Behind a packet that is none: the pipe must not fill up.
            while await process.stdout.read(1 << 16):
                pass
            await process.wait()
            await listening
            self._tell_end()
        finally:
            listening.cancel()
            await self._leave()

    async def _pass_on(self, stream: asyncio.StreamReader) -> None:
        if await _read_up_to(stream, len(WEB_READY)) != WEB_READY:
            await self._show(_SORRY.encode())
            return
        while True:
            head = await stream.readexactly(WEB_PACKET_HEAD)
            length = int.from_bytes(head[1:], "big")
            if length > _LONGEST:
                raise ValueError(f"a packet of {length} bytes")
            payload = await stream.readexactly(length)
            if head[:1] == b"D":
                await self._show(payload)

    async def _show(self, data: bytes) -> None:
        with suppress(ConnectionError, RuntimeError):
            await self.on_data(data)

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        """Keep the last that the process says; it must never wait for somebody who reads."""
        while data := await stream.read(4096):
            self._words = (self._words + data)[-_WORDS:]

    def _tell_end(self) -> None:
        words = " ".join(self._words.decode("utf-8", "replace").split())
        if words:
            self._say(words)

    async def serve(self, width: int, height: int) -> None:
        """Start the process; where that cannot be the visitor is told.

        Raises:
            OSError: If the system starts no further process.
        """
        try:
            await self.start(width, height)
        except OSError:
            await self._show(_SORRY.encode())
            raise

    async def stop(self) -> None:
        """End the process as behind a lost terminal, and wait for it; one that does not end is killed."""
        process, task = self._process, self._task
        if process is None or task is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
        if not done:
            _kill(process)
            task.cancel()
            await asyncio.wait({task}, timeout=_PATIENCE)
        if process.returncode is None:
            _kill(process)
            await process.wait()


async def _read_up_to(stream: asyncio.StreamReader, count: int) -> bytes:
    """So many bytes, or what there is before the end."""
    try:
        return await stream.readexactly(count)
    except asyncio.IncompleteReadError as end:
        return end.partial


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
