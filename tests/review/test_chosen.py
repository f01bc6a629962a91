"""A setting that is found by itself is the one that the whole log has."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.review.chosen import chosen_setting
from petui.review.log import read_events
from petui.review.logfiles import MAX_LINE
from petui.review.progress import settings

STAMP: dict[str, Any] = {"v": 1, "at": 5, "tz": 0, "day": "2024-01-01", "host": "host"}
ODD: dict[str, list[Any]] = {
    "at": [0, 5, 6, -1, True, 10**20, 5.0, "5", None],
    "tz": [0, "0", None, 10**6],
    "day": ["2024-01-01", "2024-02-30", "", None],
    "host": ["host", None, 7],
    "kind": ["setting", "setting", "step", "Setting", None],
    "name": ["theme", "theme", "theme ", "views", None],
    "value": ["dark", "light", "", "setting", 3, None],
}


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """The lines of a file: settings, some with a field that is odd or missing, and what is torn."""
    made: list[bytes] = []
    for _ in range(draw(st.integers(0, 6))):
        record = {**STAMP, "id": draw(st.uuids()).hex, "at": draw(st.integers(0, 9))}
        record |= {"kind": "setting", "name": "theme", "value": draw(st.sampled_from(["dark", "light"]))}
        for field in draw(st.lists(st.sampled_from(sorted(ODD)), max_size=2)):
            record[field] = draw(st.sampled_from(ODD[field]))
            if record[field] is None and draw(st.booleans()):
                del record[field]
        line = json.dumps(record, separators=draw(st.sampled_from([(",", ":"), (", ", " : ")]))).encode()
        made.append(
            draw(st.sampled_from([line, line, line, line[1:], line[:-1], b" " + line + b" \r", b"[" + line + b"]"]))
        )
    return draw(st.sampled_from([b"\n", b"\n\n"])).join(made) + draw(st.sampled_from([b"", b"\n"]))


def agrees(files: list[bytes]) -> str | None:
    """The theme that was chosen, found both ways."""
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        for number, data in enumerate(files):
            (directory / f"{number}.jsonl").write_bytes(data)
        found = chosen_setting(directory, "theme")
        assert found == settings(read_events(directory).events).get("theme")
        return found


@given(st.lists(lines(), max_size=3))
def test_it_is_what_the_whole_log_has(files: list[bytes]) -> None:
    agrees(files)


@pytest.mark.parametrize("behind", [True, False])
@pytest.mark.parametrize("blanks", [MAX_LINE // 2, 2 * MAX_LINE])
def test_a_line_that_is_far_too_long(blanks: int, behind: bool) -> None:
    record = {**STAMP, "id": "a", "kind": "setting", "name": "theme", "value": "dark"}
    line = json.dumps(record).encode()
    long = line + b" " * blanks if behind else line[:1] + b" " * blanks + line[1:]
    earlier = json.dumps({**record, "id": "b", "at": 4, "value": "light"}).encode()
    assert agrees([long + b"\n" + earlier]) == ("dark" if behind or blanks < MAX_LINE else "light")


def test_a_place_that_cannot_be_read_has_none(tmp_path: Path) -> None:
    assert chosen_setting(tmp_path / "missing", "theme") is None
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert chosen_setting(tmp_path, "theme") is None
