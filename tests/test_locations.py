"""Places: the environment decides, then the platform; asking creates nothing and never fails."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from petui.lessons.finding import builtin_content
from petui.locations import config_path, content_roots, data_dir, log_dir, state_of
from petui.plain.places import found_places


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any setting."""
    for name in ("PETUI_DATA_DIR", "PETUI_CONFIG", "PETUI_CONTENT_PATH", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_platform_s_places_lie_in_the_home(home: Path) -> None:
    """Data and configuration; nothing is created by asking."""
    for path in (data_dir(), log_dir(), config_path()):
        assert path.is_relative_to(home)
    assert log_dir() == data_dir() / "log"
    assert config_path().suffix == ".toml"
    assert content_roots() == ()
    assert {place.state for place in found_places(()) if place.path != str(builtin_content())} == {"missing"}
    assert not home.exists()


def test_the_environment_decides(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variable moves its place; `~` is the home."""
    monkeypatch.setenv("PETUI_DATA_DIR", "~/mine")
    monkeypatch.setenv("PETUI_CONFIG", "~/my.toml")
    assert data_dir() == home / "mine"
    assert log_dir() == home / "mine" / "log"
    assert config_path() == home / "my.toml"


def test_an_empty_variable_is_not_set(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that `PETUI_DATA_DIR= petui` is the default, not the current directory."""
    wanted = (data_dir(), config_path(), content_roots())
    for name in ("PETUI_DATA_DIR", "PETUI_CONFIG", "PETUI_CONTENT_PATH"):
        monkeypatch.setenv(name, "")
    assert (data_dir(), config_path(), content_roots()) == wanted


def test_courses_are_looked_for_in_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--content` first, then PETUI_CONTENT_PATH from left to right, then the learner's own if they exist."""
    monkeypatch.setenv("PETUI_CONTENT_PATH", os.pathsep.join(["/site", "", "~/shared"]))
    given = (Path("one"), Path("two"))
    assert content_roots(given) == (*given, Path("/site"), home / "shared")
    own = data_dir() / "courses"
    own.mkdir(parents=True)
    assert content_roots(given) == (*given, Path("/site"), home / "shared", own)
    own.rmdir()
    own.write_text("")
    assert own not in content_roots()


def test_without_a_home_nothing_crashes_or_lands_in_the_current_directory(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user without an entry anywhere, as in some containers: the home is `/`."""

    def nobody(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setenv("PETUI_CONTENT_PATH", "~/site")
    assert all(path.is_absolute() for path in (data_dir(), log_dir(), config_path(), *content_roots()))
    assert content_roots() == (Path("/site"),)
    assert found_places(())
    monkeypatch.setenv("PETUI_DATA_DIR", "~nobody-of-this-name/data")
    assert data_dir() == Path("~nobody-of-this-name/data")


def test_locate_says_what_is_there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every place with its state, also where the system refuses."""
    (data_dir() / "courses").mkdir(parents=True)
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(home / "site"))
    found = {(place.name, Path(place.path)): place.state for place in found_places(())}
    assert found.pop(("content", builtin_content())) in ("writable", "read-only")
    assert found == {
        ("data", data_dir()): "writable",
        ("log", log_dir()): "missing",
        ("config", config_path()): "missing",
        ("content", data_dir() / "courses"): "writable",
        ("content", home / "site"): "missing",
    }


@pytest.mark.parametrize(
    ("allowed", "state"), [(os.R_OK, "read-only"), (0, "unreadable"), (os.R_OK | os.W_OK | os.X_OK, "writable")]
)
def test_a_state_follows_from_what_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: int, state: str
) -> None:
    """Asked of the system, since the user may be root."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode & allowed == mode)
    assert state_of(tmp_path) == state


def test_a_place_that_may_not_be_looked_at_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's refusal is a state, not an exception, and not that nothing is there."""

    def refuse(path: Path) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", refuse)
        state = state_of(tmp_path)
    assert state == "unreadable"


def test_names_that_lead_nowhere(tmp_path: Path) -> None:
    """Below a file and over a dangling link there is nothing; a circle and an endless name cannot be followed."""
    (tmp_path / "file").write_text("")
    (tmp_path / "dangling").symlink_to("none")
    (tmp_path / "circle").symlink_to("circle")
    assert state_of(tmp_path / "file") == "writable"
    assert state_of(tmp_path / "file" / "below") == state_of(tmp_path / "dangling") == "missing"
    assert state_of(tmp_path / "circle") == state_of(tmp_path / ("x" * 5000)) == "unreadable"
