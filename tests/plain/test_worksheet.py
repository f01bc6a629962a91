"""Worksheets: what the key calls right is right for petui, what it calls a slip petui calls that slip."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from petui.core.errors import PetuiError
from petui.lessons.answers import grade_number
from petui.lessons.candidates import candidates
from petui.lessons.collection import collect_cards
from petui.lessons.course import load_course
from petui.lessons.model import Choice, Course, Gate, Lesson, Question
from petui.lessons.options import read_options
from petui.lessons.play import Player
from petui.lessons.staging import Stage
from petui.lessons.verdict import choice_verdict
from petui.lessons.walk import gates_of
from petui.plain.worksheet import tolerance_words, worksheet_markdown, worksheet_remarks
from petui.review.exercise import Exercise
from petui.review.exercises import Sheet, sheet_of
from petui.review.grade import ask, judge
from petui.review.log import ReviewLog
from petui.review.memories import Memories
from petui.review.opening import open_quiz
from petui.review.queue import QueueOptions
from petui.review.schedule import Schedule
from tests.hostiletexts import HOSTILE, obeyed
from tests.oddcourse import write_odd_course
from tests.running import petui_here
from tests.shipped import shipped_course, shipped_courses

SEEDS = (0, 2**53 - 1)
# Of each: what there is to draw, a worked example, a table with a slip, quoted figures, choices.
LESSONS = ("reading-a-cell", "find-the-slip", "slips-in-print", "the-derivation")
DECKS = ("drawn", "first-cards", "encoding")


def askers(course: Course) -> Iterator[str]:
    """The ids of what asks something."""
    for home in course.homes:
        if not isinstance(home, Lesson) or any(True for step in home.steps for _ in gates_of(step)):
            yield home.id


# ---- right is right --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_key_says_is_what_petui_says(seed: int) -> None:
    """Of every question and card that ships: its answer is Right, its wrong numbers show what stands beside them."""
    wrong = 0
    for course in shipped_courses():
        for name in askers(course):
            sheet = sheet_of([course], name, seed=seed)
            assert not sheet.refused
            assert given_away(sheet) == []
            check = check_lesson if sheet.kind == "lesson" else check_deck
            wrong += check(course, sheet)
    assert wrong > 1000


def given_away(sheet: Sheet) -> list[tuple[str, str]]:
    """Questions whose answer, to three figures or more, stands below other headings and not below their own."""
    found = []
    parts = sections(worksheet_markdown(sheet))
    for number, exercise in enumerate(sheet.exercises, 1):
        if exercise.tolerance is None or float(exercise.typed).is_integer() or len(exercise.typed.strip("-0.")) < 3:
            continue
        told = [heading for heading, text in parts.items() if stands_in(float(exercise.typed), text)]
        own = [heading for heading in told if is_over(heading, number)]
        found += [(exercise.id, heading) for heading in told if not own]
    return found


def stands_in(answer: float, text: str) -> bool:
    """Whether a number of three figures or more in a text is the answer, rounded."""
    shown = [one for one in re.findall(r"(?<![\w.])-?\d+\.\d+(?!\w)", text) if len(re.sub(r"^[-0.]+|\.", "", one)) >= 3]
    return any(f"{answer:.{len(one.partition('.')[2])}f}" == one for one in shown)


def is_over(heading: str, number: int) -> bool:
    """Whether a heading is that of a question, or of a group with it."""
    ends = [int(one) for one in re.findall(r"\d+", heading)]
    return ends[0] <= number <= ends[-1]


def check_lesson(course: Course, sheet: Sheet) -> int:
    """Play the lesson with the same seed, and type what the key says; how many wrong numbers it has."""
    lesson = course.lesson(sheet.id)
    assert lesson is not None
    gates = {gate.id: (step.id, gate) for step in lesson.steps for gate in gates_of(step)}
    asked = [exercise.id for exercise in sheet.exercises]
    assert asked == [name for name in gates if name in asked]
    assert len(asked) + sheet.siblings == len(gates)
    mistakes = {each.id: each for each in (*course.mistakes, *lesson.mistakes)}
    player = Player(lesson, mistakes, seed=sheet.seed)
    for exercise in sheet.exercises:
        step, gate = gates[exercise.id]
        player.go_to(step)
        assert is_right_for(player, gate, exercise), exercise.id
        for number in exercise.wrongs:
            assert isinstance(gate, Question)
            _, graded = grade_number(gate, number.number, player.gate_stage(gate), mistakes)
            assert not graded.right
            assert graded.diagnoses == number.shows != ()
    return sum(len(exercise.wrongs) for exercise in sheet.exercises)


def is_right_for(player: Player, gate: Gate, exercise: Exercise) -> bool:
    """Whether a question takes what the key says; those that a worked example fills in are graded by themselves."""
    while player.gate not in (gate, None):
        player.skip()
    if player.gate is None:
        assert isinstance(gate, Question)
        return grade_number(gate, exercise.typed, player.gate_stage(gate), {})[1].right
    if isinstance(gate, Choice):
        assert choice_verdict(gate, read_options(gate, player.order_of(gate), exercise.typed)).outcome == "right"
    verdict = player.answer(exercise.typed)
    return verdict.outcome == "right" or verdict.says.startswith("Noted: your prediction holds")


def check_deck(course: Course, sheet: Sheet) -> int:
    """Ask the cards as a quiz with the same seed does."""
    cards = {filed.card.id: filed for filed in collect_cards([course])}
    mistakes = course.mistakes_by_id
    for exercise in sheet.exercises:
        asking = ask(cards[exercise.id], seed=sheet.seed, turn=0, mistakes=mistakes)
        assert asking.stage.draw == exercise.values.draw
        if exercise.typed:
            assert judge(asking, exercise.typed, mistakes=mistakes).outcome == "right", exercise.id
        else:
            assert exercise.reasons
        for number in exercise.wrongs:
            shown = judge(asking, number.number, mistakes=mistakes).misconceptions
            assert shown == tuple(one.id for one in number.shows) != ()
    return sum(len(exercise.wrongs) for exercise in sheet.exercises)


def test_no_number_that_petui_recognises_is_missing() -> None:
    """Whatever a slip gives in full, if it is told as that slip, then the key has a number for it."""
    course, seen = shipped_course(), 0
    for name in LESSONS:
        lesson = course.lesson(name)
        assert lesson is not None
        exercises = {one.id: one for one in sheet_of([course], name, seed=3).exercises}
        for question in [gate for step in lesson.steps for gate in gates_of(step) if isinstance(gate, Question)]:
            exercise = exercises.get(question.id)
            if exercise is None:
                # Another question gives it away.
                continue
            at = Stage(exercise.values.lab, exercise.values.draw)
            listed = {one.id for wrong in exercise.wrongs for one in wrong.shows}
            known = candidates(
                question.answer, question.wrongs, question.tolerance, at.lab, at.draw, course.mistakes_by_id
            )
            for one in known:
                graded = grade_number(question, f"{one.value:.17g}", at, course.mistakes_by_id)[1]
                if any(each.id == one.id for each in graded.diagnoses):
                    assert one.id in listed, (question.id, one)
                    seen += 1
    assert seen > 100


# ---- seeds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*LESSONS, *DECKS])
def test_a_seed_gives_one_sheet_and_another_one_another(name: str) -> None:
    """With all that is drawn, numbers and orders."""
    courses = shipped_courses()
    first, again, other = (worksheet_markdown(sheet_of(courses, name, seed=seed)) for seed in (5, 5, 6))
    assert first == again
    assert first.replace("seed 5", "") != other.replace("seed 6", "")


@pytest.mark.parametrize("name", [*LESSONS, *DECKS])
def test_the_key_is_the_same_sheet(name: str) -> None:
    """Each of its questions, up to where the answer stands."""
    sheet = sheet_of(shipped_courses(), name, seed=11)
    asked, answered = (sections(worksheet_markdown(sheet, key=key)) for key in (False, True))
    assert list(asked) == list(answered)
    for number, text in asked.items():
        question = re.split(r"^(?:Working|Answer|Row): __", text, maxsplit=1, flags=re.MULTILINE)[0].rstrip()
        assert answered[number].startswith(question)
        assert "**Answer" not in text


def sections(text: str) -> dict[str, str]:
    """The text below each heading."""
    parts = re.split(r"^(#{2,3} .+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_deck_is_asked_as_the_quiz_asks_it(seed: int, tmp_path: Path) -> None:
    """The first card of `petui quiz DECK --all` with that seed, with its numbers and the order of its options."""
    courses = shipped_courses()
    options = QueueOptions(cram=True, seed=seed)
    for name in DECKS:
        quiz = open_quiz(courses, name, Memories(Schedule()), ReviewLog(tmp_path), options)
        first = sheet_of(courses, name, seed=seed).exercises[0]
        assert quiz.asking is not None
        assert (quiz.asking.card.id, quiz.asking.stage.draw) == (first.id, first.values.draw)
        if quiz.asking.card.choice is not None:
            shown = [quiz.asking.card.choice.options[index].text for index in quiz.asking.order]
            assert first.options is not None
            assert list(first.options.items) == shown


def test_of_cards_that_give_each_other_away_one_is_asked() -> None:
    """And how many were not is said."""
    course = shipped_course()
    for deck in course.decks:
        families = {filed.family for filed in collect_cards([course]) if filed.deck == deck.id}
        sheet = sheet_of([course], deck.id, seed=4)
        assert len(sheet.exercises) == len(families)
        assert len(sheet.exercises) + sheet.siblings == len(deck.cards)
    encoding = sheet_of([course], "encoding", seed=4)
    assert encoding.siblings
    assert f"{encoding.siblings} card" in worksheet_remarks(encoding)[0]


# ---- a sheet, word for word ------------------------------------------------------------------------------------------

COURSE = {
    "course.yaml": (
        "schema: 1\nid: tiny\ntitle: Tiny things\nlanguage: en\nparts:\n  - title: All\n    lessons: [one, none]\n"
        "decks: [decks/d.yaml]\nmisconceptions: misconceptions.md\n"
    ),
    "misconceptions.md": ":::{mistake} halves-it\n:claims: A slot is its pair.\n:verdict: wrong\n\nNo.\n:::\n",
    "lessons/one.md": """---
