"""The package as people get it: a wheel or an editable checkout in a fresh venv, with its courses."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import petui
from tests.terminal.ptyrun import PtyRun

CHECKOUT = Path(petui.__file__).resolve().parent.parent
PARTS = ("petui", "content", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md")
PATIENCE = 300

pytestmark = pytest.mark.skipif(
    not (CHECKOUT / "pyproject.toml").is_file(), reason="the tests run against an installed petui, not a checkout"
)


def call(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Run a command that must succeed, with some more variables; its standard output."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
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


def test_wheel_and_sdist_carry_licence_and_version(source: Path, wheel: Path, tmp_path: Path) -> None:
    """One version, from petui/__init__.py; the licence's text in both; metadata that a package index takes."""
    licence = (CHECKOUT / "LICENSE").read_bytes()
    home = f"petui-{petui.__version__}"
    with zipfile.ZipFile(wheel) as archive:
        info = f"{home}.dist-info"
        assert archive.read(f"{info}/licenses/LICENSE") == licence
        metadata = archive.read(f"{info}/METADATA").decode().splitlines()
    assert wheel.name == f"{home}-py3-none-any.whl"
    assert {f"Version: {petui.__version__}", "License-Expression: MIT", "License-File: LICENSE"} <= set(metadata)
    sdist = built(source, "sdist", tmp_path / "sdist")
    assert sdist.name == f"{home}.tar.gz"
    with tarfile.open(sdist) as tar:
        member = tar.extractfile(f"{home}/LICENSE")
        assert member is not None and member.read() == licence
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {"pyproject.toml", "README.md", "CHANGELOG.md"} <= names


