"""How much of a terminal is used."""

from __future__ import annotations

import os

import pytest

from petui.tui.terminal import TerminalDriver


class _Streams(TerminalDriver):
    """A driver that takes no terminal."""

    def __init__(self) -> None:
        self._input, self._output = 0, 1


@pytest.mark.parametrize(
    ("has", "used"),
    [
        ((80, 24), (80, 24)),
        ((1, 1), (1, 1)),
        ((500, 200), (500, 200)),
        ((0, 0), (80, 24)),
        ((1, 65_535), (1, 500)),
        ((65_535, 65_535), (1000, 500)),
    ],
)
def test_no_more_is_used_than_costs_little(
    monkeypatch: pytest.MonkeyPatch, has: tuple[int, int], used: tuple[int, int]
) -> None:
    """Without a size the usual one, and of an absurd one a part."""
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: os.terminal_size(has))
    assert _Streams()._get_terminal_size() == used
