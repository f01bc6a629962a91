"""Mutations of YAML: front matters, course.yaml, YAML decks."""

from __future__ import annotations

import re
from random import Random

from tests.lessons.mutantbase import SAME, Change, kind, misspelt, replaced, without
from tests.lessons.mutanttexts import MARKDOWN, CourseTexts, Text

YAML = ("lesson", "retelling", "cards", "course")
NOT_LOCKED = "the course was never locked for a release"


def _yaml_lines(text: Text, like: str) -> list[int]:
    """The lines of YAML that are so: of a front matter, or of a whole file."""
    return text.those("front", "key", "entry", like=like)


@kind("YAML: tab in the indent", "cards", "course")
def yaml_tab(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """YAML is indented by blanks."""
    at = rng.choice(_yaml_lines(text, r"^  +[\w-]+:"))
    return Change(replaced(text, at, "\t" + text.line(at).lstrip()), at, {at})


@kind("YAML: quote not closed", *YAML)
def yaml_quote(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A quote is opened, or its end is lost."""
    lines = _yaml_lines(text, r"^\s*(- )?[\w-]+: (\"?)[\w][^#|>]*\2$")
    if not lines:
        return None
    at = rng.choice(lines)
    line = text.line(at)
    made = line[:-1] if line.endswith('"') else re.sub(r": ", ': "', line, count=1)
    return Change(replaced(text, at, made), at, {at})


@kind("YAML: bracket not closed", *YAML)
def yaml_bracket(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A list has no end."""
    lines = _yaml_lines(text, r"\[.*\]$|^\]$")
    if not lines:
        return None
    at = rng.choice(lines)
    opened = max((n for n in range(1, at + 1) if "[" in text.line(n)), default=at)
    made = text.line(at)[:-1]
    return Change(replaced(text, at, made), at, {at, opened})


@kind("YAML: bracket not opened", *YAML)
def yaml_unopened(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A list has no beginning."""
    lines = _yaml_lines(text, r"\[.*\]$")
    if not lines:
        return None
    at = rng.choice(lines)
    return Change(replaced(text, at, text.line(at).replace("[", "", 1)), at, {at})


@kind("YAML: key doubled", *YAML)
def yaml_doubled(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """One key, one value."""
    at = rng.choice(_yaml_lines(text, r"^\s*[\w-]+: ?[^|> ]"))
    if text.line(at).count("[") != text.line(at).count("]"):
        return None
    return Change([*text.lines[:at], text.line(at), *text.lines[at:]], at + 1, {at, at + 1})


@kind("YAML: alias", *YAML)
def yaml_alias(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Aliases are not read."""
    at = rng.choice(_yaml_lines(text, r"^\s*(- )?[\w-]+: \w"))
    return Change(replaced(text, at, text.line(at).partition(": ")[0] + ": *that"), at, {at})


@kind("YAML: anchor", *YAML)
def yaml_anchor(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A name for a value that nobody uses."""
    at = rng.choice(_yaml_lines(text, r"^\s*(- )?[\w-]+: \w"))
    return Change(replaced(text, at, text.line(at).replace(": ", ": &that ", 1)), at, {at}, SAME)


@kind("YAML: wrong indent", *YAML)
def yaml_indent(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A key stands further in, or further out, than its neighbours."""
    at = rng.choice(_yaml_lines(text, r"^\s*[\w-]+:"))
    line = text.line(at)
    made = rng.choice((" " + line, line[1:] if line.startswith("  ") else "   " + line))
    # What stands deeper may be taken for a part of the value before.
    return Change(replaced(text, at, made), at, {at, at - 1, at + 1, *text.around[at - 1]})


@kind("YAML: key misspelt", *YAML)
def yaml_key(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A key of that name is unknown."""
    at = rng.choice(_yaml_lines(text, r"^\s*(- )?[a-z]{2,}:"))
    found = re.match(r"^\s*(?:- )?([a-z]+)", text.line(at))
    assert found
    line = text.line(at)[: found.start(1)] + misspelt(rng, found[1]) + text.line(at)[found.end(1) :]
    return Change(replaced(text, at, line), at, {at})


@kind("YAML: colon or its blank lost", *YAML)
def yaml_colon(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A key is no key."""
    at = rng.choice(_yaml_lines(text, r"^\s*(- )?[\w-]+: \S"))
    return Change(replaced(text, at, text.line(at).replace(": ", rng.choice((":", " ")), 1)), at, {at, at - 1, at + 1})


@kind("YAML: value of wrong type", *YAML)
def yaml_type(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A word for a list, a list for a word, nothing, a mapping."""
    keys = "schema|id|title|minutes|requires|covers|testout|lesson|language|front|answer|tol|vary|lessons|params"
    lines = _yaml_lines(text, rf"^\s*(- )?({keys}): [^|>]")
    if not lines:
        return None
    at = rng.choice(lines)
    head = text.line(at).partition(": ")[0]
    key = head.strip(" -")
    lists = key in ("requires", "covers", "testout", "lessons", "vary", "tags")
    made = rng.choice(("{a: b}", "{}", "[[a]]")) if lists else rng.choice(("{a: b}", "", "[[a]]", "[a, b]"))
    if key in ("covers", "tags") and text.role == "cards" and made == "[]":
        return None
    return Change(replaced(text, at, f"{head}: {made}"), at, {at})


@kind("schema of another version", "lesson", "cards", "course", "deck", "retelling")
def schema_newer(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """It needs a newer petui."""
    lines = text.those(like=r"^schema: 1$")
    if not lines:
        return None
    return Change(replaced(text, lines[0], f"schema: {rng.choice(('2', '0', 'one', '1.0'))}"), lines[0], {lines[0]})


@kind("front matter: fence dropped", "lesson", "retelling")
def front_fence(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Where it begins or ends nobody knows."""
    first, last = text.those("front", like=r"^---$")
    at = rng.choice((first, last))
    return Change(without(text, at), at, {1, at})


@kind("front matter: id of another", "lesson", "deck", "cards", "retelling", "course")
def front_id(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A file goes by its id."""
    lines = text.those("front", "key", like=r"^(id|lesson): ")
    if not lines:
        return None
    at = lines[0]
    head, _, name = text.line(at).partition(": ")
    silence = "" if text.role in ("lesson", "retelling") else NOT_LOCKED
    if text.role == "course" and "course.lock" in course.files:
        silence = ""
    if text.role in ("deck", "cards"):
        silence = "learners' progress goes by cards, not by decks"
    return Change(replaced(text, at, f"{head}: {misspelt(rng, name)}"), at, {at}, silence)


@kind("course.yaml: name of a file misspelt", "course")
def name_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """There is no such file."""
    at = rng.choice(text.those(like=r"lessons: \[|decks/|^misconceptions:"))
    names = list(re.finditer(r"[a-z0-9-]{4,}", text.line(at)))
    names = [
        name for name in names if name[0] not in ("lessons", "decks", "yaml", "misconceptions") or name.start() > 2
    ]
    name = rng.choice(names)
    line = text.line(at)[: name.start()] + misspelt(rng, name[0]) + text.line(at)[name.end() :]
    return Change(replaced(text, at, line), at, {at})


@kind("course.yaml: number of the inventory misspelt", "course")
def number_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Those that cover it cover nothing."""
    at = rng.choice(text.those(like=r"^  [A-Z]\d+: "))
    number = text.line(at).strip().partition(":")[0]
    users = [
        place for role in (*MARKDOWN, "cards") for place in course.lines_with(role, rf"^\s*:?covers: .*\b{number}\b")
    ]
    others = set()
    for file, line in users:
        others |= {(file, line), *((file, n) for n in course.text(file).around[line - 1])}
    return Change(replaced(text, at, text.line(at).replace(number, "Z" + number)), at, {at}, "", frozenset(others))
