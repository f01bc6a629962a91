"""Two hundred mutations of the shipped courses: each is reported at the right line or harmless, without a traceback.

`python -m tests.lessons.mutations` prints the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lessons.mutantbase import KINDS, SAME, Mutation
from tests.lessons.mutations import (
    COUNT,
    ELSEWHERE,
    EXPLAINED,
    HARMLESS,
    RIGHT,
    SEED,
    SILENT,
    TRACEBACK,
    Verdict,
    Workshop,
    judged,
    remembered,
    share_right,
    table,
)
from tests.running import petui_here

TENTH = range(0, COUNT, COUNT // 20)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Copies of the courses; what has been read of them once is remembered."""
    with remembered():
        yield Workshop(tmp_path_factory.mktemp("courses"))


def test_a_tenth_of_them(workshop: Workshop) -> None:
    """By the function; what is neither at the right line nor harmless is of a kind that is explained."""
    hold([workshop.judge(workshop.draw(number, SEED)) for number in TENTH])


@pytest.mark.soak
def test_all_of_them(tmp_path: Path) -> None:
    """And nineteen in twenty of those that can be seen are at the right line."""
    verdicts = judged(Workshop(tmp_path), range(COUNT))
    print(f"\n{COUNT} mutations, seed {SEED}\n{table(verdicts)}")
    hold(verdicts)
    assert share_right(verdicts) >= 0.95


def hold(verdicts: list[Verdict]) -> None:
    """No traceback, and no silence or other place that nobody has explained."""
    wrong = [verdict for verdict in verdicts if verdict.outcome in (ELSEWHERE, SILENT, TRACEBACK)]
    unexplained = [str(each) for each in wrong if each.outcome == TRACEBACK or each.mutation.kind not in EXPLAINED]
    assert not unexplained, f"seed {SEED}\n" + "\n".join(unexplained)


@pytest.mark.parametrize("number", [3, 104])
def test_the_command_says_so_too(workshop: Workshop, number: int) -> None:
    """Line by line, and ends with 1 unless there are but warnings."""
    _command_agrees(workshop, number)


@pytest.mark.soak
def test_the_command_says_a_tenth_of_them(workshop: Workshop) -> None:
    """The same of twenty."""
    for number in TENTH:
        _command_agrees(workshop, number)


def _command_agrees(workshop: Workshop, number: int) -> None:
    mutation = workshop.draw(number, SEED)
    verdict = workshop.judge(mutation)
    with workshop.made(mutation) as root:
        done = petui_here("lint", str(root / mutation.file))
    said = done.stdout.decode().splitlines()
    if (done.returncode, said) == (2, []):
        assert done.stderr.startswith(b"petui: ") and done.stderr.count(b"\n") == 1
        return
    told = [each for each in said if ": W05 " not in each]
    file = str(root / mutation.file)
    assert told == [str(fault) for fault in verdict.faults if fault.place.file == file]
    assert done.returncode == int(any(": E" in each for each in told))


def test_they_are_drawn_by_their_number(workshop: Workshop) -> None:
    """The same every time, of every kind in turn, and not twice the same."""
    drawn = [workshop.draw(number, SEED) for number in range(COUNT)]
    assert drawn == [workshop.draw(number, SEED) for number in range(COUNT)]
    assert {each.kind for each in drawn} == {kind.name for kind in KINDS}
    assert len({str(each) for each in drawn}) > 0.95 * COUNT
    assert len({each.file for each in drawn}) > 50


def test_a_verdict_is_not_what_the_mutation_hopes_for(workshop: Workshop) -> None:
    """That nothing has changed is checked; a report at another line is none; nothing is left of a mutation."""
    lesson = next(text for text in workshop.courses[0].texts("lesson") if text.file == "lessons/radians.md")
    data = workshop.courses[0].files[lesson.file]
    word = Mutation("word", "positional-encodings", lesson.file, 1, {}, frozenset({(lesson.file, 1)}), SAME)
    changed = replace(word, edits={lesson.file: data.replace(b"minutes: ", b"minutes: 1")})
    assert changed.edits[lesson.file] != data
    assert workshop.judge(changed).outcome == SILENT
    assert workshop.judge(replace(changed, silence="it is a number")).outcome == HARMLESS
    assert workshop.judge(replace(word, edits={lesson.file: data + b"\n"})).outcome == HARMLESS
    broken = replace(word, edits={lesson.file: data.replace(b"{step}", b"{stp}", 1)})
    assert workshop.judge(broken).outcome == ELSEWHERE
    at = data[: data.index(b"{step}")].count(b"\n") + 1
    assert workshop.judge(replace(broken, right=frozenset({(lesson.file, at)}))).outcome == RIGHT
    assert (workshop.courses[0].root / lesson.file).read_bytes() == data
