"""`petui serve` from the first page to the last process, over its socket."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.web.serverrun import ServerRun

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="a server's processes are found in /proc")

LESSON = "vectors-as-bars"


async def loaded(server: ServerRun, browser: aiohttp.ClientSession) -> str:
    """The page's text."""
    async with browser.get(server.url) as answer:
        assert answer.status == 200
        return await answer.text()


def token(browser: aiohttp.ClientSession) -> str:
    (cookie,) = browser.cookie_jar
    return cookie.value


def logged(server: ServerRun, visitor: str) -> list[dict[str, Any]]:
    """A visitor's events; each line is whole."""
    files = sorted((server.data / "visitors" / visitor / "log").glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text().splitlines() if line]
    return [json.loads(line) for line in lines]


async def test_a_visitor_answers_a_question_and_turns_a_card_and_comes_back_to_both(
    server: ServerRun, browser: aiohttp.ClientSession
) -> None:
    await server.start()
    await loaded(server, browser)
    visit = await server.visit(browser)
    await visit.screen.wait_for("Answer (h hint")
    await visit.type("s\r")
    await visit.screen.wait_for(lambda text: "step 1 of" in text and "Answer (h hint" not in text)
    await visit.type("n")
    await visit.screen.wait_for("step 2 of")
    await visit.type("\x1b\x1bOS")
    await visit.screen.wait_for("Space turns the card")
    await visit.type(" ")
    await visit.screen.wait_for("Again")
    await visit.type("3")
    await visit.screen.wait_for("Recorded as 3 Good")
    await visit.leave()
    # The process is gone before the visitor comes again: what it logged is whole.
    visit = await server.visit(browser)
    await visit.screen.wait_for("step 2 of")
    events = logged(server, token(browser))
    assert [each["rating"] for each in events if each["kind"] == "review" and "#" not in each["card"]] == [3]
    assert any(each["kind"] == "step" and f"/{LESSON}#" in each["at_step"] for each in events)
    assert await server.end() == 0


async def test_two_visitors_have_a_process_and_data_each(
    server: ServerRun, browser: aiohttp.ClientSession, other_browser: aiohttp.ClientSession
) -> None:
    await server.start("--visitors", "2")
    visits = []
    for each in (browser, other_browser):
        await loaded(server, each)
        visits.append(await server.visit(each))
        await visits[-1].screen.wait_for("Answer (h hint")
    assert len(server.children()) == 2
    await visits[0].type("s\r")
    await visits[0].screen.wait_for(lambda text: "Answer (h hint" not in text)
    await visits[0].type("n")
    await visits[0].screen.wait_for("step 2 of")
    assert "step 1 of" in visits[1].screen.text
    assert token(browser) != token(other_browser)
    assert len(logged(server, token(browser))) > len(logged(server, token(other_browser)))
    # Both places are taken: a third one is told, with the page and at the socket.
    async with browser.get(server.url) as answer:
        assert answer.status == 503 and "takes 2 at once" in await answer.text()
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await server.visit(browser)
    # A tab that is closed gives its place back, and one that petui was left in.
    await visits[0].leave()
    await visits[1].type("\x1b")
    await visits[1].screen.wait_for("q quit")
    await visits[1].type("q")
    assert await visits[1].ended() == aiohttp.WSCloseCode.OK
    again = await server.visit(browser)
    await again.screen.wait_for("step 2 of")


async def test_the_end_of_the_server_is_the_end_of_every_process_and_frees_the_port(
    server: ServerRun, browser: aiohttp.ClientSession, other_browser: aiohttp.ClientSession
) -> None:
    await server.start()
    visits = []
    for each in (browser, other_browser):
        await loaded(server, each)
        visits.append(await server.visit(each))
        await visits[-1].screen.wait_for("Answer (h hint")
    processes = server.children()
    assert len(processes) == 2
    port = server.port
    assert await server.end(signal.SIGINT) == 130
    assert [await each.ended() for each in visits] == [aiohttp.WSCloseCode.GOING_AWAY] * 2
    assert not [each for each in processes if Path(f"/proc/{each}").exists()]
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
    assert logged(server, token(browser))


