"""Frozen dataclasses that cost little before they are used.

`dataclasses` compiles six functions for each class when its module is loaded, half a millisecond a class; a program of
many small records spends more on that than on reading its modules. Here `__init__` is compiled when the first
instance is made, and comparing, hashing and showing are shared. What instances do is the same. By measurement that is
a ninth of the processor time of a start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    # For type checkers this is the standard one.
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, order=False, kw_only=False):
        """`dataclasses.dataclass`; one that is frozen, has slots and no order is made late."""
        options = {"frozen": frozen, "slots": slots, "eq": eq, "order": order, "kw_only": kw_only}

        def made(given):
            if frozen and slots and not order:
                return _late(given, eq=eq, kw_only=kw_only)
            return dataclasses.dataclass(**options)(given)

        return made if cls is None else made(cls)


_set = object.__setattr__


def _late(given: type[Any], *, eq: bool, kw_only: bool) -> type[Any]:
    """The class with slots and fields; its methods come later or are shared, but for those that it has itself.

    Raises:
        TypeError: If a field is an InitVar, which has no slot, or if the class sets or deletes its own way.
    """
    own = dict(vars(given))
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(given)
    _refuse_unlike(made, own)

    def first_init(self: Any, *values: Any, **named: Any) -> None:
        # A subclass that asks for it by super() is none the wiser.
        made.__init__ = _compiled_init(made)
        made.__init__(self, *values, **named)

    methods = {
        "__init__": first_init,
        "__repr__": _shown,
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
    }
    methods |= {"__getstate__": _state, "__setstate__": _restore}
    if eq:
        methods |= _comparing(made)
    if own.get("__hash__") is None:
        # Python puts None there itself where a class has an __eq__.
        own.pop("__hash__", None)
    for name in methods.keys() - own.keys():
        setattr(made, name, methods[name])
    return made  # type: ignore[no-any-return]


def _refuse_unlike(made: Any, own: dict[str, Any]) -> None:
    for each in made.__dataclass_fields__.values():
        if each._field_type is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]
            raise TypeError(f"{made.__name__}.{each.name} is an InitVar, which no record has")
    for name in ("__setattr__", "__delattr__"):
        if name in own:
            raise TypeError(f"{made.__name__} is frozen and cannot have {name}")


def _comparing(made: Any) -> dict[str, Callable[..., Any]]:
    names = [each.name for each in dataclasses.fields(made) if each.compare]
    # attrgetter gives no tuple for a single name, and takes no fewer.
    values: Callable[[object], Any] = attrgetter(*names) if len(names) > 1 else partial(_few_values, names)

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": equal, "__hash__": lambda self: hash(values(self))}


def _few_values(names: list[str], one: object) -> tuple[Any, ...]:
    return tuple(getattr(one, name) for name in names)


def _compiled_init(made: Any) -> Any:
    """`__init__` of the class's fields, in their order; those with `kw_only` stand behind a star."""
    fields = dataclasses.fields(made)
    known: dict[str, Any] = {"_set": _set, "_absent": object()}
    first = [_parameter(each, known) for each in fields if each.init and not each.kw_only]
    named = [_parameter(each, known) for each in fields if each.init and each.kw_only]
    lines = [f"def __init__({', '.join(['self', *first, *(['*', *named] if named else [])])}):"]
    for each in fields:
        value = each.name
        if each.default_factory is not dataclasses.MISSING:
            known[f"_make_{value}"] = each.default_factory
            value = f"_make_{value}() if {value} is _absent else {value}" if each.init else f"_make_{value}()"
        elif not each.init:
            continue
        lines.append(f"  _set(self, {each.name!r}, {value})")
    if hasattr(made, "__post_init__"):
        lines.append("  self.__post_init__()")
    exec("\n".join([*lines, "  return None"]), known)
    made_init = known["__init__"]
    made_init.__qualname__ = f"{made.__qualname__}.__init__"
    return made_init


def _parameter(each: dataclasses.Field[Any], known: dict[str, Any]) -> str:
    """A field as a parameter; what it is by default is noted among the known names."""
    if each.default_factory is not dataclasses.MISSING:
        return f"{each.name}=_absent"
    if each.default is dataclasses.MISSING:
        return each.name
    known[f"_default_{each.name}"] = each.default
    return f"{each.name}=_default_{each.name}"


@recursive_repr()
def _shown(self: Any) -> str:
    shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse_to_set(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        _set(self, each.name, value)
