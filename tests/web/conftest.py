from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.web.serverrun import ServerRun


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerRun]:
    """A server that is not started yet; nothing of it is left running."""
    run = ServerRun(tmp_path / "served")
    yield run
    await run.close()


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    """What keeps cookies as a browser does; one that a machine's variables send to no proxy."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


@pytest.fixture
async def other_browser() -> AsyncIterator[aiohttp.ClientSession]:
    """Another visitor's."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session
