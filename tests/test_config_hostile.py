"""Files that are no configuration: none can make petui wait, fill a screen or be taken for another."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from petui.config import Config, load_config
from petui.core.errors import ConfigError

SOURCE = Path(__file__).parents[1]
LOADER = """
import sys
from pathlib import Path
from petui.config import load_config
from petui.core.errors import ConfigError

try:
    print(load_config(Path(sys.argv[1]), command_ids=("next",), themes=("dark",)))
except ConfigError as error:
    print(error)
    sys.exit(error.exit_code)
"""


def load(path: Path) -> Config:
    """The configuration there."""
    return load_config(path, command_ids=("next", "Back"), themes=("dark", "light"))


def loaded_apart(path: Path) -> subprocess.CompletedProcess[str]:
    """Loaded in a process of its own, which is ended if it waits."""
    command = [sys.executable, "-c", LOADER, str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=SOURCE, check=False)


def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    """Opening it would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    done = loaded_apart(tmp_path / "pipe")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith(f"{tmp_path / 'pipe'}: cannot be read: it is no file; ")


def test_an_endless_device_is_refused_at_once() -> None:
    """/dev/zero never ends."""
    assert loaded_apart(Path("/dev/zero")).returncode == 2


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As whatever else is no file."""
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        with pytest.raises(ConfigError, match="cannot be read"):
            load(tmp_path / "s")


def test_the_null_device_is_an_empty_configuration() -> None:
    """The usual way to say that there shall be none."""
    assert load(Path(os.devnull)) == Config()


def test_a_link_is_followed_and_one_to_nowhere_or_itself_is_none(tmp_path: Path) -> None:
    """As people keep their dot files in a repository; a circle is said."""
    (tmp_path / "real.toml").write_text('theme = "dark"')
    (tmp_path / "link.toml").symlink_to("real.toml")
    assert load(tmp_path / "link.toml").theme == "dark"
    (tmp_path / "nowhere.toml").symlink_to("none.toml")
    assert load(tmp_path / "nowhere.toml") == Config()
    (tmp_path / "circle.toml").symlink_to("circle.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / "circle.toml")


@pytest.mark.parametrize(("extra", "fits"), [(0, True), (1, False)])
def test_a_file_may_have_a_mebibyte(tmp_path: Path, extra: int, fits: bool) -> None:
    """To the byte; a sparse file of a tebibyte is not read either."""
    path = tmp_path / "config.toml"
    path.write_bytes(b"#" * ((1 << 20) + extra))
    if fits:
        assert load(path) == Config()
        return
    for size in (path.stat().st_size, 1 << 40):
        os.truncate(path, size)
        with pytest.raises(ConfigError, match="longer than 1048576 bytes"):
            load(path)


@pytest.mark.parametrize(
    "text",
    [
        'theme = "{}"',
        '{} = "x"',
        '[keys]\n{} = "x"',
        "[keys]\nnext = [{}]",
        'ascii = "{}"',
        'keys = "{}"',
    ],
)
def test_what_is_long_is_said_shortly(tmp_path: Path, text: str) -> None:
    """A message is a line or two, whatever the file holds."""
    path = tmp_path / "config.toml"
    path.write_text(text.format("1" * 3000))
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert len(caught.value.what) < 200


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ('THEME = "dark"', "'theme'"),
        ('theme = "LIGHT"', "'light'"),
        ('[keys]\nNEXT = "x"', "'next'"),
        ('[keys]\nback = "x"', "'Back'"),
    ],
)
def test_what_differs_by_its_case_is_near(tmp_path: Path, text: str, near: str) -> None:
    """And the name is given as it must be written."""
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert caught.value.mend == f"did you mean {near}?"


@pytest.mark.parametrize("text", ['theme = "\u202edark"', '"\u202etheme" = 1', '"\\u001b[2J" = 1'])
def test_what_could_disturb_the_terminal_is_escaped(tmp_path: Path, text: str) -> None:
    """Escapes and marks that turn the writing around."""
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("data", "byte"), [(b"# \xe9", 2), ('theme = "dark"'.encode("utf-16"), 0), (b"\xef\xbb\xbf\xff", 0)]
)
def test_another_encoding_is_named_with_its_first_byte(tmp_path: Path, data: bytes, byte: int) -> None:
    """Latin-1, UTF-16, and rubbish after a byte order mark."""
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match=f"byte {byte} is not UTF-8"):
        load(path)