schema: 1
id: one
title: The *one* lesson
minutes: 1
---

::::{step} first
:set: d_model=8

The lesson says much.

With a formula:

$$
\\omega_i = b^{-2i/d}
$$

:::{check} half
:vary: j in 2..9
:answer: floor(j/2)
:tol: 0.1
:unit: pairs
:wrong: j => halves-it

Which pair has slot {val}`j`?
:::

Behind it.

:::{choice} pick
Which is $1$?

- [x] one

  It is | one.
- [ ] two
:::
::::

::::{step} second
:set: d_model=4 base=100

:::{point} find
:grid: table_doubled_exponent(3, 1)
:answer: 0,2

Where?
:::

There.
::::
""",
    "decks/d.yaml": """schema: 1
id: d
title: A deck
cards:
  - id: slot
    vary: j in 2..3
    set: d_model=4
    front: What is in slot {val}`j` at position 3?
    answer: pe(3, j)
    tol: 1%
    back: A wave.
""",
    "lessons/none.md": "---\nschema: 1\nid: none\ntitle: Told\nminutes: 1\n---\n\n::::{step} a\nTold.\n::::\n",
}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with a course of three questions and a card."""
    for name, text in COURSE.items():
        path = tmp_path / "content" / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "content"


def loaded(content: Path) -> Course:
    """The course in it."""
    course, faults = load_course(content / "tiny")
    assert course is not None
    assert [fault for fault in faults if not fault.is_warning] == []
    return course


