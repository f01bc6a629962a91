"""Every convention gives the numbers that the public programs give, errors included."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from petui.core.conventions import CONVENTIONS, PLANES, POINTS, encode_as, encode_grid, encode_points
from petui.core.errors import ParameterError

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors_libraries.json").read_text())
# Half of the sixth decimal, and half a unit of float32, which all of the figures went through.
ROUNDING = 5e-7 + 2.0**-25


def allowed(vector: dict[str, Any], positions: Any = 0.0) -> Any:
    """The rounding of the figures, and where the program computes in float32 what that costs at a position."""
    return ROUNDING + (0.0 if vector["exact"] else 2e-7 * np.maximum(np.abs(positions), 10.0))


def named(key: str) -> pytest.MarkDecorator:
    """The vectors of one kind, by id."""
    return pytest.mark.parametrize("vector", VECTORS[key], ids=lambda vector: str(vector["id"]))


@named("rows")
def test_rows_of_programs(vector: dict[str, Any]) -> None:
    """One row for each position."""
    found = replace(CONVENTIONS[vector["convention"]], **vector["changes"])
    rows = encode_as(found, vector["positions"], vector["d_model"])
    assert rows.shape == np.shape(vector["values"])
    assert (np.abs(rows - vector["values"]) <= allowed(vector, np.array(vector["positions"])[:, None])).all()


@named("grids")
def test_grids_of_programs(vector: dict[str, Any]) -> None:
    """One row for each cell, in the program's order of axes."""
    grid = encode_grid(PLANES[vector["convention"]], vector["shape"], vector["d_model"])
    assert grid.shape == (*vector["shape"], vector["d_model"])
    assert np.abs(grid.reshape(np.shape(vector["values"])) - vector["values"]).max() <= allowed(vector)


@named("points")
def test_points_of_programs(vector: dict[str, Any]) -> None:
    """One row for each point."""
    rows = encode_points(POINTS[vector["convention"]], vector["points"], vector["d_model"])
    assert rows.shape == np.shape(vector["values"])
    assert np.abs(rows - vector["values"]).max() <= allowed(vector)


@named("refused")
def test_what_a_program_cannot_do_is_refused(vector: dict[str, Any]) -> None:
    """Where the program crashes petui says which width there is none of, and why."""
    with pytest.raises(ParameterError) as caught:
        encode_as(CONVENTIONS[vector["convention"]], 0, vector["d_model"])
    assert (caught.value.where, str(vector["d_model"]) in caught.value.what) == ("d_model", True)
    assert caught.value.mend


def test_rows_of_the_three_ways_at_d_model_8() -> None:
    """Row 1 of a cosines-first and a divisor d - 2 convention, figures that are not a program's output here."""
    assert encode_as(CONVENTIONS["musicgen"], 1, 8) == pytest.approx(
        [0.540302, 0.998923, 0.999998, 1.0, 0.841471, 0.046399, 0.002154, 0.0001], abs=1e-6
    )
    assert encode_as(CONVENTIONS["whisper"], 1, 8) == pytest.approx(
        [0.841471, 0.046399, 0.002154, 0.0001, 0.540302, 0.998923, 0.999998, 1.0], abs=1e-6
    )
    assert encode_as(CONVENTIONS["positional-encodings"], 1, 5) == pytest.approx(
        [0.841471, 0.540302, 0.046399, 0.998923, 0.002154], abs=1e-6
    )
