"""Mutations of bytes, of lines whatever they are, and of whole files."""

from __future__ import annotations

import re
from random import Random

from tests.lessons.mutantbase import SAME, Change, Mutation, kind, kind_of_course, replaced, swapped, without
from tests.lessons.mutanttexts import MARKDOWN, ROLES, CourseTexts, Text

MAY_BE_MISSING = "the key may be missing"
PROSE_ANYHOW = "it is prose still"
RETELLINGS_MAY_BE_MISSING = "a lesson need not be retold"
# Keys without which a text is another legal one.
OPTIONAL = (
    *("hint", "set", "show", "below", "cell", "vary", "unit", "title", "covers", "teaches", "tags", "accept", "wrong"),
    *("requires", "testout", "shuffle", "multiple", "reason", "columns", "rows", "slip", "shows", "language", "id"),
)


# ---- bytes


def _cut(rng: Random, text: Text, data: bytes, at: int) -> Change:
    rest = data[:at]
    shown = rest.decode("utf-8", "replace").split("\n")
    last = len(shown)
    right = {last, last - 1, *(text.around[last - 1] if text.role in MARKDOWN else ())} | {1}
    if text.role not in MARKDOWN:
        right |= {n for n in range(1, last + 1) if "[" in text.line(n) and "]" not in text.line(n)}
        right |= set(text.around[last - 1])
    return Change(rest, last, right)