LINE, GAP = "_" * 64, "_" * 24
HEAD = "Course: Tiny things · lesson `one` · 3 questions · seed 3"
FIRST = "With a formula:\n\n$$\n\\omega_i = b^{-2i/d}\n$$"
TABLE = """| row | 0 | 1 | 2 | 3 |
|---|---|---|---|---|
| 0 pos 3 | 0.1411 | -0.9900 | 0.0300 | 0.9996 |"""
SHEET = f"""# The \\*one\\* lesson

{HEAD}

Name: {LINE}

## 1 and 2

{FIRST}

### 1

Which pair has slot 8?

Working: {LINE}

Answer: {GAP} pairs

### 2

Which is $1$?

Choose one:

1. two
2. one

Answer: {GAP}

## 3

Where?

Given: `base` = 100.

{TABLE}

Row: {GAP}

Column: {GAP}
"""
KEY = f"""# The \\*one\\* lesson: answers

{HEAD}

## 1 and 2

{FIRST}

### 1

Which pair has slot 8?

**Answer: 4** pairs (± 0.1)

```text
floor(8/2) = floor(4) = 4
```

Wrong numbers, and what they show:

- 8: “A slot is its pair” (`halves-it`); or slot used as i (`slot-as-pair`)

### 2

Which is $1$?

Choose one:

1. two
2. one

**Answer: 2**

1. *Wrong.*
2. *Right.* It is \\| one.

## 3

Where?

Given: `base` = 100.

{TABLE}

**Answer: row 0, column 2**: it shows 0.0300, and 0.2955 is computed.

There.
"""


