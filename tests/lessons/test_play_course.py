"""Every shipped lesson, played to its end at many draws: answers, foreseen slips, and the numbers on the page."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from petui.core.encoding import trace
from petui.core.lab import Lab
from petui.lessons.answers import candidates
from petui.lessons.expression import evaluate
from petui.lessons.model import Choice, Lesson, Point, Question
from petui.lessons.page import PageOptions, set_page
from petui.lessons.play import Player, Shown, lab_at
from petui.lessons.prosemodel import Role
from petui.lessons.retelling import read_retelling
from petui.lessons.retellingfiles import retellings_in
from petui.lessons.roles import Values, set_inline
from petui.lessons.tolerance import is_right
from petui.lessons.typeset import format_number
from petui.lessons.walk import inlines_in, part_hints, part_proses, roles_in
from tests.shipped import shipped_course, shipped_courses

# Together the lessons have hundreds of questions, so that few seeds draw most of their numbers.
SEEDS = range(20 if os.environ.get("PETUI_SEARCH") else 7)


LESSONS = [f"{course.id}/{lesson.id}" for course in shipped_courses() for lesson in course.lessons]
# What a retelling computes is the lesson's own, so few draws are enough.
RETOLD = [
    f"{course.id}/{lesson}@{language}"
    for course in shipped_courses()
    for language, lesson in retellings_in(Path(course.root))
]


def seeds_of(name: str) -> range:
    """Seeds to play a lesson or a retelling at."""
    return range(3) if "@" in name else SEEDS


@cache
def lesson_of(name: str) -> Lesson:
    """A lesson by `course/lesson`, as it is told in a language by `course/lesson@language`."""
    course_id, _, rest = name.partition("/")
    lesson_id, _, language = rest.partition("@")
    course = next(course for course in shipped_courses() if course.id == course_id)
    lesson = course.lesson(lesson_id)
    assert lesson is not None
    if language:
        lesson = read_retelling(Path(course.root), lesson, language).lesson
        assert lesson is not None
    return lesson


def player_of(name: str, seed: int) -> Player:
    """A player of a lesson or a retelling by its name."""
    lesson = lesson_of(name)
    course = next(course for course in shipped_courses() if course.id == name.partition("/")[0])
    return Player(lesson, {mistake.id: mistake for mistake in course.mistakes}, seed=seed)


def played(name: str, seed: int) -> Iterator[Player]:
    """The player at each gate of a lesson; the caller closes the gate. Ends at the lesson's end."""
    player = player_of(name, seed)
    for _ in range(500):
        if player.gate is not None:
            waiting = player.gate
            yield player
            assert player.gate is not waiting, "the caller closes the gate"
        elif not player.forward():
            break
    assert player.finished and player.index == len(player.lesson.steps) - 1


@pytest.mark.parametrize("name", [*LESSONS, *RETOLD])
def test_every_lesson_can_be_finished_by_right_answers(name: str) -> None:
    """The lesson's own answers are right, at every draw, and lead to its end."""
    for seed in seeds_of(name):
        for player in played(name, seed):
            gate = player.gate
            match gate:
                case Question():
                    right = player.answer_of(gate)
                    verdict = player.answer(repr(right))
                    assert verdict.answer == right
                    assert verdict.outcome == ("predicted" if gate.kind == "predict" else "right")
                    assert "Noted: your prediction holds" in verdict.says or verdict.says.startswith("Right")
                case Choice():
                    shown = player.order_of(gate)
                    true = [str(at + 1) for at, index in enumerate(shown) if gate.options[index].true]
                    verdict = player.answer(",".join(true))
                    assert verdict.outcome == "right"
                case Point():
                    here = player.gate_stage(gate)
                    row, column = (int(evaluate(one, here.lab, here.draw)) for one in gate.answer)
                    assert player.answer(f"{row},{column}").outcome == "right"


@pytest.mark.parametrize("name", LESSONS)
def test_foreseen_slips_are_wrong_and_named(name: str) -> None:
    """The number of every author's rule and every built-in slip is judged wrong, with its name among those said."""
    for seed in SEEDS:
        for player in played(name, seed):
            gate = player.gate
            assert gate is not None
            if not isinstance(gate, Question):
                player.skip()
                continue
            for misconception, value in slips_at(player, gate):
                verdict = at_gate(name, seed, player, gate).answer(repr(value))
                assert misconception in verdict.misconceptions, (gate.id, seed, misconception, value)
                assert verdict.outcome == ("predicted" if gate.kind == "predict" else "wrong")
            assert player.answer(repr(player.answer_of(gate))).closes


def slips_at(player: Player, question: Question) -> set[tuple[str, float]]:
    """Ids and numbers of the author's rules and the built-in slips that are off by more than the tolerance here."""
    here, right = player.gate_stage(question), player.answer_of(question)
    rules = ((rule.misconception, evaluate(rule.expression, here.lab, here.draw)) for rule in question.wrongs)
    authored = {one for one in rules if not is_right(one[1], right, question.tolerance)}
    mistakes = {mistake.id: mistake for course in shipped_courses() for mistake in course.mistakes}
    built = candidates(question.answer, (), question.tolerance, here.lab, here.draw, mistakes)
    return authored | {(one.id, one.value) for one in built}


