"""The drawn map: every link can be read back from it, at every width, in Unicode and ASCII."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.cells import Line, line_width, plain_text
from petui.lessons.model import Course, CoursePart, Lesson
from petui.lessons.place import Place
from petui.plain.maplanes import Lanes
from petui.plain.mappage import LEAST_WIDTH, chosen_lines, map_page
from petui.review.coursemap import CourseMap, course_map
from petui.review.events import StepEvent
from petui.review.mastery import Mastery
from petui.review.memories import Memories
from petui.review.schedule import Schedule
from petui.review.stamp import Stamp

NOTHING = Memories(Schedule(0.9))
DAY = "2026-03-01"
ASCII_DIRECTIONS = {"|": "ud", "+": "udx", "'": "ux", ".": "dx", "-": "x", "=": "x", " ": ""}


def lesson(name: str, requires: tuple[str, ...]) -> Lesson:
    """A lesson without steps."""
    return Lesson(name, f"Title of {name}", 5, (), Place("x"), requires=requires)


def course_of(requires: dict[str, tuple[str, ...]], parts: int = 4) -> Course:
    """A course with its lessons in that many parts."""
    names = list(requires)
    size = max(1, -(-len(names) // parts))
    cut = [CoursePart(f"Part {at}", tuple(names[at * size : (at + 1) * size])) for at in range(parts)]
    return Course("c", "A course", "en", "", tuple(cut), tuple(lesson(*each) for each in requires.items()))


def mapped(requires: dict[str, tuple[str, ...]]) -> CourseMap:
    """Its map, nothing learnt."""
    return course_map(course_of(requires), [], NOTHING, DAY)


@st.composite
def maps(draw: st.DrawFn, most: int = 40) -> CourseMap:
    """The map of up to `most` lessons, circles and missing lessons among them."""
    names = [f"l{at}" for at in range(draw(st.integers(1, most)))]
    near = st.integers(-8, 1)
    requires = {}
    for at, name in enumerate(names):
        requires[name] = tuple(f"l{max(0, at + each)}" for each in draw(st.lists(near, max_size=3)))
    return mapped(requires)


def directions(sign: str, ascii: bool) -> str:
    """Where the lines of a sign lead: up `u`, down `d`, and aside `x`."""
    if ascii:
        return ASCII_DIRECTIONS[sign]
    if sign == " ":
        return ""
    words = set(unicodedata.name(sign).split())
    found = "u" if words & {"UP", "VERTICAL"} else ""
    found += "d" if words & {"DOWN", "VERTICAL"} else ""
    return found + ("x" if words & {"LEFT", "RIGHT", "HORIZONTAL"} else "")


def read_back(rows: list[str | None], texts: list[str], pitch: int, ascii: bool) -> dict[str, set[str]]:
    """Follow the lines of a drawing: what each lesson is joined to from above."""
    lines: dict[int, str] = {}
    found: dict[str, set[str]] = {}
    for name, text in zip(rows, texts, strict=True):
        joined: set[str] = set()
        for column, sign in enumerate(text[::pitch]):
            leads = directions(sign, ascii)
            assert ("u" in leads) == (column in lines), (name, text)
            if "x" in leads and "u" in leads:
                joined.add(lines[column])
            if "u" in leads and "d" not in leads:
                del lines[column]
            if "d" in leads and "u" not in leads:
                assert name is not None and name not in lines.values()
                lines[column] = name
        if name is not None:
            found[name] = joined
            assert not joined or directions(text[-1], ascii)
    assert not lines
    return found


@pytest.mark.parametrize("pitch", [1, 2])
@pytest.mark.parametrize("ascii", [True, False])
@given(of=maps(), at=st.integers(0, 39), gap=st.integers(1, 9))
def test_the_lines_say_which_lesson_needs_which(of: CourseMap, pitch: int, ascii: bool, at: int, gap: int) -> None:
    """Followed from row to row they give the links, whichever lesson is chosen; rows without a lesson break none."""
    chosen = of.graph.order[at % len(of.graph.order)]
    rows: list[str | None] = []
    for place, name in enumerate(of.graph.order):
        rows += [None, name] if place % gap == 0 else [name]
    lanes = Lanes(rows, of.graph)
    texts = [plain_text([lanes.line(row, pitch, chosen, ascii=ascii)]) for row in range(len(rows))]
    assert {len(text) for text in texts} == {lanes.width(pitch)}
    assert read_back(rows, texts, pitch, ascii) == {name: set(of.graph.before[name]) for name in of.graph.order}


@given(of=maps(), at=st.integers(0, 39))
def test_the_chosen_lessons_links_are_heavy(of: CourseMap, at: int) -> None:
    """A heavy line comes to it, to what it needs and to what needs it, and to no other lesson."""
    graph = of.graph
    chosen = graph.order[at % len(graph.order)]
    lanes = Lanes(graph.order, graph)
    if not lanes.columns:
        return
    ends = {name: plain_text([lanes.line(row, 2, chosen, ascii=False)])[-1] for row, name in enumerate(graph.order)}
    linked = {*graph.before[chosen], *graph.after[chosen]}
    assert {name for name, end in ends.items() if end == "━"} == (linked | {chosen} if linked else set())


def heavy(sign: str) -> str:
    """Which of the lines of a sign that lead up `u` and down `d` are heavy."""
    if sign == " ":
        return ""
    groups = unicodedata.name(sign).removeprefix("BOX DRAWINGS ").split(" AND ")
    found = ""
    for group in groups:
        words = group.split()
        # One weight, said first, may be that of all.
        if "HEAVY" in words or not ({"LIGHT", "HEAVY"} & set(words) or "LIGHT" in groups[0].split()):
            found += "ud" if "VERTICAL" in words else "u" if "UP" in words else "d" if "DOWN" in words else ""
    return found


@given(of=maps(), at=st.integers(0, 39))
def test_heavy_lines_run_through_from_lesson_to_lesson(of: CourseMap, at: int) -> None:
    """None ends between two rows; they begin at what the chosen lesson needs, and at itself."""
    graph = of.graph
    chosen = graph.order[at % len(graph.order)]
    lanes = Lanes(graph.order, graph)
    ends = {chosen, *graph.before[chosen], *graph.after[chosen]}
    above = [""] * lanes.columns
    for row, name in enumerate(graph.order):
        text = plain_text([lanes.line(row, 1, chosen, ascii=False)])
        here = [heavy(sign) for sign in text]
        assert ["d" in each for each in above] == ["u" in each for each in here]
        # Where it begins or ends there is a lesson that it links.
        assert name in ends or all(each in ("", "ud") for each in here)
        above = here
    assert not any("d" in each for each in above)


@given(of=maps(), width=st.integers(1, 130), ascii=st.booleans(), in_words=st.booleans(), at=st.integers(0, 40))
def test_every_lesson_is_drawn_once_within_the_width(
    of: CourseMap, width: int, ascii: bool, in_words: bool, at: int
) -> None:
    """One row each, none too wide, and nothing beyond ASCII where only that is shown."""
    chosen = None if at == 40 else of.graph.order[at % len(of.graph.order)]
    page = map_page(of, width, ascii=ascii, chosen=chosen, in_words=in_words)
    assert list(page.rows) == list(of.graph.order) and sorted(set(page.rows.values())) == list(page.rows.values())
    assert all(line_width(line) <= max(width, LEAST_WIDTH) for line in (page.head, *page.lines))
    if ascii:
        assert plain_text([page.head, *page.lines]).isascii()
    else:
        assert [at for at, line in enumerate(page.lines) if "○" in plain_text([line])] == list(page.rows.values())


@given(of=maps(), width=st.integers(20, 130), height=st.integers(1, 5), ascii=st.booleans())
def test_what_is_said_of_a_lesson_keeps_within_its_place(of: CourseMap, width: int, height: int, ascii: bool) -> None:
    """So many lines of so many columns at most."""
    for name in of.graph.order:
        lines = chosen_lines(of, name, width, height, ascii=ascii)
        assert len(lines) <= height and all(line_width(line) <= width for line in lines)
        if ascii:
            assert plain_text(lines).isascii()


@given(of=maps(), width=st.integers(30, 130), ascii=st.booleans(), at=st.integers(0, 39))
def test_choosing_changes_only_the_links(of: CourseMap, width: int, ascii: bool, at: int) -> None:
    """Before the state stands what a lesson is to the chosen one, else the end of its branch; behind, all is as it was.

    States are in one column, from which on no row depends on what is chosen, its styles neither.
    """
    graph = of.graph
    chosen = graph.order[at % len(graph.order)]
    without, page = (map_page(of, width, ascii=ascii, chosen=each) for each in (None, chosen))
    here, needed, following = ">^v" if ascii else "►↑↓"
    signs = {
        **dict.fromkeys(graph.before[chosen], needed),
        **dict.fromkeys(graph.after[chosen], following),
        chosen: here,
    }
    linked = any(graph.before.values()) and "needs" not in plain_text(page.lines)
    place = plain_text([page.lines[page.rows[chosen]]]).index("o" if ascii else "○")
    for name, row in page.rows.items():
        ends = "-=" if ascii else "─━"
        free = ends if linked and (graph.before[name] or graph.after[name]) else " "
        assert plain_text([page.lines[row]])[place - 1] in signs.get(name, free)
        assert _behind(page.lines[row], place) == _behind(without.lines[row], place)
    assert without.head == page.head and without.rows == page.rows


def _behind(line: Line, column: int) -> list[tuple[str, str]]:
    return [(char, style) for text, style in line for char in text][column:]


def test_a_lane_with_many_branches_is_near_its_lessons() -> None:
    """It is right of one as long that has a single branch."""
    of = mapped({"a": (), "b": (), "c": ("b",), "d": ("b",), "e": ("b",), "f": ("a", "b")})
    lines = plain_text(map_page(of, 80, ascii=False).lines).split("\n")
    one, many = (next(line for line in lines if f"Title of {name} " in line) for name in "ab")
    assert one.index("╭") < many.index("╭")


FORK = {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c", "a"), "e": ("d", "gone")}


UNICODE = """\
A course                  min  state    mastery
      Part 0  1 of 3 done
    ╭─● Title of a          5  done          no cards
