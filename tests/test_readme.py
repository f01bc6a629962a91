"""The README says what is true."""

from __future__ import annotations

import re
from pathlib import Path

from petui.tui.keytable import keys_in

_README = Path(__file__).parent.parent / "README.md"


def test_the_key_table_is_the_declared_one() -> None:
    """Between its marks the README has what `petui keys --format markdown` prints."""
    text = _README.read_text(encoding="utf-8")
    found = re.search(r"<!-- keys -->\n(.*?)\n<!-- /keys -->", text, re.DOTALL)
    assert found is not None
    assert found[1].strip() == keys_in("markdown", ascii=False).strip()


def test_continuous_integration_finds_its_test_command() -> None:
    """Exactly one line sets up and tests, in the form that .ci/run reads."""
    lines = re.findall(r"^ *python3 -m venv .* -m pytest.*$", _README.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == 1
