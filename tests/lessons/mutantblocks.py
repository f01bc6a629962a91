"""Mutations of blocks: fences, fields, ids, options, hints, sides of cards."""

from __future__ import annotations

import re
from random import Random

from tests.lessons.mutantbase import Change, kind, misspelt, replaced, swapped, without
from tests.lessons.mutanttexts import FIELD, MARKDOWN, OPENER, CourseTexts, Text

MANY = ("hint", "wrong", "vary", "accept", "shown", "right")
QUESTIONS = ("predict", "check", "choice", "point")
OPTION = r"^- \[[ x]\] "
NEVER_LOCKED = "the course was never locked for a release"
IDS_EXCHANGED = "both ids are there, and nothing says which question goes by which"
NO_HINT_DUE = "a hint may be missing where another or a foreseen wrong answer is left"
REASON_DUE_BY_NOBODY = "an option may be without a reason, beside others that have one"
BACK_MAY_BE_MISSING = "a cloze may be all front, and what is hidden its back"


# ---- fences


@kind("fence: opener dropped", *MARKDOWN)
def opener_dropped(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What its fields and closer then are is a fault of the lines themselves."""
    at = rng.choice(text.those("opener"))
    return Change(without(text, at), at, {at, text.outer(at), text.closers[at] - 1})


@kind("fence: closer dropped", *MARKDOWN)
def closer_dropped(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The block is open."""
    at = rng.choice(text.those("closer"))
    return Change(without(text, at), at, {at, text.inner(at)})


@kind("fence: closer of wrong length", *MARKDOWN)
def closer_of_wrong_length(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """One colon more or less."""
    at = rng.choice(text.those("closer"))
    return Change(replaced(text, at, rng.choice((text.line(at) + ":", text.line(at)[1:]))), at, {at, text.inner(at)})


@kind("fence: opener of wrong length", *MARKDOWN)
def opener_of_wrong_length(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """One colon more or less: it does not fit its closer, or the block around it."""
    at = rng.choice(text.those("opener"))
    line = rng.choice((":" + text.line(at), text.line(at)[1:]))
    return Change(replaced(text, at, line), at, {at, text.outer(at), text.closers[at]})


@kind("block misspelt", *MARKDOWN)
def block_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A block of that name is unknown."""
    at = rng.choice(text.those("opener"))
    name = text.block(at)
    return Change(replaced(text, at, text.line(at).replace(name, misspelt(rng, name), 1)), at, {at})


# ---- fields


@kind("key misspelt", *MARKDOWN)
def key_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A key of that name is unknown."""
    fields = text.those("field")
    if not fields:
        return None
    at = rng.choice(fields)
    name = FIELD.match(text.line(at))
    assert name
    return Change(replaced(text, at, f":{misspelt(rng, name[1])}: {name[2]}"), at, {at})


@kind("key without value", *MARKDOWN)
def key_without_value(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A key takes something."""
    fields = text.those("field")
    if not fields:
        return None
    at = rng.choice(fields)
    return Change(replaced(text, at, text.line(at)[: text.line(at).index(":", 1) + 1]), at, {at})


@kind("key doubled", *MARKDOWN)
def key_doubled(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """One key, one value."""
    fields = [at for at in text.those("field") if text.line(at).split(":")[1] not in MANY]
    if not fields:
        return None
    at = rng.choice(fields)
    return Change([*text.lines[:at], text.line(at), *text.lines[at:]], at + 1, {at, at + 1})


@kind("field's line broken in two", *MARKDOWN)
def field_broken(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A field is one line; what follows is no blank line."""
    fields = [at for at in text.those("field", like=r"^:\w+: \S+ \S+ ")]
    if not fields:
        return None
    at = rng.choice(fields)
    cut = text.line(at).rindex(" ")
    return Change(
        [*text.lines[: at - 1], text.line(at)[:cut], text.line(at)[cut + 1 :], *text.lines[at:]], at + 1, {at, at + 1}
    )


@kind("blank line behind fields dropped", *MARKDOWN)
def blank_dropped(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The last field would swallow the prose."""
    lasts = [
        at for at in text.those("field") if text.sort(at + 1) == "blank" and text.sort(at + 2) in ("prose", "listing")
    ]
    if not lasts:
        return None
    at = rng.choice(lasts)
    return Change(without(text, at + 1), at + 1, {at, at + 1})


@kind("field behind a blank line", *MARKDOWN)
def field_late(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Fields stand right under the opener."""
    fields = text.those("field")
    if not fields:
        return None
    at = rng.choice(fields)
    return Change([*text.lines[: at - 1], "", *text.lines[at - 1 :]], at, {at, at + 1})


# ---- ids


@kind("id doubled", "lesson", "deck", "misconceptions")
def id_doubled(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Two of one sort have one id."""
    sorts = (("step", "worked", *QUESTIONS), ("card",), ("mistake",))
    openers = [at for at in text.those("opener", like=r"\} [a-z]")]
    first, second = sorted(rng.sample(openers, 2))
    if not any(text.block(first) in sort and text.block(second) in sort for sort in sorts):
        return None
    line = text.line(second).replace(text.argument(second), text.argument(first))
    return Change(replaced(text, second, line), second, {second})


@kind("id dropped", *MARKDOWN)
def id_dropped(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What has progress needs an id."""
    at = rng.choice(text.those("opener", like=r"\} [a-z]", where=lambda n: text.block(n) not in ("why", "note")))
    return Change(replaced(text, at, text.line(at).partition("} ")[0] + "}"), at, {at})


@kind("id illegal", *MARKDOWN)
def id_illegal(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """An id has small letters, digits and hyphens."""
    at = rng.choice(text.those("opener", like=r"\} [a-z]", where=lambda n: text.block(n) not in ("why", "note")))
    name = text.argument(at)
    return Change(
        replaced(text, at, text.line(at).replace(name, rng.choice((name.title(), name + "_2", name + " b")))), at, {at}
    )


@kind("id of two questions exchanged", "lesson")
def ids_exchanged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Only a retelling knows which question stands where."""
    asked = text.those("opener", where=lambda n: text.block(n) in QUESTIONS)
    if len(asked) < 2:
        return None
    first, second = rng.sample(asked, 2)
    one, two = text.argument(first), text.argument(second)
    lines = replaced(text, first, text.line(first).replace(one, two))
    lines[second - 1] = text.line(second).replace(two, one)
    told = [each for each in course.texts("retelling") if each.file.endswith("/" + text.file.partition("/")[2])]
    others = {(each.file, each.outer(at)) for each in told for at in each.those("opener", like=f" ({one}|{two})$")}
    return Change(lines, first, {first, second}, "" if others else IDS_EXCHANGED, frozenset(others))


@kind("id misspelt", "lesson", "deck", "misconceptions", "retelling")
def id_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Learners have done something under the old one, or something else names it."""
    locked = "course.lock" in course.files
    at = rng.choice(text.those("opener", like=r"\} [a-z]", where=lambda n: text.block(n) not in ("why", "note")))
    name = text.argument(at)
    line = text.line(at).replace(name, misspelt(rng, name))
    others: set[tuple[str, int]] = set()
    if text.block(at) == "mistake":
        others = {place for role in ("lesson", "deck", "cards") for place in course.lines_with(role, f"=> {name}$")}
    fronts = set(text.those("front", like=rf"\b{name}\b"))
    # A retold question belongs to the lesson's step.
    right = {at, text.outer(at)} if text.role == "retelling" else {at, *fronts}
    silence = "" if locked or fronts or others or text.role == "retelling" else NEVER_LOCKED
    return Change(replaced(text, at, line), at, right, silence, frozenset(others))


# ---- options, hints, sides


@kind("option mark damaged", "lesson", "deck", "retelling")
def option_mark(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What is neither true nor false cannot be chosen."""
    marks = text.those(like=OPTION)
    if not marks:
        return None
    at = rng.choice(marks)
    line = text.line(at)
    made = rng.choice(
        (line[:4] + line[5:], line[:2] + line[3:], line[:3] + line[4:], line[:2] + line[6:], line[:3] + "y" + line[4:])
    )
    return Change(replaced(text, at, made), at, {at, text.inner(at)})


@kind("option true or false by mistake", "lesson", "deck", "retelling")
def option_turned(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """No right option, or two."""
    marks = [at for at in text.those(like=OPTION) if not text.within(text.inner(at), like="^:multiple:")]
    if not marks:
        return None
    at = rng.choice(marks)
    line = text.line(at)
    return Change(replaced(text, at, line[:3] + ("x" if line[3] == " " else " ") + line[4:]), at, {at, text.inner(at)})


@kind("option's reason deleted", "lesson", "deck", "retelling")
def reason_deleted(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What is chosen wrongly would go without a word."""
    marks = text.those(like=OPTION)
    if not marks:
        return None
    at = rng.choice(marks)
    end = next(n for n in range(at + 1, len(text.lines) + 1) if n in marks or text.sort(n) == "closer")
    blank = next((n for n in range(at + 1, end) if text.sort(n) == "blank"), 0)
    if not blank or blank + 1 >= end:
        return None
    return Change(without(text, blank, end - 1), at, {at}, REASON_DUE_BY_NOBODY)


@kind("hint deleted", "lesson", "deck")
def hint_deleted(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The last help with a question of a lesson is missed."""
    hints = text.those("field", like="^:hint:")
    if not hints:
        return None
    alone = [at for at in hints if len(text.within(text.inner(at), like="^:(hint|wrong):")) == 1]
    at = rng.choice(rng.choice((alone, hints)) or hints)
    left = text.within(text.inner(at), like="^:(hint|wrong):")
    due = len(left) == 1 and text.role == "lesson" and text.block(at) in QUESTIONS
    return Change(without(text, at), at, {text.inner(at)}, "" if due else NO_HINT_DUE)


@kind("line ? of a card deleted", "deck")
def separator_deleted(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The back would stand in the question."""
    marks = text.those(like=r"^\?$", where=lambda n: text.block(n) == "card")
    if not marks:
        return None
    at = rng.choice(marks)
    silence = BACK_MAY_BE_MISSING if text.within(text.inner(at), like="^:kind: cloze") else ""
    return Change(without(text, at), at, {at, text.inner(at)}, silence)


@kind("cloze marks damaged", "deck")
def cloze_damaged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A sign of `==…==` is lost."""
    lines = text.those("prose", like="==")
    if not lines:
        return None
    at = rng.choice(lines)
    cut = rng.choice([found.start() for found in re.finditer("==", text.line(at))])
    return Change(replaced(text, at, text.line(at)[:cut] + text.line(at)[cut + 1 :]), at, {at, text.inner(at)})


@kind("question dropped from a retelling", "retelling")
def question_dropped(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A retold step asks what the lesson's asks."""
    asked = text.those("opener", where=lambda n: text.block(n) in QUESTIONS)
    if not asked:
        return None
    at = rng.choice(asked)
    return Change(without(text, at, text.closers[at]), at, {at, text.outer(at)})


@kind("blocks exchanged", "lesson", "deck", "misconceptions")
def openers_exchanged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The openers of a block and of one in it change places."""
    inner = [at for at in text.those("opener") if text.outer(at) != at]
    if not inner:
        return None
    at = rng.choice(inner)
    outer = text.outer(at)
    right = {at, outer, text.closers[at], text.closers[outer]}
    return Change(swapped(text, at, outer), at, right)


@kind("block moved out of its step", "lesson", "retelling")
def block_moved(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What belongs into a step stands above it."""
    inner = [at for at in text.those("opener") if text.outer(at) != at and OPENER.match(text.line(at))]
    if not inner:
        return None
    at = rng.choice(inner)
    outer, block = text.outer(at), text.lines[at - 1 : text.closers[at]]
    rest = without(text, at, text.closers[at])
    lines = [*rest[: outer - 1], *block, *rest[outer - 1 :]]
    return Change(lines, outer, {outer, outer + len(block)})


@kind("block deleted", "lesson", "deck", "misconceptions")
def block_deleted(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What learners have had is gone, or what others name; the rest of it is a text."""
    at = rng.choice(text.those("opener"))
    name = text.argument(at)
    last = text.closers[at]
    locked = "course.lock" in course.files and text.block(at) not in ("why", "note", "math", "code")
    fronts = set(text.those("front", like=rf"\b{name}\b")) if name else set()
    others = {place for role in ("lesson", "deck", "cards") for place in course.lines_with(role, f"=> {name}$")}
    others |= set(course.lines_with("retelling", rf"\}} {name}$")) if name else set()
    told = text.file.partition("/")[2]
    others |= {(each.file, n) for each in course.texts("retelling") for n in each.those("opener") if told in each.file}
    silence = "" if locked else NEVER_LOCKED if name else "such a block may be missing"
    # A lost id is reported at the file that had it; a misconception that nothing leads to, at its own block.
    right = {1, at, text.outer(at), *fronts}
    for rule in text.those("field", like="=> ", where=lambda n: at < n < last):
        others |= set(course.lines_with("misconceptions", rf"\}} {text.line(rule).rpartition('=> ')[2]}$"))
    return Change(without(text, at, last), at, right, silence, frozenset(others))