┏━━━┿↑○ next: Title of b    5  new           no cards
┃ ┏━┷↑○ Title of c          5  new           no cards
┃ ┃   Part 1  0 of 2 done
┗━┻━┳►○ Title of d          5  new           no cards
    ┗↓○ Title of e          5  new           no cards"""
ASCII = """\
A course                  min  state    mastery
      Part 0  1 of 3 done
    .-@ Title of a          5  done          no cards
.---+-o next: Title of b    5  new           no cards
| .-'-o Title of c          5  new           no cards
| |   Part 1  0 of 2 done
'-'-.-o Title of d          5  new           no cards
    '-o Title of e          5  new           no cards"""
WORDS = """\
A course            state
Part 0  1 of 3 done
 ● Title of a       done
 ○ next: Title of…  new
   needs Title of a
 ○ Title of c       new
   needs Title of a
Part 1  0 of 2 done
 ○ Title of d       new
   needs Title of b; Title of
   c
 ○ Title of e       new
   needs Title of d"""


@pytest.mark.parametrize(
    ("picture", "width", "options"),
    [
        pytest.param(UNICODE, 80, {"ascii": False, "chosen": "d"}, id="unicode"),
        pytest.param(ASCII, 80, {"ascii": True}, id="ascii"),
        pytest.param(WORDS, 30, {"ascii": False, "in_words": True}, id="words"),
    ],
)
def test_a_small_map(picture: str, width: int, options: dict[str, object]) -> None:
    """Parts, lines, what is next; a link that follows from others is not drawn."""
    of = course_map(course_of(FORK, parts=2), [done("a")], NOTHING, DAY)
    page = map_page(of, width, **options)  # type: ignore[arg-type]
    assert plain_text([page.head, *page.lines]) == picture


