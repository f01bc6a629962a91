"""The README's pictures are what a student sees."""

from __future__ import annotations

import pytest

from tests.screenshots.take import FOLDER, PICTURES, Picture, take


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_as_kept(picture: Picture) -> None:
    kept = (FOLDER / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert take(picture) == kept, "take them anew, look at them and keep them: python -m tests.screenshots.take"


def test_pictures_need_nothing_from_elsewhere() -> None:
    for path in FOLDER.glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert "url(http" not in text and "@font-face" not in text and "<title>" in text
    assert {path.stem for path in FOLDER.glob("*.svg")} == {picture.name for picture in PICTURES}
