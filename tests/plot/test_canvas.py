"""The guard around plotext: finite, split, clipped, and free of global state."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from petui.core.errors import ParameterError
from petui.plot.canvas import Cells, Grid, _clipped_runs

ANY_FLOAT = st.floats(allow_nan=True, allow_infinity=True)
NEAR = st.floats(-3, 3)
# Left dots from the top, then right dots, as the braille code assigns its bits.
BITS = ((0, 3), (1, 4), (2, 5), (6, 7))


def lit(cells: Cells) -> set[tuple[int, int]]:
    """The lit marks of braille cells as (column, row from the top), in marks."""
    found = set()
    for row, text in enumerate(cells):
        for column, character in enumerate(text):
            code = ord(character) - 0x2800 if character != " " else 0
            for down, pair in enumerate(BITS):
                found |= {(2 * column + right, 4 * row + down) for right, bit in enumerate(pair) if code >> bit & 1}
    return found


def run_guarded(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter that is killed when it hangs, with at most 2 GB of memory."""
    limits = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
    return subprocess.run(
        [sys.executable, "-c", limits + code], capture_output=True, text=True, timeout=60, check=False
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(ANY_FLOAT, ANY_FLOAT), max_size=30), st.integers(1, 40), st.integers(1, 12), st.booleans())
def test_any_points_give_the_size_asked_for(
    points: list[tuple[float, float]], width: int, height: int, ascii: bool
) -> None:
    """Whatever the points, the cells have the caller's size and no escape."""
    grid = Grid(width, height, (-1.0, 1.0), (-1.0, 1.0), ascii)
    x, y = [p[0] for p in points], [p[1] for p in points]
    for cells in (grid.curve(x, y), grid.dotted(x, y)):
        assert [len(row) for row in cells] == [width] * height
        assert all(row.isprintable() for row in cells)
        assert not ascii or all(row.isascii() for row in cells)


@pytest.mark.parametrize("far", ["1e5", "-1e5", "1e300", "float('nan')", "float('inf')", "-float('inf')"])
def test_far_and_endless_points_finish(far: str) -> None:
    """A point far outside the limits, or no number at all, is harmless."""
    code = (
        "from petui.plot.canvas import Grid\n"
        "grid = Grid(40, 6, (-1.0, 1.0), (-1.0, 1.0))\n"
        f"x, y = [-1.0, 0.0, {far}, 0.5, 1.0], [0.0, {far}, 0.5, {far}, 0.2]\n"
        "print(grid.curve(x, y)); print(grid.dotted(x, y))\n"
    )
    done = run_guarded(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 2


def test_curve_leaves_through_the_limit() -> None:
    """A segment to a far point is drawn up to the limit, in its own direction."""
    marks = lit(Grid(20, 5, (0.0, 10.0), (-1.0, 1.0)).curve([0.0, 5.0, 5.0], [0.0, 0.0, 1e5]))
    column = 20
    assert {row for at, row in marks if at == column} == set(range(10))
    assert not any(at > column for at, _ in marks)


def test_curve_is_split_at_a_gap() -> None:
    """Nothing is drawn across a missing value."""
    x = np.linspace(0.0, 1.0, 101)
    y = np.zeros(101)
    y[40:61] = np.nan
    marks = lit(Grid(50, 3, (0.0, 1.0), (-1.0, 1.0)).curve(x, y))
    columns = {column for column, _ in marks}
    assert columns == set(range(100)) - set(range(40, 60))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(NEAR, NEAR), min_size=2, max_size=8))
def test_clipping_keeps_exactly_what_is_inside(points: list[tuple[float, float]]) -> None:
    """Each piece is inside the unit square and on the curve; each dense sample inside is near a piece."""
    curve = np.array(points)
    runs = _clipped_runs(curve)
    assert all(((run >= 0) & (run <= 1)).all() for run in runs)
    share = np.linspace(0, 1, 41)[:, None]
    dense = np.concatenate([a + share * (b - a) for a, b in itertools.pairwise(curve)])
    kept = [a + share * (b - a) for run in runs for a, b in itertools.pairwise(run)]
    kept += [run for run in runs if len(run) == 1]
    inside = dense[((dense > 1e-9) & (dense < 1 - 1e-9)).all(axis=1)]
    drawn = np.concatenate(kept) if kept else np.empty((0, 2))
    for sample in inside:
        assert len(drawn)
        assert np.hypot(*(drawn - sample).T).min() < 0.08
    steps = [(a, b - a) for a, b in itertools.pairwise(curve)]
    for place in drawn:
        off = [np.hypot(*(place - a - np.clip((place - a) @ d / max(d @ d, 1e-300), 0, 1) * d)) for a, d in steps]
        assert min(off) < 1e-9


