"""Hostile content: whatever stands in a file, the end is a fault with its place, soon, and nothing a terminal obeys."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import pytest

from petui.lessons.course import load_course
from petui.lessons.faults import FaultList
from petui.lessons.lint import lint_paths
from petui.lessons.model import Passage
from petui.lessons.parser import parse_lesson
from petui.lessons.place import Fault
from petui.lessons.prosemodel import Maths, Paragraph, Role, Text
from petui.lessons.source import MAX_BYTES, read_source
from petui.lessons.yamltext import read_yaml

HEAD = "---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n---\n\n"
STEP = HEAD + "::::{step} a\n"
# Two seconds are promised; a shared machine gets more before a hang is called one.
GUARD_SECONDS = 30


@pytest.fixture(autouse=True)
def guard() -> Iterator[None]:
    """Stop a test that hangs."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError("this file keeps the reader busy")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(GUARD_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


BOMB = "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c, *c]\n"

FILES = {
    "alias bomb": "---\n" + BOMB + "---\n",
    "nested brackets": "---\na: " + "[" * 10000 + "\n---\n",
    "nested braces": "---\na: " + "{" * 10000 + "\n---\n",
    "nested dashes": "---\n" + "- " * 5000 + "a\n---\n",
    "nested questions": "---\n" + "? " * 5000 + "a\n---\n",
    "many keys": "---\n" + "".join(f"k{n}: v\n" for n in range(20000)) + "---\n",
    "one key again": "---\n" + "a: b\n" * 9000 + "---\n",
    "tags": "---\na: !!python/object/apply:os.system [x]\n---\n",
    "yaml list": "---\n- a\n---\n",
    "open front matter": "---\nschema: 1\n",
    "fences": STEP + ":::{check}\n" * 12000,
    "longer fences": STEP + "".join(":" * n + "{step}\n" for n in range(5, 900)),
    "closers": STEP + ":::\n" * 20000,
    "fields": STEP + ":a: b\n" * 20000,
    "hints": STEP + ":::{check} b\n" + ":hint: a\n" * 20000,
    "quotations": STEP + ">" * 9999 + "\n",
    "many quotations": STEP + ("> " * 13 + "x\n") * 1000,
    "lists": STEP + "".join("  " * n + "- a\n" for n in range(900)),
    "list signs": STEP + "- " * 4000 + "\n",
    "brackets": STEP + ("[" * 3900 + "\n\n") * 7,
    "pictures": STEP + ("![" * 1900 + "\n\n") * 7,
    "link halves": STEP + ("[a](" * 900 + "\n\n") * 7,
    "stars": STEP + ("*a **b " * 500 + "\n\n") * 9,
    "emphasis": STEP + ("**a" * 1200 + "b**" * 120 + "\n\n") * 9,
    "backticks": STEP + ("".join("`" * n + " " for n in range(1, 80)) + "\n\n") * 9,
    "dollars": STEP + ("$a " * 1300 + "\n\n") * 9,
    "backslashes": STEP + ("\\" * 3900 + "$a$\n\n") * 7,
    "code fences": STEP + "```a\n" * 9000,
    "growing code fences": STEP + "".join("`" * (3 + n % 17) + "a\n" for n in range(2000)),
    "open maths": STEP + "$$ a\n" * 9000,
    "headings": STEP + "# a\n" * 14000,
    "bullets": STEP + "- a\n" * 14000,
    "numbers": STEP + "1. a\n" * 29000,
    "lines": STEP + "\n" * 900_000,
    "long line": STEP + "a" * 900_000,
    "long paragraph": STEP + "a b c\n" * 20000,
    "spaces in an opener": STEP + (":::{check}" + " " * 4000 + "b" + " " * 4000 + "c\n") * 90,
    "references": STEP + "".join(f"[a{n}]: b\n\n" for n in range(8000)),
    "expressions": STEP + ("{val}`" + "(" * 300 + "1" + ")" * 300 + "`\n\n") * 500 + "::::\n",
    "powers": STEP + "{val}`9**9**9**9`\n::::\n",
    "attributes": STEP + "{val}`().__class__`\n::::\n",
    "random numbers": STEP + "{val}`rand()`\n::::\n",
    "division": STEP + "{val}`1/0` {val}`1e400`\n::::\n",
    "draws": STEP.replace("step} a\n", "step} a\n:vary: k in 0..1e300 step 1e-300\n\nx\n") + "::::\n",
    "many draws": STEP.replace("step} a\n", "step} a\n" + "".join(f":vary: k{n} in 1..999\n" for n in range(20)))
    + "\n{val}`k1`+\n{val}`k`\n::::\n",
    "escape": STEP + "a \x1b[2J\x1b]0;owned\x07 b\n::::\n",
    "nul": STEP + "a\0b\n::::\n",
    "c1": STEP + "a\x9b2Jb\n::::\n",
    "bidi": STEP + "a\u202eb\u2066c\n::::\n",
    "separators": STEP + "a\u2028b\u2029c\x0bd\x0ce\x85f\n::::\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_lesson_ends_in_a_fault_with_its_place(tmp_path: Path, name: str) -> None:
    """Linted whole: at least one fault, each in a line of the file, each printable."""
    path = tmp_path / "one.md"
    path.write_text(FILES[name], encoding="utf-8", newline="")
    faults = lint_paths([path])
    assert faults
    lines = FILES[name].count("\n") + 1
    for fault in faults:
        assert fault.place.file == str(path)
        assert 1 <= fault.place.line <= lines
        assert fault.message.isprintable()


@pytest.mark.parametrize(
    ("name", "line", "column", "code", "says"),
    [
        ("alias bomb", 3, 8, "E01", "alias"),
        ("nested brackets", 2, 1003, "E01", "nest"),
        ("nested dashes", 2, 25, "E01", "nested"),
        ("one key again", 3, 1, "E01", "line 2"),
        ("tags", 2, 4, "E01", "tag"),
        ("lines", 1, 1, "E01", "signs of markup"),
        ("quotations", 9, 1, "E03", "nested"),
        ("list signs", 9, 1, "E03", "nested"),
        ("lists", 21, 25, "E03", "nested"),
        ("long line", 9, 10001, "E01", "characters"),
        ("draws", 9, 13, "E10", "values"),
        ("powers", 9, 7, "E06", "finite"),
        ("attributes", 9, 7, "E05", "attribute"),
        ("escape", 9, 3, "E01", "U+001B"),
    ],
)
def test_a_hostile_lesson_is_told_what_is_wrong(name: str, line: int, column: int, code: str, says: str) -> None:
    """The cause itself is named, not only what follows from it."""
    path = Path("one.md")
    found = lint_text(FILES[name], path)
    assert any(
        (fault.place.line, fault.place.column, fault.code) == (line, column, code) and says in fault.message
        for fault in found
    ), [str(fault) for fault in found[:5]]


@pytest.mark.parametrize("name", ["course.yaml", "lessons/one.md", "deck.md", "m.md"])
@pytest.mark.parametrize("kind", ["large", "directory", "fifo", "loop", "binary", "unreadable"])
def test_files_that_are_no_text_files_are_faults(tmp_path: Path, kind: str, name: str) -> None:
    """Each file of a course may be anything at all."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "course.yaml").write_text(
        "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: [{title: P, lessons: [one]}]\n"
        "misconceptions: m.md\ndecks: [deck.md]\n"
    )
    (tmp_path / "lessons" / "one.md").write_text(STEP + "\nx\n::::\n")
    (tmp_path / "m.md").write_text("# None\n")
    (tmp_path / "deck.md").write_text(":::{card} a\n\na\n?\nb\n:::\n")
    assert load_course(tmp_path)[1] == ()
    path = tmp_path / name
    path.unlink()
    make_odd(path, kind)
    course, faults = load_course(tmp_path)
    assert any(fault.place.file == str(path) and fault.code == "E01" for fault in faults)
    assert (course is None) == (name == "course.yaml")
    assert lint_paths([tmp_path])
    if kind != "directory":
        assert lint_paths([path])


def lint_text(text: str, path: Path) -> list[Fault]:
    """The parser's and lint's faults of a lesson that is in no course."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / path
        file.write_text(text, encoding="utf-8", newline="")
        return list(lint_paths([file]))


def test_a_message_has_no_tab_in_it() -> None:
    """An author's tab in a key comes back as a blank."""
    found = parse_lesson(HEAD.replace("title", "ti\ttle"), "f.md")[1]
    assert any("`ti tle`" in fault.message for fault in found)


def make_odd(path: Path, kind: str) -> None:
    """Put something at `path` that is no text file."""
    match kind:
        case "large":
            with path.open("wb") as stream:
                stream.truncate(10 * MAX_BYTES)
        case "directory":
            path.mkdir()
        case "fifo":
            os.mkfifo(path)
        case "loop":
            path.symlink_to(path)
        case "binary":
            path.write_bytes(b"---\nid: \xff\xfe\n---\n")
        case _:
            # Root may read every file, so what cannot be read is one that is not there.
            path.symlink_to(path.parent / "gone")


def texts_of(text: str) -> str:
    """The text of the first paragraph of a lesson."""
    lesson, _ = parse_lesson(text, "f.md")
    assert lesson is not None
    passage = lesson.steps[0].parts[0]
    assert isinstance(passage, Passage)
    paragraph = passage.blocks[0]
    assert isinstance(paragraph, Paragraph)
    return "".join(
        inline.text if isinstance(inline, Text | Role) else inline.tex if isinstance(inline, Maths) else ""
        for inline in paragraph.inlines
    )


def test_what_a_terminal_would_obey_is_shown_as_signs() -> None:
    """Escapes, controls and bidi controls are visible wherever they stand."""
    text = STEP + "a\x1b[0m \x07\x7f\x9b b\u202e `\x1b` $\x1b$ {sym}`\x1b`\n::::\n"
    assert texts_of(text) == "a␛[0m ␇␡␛ b␦ ␛ ␛ ␛"
    lesson, faults = parse_lesson(STEP.replace("title: One", "title: A\x1b[1mB"), "f.md")
    assert lesson is not None and lesson.title == "A␛[1mB"
    assert ("E01", 4, 9) in [(fault.code, fault.place.line, fault.place.column) for fault in faults]


def test_escapes_that_yaml_would_write_are_shown_as_signs_too() -> None:
    """A double-quoted scalar can make a control character out of letters."""
    lesson, faults = parse_lesson(STEP.replace("title: One", 'title: "A\\e[1mB"') + "\nx\n::::\n", "f.md")
    assert lesson is not None and lesson.title == "A␛[1mB"
    assert [fault.code for fault in faults] == ["E01"]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path, end: str) -> None:
    """CRLF, lone CR and BOM load cleanly, with the same places."""
    text = STEP + "\n{val}`pos`\n::::\n"
    path = tmp_path / "f.md"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", end).encode())
    source = read_source(path)
    assert source.faults == ()
    assert parse_lesson(source.text, "f.md") == parse_lesson(text, "f.md")
    assert parse_lesson(text, "f.md")[1] == ()


