"""`petui help`: its pages say what the tables say, fit the terminal, and their examples are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from petui.core.errors import PetuiError
from petui.core.formula import SLIPS
from petui.lessons.cells import cell_width
from petui.lessons.documents import DOCUMENTS
from petui.lessons.functions import ARITIES, GRIDS
from petui.lessons.lint import lint_paths
from petui.lessons.parser import parse_lesson
from petui.lessons.schema import BLOCKS, CODES, ROLES, VIEWS, Key
from petui.plain.helpformat import DECK_EXAMPLE, LESSON_EXAMPLE
from petui.plain.helppages import help_list, help_page
from petui.plain.helptopics import EXIT_CODES, TOPICS, VARIABLES
from tests.running import petui_here

_ROOT = Path(__file__).parents[2]
_README = (_ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("width", [30, 60, 80, 100])
def test_a_page_fits_its_width(topic: str, width: int) -> None:
    """But for what is to be copied."""
    lines = help_page(topic, width=width, ascii=False).splitlines()
    own = {f"    {line}" for line in (*LESSON_EXAMPLE.splitlines(), *DECK_EXAMPLE.splitlines())}
    wide = [line for line in lines if cell_width(line) > width and line not in own]
    assert not wide
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_page_can_be_ascii(topic: str) -> None:
    assert help_page(topic, width=80, ascii=True).isascii()


def keys_of(keys: tuple[Key, ...]) -> set[str]:
    return {key.name for key in keys}.union(*(keys_of(key.entries) for key in keys))


def test_the_format_has_every_name_of_the_tables() -> None:
    """Blocks, keys, roles, views, slips and codes, each at the beginning of a row; with what it is for."""
    text = help_page("format", width=100, ascii=False)
    begun = set(re.findall(r"^  (\S+?)[*+]*(?=  | *$)", text, re.MULTILINE))
    named = {f":::{{{name}}} ID" if block.takes_id else f":::{{{name}}}" for name, block in BLOCKS.items()}
    assert all(f"  {name}  " in text for name in named)
    keys = {key.name for block in BLOCKS.values() for key in block.keys}
    for name in ("course", "lesson", "retelling"):
        keys |= keys_of(DOCUMENTS[name].keys)
    assert {*keys, *ROLES, *VIEWS, *CODES, *(slip.id for slip in SLIPS)} <= begun
    flat = " ".join(text.split())
    assert all(" ".join(key.says.split()) in flat for block in BLOCKS.values() for key in block.keys)
    assert all(" ".join(says.split()) in flat for says in CODES.values())


def test_expressions_has_every_function() -> None:
    text = help_page("expressions", width=100, ascii=False)
    assert {name for name in ARITIES if name not in GRIDS} <= set(re.findall(r"(\w+)\(", text))


def test_cards_has_every_key_of_decks() -> None:
    text = help_page("cards", width=100, ascii=False)
    begun = set(re.findall(r"^  (\S+?)[*+]*(?=  | *$)", text, re.MULTILINE))
    assert keys_of(DOCUMENTS["deck"].keys) | keys_of(DOCUMENTS["notes"].keys) <= begun


def test_the_examples_are_a_course_without_a_fault(tmp_path: Path) -> None:
    """As they are printed: who copies them has something that runs, and no warning."""
    printed = help_page("format", width=80, ascii=True) + help_page("cards", width=80, ascii=True)
    for name, text in (("lessons/areas.md", LESSON_EXAMPLE), ("decks/squares.yaml", DECK_EXAMPLE)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines()) in printed
    (tmp_path / "course.yaml").write_text(
        "schema: 1\nid: squares\ntitle: Squares\nlanguage: en\ndecks: [decks/squares.yaml]\n"
        "parts:\n  - title: Squares\n    lessons: [areas]\n"
    )
    assert lint_paths([tmp_path]) == ()
    lesson = parse_lesson(LESSON_EXAMPLE, "areas.md")[0]
    assert lesson is not None
    assert (len(lesson.steps), len(lesson.mistakes), len(lesson.cards)) == (2, 1, 1)


def test_the_readme_has_the_table_of_variables() -> None:
    """Row by row, and no other."""
    found = re.findall(r"^\| `([A-Z_]{4,})` \| (.*) \|$", _README, re.MULTILINE)
    assert found == list(VARIABLES)


def test_every_variable_of_petuis_own_is_in_the_table() -> None:
    """Whatever the code names."""
    sources = [path.read_text(encoding="utf-8") for path in (_ROOT / "petui").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"\bPETUI_[A-Z_]+[A-Z]\b", text)}
    assert named == {name for name, _ in VARIABLES if name.startswith("PETUI_")}


def test_the_readme_has_the_exit_codes() -> None:
    assert f"Exit codes: {', '.join(f'{code} {says}' for code, says in EXIT_CODES)}." in " ".join(_README.split())


def test_the_command_prints_a_page_and_the_list() -> None:
    for arguments, text in (
        ((), help_list(width=80, ascii=False)),
        (("files",), help_page("files", width=80, ascii=False)),
    ):
        done = petui_here("help", *arguments)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode().split() == text.split()
    assert all(topic in petui_here("help").stdout.decode() for topic in TOPICS)


def test_the_keys_are_the_tutors() -> None:
    """As `petui keys` has them, behind what is said of them."""
    page = petui_here("help", "keys").stdout.decode()
    assert "Paint the screen anew." in " ".join(page.split())


def test_a_command_is_a_topic_too() -> None:
    """Its own help, unless a page is called so."""
    assert petui_here("help", "plot").stdout.decode().startswith("Usage: petui plot ")
    assert petui_here("help", "check").stdout.decode().startswith("PETUI HELP CHECK")


@pytest.mark.parametrize(
    ("topic", "near"), [("fromat", "`format`"), ("exitcodes", "`exit-codes`"), ("tabel", "`table`")]
)
def test_an_unknown_topic_names_the_nearest(topic: str, near: str) -> None:
    done = petui_here("help", topic)
    assert (done.returncode, done.stdout) == (2, b"")
    assert near in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    with pytest.raises(PetuiError, match="no topic"):
        help_page(topic, width=80, ascii=False)


def test_a_topic_that_is_like_no_other_leads_to_the_list() -> None:
    assert b"`petui help`" in petui_here("help", "zzzz").stderr
