"""What the steps of a lesson and of its retellings say, as digests: whether one has changed since the other."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from petui.lessons.coursehead import LESSONS
from petui.lessons.faults import FaultList
from petui.lessons.fences import Fence, Node, Run
from petui.lessons.inside import led_out
from petui.lessons.place import Place
from petui.lessons.retelling import nodes_of
from petui.lessons.retellingfiles import RETELLINGS, retellings_in
from petui.lessons.schema import BLOCKS
from petui.records import dataclass

# What a field says to a learner; the others stay the lesson's own, however it is told.
_SAYING = ("hint", "title", "alt")
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Told:
    """A step that is told anew.

    Attributes:
        original: Digest of what the lesson's own step says.
        told: Digest of what the retold one says.
        place: Where that stands.
    """

    original: str
    told: str
    place: Place


def told_steps(root: Path) -> dict[str, Told]:
    """Every retold step of a course as `LANGUAGE/LESSON#STEP`; what cannot be read is left out."""
    found: dict[str, Told] = {}
    originals: dict[str, dict[str, Fence]] = {}
    for language, name in retellings_in(root):
        if name not in originals:
            path = root / LESSONS / f"{name}.md"
            originals[name] = {} if led_out(root, path) else _steps(path)
        for step, fence in _steps(root / RETELLINGS / language / f"{name}.md").items():
            if step in originals[name]:
                told = Told(_digest(originals[name][step]), _digest(fence), fence.place)
                found[f"{language}/{name}#{step}"] = told
    return found


def _steps(path: Path) -> dict[str, Fence]:
    read = nodes_of(path, FaultList())
    fences = [node for node in read[1] if isinstance(node, Fence)] if read else []
    return {fence.argument: fence for fence in fences if fence.name in ("step", "worked")}


def _digest(fence: Fence) -> str:
    """The first digits of SHA-256 over the words; how lines are broken has no part in it."""
    words = " ".join(" ".join(_said(fence)).split())
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _said(node: Node) -> Iterator[str]:
    if isinstance(node, Run):
        yield from node.lines
        return
    yield node.name
    if not (node.name in BLOCKS and BLOCKS[node.name].takes_id):
        yield node.argument
    yield from (field.value for field in node.fields if field.name in _SAYING)
    for child in node.children:
        yield from _said(child)
