"""Laws of the grid that every convention is a point of."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.conventions import (
    ALL,
    CONVENTIONS,
    PLANES,
    POINTS,
    Convention,
    any_convention,
    convention,
    encode_as,
    encode_grid,
    encode_points,
)
from petui.core.encoding import encode
from petui.core.errors import ParameterError
from petui.core.lab import Lab
from petui.core.planes import axis_tables, encode_cells

conventions = st.sampled_from(list(CONVENTIONS.values()))
even_widths = st.integers(2, 40).map(lambda half: 2 * half)
# The row that fairseq zeroes is left out.
positions = st.integers(-1000, 1 << 31).filter(lambda pos: pos != 1)
bases = st.floats(1.5, 1e6)


def allows(found: Convention, d_model: int) -> bool:
    """Whether a convention has a width, as its facts say and not as its check does."""
    return d_model >= found.least and not (d_model % 2 and found.odd == "refuse")


@given(found=conventions, pos=positions, d_model=even_widths, base=bases)
def test_same_divisor_same_numbers(found: Convention, pos: int, d_model: int, base: float) -> None:
    """At an even width a convention is a reordering of the interleaved one with its divisor, up to its scale."""
    row = encode_as(found, pos, d_model, base) / found.multiplier(d_model)
    interleaved = encode_as(replace(CONVENTIONS["paper"], divisor=found.divisor), pos, d_model, base)
    assert np.sort(row) == pytest.approx(np.sort(interleaved), abs=1e-15)
    columns = found.columns(d_model)
    assert row[np.lexsort((columns.cosine, columns.pair))] == pytest.approx(interleaved, abs=1e-15)


@given(found=conventions, pos=positions, d_model=even_widths)
def test_norms(found: Convention, pos: int, d_model: int) -> None:
    """Every row of an even width has the length multiplier·√(d/2)."""
    length = np.linalg.norm(encode_as(found, pos, d_model))
    assert length == pytest.approx(found.multiplier(d_model) * np.sqrt(d_model / 2), rel=1e-14)


@given(found=conventions, d_model=st.integers(1, 90))
def test_columns_cover_each_wave_once(found: Convention, d_model: int) -> None:
    """No sine and no cosine of a pair stands twice, and pairs are those of the sweep; other widths are refused."""
    if not allows(found, d_model):
        with pytest.raises(ParameterError, match=str(d_model)):
            found.columns(d_model)
        return
    columns = found.columns(d_model)
    waves = [wave for wave in zip(columns.pair, columns.cosine, strict=True) if wave[0] >= 0]
    assert len(columns) == d_model
    assert len(set(waves)) == len(waves) >= d_model - (found.odd == "zero-column")
    assert {int(pair) for pair, _ in waves} == set(range(found.sweep(d_model).pairs))


@given(d_model=even_widths, base=bases)
def test_divisor_less_two_is_the_paper_s_narrower_sweep(d_model: int, base: float) -> None:
    r"""\omega of d - 2 at d_model is the paper's at d_model - 2 and one frequency more, 1/base."""
    wide = CONVENTIONS["tensor2tensor"].sweep(d_model, base).omega
    narrow = CONVENTIONS["paper"].sweep(d_model - 2, base).omega if d_model > 2 else np.empty(0)
    assert wide == pytest.approx(np.append(narrow, 1 / base), rel=1e-13)


@given(pos=st.integers(0, 1 << 40), d_model=st.integers(1, 90), base=bases)
def test_the_paper_is_encode(pos: int, d_model: int, base: float) -> None:
    """The convention called paper is `encode`, odd widths included."""
    assert encode_as(CONVENTIONS["paper"], pos, d_model, base) == pytest.approx(encode(pos, d_model, base), abs=2e-15)


