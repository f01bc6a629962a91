"""The page in a browser that people use: it opens, steps a lesson, answers a question and a card."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.chromium import NAMES, Tab, chromium, tab
from tests.web.serverrun import ServerRun

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not chromium(), reason=f"none of {', '.join(NAMES)} is installed"),
]


@pytest.fixture
async def page(server: ServerRun, tmp_path: Path) -> AsyncIterator[Tab]:
    """The page of a server, at the question of a lesson's first step."""
    await server.start("--visitors", "1")
    async with tab(tmp_path / "profile") as opened:
        await opened.resize(1280, 800)
        await opened.open(server.url)
        await opened.screen.wait_for("Answer (h hint")
        yield opened


async def test_a_visitor_reads_answers_and_turns_a_card(server: ServerRun, page: Tab, tmp_path: Path) -> None:
    wide = page.screen.size
    await page.type("7")
    await page.press("Enter")
    await page.screen.wait_for("Wrong: 7")
    await page.type("s")
    await page.press("Enter")
    await page.screen.wait_for(lambda text: "Answer (h hint" not in text)
    await page.type("n")
    await page.screen.wait_for("step 2 of")
    await page.press("Escape")
    await page.press("F4")
    await page.screen.wait_for("Space turns the card")
    await page.type(" ")
    await page.screen.wait_for("1 Again")
    await page.type("3")
    await page.screen.wait_for("Recorded as 3 Good")
    await page.picture(tmp_path / "quiz.png")
    await page.resize(800, 480)
    await page.screen.wait_for(lambda text: page.screen.size < wide and "Recorded as 3 Good" in text)
    # What is drawn has more than one colour, and no bar of the page's own beside it.
    assert (tmp_path / "quiz.png").stat().st_size > 10_000
    assert (
        await page.value(
            "document.querySelector('.xterm-viewport').offsetWidth - "
            "document.querySelector('.xterm-viewport').clientWidth"
        )
        == 0
    )
    assert await page.value("document.fonts.check('16px \"Roboto Mono\"')")
    assert {urlsplit(each).netloc for each in page.requested} == {urlsplit(server.url).netloc}
    assert page.faults == []


async def closed(page: Tab) -> str:
    """Wait until the page's socket is closed; why, as the page says."""
    await page.value(
        "new Promise(seen => { const look = () => document.body.classList.contains('-closed') ?"
        " seen() : setTimeout(look, 20); look(); })"
    )
    said = await page.value("document.getElementById('why').textContent")
    assert isinstance(said, str)
    return said


async def test_a_long_paste_arrives_and_why_the_server_closed_is_said(server: ServerRun, page: Tab) -> None:
    """In several messages, none of which cuts a sign in two."""
    await page.value(
        "{ const pasted = new DataTransfer(); pasted.setData('text/plain', '𝜔\\u0001'.repeat(40000) + '42');"
        " document.querySelector('.xterm-helper-textarea').dispatchEvent("
        "new ClipboardEvent('paste', {clipboardData: pasted, bubbles: true, cancelable: true})); 0 }"
    )
    await page.type("s")
    await page.press("Enter")
    await page.screen.wait_for(lambda text: "Answer (h hint" not in text or "42" in text)
    pieces = [json.loads(each) for each in page.sent if each.startswith('["stdin"')]
    pasted = "".join(text for _, text in pieces)
    assert pasted.count("𝜔") == 40_000 and "42" in pasted
    assert len(pieces) > 10 and max(len(each.encode()) for each in page.sent) < 1 << 16
    assert not any("\ud800" <= sign < "\ue000" for _, text in pieces for sign in text)
    await server.end()
    assert "server has been ended" in await closed(page)


async def test_what_ends_is_said_and_goes_on_where_it_was(server: ServerRun, page: Tab) -> None:
    await page.type("s")
    await page.press("Enter")
    await page.screen.wait_for(lambda text: "Answer (h hint" not in text)
    await page.type("n")
    await page.screen.wait_for("step 2 of")
    assert await page.value("document.cookie") == ""
    await page.press("Escape")
    await page.type("q")
    await closed(page)
    assert await page.value("getComputedStyle(document.querySelector('.ended')).display") == "block"
    assert await page.value("getComputedStyle(document.getElementById('why')).display") == "none"
    assert await page.value("document.activeElement.id") == "again"
    page.screen.clear()
    await page.press("Enter")
    await page.screen.wait_for("step 2 of")
