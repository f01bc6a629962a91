"""Mutations of what is computed and said: expressions, numbers, maths, roles, words."""

from __future__ import annotations

import re
from random import Random

from tests.lessons.mutantbase import Change, kind, misspelt, replaced, without
from tests.lessons.mutanttexts import MARKDOWN, CourseTexts, Text

EXPRESSIONS = r"^(:(answer|shows|grid):|    answer:) "
RULE = r"^(:wrong:|    wrong:|      -) .* => "
ANOTHER_NUMBER = "an answer may be any number that no wrong answer has; what is right only the author knows"
QUOTED = "a published figure behind the slip is what the author says was published"
DECKS_HAVE_FIGURES = "decks may come from elsewhere, with figures in them"
WORDS = "it is a word of prose"
PRICE = "what is left is a price"
STILL_CLOSED = "another formula begins or ends there, and it is a formula still"


def _card_lines(text: Text, at: int) -> list[int]:
    """The lines of the YAML card, or of the block, that the line stands in."""
    if text.role != "cards":
        return text.within(text.inner(at), like="")
    start = text.around[at - 1][0]
    return [n for n in range(start, len(text.lines) + 1) if text.around[n - 1][0] == start]


def rules_of(text: Text, at: int) -> list[int]:
    """The wrong rules of the card or question that the line stands in."""
    return [n for n in _card_lines(text, at) if re.search(RULE, text.line(n))]


def _card(text: Text, at: int) -> set[int]:
    return {at, text.around[at - 1][0] if text.role == "cards" else text.inner(at)}


# ---- expressions and numbers


