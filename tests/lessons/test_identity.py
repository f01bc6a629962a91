"""Ids made from what a card asks."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.faults import illegal_id
from petui.lessons.identity import card_id, is_derived


def test_an_id_is_made_of_kind_and_front() -> None:
    """SHA-256 over the kind, a zero sign and the front without case, emphasis and odd spacing."""
    digest = hashlib.sha256(b"basic\0what is d_model?".replace(b"_", b"")).hexdigest()
    assert card_id("basic", "  What is\n `d_model`? ") == f"c-{digest[:16]}"
    assert card_id("basic", "a") != card_id("reversed", "a")
    assert card_id("basic", "a b") != card_id("basic", "ab")


@pytest.mark.parametrize(("one", "other"), [("caf\u00e9", "cafe\u0301"), ("**Q**  x", "q x"), ("STRASSE", "straße")])
def test_looks_do_not_count(one: str, other: str) -> None:
    """Composed or not, strong or not, capital or not: the same question."""
    assert card_id("basic", one) == card_id("basic", other)


@given(st.text())
def test_every_id_is_legal_and_known_as_derived(front: str) -> None:
    """Whatever the front, and for its siblings too."""
    name = card_id("cloze", front)
    assert illegal_id(name) == ""
    assert is_derived(name) and is_derived(f"{name}/2") and is_derived(f"{name}/back")


def test_explicit_ids_are_not_derived() -> None:
    """An author's `c-…` of another length is an id of its own."""
    assert not any(map(is_derived, ("c-1", "order", "c-0123456789abcdef0", "c-0123456789abcdeg")))
