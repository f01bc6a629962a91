"""The user's configuration: what is written is taken exactly, or refused with the place and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.config import Config, QuizSettings, load_config
from petui.core.errors import ConfigError

COMMANDS = ("next", "back", "quit")
THEMES = ("dark", "light")


def loaded(path: Path, text: str | bytes) -> Config:
    """The configuration of that text."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_config(path, command_ids=COMMANDS, themes=THEMES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the configuration is."""
    return tmp_path / "config.toml"


def test_no_file_is_the_defaults(tmp_path: Path) -> None:
    """Nor an empty one, nor one below a file."""
    path = tmp_path / "config.toml"
    assert load_config(path, command_ids=COMMANDS, themes=THEMES) == Config({}, None, None)
    assert loaded(path, "") == Config()
    assert load_config(path / "x", command_ids=COMMANDS, themes=THEMES) == Config()


def test_all_settings(file: Path) -> None:
    """With the byte order mark and the line ends of Windows too."""
    text = 'theme = "light"\r\nascii = false\r\n[keys]\r\nnext = "x,ctrl+n"\r\n'
    config = loaded(file, "\ufeff" + text)
    assert config == Config({"next": "x,ctrl+n"}, "light", False)


def test_a_configuration_cannot_be_changed(file: Path) -> None:
    """Neither its fields nor its keys."""
    config = loaded(file, '[keys]\nnext = "x"')
    with pytest.raises(TypeError):
        config.keys["next"] = "y"  # type: ignore[index]
    with pytest.raises(AttributeError):
        config.theme = "dark"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('them = "dark"', ["'them'", "did you mean 'theme'?"]),
        ("zzz = 1", ["'zzz'", "known are ascii, keys, quiz, theme"]),
        ('theme = "drak"', ["'drak'", "did you mean 'dark'?"]),
        ("theme = 1", ["theme is 1", "a text"]),
        ('ascii = "yes"', ["ascii is 'yes'", "true or false"]),
        ("ascii = 1", ["ascii is 1", "true or false"]),
        ('keys = "x"', ["keys is 'x'", "a table"]),
        ('[keys]\nnxt = "x"', ["[keys]", "'nxt'", "did you mean 'next'?"]),
        ("[keys]\nnext = 3", ["next is 3"]),
        ('[keys]\nnext = ""', ["next is ''"]),
        ('[keys]\nnext = " "', ["next is ' '"]),
        ('[keys]\nnext = ["a"]', ["next is ['a']"]),
        ('theme = "dark"\ntheme = "dark"', ["no TOML"]),
        ("theme = \nascii = true", ["line 1"]),
        ("a = " + "[" * 5000, ["no TOML"]),
        ("a = " + "9" * 5000, ["no TOML"]),
        (b"\xff\xfe\x00", ["no TOML"]),
        ("\x00", ["no TOML"]),
    ],
    ids=range(18),
)
def test_what_is_wrong_is_said(file: Path, text: str | bytes, says: list[str]) -> None:
    """File, name, and what is nearest or known."""
    with pytest.raises(ConfigError) as caught:
        loaded(file, text)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert [part for part in says if part not in message] == []
    assert "\n" not in message


def test_quiz_settings(file: Path) -> None:
    """Each may be left out; the ends of the ranges are in them."""
    assert loaded(file, "").quiz == QuizSettings(0.9, 20, 200)
    assert loaded(file, "[quiz]\nretention = 0.85").quiz == QuizSettings(retention=0.85)
    assert loaded(file, "[quiz]\nretention = 0.7\nnew_per_day = 0\ndue_per_day = 9999").quiz == QuizSettings(
        0.7, 0, 9999
    )
    assert loaded(file, "[quiz]\nretention = 0.97").quiz.retention == 0.97


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("quiz = 3", ["quiz is 3", "a table"]),
        ("[quiz]\nretntion = 0.9", ["[quiz]", "'retntion'", "did you mean 'retention'?"]),
        ("[quiz]\nx = 0.9", ["known are due_per_day, new_per_day, retention"]),
        ("[quiz]\nretention = 0.69", ["retention is 0.69", "0.70 to 0.97"]),
        ("[quiz]\nretention = 0.98", ["retention is 0.98", "write retention = 0.9"]),
        ("[quiz]\nretention = 90", ["retention is 90"]),
        ("[quiz]\nretention = nan", ["retention is nan"]),
        ('[quiz]\nretention = "0.9"', ["retention is '0.9'"]),
        ("[quiz]\nnew_per_day = -1", ["new_per_day is -1", "a whole number from 0 to 9999"]),
        ("[quiz]\nnew_per_day = 10000", ["new_per_day is 10000"]),
        ("[quiz]\nnew_per_day = 20.0", ["new_per_day is 20.0"]),
        ("[quiz]\ndue_per_day = true", ["due_per_day is True"]),
        ("[quiz]\ndue_per_day = [1]", ["due_per_day is [1]"]),
    ],
)
def test_what_is_wrong_with_the_quiz_is_said(file: Path, text: str, says: list[str]) -> None:
    """File, name, range and what to write."""
    with pytest.raises(ConfigError) as caught:
        loaded(file, text)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert [part for part in says if part not in message] == []


def test_commands_and_themes_may_go_unchecked(file: Path) -> None:
    """Where the tutor is not loaded nobody knows them; everything else stays strict."""
    file.write_text('theme = "drak"\n[keys]\nnxt = "x"')
    assert load_config(file) == Config({"nxt": "x"}, "drak")
    with pytest.raises(ConfigError, match="nxt"):
        load_config(file, command_ids=COMMANDS)
    with pytest.raises(ConfigError, match="drak"):
        load_config(file, themes=THEMES)
    file.write_text("[keys]\nnxt = 3")
    with pytest.raises(ConfigError, match="nxt is 3"):
        load_config(file)


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    """A directory in its place, or a file that is locked away."""
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path, command_ids=COMMANDS, themes=THEMES)


@given(st.text(max_size=40))
def test_any_text_is_a_configuration_or_a_config_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Never another exception."""
    path = tmp_path_factory.getbasetemp() / "drawn.toml"
    try:
        assert isinstance(loaded(path, text.encode("utf-8", "replace")), Config)
    except ConfigError as error:
        assert str(path) in str(error)