@given(found=conventions, d_model=even_widths, window=st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_windows_of_slots(found: Convention, d_model: int, window: tuple[int, int]) -> None:
    """A window is those slots of the whole table."""
    first, last = window
    whole = encode_as(found, range(5), d_model)
    assert np.array_equal(encode_as(found, range(5), d_model, first_slot=first, last_slot=last), whole[:, first:last])


@pytest.mark.parametrize("found", CONVENTIONS.values(), ids=lambda found: found.name)
def test_every_convention_is_told(found: Convention) -> None:
    """A title, what trips, a source; a start that its order has."""
    assert found.title and found.source and found.says.endswith(".")
    assert len(found.says) < 260
    assert found.positions(4)[0] == {"distances": 3, "signed-descending": 4, "signed-ascending": -8}.get(
        found.order, found.start
    )


def test_orders_of_rows() -> None:
    """Tokens count up from their start; distances run down to 0, or through both signs."""
    assert list(CONVENTIONS["fairseq"].positions(3)) == [2, 3, 4]
    assert list(CONVENTIONS["transformer-xl"].positions(3)) == [2, 1, 0]
    assert list(CONVENTIONS["xlnet"].positions(3)) == [3, 2, 1, 0, -1, -2]
    assert list(CONVENTIONS["funnel"].positions(1)) == [-2, -1, 0, 1]


def test_padding_is_a_row_of_zeros() -> None:
    """At its position and nowhere else, alone as in a table, in any order."""
    fairseq = CONVENTIONS["fairseq"]
    rows = encode_as(fairseq, [3, 1, 0, 1], 6)
    assert [bool(row.any()) for row in rows] == [True, False, True, False]
    assert not encode_as(fairseq, 1, 6).any()
    assert np.array_equal(rows[0], encode_as(CONVENTIONS["tensor2tensor"], 3, 6))


@pytest.mark.parametrize("name", ["detr", "nerf", "DETR", "dn_detr"])
def test_grids_and_points_are_no_sequence(name: str) -> None:
    """The Lab has one position a row; the error names the command that prints the others."""
    for take in (convention, lambda given: Lab(convention=given)):
        with pytest.raises(ParameterError, match="petui table --convention"):
            take(name)


def test_names_are_found_in_any_writing() -> None:
    """Capital letters, underlines, other names of the same; near names are hinted."""
    assert convention("Tensor2Tensor") is convention("t2t") is CONVENTIONS["tensor2tensor"]
    assert convention("Flax_WMT").name == "flax-wmt"
    assert any_convention("DiT").name == "mae"
    assert Lab(convention="pegasus").convention == "marian"
    with pytest.raises(ParameterError, match="did you mean fairseq"):
        convention("farseq")
    with pytest.raises(ParameterError, match="petui conventions"):
        any_convention("zzzz")


def test_names_and_aliases_are_of_one_convention_each() -> None:
    """No alias hides a name or another alias."""
    names = [*ALL, *(alias for found in ALL.values() for alias in found.aliases)]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and "_" not in name for name in names)


def test_the_lab_takes_a_convention_at_its_widths() -> None:
    """An odd width that it has not is refused with the reason, and halving stops at the narrowest."""
    lab = Lab(convention="whisper", d_model=8)
    with pytest.raises(ParameterError, match="whisper has no odd width such as 7"):
        lab.changed(d_model=7)
    assert lab.stepped("d_model", -1).stepped("d_model", -1).d_model == 4
    assert Lab(convention="marian", d_model=7).d_model == 7


@given(found=conventions, d_model=st.integers(1, 90))
def test_the_lab_has_the_widths_of_its_convention(found: Convention, d_model: int) -> None:
    """No other is taken, and each is told by name."""
    if allows(found, d_model):
        assert Lab(convention=found.name, d_model=d_model).convention == found.name
        return
    with pytest.raises(ParameterError, match=found.name) as caught:
        Lab(convention=found.name, d_model=d_model)
    assert caught.value.where == "d_model"


# ---- grids and points -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLANES)
@pytest.mark.parametrize("d_model", [8, 12, 24])
def test_grids_encode_each_axis_by_itself(name: str, d_model: int) -> None:
    """A slot changes along its own axis only, each wave stands once, and cells are the rows of the grid."""
    plane = PLANES[name]
    if d_model % (2 * len(plane.axes)) and not plane.rounds_up:
        with pytest.raises(ParameterError, match=str(d_model)):
            plane.features(d_model)
        return
    shape = (3, 4, 2)[: len(plane.axes)]
    grid = encode_grid(plane, shape, d_model)
    axis, columns = plane.slots(d_model)
    assert len(set(zip(axis, columns.pair, columns.cosine, strict=True))) == d_model
    for slot, own in enumerate(axis):
        for other in set(range(len(shape))) - {int(own)}:
            assert np.ptp(grid[..., slot], axis=other).max() == 0
    tables = axis_tables(plane, shape, d_model)
    cells = np.array(list(product(*map(range, shape))))
    assert np.array_equal(encode_cells(tables, cells), grid.reshape(-1, d_model))
    assert np.array_equal(encode_cells(tables, cells[2:5]), grid.reshape(-1, d_model)[2:5])


def test_the_column_comes_first_in_mae() -> None:
    """On a grid that is not square the first half tells columns apart, the second rows; DETR's the other way round."""
    mae, detr = encode_grid(PLANES["mae"], (2, 3), 8), encode_grid(PLANES["detr"], (2, 3), 8)
    assert np.ptp(mae[..., :4], axis=1).any() and not np.ptp(mae[..., :4], axis=0).any()
    assert np.ptp(detr[..., :4], axis=0).any() and not np.ptp(detr[..., :4], axis=1).any()


def test_normalised_rows_end_with_a_turn() -> None:
    """Two rows are at π and 2π in DETR, at π/2 and 3π/2 in Deformable DETR."""
    assert PLANES["detr-normalized"].positions(2) == pytest.approx([np.pi, 2 * np.pi], rel=1e-6)
    assert PLANES["deformable-detr"].positions(2) == pytest.approx([np.pi / 2, 3 * np.pi / 2], rel=1e-6)


