"""What an author is told of names that nothing declares, of draws that cannot be read, and of decimal commas."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.lint import lint_paths

HEAD = "---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n\n::::{step} s\n"
CHECK = "\n:::{check} ask\n:answer: %s\n:tol: %s\n:hint: H.\n\nHow much?\n:::\n::::\n"


def told(tmp_path: Path, vary: str = "", answer: str = "k", tolerance: str = "1%") -> list[str]:
    """The faults of a lesson by itself as `LINE:COL CODE message`."""
    path = tmp_path / "one.md"
    path.write_text(HEAD + (f":vary: {vary}\n" if vary else "") + CHECK % (answer, tolerance), encoding="utf-8")
    faults = lint_paths([path])
    return [f"{fault.place.line}:{fault.place.column} {fault.code} {fault.message}" for fault in faults]


@pytest.mark.parametrize("name", ["k", "poss"])
def test_an_unknown_name_is_told_how_to_be_declared(tmp_path: Path, name: str) -> None:
    """Whether or not it is near one that is known."""
    (fault,) = told(tmp_path, answer=f"2*{name}")
    assert fault.startswith(f"11:10 E05 `2*{name}` names `{name}`, which is not known here; ")
    assert "`:vary:`" in fault and "`params`" in fault
    assert ("did you mean `pos`? " in fault) == (name == "poss")
    assert told(tmp_path, vary=f"{name} in 1..9", answer=f"2*{name}") == []


@pytest.mark.parametrize("vary", ["k in 1,,3", "k in 9..1", "k in a..b", "k on 1..3", "k", "k in 1..9 step 0", "k = 3"])
def test_a_draw_that_cannot_be_read_is_one_fault(tmp_path: Path, vary: str) -> None:
    """Its own name is no further fault, and nothing is worked out with it; another name is still unknown."""
    (fault,) = told(tmp_path, vary=vary)
    assert fault.startswith("9:") and " E10 " in fault
    assert [each.split(" ")[1] for each in told(tmp_path, vary=vary, answer="k*m")] == ["E10", "E05"]


@pytest.mark.parametrize(
    ("answer", "comma", "point"),
    [("1,05", "1,05", "1.05"), ("2 * 1,05", "1,05", "1.05"), ("pe(3, 2)*0,5", "0,5", "0.5"), ("(2)*0,5", "0,5", "0.5")],
)
def test_a_decimal_comma_is_told(tmp_path: Path, answer: str, comma: str, point: str) -> None:
    """With the number as it is to be written."""
    assert told(tmp_path, answer=answer) == [f"11:10 E05 `{comma}` has a decimal comma; write `{point}`"]


@pytest.mark.parametrize("tolerance", ["0,01", "1,5%"])
def test_a_decimal_comma_in_a_tolerance_is_told(tmp_path: Path, tolerance: str) -> None:
    """In both of its forms."""
    number = tolerance.removesuffix("%")
    said = f"`{number}` has a decimal comma; write `{number.replace(',', '.')}`"
    assert told(tmp_path, answer="5", tolerance=tolerance) == [f"12:7 E10 {said}"]


def test_commas_that_part_are_none(tmp_path: Path) -> None:
    """Between the arguments of a function."""
    assert "decimal comma" not in told(tmp_path, answer="pe(3,2,1,1,1)")[0]
    assert told(tmp_path, answer="pe(3,2)") == []