@kind("answer that a wrong rule has", "lesson", "deck", "cards")
def answer_collides(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A foreseen wrong answer would be right."""
    answers = [at for at in text.those("field", "key", like=r"^\s*:?answer: ") if rules_of(text, at)]
    if not answers:
        return None
    at = rng.choice(answers)
    rule = rng.choice(rules_of(text, at))
    wrong = re.sub(r"^(:wrong:|    wrong:|      -) ", "", text.line(rule)).partition(" => ")[0].strip("'\"")
    head = text.line(at).partition("answer: ")[0]
    return Change(replaced(text, at, f"{head}answer: {wrong}"), at, {at, rule})


@kind("answer that is another number", "lesson", "deck", "cards")
def answer_changed(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Only where a wrong answer has that number can anybody know."""
    answers = [at for at in text.those("field", "key", like=r"^\s*:?answer: ") if text.block(at) != "point"]
    if not answers:
        return None
    at = rng.choice(answers)
    head, _, answer = text.line(at).partition("answer: ")
    made = rng.choice((f"{answer} + 1", f"2*({answer})", f"({answer})/7"))
    right = {at, *rules_of(text, at)}
    return Change(replaced(text, at, f"{head}answer: {made}"), at, right, ANOTHER_NUMBER)


@kind("name in an expression misspelt", "lesson", "deck", "cards", "misconceptions")
def name_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The name is unknown."""
    lines = text.those(like=EXPRESSIONS + r".*[a-z]{2}|" + RULE + r"|\{val\}`[^`]*[a-z]{2}")
    if not lines:
        return None
    at = rng.choice(lines)
    line = text.line(at)
    part = re.search(r"\{val\}`([^`@]*)", line) or re.search(
        r"(?:answer|shows|grid|wrong): (.*?)(?: => .*)?$|- (.*) => ", line
    )
    names = list(re.finditer(r"[a-z_]{2,}", part[0])) if part else []
    names = [name for name in names if name[0] not in ("answer", "shows", "grid", "wrong", "val")]
    if part is None or not names:
        return None
    name = rng.choice(names)
    start = part.start() + name.start()
    if "=>" in line[:start]:
        return None
    return Change(replaced(text, at, line[:start] + name[0] + "q" + line[start + len(name[0]) :]), at, {at})


@kind("parenthesis lost", "lesson", "deck", "cards", "misconceptions")
def parenthesis_lost(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Brackets come in pairs."""
    lines = text.those(like=r"(answer|shows|grid): .*[()]|\{val\}`[^`]*[()]")
    if not lines:
        return None
    at = rng.choice(lines)
    line = text.line(at)
    start = line.index("{val}`") + 6 if "{val}`" in line else line.index(": ")
    end = line.index("`", start) if "{val}`" in line else len(line)
    signs = [n for n in range(start, end) if line[n] in "()"]
    if not signs:
        return None
    cut = rng.choice(signs)
    return Change(replaced(text, at, line[:cut] + line[cut + 1 :]), at, {at})


@kind("tolerance 0, empty of sense, or dropped", "lesson", "deck", "cards")
def tolerance_spoilt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A number without a tolerance cannot be graded."""
    lines = text.those(like=r"^\s*:?(tol|digits): ")
    if not lines:
        return None
    at = rng.choice(lines)
    head = text.line(at)[: text.line(at).index(": ") + 2]
    made = rng.choice(("0", "-1%", "120%", "one", ""))
    if not made:
        start = min(_card(text, at))
        return Change(without(text, at), at, {start})
    return Change(replaced(text, at, head + made), at, {at})


@kind("figure typed into prose", "lesson", "misconceptions", "deck")
def figure_typed(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A figure that nobody computed."""
    at = rng.choice(text.those("prose", like=r"^\w+ [\w ,]{20}", where=lambda n: text.inner(n) > 1))
    line = re.sub(r"^(\w+ )", rf"\g<1>{rng.randint(1, 9)}.{rng.randint(10, 9999)} ", text.line(at))
    silence = DECKS_HAVE_FIGURES if text.role == "deck" else ""
    return Change(replaced(text, at, line), at, {at}, silence)


@kind("cell of a slip moved", "lesson")
def slip_moved(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The first wrong cell is another."""
    answers = text.those("field", like="^:answer: ", where=lambda n: text.block(n) == "point")
    if not answers:
        return None
    at = rng.choice(answers)
    return Change(replaced(text, at, text.line(at) + " + 1"), at, {at})


@kind("published figure changed", "lesson")
def published_changed(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """Before the slip it is the first wrong cell; behind it nobody can know."""
    rows = text.those("field", like="^:shown: ")
    if not rows:
        return None
    at = rng.choice(rows)
    figures = text.line(at)[8:].split(" | ")
    column = rng.randrange(len(figures))
    answer = next(n for n in text.within(text.inner(at), like="^:answer: "))
    slip = int(text.line(answer).rpartition(",")[2])
    first = text.within(text.inner(at), like="^:shown: ")[0]
    figures[column] = str(float(figures[column]) + 3)
    right = {at, answer, at + text.line(at + 1).startswith(":right:")}
    due = at == first and column < slip
    return Change(replaced(text, at, ":shown: " + " | ".join(figures)), at, right, "" if due else QUOTED)


@kind("draw spoilt", "lesson", "deck", "cards")
def draw_spoilt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A draw is `NAME in VALUES`."""
    lines = text.those(
        like=r"\b\w+ in [\d.]+(\.\.|, )\d", where=lambda n: "vary" in text.line(n) or text.role == "cards"
    )
    lines = [at for at in lines if text.sort(at) in ("field", "key", "entry")]
    if not lines:
        return None
    at = rng.choice(lines)
    line = text.line(at)
    made = rng.choice(
        (line.replace(" in ", " im "), line.replace(" in ", " in x, "), line.replace(" in ", " "), line + ",,")
    )
    return Change(replaced(text, at, made), at, {at})


@kind("draw dropped", "lesson", "deck", "cards")
def draw_dropped(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """What is drawn is named somewhere; an answer that names it is at fault."""
    lines = [at for at in text.those(like=r"^(:vary:|    vary:) (\w+) in ")]
    if not lines:
        return None
    at = rng.choice(lines)
    found = re.search(r"vary: (\w+) in", text.line(at))
    assert found
    if text.role == "cards":
        users = [n for n in _card_lines(text, at) if re.search(rf"\b{found[1]}\b", text.line(n)) and n != at]
    else:
        first, last = text.inner(at), text.closers[text.inner(at)]
        users = [n for n in range(first, last) if re.search(rf"\b{found[1]}\b", text.line(n)) and n != at]
    lab = found[1] in ("pos", "slot", "d_model", "base", "offset", "length")
    silence = "the Lab has a number of that name" if lab else ""
    return Change(without(text, at), at, {n - (n > at) for n in users} | {at}, silence)


@kind("setting spoilt", "lesson")
def setting_spoilt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A step sets what the Lab has, to what it can be."""
    lines = text.those("field", like="^:set: .*d_model=")
    if not lines:
        return None
    at = rng.choice(lines)
    made = rng.choice(("d_modl=", "d_model=-", "d_model = x", "d_model:", "d_model=0*", "dmodel="))
    return Change(replaced(text, at, text.line(at).replace("d_model=", made, 1)), at, {at, text.inner(at)})


@kind("view, pane or cell spoilt", "lesson")
def view_spoilt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A step shows what there is."""
    lines = text.those("field", like="^:(show|below|cell|fade|verdict|kind): ")
    if not lines:
        return None
    at = rng.choice(lines)
    head, _, value = text.line(at).partition(": ")
    made = rng.choice(("3", "1,9999999", "1,2,3")) if head == ":cell" else misspelt(rng, value)
    return Change(replaced(text, at, f"{head}: {made}"), at, {at})


# ---- maths and roles


@kind("TeX broken", *MARKDOWN)
def tex_broken(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A brace is lost, or a command misspelt."""
    lines = text.those("prose", like=r"\$[^$]*(\\[a-z]{3}|\{)[^$]*\$") + text.those(
        "prose", like=r"\\[a-z]+", where=lambda n: text.block(n) == "math"
    )
    if not lines:
        return None
    at = rng.choice(lines)
    line = text.line(at)
    span = re.search(r"\$[^$]+\$", line) if text.block(at) != "math" else re.search(r".*", line)
    assert span
    signs = [span.start() + found.start() for found in re.finditer(r"[{}]", span[0])]
    commands = [span.start() + found.end() for found in re.finditer(r"\\[a-z]{2,}", span[0])]
    if not signs and not commands:
        return None
    if signs and (not commands or rng.random() < 0.5):
        cut = rng.choice(signs)
        line = line[:cut] + line[cut + 1 :]
    else:
        cut = rng.choice(commands)
        line = line[:cut] + "q" + line[cut:]
    first = (
        next(n for n in range(text.inner(at), at + 1) if text.sort(n) == "prose") if text.block(at) == "math" else at
    )
    # A formula of several lines begins at its first.
    return Change(replaced(text, at, line), at, {at, first})


@kind("dollar lost", *MARKDOWN, "cards")
def dollar_lost(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A formula has no end."""
    lines = text.those("prose", "words", like=r"^[^$`]*\$[^$]+\$[^$`]*$")
    if not lines:
        return None
    at = rng.choice(lines)
    cut = rng.choice((text.line(at).index("$"), text.line(at).rindex("$")))
    line = text.line(at)[:cut] + text.line(at)[cut + 1 :]
    # A formula may go on in the next line or come from the one before; there a pair may be left.
    near = sum(text.line(n).count("$") for n in (at - 1, at, at + 1) if text.sort(n) == text.sort(at))
    silence = PRICE if re.search(r"\$\d[\d.,]*(?![\w^\\{])", line) else "" if near % 2 == 0 else STILL_CLOSED
    return Change(replaced(text, at, line), at, {at - 1, at, at + 1}, silence)


@kind("role misspelt", *MARKDOWN, "cards")
def role_misspelt(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A role of that name is unknown."""
    lines = text.those("prose", "words", "field", like=r"\{(val|sym|ref|literal|cell)\}`")
    if not lines:
        return None
    at = rng.choice(lines)
    found = rng.choice(list(re.finditer(r"\{(\w+)\}`", text.line(at))))
    line = text.line(at)[: found.start()] + f"{{{misspelt(rng, found[1])}}}`" + text.line(at)[found.end() :]
    return Change(replaced(text, at, line), at, {at})


@kind("role damaged", *MARKDOWN, "cards")
def role_damaged(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """A backtick, a brace or a blank too much or too little."""
    lines = text.those("prose", "words", "field", like=r"\{(val|sym|ref|literal|cell)\}`[^`]+`")
    if not lines:
        return None
    at = rng.choice(lines)
    line = text.line(at)
    found = rng.choice(list(re.finditer(r"\{(\w+)\}`[^`]+`", line)))
    name, rest = found[1], found[0][len(found[1]) + 3 : -1]
    made = rng.choice(
        (f"{{{name}}}`{rest}", f"{{{name}}}{rest}`", f"{{{name}`{rest}`", f"{name}}}`{rest}`", f"{{{name}}} `{rest}`")
    )
    return Change(replaced(text, at, line[: found.start()] + made + line[found.end() :]), at, {at})


# ---- words


@kind("word of prose deleted", *MARKDOWN, "cards")
def word_deleted(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The text is a text still."""
    at = rng.choice(text.those("prose", "words", like=r"^[\w ,.]+$"))
    words = text.line(at).split(" ")
    del words[rng.randrange(len(words))]
    return Change(replaced(text, at, " ".join(words)), at, {at}, WORDS)


@kind("cell of a Markdown table lost", *MARKDOWN)
def table_cell_lost(rng: Random, text: Text, course: CourseTexts) -> Change | None:
    """The rows of a table are equally long."""
    rows = text.those("prose", like=r"^\|.*\|.*\|$")
    if not rows:
        return None
    at = rng.choice(rows)
    line = text.line(at)
    second = line.index("|", 1)
    head = min(n for n in range(1, at + 1) if all(text.line(each).startswith("|") for each in range(n, at + 1)))
    # Whether the header or the line of dashes has lost one nobody knows.
    return Change(replaced(text, at, line[second:]), at, {head if at <= head + 1 else at})
