"""Completion: what real shells offer behind `petui`, how little it loads, and that it never complains."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from petui.cli import root
from petui.completion import SHELLS, VARIABLE, script
from petui.core.conventionnames import DTYPE_NAMES, SCORE_NAMES, TABLE_NAMES
from petui.core.parameters import DTYPES
from petui.core.registry import ALL, ON_SCORES
from petui.lessons.schema import VIEWS
from petui.lessons.symbols import SYMBOLS
from petui.plain.helptopics import TOPICS
from petui.plain.library import read_library
from tests.running import petui_here

Ask = Callable[[str], list[str]]

_ROOT = Path(__file__).parents[1]

# Each asks the function that the script defined, as the shell does at Tab; `$words` are typed, the last one is begun.
_ASK = {
    "bash": """
source "$script"
COMP_WORDS=($words"$begun"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { printf '%s ' compopt "$@"; echo; }
_petui_completion petui
printf '%s\\n' "${COMPREPLY[@]}"
complete -p petui >&3
""",
    "zsh": """
compdef() { print -u3 -- "complete $*"; }
compadd() { print -l -- "${(@)completions}"; }
_describe() { print -l -- "${(@)completions_with_descriptions%%:*}"; }
_path_files() { print -- "compopt $*"; }
source "$script"
words=(${=words} "$begun"); CURRENT=$#words
_petui_completion
""",
    "fish": """
source $script
complete -C "$words$begun" | string split -f1 \\t
complete -c petui >&3
""",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a `petui` to run, and the scripts as it prints them."""
    folder = tmp_path_factory.mktemp("shells")
    command = folder / "petui"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m petui "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    for shell in SHELLS:
        (folder / f"petui.{shell}").write_text(script(shell))
    return folder


def environment(place: Path, **more: str) -> dict[str, str]:
    path = f"{place}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(_ROOT), "HOME": str(place), **more}


def offered(shell: str, place: Path, typed: str, **more: str) -> list[str]:
    """What a shell offers for a command line of which the last word is begun."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    words, _, begun = typed.rpartition(" ")
    given = environment(place, script=str(place / f"petui.{shell}"), words=f"{words} ", begun=begun, **more)
    quiet = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    # The third stream is for what the script tells the shell.
    done = subprocess.run(
        ["bash", "--norc", "-c", 'exec "$0" "$@" 3>registered', shell, *quiet, "-c", _ASK[shell]],
        env=given,
        cwd=place,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert "petui" in (place / "registered").read_text()
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("petui learn rea", ["reading-a-cell", "reading-the-waves"]),
        ("petui quiz drawn", ["drawn"]),
        ("petui plot h", ["heat"]),
        ("petui table --conv", ["--convention"]),
        ("petui table --convention fair", ["fairseq"]),
        ("petui help exp", ["explain", "expressions"]),
    ],
)
def test_a_real_shell_offers_it(shell: str, place: Path, typed: str, wanted: list[str]) -> None:
    """With its own script, sourced."""
    assert sorted(offered(shell, place, typed)) == wanted


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_is_left_to_know_its_files(shell: str, place: Path) -> None:
    """Where a file is wanted petui offers none of its own."""
    (place / "mine.npy").write_bytes(b"")
    found = offered(shell, place, "petui check min")
    assert found == (["mine.npy"] if shell == "fish" else [f"compopt {'-o default ' if shell == 'bash' else '-f'}"])


# ---- every parameter, in the way that the scripts ask ---------------------------------------------------------------


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Asks this process what a script would ask a new one."""

    def names(typed: str) -> list[str]:
        words = typed.split(" ")
        monkeypatch.setenv(VARIABLE, "bash_complete")
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        done = petui_here()
        assert (done.returncode, done.stderr) == (0, b""), done
        return [line.partition(",")[2] or line for line in done.stdout.decode().splitlines() if line]

    return names


def test_names_are_those_that_there_are(ask: Ask) -> None:
    """All of them, in order, and no other."""
    courses = read_library(()).courses
    lessons = [lesson.id for course in courses for lesson in course.lessons]
    decks = [deck.id for course in courses for deck in course.decks]
    ids = [course.id for course in courses]
    assert sorted(ask("petui learn ")) == sorted(lessons)
    assert set(ask("petui quiz ")) == {*decks, *ids, *lessons} == set(ask("petui cards list "))
    assert set(ask("petui worksheet ")) == {*decks, *lessons}
    assert ask("petui map ") == ids
    assert ask("petui plot ") == list(VIEWS)
    assert ask("petui table --convention ") == list(TABLE_NAMES) == list(ALL)
    assert ask("petui conventions ") == [*ALL, *ON_SCORES]
    assert ask("petui table --dtype ") == list(DTYPE_NAMES) == list(DTYPES)
    assert ask("petui table --format ") == ["text", "csv", "json", "npy"]
    assert ask("petui explain ") == [symbol.ascii for symbol in SYMBOLS]
    assert set(ask("petui help ")) == {*TOPICS, *root.commands}
    assert ask("petui schema ") == ["course", "lesson", "retelling", "deck"]
    assert ask("petui completion ") == list(SHELLS)
    assert tuple(ON_SCORES) == SCORE_NAMES


def test_behind_a_lesson_come_its_steps(ask: Ask) -> None:
    for course in read_library(()).courses:
        lesson = course.lessons[0]
        assert ask(f"petui learn {lesson.id}#") == [f"{lesson.id}#{step.id}" for step in lesson.steps]
    assert ask("petui learn nowhere#") == []


def test_a_further_folder_of_courses_counts(ask: Ask, tmp_path: Path) -> None:
    """As it is typed before."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "lessons").mkdir()
    (tmp_path / "course.yaml").write_text(
        "schema: 1\nid: own\ntitle: Own\nlanguage: en\ndecks: [decks/a.yaml, decks/b.md, ../c.md, decks/d.md]\n"
    )
    (tmp_path / "decks/a.yaml").write_text("schema: 1\nid: zz-named\ncards: []\n")
    (tmp_path / "decks/b.md").write_text("Q :: A\n")
    (tmp_path / "lessons/zz-unlisted.md").write_text("no lesson")
    assert ask(f"petui --content {tmp_path} quiz zz") == ["zz-named", "zz-unlisted"]
    assert "b" in ask(f"petui quiz --content {tmp_path} b")
    assert ask(f"petui learn --content {tmp_path} zz") == ["zz-unlisted"]


@pytest.mark.parametrize("text", ["", "[", "schema: 1\nid: [", "- a", "id: Own\nparts: 3", "\0"])
def test_broken_courses_are_silent(ask: Ask, tmp_path: Path, text: str) -> None:
    """The others are offered still."""
    (tmp_path / "course.yaml").write_text(text)
    assert ask(f"petui learn --content {tmp_path} radi") == ["radians"]
    assert ask(f"petui learn --content {tmp_path}/nowhere radi") == ["radians"]


def test_a_deck_that_is_a_pipe_is_not_waited_for(ask: Ask, tmp_path: Path) -> None:
    """Nor is a lesson."""
    (tmp_path / "course.yaml").write_text(
        "schema: 1\nid: own\ntitle: Own\nlanguage: en\nparts:\n  - title: A\n    lessons: [pipe]\ndecks: [deck.md]\n"
    )
    (tmp_path / "lessons").mkdir()
    os.mkfifo(tmp_path / "deck.md")
    os.mkfifo(tmp_path / "lessons/pipe.md")
    assert ask(f"petui quiz --content {tmp_path} deck") == ["deck"]
    assert ask(f"petui learn --content {tmp_path} pipe#") == []


def test_a_course_that_a_link_leads_out_of_offers_nothing(ask: Ask, tmp_path: Path) -> None:
    """As the tutor leaves it out; a deck that is elsewhere is no deck of the course either."""
    head = "schema: 1\nid: zz-own\ntitle: Own\nlanguage: en\ndecks: [zz-in.md, zz-out.md]\n"
    (tmp_path / "elsewhere").mkdir()
    for name in ("zz.yaml", "zz.md"):
        (tmp_path / "elsewhere" / name).write_text(head)
    for name in ("linked", "own"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "zz-in.md").write_text("Q :: A\n")
        (tmp_path / name / "zz-out.md").symlink_to(tmp_path / "elsewhere/zz.md")
    (tmp_path / "linked/course.yaml").symlink_to(tmp_path / "elsewhere/zz.yaml")
    assert ask(f"petui quiz --content {tmp_path}/linked zz") == []
    (tmp_path / "own/course.yaml").write_text(head)
    assert sorted(ask(f"petui quiz --content {tmp_path}/own zz")) == ["zz-in", "zz-own"]


@pytest.mark.parametrize(
    "asked", ["bash_complete", "bash", "nushell_complete", "bash_source_more", "_", "zsh_complete"]
)
def test_what_no_script_asks_is_no_traceback(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    """As without the words that a script gives."""
    monkeypatch.setenv(VARIABLE, asked)
    monkeypatch.delenv("COMP_WORDS", raising=False)
    done = petui_here()
    assert (done.returncode, done.stderr) == (1, b"")


def parameters(command: click.Command, *names: str) -> Iterator[tuple[str, click.Parameter]]:
    for parameter in command.params:
        yield " ".join((*names, str(parameter.name))), parameter
    for name, each in (command.commands if isinstance(command, click.Group) else {}).items():
        yield from parameters(each, *names, name)


# What no list can offer: words, numbers, names of one's own.
_FREE = {
    *("find words", "learn settings", "plot pos", "table pos", "table grid", "convert keys", "new name"),
    *("cards suspend names", "cards unsuspend names", "serve host", "serve url"),
}


def test_every_parameter_that_names_something_is_completed() -> None:
    """A new one is thought of."""
    for name, parameter in parameters(root):
        plain = parameter.type is click.STRING and not getattr(parameter, "is_flag", False)
        if plain and name not in _FREE:
            assert parameter._custom_shell_complete is not None, name


@pytest.mark.parametrize("typed", ["petui learn rea", "petui table --convention p", "petui help ", "petui quiz dr"])
def test_a_tab_loads_little(typed: str, place: Path) -> None:
    """No numbers, no screens, no Markdown; of a course that was read before not even YAML."""
    code = (
        "import sys\nfrom petui.start import main\nsys.argv = ['petui']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    (place / "data/readings").mkdir(parents=True, exist_ok=True)
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), VARIABLE: "bash_complete"}
    given = environment(place, PETUI_DATA_DIR=str(place / "data"), **words)
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, check=True)
    assert "plain," in done.stdout
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert "click" in loaded
    assert loaded.isdisjoint({"numpy", "textual", "rich", "markdown_it", "yaml", "simpleeval", "plotext", "fsrs"})


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(shell: str) -> None:
    """As click's own way gives it, and nothing on standard error where no terminal reads."""
    done = petui_here("completion", shell)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == script(shell)
    assert f"{VARIABLE}={shell}_complete" in script(shell)