def test_a_sheet_word_for_word(tiny: Path) -> None:
    """The same wherever it is made, whichever Python makes it."""
    sheet = sheet_of([loaded(tiny)], "one", seed=3)
    assert worksheet_markdown(sheet) == SHEET
    assert worksheet_markdown(sheet, key=True) == KEY


def test_what_no_text_says_is_given(tiny: Path) -> None:
    """The width of the table, that of the card; and the base once, as it is the paper's."""
    text = worksheet_markdown(sheet_of([loaded(tiny)], "tiny/d", seed=3))
    assert re.search(r"What is in slot [23] at position 3\?\n\nGiven: `d_model` = 4\.\n", text)
    assert "Where a question names no base, it is 10000.\n" in text


def test_a_question_without_a_value_is_left_out(tiny: Path) -> None:
    """The others are asked, and the remark says why."""
    lesson = tiny / "tiny" / "lessons" / "one.md"
    lesson.write_text(lesson.read_text().replace("floor(j/2)", "j/(j - j)"))
    course, _ = load_course(tiny / "tiny")
    assert course is not None
    sheet = sheet_of([course], "one", seed=3)
    assert [one.id for one in sheet.exercises] == ["pick", "find"]
    assert worksheet_remarks(sheet)[0].startswith("half is left out: ")


def test_a_question_that_another_one_gives_away_is_left_out(tiny: Path) -> None:
    """Whether it is told behind it or before it; what it stood below stays, and a remark has how many they are."""
    lesson = tiny / "tiny" / "lessons" / "one.md"
    text = lesson.read_text()
    given = text.replace("floor(j/2)", "pe(3, 2)").replace("Where?", "It was {val}`pe(3, 2) @3`. Where?")
    lesson.write_text(given.replace("Behind it.", "").replace("set: d_model=4 base=100", "set: d_model=8"))
    sheet = sheet_of([loaded(tiny)], "one", seed=3)
    assert [one.id for one in sheet.exercises] == ["pick", "find"]
    assert worksheet_remarks(sheet)[0].startswith("1 question left out, which others")
    assert f"## 1\n\n{FIRST}\n\nWhich is $1$?" in worksheet_markdown(sheet)
    lesson.write_text(given.replace("@3", "@2"))
    assert len(sheet_of([loaded(tiny)], "one", seed=3).exercises) == 3