@settings(max_examples=80, deadline=None)
@given(st.floats(0, 63), st.floats(-1, 1), st.integers(1, 60), st.integers(1, 12), st.booleans())
def test_column_and_row_are_where_a_point_is_drawn(x: float, y: float, width: int, height: int, ascii: bool) -> None:
    """The cell that a cursor uses is the cell that plotext lights."""
    grid = Grid(width, height, (0.0, 63.0), (-1.0, 1.0), ascii)
    cells = grid.curve([x], [y])
    drawn = [(row, text.index(text.strip())) for row, text in enumerate(cells) if text.strip()]
    assert drawn == [(grid.row(y), grid.column(x))]


def test_braille_of_every_pattern() -> None:
    """All 255 patterns of a cell come back as the braille character with those dots."""
    grid = Grid(1, 1, (0.0, 1.0), (0.0, 3.0))
    for pattern in range(1, 256):
        wanted = {
            (right, down) for down, pair in enumerate(BITS) for right, bit in enumerate(pair) if pattern >> bit & 1
        }
        x, y = [], []
        for right, down in sorted(wanted):
            x += [float(right), float("nan")]
            y += [3.0 - down, float("nan")]
        assert grid.curve(x, y) == (chr(0x2800 + pattern),)


def test_dotted_is_lighter_than_solid_and_lies_on_it() -> None:
    """The dotted curve lights a part of the solid one's marks, all along it."""
    x = np.linspace(0.0, 10.0, 401)
    grid = Grid(60, 6, (0.0, 10.0), (-1.0, 1.0))
    solid, dotted = lit(grid.curve(x, np.sin(x))), lit(grid.dotted(x, np.sin(x)))
    assert 4 * len(dotted) < 2 * len(solid)
    assert max(column for column, _ in dotted) > 110
    assert all(any(abs(c - a) <= 1 and abs(r - b) <= 1 for a, b in solid) for c, r in dotted)


def test_figures_share_nothing() -> None:
    """A drawing leaves plotext's own figure as it was, and the next drawing starts blank."""
    import plotext

    before = plotext.active().monitor.signals, list(plotext.active()._limit)
    grid = Grid(10, 2, (0.0, 1.0), (0.0, 1.0))
    full = grid.curve([0.0, 1.0], [0.5, 0.5])
    assert grid.curve([], []) == (" " * 10, " " * 10)
    assert grid.curve([0.0, 1.0], [0.5, 0.5]) == full
    assert (plotext.active().monitor.signals, list(plotext.active()._limit)) == before


def test_size_is_not_cut_to_the_terminal() -> None:
    """The caller's size holds, however small the terminal is."""
    assert [len(row) for row in Grid(300, 90, (0.0, 1.0), (0.0, 1.0)).curve([0.0, 1.0], [0.0, 1.0])] == [300] * 90


@pytest.mark.parametrize(
    ("width", "height", "across"),
    [
        (0, 4, (0.0, 1.0)),
        (4, 0, (0.0, 1.0)),
        (4, 4, (1.0, 1.0)),
        (4, 4, (0.0, float("inf"))),
        (4, 4, (float("nan"), 1.0)),
    ],
)
def test_impossible_grids_are_refused(width: int, height: int, across: tuple[float, float]) -> None:
    """No cells, or limits without a finite range, are an error with a reason."""
    with pytest.raises(ParameterError):
        Grid(width, height, across, (-1.0, 1.0))


def test_no_view_loads_masked_arrays() -> None:
    """They are 1.3 MB of each session, and none of petui's arrays has a mask."""
    code = (
        "import sys\nfrom petui.core.lab import Lab\nfrom petui.plot.views import VIEWS, view\n"
        "for name in VIEWS:\n    view(name, Lab(), 118, 30)\n    assert 'numpy.ma' not in sys.modules, name\n"
    )
    done = run_guarded(code)
    assert done.returncode == 0, done.stderr


def test_plotext_loads_on_the_first_drawing_of_many_marks_only() -> None:
    """Importing the views loads neither plotext nor Textual; nor does what a key brings."""
    code = (
        "import sys\nimport petui.plot.views\n"
        "assert 'plotext' not in sys.modules and 'textual' not in sys.modules\n"
        "from petui.core.lab import Lab\npetui.plot.views.view('waves', Lab(), 118, 18)\n"
        "from petui.plot.canvas import Grid\nassert 'plotext' not in sys.modules\n"
        "Grid(200, 60, (0.0, 1.0), (0.0, 1.0)).curve([0.0, 0.3, 0.6, 1.0], [0.0, 1.0, 0.0, 1.0])\n"
        "assert 'plotext' in sys.modules and 'textual' not in sys.modules\n"
    )
    done = run_guarded(code)
    assert done.returncode == 0, done.stderr
