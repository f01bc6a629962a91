"""Card and mistake blocks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, cast

from petui.core.formula import SLIPS
from petui.lessons.blocks import Reading, beginning, body_prose, fits, read_choice
from petui.lessons.fences import Fence, Node, Run
from petui.lessons.fieldset import FieldSet, block_id, field_set
from petui.lessons.model import Card, CardKind, Choice, Mistake
from petui.lessons.place import Place
from petui.lessons.prosemodel import Prose
from petui.lessons.schema import WORDS, KeyKind
from petui.lessons.verbatim import verbatim_lines
from petui.records import dataclass

SEPARATOR = "?"
# Keys that only numeric cards take.
NUMERIC_KEYS = ("answer", "tol", "digits", "wrong", "unit")


def read_mistake(fence: Fence, reading: Reading) -> Mistake:
    """A mistake block."""
    fields = field_set(fence, reading.faults)
    body = body_prose(fence.children, fields, fence.name, reading.faults)
    if not body:
        reading.faults.add(
            fence.place, "E10", "`mistake` is empty; write the claim, why it feels right, what is wrong, the fix"
        )
    return Mistake(
        block_id(fence, reading.mistake_ids, reading.faults),
        fields.inlines("claims"),
        cast(Literal["wrong", "half"], fields.word("verdict", WORDS[KeyKind.VERDICT], "wrong")),
        body,
        fence.place,
        fields.expression("shows"),
        fields.ids("covers"),
        fields.word("slip", tuple(slip.id for slip in SLIPS), ""),
        fields.places(),
    )


def read_card(fence: Fence, reading: Reading) -> Card:
    """A card block, split at its line `?`."""
    fields = field_set(fence, reading.faults)
    card_id = block_id(fence, reading.card_ids, reading.faults)
    front, back, separators = _sides(fence.children)
    choice = _choice(front, fence, reading)
    _check_no_choice(back, reading)
    _check_behind(front, reading)
    front_prose = body_prose(_runs(front), fields, fence.name, reading.faults)
    back_prose = body_prose(back, fields, fence.name, reading.faults)
    _check_separators(separators, reading)
    sides = Sides(front_prose, back_prose, _source(front), _source(back))
    return make_card(card_id, fields, sides, choice, reading)


@dataclass(frozen=True, slots=True)
class Sides:
    """The front and back of a card, read and as Markdown."""

    front: Prose
    back: Prose
    front_source: str
    back_source: str


def make_card(card_id: str, fields: FieldSet, sides: Sides, choice: Choice | None, reading: Reading) -> Card:
    """A card from its fields, whatever they were read from; what does not go together is a fault."""
    answer = fields.expression("answer")
    usual = "numeric" if answer else "choice" if choice else "basic"
    kind = fields.word("kind", WORDS[KeyKind.CARD_KIND], usual)
    _check_kind(kind, fields, choice, reading)
    _check_sides(kind, bool(sides.front or choice), bool(sides.back), fields.place, reading)
    return Card(
        card_id,
        cast(CardKind, kind),
        sides.front,
        sides.back,
        fields.place,
        covers=fields.ids("covers"),
        answer=answer,
        tolerance=fields.tolerance(needed=answer is not None),
        wrongs=fields.rules(),
        vary=fields.vary(),
        choice=choice,
        accepts=fields.texts("accept"),
        settings=fields.settings(reading.params),
        hints=fields.hints(),
        unit=fields.text("unit"),
        teaches=fields.lesson_name("teaches"),
        tags=fields.tags(),
        front_source=sides.front_source,
        back_source=sides.back_source,
        places=fields.places(),
    )


def _source(nodes: Sequence[Node]) -> str:
    """The Markdown of a side, blocks left out."""
    return "\n\n".join("\n".join(run.lines).strip() for run in _runs(nodes))


def _runs(nodes: Sequence[Node]) -> list[Run]:
    return [node for node in nodes if isinstance(node, Run)]


def _choice(front: Sequence[Node], fence: Fence, reading: Reading) -> Choice | None:
    choice = None
    for node in front:
        if isinstance(node, Fence) and fits(node, fence.name, reading.faults):
            if choice is not None:
                reading.faults.add(node.place, "E10", "a card has one `choice`; move this one to a card of its own")
            else:
                choice = read_choice(node, reading, reading.card_ids)
    return choice


def _check_no_choice(back: Sequence[Node], reading: Reading) -> None:
    for node in back:
        if isinstance(node, Fence) and node.name == "choice":
            reading.faults.add(node.place, "E10", "a `choice` belongs to the front; move it above the line `?`")


def _check_behind(front: Sequence[Node], reading: Reading) -> None:
    """Note text below the options, which is shown above them: the line `?` before a back may be missing."""
    for before, node in pairwise(front):
        if isinstance(node, Run) and isinstance(before, Fence) and before.name == "choice":
            message = (
                "this text is shown in the question, above the options; if it is the back, put a line `?` above it"
            )
            reading.faults.add(beginning(node), "W10", message)


def _sides(children: Sequence[Node]) -> tuple[list[Node], list[Node], list[Place]]:
    """The nodes before and after the first line `?`, and where all such lines stand."""
    front: list[Node] = []
    back: list[Node] = []
    places: list[Place] = []
    for node in children:
        side = back if places else front
        if not isinstance(node, Run):
            side.append(node)
            continue
        rows = _separators(node)
        places.extend(Place(node.place.file, node.first + row) for row in rows)
        if side is back or not rows:
            side.append(node)
            continue
        front.extend(_cut(node, 0, rows[0]))
        back.extend(_cut(node, rows[0] + 1, len(node.lines)))
    return front, back, places


def _separators(run: Run) -> list[int]:
    verbatim = verbatim_lines(run.lines, lambda row, what: None)
    return [row for row, line in enumerate(run.lines) if line.strip() == SEPARATOR and not verbatim[row]]


def _cut(run: Run, start: int, end: int) -> list[Run]:
    lines = run.lines[start:end]
    if not any(line.strip() for line in lines):
        return []
    return [Run(lines, run.first + start, Place(run.place.file, run.first + start))]


def _check_kind(kind: str, fields: FieldSet, choice: Choice | None, reading: Reading) -> None:
    answer, place = fields.field("answer"), fields.place
    if kind == "numeric" and answer is None:
        reading.faults.add(place, "E10", "a numeric card lacks its `answer`; give it an expression")
    if kind != "numeric":
        for name in NUMERIC_KEYS:
            field = fields.field(name)
            if field:
                reading.faults.add(field.place, "E10", misplaced(name, "numeric", kind))
    accept = fields.field("accept")
    if kind != "basic" and accept:
        reading.faults.add(accept.place, "E10", misplaced("accept", "basic", kind))
    if kind == "choice" and choice is None:
        message = "a choice card has nothing to choose from; put a `choice` block before the line `?` (YAML: `options`)"
        reading.faults.add(place, "E08", message)
    if kind != "choice" and choice is not None:
        reading.faults.add(
            choice.place, "E10", f"there is something to choose from in a card of kind {kind}; make the kind `choice`"
        )


def misplaced(name: str, wanted: str, kind: str) -> str:
    """What is wrong with a key of another kind of card."""
    return f"`{name}` belongs to {wanted} cards, and this one is {kind}; delete it"


def _check_separators(separators: list[Place], reading: Reading) -> None:
    for place in separators[1:]:
        reading.faults.add(place, "E10", "a second line `?` stands in this card; keep one, between front and back")


def _check_sides(kind: str, front: bool, back: bool, place: Place, reading: Reading) -> None:
    if not front:
        reading.faults.add(place, "E10", "this card has no front; write the question, in a block below the fields")
    if not back and kind in ("basic", "reversed"):
        message = "this card has no back; write the answer, in a block below a line `?`"
        reading.faults.add(place, "E10", message)
    elif not back and kind == "numeric":
        message = "this numeric card has no back, so nothing tells why the number is right; write it"
        reading.faults.add(place, "W11", f"{message}, in a block below a line `?`")
