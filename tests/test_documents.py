"""README.md and CONTRIBUTING.md: what they name exists, what they type is understood, what they show is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from petui.cli import root
from tests.documents import NAMES, ROOT, Shown, anchors, code_blocks, links, prose, shown_commands, spans, text_of
from tests.running import petui_here
from tests.screenshots.take import PICTURES

_SHOWN = [(name, shown) for name in NAMES for shown in shown_commands(text_of(name))]
# These need a terminal, or go on until they are stopped; and these files readers bring themselves.
_STAYING = frozenset({"preview", "serve", "learn"})
_BROUGHT = frozenset({"model.safetensors", "mine.npy"})


def leaves(group: click.Group) -> Iterator[click.Command]:
    """The root, and every command below it."""
    yield group
    for command in group.commands.values():
        if isinstance(command, click.Group):
            yield from leaves(command)
        else:
            yield command


@pytest.fixture
def only_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that are parsed and do nothing."""
    for command in leaves(root):
        monkeypatch.setattr(command, "callback", lambda **_: None)


def parse(words: tuple[str, ...]) -> None:
    """Read a command line as the shell gives it; raises where petui would refuse it."""
    try:
        root.main(list(words), prog_name="petui", standalone_mode=False)
    except click.exceptions.Exit as end:
        assert end.exit_code == 0


@pytest.mark.usefixtures("only_parsed")
@pytest.mark.parametrize(("name", "shown"), _SHOWN, ids=lambda value: getattr(value, "line", value))
def test_what_a_code_block_types_is_understood(name: str, shown: Shown) -> None:
    parse(shown.words)