def test_what_is_said_of_a_small_maps_lessons() -> None:
    """What it needs, what it leads to, and what the course has not."""
    of = mapped(FORK)
    said = {name: plain_text(chosen_lines(of, name, 100, 4, ascii=False)) for name in FORK}
    assert said["b"] == "Title of b  5 min, new; no cards\n↑ needs Title of a\n↓ leads to Title of d"
    assert said["a"].endswith("↑ needs nothing\n↓ leads to Title of b; Title of c")
    assert said["e"].endswith("↑ needs Title of d; gone (missing)\n↓ leads to nothing more")


def test_words_take_the_place_of_lines_that_have_no_room() -> None:
    """Twenty lessons, each needed by the last, leave a narrow screen no room for lanes."""
    names = {f"l{at}": () for at in range(20)}
    of = mapped({**names, "end": tuple(names)})
    narrow = plain_text(map_page(of, 30, ascii=False).lines)
    assert "needs Title of l0;" in narrow and "Title of l19" in narrow and not set("╭╰│├") & set(narrow)
    wide = plain_text(map_page(of, 80, ascii=False).lines)
    assert "needs" not in wide and "╰" in wide


@pytest.mark.parametrize(
    ("word", "known", "begun", "mature", "bar"),
    [
        pytest.param("new", 0.0, 0, 0, "░   ", id="new"),
        pytest.param("shaky", 0.5, 4, 0, "▒▒  ", id="shaky"),
        pytest.param("learning", 0.82, 4, 0, "▓▓▓ ", id="learning"),
        pytest.param("firm", 0.96, 4, 4, "████", id="firm"),
    ],
)
def test_mastery_is_said_by_word_and_shade(word: str, known: float, begun: int, mature: int, bar: str) -> None:
    """The bar is as long as the recall, and has its own shade for each word, in ASCII too."""
    of = mapped({"a": ()})
    mastery = Mastery("c", "a", "", cards=4, begun=begun, mature=mature, retrievability=known)
    of = replace(of, lessons={"a": replace(of.lessons["a"], mastery=mastery)})
    assert f"  {bar} {word}" in plain_text(map_page(of, 80, ascii=False).lines)
    spelled = bar.translate(str.maketrans("░▒▓█", ".-=#"))
    assert f"  {spelled} {word}" in plain_text(map_page(of, 80, ascii=True).lines)
    share = f" {known:.0%}" if begun else ""
    start = "Title of a  5 min, new;"
    shorter = f"{start} mastery {word}{share}"
    for form in (f"{shorter}, {begun} of 4 cards begun", shorter, f"{start} {word}{share}"):
        assert plain_text(chosen_lines(of, "a", len(form), 3, ascii=False)).startswith(f"{form}\n")


