"""Faults for editors, build servers and people."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.place import Fault, Place
from petui.plain.faultforms import FAULT_FORMS, faults_explained, faults_github, faults_in, faults_lines
from petui.plain.faults import faults_text

_FAULTS = st.lists(
    st.builds(
        Fault,
        st.builds(Place, st.text(min_size=1), st.integers(1, 99), st.integers(1, 99)),
        st.sampled_from(["E05", "W03"]),
        st.text(),
    ),
    max_size=4,
)


def test_a_line_is_what_compilers_write() -> None:
    """Place, kind, message, code."""
    faults = [Fault(Place("a.md", 3, 7), "E05", "no ω"), Fault(Place("a.md", 4, 1), "W03", "lost")]
    assert faults_lines(faults, ascii=False) == "a.md:3:7: error: no ω [E05]\na.md:4:1: warning: lost [W03]\n"
    assert faults_in("line", faults, ascii=True).isascii()


@given(_FAULTS)
def test_an_annotation_is_one_command_that_gives_the_message_back(faults: list[Fault]) -> None:
    """Whatever signs are in it: no line is cut, and no property ends early."""
    text = faults_github(faults, ascii=False)
    lines = text.split("\n")[:-1]
    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        found = re.fullmatch(r"::(error|warning) file=([^,:]*),line=(\d+),col=(\d+),title=(\w+)::(.*)", line, re.DOTALL)
        assert found is not None
        kind, file, row, column, code, message = found.groups()
        assert kind == ("warning" if code == "W03" else "error")
        assert (_plain(file), int(row), int(column)) == (fault.place.file, fault.place.line, fault.place.column)
        assert (code, _plain(message)) == (fault.code, fault.message)


def _plain(text: str) -> str:
    for escape, sign in (("%0A", "\n"), ("%0D", "\r"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, sign)
    return text


@pytest.mark.parametrize(
    ("line", "column", "shown", "under"),
    [
        ("answer: omga(1)", 9, "answer: omga(1)", 8),
        ("\tω und é", 4, " ω und é", 3),
        ("漢字 x", 4, "漢字 x", 5),
        ("x" * 200 + "!" + "y" * 200, 201, "…" + "x" * 60 + "!" + "y" * 59 + "…", 61),
        ("short", 99, "short", 5),
        ("\x1b[31mred", 1, "␛[31mred", 0),
    ],
)
def test_the_caret_stands_below_the_place(tmp_path: Path, line: str, column: int, shown: str, under: int) -> None:
    """By the columns that signs take; a long line is cut around it."""
    path = tmp_path / "a.md"
    path.write_text(f"first\n{line}\n", encoding="utf-8")
    fault = Fault(Place(str(path), 2, column), "E05", "wrong")
    first, source, caret, meaning = faults_explained([fault], ascii=False).splitlines()
    assert first == str(fault)
    assert source == f"  2 | {shown}"
    assert caret == "    | " + " " * under + "^"
    assert meaning.startswith("  E05: an expression")


def test_a_place_without_a_line_has_no_caret(tmp_path: Path) -> None:
    """A file that is not there, an empty line, a line beyond the end."""
    path = tmp_path / "a.md"
    path.write_text("\n")
    for place in (Place(str(tmp_path / "none")), Place(str(path)), Place(str(path), 99)):
        assert len(faults_explained([Fault(place, "E01", "gone")], ascii=False).splitlines()) == 2


def test_each_form_has_its_own_text() -> None:
    """Text is the one that is not explained unless asked."""
    faults = [Fault(Place("a.md", 3, 7), "E05", "no ω")]
    assert faults_in("text", faults, ascii=False) == faults_text(faults, ascii=False) == "a.md:3:7: E05 no ω\n"
    assert json.loads(faults_in("json", faults, ascii=False))["faults"][0]["code"] == "E05"
    assert len({faults_in(form, faults, ascii=False) for form in FAULT_FORMS}) == len(FAULT_FORMS)
