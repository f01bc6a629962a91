"""CONTRIBUTING.md says what the tables of the code say."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from petui.core.formula import SLIPS
from petui.lessons.coursefile import course_file_of
from petui.lessons.documents import COURSE, LESSON, Document
from petui.lessons.faults import FaultList
from petui.lessons.functions import ARITIES, GRIDS
from petui.lessons.functionwords import FUNCTION_LINES
from petui.lessons.parser import parse_lesson
from petui.lessons.schema import BLOCKS, CODES, ROLES, VIEW_WORDS, VIEWS, Block, Key
from petui.lessons.source import Source
from petui.lessons.staging import stage
from tests.documents import code_blocks, shown_commands
from tests.running import petui_here

_ROOT = Path(__file__).parents[1]
_GUIDE = (_ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_built_in_slip_is_listed() -> None:
    """In the table's order with its words, and no other."""
    found = re.search(r"<!-- slips -->\n(.*?)<!-- /slips -->", _GUIDE, re.DOTALL)
    assert found is not None
    assert found[1] == "".join(f"- `{slip.id}`: {slip.title}\n" for slip in SLIPS)


def test_the_table_of_a_slip_is_named_as_the_guide_says() -> None:
    """By its slip, with `_` for `-`."""
    assert "`table_doubled_exponent(FIRST, ROWS)`" in _GUIDE
    assert {f"table_{slip.id.replace('-', '_')}" for slip in SLIPS} < set(GRIDS)
    others = {name for name, slip in GRIDS.items() if slip not in {slip.id for slip in SLIPS}}
    assert {name for name in others if f"`{name}`" in _GUIDE} == others


def test_every_view_is_listed() -> None:
    """In the order of the key that turns to the next one."""
    found = re.search(r"<!-- views -->\n(.*?)<!-- /views -->", _GUIDE, re.DOTALL)
    assert found is not None
    assert found[1] == "".join(f"- `{view}`: {VIEW_WORDS[view]}\n" for view in VIEWS)


def test_every_function_is_listed_with_its_numbers() -> None:
    """Each with as many arguments as it takes at most, and no other."""
    found = re.search(r"<!-- functions -->\n(.*?)<!-- /functions -->", _GUIDE, re.DOTALL)
    assert found is not None
    listed = {name: words.count(",") + 1 for name, words in re.findall(r"`(\w+)\(([A-Z, ]+)\)`", found[1])}
    assert found[1] == "".join(f"- {line}\n" for line in FUNCTION_LINES)
    known = {name: most for name, (fewest, most) in ARITIES.items() if name not in GRIDS}
    assert set(listed) == set(known)
    assert all(count == known[name] or known[name] == math.inf for name, count in listed.items())


@pytest.mark.parametrize("block", BLOCKS.values(), ids=lambda block: block.name)
def test_every_block_is_listed_with_its_keys(block: Block) -> None:
    """As its row of the table."""
    keys = ", ".join(f"`{key.name}`" + (" (needed)" if key.required else "*" if key.many else "") for key in block.keys)
    name = f"`{block.name}`" + (" id" if block.takes_id else "")
    row = f"| {name} | {', '.join(sorted(block.parents))} | {keys} | {block.body} |"
    assert row in _GUIDE.splitlines()


def listed(keys: Iterable[Key], margin: str = "") -> Iterator[str]:
    """Keys as lines of a list, those of mappings within them below."""
    for key in keys:
        unless = f", unless there are `{key.unless}`" if key.unless else ""
        yield f"{margin}- `{key.name}`{f' (needed{unless})' if key.required else ''}: {key.says} ({key.kind.value})\n"
        yield from listed(key.entries, f"{margin}  ")


@pytest.mark.parametrize(("mark", "document"), [("course.yaml", COURSE), ("front matter", LESSON)])
def test_every_key_of_yaml_is_listed(mark: str, document: Document) -> None:
    """In the table's order with its words, and no other."""
    found = re.search(f"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", _GUIDE, re.DOTALL)
    assert found is not None
    assert found[1] == "".join(listed(document.keys))


