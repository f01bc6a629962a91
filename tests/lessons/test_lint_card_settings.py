"""Lint: a card's numbers are checked at the Lab that the card sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.lint import lint_course

COURSE = "schema: 1\nid: c\ntitle: C\nlanguage: en\nparts: []\ndecks: [decks/d.md]\n"
CARD = """\
:::{{card}} slow
:set: d_model={d_model}
:answer: omega(100)
:tol: 1%

{{val}}`omega(100)`?
?
{{val}}`wavelength(100)`.
:::
"""


@pytest.mark.parametrize(("d_model", "codes"), [(512, set()), (8, {"E06"})])
def test_a_card_is_checked_at_its_settings(tmp_path: Path, d_model: int, codes: set[str]) -> None:
    """Pair 100 exists in a wide table and not in a narrow one."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "course.yaml").write_text(COURSE)
    (tmp_path / "decks" / "d.md").write_text(CARD.format(d_model=d_model))

    assert {fault.code for fault in lint_course(tmp_path)} == codes