def test_the_version_is_written_in_one_place() -> None:
    """Nothing else of the checkout has to be changed for a release but the changelog."""
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in text and petui.__version__ not in text.replace(f">={petui.__version__}", "")
    assert f"## {petui.__version__}" in (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_sdist_builds_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    """Whoever packages from the sdist gets every file."""
    sdist = built(source, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = built(unpacked, "wheel", tmp_path / "wheel")
    with zipfile.ZipFile(again) as one, zipfile.ZipFile(wheel) as other:
        assert set(one.namelist()) == set(other.namelist())


# ---- a system-wide install, made offline ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheelhouse(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """petui and all that it needs as wheels, as an administrator takes them along."""
    place = tmp_path_factory.mktemp("wheelhouse")
    constraints = CHECKOUT / ".ci" / "constraints.txt"
    call(sys.executable, "-m", "pip", "wheel", "-q", "-c", constraints, "-w", place, f"{wheel}[web]", cwd=place)
    return place


@pytest.fixture(scope="module")
def shared() -> Iterator[Path]:
    """A folder that every user can get to; nobody else gets into a test's own."""
    place = Path(tempfile.mkdtemp(prefix="petui-"))
    place.chmod(0o755)
    yield place
    for folder in (place, *(path for path in place.rglob("*") if path.is_dir() and not path.is_symlink())):
        folder.chmod(0o755)
    shutil.rmtree(place)


@pytest.fixture(scope="module")
def installed(wheelhouse: Path, shared: Path) -> Path:
    """petui in a venv into which nobody may write, installed from the wheelhouse and from nowhere else."""
    place = shared / "opt" / "petui"
    place.parent.mkdir()
    venv.create(place, with_pip=True)
    offline = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": ""}
    command = (
        place / "bin" / "python",
        "-m",
        "pip",
        "install",
        "-q",
        "--no-index",
        "--find-links",
        wheelhouse,
        "petui[web]",
    )
    call(*command, cwd=shared, **offline)
    for path in (place, *place.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    return place / "bin" / "petui"


def tree(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file below a folder: mode, moment of its last change, and what is in it."""
    files = (path for path in root.rglob("*") if not path.is_symlink())
    return {
        str(path): (path.stat().st_mode, path.stat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in files
    }


def as_nobody(*command: str | Path) -> list[str]:
    """The command as another user without rights, where the tests may do that; else as this one."""
    given = list(map(str, command))
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        return given
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *given]


def environs(shared: Path) -> dict[str, dict[str, str]]:
    """The environment of somebody without a home, with one that is not there, and with one that is read-only."""
    home = shared / "home"
    home.mkdir(exist_ok=True)
    home.chmod(0o555)
    bare = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    homes: dict[str, dict[str, str]] = {
        "unset": {},
        "missing": {"HOME": "/proc/nowhere"},
        "read-only": {"HOME": str(home)},
    }
    return {name: bare | more for name, more in homes.items()}


@pytest.mark.soak
def test_a_read_only_install_from_a_wheelhouse_works_for_everybody(installed: Path, shared: Path) -> None:
    """As another user, whatever the home: what learns and revises says once that nothing is saved; nothing is written.

    Python is free to write its caches beside the modules, were it let.
    """
    before = tree(shared / "opt")
    lesson = shared / "one.md"
    lesson.write_text("---\nschema: 1\nid: one\ntitle: One\nminutes: 1\n---\n\n::::{step} only\nAll.\n::::\n")
    for name, environ in environs(shared).items():
        if not _may_run(installed, environ):
            pytest.skip("another user may not run this Python")
        for command, typed, said in (
            ("--version", "", f"petui {petui.__version__}"),
            ("table --pos 3 --d-model 4", "", "0.1411"),
            ("list", "", "the-derivation"),
            (f"lint {lesson}", "", ""),
            ("learn --plain", "\n\n1\ns\n", "Session over"),
            ("quiz --plain --seed 1", "\n1\n1\ns\n", "Session over"),
        ):
            done = _run(as_nobody(installed, *command.split()), environ, shared, typed)
            assert done.returncode == 0 and said in done.stdout, (name, command, done.stderr, done.stdout)
            assert done.stdout.count("Progress is not saved: ") == ("--plain" in command), (name, command, done.stdout)
        doctor = _run(as_nobody(installed, "doctor"), environ, shared)
        assert doctor.returncode == 1 and "cannot be written" in doctor.stdout, (name, doctor.stdout)
        module = _run(as_nobody(installed.with_name("python"), "-m", "petui", "--version"), environ, shared)
        assert module.stdout == f"petui {petui.__version__}\n"
    assert _run(as_nobody(installed, "lint"), environ, shared).returncode == 0
    assert tree(shared / "opt") == before


@pytest.mark.soak
def test_the_tutor_of_a_read_only_install_teaches(installed: Path, shared: Path) -> None:
    """In a terminal: a banner all the time, one line at the end, and nothing is written."""
    before = tree(shared / "opt")
    for name, environ in environs(shared).items():
        if not _may_run(installed, environ):
            pytest.skip("another user may not run this Python")
        with PtyRun(as_nobody(installed), size=(100, 30), environ=environ) as run:
            run.wait_for("(not saved")
            run.wait_quiet()
            run.send("\x1b")
            run.wait_for("q quit")
            run.send("q")
            assert run.exit_status() == 0, (name, run.text)
        assert b"".join(run.output.partition(b"the last answers")[1:]).count(b"not saved") == 1, (name, run.text)
    assert tree(shared / "opt") == before


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("uv") is None, reason="there is no uv here")
def test_uv_installs_it_as_a_tool_offline(wheelhouse: Path, tmp_path: Path) -> None:
    """`uv tool install` takes the same wheelhouse."""
    places = {f"UV_{name}": str(tmp_path / name) for name in ("TOOL_DIR", "TOOL_BIN_DIR", "CACHE_DIR")}
    flags = ("--offline", "--no-index", "--find-links", wheelhouse, "--python", sys.executable)
    call("uv", "tool", "install", "-q", *flags, "petui", cwd=tmp_path, UV_NO_CONFIG="1", **places)
    assert call(tmp_path / "TOOL_BIN_DIR" / "petui", "--version", cwd=tmp_path) == f"petui {petui.__version__}\n"


def _may_run(command: Path, environ: dict[str, str]) -> bool:
    return _run(as_nobody(command.with_name("python"), "-c", ""), environ, command.parent).returncode == 0


def _run(command: list[str], environ: dict[str, str], cwd: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environ, cwd=cwd, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
