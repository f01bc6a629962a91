"""The driver for browsers: its packets and sizes."""

from __future__ import annotations

import json
import os
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.surroundings import BROWSER, WEB_DRIVER, choose
from petui.tui.browser import BrowserDriver, PacketOutlet, Packets, packet, size_in
from petui.tui.environment import set_variables
from petui.tui.terminal import driver_class
from petui.tui.wire.shadow import Shadow

PACKETS = st.lists(st.tuples(st.sampled_from([b"D", b"M"]), st.binary(max_size=300)), max_size=6)


@given(sent=PACKETS, cuts=st.lists(st.integers(0, 2000), max_size=8))
def test_packets_arrive_whole_however_they_are_cut(sent: list[tuple[bytes, bytes]], cuts: list[int]) -> None:
    stream = b"".join(packet(letter, payload) for letter, payload in sent)
    edges = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    packets = Packets()
    assert [each for a, b in pairwise(edges) for each in packets.feed(stream[a:b])] == sent


def test_a_length_that_nobody_sends_is_refused_before_it_is_waited_for() -> None:
    with pytest.raises(ValueError, match="4294967295"):
        list(Packets().feed(b"D\xff\xff\xff\xff"))


@given(wide=st.integers() | st.text() | st.floats() | st.none(), high=st.integers())
def test_a_size_is_one_that_can_be_drawn(wide: object, high: int) -> None:
    columns, rows = size_in({"width": wide, "height": high}, "width", "height")
    assert 1 <= columns <= 1000 and 1 <= rows <= 500


def test_a_browser_is_taken_for_what_it_is_wherever_the_server_runs() -> None:
    environ = {"TERM": "dumb", "LANG": "C", "TEXTUAL_DRIVER": WEB_DRIVER, "COLUMNS": "100", "ROWS": "30"}
    chosen = choose(environ)
    assert chosen.driver == BROWSER and not chosen.ascii
    set_variables(environ)
    assert driver_class(environ) is BrowserDriver
    assert size_in(environ, "COLUMNS", "ROWS") == (100, 30)


def test_what_is_drawn_travels_in_packets() -> None:
    reading, writing = os.pipe()
    lost: list[int] = []
    outlet = PacketOutlet(writing, Shadow(20, 3), on_lost=lambda: lost.append(1))
    outlet.start()
    outlet.frame("\x1b[1;1Hω and more")
    assert outlet.flush(30)
    found = list(Packets().feed(os.read(reading, 1 << 16)))
    assert {letter for letter, _ in found} == {b"D"}
    assert "ω and more" in b"".join(payload for _, payload in found).decode()
    os.close(reading)
    outlet.control("to nobody")
    outlet.flush(30)
    outlet.close(30)
    os.close(writing)
    assert lost == [1]


def test_the_json_of_a_server_is_what_it_means() -> None:
    assert size_in(json.loads('{"width": 80, "height": 1e400}'), "width", "height") == (80, 24)
    assert size_in(json.loads("{}"), "width", "height") == (80, 24)