def test_bytes_that_are_not_utf8_are_named_with_their_place(tmp_path: Path) -> None:
    """The first one; the rest of the file is read on."""
    path = tmp_path / "f.md"
    path.write_bytes((STEP + "\nab").encode() + b"\xe9cd\n::::\n:::{stepp}\n")
    source = read_source(path)
    assert [(str(fault.place), fault.code) for fault in source.faults] == [(f"{path}:10:3", "E01")]
    assert "0xe9" in source.faults[0].message
    assert source.text.split("\n")[9] == "ab\ufffdcd"


def test_a_path_that_no_system_takes_is_a_fault() -> None:
    """NUL in a name, a name too long."""
    for name in ("a\0b", "a" * 5000):
        source = read_source(Path(name))
        assert not source.readable
        assert [fault.code for fault in source.faults] == ["E01"]
        assert source.faults[0].place.file.isprintable()


def test_yaml_is_not_guessed() -> None:
    """What other readers turn into booleans, minutes and floats stays text."""
    faults = FaultList()
    node = read_yaml("[no, .50, 12:30, 1e-3, 0o7, null, ~]", "f", faults)
    assert [item.text for item in node.items] == ["no", ".50", "12:30", "1e-3", "0o7", "null", "~"]  # type: ignore[union-attr]
    assert not len(faults)