NO_NUMBER = ("nix", "nix/2", "j/(j - j)", "pe(nix, 2)", "layout", "table_right(0, 2)", "wavelength(999)")


@pytest.mark.parametrize("written", NO_NUMBER)
def test_an_answer_that_is_no_number_costs_its_question_alone(tiny: Path, written: str) -> None:
    """In a lesson, in a deck, in a question's wrong numbers and in a table; the remark has its line and the reason."""
    lesson, deck = (tiny / "tiny" / name for name in ("lessons/one.md", "decks/d.yaml"))
    text = lesson.read_text()
    deck.write_text(deck.read_text().replace("answer: pe(3, j)", f"answer: {written}"))
    for old in ("floor(j/2)", "0,2", "table_doubled_exponent(3, 1)"):
        new = f"{written},2" if old == "0,2" else written
        lesson.write_text(text.replace(f": {old}\n", f": {new}\n"))
        done = petui_here("worksheet", "one", "--seed", "1", "--content", str(tiny))
        left_out = "find" if old != "floor(j/2)" else "half"
        if old.startswith("table") and written.startswith("table"):
            continue
        assert done.returncode == 0, done.stderr
        assert "· 2 questions ·" in done.stdout.decode()
        assert re.search(rf"petui: {left_out} is left out: \S*one\.md:\d+:\d+: ", done.stderr.decode()), done.stderr
    done = petui_here("worksheet", "tiny/d", "--seed", "1", "--content", str(tiny))
    assert re.search(r"petui: slot is left out: \S*d\.yaml:\d+:\d+: ", done.stderr.decode()), done.stderr
    assert "Traceback" not in done.stderr.decode()


# ---- Markdown --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*LESSONS, *DECKS])
@pytest.mark.parametrize("key", [False, True])
def test_markdown_readers_see_what_is_meant(name: str, key: bool) -> None:
    """Every question under its heading, tables as tables, lists as lists, lines to write on as they are; no HTML."""
    sheet = sheet_of(shipped_courses(), name, seed=2)
    text = worksheet_markdown(sheet, key=key)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    numbers = [heading for heading in headings if heading.isdigit()]
    assert numbers == [str(number) for number in range(1, len(sheet.exercises) + 1)]
    tables = sum(exercise.grid is not None for exercise in sheet.exercises)
    assert sum(token.type == "table_open" for token in tokens) >= tables
    assert not [token for token in tokens if token.type == "html_block"]
    words = [child for token in tokens for child in token.children or []]
    assert not [child for child in words if child.type == "html_inline"]
    drawn = sum(child.content.count("_" * 24) > 0 for child in words if child.type == "text")
    assert drawn == 0 if key else drawn > len(sheet.exercises)


def test_whatever_an_author_writes_nothing_is_obeyed(tmp_path: Path) -> None:
    """Titles, questions, options, reasons and cards with control characters, HTML and Markdown's own signs."""
    texts = HOSTILE[::3]
    course, _ = load_course(write_odd_course(tmp_path / "odd", texts, "odd"))
    assert course is not None
    names = list(askers(course))
    assert len(names) > len(texts)
    for name in names:
        sheet = sheet_of([course], name, seed=1)
        for key in (False, True):
            assert not obeyed(worksheet_markdown(sheet, key=key).replace("\t", ""))


def test_signs_that_are_written_as_numbers_are_not_obeyed_either(tiny: Path) -> None:
    """A text that turns its direction by an entity of HTML."""
    lesson = tiny / "tiny" / "lessons" / "one.md"
    lesson.write_text(lesson.read_text().replace("Where?", "Where &#8238; and &#27;[2J?"))
    course, _ = load_course(tiny / "tiny")
    assert course is not None
    assert not obeyed(worksheet_markdown(sheet_of([course], "one", seed=3), key=True))


