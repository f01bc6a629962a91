"""Following aliases costs as much as there are aliases, however long their chains are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.lessons.aliases import Aliases, aliases_of

LENGTH = 1_000


class Counted(dict[str, str]):
    """A mapping that counts how often it is asked."""

    asked = 0

    def __getitem__(self, name: str) -> str:
        self.asked += 1
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked += 1
        return super().__contains__(name)

    def get(self, name: str, usual: str | None = None) -> str | None:  # type: ignore[override]
        self.asked += 1
        return super().get(name, usual)


def chain(prefix: str = "") -> Counted:
    return Counted({f"{prefix}x{at}": f"{prefix}x{at + 1}" for at in range(LENGTH)})


def test_a_chain_is_walked_once_whoever_asks() -> None:
    """Each alias is looked up once, by whatever name the chain is entered, and again for the circles."""
    lessons, within, cards, mistakes = chain(), chain("one#"), chain(), chain()
    aliases = Aliases(lessons, within, cards, mistakes)
    for at in range(LENGTH):
        assert aliases.lesson(f"x{at}") == aliases.card(f"x{at}") == aliases.mistake(f"x{at}") == f"x{LENGTH}"
        assert aliases.place("one", f"x{at}") == ("one", f"x{LENGTH}")
        assert aliases.card(f"x{at}/back") == f"x{LENGTH}/back"
        assert aliases.place(f"x{at}", "kept") == (f"x{LENGTH}", "kept")
    assert aliases.circles() == ()
    # A name and the end behind it; those of lessons are asked for places of steps too, one by one.
    for asked in (within, cards, mistakes):
        assert asked.asked <= 6 * LENGTH
    assert lessons.asked <= 12 * LENGTH


def test_a_course_with_a_chain_is_understood_in_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    plain: Any = dict.__getitem__

    class Pairs(Counted):
        def __getitem__(self, name: str) -> str:
            nonlocal asked
            asked += 1
            return str(plain(self, name))

    monkeypatch.setattr("petui.lessons.aliases.dict", Pairs, raising=False)
    aliases = aliases_of(chain().items(), {f"x{LENGTH}"})
    assert len(aliases.lessons) == LENGTH and not aliases.cards
    assert asked <= 4 * LENGTH


def test_what_a_lesson_was_called_is_gone_through_once() -> None:
    lessons = {f"x{at}": f"x{at + 1}" for at in range(LENGTH)}
    rounds = 0

    class Items(dict[str, str]):
        def items(self):  # type: ignore[no-untyped-def]
            nonlocal rounds
            rounds += 1
            return super().items()

    assert set(Aliases(Items(lessons)).lessons_before(f"x{LENGTH}")) == {*lessons, f"x{LENGTH}"}
    assert rounds <= 1


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"), max_size=8))
def test_every_circle_is_found_once_and_what_leads_into_one_stays(renamed: dict[str, str]) -> None:
    """As a walk from each name by itself finds them, whatever was asked before."""
    aliases, circles = Aliases(mistakes=renamed), dict[frozenset[str], tuple[str, ...]]()
    for name in renamed:
        path = [name]
        while path[-1] in renamed and renamed[path[-1]] not in path:
            path.append(renamed[path[-1]])
        ends = path[-1] not in renamed
        assert aliases.mistake(name) == (path[-1] if ends else name)
        if not ends and renamed[path[-1]] == name:
            circles.setdefault(frozenset(path), (*path, name))
    assert aliases.circles() == tuple(circles.values())
