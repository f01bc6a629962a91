"""Tables written as JSON: a list of rows, petui's own form, or lists of rows under names."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from petui.core.errors import TableError
from petui.core.parameters import MAX_BASE, MAX_POSITION
from petui.plain.arrayform import text_encoding
from petui.plain.arraykeys import chosen_key, only_key
from petui.plain.decimals import Printed
from petui.plain.faults import counted
from petui.plain.textarray import Figures

MOST_JSON = 1 << 28
_MOST_NUMBERS = 1 << 23
# Each opens a list in memory, which takes far more than its bytes here.
_MOST_BRACKETS = 1 << 20
_LOOKED_AT = 1 << 16
_DEEPEST = 4


def read_json_figures(stream: BinaryIO, head: bytes, key: str | None, *, where: str) -> tuple[Figures, str]:
    """The figures of a JSON text, and the name that they stand under ("" for none).

    Args:
        stream: The file, read from its beginning.
        head: Its first bytes.
        key: The name that they stand under; needed where several do.
        where: The file's name, for errors.

    Raises:
        TableError: If it cannot be read, holds no rows of numbers, or too many.
    """
    document = _parsed(stream, head, where)
    if isinstance(document, list):
        if key is not None:
            raise TableError("is a list, without names", where=where, mend=f"leave out :{key}")
        return _figures(document, where), ""
    if key is None:
        lists = [name for name, value in document.items() if isinstance(value, list)]
        if not lists:
            raise TableError("has no list of rows", where=where, mend="write [[...], [...]]")
        tables = [name for name in lists if document[name] and isinstance(document[name][0], list)]
        key = "values" if _is_own(document) else only_key(tables or lists, lists, where)
    value = document[chosen_key(key, list(document), where)]
    figures = _figures(value, f"{where}:{key}")
    return (_with_claims(figures, document) if key == "values" and _is_own(document) else figures), key


def _parsed(stream: BinaryIO, head: bytes, where: str) -> Any:
    stream.seek(0)
    data = stream.read(MOST_JSON + 1)
    if len(data) > MOST_JSON:
        raise TableError(f"is JSON of more than {MOST_JSON} bytes", where=where, mend="save it as .npy")
    if data.count(b",") > _MOST_NUMBERS:
        raise TableError(f"is JSON of more than {_MOST_NUMBERS} numbers", where=where, mend="save it as .npy")
    if data.count(b"[") + data.count(b"{") > _MOST_BRACKETS:
        raise TableError(f"is JSON of more than {_MOST_BRACKETS} lists", where=where, mend="save it as .npy")
    try:
        text = data.decode(text_encoding(head))
        del data
        return json.loads(text)
    except UnicodeDecodeError:
        raise TableError("is text with bytes that are no UTF-8", where=where, mend="save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise TableError(
            f"is no JSON: {error.msg}", where=f"{where}:{error.lineno}:{error.colno}", mend="write it by json.dump"
        ) from None
    except RecursionError:
        raise TableError("is nested too deeply", where=where) from None
    except ValueError:
        raise TableError("has a whole number of too many digits", where=where) from None


def _is_own(document: dict[str, Any]) -> bool:
    return "schema" in document and isinstance(document.get("values"), list)


def _figures(value: Any, where: str) -> Figures:
    numbers: list[float] = []
    printed = Printed()
    state = {"null": False}
    shape = _gather(value, numbers, printed, state, where, 0)
    array: NDArray[np.float64] = np.array(numbers, dtype=np.float64).reshape(shape)
    largest = float(np.max(np.abs(array), where=np.isfinite(array), initial=0.0))
    remarks = ("null was read as nan.",) if state["null"] else ()
    return Figures(array, printed.resolution(largest), remarks, looks_single=printed.looks_single)


def _gather(
    value: Any, numbers: list[float], printed: Printed, state: dict[str, bool], where: str, depth: int
) -> tuple[int, ...]:
    """Append the numbers of nested lists; their axes."""
    if not isinstance(value, list):
        raise TableError("is no list of rows", where=where, mend="write [[...], [...]]")
    if depth >= _DEEPEST:
        raise TableError(f"has more than {_DEEPEST} axes", where=where)
    if value and isinstance(value[0], list):
        inner = [_gather(each, numbers, printed, state, f"{where}[{row}]", depth + 1) for row, each in enumerate(value)]
        odd = next((row for row, shape in enumerate(inner) if shape != inner[0]), None)
        if odd is not None:
            raise TableError(
                f"row {odd} has {counted(inner[odd][0], 'number')}, row 0 has {inner[0][0]}"
                if inner[odd][0] != inner[0][0]
                else f"row {odd} has other axes than row 0",
                where=where,
            )
        return (len(value), *inner[0])
    for column, each in enumerate(value):
        numbers.append(_number(each, state, f"{where}[{column}]"))
    if len(numbers) <= _LOOKED_AT + len(value) and not printed.is_settled:
        printed.add(repr(each) for each in value)
    return (len(value),)


def _number(value: Any, state: dict[str, bool], where: str) -> float:
    if value is None:
        state["null"] = True
        return float("nan")
    if isinstance(value, bool) or not isinstance(value, int | float):
        shown = json.dumps(value)
        raise TableError(f"{shown if len(shown) <= 40 else shown[:40] + '...'} is no number", where=where)
    try:
        return float(value)
    except OverflowError:
        raise TableError("a whole number is beyond float64", where=where) from None


def _with_claims(figures: Figures, document: dict[str, Any]) -> Figures:
    """The figures, with what petui's own form says of them."""
    base, dtype = document.get("base"), document.get("dtype")
    return replace(
        figures,
        positions=_positions(document.get("positions"), len(figures.values)),
        base=float(base) if isinstance(base, int | float) and 1 <= base <= MAX_BASE else None,
        dtype=dtype if isinstance(dtype, str) else None,
    )


def _positions(claimed: Any, rows: int) -> tuple[float, ...] | None:
    if not isinstance(claimed, list) or len(claimed) != rows:
        return None
    if not all(isinstance(each, int | float) and abs(each) <= MAX_POSITION for each in claimed):
        return None
    return tuple(float(each) for each in claimed)
