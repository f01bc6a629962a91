"""The map of a course as styled lines: a row per lesson, lanes at its left, what is known of it at its right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from petui.lessons.cells import Line, Run, cell_width, clip, merged, padded
from petui.lessons.transliterate import to_ascii
from petui.lessons.wrapping import Piece, wrap
from petui.plain.maplanes import Lanes
from petui.records import dataclass
from petui.review.coursemap import CourseMap, MappedLesson
from petui.review.mastery import Mastery

LEAST_WIDTH = 16
# The end of a lesson's branch, or what it is to the chosen one; a sign of its state; a blank.
_SIGNS = 3
_BAR = 4
_SHADES = {"new": "░", "shaky": "▒", "learning": "▓", "firm": "█"}
_ASCII_SHADES = {"new": ".", "shaky": "-", "learning": "=", "firm": "#"}
_WORD_STYLES = {"firm": "right", "shaky": "wrong"}
_STATES = {"new": "○", "started": "◐", "done": "●"}
_ASCII_STATES = {"new": "o", "started": "%", "done": "@"}
# The forms of the right side: what each column of it is called, and how wide it is.
Form = tuple[tuple[str, int], ...]
_MIN, _STATE = ("min", 3), ("state", 7)
# The columns that titles must have beside the forms, the fullest first; without lanes the last one does for any width.
_LEASTS = (38, 24, 14, 12, 10)
_GAP = 2
_NEXT = "next: "
# Narrower, what a lesson needs is a ladder of words.
_LEAST_WORDS = 12


@dataclass(frozen=True, slots=True)
class MapPage:
    """The map for one width.

    Attributes:
        head: What the columns are called.
        lines: The rows, one per lesson, with a heading where a part begins.
        rows: The line of each lesson.
    """

    head: Line
    lines: tuple[Line, ...]
    rows: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Layout:
    """What there is room for.

    Attributes:
        form: The columns of the right side.
        pitch: Columns of text for each lane; 0 where what a lesson needs is said in words below it.
        title: Columns of the titles.
    """

    form: Form
    pitch: int
    title: int


def map_page(of: CourseMap, width: int, *, ascii: bool, chosen: str | None = None, in_words: bool = False) -> MapPage:
    """The map.

    Args:
        of: What to draw.
        width: Columns; fewer than LEAST_WIDTH are taken for that many, and no more are used than the titles need.
        ascii: Keep to ASCII.
        chosen: The lesson whose links are marked.
        in_words: Say below each lesson what it needs, and draw no lanes; so it is too where these need more room
            than there is.
    """
    return _Drawing(of, max(width, LEAST_WIDTH), ascii, chosen, in_words).page()


class _Drawing:
    def __init__(self, of: CourseMap, width: int, ascii: bool, chosen: str | None, in_words: bool) -> None:
        self._of = of
        self._ascii = ascii
        self._chosen = chosen
        self._titles = _titles(of, ascii=ascii)
        self._cut_mark = "..." if ascii else "…"
        self._entries = _with_headings(of)
        self._lanes = Lanes([name if name in of.lessons else None for name, _ in self._entries], of.graph)
        sizes = (cell_width(each) + len(_NEXT) * (name == of.next) for name, each in self._titles.items())
        longest = max(sizes, default=0)
        word = max((len(_mastery_word(each.mastery)) for each in of.lessons.values()), default=3)
        self._layout = _layout(0 if in_words else self._lanes.columns, longest, width, word)
        self._left = _lanes_width(self._lanes.columns, self._layout.pitch)

    def page(self) -> MapPage:
        """All lines."""
        lines: list[Line] = []
        rows: dict[str, int] = {}
        for at, (name, heading) in enumerate(self._entries):
            beside = self._beside(at)
            if name is None:
                lines.append(self._heading(beside, heading))
                continue
            rows[name] = len(lines)
            lines.append(self._row((*beside, self._end(at, name)), name))
            if not self._layout.pitch:
                lines += self._needs(name)
        return MapPage(self._head(), tuple(lines), rows)

    def _head(self) -> Line:
        title: Line = ((to_ascii(self._of.course.title) if self._ascii else self._of.course.title, "strong"),)
        room = self._left + _SIGNS + self._layout.title
        columns = ((" " * _GAP + f"{name:<{width}}", "muted") for name, width in self._layout.form)
        return _trimmed((*padded(clip(title, room, self._cut_mark), room), *columns))

    def _beside(self, at: int) -> Line:
        """The lanes of a row, up to the last of them."""
        pitch = self._layout.pitch
        return clip(self._lanes.line(at, pitch, self._chosen, ascii=self._ascii), self._left, "") if pitch else ()

    def _end(self, at: int, name: str) -> Run:
        """What stands before a lesson: what it is to the chosen one, else the end of the branch that leads to it.

        The sign takes the place of a piece of line, so that it costs a terminal no bytes of its own.
        """
        mark = self._link(name)
        if mark:
            return mark, "cursor"
        return self._lanes.end(at, self._chosen, ascii=self._ascii) if self._layout.pitch else (" ", "")

    def _heading(self, beside: Line, part: str) -> Line:
        inside = [each for each in self._of.lessons.values() if each.part == part]
        count = f"{sum(each.state == 'done' for each in inside)} of {len(inside)} done"
        room = self._layout.title + _SIGNS - 1 + _form_width(self._layout.form)
        title = to_ascii(part) if self._ascii else part
        line: Line = ((title, "heading"), (f"  {count}", "muted"))
        left = self._left + bool(self._layout.pitch)
        return merged((*padded(beside, left), *clip(line, room, self._cut_mark)))

    def _row(self, beside: Line, name: str) -> Line:
        mapped = self._of.lessons[name]
        states = _ASCII_STATES if self._ascii else _STATES
        is_next = name == self._of.next
        # Neither state nor title is another whatever is chosen.
        title: Line = ((_NEXT if is_next else "", "strong"), (self._titles[name], ""))
        return _trimmed(
            (
                *beside,
                (f"{states[mapped.state]} ", ""),
                *padded(clip(title, self._layout.title, self._cut_mark), self._layout.title),
                *self._right(mapped),
            )
        )

    def _link(self, name: str) -> str:
        """The sign of what a lesson is to the chosen one; empty where it is nothing."""
        graph, chosen = self._of.graph, self._chosen
        here, needed, following = ">^v" if self._ascii else "►↑↓"
        if chosen is None:
            return ""
        if name == chosen:
            return here
        return needed if name in graph.before[chosen] else following if name in graph.after[chosen] else ""

    def _right(self, mapped: MappedLesson) -> list[tuple[str, str]]:
        runs: list[tuple[str, str]] = []
        for title, width in self._layout.form:
            runs.append((" " * _GAP, ""))
            match title:
                case "min":
                    runs.append((f"{mapped.lesson.minutes:>{width}g}", "muted"))
                case "state":
                    runs.append((f"{mapped.state:<{width}}", "muted" if mapped.state == "new" else ""))
                case "mastery":
                    runs += _mastery_bar(mapped.mastery, _BAR, ascii=self._ascii)
                    word = _mastery_word(mapped.mastery)
                    runs.append((f" {word:<{width - _BAR - 1}}", _WORD_STYLES.get(word, "")))
                case _:
                    runs += _mastery_bar(mapped.mastery, width, ascii=self._ascii)
        return runs

    def _needs(self, name: str) -> list[Line]:
        """What a lesson needs, in words."""
        before = self._of.graph.before[name]
        if not before:
            return []
        room = max(_LEAST_WORDS, self._layout.title + _form_width(self._layout.form))
        text = f"needs {'; '.join(self._titles[each] for each in before)}"
        return [merged(((" " * _SIGNS, ""), *line)) for line in wrap([Piece(text, "muted")], room)]


def _titles(of: CourseMap, *, ascii: bool) -> dict[str, str]:
    """The titles of the lessons by id, as they can be shown."""
    return {name: to_ascii(each.lesson.title) if ascii else each.lesson.title for name, each in of.lessons.items()}


def _mastery_word(mastery: Mastery) -> str:
    """The word for how well it is known; `no cards` where there are none."""
    return mastery.word if mastery.cards else "no cards"


def _mastery_bar(mastery: Mastery, width: int, *, ascii: bool) -> list[tuple[str, str]]:
    """A bar as long as the recall, the darker the better the word; a lesson not begun has one sign of the lightest."""
    shade = (_ASCII_SHADES if ascii else _SHADES)[mastery.word]
    if not mastery.cards:
        return [(" " * width, "")]
    filled = min(width, max(1, round(mastery.retrievability * width)))
    return [(shade * filled, _WORD_STYLES.get(mastery.word, "value")), (" " * (width - filled), "")]


def _with_headings(of: CourseMap) -> list[tuple[str | None, str]]:
    """Each lesson with its part, and before the first of a part None with it."""
    entries: list[tuple[str | None, str]] = []
    part: str | None = None
    for name, each in of.lessons.items():
        if each.part != part:
            part = each.part
            entries.append((None, part))
        entries.append((name, part))
    return entries


def _forms(word: int) -> tuple[Form, ...]:
    """The forms, the fullest first; the longest word for a mastery has that many columns."""
    whole: Form = (_MIN, _STATE, ("mastery", _BAR + 1 + word))
    short: Form = (_STATE, ("", 1))
    return (whole, whole[1:], short, short[:1], ())


def _layout(lanes: int, longest: int, width: int, word: int) -> _Layout:
    """The fullest form that leaves the titles room; no lanes where even the barest does not."""
    for form, least in zip(_forms(word), _LEASTS, strict=True):
        for pitch in (2, 1) if lanes else (0,):
            room = width - _lanes_width(lanes, pitch) - _SIGNS - _form_width(form)
            if room >= min(longest, least):
                return _Layout(form, pitch, min(room, longest))
    return _layout(0, longest, width, word) if lanes else _Layout((), 0, max(1, width - _SIGNS))


def _lanes_width(lanes: int, pitch: int) -> int:
    """Columns of text from the first lane to the last."""
    return (lanes - 1) * pitch + 1 if lanes and pitch else 0


def _form_width(form: Form) -> int:
    return sum(_GAP + width for _, width in form)


def _trimmed(runs: Sequence[tuple[str, str]]) -> Line:
    """The runs without blanks at their end."""
    line = list(merged(runs))
    while line and not line[-1][0].rstrip():
        line.pop()
    if line:
        line[-1] = (line[-1][0].rstrip(), line[-1][1])
    return tuple(line)


# ---- the chosen lesson -----------------------------------------------------------------------------------------------


def chosen_lines(of: CourseMap, chosen: str, width: int, height: int, *, ascii: bool) -> tuple[Line, ...]:
    """What a lesson is, what it needs and what it leads to, cut to `height` lines of `width` columns."""
    named = _titles(of, ascii=ascii)
    mapped, graph = of.lessons[chosen], of.graph
    # Behind the longest title, what is known stands still from lesson to lesson.
    longest = max(map(cell_width, named.values()))
    known = facts(mapped)
    room = longest if longest + _GAP + len(known[0]) <= width else cell_width(named[chosen])
    fitting = next((each for each in known if len(each) <= width - room - _GAP), known[-1])
    needs = "; ".join((*(named[each] for each in graph.before[chosen]), *_missing(graph.missing[chosen])))
    leads = "; ".join(named[each] for each in graph.after[chosen])
    up, down, cut = ("^", "v", "...") if ascii else ("↑", "↓", "…")
    dot = "-" if ascii else "·"
    links = (
        (Piece(f"{up} needs", "strong", whole=True), Piece(f" {needs or 'nothing'}", "" if needs else "muted")),
        (
            Piece(f"{down} leads to", "strong", whole=True),
            Piece(f" {leads or 'nothing more'}", "" if leads else "muted"),
        ),
    )
    first = clip((*padded(((named[chosen], "cursor"),), room + _GAP), (fitting, "muted")), width, cut)
    lines = [first, *_links(links, f"{dot} ", width, height - 1)]
    if len(lines) > height:
        lines[height - 1 :] = [clip((*lines[height - 1], (f" {cut}{' ' * width}", "")), width, cut)]
    return tuple(lines[:height])


def _links(links: tuple[tuple[Piece, Piece], ...], dot: str, width: int, height: int) -> tuple[Line, ...]:
    """Each way on lines of its own, where its name stands still; where these are too many, one after the other."""
    needs, leads = links
    apart = (*wrap(needs, width), *wrap(leads, width))
    return apart if len(apart) <= height else wrap((*needs, Piece(f" {dot}", "muted"), *leads), width)


def _missing(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{name} (missing)" for name in names)


def facts(mapped: MappedLesson) -> tuple[str, ...]:
    """What is known of a lesson, in ever fewer words."""
    mastery = mapped.mastery
    start = f"{mapped.lesson.minutes:g} min, {mapped.state}"
    if not mastery.cards:
        return (f"{start}; no cards",)
    known = f"{mastery.word} {mastery.retrievability:.0%}" if mastery.begun else mastery.word
    cards = f"{mastery.begun} of {mastery.cards} {'card' if mastery.cards == 1 else 'cards'} begun"
    return f"{start}; mastery {known}, {cards}", f"{start}; mastery {known}", f"{start}; {known}"
