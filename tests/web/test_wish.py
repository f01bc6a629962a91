"""What `petui serve` refuses before it serves."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from petui.cli import root
from petui.core.errors import PetuiError


def serve(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["serve", *arguments])


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (("--port", "65536"), "--port"),
        (("--port", "-1"), "--port"),
        (("--visitors", "0"), "--visitors"),
        (("--url", "nowhere"), "--url"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], where: str, tmp_path: Path) -> None:
    result = serve("--data", str(tmp_path / "served"), *arguments)
    assert isinstance(result.exception, PetuiError) and result.exception.where == where
    assert not (tmp_path / "served").exists()


def test_a_port_that_another_has_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = serve("--data", str(tmp_path), "--port", port)
    assert isinstance(result.exception, PetuiError) and port in str(result.exception)


def test_data_that_cannot_be_kept_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = serve("--data", str(tmp_path / "file" / "served"))
    assert isinstance(result.exception, PetuiError) and result.exception.where == "--data"


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    for name in [each for each in sys.modules if each.startswith("petui.web.")]:
        monkeypatch.delitem(sys.modules, name)
    result = serve("--data", str(tmp_path))
    assert isinstance(result.exception, PetuiError)
    assert all(f"pip install '{each}[web]'" in str(result.exception) for each in ("petui", "."))
    assert result.exception.exit_code == 2
