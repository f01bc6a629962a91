"""How long tables take, against copying as many bytes, the usual listings, and cell by cell; and what else they cost.

Run `python tests/bench/tables.py`, or with `--quick` for a small run. It prints figures and never fails: times are no
test. They are of the processor, by turns; each ratio is the median of ratios within one turn.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from petui.core import encode, tables
from petui.core.parameters import DTYPES
from petui.core.phase import phase_words
from petui.core.sweep import Layout, Sweep, columns_of
from petui.core.tables import sweep_table

SMALL = ((1, 1), (1, 512), (8, 8), (64, 64), (512, 8), (512, 64), (64, 512), (512, 512))
COPY, NEW = "copy to memory in use", "copy to new memory"
LISTING, MODULE = "NumPy listing", "module form"
_Work = Callable[[], object]


def turns(works: Mapping[str, _Work], runs: int) -> dict[str, list[float]]:
    """Seconds of the processor for each piece of work, all of them once in each turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    gc.collect()
    for _ in range(runs):
        for name, work in works.items():
            begin = time.process_time()
            work()
            times[name].append(time.process_time() - begin)
    return times


def ratio(times: dict[str, list[float]], name: str, to: str) -> float:
    """The median ratio of two pieces of work within a turn."""
    return median(one / other for one, other in zip(times[name], times[to], strict=True))