async def test_a_server_that_is_killed_leaves_no_tutor_behind(
    server: ServerRun, browser: aiohttp.ClientSession
) -> None:
    await server.start()
    await loaded(server, browser)
    visit = await server.visit(browser)
    await visit.screen.wait_for("Answer (h hint")
    (process,) = server.children()
    gone = await server.watch(process)
    await server.end(signal.SIGKILL)
    await gone()


async def test_only_the_page_itself_opens_the_socket(server: ServerRun, browser: aiohttp.ClientSession) -> None:
    await server.start()
    await loaded(server, browser)
    strange = (
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": server.origin.replace("http", "https")},
        # A name that somebody else makes point here: the page's origin is that name then.
        {"Origin": "http://elsewhere.example", "Host": "elsewhere.example"},
    )
    for headers in strange:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await server.visit(browser, **headers)
    async with browser.get(server.url, headers={"Host": "elsewhere.example"}) as answer:
        assert answer.status == 421
    for path in ("", "nothing", "page.css", "static/js/textual.js"):
        host = f"{server.origin.removeprefix('http://')}; script-src *"
        async with browser.get(server.url + path, headers={"Host": host}) as answer:
            assert "script-src *" not in answer.headers["Content-Security-Policy"]
    assert server.children() == []


async def test_only_a_cookie_that_was_given_opens_the_socket(
    server: ServerRun, browser: aiohttp.ClientSession, tmp_path: Path
) -> None:
    await server.start()
    outside = tmp_path / "outside"
    outside.mkdir()
    for cookie in ("", "0" * 32, "../../outside", "..", "/etc", "0" * 31 + "%2f", "A" * 32, "٣" * 32):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await server.visit(browser, Cookie=f"petui={cookie}")
    assert server.children() == [] and not list(outside.iterdir())
    assert not (server.data / "visitors").exists()
    # Nor is one that somebody else made up taken over.
    async with browser.get(server.url, headers={"Cookie": f"petui={'0' * 32}"}):
        assert token(browser) != "0" * 32


async def test_the_page_gives_a_cookie_that_no_script_reads_and_loads_from_nowhere_else(
    server: ServerRun, browser: aiohttp.ClientSession
) -> None:
    await server.start()
    async with browser.get(server.url) as answer:
        cookie, rules = answer.headers["Set-Cookie"], answer.headers["Content-Security-Policy"]
        text = await answer.text()
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {each.strip() for each in cookie.split(";")}
    assert "default-src 'none'" in rules and "http" not in rules
    for name in ("page.css", "page.js"):
        async with browser.get(server.url + name) as answer:
            assert answer.status == 200
            text += await answer.text()
    assert "//fonts" not in text and "https:" not in text
    for name in ("static/", "static/../server.py", "static/%2e%2e/server.py", "page.html", "page.py", "download/x"):
        async with browser.get(server.url + name) as answer:
            assert answer.status in (403, 404)
    first = token(browser)
    await loaded(server, browser)
    assert token(browser) == first


async def test_what_the_page_would_never_send_ends_the_visit_and_only_that(
    server: ServerRun, browser: aiohttp.ClientSession
) -> None:
    await server.start()
    await loaded(server, browser)
    strange: list[str | bytes] = ["[]", "no json", "[" * 20_000, '["stdin", 7]', '["resize", {"width": "80"}]', b"\0\1"]
    for message in strange:
        # Another visitor each: who has gone keeps the place until the process has ended.
        browser.cookie_jar.clear()
        await loaded(server, browser)
        visit = await server.visit(browser)
        await (visit.socket.send_bytes(message) if isinstance(message, bytes) else visit.socket.send_str(message))
        assert await visit.ended() == aiohttp.WSCloseCode.UNSUPPORTED_DATA
    browser.cookie_jar.clear()
    await loaded(server, browser)
    visit = await server.visit(browser)
    await visit.type("a" * 70_000)
    assert await visit.ended() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    await loaded(server, browser)
    assert await server.end() == 0


async def test_one_visitor_does_not_take_every_place(
    server: ServerRun, browser: aiohttp.ClientSession, other_browser: aiohttp.ClientSession
) -> None:
    await server.start("--visitors", "5")
    await loaded(server, browser)
    for _ in range(3):
        await server.visit(browser)
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await server.visit(browser)
    async with browser.get(server.url) as answer:
        assert answer.status == 503 and "you have it open 3 times" in await answer.text()
    await loaded(server, other_browser)
    await server.visit(other_browser)