def test_tolerances_in_words() -> None:
    """As they are set."""
    question = sheet_of(shipped_courses(), "drawn", seed=1).exercises[0].tolerance
    assert question is not None
    bare = replace(question, relative=0.0, absolute=0.0, digits=None)
    assert tolerance_words(bare) == "exactly"
    assert tolerance_words(replace(bare, relative=0.01)) == "± 1 %"
    assert tolerance_words(replace(bare, absolute=0.005)) == "± 0.005"
    assert tolerance_words(replace(bare, relative=0.001, absolute=0.5)) == "± 0.1 % or ± 0.5, whichever is more"
    assert tolerance_words(replace(bare, digits=3)) == "right to 3 digits"


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_writes_a_sheet_and_later_its_key(tiny: Path, tmp_path: Path) -> None:
    """Without a seed one is drawn and said, in the heading and with the command for the answers."""
    file = tmp_path / "sheet.md"
    done = petui_here("worksheet", "one", "--content", str(tiny), "-o", str(file))
    assert (done.returncode, done.stdout) == (0, b"")
    found = re.search(r"seed (\d+)\n", file.read_text(encoding="utf-8"))
    assert found is not None
    again = re.search(r"`petui ([^`]*) --key`", done.stderr.decode())
    assert again is not None
    key = petui_here(*shlex.split(again[1]), "--key")
    assert (key.returncode, key.stderr) == (0, b"")
    course = loaded(tiny)
    assert key.stdout.decode() == worksheet_markdown(sheet_of([course], "one", seed=int(found[1])), key=True)
    assert file.read_text(encoding="utf-8") == worksheet_markdown(sheet_of([course], "one", seed=int(found[1])))


def test_the_command_that_is_printed_makes_the_same_sheet(tiny: Path) -> None:
    """With the folder, even one that a shell would take apart, the course and the limit."""
    content = tiny.rename(tiny.with_name("my `$HOME` 'own'"))
    done = petui_here("worksheet", "tiny/one", "--limit", "2", "--content", str(content))
    again = re.search(r": `petui (.*)` makes the same sheet", done.stderr.decode())
    assert again is not None
    assert petui_here(*shlex.split(again[1])).stdout == done.stdout


def test_a_limit_takes_the_first_questions(tiny: Path) -> None:
    """Of a deck they are the first that the seed draws."""
    course = loaded(tiny)
    assert [one.id for one in sheet_of([course], "one", seed=1, limit=2).exercises] == ["half", "pick"]
    assert "1 question ·" in petui_here("worksheet", "one", "--content", str(tiny), "--limit", "1").stdout.decode()
    whole, some = (sheet_of(shipped_courses(), "encoding", seed=3, limit=limit) for limit in (None, 5))
    assert some.exercises == whole.exercises[:5]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("oen",), "did you mean `one`?"),
        (("none",), "asks nothing"),
        (("one", "--limit", "0"), "--limit"),
        (("one", "--seed", "-1"), "--seed"),
        (("one", "--seed", "1.5"), "is no whole number"),
        (("tiny",), "there is no lesson or deck"),
        (("one", "-o", ""), "-o"),
    ],
)
def test_what_cannot_be_made_is_told_in_a_line(tiny: Path, given: tuple[str, ...], says: str) -> None:
    """What, where and how to mend it; exit code 2, and nothing on standard output."""
    done = petui_here("worksheet", *given, "--content", str(tiny))
    assert (done.returncode, done.stdout) == (2, b"")
    assert says in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_an_error_names_the_option(tiny: Path) -> None:
    """Of the function as of the command."""
    with pytest.raises(PetuiError, match="--limit"):
        sheet_of([loaded(tiny)], "one", seed=1, limit=-3)
