"""Figures in text: headers, positions, how exactly they were printed, and faults with their place."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import TableError
from petui.plain.arrayfile import OpenedTable, open_table
from petui.plain.decimals import Printed

TABLE = np.sin(np.arange(24.0).reshape(4, 6) / 3)


def read(text: str, folder: Path, name: str = "t.csv") -> OpenedTable:
    file = folder / name
    file.write_text(text)
    return open_table(str(file))


def written(form: str, between: str = ",") -> str:
    return "".join(between.join(form.format(value) for value in row) + "\n" for row in TABLE.tolist())


HEADERS = {
    "names": "a,b,c,d,e,f\n",
    "a comment": "# of mine\n\n",
    "quoted": '"pe 0","pe 1","c","d","e","f"\n',
    "slots": "0,1,2,3,4,5\n",
}


@pytest.mark.parametrize("head", HEADERS.values(), ids=HEADERS.keys())
def test_a_header_is_no_row(head: str, tmp_path: Path) -> None:
    table = read(head + written("{!r}"), tmp_path)
    assert np.array_equal(table.rows[0:4], TABLE)
    assert table.positions is None


@pytest.mark.parametrize(
    "head", ["position,0,1,2,3,4,5\n", ",0,1,2,3,4,5\n", "", "# none\n", "Index,a,b,c,d,e,f\n"], ids=repr
)
def test_a_column_of_positions_is_no_slot(head: str, tmp_path: Path) -> None:
    lines = written("{!r}").splitlines()
    table = read(head + "".join(f"{7 + row},{line}\n" for row, line in enumerate(lines)), tmp_path)
    assert table.positions == (7, 8, 9, 10)
    assert np.array_equal(table.rows[0:4], TABLE)
    assert table.remarks == ("The first column was read as positions.",)


def test_other_first_columns_are_slots(tmp_path: Path) -> None:
    """Whole numbers that do not count, and tables of whole numbers alone."""
    assert read("0,0.5\n0,0.25\n1,0.5\n", tmp_path).rows.shape == (3, 2)
    assert read("0,1\n1,1\n2,1\n", tmp_path).rows.shape == (3, 2)


RESOLUTIONS = {
    "four decimals": ("{:.4f}", 5e-5),
    "six significant": ("{:.6g}", 5e-7),
    "with powers": ("{:.5e}", 5e-7),
    "rounded, zeros dropped": ("r3", 5e-4),
    "in full": ("{!r}", 0.0),
    "seventeen": ("{:.17g}", 0.0),
    "whole": ("{:.0f}", 0.0),
}


@pytest.mark.parametrize(("form", "resolution"), RESOLUTIONS.values(), ids=RESOLUTIONS.keys())
def test_resolution_is_half_a_unit_of_the_last_digit(form: str, resolution: float, tmp_path: Path) -> None:
    """Of the coarsest figure; and no value is farther off than that."""
    rounded = np.round(TABLE, 3).tolist()
    lists = json.dumps(rounded) if form == "r3" else ""
    table = read(lists or written(form), tmp_path, "t.json" if lists else "t.csv")
    assert table.resolution == pytest.approx(resolution)
    if form != "{:.0f}":
        assert np.abs(table.rows[0:4] - TABLE).max() <= table.resolution * 1.000001


@given(
    st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=4, max_size=40),
    st.integers(2, 12),
    st.sampled_from(["{:.%df}", "{:.%dg}", "{:.%de}", "round"]),
)
def test_no_rounding_exceeds_the_resolution(values: list[float], digits: int, form: str) -> None:
    """Whichever way figures were rounded, what was rounded off is within the resolution, if all digits show up."""
    figures = [repr(round(value, digits)) if form == "round" else (form % digits).format(value) for value in values]
    printed = Printed()
    printed.add(figures)
    largest = max(abs(float(figure)) for figure in figures)
    full = printed.decimals >= digits if form in {"{:.%df}", "round"} else printed.significant >= digits
    if full and printed.pointed and largest > 0:
        worst = max(abs(float(figure) - value) for figure, value in zip(figures, values, strict=True))
        assert worst <= printed.resolution(largest) * (1 + 1e-9) + 1e-15


def test_float32_in_its_own_digits_is_float32(tmp_path: Path) -> None:
    single = TABLE.astype(np.float32)
    text = "".join(",".join(str(value) for value in row) + "\n" for row in single)
    table = read(text, tmp_path)
    assert table.number == "float32"
    assert np.array_equal(table.rows[0:4].astype(np.float32), single)
    assert read(written("{:.8f}"), tmp_path).number == "float64"


def test_words_for_nothing(tmp_path: Path) -> None:
    table = read("0.5,NA\nnan,0.25\n", tmp_path)
    assert np.array_equal(table.rows[0:2], [[0.5, np.nan], [np.nan, 0.25]], equal_nan=True)
    assert "nan" in table.remarks[0]
    assert np.isnan(read("[[0.5, null], [1, NaN]]", tmp_path, "t.json").rows[0:2]).sum() == 2


def test_decimal_commas_and_true_minus_signs(tmp_path: Path) -> None:
    assert read("0,5;−0,25\n0,125;1,0\n", tmp_path).rows[0:2].tolist() == [[0.5, -0.25], [0.125, 1.0]]


def test_a_line_that_counts_is_of_names(tmp_path: Path) -> None:
    """Slots are counted on from any; where another word stands before them than one of positions it is said."""
    rows = "0,0.5,0.25\n1,0.75,0.5\n"
    assert read("pos,4,5\n" + rows, tmp_path).remarks == ("The first column was read as positions.",)
    table = read("O,0,1\n" + rows, tmp_path)
    assert table.rows.shape == (2, 3)
    assert table.remarks == ("Line 1, which begins with 'O', was read as names.",)


FAULTS = {
    "a word": ("1.0,2.0\n3.0, abc\n", ":2:6: 'abc' is no number"),
    "a word in the first row": ("1.0,abc\n3.0,4.0\n", ":1:5: 'abc' is no number"),
    "an empty cell": ("1.0,2.0,3.0\n3.0,,1.0\n", ":2:5: an empty cell"),
    "too few": ("# of mine\n1,2,3.5\n\n1,2\n", ":4:1: this row has 2 cells, line 2 has 3"),
    "underscores": ("1.5,2\n1_0,2\n", ":2:1: '1_0' is no number"),
    "two lines of words": ("hello\nworld\n1\n", ":2:1: 'world' is no number"),
    "a mistyped first number": ("O,1,0,1\n0.8,0.5,0.1,1\n", ":1:1: 'O' is no number, but others of this line are"),
    "a mistyped number of few": ("O.0 1.0\n0.8 0.5\n", ":1:1: 'O.0' is no number"),
    "a mistyped number below names": ("slot 0 1\nO.0 1.0\n0.8 0.5\n", ":2:1: 'O.0' is no number"),
    "words alone": ("hello\n", "holds no row of numbers"),
    "comments alone": ("# nothing\n\n", "holds no row of numbers"),
    "blanks alone": ("   \n  \n", "holds no row of numbers"),
    "no UTF-8": ("", "bytes that are no UTF-8"),
}


@pytest.mark.parametrize(("text", "says"), FAULTS.values(), ids=FAULTS.keys())
def test_faults_have_their_place(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_bytes(text.encode() or b"1,2\n" * 3000 + b"\xff,1\n")
    with pytest.raises(TableError) as caught:
        open_table(str(file))
    assert says in str(caught.value)


JSON_FAULTS = {
    "cut": ("[[1, 2], [3", ":1:12: is no JSON"),
    "words": ('[["a", 1]]', '[0][0]: "a" is no number'),
    "truth": ("[[true, 1]]", "true is no number"),
    "uneven": ("[[1, 2], [3]]", "row 1 has 1 number, row 0 has 2"),
    "mixed": ("[[1, 2], 3]", "[1]: is no list of rows"),
    "a table in a cell": ('[[{"a": 1}]]', "is no number"),
    "deep": ("[" * 5000 + "]" * 5000, "deep"),
    "deeper": ("[" * 100000 + "]" * 100000, "deep"),
    "axes": ("[[[[[1]]]]]", "more than 4 axes"),
    "nothing": ("[]", "holds no number"),
    "no rows": ("{}", "has no list of rows"),
    "no list": ('{"a": 1}', "has no list of rows"),
    "long": ("[" + "9" * 5000 + "]", "too many digits"),
    "huge": ("[1" + "0" * 400 + "]", "beyond float64"),
    "a name": ('{"schema": 1, "values": "x"}', "has no list of rows"),
}


@pytest.mark.parametrize(("text", "says"), JSON_FAULTS.values(), ids=JSON_FAULTS.keys())
def test_faults_of_json(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(TableError) as caught:
        read(text, tmp_path, "t.json")
    assert says in str(caught.value)


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of too many numbers is refused before they are held."""
    monkeypatch.setattr("petui.plain.textarray.MOST_NUMBERS", 20)
    with pytest.raises(TableError, match=r"more than 20 numbers; save it as \.npy"):
        read(written("{!r}"), tmp_path)
    monkeypatch.setattr("petui.plain.jsonarray._MOST_NUMBERS", 20)
    with pytest.raises(TableError, match="more than 20 numbers"):
        read(json.dumps(TABLE.tolist()), tmp_path, "t.json")
    monkeypatch.setattr("petui.plain.jsonarray._MOST_BRACKETS", 3)
    with pytest.raises(TableError, match="more than 3 lists"):
        read("[[1], [2], [3]]", tmp_path, "t.json")
    monkeypatch.setattr("petui.plain.jsonarray.MOST_JSON", 8)
    with pytest.raises(TableError, match="more than 8 bytes"):
        read("[[1], [2], [3]]", tmp_path, "t.json")
    with pytest.raises(TableError, match="more than 1048576 cells"):
        read("1," * ((1 << 20) + 2) + "1\n", tmp_path)
