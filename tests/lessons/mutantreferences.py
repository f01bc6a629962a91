"""Mutations of what leads elsewhere: references, what is required and covered, misconceptions of rules."""

from __future__ import annotations

import re
from random import Random

from tests.lessons.mutantbase import Change, kind, misspelt, replaced
from tests.lessons.mutanttexts import CourseTexts, Text
from tests.lessons.mutantvalues import RULE, rules_of

EXCHANGED = "both misconceptions are there; which one a number shows only the author knows"
ANOTHER_PLACE = "there is such a place; whether it is the one that was meant only the author knows"


@kind("reference misspelt", "lesson", "deck", "cards", "misconceptions")
def reference_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """It leads nowhere."""
    lines = text.those(like=r"\{ref\}`|^:teaches: |^    teaches: ")
    if not lines:
        return None
    at = rng.choice(lines)
    found = re.search(r"(\{ref\}`|teaches: )([a-z0-9#-]+)", text.line(at))
    assert found
    line = text.line(at)[: found.start(2)] + misspelt(rng, found[2]) + text.line(at)[found.end(2) :]
    return Change(replaced(text, at, line), at, {at})


@kind("requires, covers or testout misspelt", "lesson", "deck", "cards", "misconceptions")
def entry_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """There is nothing of that name."""
    lines = text.those(like=r"^\s*:?(requires|covers|testout): \[?[A-Za-z]")
    if not lines:
        return None
    at = rng.choice(lines)
    start = text.line(at).index(": ") + 2
    words = list(re.finditer(r"[A-Za-z][\w-]*", text.line(at)[start:]))
    word = rng.choice(words)
    made = misspelt(rng, word[0]) if "covers" not in text.line(at) else f"Z{word[0]}"
    line = text.line(at)[: start + word.start()] + made + text.line(at)[start + word.end() :]
    return Change(replaced(text, at, line), at, {at})


@kind("misconception of a rule misspelt", "lesson", "deck", "cards")
def misconception_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """There is no such misconception."""
    rules = text.those(like=RULE)
    if not rules:
        return None
    at = rng.choice(rules)
    head, _, name = text.line(at).rpartition("=> ")
    return Change(replaced(text, at, f"{head}=> {misspelt(rng, name)}"), at, {at})


@kind("rule's arrow damaged", "lesson", "deck", "cards")
def arrow_damaged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A rule is `EXPRESSION => misconception`."""
    rules = text.those(like=RULE)
    if not rules:
        return None
    at = rng.choice(rules)
    return Change(replaced(text, at, text.line(at).replace("=>", rng.choice(("->", "=", ">", "")))), at, {at})


@kind("misconceptions of two rules exchanged", "lesson", "deck", "cards")
def misconceptions_exchanged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Both are known."""
    rules = text.those(like=RULE)
    if len(rules) < 2:
        return None
    first, second = rng.sample(rules, 2)
    one, two = (text.line(at).rpartition("=> ")[2] for at in (first, second))
    lines = replaced(text, first, text.line(first).rpartition("=> ")[0] + "=> " + two)
    lines[second - 1] = text.line(second).rpartition("=> ")[0] + "=> " + one
    # Where a question has one of them already, its numbers may be one and the same.
    return Change(lines, first, {first, second, *rules_of(text, first), *rules_of(text, second)}, EXCHANGED)


@kind("reference to another place", "lesson", "deck", "cards")
def reference_exchanged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """It leads somewhere; whether that teaches it only the author knows."""
    lines = text.those(like=r"\{ref\}`|^:teaches: |^    teaches: ")
    places = [(each, n) for each in course.texts("lesson") for n in each.those("opener") if each.block(n) == "step"]
    if not lines:
        return None
    at = rng.choice(lines)
    found = re.search(r"(\{ref\}`|teaches: )([a-z0-9#-]+)", text.line(at))
    assert found
    other, step = rng.choice(places)
    name = f"{other.file.partition('/')[2].removesuffix('.md')}#{other.argument(step)}"
    line = text.line(at)[: found.start(2)] + name + text.line(at)[found.end(2) :]
    return Change(replaced(text, at, line), at, {at}, ANOTHER_PLACE)


@kind("requires another lesson", "lesson")
def requires_exchanged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """There is such a lesson; if it builds on this one, they stand in a circle."""
    lines = text.those("front", like=r"^requires: \[[a-z]")
    if not lines:
        return None
    at = lines[0]
    name = rng.choice(course.texts("lesson")).file.partition("/")[2].removesuffix(".md")
    own = text.file.partition("/")[2].removesuffix(".md")
    needs = {each.file.partition("/")[2].removesuffix(".md"): each for each in course.texts("lesson")}
    circle, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        if one not in circle and one != own:
            circle.add(one)
            for n in needs[one].those("front", like="^requires: "):
                waiting += re.findall(r"[a-z0-9-]+", needs[one].line(n)[9:])
    closes = name == own or any(re.search(rf"\b{own}\b", needs[one].line(6)) for one in circle)
    others = frozenset((f"lessons/{one}.md", 6) for one in circle) if closes else frozenset()
    return Change(replaced(text, at, f"requires: [{name}]"), at, {at}, "" if closes else ANOTHER_PLACE, others)
