"""Reading the values of fields: expressions, tolerances, draws, settings, rules."""

from __future__ import annotations

import re
from decimal import Decimal
from keyword import iskeyword
from math import isfinite

from petui.core.errors import ExpressionError
from petui.core.lab import FIELDS as LAB_FIELDS
from petui.core.lab import NUMBER_FIELDS
from petui.core.parameters import DTYPES
from petui.core.sequences import CONVENTIONS
from petui.lessons.expression import known_names, parse_expression
from petui.lessons.faults import FaultList, illegal_id, nearest, quoted
from petui.lessons.functions import ARITIES
from petui.lessons.model import Setting, Tolerance, Vary, WrongRule
from petui.lessons.place import Place
from petui.lessons.prosemodel import Expression

MAX_DRAWS = 1000
MAX_SIGNIFICANT = 15
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_PERCENT = re.compile(r"([^%\s]+)\s*%")
_VARY = re.compile(r"(\S+)\s+in\s+(\S.*)")
_RANGE = re.compile(r"(\S+?)\s*\.\.\s*(\S+)(?:\s+step\s+(\S+))?")
_COMMA = re.compile(r"(?<![\w.,])(\d+),(\d+)(?![\d,])")
_SETTING = re.compile(r"(?:^|(?<=\s))([A-Za-z_][A-Za-z0-9_]*)\s*=(?!=)")
_TAG_PART = re.compile(r"[\w-]+")
_WORDS = {"dtype": DTYPES, "convention": tuple(CONVENTIONS)}


def shifted(place: Place, columns: int) -> Place:
    """The place so many columns further on."""
    return Place(place.file, place.line, place.column + columns)


def read_number(text: str) -> float | None:
    """A plain decimal number, finite, or None."""
    if len(text) > 40 or not text.isascii() or not NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if isfinite(number) else None


def read_expression(source: str, place: Place, faults: FaultList) -> Expression:
    """The expression; one that does not pass the whitelist is an E05 fault and comes back unchecked."""
    try:
        return parse_expression(source, place)
    except ExpressionError as error:
        faults.add(place, "E05", _decimal_comma(source) or _without_place(error))
        return Expression(source, place)


def _decimal_comma(source: str) -> str:
    """That a text has a decimal comma, and how to write it; empty where it has none. In brackets commas part."""
    depth = last = 0
    for found in _COMMA.finditer(source):
        before = source[last : found.start()]
        depth, last = depth + before.count("(") - before.count(")"), found.start()
        if depth == 0:
            return f"{quoted(found[0])} has a decimal comma; write {quoted(f'{found[1]}.{found[2]}')}"
    return ""


def _without_place(error: ExpressionError) -> str:
    return f"{error.what}; {error.mend}" if error.mend else error.what


def split_pair(text: str, place: Place) -> tuple[tuple[str, Place], tuple[str, Place]] | None:
    """`A,B` at the one comma outside brackets, each half with its place; None if there is not exactly one."""
    depth, commas = 0, []
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            commas.append(at)
    if len(commas) != 1:
        return None
    first, second = text[: commas[0]], text[commas[0] + 1 :]
    if not first.strip() or not second.strip():
        return None
    lead = len(second) - len(second.lstrip())
    return (first.strip(), place), (second.strip(), shifted(place, commas[0] + 1 + lead))


def read_cell(text: str, place: Place, faults: FaultList) -> tuple[Expression, Expression] | None:
    """`POS,SLOT` as two expressions."""
    pair = split_pair(text, place)
    if pair is None:
        faults.add(place, "E10", f"{quoted(text)} is no cell; give two expressions with a comma between")
        return None
    (first, first_at), (second, second_at) = pair
    return read_expression(first, first_at, faults), read_expression(second, second_at, faults)


def read_tolerance(text: str, place: Place, faults: FaultList) -> Tolerance:
    """`1%` or `0.005`."""
    percent = _PERCENT.fullmatch(text)
    number = read_number(percent.group(1) if percent else text)
    if number is None or number <= 0 or (percent and number >= 100):
        wrong = f"{quoted(text)} is no tolerance; give `1%` of the right value, or `0.005` as a distance"
        faults.add(place, "E10", _decimal_comma(text) or wrong)
        return Tolerance()
    return Tolerance(relative=number / 100) if percent else Tolerance(absolute=number)


def read_digits(text: str, place: Place, faults: FaultList) -> Tolerance:
    """A number of significant digits."""
    number = read_number(text)
    if number is None or number != int(number) or not 1 <= number <= MAX_SIGNIFICANT:
        faults.add(
            place, "E10", f"{quoted(text)} is no number of digits; give a whole number from 1 to {MAX_SIGNIFICANT}"
        )
        return Tolerance()
    return Tolerance(digits=int(number))


def read_rule(text: str, place: Place, faults: FaultList) -> WrongRule | None:
    """`EXPRESSION => misconception-id`."""
    source, arrow, name = text.rpartition("=>")
    if not arrow or not source.strip():
        faults.add(place, "E10", f"{quoted(text)} is no rule; write `EXPRESSION => misconception-id`")
        return None
    wrong = illegal_id(name.strip())
    if wrong:
        faults.add(shifted(place, len(text) - len(name.lstrip())), "E04", wrong)
        return None
    return WrongRule(read_expression(source.strip(), place, faults), name.strip(), place)


