"""What a fresh interpreter has loaded: the only proof that an import is late."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import petui

HEAVY = ("numpy", "textual", "rich", "plotext", "markdown_it", "yaml", "simpleeval", "texicode", "fsrs")
PLAIN_PACKAGES = ("core", "lessons", "review", "plot", "plain")


def stderr_of(code: str) -> list[str]:
    """What a fresh interpreter writes to stderr, in lines."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()


def loaded(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after running `code`."""
    lines = stderr_of(f"{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)")
    return {line.partition(".")[0] for line in lines}


def loaded_by(*arguments: str) -> set[str]:
    """The same after a command."""
    return loaded(
        f"sys.argv = ['petui', *{arguments!r}]\n"
        "from petui.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code"
    )


def modules(package: str) -> list[str]:
    """Every module of a package of petui, the package included."""
    place = Path(petui.__file__).parent / package
    return [f"petui.{package}", *(f"petui.{package}.{each.name}" for each in pkgutil.iter_modules([str(place)]))]


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["table", "--help"], ["learn", "--help"], ["help"], ["help", "files"]],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    """Asking what there is must not cost what it needs."""
    assert loaded_by(*arguments).isdisjoint(HEAVY)


@pytest.mark.parametrize(
    ("arguments", "needless"),
    [
        (["table"], {"textual", "rich", "plotext", "markdown_it", "yaml", "texicode"}),
        (["explain", "3", "2"], {"textual", "rich", "plotext", "markdown_it", "yaml", "texicode"}),
        (["explain", "omega"], {"textual", "rich", "plotext", "markdown_it", "yaml", "texicode", "numpy"}),
        (["lint", str(Path(__file__).parent / "lessons/samples/small.md")], {"textual", "rich", "plotext"}),
        (["list"], {"textual", "rich", "plotext"}),
        (["find", "omega"], {"textual", "rich", "plotext"}),
        (["locate"], {"textual", "rich", "plotext"}),
        (["cards", "list"], {"textual", "rich", "plotext"}),
        (["cards", "export"], {"textual", "rich", "plotext"}),
        (["data", "export"], {"textual", "rich", "plotext", "markdown_it", "yaml", "texicode", "numpy", "fsrs"}),
        (["help", "format"], {"textual", "rich", "plotext", "markdown_it", "yaml", "texicode"}),
        (["schema", "course"], {"textual", "rich", "plotext"}),
        (["plot", "waves"], {"textual", "rich", "markdown_it", "yaml"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_command_loads_what_it_needs(arguments: list[str], needless: set[str]) -> None:
    """No command without screens loads the screens, and few load the lessons' parser."""
    assert loaded_by(*arguments).isdisjoint(needless)


@pytest.mark.parametrize("package", PLAIN_PACKAGES)
def test_packages_without_screens_load_no_textual(package: str) -> None:
    """Every module of theirs, all at once."""
    assert loaded(f"import {', '.join(modules(package))}").isdisjoint({"textual", "rich"})


def test_the_tutor_starts_without_the_command_lines_parser() -> None:
    """`petui` alone has nothing to parse; what it has is refused here, as there is no terminal."""
    ended = "import petui.start\nsys.argv = ['petui']\ntry:\n    petui.start.main()\nexcept SystemExit as end:\n"
    assert loaded(f"{ended}    assert end.code == 2").isdisjoint({"textual", *HEAVY} - {"click"})
    assert "click" not in loaded("import petui.start, petui.tui.opening")


# What the tutor needs for its first screen, or may need for others, and nothing of it to be seen at all.
BEHIND_THE_PAINT = {
    "numpy",
    "plotext",
    "markdown_it",
    "yaml",
    "simpleeval",
    "texicode",
    "fsrs",
    "ssl",
    "tomllib",
    "click",
}
FIRST_SCREEN = """
from petui.tui.environment import _load_less
_load_less()
import asyncio
from petui.tui.commands import COMMANDS
from petui.tui.opening import OpeningApp
from petui.tui.options import TutorOptions

told = []

def tell(when):
    names = {name.partition(".")[0] for name, module in sys.modules.items() if module is not None}
    told.append(" ".join([when, *names, *(name for name in sys.modules if name.startswith("petui."))]))

def opened():
    from petui.tui.session import Session
    return Session(TutorOptions())

say_first = OpeningApp._say_first

def watched(app):
    say_first(app)
    tell("FIRST")

OpeningApp._say_first = watched

async def run():
    app = OpeningApp(opened, COMMANDS, ascii=False, colorless=False, theme="dark")
    async with app.run_test(size=(120, 40)) as pilot:
        while app.holds_frames:
            await pilot.pause()
        tell("LATER")

asyncio.run(run())
print(*told, sep="\\n", file=sys.stderr)
"""


@pytest.fixture
def begun() -> dict[str, set[str]]:
    """What is loaded when the tutor first writes to the terminal, and when its first screen is drawn."""
    told = (line.split() for line in stderr_of(FIRST_SCREEN))
    return {words[0]: set(words[1:]) for words in told}


def test_nothing_heavy_is_loaded_before_the_first_paint(begun: dict[str, set[str]]) -> None:
    """Neither numbers nor lessons nor screens: Textual, and what the line and the driver need."""
    assert "textual" in begun["FIRST"]
    assert begun["FIRST"].isdisjoint(BEHIND_THE_PAINT)
    assert not [name for name in begun["FIRST"] if name.startswith(("petui.tui.screens.", "petui.plot."))]


def test_the_first_screen_loads_what_it_shows(begun: dict[str, set[str]]) -> None:
    """The lesson with its numbers; no other screen, no quiz, no scheduler, no grids, no TLS, no bare links."""
    assert {"numpy", "markdown_it", "petui.tui.screens.learn", "petui.plot.views"} <= begun["LATER"]
    assert begun["LATER"].isdisjoint({"fsrs", "texicode", "ssl", "linkify_it", "click", "_hashlib"})
    kinds = {name for name in begun["LATER"] if name.startswith("petui.tui.screens.")}
    assert kinds.isdisjoint({f"petui.tui.screens.{kind}" for kind in ("lab", "quiz", "map", "progress")})
    quizzes = {"petui.review.quiz", "petui.review.grade", "petui.review.schedule", "petui.lessons.deckfile"}
    words = {"petui.tui.palette", "petui.tui.copying", "petui.plain.lessonwords", "petui.lessons.mathspeech"}
    others = {"petui.core.registry", "petui.core.diagnosis", "petui.lessons.lint"}
    assert begun["LATER"].isdisjoint(quizzes | words | others)


def test_the_core_stands_alone() -> None:
    """All of it loads NumPy, and nothing else that is installed."""
    found = loaded(f"import {', '.join(modules('core'))}")
    assert "numpy" in found
    assert found.isdisjoint({*HEAVY, "click", "platformdirs", "mdit_py_plugins"} - {"numpy"})


def test_the_cores_names_load_late() -> None:
    """`petui.core` itself is free; a name of it costs what it needs."""
    assert "numpy" not in loaded("import petui.core")
    assert "numpy" not in loaded("from petui.core import PetuiError")
    assert "numpy" in loaded("from petui.core import encode")


@pytest.mark.parametrize(
    "name",
    [
        "Lab",
        "PetuiError",
        "Trace",
        "alibi_slopes",
        "encode",
        "frequencies",
        "rotated",
        "rotation",
        "t5_bucket",
        "trace",
        "wavelengths",
    ],
)
def test_the_stable_names_are_there(name: str) -> None:
    """Each is what its module defines, `trace` and `rotation` functions included."""
    import petui.core

    assert callable(getattr(petui.core, name))
    assert name in petui.core.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As in any module."""
    import petui.core

    with pytest.raises(AttributeError, match="no attribute 'encoder'"):
        _ = petui.core.encoder
