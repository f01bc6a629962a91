"""What has no table explained: rotary embedding, ALiBi and T5's buckets, with a few numbers worked out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from petui.core.registry_scores import OnScores
from petui.core.relatives import alibi_slopes, t5_buckets
from petui.core.rotary import halves_from_pairs, pairs_from_halves, rotated
from petui.plain.charset import shown
from petui.plain.hanging import hanging

_VECTOR = (1.0, 2.0, 3.0, 4.0)
_WIDTH = 8
_HEADS = (8, 6)
_OFFSETS = (-200, -20, -10, -8, -7, -2, -1, 0, 1, 2, 8, 20)
_ROTARY = {"rope-interleaved": "rope-half-split", "rope-half-split": "rope-interleaved"}
_TURN = "(a, b) at position p becomes (a·cos(p·ω_i) - b·sin(p·ω_i), a·sin(p·ω_i) + b·cos(p·ω_i))"
_FORMULAS = {
    "rope-interleaved": ("ω_i = base^(-2i/d), where d is the width of a head", f"slots 2i and 2i + 1: {_TURN}"),
    "rope-half-split": ("ω_i = base^(-2i/d), where d is the width of a head", f"slots i and d/2 + i: {_TURN}"),
    "alibi": (
        "score - m_h·distance, where head h of H, a power of two, has m_h = 2^(-8(h + 1)/H)",
        "another H: the slopes of the power of two below it, then every second one of the power above",
    ),
    "t5": (
        "of n buckets for a side, a distance below e = n/2 has its own",
        "a farther one has e + floor((n - e)·ln(distance/e)/ln(furthest/e)), at most the last, n - 1",
    ),
}


def scores_text(found: OnScores, width: int | None, *, ascii: bool) -> str:
    """Explained in lines of `width` columns; None for lines of any length."""
    lines = [shown(f"{found.name}: {found.title}", ascii=ascii)]
    for head, text in _rows(found):
        lines += hanging(f"  {head:<10} ", shown(text, ascii=ascii), width)
    return "\n".join([*lines, ""])


def scores_json(found: OnScores) -> str:
    """The same as one line of JSON."""
    facts = asdict(found)
    content = {
        "schema": 1,
        "name": facts.pop("name"),
        "kind": "scores",
        **facts,
        "formula": list(_FORMULAS[found.name]),
        "sample": _sample(found.name),
        "command": _command(found.name),
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def _rows(found: OnScores) -> Iterator[tuple[str, str]]:
    yield from zip(("formula", ""), _FORMULAS[found.name], strict=True)
    yield "changes", f"{found.acts_on}, and has no table to add to embeddings"
    if found.name in _ROTARY:
        order = ", ".join(map(str, _order(found.name)))
        yield "permuted", f"to {_ROTARY[found.name]}, a head of {_WIDTH} slots takes its slots in the order {order}"
    yield "beware", found.says
    yield "used by", ", ".join(found.users)
    if found.aliases:
        yield "also", ", ".join(found.aliases)
    yield "source", found.source
    yield from _worked(found.name)
    yield "command", _command(found.name)
    if found.name in _ROTARY:
        yield "", "without --heads the same permutes the columns of a table of cosines or sines"


def _order(name: str) -> list[int]:
    order = halves_from_pairs if name == "rope-interleaved" else pairs_from_halves
    return [int(each) for each in order(_WIDTH)]


def _sample(name: str) -> dict[str, Any]:
    """A few numbers to compare with, for JSON."""
    if name in _ROTARY:
        turned = rotated(_VECTOR, 1, halves=name == "rope-half-split")
        return {
            "vector": list(_VECTOR),
            "position": 1,
            "base": 10000.0,
            "turned": turned.tolist(),
            "order": _order(name),
        }
    if name == "alibi":
        return {"slopes": {str(heads): alibi_slopes(heads).tolist() for heads in _HEADS}}
    buckets = {both: t5_buckets(_OFFSETS, both=both).tolist() for both in (True, False)}
    return {"offsets": list(_OFFSETS), "encoder": buckets[True], "decoder": buckets[False]}


def _worked(name: str) -> Iterator[tuple[str, str]]:
    """The same numbers for people."""
    sample = _sample(name)
    if name in _ROTARY:
        yield "example", f"{_figures(sample['vector'])} at position 1 becomes {_figures(sample['turned'])}"
    elif name == "alibi":
        for heads, slopes in sample["slopes"].items():
            yield "example", f"the slopes of {heads} heads: {_figures(slopes)}"
    else:
        for kind in ("encoder", "decoder"):
            buckets = (f"{offset}: {bucket}" for offset, bucket in zip(sample["offsets"], sample[kind], strict=True))
            yield "example", f"{kind}'s bucket of each offset: {', '.join(buckets)}"


def _figures(numbers: list[float]) -> str:
    return ", ".join(f"{number:.7g}" for number in numbers)


def _command(name: str) -> str:
    if name in _ROTARY:
        return f"petui convert Q.npy --from {name} --to {_ROTARY[name]} --heads H -o NEW.npy"
    function, given = ("alibi_slopes", "8") if name == "alibi" else ("t5_bucket", "-20")
    return f"python -c 'from petui.core import {function}; print({function}({given}))'"
