"""Records are frozen dataclasses in all but when their methods are made: each law is asked of both."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, InitVar, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui import records


def both(make: Any) -> list[type[Any]]:
    """A class made by petui's decorator, and by the standard one."""
    return [make(records.dataclass), make(dataclasses.dataclass)]


def point(dataclass: Any) -> type[Any]:
    @dataclass(frozen=True, slots=True)
    class Point:
        """Fields of every sort."""

        x: int
        label: str = "none"
        parts: list[int] = field(default_factory=list)
        unseen: int = field(default=0, repr=False, compare=False)
        made: dict[str, int] = field(default_factory=dict, init=False)

    return Point


def checked(dataclass: Any) -> type[Any]:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Checked:
        """One that refuses."""

        size: int = 1

        def __post_init__(self) -> None:
            if self.size < 0:
                raise ValueError(self.size)

    return Checked


def same(dataclass: Any) -> type[Any]:
    @dataclass(frozen=True, slots=True, eq=False)
    class Same:
        """One that is only equal to itself."""

        x: int = 0

    return Same


VALUES = st.tuples(st.integers(), st.text(max_size=3), st.lists(st.integers(), max_size=2), st.integers())


@given(VALUES, VALUES)
def test_instances_compare_show_and_take_apart_alike(one: Any, other: Any) -> None:
    late, standard = both(point)
    for left, right in ((one, one), (one, other)):
        assert (late(*left) == late(*right)) == (standard(*left) == standard(*right))
    assert repr(late(*one)) == repr(standard(*one))
    assert dataclasses.asdict(late(*one)) == dataclasses.asdict(standard(*one))
    assert dataclasses.replace(late(*one), x=7) == late(7, *one[1:])
    assert late(*one) != standard(*one)


@given(st.integers())
def test_hashes_agree_with_equality(size: int) -> None:
    late, standard = both(checked)
    if size >= 0:
        assert hash(late(size=size)) == hash(late(size=size)) == hash(standard(size=size))


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, "a", [], 2, 3), {}), ((1,), {"y": 2}), ((1,), {"x": 2}), ((1,), {"made": {}})]
)
def test_what_cannot_be_made_is_refused_alike(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    for kind in both(point):
        with pytest.raises(TypeError):
            kind(*values, **named)
        # Not only the first time.
        with pytest.raises(TypeError):
            kind(*values, **named)


def test_defaults_are_fresh_and_checks_run() -> None:
    for kind in both(point):
        assert kind(1).parts == [] and kind(1).parts is not kind(1).parts and kind(1).made == {}
        assert kind(1, label="a") == kind(1, "a") and kind.__match_args__ == ("x", "label", "parts", "unseen")
    for kind in both(checked):
        with pytest.raises(ValueError, match="-1"):
            kind(size=-1)
        with pytest.raises(TypeError):
            kind(1)


def test_nothing_can_be_set_or_deleted() -> None:
    for kind in both(point):
        one = kind(1)
        with pytest.raises(FrozenInstanceError):
            one.x = 2
        with pytest.raises(FrozenInstanceError):
            del one.x
        assert not hasattr(one, "__dict__") and one.x == 1
    # Python 3.11's own raises a TypeError of its insides here.
    with pytest.raises(FrozenInstanceError):
        point(records.dataclass)(1).other = 1


def test_one_without_equality_is_equal_to_itself_only() -> None:
    for kind in both(same):
        one = kind()
        assert one == one and one != kind() and len({one, kind()}) == 2


@records.dataclass(frozen=True, slots=True)
class Kept:
    """One that pickle can find by its name."""

    x: int
    next: Kept | None = None


def test_copies_are_equal() -> None:
    one = Kept(1, Kept(2))
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == copy.deepcopy(one) == one


def shown(dataclass: Any) -> type[Any]:
    @dataclass(frozen=True, slots=True)
    class Shown:
        """One that shows, compares and hashes its own way."""

        x: int
        y: int = 0

        def __repr__(self) -> str:
            return f"<{self.x}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, self.__class__) and abs(self.x) == abs(other.x)

        def __hash__(self) -> int:
            return abs(self.x)

    return Shown


def compared(dataclass: Any) -> type[Any]:
    @dataclass(frozen=True, slots=True)
    class Compared:
        """One that compares its own way, and is hashed by its values."""

        x: int

        def __eq__(self, other: object) -> bool:
            return True

    return Compared


def stated(dataclass: Any) -> type[Any]:
    @dataclass(frozen=True, slots=True)
    class Stated:
        """One that is copied its own way."""

        x: int

        def __getstate__(self) -> list[int]:
            return [self.x + 1]

    return Stated


def test_what_a_class_does_its_own_way_it_keeps() -> None:
    for kind in both(shown):
        assert repr(kind(3)) == "<3>"
        assert kind(3, 1) == kind(-3, 2) != kind(4) and hash(kind(-3)) == 3
    for kind in both(compared):
        assert kind(1) == kind(2) and hash(kind(1)) == hash((1,))
    for kind in both(stated):
        assert copy.copy(kind(1)) == kind(2)


def test_what_cannot_be_a_record_is_refused() -> None:
    with pytest.raises(TypeError, match="extra is an InitVar"):

        @records.dataclass(frozen=True, slots=True)
        class Extra:
            x: int
            extra: InitVar[int] = 0

    for dataclass in (records.dataclass, dataclasses.dataclass):
        with pytest.raises(TypeError, match="__setattr__"):

            @dataclass(frozen=True, slots=True)
            class Settable:
                x: int

                def __setattr__(self, name: str, value: object) -> None:
                    """Let anything be set."""


def test_others_are_the_standard_ones() -> None:
    @records.dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        x: int

    @records.dataclass(slots=True)
    class Open:
        x: int = 0

    one = Open()
    one.x = 2
    assert Ordered(1) < Ordered(2) and one == Open(2)


def test_no_method_is_compiled_before_an_instance_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def noted(code: str, known: dict[str, Any]) -> None:
        compiled.append(code)
        exec(code, known)

    monkeypatch.setattr(records, "exec", noted, raising=False)
    kind = point(records.dataclass)
    assert not compiled
    assert kind(1) == kind(1)
    assert len(compiled) == 1