def numpy_listing(rows: int, d_model: int) -> NDArray[np.floating]:
    """The whole matrix as it is mostly written in NumPy, cast at the end."""
    rates = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    angles = np.outer(np.arange(rows), rates)
    table = np.zeros((rows, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table.astype(np.float32)


def numpy_module(rows: int, d_model: int) -> NDArray[np.floating]:
    """What the usual PyTorch module does, operation by operation, in NumPy's float32."""
    position = np.arange(rows, dtype=np.float32)[:, None]
    rates = np.exp(np.arange(0, d_model, 2, dtype=np.float32) * np.float32(-math.log(10000.0) / d_model))
    table = np.zeros((rows, d_model), dtype=np.float32)
    table[:, 0::2] = np.sin(position * rates)
    table[:, 1::2] = np.cos(position * rates)
    return table


def module_form() -> tuple[str, Callable[[int, int], object]]:
    """The usual PyTorch module's table, by PyTorch where it is installed, and what to call it."""
    if find_spec("torch") is None:
        return f"{MODULE} (NumPy's float32 stands in: torch is not installed)", numpy_module
    torch: Any = import_module("torch")
    torch.set_num_threads(1)

    def torch_module(rows: int, d_model: int) -> object:
        position = torch.arange(rows, dtype=torch.float32).unsqueeze(1)
        rates = torch.exp(torch.arange(0, d_model, 2, dtype=torch.float32) * (-math.log(10000.0) / d_model))
        table = torch.zeros(rows, d_model)
        table[:, 0::2] = torch.sin(position * rates)
        table[:, 1::2] = torch.cos(position * rates)
        return table

    return f"{MODULE} (torch {torch.__version__}, one thread)", torch_module


def large(rows: int, d_model: int, runs: int) -> None:
    """A table in float32, against copies of it and the usual listings."""
    positions, source = np.arange(rows), np.ones((rows, d_model), dtype=np.float32)
    room = np.zeros_like(source)
    title, module = module_form()
    works: dict[str, _Work] = {
        COPY: lambda: np.copyto(room, source),
        NEW: lambda: np.copyto(np.empty_like(source), source),
    }
    for name, fast in (("strict", False), ("fast", True)):
        table = partial(encode, positions, d_model, dtype="float32", fast=fast)
        works |= {f"{name}, out=": partial(table, out=room), name: table}
    works |= {MODULE: lambda: module(rows, d_model), LISTING: lambda: numpy_listing(rows, d_model)}
    times = turns(works, runs)
    print(f"\n{rows} × {d_model} float32, {source.nbytes >> 20} MiB, {runs} runs; {title}")
    print(f"{'':26}{'median ms':>10}{'least':>9}{'most':>9}{'÷ copy':>9}{'÷ new copy':>12}")
    for name, own in times.items():
        figures = f"{median(own) * 1e3:10.1f}{min(own) * 1e3:9.1f}{max(own) * 1e3:9.1f}"
        print(f"{name:26}{figures}{ratio(times, name, COPY):9.2f}{ratio(times, name, NEW):12.2f}")
    for other in (LISTING, MODULE):
        gains = (f"{name} {ratio(times, other, name):.1f}" for name in ("strict", "strict, out=", "fast", "fast, out="))
        print(f"{other} ÷ each: {'; '.join(gains)}")


@contextmanager
def cell_by_cell() -> Iterator[None]:
    """No table is made of products meanwhile."""
    names = vars(tables)
    kept = names["steps_of"]
    names["steps_of"] = lambda positions, pairs: None
    try:
        yield
    finally:
        names["steps_of"] = kept


def small(runs: int) -> None:
    """Tables of everyday sizes against the same cell by cell, the words being known."""
    print(f"\nSmall tables, µs (cell by cell in brackets), {runs} runs")
    print("rows × d_model  " + "".join(f"{form:>18}" for form in DTYPES))
    for rows, d_model in SMALL:
        cells = []
        for form in DTYPES:
            positions = np.arange(rows)

            def table(positions: NDArray[np.int64] = positions, d_model: int = d_model, form: str = form) -> object:
                return encode(positions, d_model, dtype=form)

            def alone(table: _Work = table) -> None:
                with cell_by_cell():
                    table()

            times = turns({"table": table, "alone": alone}, runs)
            cells.append(f"{median(times['table']) * 1e6:9.0f} ({median(times['alone']) * 1e6:6.0f})")
        print(f"{rows:5} × {d_model:<8}" + "".join(f"{cell:>18}" for cell in cells))
    one = turns({"cell": lambda: encode(7, 512, first_slot=3, last_slot=4)}, runs)["cell"]
    print(f"one cell of width 512: {median(one) * 1e6:.0f} µs")


def words(runs: int) -> None:
    """The words of a sweep that nobody has asked for yet."""
    print()
    for d_model, most in ((512, 1), (16384, 10)):

        def cold(d_model: int = d_model) -> None:
            phase_words.cache_clear()
            phase_words(d_model // 2, d_model / 2, 10000.0)

        own = turns({"cold": cold}, runs)["cold"]
        print(f"cold words, d_model {d_model:5}: {median(own) * 1e3:6.2f} ms      (at most {most})")


def memory(rows: int, d_model: int) -> None:
    """The most memory that a table takes on the way, as parts of itself."""
    pairs = d_model // 2
    print(f"\nPeak memory over the table itself, {rows} × {d_model}      (at most 10 %)")
    layouts: tuple[Layout, ...] = ("interleaved", "sines-first")
    for layout in layouts:
        columns = columns_of(layout, pairs, pairs)
        parts = []
        for form in DTYPES:
            tracemalloc.start()
            table = sweep_table(np.arange(rows), Sweep(pairs, d_model / 2), columns, form)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            parts.append(f"{form} {peak / table.nbytes - 1:6.1%}")
        print(f"{layout:12} " + "   ".join(parts))


def main() -> None:
    """Print every figure."""
    # What the environment says of threads is none of these tables' business.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    if len(kept) < len(os.environ):
        os.execve(sys.executable, [sys.executable, *sys.argv], kept)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="a small table, and few runs")
    parser.add_argument("--runs", type=int, default=0, help="turns of the large tables (9; 5 with --quick)")
    given = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, one thread; load {os.getloadavg()[0]:.1f}")
    large(8192, 512, given.runs or 9)
    if not given.quick:
        large(131072, 1024, given.runs or 9)
        print(
            "wanted: strict, out= at most 3 copies and fast, out= 1.5; the listing 20 times, the module 5 times strict"
        )
    small(15 if given.quick else 101)
    words(3 if given.quick else 9)
    memory(4096 if given.quick else 32768, 1024)


if __name__ == "__main__":
    main()