def read_vary(text: str, place: Place, faults: FaultList) -> Vary | None:
    """`name in LOW..HIGH`, `name in LOW..HIGH step N` or `name in A, B, C`; with a fault its name has no values."""
    match = _VARY.fullmatch(text)
    if not match or not NAME.fullmatch(match.group(1)):
        faults.add(
            place, "E10", f"{quoted(text)} is no draw; write `name in 1..9`, `name in 1..9 step 2` or `name in 2, 4, 8`"
        )
        meant = NAME.match(text)
        return Vary(meant[0], (), place) if meant and not taken_name(meant[0]) else None
    name, wanted = match.groups()
    taken = taken_name(name)
    if taken:
        faults.add(place, "E10", taken)
        return None
    wanted_at = shifted(place, match.start(2))
    span = _RANGE.fullmatch(wanted)
    values = _spanned(span, wanted_at, faults) if span else _listed(wanted, wanted_at, faults)
    return Vary(name, values, place)


def taken_name(name: str) -> str:
    """What is wrong with a name that an author gives to a number, or nothing."""
    if name in NUMBER_FIELDS:
        return ""
    if name in known_names() or name in ARITIES or name in LAB_FIELDS or iskeyword(name):
        return f"the name {quoted(name)} has a meaning of its own in expressions; choose another"
    return ""


def _spanned(span: re.Match[str], place: Place, faults: FaultList) -> tuple[float, ...]:
    texts = (span.group(1), span.group(2), span.group(3) or "1")
    for text in texts:
        if read_number(text) is None:
            faults.add(place, "E10", f"{quoted(text)} is no number; write the range as `1..9` or `0..1 step 0.25`")
            return ()
    low, high, step = map(Decimal, texts)
    if step <= 0 or high < low:
        faults.add(place, "E10", "the range is empty; give the lower end first, and a step above 0")
        return ()
    if (high - low) / step >= MAX_DRAWS:
        faults.add(place, "E10", f"the range has more than {MAX_DRAWS} values; give a larger step")
        return ()
    # Decimal, so that a step of 0.1 gives the float next to 0.3 and not the sum of three floats.
    return tuple(float(low + step * count) for count in range(int((high - low) / step) + 1))


def _listed(wanted: str, place: Place, faults: FaultList) -> tuple[float, ...]:
    texts = [text.strip() for text in wanted.split(",")]
    if len(texts) > MAX_DRAWS:
        faults.add(place, "E10", f"there are more than {MAX_DRAWS} values; give fewer")
        return ()
    values = []
    for text in texts:
        number = read_number(text)
        if number is None:
            faults.add(place, "E10", f"{quoted(text)} is no number; write `2, 4, 8` or `1..9`")
            return ()
        values.append(number)
    return tuple(values)


def read_settings(text: str, place: Place, params: tuple[str, ...], faults: FaultList) -> tuple[Setting, ...]:
    """`name=expression` pairs separated by spaces; names are fields of the Lab or declared parameters."""
    starts = list(_SETTING.finditer(text))
    lead = text[: starts[0].start()] if starts else text
    if lead.strip():
        faults.add(
            place,
            "E10",
            f"{quoted(lead.strip())} is no setting; write `name=expression` pairs, as in `d_model=8 pos=3`",
        )
    found: dict[str, Setting] = {}
    for at, match in enumerate(starts):
        end = starts[at + 1].start() if at + 1 < len(starts) else len(text)
        raw = text[match.end() : end]
        source_at = shifted(place, match.end() + len(raw) - len(raw.lstrip()))
        setting = _setting(match.group(1), raw.strip(), shifted(place, match.start()), source_at, params, faults)
        if setting and setting.name in found:
            faults.add(shifted(place, match.start()), "E10", f"{quoted(setting.name)} is set twice; keep one")
        elif setting:
            found[setting.name] = setting
    return tuple(found.values())


def _setting(
    name: str, source: str, place: Place, source_at: Place, params: tuple[str, ...], faults: FaultList
) -> Setting | None:
    if name not in LAB_FIELDS and name not in params:
        known = (*LAB_FIELDS, *params)
        faults.add(
            place,
            "E05",
            f"{quoted(name)} is neither a field of the Lab nor a declared parameter; {nearest(name, known)}",
        )
        return None
    if not source:
        faults.add(place, "E10", f"{quoted(name)} is set to nothing; give it a value")
        return None
    if name not in _WORDS:
        return Setting(name, read_expression(source, source_at, faults))
    if source not in _WORDS[name]:
        faults.add(source_at, "E10", f"{quoted(source)} is no {name}; {nearest(source, _WORDS[name])}")
        return None
    return Setting(name, Expression(source, source_at))


def read_lesson_name(text: str, place: Place, faults: FaultList) -> str:
    """`LESSON` or `LESSON#STEP`, empty with a fault (E04) where an id in it is not legal."""
    lesson, hash_sign, step = (part.strip() for part in text.partition("#"))
    for name in (lesson, step) if hash_sign else (lesson,):
        wrong = illegal_id(name)
        if wrong:
            faults.add(place, "E04", wrong)
            return ""
    return f"{lesson}{hash_sign}{step}"


def read_tag(text: str, place: Place, faults: FaultList) -> str:
    """A deck tag, as in flashcards/ai-ml, without `#` and empty parts; empty with a fault (E10) where it is none."""
    parts = [part for part in text.strip().removeprefix("#").split("/") if part]
    if not parts or not all(map(_TAG_PART.fullmatch, parts)):
        faults.add(place, "E10", f"{quoted(text)} is no tag; write letters, digits, `-` and `_`, parts set off by `/`")
        return ""
    return "/".join(parts)