@kind("file cut", *ROLES)
def file_cut(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Its end is lost: what was open, its last line, or what is missing from the whole file."""
    data = course.files[text.file]
    change = _cut(rng, text, data, rng.randrange(20, len(data) - 20))
    if text.role == "course":
        # What other files need of it may be what is lost.
        listed = "".join(text.lines[: change.line - 1]).partition("decks:")[2]
        if "]" in listed and "inventory:" not in listed:
            return Change(change.lines, change.line, change.right, "an inventory may be missing")
        number = sum(text.line(n).startswith("inventory:") for n in range(1, change.line)) == 1
        if number:
            files = [each for role in (*MARKDOWN, "cards") for each in course.texts(role)]
            others = frozenset((each.file, n) for each in files for n in each.those(like=r"covers: "))
            others |= {(file, n) for file, line in others for n in course.text(file).around[line - 1]}
            return Change(change.lines, change.line, change.right, "", others)
    if text.role in ("cards",):
        return Change(
            change.lines, change.line, change.right, PROSE_ANYHOW if text.sort(change.line) == "words" else ""
        )
    if text.role == "deck" and change.line in text.closers.values():
        return None
    return change


@kind("file cut inside a character", *ROLES)
def character_cut(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What is left is not UTF-8."""
    data = course.files[text.file]
    odd = [n for n in range(len(data)) if data[n] & 0xC0 == 0x80]
    if not odd:
        return None
    at = rng.choice(odd)
    last = data[:at].count(b"\n") + 1
    return Change(data[:at], last, {last})


@kind("byte that is no UTF-8", *ROLES)
def byte_odd(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A byte of another encoding."""
    data = course.files[text.file]
    at = rng.randrange(len(data))
    while data[at] & 0xC0 == 0x80:
        at -= 1
    line = data[:at].count(b"\n") + 1
    return Change(data[:at] + rng.choice((b"\xe9", b"\xff", b"\xa0")) + data[at:], line, {line})


@kind("control or bidi sign", *ROLES)
def control_sign(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A terminal might obey it."""
    at = rng.randrange(1, len(text.lines) + 1)
    line = text.line(at)
    cut = rng.randrange(len(line) + 1)
    sign = rng.choice(("\x1b", "\x07", "\x00", "\x9b", "\u202e", "\u2066", "\x7f"))
    return Change(replaced(text, at, line[:cut] + sign + line[cut:]), at, {at})


@kind("byte order mark", *ROLES)
def mark_added(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Some editors write one."""
    return Change(b"\xef\xbb\xbf" + course.files[text.file], 1, {1}, SAME)


@kind("lines that end in CR LF", *ROLES)
def crlf(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Some editors end lines so."""
    return Change(course.files[text.file].replace(b"\n", rng.choice((b"\r\n", b"\r"))), 1, {1}, SAME)


@kind("blanks at the ends of lines", *ROLES)
def blanks_behind(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Nobody sees them."""
    lines = [line + " " * rng.randrange(4) for line in text.lines]
    return Change(lines, 1, {1}, SAME)


@kind("blank line doubled", *ROLES)
def blank_doubled(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Nobody sees it."""
    at = rng.choice(text.those("blank"))
    # A card keeps its Markdown as it is written, for search and export.
    silence = PROSE_ANYHOW if text.role in ("deck", "cards") else SAME
    return Change([*text.lines[:at], "", *text.lines[at:]], at, {at}, silence)


@kind("line too long", *ROLES)
def line_long(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """It is longer than a line may be."""
    at = rng.choice(text.those("prose", "words", "comment", "front", "key"))
    return Change(replaced(text, at, text.line(at) + " so" * 4000), at, {at})


@kind("step too long", "lesson", "retelling")
def step_long(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """It does not fit the screen."""
    lines = text.those(
        "prose", like=r"^[A-Z][\w ,.]+$", where=lambda n: text.block(n) == "step" and text.sort(n - 1) == "blank"
    )
    if not lines:
        return None
    at = rng.choice(lines)
    return Change(
        [*text.lines[: at - 1], *["One line more of it.", ""] * 12, *text.lines[at - 1 :]], at, {text.inner(at)}
    )


# ---- any line


def _why_silent(text: Text, at: int) -> str:
    """Why a line may go unmissed, by what it is; empty where it may not."""
    line = text.line(at)
    sort = text.sort(at)
    if sort in ("blank", "comment"):
        return PROSE_ANYHOW
    if sort in ("prose", "words", "listing"):
        structural = re.match(r"^(\?$|- \[x\]|\|[-|]+$|```)", line)
        return "" if structural else PROSE_ANYHOW
    found = re.match(r"^\s*(?:- )?:?(\w+):", line)
    optional = found and found[1] in OPTIONAL and not (found[1] == "id" and text.role in ("lesson", "course", "cards"))
    return MAY_BE_MISSING if optional or sort == "entry" else ""


def _near(text: Text, at: int) -> set[int]:
    """The place of a line that is gone, the lines about it and the openers around it."""
    openers = {n for n in text.around[at - 1] if n != at}
    closer = text.closers.get(at, 0) - 1
    return {at, at - 1, at + 1, closer, *openers, *(n for opener in openers for n in text.around[opener - 1][-2:])}


@kind("any line deleted", *ROLES)
def line_deleted(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What is missed depends on what it was."""
    at = rng.randrange(1, len(text.lines))
    right = _near(text, at)
    others: frozenset[tuple[str, int]] = frozenset()
    found = re.match(r"^(?:\s*:)?(?:wrong|vary|    - |      - )", text.line(at))
    if found or text.sort(at) == "entry":
        # Names that are not drawn any more are unknown wherever they stand in the block.
        block = text.around[at - 1][0] if text.role == "cards" else text.inner(at)
        last = text.closers.get(block, at + 30)
        right |= set(range(block, last))
    named = re.search(r"=> ([a-z0-9-]+)$", text.line(at))
    if named:
        others = frozenset(course.lines_with("misconceptions", rf"\}} {named[1]}$"))
    if text.role == "course":
        right |= {1}
        others = frozenset((file, 1) for file in course.files)
        number = re.match(r"  ([A-Z]\d+):", text.line(at))
        if number:
            users = [
                place
                for role in (*MARKDOWN, "cards")
                for place in course.lines_with(role, rf"covers: .*\b{number[1]}\b")
            ]
            others |= {(file, n) for file, line in users for n in (line, *course.text(file).around[line - 1])}
    if re.match(r"^id: |^title|^minutes|^schema|^---|^lesson:|^language:|^cards:", text.line(at)):
        right |= {1, 2}
    return Change(without(text, at), at, right, _why_silent(text, at), others)


@kind("two lines exchanged", *ROLES)
def lines_exchanged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The line below comes first."""
    at = rng.randrange(1, len(text.lines) - 1)
    first, second = text.sort(at), text.sort(at + 1)
    harmless = _why_silent(text, at) and _why_silent(text, at + 1)
    fields = first == second and first in ("field", "front", "key", "opener", "entry")
    right = _near(text, at) | _near(text, at + 1)
    silence = PROSE_ANYHOW if harmless else SAME if fields else ""
    if {first, second} == {"closer", "prose"} and _why_silent(text, at if first == "prose" else at + 1):
        silence = PROSE_ANYHOW
    if "blank" in (first, second) and {"closer", "opener", "prose", "key", "comment"} & {first, second}:
        # A blank line before or behind a fence is as good.
        silence = silence or SAME
    if first == second == "closer":
        silence = ""
    return Change(swapped(text, at, at + 1), at, right, silence)


# ---- whole files


@kind_of_course("file deleted")
def file_deleted(rng: Random, course: CourseTexts) -> Mutation | None:
    """What course.yaml lists is not there."""
    return _gone(rng, course, "file deleted", "")


@kind_of_course("file renamed")
def file_renamed(rng: Random, course: CourseTexts) -> Mutation | None:
    """What course.yaml lists is not there, and what is there is not listed."""
    return _gone(rng, course, "file renamed", "2")


def _gone(rng: Random, course: CourseTexts, name: str, more: str) -> Mutation | None:
    texts = course.texts(rng.choice(ROLES[:-1]))
    if not texts:
        return None
    text = rng.choice(texts)
    stem, dot, ending = text.file.rpartition(".")
    new = f"{stem}{more}{dot}{ending}"
    edits: dict[str, bytes | None] = {text.file: None}
    if more:
        edits[new] = course.files[text.file]
    head = course.texts("course")[0]
    listed = stem.rpartition("/")[2] if text.role == "lesson" else text.file
    right = {("course.yaml", at) for at in head.those(like=rf"(?<![\w-]){re.escape(listed)}(?![\w-])")}
    right |= {(new, 1)} if more else set()
    silence = RETELLINGS_MAY_BE_MISSING if text.role == "retelling" and not more else ""
    about = new if more and text.role in ("retelling",) else "course.yaml"
    return Mutation(name, course.name, about, 1, edits, frozenset(right), silence, new if more else text.file)