async def test_what_is_no_request_is_no_news(server: ServerRun) -> None:
    await server.start()
    host = server.origin.removeprefix("http://")
    strange = (
        f"GET / HTTP/1.1\r\nHost: {host}\r\nHost: secret-words\r\n\r\n".encode(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03secret-words\r\n\r\n",
        b"GET /" + b"secret-words" * 10_000 + b" HTTP/1.1\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: x\r\n\r\n".encode(),
    )
    for each in strange:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(each)
        assert b" 400 " in await reader.readline()
        writer.close()
    assert await server.end() == 0
    assert len(list(filter(None, server.said))) == 1


async def test_whoever_asks_nothing_shuts_nobody_out(server: ServerRun, browser: aiohttp.ClientSession) -> None:
    """With as few open files as there may be."""
    await server.start("--visitors", "2", files=100)
    await loaded(server, browser)
    visit = await server.visit(browser)
    await visit.screen.wait_for("Answer (h hint")
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(150)]
    for _, writer in silent:
        writer.write(b"GET / HTTP/1.1\r\nX:")
    await loaded(server, browser)
    await visit.type("s\r")
    await visit.screen.wait_for(lambda text: "Answer (h hint" not in text)
    for _, writer in silent:
        writer.close()
    assert await server.end() == 0
    assert len(list(filter(None, server.said))) == 1


async def test_no_parameter_of_the_page_reaches_the_process(server: ServerRun, browser: aiohttp.ClientSession) -> None:
    await server.start("--ascii")
    await loaded(server, browser)
    socket = await browser.ws_connect(
        f"{server.url}ws?width=90;id&height=-5&command=id&content=/etc", headers={"Origin": server.origin}
    )
    await socket.receive_bytes()
    (process,) = server.children()
    command = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    variables = dict(each.partition("=")[::2] for each in Path(f"/proc/{process}/environ").read_text().split("\0"))
    await socket.close()
    assert command[-2:] == [b"--ascii", b""] and command[1] == b"-P"
    assert (variables["COLUMNS"], variables["ROWS"]) == ("80", "24")
    assert not [each for each in command if each == b"id" or b"/etc" in each]


async def test_behind_a_proxy_the_cookie_is_for_the_public_address(
    server: ServerRun, browser: aiohttp.ClientSession
) -> None:
    await server.start("--url", "https://petui.example.org/class/")
    async with browser.get(server.url) as answer:
        cookie, rules = answer.headers["Set-Cookie"], answer.headers["Content-Security-Policy"]
    assert {"Secure", "Path=/class/"} <= {each.strip() for each in cookie.split(";")}
    assert "wss://petui.example.org;" in rules
    visit = await server.visit(browser, Origin="https://petui.example.org", Cookie=cookie.partition(";")[0])
    await visit.screen.wait_for("Answer (h hint")


async def test_whoever_lets_others_in_is_told_what_that_means(
    server: ServerRun, browser: aiohttp.ClientSession
) -> None:
    await server.start("--host", "0.0.0.0")
    await loaded(server, browser)
    await server.end()
    assert "no password" in server.said[1] and "nothing is encrypted" in server.said[1]


async def test_a_size_that_changes_is_followed(server: ServerRun, browser: aiohttp.ClientSession) -> None:
    await server.start()
    await loaded(server, browser)
    visit = await server.visit(browser)
    await visit.screen.wait_for("Answer (h hint")
    visit.screen.follow('["resize", {"width": 130, "height": 40}]')
    await visit.socket.send_json(["resize", {"width": 130, "height": 40}])
    text = await visit.screen.wait_for("Heat map")
    assert max(len(line) for line in text.splitlines()) > 100
    await visit.socket.send_json(["ping", "5"])


async def test_a_tutor_that_cannot_start_is_told_where_the_server_runs(
    server: ServerRun, browser: aiohttp.ClientSession, tmp_path: Path
) -> None:
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "config.toml").write_text("theme = 7\n")
    await server.start()
    await loaded(server, browser)
    visit = await server.visit(browser)
    await visit.ended()
    assert "could not start" in visit.screen.text
    await server.end()
    assert any("config.toml" in line and token(browser) not in line for line in server.said)
