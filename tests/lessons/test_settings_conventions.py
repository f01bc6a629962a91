"""Lessons may set any convention of sequences."""

from __future__ import annotations

import pytest

from petui.core.conventions import CONVENTIONS
from petui.lessons.faults import FaultList
from petui.lessons.fieldvalues import read_settings
from petui.lessons.place import Place

HERE = Place("lesson.md")


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_step_may_set_a_convention(name: str) -> None:
    """By its name, as any word of the Lab."""
    faults = FaultList()
    (setting,) = read_settings(f"convention={name}", HERE, (), faults)
    assert (setting.name, setting.expression.source, len(faults)) == ("convention", name, 0)


@pytest.mark.parametrize("name", ["farseq", "detr", "nerf"])
def test_another_word_is_a_fault(name: str) -> None:
    """Names near it are hinted; grids and points are not of the Lab."""
    faults = FaultList()
    assert read_settings(f"convention={name}", HERE, (), faults) == ()
    assert [fault.code for fault in faults.sorted()] == ["E10"]
