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


def loaded(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after running `code`."""
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return {line.partition(".")[0] for line in done.stderr.splitlines()}


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
    "arguments", [["--version"], ["--help"], ["table", "--help"], ["learn", "--help"]], ids=" ".join
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


def test_the_tutor_plans_no_reviews_before_its_first_paint() -> None:
    """Its screens, the quiz's too, load neither the scheduler nor the plots."""
    assert loaded("import petui.tui.app").isdisjoint({"fsrs", "plotext", "texicode"})


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
