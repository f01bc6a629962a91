"""What every test that drives the tutor within its own process stands on."""

from __future__ import annotations

import pytest

from tests.tui.quiet import wait_until_quiet


@pytest.fixture(autouse=True)
def no_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits for what it began, and not longer: it would sleep thrice for each key."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", wait_until_quiet)
