from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import PetuiError
from petui.web.addresses import addresses, is_loopback


def test_a_server_goes_by_its_names_and_numbers_and_by_no_other() -> None:
    found = addresses("127.0.0.1", "")
    for host in ("127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000", "192.168.1.7:8000"):
        assert found.knows_host(host)
        assert found.admits(f"http://{host}", host)
    for host in (
        "elsewhere.example",
        "127.0.0.1.elsewhere.example:8000",
        "localhost.elsewhere.example",
        "",
        "[::1",
        "[",
        "127.0.0.1:1; script-src *",
        "127.0.0.1:8765/x",
        "127.0.0.1:8765?x",
        "user@127.0.0.1:8765",
        "127.0.0.1:",
        "127.0.0.1:x",
        "127.0.0.1:65536",
        "127.0.0.1:0",
        "127.0.0.1:٣",
        "[127.0.0.1]",
        "::1",
        "[::1%25lo]:80",
        "127.0.0.1 ",
        "127.0.0.1:80\n",
    ):
        assert not found.knows_host(host)
        assert not found.admits(f"http://{host}", host)


def test_behind_a_proxy_the_public_address_counts_too() -> None:
    found = addresses("127.0.0.1", "https://Petui.example.org/class/")
    assert found.path == "/class/" and found.is_secure
    assert found.knows_host("petui.example.org")
    assert found.admits("https://petui.example.org", "127.0.0.1:8000")
    assert not found.admits("https://other.example.org", "127.0.0.1:8000")
    assert addresses("127.0.0.1", "http://petui.example.org:8080").admits("http://petui.example.org:8080", "backend")


@given(origin=st.text(max_size=40), host=st.text(max_size=40))
def test_whatever_headers_say_only_the_same_origin_is_let_in(origin: str, host: str) -> None:
    if addresses("127.0.0.1", "").admits(origin, host):
        assert origin == f"http://{host}"


@given(
    host=st.text(max_size=30)
    | st.text("localhost127.0.0.1[]:;,/ *'x@#?", max_size=30)
    | st.integers().map("127.0.0.1:{}".format)
)
def test_a_host_that_is_known_is_one_word_of_a_rule(host: str) -> None:
    if addresses("127.0.0.1", "").knows_host(host):
        assert re.fullmatch(r"[\w.-]+(:[0-9]+)?|\[[0-9a-fA-F:.]+\](:[0-9]+)?", host, re.ASCII)


@pytest.mark.parametrize(
    "url",
    ["petui.example.org", "ftp://x/", "https://", "https://a:b@x/", "https://x/?a", "https://x:99999/", "http://[/"],
)
def test_what_is_no_address_of_a_page_is_refused(url: str) -> None:
    with pytest.raises(PetuiError, match="--url"):
        addresses("127.0.0.1", url)


def test_loopback_is_told_from_what_others_reach() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "192.168.1.7", "petui.example.org", ""))


@pytest.mark.parametrize(
    "url", ["https://a;b/", "https://a b/", "https://x.example:8a/", "https://*.example/", "https://x'/"]
)
def test_a_public_address_is_no_more_than_a_host_either(url: str) -> None:
    with pytest.raises(PetuiError, match="--url"):
        addresses("127.0.0.1", url)
