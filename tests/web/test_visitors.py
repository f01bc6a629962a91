from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.errors import PetuiError
from petui.web.visitors import Visitors, claim_data, is_token


def test_a_token_is_known_before_its_folder_and_after_the_server(tmp_path: Path) -> None:
    visitors = Visitors(tmp_path)
    token = visitors.give()
    assert is_token(token) and visitors.knows(token) and not list(tmp_path.iterdir())
    assert not Visitors(tmp_path).knows(token)
    folder = visitors.open(token)
    assert folder.parent == tmp_path / "visitors" and folder.stat().st_mode & 0o077 == 0
    assert Visitors(tmp_path).knows(token)
    assert visitors.give() != token


@given(text=st.text(max_size=40) | st.text("0123456789abcdef./", min_size=30, max_size=33))
def test_a_token_is_one_name_of_a_folder_and_nothing_else(text: str) -> None:
    assert not is_token(text) or (len(text) == 32 and Path(text).name == text and text.isalnum() and text.isascii())


@pytest.mark.parametrize(
    "text", ["", "..", "../" * 10 + "ab", "0" * 31 + "\n", "0" * 32 + "\n", "/" + "0" * 31, "F" * 32]
)
def test_no_other_name_is_ever_opened(tmp_path: Path, text: str) -> None:
    visitors = Visitors(tmp_path)
    (tmp_path / "visitors").mkdir()
    assert not visitors.knows(text)
    with pytest.raises(ValueError):
        visitors.open(text)
    assert not list((tmp_path / "visitors").iterdir())


def test_data_that_others_may_reach_are_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert claim_data(tmp_path / "a" / "b") == (tmp_path / "a" / "b").resolve()
    (tmp_path / "linked").symlink_to(tmp_path / "a" / "b")
    assert claim_data(tmp_path / "linked") == (tmp_path / "a" / "b").resolve()
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o1777)
    (tmp_path / "led" / "away").mkdir(parents=True)
    (tmp_path / "led" / "visitors").symlink_to("away")
    (tmp_path / "within" / "visitors").mkdir(parents=True)
    (tmp_path / "within" / "visitors").chmod(0o757)
    (tmp_path / "file").touch()
    refused = {"open": "everybody", "led": "is a link", "within": "within/visitors", "file": "cannot be made"}
    for name, says in refused.items():
        with pytest.raises(PetuiError, match="--data") as error:
            claim_data(tmp_path / name)
        assert says in str(error.value) and "\n" not in str(error.value)
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    with pytest.raises(PetuiError, match="another user's"):
        claim_data(tmp_path / "a" / "b")
