"""Blocks of a step: fences as the objects of petui.lessons.model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from petui.lessons.faults import FaultList, quoted
from petui.lessons.fences import Fence, Node, Run
from petui.lessons.fieldset import FieldSet, block_id, field_set
from petui.lessons.model import Aside, Choice, Code, Option, Part, Passage, Point, Question, Step
from petui.lessons.place import Place
from petui.lessons.prose import read_prose
from petui.lessons.prosemodel import Display, Expression, Items, Listing, Paragraph, Prose, ProseBlock, Text
from petui.lessons.schema import BLOCKS, WORDS, KeyKind

# What is left of `[x]` or `[ ]` when a sign of it is lost.
_DAMAGED = re.compile(r"\[[ xX] |\[\]|[ xX]?\] ?|\[[^\]]\]")


@dataclass(slots=True)
class Reading:
    """What is known while the blocks of one file are read.

    Attributes:
        faults: Where faults go.
        params: Names that the front matter declares.
        ids: Ids of steps and questions so far.
        card_ids: Ids of cards and their choices so far.
        mistake_ids: Ids of misconceptions so far.
    """

    faults: FaultList
    params: tuple[str, ...] = ()
    ids: dict[str, Place] = field(default_factory=dict)
    card_ids: dict[str, Place] = field(default_factory=dict)
    mistake_ids: dict[str, Place] = field(default_factory=dict)


def fits(fence: Fence, parent: str, faults: FaultList) -> bool:
    """Whether a fence is of a known block and may sit there; unknown blocks are faults already."""
    block = BLOCKS.get(fence.name)
    if block is None:
        return False
    if parent not in block.parents:
        homes = " or ".join(sorted(name if name in BLOCKS else _HOMES[name] for name in block.parents))
        where = f"in `{parent}`" if parent in BLOCKS else f"at {_HOMES[parent]}"
        faults.add(fence.place, "E03", f"`{fence.name}` cannot sit {where}; it goes into {homes}")
        return False
    return True


_HOMES = {"top": "the top of a lesson", "deck": "the top of a deck", "misconceptions": "the misconceptions file"}


def read_step(fence: Fence, reading: Reading) -> Step:
    """A step or worked block."""
    fields = field_set(fence, reading.faults)
    step_id = block_id(fence, reading.ids, reading.faults)
    vary = fields.vary()
    drawn = frozenset(one.name for one in vary)
    parts = _parts(fence, fields, reading, drawn)
    if not parts:
        reading.faults.add(fence.place, "E10", f"`{fence.name}` is empty; write its prose between the fences")
    return Step(
        step_id,
        cast(Literal["step", "worked"], fence.name),
        parts,
        fence.place,
        settings=fields.settings(reading.params),
        show=fields.view(),
        below=fields.below(),
        cell=fields.cell("cell"),
        fade=cast(Literal["none", "last", "all"], fields.word("fade", WORDS[KeyKind.FADE], "all")),
        vary=vary,
    )


def _parts(fence: Fence, fields: FieldSet, reading: Reading, drawn: frozenset[str]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for node in fence.children:
        if isinstance(node, Run):
            _check_late_fields(node, fields, reading.faults)
            _add_passage(parts, read_prose(node, reading.faults), node.place)
        elif fits(node, fence.name, reading.faults):
            if node.name == "math":
                _add_passage(parts, _formula(node, reading.faults), node.place)
            else:
                parts.append(_part(node, reading, drawn))
    return tuple(parts)


def _add_passage(parts: list[Part], blocks: Prose, place: Place) -> None:
    """Prose and formulas that follow each other are one passage."""
    if not blocks:
        return
    last = parts[-1] if parts else None
    if isinstance(last, Passage):
        parts[-1] = Passage(last.blocks + blocks, last.place)
    else:
        parts.append(Passage(blocks, place))


def _part(fence: Fence, reading: Reading, drawn: frozenset[str]) -> Part:
    match fence.name:
        case "predict" | "check":
            return _question(fence, reading, drawn)
        case "choice":
            return read_choice(fence, reading, reading.ids)
        case "point":
            return _point(fence, reading)
        case "code":
            return _code(fence, reading.faults)
        case _:
            return _aside(fence, reading.faults)


def body_prose(children: Iterable[Node], fields: FieldSet, parent: str, faults: FaultList) -> Prose:
    """The prose of a block that holds no other blocks; such are faults."""
    found: list[ProseBlock] = []
    for node in children:
        if isinstance(node, Run):
            _check_late_fields(node, fields, faults)
            found.extend(read_prose(node, faults))
        else:
            fits(node, parent, faults)
    return tuple(found)


def _asked(fence: Fence, fields: FieldSet, faults: FaultList) -> Prose:
    body = body_prose(fence.children, fields, fence.name, faults)
    if not body:
        faults.add(fence.place, "E10", f"`{fence.name}` asks nothing; write the question below its fields")
    return body


def _check_late_fields(run: Run, fields: FieldSet, faults: FaultList) -> None:
    """A known key in the prose is a field that slipped from under the opener."""
    keys = [f":{key.name}:" for key in fields.block.keys]
    for row, line in enumerate(run.lines):
        if any(line == key or line.startswith(key + " ") for key in keys):
            place = Place(run.place.file, run.first + row)
            faults.add(
                place, "E03", "this field is out of place; fields stand right under the opener, without blank lines"
            )


def _question(fence: Fence, reading: Reading, drawn: frozenset[str]) -> Question:
    fields = field_set(fence, reading.faults)
    vary = fields.vary()
    for one in vary:
        if one.name in drawn:
            reading.faults.add(one.place, "E10", f"{quoted(one.name)} is drawn by the step already; keep one")
    return Question(
        cast(Literal["predict", "check"], fence.name),
        block_id(fence, reading.ids, reading.faults),
        fields.expression("answer") or Expression("", fence.place),
        fields.tolerance(needed=True),
        _asked(fence, fields, reading.faults),
        fence.place,
        unit=fields.text("unit"),
        hints=fields.hints(),
        wrongs=fields.rules(),
        vary=vary,
    )


def _point(fence: Fence, reading: Reading) -> Point:
    fields = field_set(fence, reading.faults)
    nothing = Expression("", fence.place)
    quoted, rights = _quoted(fence, fields, reading.faults)
    return Point(
        block_id(fence, reading.ids, reading.faults),
        fields.expression("grid") or nothing,
        fields.cell("answer") or (nothing, nothing),
        _asked(fence, fields, reading.faults),
        fence.place,
        hints=fields.hints(),
        quoted=quoted,
        rights=rights,
        columns=fields.parts("columns"),
        rows=fields.parts("rows"),
    )


def _quoted(
    fence: Fence, fields: FieldSet, faults: FaultList
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[Expression, ...], ...]]:
    """Rows of figures and what they should be; empty, with a fault, unless the two are of one shape."""
    quoted, rights = fields.figures("shown"), fields.expressions("right")
    # By what is written: a figure or expression that cannot be read is a fault of its own, not one of shape.
    shown, right = ([field.value.count("|") + 1 for field in fields.named(name)] for name in ("shown", "right"))
    if bool(fields.field("grid")) == bool(shown):
        faults.add(fence.place, "E10", "`point` takes either `grid`, or `shown` with `right`; keep one of the two")
    if shown != right or len(set(shown)) > 1:
        faults.add(fence.place, "E10", "each `shown` needs a `right` of as many parts, and all rows are equally long")
        return (), ()
    if [len(row) for row in quoted] != shown or [len(row) for row in rights] != shown:
        return (), ()
    for name, count in (("columns", max(map(len, quoted), default=0)), ("rows", len(quoted))):
        if fields.parts(name) and len(fields.parts(name)) != count:
            faults.add(fence.place, "E10", f"`{name}` has {len(fields.parts(name))} parts, and the table {count}")
            return (), ()
    return quoted, rights


def _aside(fence: Fence, faults: FaultList) -> Aside:
    fields = field_set(fence, faults)
    title = fields.text("title")
    if title and fence.argument:
        faults.add(
            fence.argument_place, "E10", "the title is given twice; keep the one in the opener or the `title` key"
        )
    body = body_prose(fence.children, fields, fence.name, faults)
    if not body:
        faults.add(fence.place, "E10", f"`{fence.name}` is empty; write its prose between the fences")
    return Aside(cast(Literal["why", "note"], fence.name), fence.argument or title, body, fence.place)


def _no_argument(fence: Fence, faults: FaultList) -> None:
    if fence.argument:
        faults.add(
            fence.argument_place, "E10", f"`{fence.name}` takes nothing after its name; delete {quoted(fence.argument)}"
        )


def _code(fence: Fence, faults: FaultList) -> Code:
    _no_argument(fence, faults)
    fields = field_set(fence, faults)
    run = fields.word("run", WORDS[KeyKind.LISTING], "")
    body = body_prose(fence.children, fields, fence.name, faults)
    texts = [block.text for block in body if isinstance(block, Listing)]
    if len(texts) != len(body) or len(texts) > 1 or not (texts or fields.field("run")):
        faults.add(fence.place, "E10", "the body of `code` is one listing between ``` lines; nothing else")
    return Code(texts[0] if texts else "", fence.place, run)


def _formula(fence: Fence, faults: FaultList) -> Prose:
    _no_argument(fence, faults)
    fields = field_set(fence, faults)
    lines: list[str] = []
    first: Place | None = None
    for node in fence.children:
        if isinstance(node, Run):
            _check_late_fields(node, fields, faults)
            first = first or beginning(node)
            lines.extend(line for line in node.lines if line.strip() != "$$")
        else:
            fits(node, fence.name, faults)
    tex = " ".join(" ".join(lines).split())
    if not tex:
        faults.add(fence.place, "E11", "`math` is empty; write its LaTeX between the fences, without dollars")
        return ()
    return (Display(tex, first or fence.place, fields.text("alt")),)


def read_choice(fence: Fence, reading: Reading, ids: dict[str, Place]) -> Choice:
    """A choice block; its id is noted in `ids`."""
    faults = reading.faults
    fields = field_set(fence, faults)
    choice_id = block_id(fence, ids, faults)
    body = body_prose(fence.children, fields, fence.name, faults)
    options: tuple[Option, ...] = ()
    multiple = fields.flag("multiple", False)
    at = next((n for n, block in enumerate(body) if isinstance(block, Items) and _is_options(block)), None)
    if at is None:
        faults.add(fence.place, "E08", "`choice` has no options; end it with a list of `- [x]` and `- [ ]` items")
    else:
        options = _options(cast(Items, body[at]), faults)
        if body[at + 1 :]:
            faults.add(
                _place_of(body[at + 1]),
                "E10",
                "the options end a `choice`; move this above them, or indent it as a reason",
            )
        body = body[:at]
        _check_lost_options(body, faults)
        check_options(options, multiple, fence.place, faults)
    if not body:
        faults.add(fence.place, "E10", "`choice` asks nothing; write the question above its options")
    return Choice(choice_id, body, options, fence.place, fields.hints(), multiple, fields.flag("shuffle", True))


def _check_lost_options(question: Prose, faults: FaultList) -> None:
    """Note what was meant as an option and has become part of the question, as its list ended before the others."""
    for block in question:
        for item in block.items if isinstance(block, Items) else ():
            first = item[0] if item else None
            text = first.inlines[0] if isinstance(first, Paragraph) and first.inlines else None
            if isinstance(text, Text) and _DAMAGED.match(text.text):
                faults.add(_place_of(item[0]), "E08", "this option is damaged; begin it with `- [x] ` or `- [ ] `")


def beginning(run: Run) -> Place:
    """Where the first line of a run stands that is not blank."""
    row = next(row for row, line in enumerate(run.lines) if line.strip())
    return Place(run.place.file, run.first + row)


def _place_of(block: ProseBlock) -> Place:
    return block.place


def _mark(item: Prose) -> str:
    """`[x]` or `[ ]` at the start of a list item, or nothing."""
    first = item[0] if item else None
    if isinstance(first, Paragraph) and first.inlines and isinstance(first.inlines[0], Text):
        mark = first.inlines[0].text[:3].lower()
        return mark if mark in ("[x]", "[ ]") else ""
    return ""


def _is_options(items: Items) -> bool:
    return any(map(_mark, items.items))


def _options(items: Items, faults: FaultList) -> tuple[Option, ...]:
    options = []
    for item in items.items:
        place = item[0].place if item else items.place
        mark = _mark(item)
        text = _unmarked(item)
        if not mark:
            faults.add(place, "E08", "this option is neither true nor false; begin it with `[x]` or `[ ]`")
        elif not text:
            faults.add(place, "E10", "this option says nothing; write its text after the brackets")
        else:
            options.append(Option(mark == "[x]", text, item[1:], place))
    return tuple(options)


def _unmarked(item: Prose) -> Prose:
    first = item[0] if item else None
    if not isinstance(first, Paragraph) or not first.inlines or not isinstance(first.inlines[0], Text):
        return ()
    text = first.inlines[0].text[3:].lstrip()
    inlines = (Text(text, first.inlines[0].style), *first.inlines[1:]) if text else first.inlines[1:]
    return (Paragraph(inlines, first.place, first.level),) if inlines else ()


def check_options(options: Sequence[Option], multiple: bool, place: Place, faults: FaultList) -> None:
    """Note options of which too few are there, or not the right number true."""
    true = sum(option.true for option in options)
    if len(options) < 2:
        faults.add(place, "E08", "there are fewer than two options to choose from; add the others")
    elif true == 0:
        faults.add(place, "E08", "no option to choose is true; mark the right one, `[x]` or `right: yes`")
    elif true > 1 and not multiple:
        faults.add(place, "E08", f"{true} options to choose are true; keep one, or give `multiple: yes`")
