"""The page in a browser that people use: it opens, steps a lesson, answers a question and a card."""

from __future__ import annotations

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


async def test_what_ends_is_said_and_goes_on_where_it_was(server: ServerRun, page: Tab) -> None:
    await page.type("s")
    await page.press("Enter")
    await page.screen.wait_for(lambda text: "Answer (h hint" not in text)
    await page.type("n")
    await page.screen.wait_for("step 2 of")
    assert await page.value("document.cookie") == ""
    await page.press("Escape")
    await page.type("q")
    await page.value(
        "new Promise(seen => { const look = () => document.body.classList.contains('-closed') ?"
        " seen() : setTimeout(look, 20); look(); })"
    )
    assert await page.value("getComputedStyle(document.querySelector('.ended')).display") == "block"
    assert await page.value("document.activeElement.id") == "again"
    page.screen.clear()
    await page.press("Enter")
    await page.screen.wait_for("step 2 of")