def done(name: str, course: str = "c") -> StepEvent:
    """The event of a finished lesson."""
    return StepEvent(at_step=f"{course}/{name}#s", outcome="done", lab={}, stamp=Stamp(name, 1, 0, DAY, "host"))


def test_titles_take_the_columns_that_short_words_leave() -> None:
    """Where all are new, the mastery's column is as narrow as its words, and a title of 32 letters is whole."""
    of = course_map(with_long_title(32), [], NOTHING, DAY)
    page = map_page(of, 80, ascii=False)
    assert "T" * 32 in plain_text(page.lines)
    assert plain_text([page.head]).endswith("mastery")
    assert "T" * 32 in plain_text(map_page(of, 66, ascii=False).lines)


def with_long_title(letters: int) -> Course:
    """A course of one lesson whose title has so many letters."""
    course = course_of({"one": ()})
    return replace(course, lessons=(replace(course.lessons[0], title="T" * letters),))


@pytest.mark.parametrize("width", [60, 70, 80, 100])
def test_each_way_begins_a_line_where_both_do_not_fit_on_one(width: int) -> None:
    """The arrow stays with its words."""
    of = mapped({name: tuple("abc"[:at]) for at, name in enumerate("abcdef")})
    lines = plain_text(chosen_lines(of, "c", width, 4, ascii=False)).split("\n")[1:]
    starts = [line.split()[0] for line in lines if line[0] in "↑↓"]
    assert starts == (["↑"] if len(lines) == 1 else ["↑", "↓"])
    assert any("↓ leads to " in line for line in lines)