def test_loftr_s_frequencies() -> None:
    """Those of the paper at half the width; the released ones fall by e² from pair to pair."""
    assert PLANES["loftr"].sweep(256).omega == pytest.approx(CONVENTIONS["paper"].sweep(128).omega, rel=1e-13)
    assert PLANES["loftr-released"].sweep(256).omega == pytest.approx(np.exp(-2.0 * np.arange(64)), rel=1e-12)
    sin_x, cos_x, sin_y, cos_y = encode_grid(PLANES["loftr"], (2, 3), 8)[1, 2, :4]
    assert [sin_x, cos_x, sin_y, cos_y] == pytest.approx([np.sin(3), np.cos(3), np.sin(2), np.cos(2)])


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=3), st.integers(1, 10))
def test_points_have_doubling_frequencies(point: list[float], levels: int) -> None:
    r"""sin and cos of 2^k·x, and of 2^k·\pi·x without the coordinates; the latter repeats after 2."""
    code, paper = POINTS["nerf"], POINTS["nerf-pi"]
    row = encode_points(code, point, code.width(len(point), levels))
    size = len(point)
    assert row[:size] == pytest.approx(point)
    for k in range(levels):
        at = size * (1 + 2 * k)
        assert row[at : at + size] == pytest.approx(np.sin(2.0**k * np.array(point)), abs=1e-15)
        assert row[at + size : at + 2 * size] == pytest.approx(np.cos(2.0**k * np.array(point)), abs=1e-15)
    width = paper.width(size, levels)
    whole = np.round(np.array(point) * 1024) / 1024
    assert encode_points(paper, whole, width) == pytest.approx(encode_points(paper, whole + 2, width), abs=1e-15)
    assert encode_points(paper, whole, width)[:size] == pytest.approx(np.sin(np.pi * whole), abs=1e-14)


@pytest.mark.parametrize("d_model", [1, 8, 10])
def test_points_refuse_other_widths(d_model: int) -> None:
    """The error gives widths that there are."""
    with pytest.raises(ParameterError, match="give 9 or 15"):
        POINTS["nerf"].levels(d_model, 3)


@pytest.mark.parametrize("shape", [(2,), (2, 3, 4), (0, 2), (2, True), (2, 2.0), (1 << 21, 1)])
def test_grids_refuse_other_shapes(shape: tuple[int, ...]) -> None:
    """Another number of axes, and lengths that are none."""
    with pytest.raises(ParameterError, match="shape"):
        encode_grid(PLANES["detr"], shape, 8)


def test_names_stand_for_conventions() -> None:
    """Wherever a convention is wanted; one of another kind, or what is none, is refused."""
    # Some calls are what types forbid.
    api: Any = import_module("petui.core")

    assert np.array_equal(api.encode_as("fairseq", range(4), 8), encode_as(CONVENTIONS["fairseq"], range(4), 8))
    assert np.array_equal(api.encode_as("Pegasus", 3, 8), encode_as(CONVENTIONS["marian"], 3, 8))
    assert np.array_equal(api.encode_grid("detr", (2, 3), 8), encode_grid(PLANES["detr"], (2, 3), 8))
    assert np.array_equal(api.encode_points("nerf", [0.1], 9), encode_points(POINTS["nerf"], [0.1], 9))
    refused = [
        (api.encode_as, ("detr", 3, 8)),
        (api.encode_as, (PLANES["detr"], 3, 8)),
        (api.encode_as, ("fairsec", 3, 8)),
        (api.encode_as, (None, 3, 8)),
        (api.encode_grid, ("paper", (2, 3), 8)),
        (api.encode_points, (CONVENTIONS["paper"], [0.1], 9)),
    ]
    for call, arguments in refused:
        with pytest.raises(ParameterError) as caught:
            call(*arguments)
        assert caught.value.mend


def test_the_stable_names_are_listed() -> None:
    """What completes names sees them before they are loaded."""
    api: Any = import_module("petui.core")
    assert set(api.__all__) <= set(dir(api))
    assert all(getattr(api, name) is not None for name in api.__all__)


def test_fast_rows_of_a_convention_are_near_the_exact_ones() -> None:
    rows = range(1000, 3000)
    exact, fast = (encode_as("tensor2tensor", rows, 64, dtype="float32", fast=fast) for fast in (False, True))
    assert 0 < np.abs(exact - fast).max() <= 2e-7


def test_a_grid_takes_another_base() -> None:
    """Of four slots per axis the second pair turns by base^(-1/2) per place."""
    grid = encode_grid(PLANES["mae"], (2, 3), 8, base=100)
    assert grid[0, 2, 1] == pytest.approx(np.sin(2 * 100**-0.5), abs=1e-15)