def test_every_code_and_role_is_listed() -> None:
    """With the table's words, and no other."""
    roles = "".join(f"- `{name}`: {says}\n" for name, says in ROLES.items())
    assert f"### Roles\n\n{roles}\n" in _GUIDE
    codes = "".join(f"- {code}: {says}\n" for code, says in CODES.items())
    assert f"<!-- codes -->\n{codes}<!-- /codes -->" in _GUIDE


def test_its_example_of_a_course_is_read() -> None:
    """As it stands there."""
    found = re.search(r"(    schema: 1\n    id: trigonometry\n(?:    .*\n)+)", _GUIDE)
    assert found is not None
    faults = FaultList()
    assert course_file_of(Source(dedent(found[1])), "course.yaml", faults).readable
    assert not len(faults)


def test_its_examples_of_params_and_settings_are_read() -> None:
    """As they stand there, in a lesson."""
    params = re.search(r"(    params:\n(?:      .*\n)+      theta.*\n)", _GUIDE)
    setting = re.search(r"`(:set: [^`]*dtype[^`]*)`", _GUIDE)
    assert params is not None and setting is not None
    head = f"---\nschema: 1\nid: one\ntitle: One\nminutes: 5\n{dedent(params[1])}---\n"
    lesson, faults = parse_lesson(f"{head}\n::::{{step}} first\n{setting[1]}\n\nText.\n::::\n", "one.md")
    assert lesson is not None and not faults
    assert [param.name for param in lesson.params] == ["pos", "theta"]
    lab = stage(lesson.params, lesson.steps[0].settings, {}).lab
    assert (lab.pos, lab.dtype, lab.convention) == (3, "bfloat16", "whisper")


def section(heading: str) -> str:
    """What stands below a heading of the second level."""
    return _GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_worked_example_leads_from_nothing_to_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands in their order, its lesson where it says: all without a fault, and the class is told of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "own"))
    ran: list[tuple[str, str]] = []
    for block in code_blocks(section("From nothing to a class")):
        if block.startswith("---\n"):
            assert Path("lessons/decibels.md").is_file()
            Path("lessons/decibels.md").write_text(f"{block}\n", encoding="utf-8")
            continue
        for line in block.splitlines():
            if line == "$ cd acoustics":
                monkeypatch.chdir("acoustics")
                continue
            (shown,) = shown_commands(f"    {line}\n")
            ran.append((shown.words[0], _done(shown.words)))
    assert [name for name, _ in ran] == [
        *("new", "new", "preview", "lint", "learn", "quiz", "lint", "worksheet", "worksheet", "stats"),
    ]
    assert Path("course.lock").is_file()
    assert "10·log(" in Path("key.md").read_text(encoding="utf-8")
    assert re.search(r"100% +\d+% +1 +1 +decibels Decibels", ran[-1][1])


def _done(words: tuple[str, ...]) -> str:
    """What a command prints; what stays on the screen is asked line by line, and answered once."""
    if words[0] == "stats":
        Path(words[1]).mkdir()
        assert petui_here("data", "export", "-o", f"{words[1]}/one.jsonl").returncode == 0
    plain = ["--plain"] if words[0] in {"preview", "learn", "quiz"} else []
    done = petui_here(*words, *plain, lines=b"3.01\n" if plain else b"")
    assert done.returncode == 0, (words, done.stdout.decode(), done.stderr.decode())
    assert words[0] != "lint" or not done.stdout, done.stdout.decode()
    return done.stdout.decode()


def test_the_house_is_as_import_linter_holds_it() -> None:
    """The picture has the layers of the contract from top to bottom, and every module of petui is in it."""
    contract = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    layers = [{name.strip().removeprefix("petui.") for name in layer.split("|")} for layer in contract["layers"]]
    found = re.search(r"<!-- house -->\n```\n(.*?)```\n<!-- /house -->", _GUIDE, re.DOTALL)
    assert found is not None
    rows = [line for line in found[1].splitlines() if line.strip() != "|"]
    drawn = [set(re.split(r"\s{10,}", row.strip())[0].split()) for row in rows]
    assert drawn == layers
    modules = {
        path.stem for path in (_ROOT / "petui").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert set.union(*drawn) == {name for name in modules if not name.startswith("__")}
    assert found[1].splitlines()[1::2] == ["   |"] * (len(rows) - 1)
