"""An operating system that can be made to fail, to be killed or to be watched at any call."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from petui.review import compaction, log, logfiles


class WatchedOs:
    """The os module, with `before` and `after` called around each call of a function that changes something."""

    WATCHED = ("open", "write", "fsync", "ftruncate", "rename", "unlink", "close", "stat", "fstat", "scandir")

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.before: Callable[[str, tuple[Any, ...]], None] = lambda name, given: None
        self.after: Callable[[str, tuple[Any, ...]], None] = lambda name, given: None
        self.write_some: Callable[[int], int] = lambda size: size

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in self.WATCHED:
            return real

        def called(*given: Any, **named: Any) -> Any:
            self.calls.append(name)
            self.before(name, given)
            if name == "write":
                given = (given[0], bytes(given[1])[: self.write_some(len(given[1]))])
            found = real(*given, **named)
            self.after(name, given)
            return found

        return called


@pytest.fixture
def watched_os(monkeypatch: pytest.MonkeyPatch) -> WatchedOs:
    """What the log and compaction have for `os`."""
    watched = WatchedOs()
    for module in (log, logfiles, compaction):
        monkeypatch.setattr(module, "os", watched)
    return watched
