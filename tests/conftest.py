"""What every test stands on: no settings of the developer's own, and drawn examples without a clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# A shared machine is slow at times; an example that takes long is not wrong.
settings.register_profile("petui", deadline=None)
settings.load_profile("petui")

_VARIABLES = ("PETUI_CONTENT_PATH", "NO_COLOR", "COLUMNS", "LINES", "COLORTERM", "LC_ALL", "LC_CTYPE")


@pytest.fixture(autouse=True)
def hermetic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a test from the developer's data, settings and locale."""
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "petui-data"))
    monkeypatch.setenv("PETUI_CONFIG", str(tmp_path / "petui-config.toml"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
