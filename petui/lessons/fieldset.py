"""The fields of one block: checked against the schema's table, then asked for by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from petui.lessons.faults import FaultList, illegal_id, nearest, quoted
from petui.lessons.fences import Fence, Field
from petui.lessons.fieldvalues import (
    read_cell,
    read_digits,
    read_expression,
    read_lesson_name,
    read_rule,
    read_settings,
    read_tag,
    read_tolerance,
    read_vary,
    shifted,
)
from petui.lessons.model import Setting, Tolerance, Vary, WrongRule
from petui.lessons.place import Place
from petui.lessons.prose import read_inlines
from petui.lessons.prosemodel import Expression, Inline
from petui.lessons.schema import BLOCKS, WORDS, Block, KeyKind
from petui.records import dataclass

MAX_MANY = 20

# A figure as it is printed.
_FIGURE = re.compile(r"[-+]?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class FieldSet:
    """The fields of one block that have a known name and a value."""

    block: Block
    place: Place
    faults: FaultList
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        """The field of that name, the first if there are more."""
        return next((field for field in self.fields if field.name == name), None)

    def named(self, name: str) -> tuple[Field, ...]:
        """All fields of that name."""
        return tuple(field for field in self.fields if field.name == name)

    def text(self, name: str) -> str:
        """A field's text, empty if it is not given."""
        field = self.field(name)
        return field.value if field else ""

    def word(self, name: str, words: tuple[str, ...], default: str) -> str:
        """One of some words."""
        field = self.field(name)
        if field is None:
            return default
        if field.value not in words:
            self.faults.add(
                field.value_place, "E10", f"{quoted(field.value)} does not fit `{name}`; {nearest(field.value, words)}"
            )
            return default
        return field.value

    def flag(self, name: str, default: bool) -> bool:
        """Yes or no."""
        return self.word(name, WORDS[KeyKind.FLAG], "yes" if default else "no") == "yes"

    def view(self) -> str:
        """The view that `show` names."""
        return self.word("show", WORDS[KeyKind.VIEW], "")

    def below(self) -> str:
        """The pane that `below` names; unless told the table for the heat map, which shows the same, else the plot."""
        shown = self.view()
        usual = "" if not shown else "table" if shown == "heat" else "plot"
        return self.word("below", WORDS[KeyKind.PANE], usual)

    def expression(self, name: str) -> Expression | None:
        """An expression."""
        field = self.field(name)
        return read_expression(field.value, field.value_place, self.faults) if field else None

    def cell(self, name: str) -> tuple[Expression, Expression] | None:
        """Two expressions with a comma between."""
        field = self.field(name)
        return read_cell(field.value, field.value_place, self.faults) if field else None

    def parts(self, name: str) -> tuple[str, ...]:
        """Texts separated by `|`."""
        field = self.field(name)
        return tuple(part.strip() for part in field.value.split("|")) if field else ()

    def figures(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Rows of decimals separated by `|`, one row per line; a row that is none is a fault and left out."""
        rows = []
        for field in self.named(name):
            row = tuple(part.strip() for part in field.value.split("|"))
            wrong = next((part for part in row if not _FIGURE.fullmatch(part)), None)
            if wrong is None:
                rows.append(row)
            else:
                self.faults.add(field.value_place, "E10", f"{quoted(wrong)} is no decimal such as 9550 or -0.0141")
        return tuple(rows)

    def expressions(self, name: str) -> tuple[tuple[Expression, ...], ...]:
        """Rows of expressions separated by `|`, one row per line."""
        rows = []
        for field in self.named(name):
            read = [read_expression(part, field.value_place, self.faults) for part in field.value.split("|")]
            rows.append(tuple(one for one in read if one))
        return tuple(rows)

    def settings(self, params: tuple[str, ...]) -> tuple[Setting, ...]:
        """The pairs of `set`."""
        field = self.field("set")
        return read_settings(field.value, field.value_place, params, self.faults) if field else ()

    def vary(self) -> tuple[Vary, ...]:
        """The draws, each name once."""
        found: dict[str, Vary] = {}
        for field in self.named("vary"):
            vary = read_vary(field.value, field.value_place, self.faults)
            if vary and vary.name in found:
                self.faults.add(field.value_place, "E10", f"{quoted(vary.name)} is drawn twice; keep one")
            elif vary:
                found[vary.name] = vary
        return tuple(found.values())

    def rules(self) -> tuple[WrongRule, ...]:
        """The `wrong` rules."""
        rules = (read_rule(field.value, field.value_place, self.faults) for field in self.named("wrong"))
        return tuple(rule for rule in rules if rule)

    def hints(self) -> tuple[tuple[Inline, ...], ...]:
        """The hints in order."""
        return tuple(read_inlines(field.value, field.value_place, self.faults) for field in self.named("hint"))

    def inlines(self, name: str) -> tuple[Inline, ...]:
        """One line of prose."""
        field = self.field(name)
        return read_inlines(field.value, field.value_place, self.faults) if field else ()

    def ids(self, name: str) -> tuple[str, ...]:
        """Names separated by commas."""
        field = self.field(name)
        if field is None:
            return ()
        names = [part.strip() for part in field.value.split(",")]
        if not all(names) or any(" " in part for part in names):
            self.faults.add(
                field.value_place, "E10", f"{quoted(field.value)} is no list of names; separate them by commas"
            )
        return tuple(dict.fromkeys(part for part in names if part and " " not in part))

    def places(self) -> tuple[tuple[str, Place], ...]:
        """Where what leads elsewhere stands: `teaches`, and `covers NUMBER` for each number."""
        found = [("teaches", field.value_place) for field in self.named("teaches")]
        for field in self.named("covers"):
            for name in re.finditer(r"[^\s,]+", field.value):
                found.append((f"covers {name[0]}", shifted(field.value_place, name.start())))
        return tuple(found)

    def texts(self, name: str) -> tuple[str, ...]:
        """Every text given for a key that may stand more than once, each once."""
        return tuple(dict.fromkeys(field.value for field in self.named(name)))

    def lesson_name(self, name: str) -> str:
        """`LESSON` or `LESSON#STEP`."""
        field = self.field(name)
        return read_lesson_name(field.value, field.value_place, self.faults) if field else ""

    def tags(self) -> tuple[str, ...]:
        """Tags separated by commas, each once."""
        field = self.field("tags")
        if field is None:
            return ()
        tags = (read_tag(part, field.value_place, self.faults) for part in field.value.split(","))
        return tuple(dict.fromkeys(tag for tag in tags if tag))

    def tolerance(self, needed: bool) -> Tolerance:
        """From `tol` or `digits`; neither is E07 where one is needed."""
        tol, digits = self.field("tol"), self.field("digits")
        if tol and digits:
            self.faults.add(digits.place, "E10", "both `tol` and `digits` are given; keep one")
        if tol:
            return read_tolerance(tol.value, tol.value_place, self.faults)
        if digits:
            return read_digits(digits.value, digits.value_place, self.faults)
        if needed:
            self.faults.add(
                self.place, "E07", "a typed number cannot be graded; give `tol` (`1%` or `0.005`) or `digits` (`3`)"
            )
        return Tolerance()


def field_set(fence: Fence, faults: FaultList) -> FieldSet:
    """The fence's fields; unknown, doubled, empty and missing ones are faults."""
    return checked_fields(BLOCKS[fence.name], fence.place, fence.fields, faults)


def checked_fields(block: Block, place: Place, fields: Iterable[Field], faults: FaultList) -> FieldSet:
    """The fields of a block that stands at `place`; unknown, doubled, empty and missing ones are faults."""
    kept: dict[int, Field] = {}
    seen: dict[str, Field] = {}
    for number, field in enumerate(fields):
        key = block.key(field.name)
        if key is None:
            message = (
                f"`{block.name}` takes no key {quoted(field.name)}; {nearest(field.name, [k.name for k in block.keys])}"
            )
            faults.add(field.place, "E02", message)
        elif field.name in seen and not key.many:
            faults.add(
                field.place, "E10", f"`{field.name}` was given in line {seen[field.name].place.line} already; keep one"
            )
        elif sum(one.name == field.name for one in kept.values()) == MAX_MANY:
            faults.add(field.place, "E10", f"there are more than {MAX_MANY} `{field.name}` lines; leave some out")
        elif not field.value:
            faults.add(field.place, "E10", f"`{field.name}` has no value; it takes {key.kind.value}")
            seen.setdefault(field.name, field)
        else:
            seen.setdefault(field.name, field)
            kept[number] = field
    for key in block.keys:
        if key.required and key.name not in seen:
            message = f"`{block.name}` lacks the key `{key.name}` ({key.says}); it takes {key.kind.value}"
            faults.add(place, "E10", message)
    return FieldSet(block, place, faults, tuple(kept.values()))


def block_id(fence: Fence, taken: dict[str, Place], faults: FaultList) -> str:
    """The id after a block's name, checked and noted in `taken`; an illegal one comes back as it is."""
    return noted_id(fence.argument, fence.argument_place if fence.argument else fence.place, taken, faults)


def noted_id(name: str, place: Place, taken: dict[str, Place], faults: FaultList) -> str:
    """An id, checked and noted in `taken`; an illegal one comes back as it is."""
    wrong = illegal_id(name)
    if wrong:
        faults.add(place, "E04", wrong)
    elif name in taken:
        message = f"the id {quoted(name)} was used in line {taken[name].line} already; choose another"
        faults.add(place, "E04", message)
    else:
        taken[name] = place
    return name
