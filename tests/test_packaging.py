"""The package as people get it: a wheel or an editable checkout in a fresh venv, with its courses."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

import petui

CHECKOUT = Path(petui.__file__).resolve().parent.parent
PARTS = ("petui", "content", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md")
PATIENCE = 300

pytestmark = pytest.mark.skipif(
    not (CHECKOUT / "pyproject.toml").is_file(), reason="the tests run against an installed petui, not a checkout"
)


def call(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed; its standard output."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, which building may litter."""
    place = tmp_path_factory.mktemp("source")
    for part in PARTS:
        if (CHECKOUT / part).is_dir():
            shutil.copytree(CHECKOUT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(CHECKOUT / part, place / part)
    return place


def built(source: Path, target: str, place: Path) -> Path:
    """What hatchling builds of a source."""
    call(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", place, cwd=source)
    (product,) = place.iterdir()
    return product


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout."""
    return built(source, "wheel", tmp_path_factory.mktemp("wheel"))


def fresh_venv(place: Path, *requirement: str | Path) -> Path:
    """A venv with petui installed by pip, and its dependencies borrowed from here, so that no network is needed."""
    venv.create(place, with_pip=False)
    purelib = Path(sysconfig.get_path("purelib", vars={"base": str(place), "platbase": str(place)}))
    (purelib / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = place / "bin" / "python"
    quiet = ("--no-deps", "--no-index", "--no-build-isolation", "-q")
    call(sys.executable, "-m", "pip", "--python", python, "install", *quiet, *requirement, cwd=place)
    return place / "bin" / "petui"


def content_files(root: Path) -> set[str]:
    """The courses' files by their paths below `content`."""
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def check_install(command: Path, cwd: Path, home: Path) -> None:
    """The installed command finds its own courses, and all is well with it."""
    assert call(command, "--version", cwd=cwd) == f"petui {petui.__version__}\n"
    places: list[dict[str, Any]] = json.loads(call(command, "locate", "--format", "json", cwd=cwd))["places"]
    (root,) = [Path(place["path"]) for place in places if place["name"] == "content"]
    assert root.is_relative_to(home)
    assert content_files(root) == content_files(CHECKOUT / "content")
    lessons = json.loads(call(command, "list", "--format", "json", cwd=cwd))["lessons"]
    assert len(lessons) == len(list((CHECKOUT / "content").glob("*/lessons/*.md")))
    assert json.loads(call(command, "doctor", "--format", "json", cwd=cwd))["well"]
    assert "0.1411" in call(command, "table", "--pos", "3", "--d-model", "4", cwd=cwd)


def test_the_wheel_works_in_a_fresh_venv(wheel: Path, tmp_path: Path) -> None:
    """From a directory that knows nothing of the checkout."""
    command = fresh_venv(tmp_path / "venv", wheel)
    check_install(command, tmp_path, tmp_path / "venv")
    assert call(command, "lint", cwd=tmp_path) == ""


def test_an_editable_checkout_works_in_a_fresh_venv(source: Path, tmp_path: Path) -> None:
    """Its courses are those of the checkout, so that an author sees changes at once."""
    command = fresh_venv(tmp_path / "venv", "-e", source)
    check_install(command, tmp_path, source)


def test_the_wheel_holds_what_is_used(wheel: Path) -> None:
    """Courses, styles and the marker of types; no tests."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {f"petui/content/{name}" for name in content_files(CHECKOUT / "content")} <= names
    assert {"petui/py.typed", "petui/tui/petui.tcss", "petui/cli.py"} <= names
    assert not [name for name in names if name.startswith(("tests/", "content/")) or "__pycache__" in name]


def test_the_sdist_builds_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    """Whoever packages from the sdist gets every file."""
    sdist = built(source, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = built(unpacked, "wheel", tmp_path / "wheel")
    with zipfile.ZipFile(again) as one, zipfile.ZipFile(wheel) as other:
        assert set(one.namelist()) == set(other.namelist())