def at_gate(name: str, seed: int, player: Player, question: Question) -> Player:
    """A player that waits at a question for the first time, with the same numbers."""
    if question.kind == "check":
        return player
    other = player_of(name, seed)
    assert other.go_to(player.step.id)
    while other.gate is not None and other.gate.id != question.id:
        other.skip()
    assert other.answer_of(question) == player.answer_of(question)
    return other


@pytest.mark.parametrize("name", LESSONS)
def test_every_wrong_option_is_wrong_with_its_reason(name: str) -> None:
    """Each option by itself is judged as the author marked it, and the author's reason is given."""
    for seed in SEEDS:
        for player in played(name, seed):
            gate = player.gate
            assert gate is not None
            if not isinstance(gate, Choice):
                player.skip()
                continue
            shown = player.order_of(gate)
            assert sorted(shown) == list(range(len(gate.options)))
            alone = sum(option.true for option in gate.options) == 1
            for at, index in sorted(enumerate(shown), key=lambda one: gate.options[one[1]].true):
                if player.gate is not gate:
                    break
                option = gate.options[index]
                verdict = player.answer(str(at + 1))
                assert verdict.outcome == ("right" if option.true and alone else "wrong")
                assert verdict.reasons == ((option.reason,) if option.reason else ())
                assert option.reason, f"{gate.id}: an option without a reason"
            if player.gate is gate:
                player.skip()


def _slack(printed: str) -> float:
    """What a figure may be off by for its decimals: half of the last, and a hair for ties."""
    return 0.5 * 10.0 ** -len(printed.partition(".")[2]) + 1e-9


@pytest.mark.parametrize("name", LESSONS)
def test_every_other_cell_of_a_point_is_wrong(name: str) -> None:
    """Only the first wrong cell of the table is right to point at."""
    for seed in SEEDS:
        for player in played(name, seed):
            gate = player.gate
            if isinstance(gate, Point):
                grid = player.grid_of(gate)
                cells = [(row, column) for row in range(grid.shown.shape[0]) for column in range(grid.shown.shape[1])]
                slack = {cell: _slack(grid.texts[cell[0]][cell[1]]) if grid.printed else 1e-6 for cell in cells}
                first = next(cell for cell in cells if abs(grid.shown[cell] - grid.right[cell]) > slack[cell])
                for row, column in (*(cell for cell in cells if cell != first), first):
                    wanted = "right" if (row, column) == first else "wrong"
                    assert player.answer(f"{row},{column}").outcome == wanted, (gate.id, row, column)
            else:
                player.skip()


def roles_of(shown: Shown) -> Iterator[Role]:
    """The val and cell roles of a part as shown, hints included."""
    for prose in part_proses(shown.part):
        yield from (role for role in roles_in(inlines_in(prose)) if role.name in ("val", "cell"))
    for hint in part_hints(shown.part):
        yield from (role for role in roles_in(hint) if role.name in ("val", "cell"))


def expected(role: Role, lab: Lab, draw: dict[str, float]) -> str:
    """What a role must show, from the core."""
    numbers = [evaluate(one, lab, draw) for one in role.expressions]
    if role.name == "val":
        return format_number(numbers[0], role.digits)
    pos, slot = numbers
    cell = trace(pos, int(slot), lab.d_model, lab.base)
    return f"PE({format_number(pos)},{format_number(slot)}) = {format_number(cell.value, 4)}"


@pytest.mark.parametrize("name", [*LESSONS, *RETOLD])
def test_every_number_in_the_text_is_computed(name: str) -> None:
    """Each value role of each part shows what the core gives, and stands on the page."""
    seen = 0
    for seed in seeds_of(name):
        player = player_of(name, seed)
        while True:
            while player.gate is not None:
                player.skip()
            lab = lab_at(player, Lab())
            page = set_page(player, lab, PageOptions(76, why=True))
            runs = (run for line in page.lines for run in line)
            there = Counter(text.strip() for text, style in runs if "value" in style.split())
            wanted: Counter[str] = Counter()
            for shown in player.shown():
                here = shown.stage
                declared = {one.name: one.default for one in player.lesson.params if not hasattr(lab, one.name)}
                where = here.lab if here else lab
                draw = dict(here.draw) if here else {**player.stage.draw, **declared}
                hinted = {id(role) for hint in part_hints(shown.part) for role in roles_in(hint)}
                reasons = _reasons(shown)
                for role in roles_of(shown):
                    text = expected(role, where, draw)
                    pieces = set_inline(role, Values(where, draw), ascii=False)
                    assert "".join(piece.text for piece in pieces) == text, (player.step.id, role.text)
                    if id(role) not in hinted | reasons:
                        wanted[text] += 1
                    seen += 1
            assert wanted <= there, (player.step.id, wanted - there)
            if not player.forward():
                break
    assert seen


def _reasons(shown: Shown) -> set[int]:
    """The roles in a choice's reasons, of which only those of chosen options are shown."""
    if not isinstance(shown.part, Choice):
        return set()
    proses = [option.reason for option in shown.part.options]
    return {id(role) for prose in proses for role in roles_in(inlines_in(prose))}


def test_every_lesson_of_the_first_two_parts_is_retold() -> None:
    """In Hinglish, beside the lesson, in the course about positional encodings."""
    course = shipped_course()
    wanted = {f"{course.id}/{name}@hi-Latn" for part in course.parts[:2] for name in part.lessons}
    assert wanted <= set(RETOLD)