@pytest.mark.usefixtures("only_parsed")
@pytest.mark.parametrize("words", [("tabel",), ("table", "--widht", "3"), ("quiz", "--seed", "x"), ("cards", "lits")])
def test_what_is_mistyped_is_not(words: tuple[str, ...]) -> None:
    """So that the test above can fail."""
    with pytest.raises(click.UsageError):
        parse(words)


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words begin with, and the words behind it."""
    command: click.Command = root
    while words and isinstance(command, click.Group):
        choices = [command.commands.get(each) for each in words[0].split("|")]
        if any(each is None for each in choices):
            break
        command, words = next(each for each in choices if each is not None), words[1:]
    return command, words


@pytest.mark.parametrize("name", NAMES)
def test_every_command_that_is_named_exists_with_its_options(name: str) -> None:
    """In tables and in the text: `petui new course|lesson|deck NAME [--to DIR]`."""
    for span in spans(text_of(name)):
        if not re.match(r"petui( |$)", span):
            continue
        words = re.sub(r"[\[\]]", " ", span.partition(" | ")[0]).split()[1:]
        words = words[2:] if words[:1] == ["--content"] else words
        command, rest = command_of(words)
        first = rest[0] if rest else ""
        assert not isinstance(command, click.Group) or not first or first.startswith("-"), span
        known = {each for parameter in command.params for each in parameter.opts} | {"--help"}
        assert {each for each in rest if re.match(r"--?[a-z]", each)} <= known, span
        for option, value in pairwise(rest):
            parameter = next((each for each in command.params if option in each.opts), None)
            if parameter is not None and isinstance(parameter.type, click.Choice) and value[:1].islower():
                assert set(value.split("|")) <= set(map(str, parameter.type.choices)), span


def test_the_tour_has_every_command() -> None:
    """Each with a row; those of `cards` and `data` in a table of their own."""
    rows = [span for span in spans("\n".join(line for line in text_of("README.md").splitlines() if line[:2] == "| "))]
    named = {" ".join(words) for row in rows if row.startswith("petui ") for words in _named(row.split()[1:])}
    for name, command in root.commands.items():
        parts = [f"{name} {part}" for part in command.commands] if isinstance(command, click.Group) else [name]
        assert set(parts) <= named, f"{name}: {set(parts) - named}"


def _named(words: list[str]) -> Iterator[list[str]]:
    """The names that a row begins with, one or two words each."""
    yield words[:1]
    for second in words[1].split("|") if len(words) > 1 else ():
        yield [words[0], second]


def test_what_the_readme_runs_runs_and_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands in their order, in one folder, but those that stay; each prints what stands below it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "own"))
    compared = 0
    for shown in shown_commands(text_of("README.md")):
        words = shown.words
        if words[-1] in {"folder-of-files", "class"}:
            Path(words[-1]).mkdir()
            assert petui_here("data", "export", "-o", f"{words[-1]}/one.jsonl").returncode == 0
        if not _BROUGHT.isdisjoint(words) or ("--plain" not in words and not _STAYING.isdisjoint(words)):
            continue
        done = petui_here(*words, lines=shown.typed.encode())
        assert done.returncode == 0, (shown.line, done.stderr.decode())
        if shown.output.strip():
            assert done.stdout.decode().strip("\n") == shown.output.strip("\n"), shown.line
            compared += 1
    assert compared >= 3
    assert {"demo.md"} == {path.name for path in Path("lessons").iterdir()}


@pytest.mark.parametrize("name", NAMES)
def test_links_and_pictures_lead_somewhere(name: str) -> None:
    """Files of this repository, and headings as GitHub calls them."""
    for link in links(text_of(name)):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        assert (ROOT / path).is_file() or not path, link
        assert not anchor or anchor in anchors(text_of(path or name)), link


@pytest.mark.parametrize("name", NAMES)
def test_paths_of_this_repository_exist(name: str) -> None:
    """Whatever looks like one, in prose and in code: `petui/core/lab.py`, `petui/cli_*.py`, `.ci/run`."""
    pattern = r"(?<![\w/.~-])(?:petui|tests|content|\.ci)/[\w./*-]*[\w*]"
    found = [each.replace("NAME", "*") for each in re.findall(pattern, text_of(name))]
    assert not [each for each in found if not any(ROOT.glob(each))]


def test_the_readme_shows_every_picture_with_its_words() -> None:
    """What says what a picture shows is the same in the picture and beside it."""
    shown = re.findall(r"^!\[(.*)\]\(tests/screenshots/(\w+)\.svg\)$", text_of("README.md"), re.MULTILINE)
    assert sorted(shown) == sorted((picture.says, picture.name) for picture in PICTURES)


def test_every_file_that_is_named_without_its_folder_exists() -> None:
    """As `bugspectra.py` behind the path of another."""
    files = {path.name for folder in ("petui", "tests") for path in (ROOT / folder).rglob("*.py")}
    assert {span for span in spans(text_of("CONTRIBUTING.md")) if re.fullmatch(r"\w+\.py", span)} <= files


def test_the_first_five_minutes_are_as_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint, no second one before an attempt, a wrong number, the answer; and back at the step that came then."""
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path))
    first = " ".join(petui_here("--plain", lines=b"h\nh\n0.5\ns\n\n").stdout.decode().split())
    told = [first.find(words) for words in ("Hint:", "the next one comes after an attempt", "Wrong: 0.5", "It is ")]
    assert -1 not in told and told == sorted(told)
    assert first.find("Step 2 of") > told[-1]
    assert "Step 2 of" in petui_here("--plain").stdout.decode()


@pytest.mark.parametrize("name", NAMES)
def test_lines_fit(name: str) -> None:
    """Into 120 columns, but for code and rows of tables."""
    assert not [line for line in prose(text_of(name)) if len(line) > 120]


def test_code_blocks_are_found_whatever_their_form() -> None:
    """Indented ones with empty lines in them, and fenced ones."""
    text = (
        "Text:\n\n    $ petui table \\\n        --pos 3\n    0\n\n    $ A=b printf 'x' | petui check - > f\n\nText.\n"
    )
    assert code_blocks(text + "\n```\npetui list\n```\n")[1] == "petui list"
    assert [shown.words for shown in shown_commands(text)] == [("table", "--pos", "3"), ("check", "-")]
    assert [(shown.output.strip(), shown.typed) for shown in shown_commands(text)] == [("0", ""), ("", "x")]
