"""What is said of a diagnosis, and what is declared of a table."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from petui.core.conventions import convention, encode_as
from petui.core.diagnosis.diagnose import diagnose
from petui.core.diagnosis.findings import Cause, Declared, Diagnosis, Match, Meant
from petui.core.errors import ParameterError, TableError
from petui.core.kinship import kin_of
from petui.plain.arrayfile import OpenedTable
from petui.plain.checkpage import PAGE_WIDTH, check_json, check_text, declare, right_table

TABLE = OpenedTable("t.csv", "csv", np.zeros((4, 8)), "float64", (1, 4, 8), remarks=("A batch of one was taken off.",))
MATCH = Match("paper", 0, 10000.0, 1.0, 3e-8, 2e-6)
OTHER = Match("tensor2tensor", 0, 215443.469, 1.0, 3e-8, 2e-6)
CAUSE = Cause("doubled-exponent", "The exponent counts twice. " * 4, "halve it", (3, 5), 0.25, float("nan"))


def text(found: Diagnosis, declared: Declared | None = None, *, ascii: bool = False) -> str:
    page = check_text(found, TABLE, declared or Declared(), ascii=ascii, width=PAGE_WIDTH)
    lines = page.splitlines()
    assert all(len(line) <= PAGE_WIDTH for line in lines if "petui table" not in line)
    assert lines[0].split()[0] == found.verdict
    return page


def test_a_match_says_what_it_is() -> None:
    """The reading that keeps the declared base first, others told apart from it."""
    page = text(Diagnosis((4, 8), "match", (MATCH, OTHER), remarks=("Half is noise.",)))
    assert "  A batch of one was taken off.\n" in page
    assert "  It is paper: first position 0, base 10000; largest error 3e-08, 2e-06 allowed.\n" in page
    assert "  With another base it is also tensor2tensor: first position 0, base 215443.469;" in page
    assert page.endswith("  Half is noise.\n")


def test_two_that_fit_equally_stand_together() -> None:
    page = text(Diagnosis((4, 8), "match", (MATCH, replace(MATCH, convention="keras-hub"), replace(MATCH, start=1))))
    assert "It is paper: first position 0" in page
    assert "The same table is that of keras-hub.\n" in page
    assert "It is also paper: first position 1" in page


def test_those_of_one_table_are_one_list() -> None:
    """Whoever has the same numbers is named once, the best known by name."""
    rows = encode_as("paper", range(12), 8)
    page = text(diagnose(rows))
    words = " ".join(page.split())
    assert words.count("The same") == 1
    kin = kin_of(convention("paper"))
    assert len(kin.same + kin.even) == 11
    assert sum(f" {name}" in words.partition("The same")[2] for name in kin.same + kin.even) == 5
    assert "and 6 more (`petui conventions paper`)." in words


@pytest.mark.parametrize(("base", "width"), [(10000.0, 80), (215443.46900318846, 80), (10000.0, 60)])
def test_a_command_is_never_broken(base: float, width: int) -> None:
    """It goes below its label where it does not fit beside it."""
    found = Diagnosis((4096, 8), "bug", (), (CAUSE,), meant=Meant("annotated-transformer", 0))
    page = check_text(found, TABLE, Declared(base=base), ascii=False, width=width)
    (line,) = (line for line in page.splitlines() if "petui table" in line)
    assert line.strip().removeprefix("the right table").strip() == right_table(found, Declared(base=base))
    assert len(line) <= max(width, len(line.lstrip()) + 6)
    assert "    the right table" in page


def test_a_bug_says_where_and_how_to_mend_it() -> None:
    page = text(Diagnosis((4, 8), "bug", (replace(MATCH, base=1e8),), (CAUSE,)))
    assert "  doubled-exponent  The exponent counts twice." in page
    assert "row 3, slot 5: got 0.25, expected nan\n" in page
    assert "mend                halve it\n" in page
    assert "petui table --convention paper --pos 0:4 --d-model 8\n" in page
    assert "Read otherwise, it is paper: first position 0, base 100000000;" in page


def test_the_command_is_for_what_was_declared() -> None:
    page = text(Diagnosis((4, 8), "bug", (), (CAUSE,)), Declared("fairseq", 5, 100.0))
    assert "petui table --convention fairseq --pos 5:9 --d-model 8 --base 100\n" in page
    assert "--convention fairseq --pos 2:6 --d-model 8\n" in text(
        Diagnosis((4, 8), "bug", (), (CAUSE,)), Declared("fairseq")
    )


def test_the_command_is_for_what_was_meant() -> None:
    """As the diagnosis says; rows that descend are printed the other way round."""
    meant = Diagnosis((4, 8), "bug", (), (CAUSE,), meant=Meant("whisper", 3))
    assert "petui table --convention whisper --pos 3:7 --d-model 8\n" in text(meant)
    down = replace(meant, meant=Meant("transformer-xl", 3, -1))
    assert "petui table --convention transformer-xl --pos 0:4 --d-model 8\n" in text(down)
    assert json.loads(check_json(down, TABLE))["meant"] == {"convention": "transformer-xl", "start": 3, "step": -1}


@pytest.mark.parametrize("declared", [None, "x-transformers-scaled"])
def test_no_command_is_shown_for_a_width_that_the_convention_has_not(declared: str | None) -> None:
    rows = np.hstack([encode_as("x-transformers-scaled", range(40), 16), np.zeros((40, 3))])
    found = diagnose(rows, Declared(declared))
    assert [cause.bug for cause in found.causes] == ["zero-columns"]
    assert found.causes[0].mend == "Take the first 16 columns."
    assert "petui table" not in text(found, Declared(declared))


def test_unknown_says_so() -> None:
    assert "No convention that petui knows fits" in text(Diagnosis((4, 8), "unknown"))
    assert "It is, less exactly than its number format allows, paper:" in text(Diagnosis((4, 8), "close", (MATCH,)))


def test_ascii() -> None:
    assert text(Diagnosis((4, 8), "bug", (), (replace(CAUSE, says="ω is 2π"),)), ascii=True).isascii()


def test_json_is_the_stable_shape() -> None:
    """And never the NaN that no other program reads."""
    line = check_json(Diagnosis((4, 8), "bug", (MATCH,), (CAUSE,)), TABLE)
    found = json.loads(line, parse_constant=pytest.fail)
    assert line.count("\n") == 1
    assert {name: found[name] for name in ("schema", "shape", "verdict", "matches", "diagnosis")} == {
        "schema": 1,
        "shape": [4, 8],
        "verdict": "bug",
        "matches": [
            {
                "convention": "paper",
                "start": 0,
                "base": 10000.0,
                "scale": 1.0,
                "max_error": 3e-8,
                "tolerance": 2e-6,
            }
        ],
        "diagnosis": [
            {
                "bug": "doubled-exponent",
                "says": CAUSE.says,
                "mend": "halve it",
                "first_difference": [3, 5],
                "got": 0.25,
                "expected": None,
            }
        ],
    }


def test_options_go_before_what_the_file_says() -> None:
    table = replace(TABLE, positions=(3.0, 4.0, 5.0, 6.0), base=100.0, number="float32", resolution=5e-5)
    assert declare(table) == Declared(None, 3, 100.0, "float32", None, None, 5e-5)
    asked = declare(table, name="Whisper", start=-2, base=1000.0, dtype="float16", rtol=0.0, atol=1e-3)
    assert asked == Declared("whisper", -2, 1000.0, "float16", 0.0, 1e-3, 5e-5)
    assert declare(TABLE) == Declared()
    assert declare(replace(TABLE, number="bfloat16")).dtype == "bfloat16"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"name": "mine"}, "--convention: "),
        ({"base": 0.5}, "--base: "),
        ({"start": 1 << 54}, "--start: "),
        ({"dtype": "int8"}, "--dtype: "),
        ({"rtol": -1.0}, "--rtol: "),
        ({"atol": float("nan")}, "--atol: "),
    ],
)
def test_impossible_options_are_named(options: dict[str, object], says: str) -> None:
    with pytest.raises(ParameterError) as caught:
        declare(TABLE, **options)  # type: ignore[arg-type]
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize("positions", [(0.0, 5.0, 10.0, 15.0), (0.0, 1.0, 1.0, 2.0), (0.5, 1.5, 2.5, 3.5)])
def test_rows_that_do_not_follow_one_another_are_refused(positions: tuple[float, ...]) -> None:
    with pytest.raises(TableError, match=r"t.csv: its rows are not at whole positions one after another"):
        declare(replace(TABLE, positions=positions))


def test_rows_that_descend_are_left_to_be_found_out() -> None:
    assert declare(replace(TABLE, positions=(3.0, 2.0, 1.0, 0.0))).start is None
