"""A headless Chromium, driven by its DevTools protocol: opens a page, types, sees what its socket was sent."""

from __future__ import annotations

import asyncio
import base64
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from tests.web.screen import BrowserScreen

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
    *("--remote-debugging-port=0", "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
)
_SAID = b"DevTools listening on "
# Keys that are no letters: the name, and the code that a page is told.
_KEYS = {"Enter": 13, "Escape": 27, "F4": 115}


def chromium() -> str:
    """The program; empty where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


class Tab:
    """One tab: its page, and the screen that its socket's messages draw."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._count = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.screen = BrowserScreen()
        self.requested: list[str] = []
        self.sent: list[str] = []
        self.faults: list[str] = []
        self._reader = asyncio.create_task(self._read())

    async def call(self, method: str, **given: Any) -> dict[str, Any]:
        self._count += 1
        answer = self._answers[self._count] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._count, "method": method, "params": given})
        return await asyncio.wait_for(answer, 30)

    async def value(self, expression: str) -> Any:
        """What JavaScript gives in the page."""
        answer = await self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def _read(self) -> None:
        async for message in self._socket:
            said = message.json()
            if "id" in said:
                self._answers.pop(said["id"]).set_result(said.get("result", said))
            else:
                self._hear(said["method"], said["params"])

    def _hear(self, method: str, told: dict[str, Any]) -> None:
        if method == "Network.webSocketFrameReceived" and told["response"]["opcode"] == 2:
            self.screen.feed(base64.b64decode(told["response"]["payloadData"]))
        elif method == "Network.webSocketFrameSent":
            self.sent.append(told["response"]["payloadData"])
            self.screen.follow(self.sent[-1])
        elif method in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            self.requested.append(told["request"]["url"] if "request" in told else told["url"])
        elif method == "Runtime.exceptionThrown":
            self.faults.append(str(told["exceptionDetails"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.faults.append(f"{told['entry']['text']} {told['entry'].get('url')}")

    async def resize(self, width: int, height: int) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    async def open(self, url: str) -> None:
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=url)

    async def type(self, text: str) -> None:
        """Press keys as somebody does who types this."""
        for letter in text:
            code = ord(letter.upper())
            await self.call(
                "Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter, windowsVirtualKeyCode=code
            )
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=letter, windowsVirtualKeyCode=code)

    async def press(self, name: str) -> None:
        told = {"key": name, "code": name, "windowsVirtualKeyCode": _KEYS[name]}
        text = {"text": "\r"} if name == "Enter" else {}
        await self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **told, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    async def picture(self, path: Path) -> None:
        """Keep what is shown as a PNG."""
        path.write_bytes(base64.b64decode((await self.call("Page.captureScreenshot"))["data"]))

    async def end(self) -> None:
        self._reader.cancel()
        await self._socket.close()


@asynccontextmanager
async def tab(profile: Path) -> AsyncIterator[Tab]:
    """A tab of a Chromium that knows nothing and nobody; it ends with the context."""
    process = await asyncio.create_subprocess_exec(
        chromium(), *_FLAGS, f"--user-data-dir={profile}", "about:blank", stdout=DEVNULL, stderr=PIPE
    )
    try:
        async with aiohttp.ClientSession() as session:
            yield_to = await _first_tab(session, await asyncio.wait_for(_address(process), 60))
            try:
                yield yield_to
            finally:
                await yield_to.end()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _address(process: Process) -> str:
    """Where it listens: host and port."""
    assert process.stderr is not None
    async for line in process.stderr:
        if line.startswith(_SAID):
            return line.removeprefix(_SAID).decode().split("/")[2]
    raise AssertionError("Chromium ended at once")


async def _first_tab(session: aiohttp.ClientSession, address: str) -> Tab:
    async with session.get(f"http://{address}/json/list") as answer:
        pages = [each for each in await answer.json() if each["type"] == "page"]
    # A picture of a large screen is one message.
    return Tab(await session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0))
