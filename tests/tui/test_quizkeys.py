"""The labels of the quiz's answer line."""

from __future__ import annotations

import pytest

from petui.core.lab import Lab
from petui.lessons.collection import FiledCard
from petui.lessons.model import Card
from petui.lessons.place import Place
from petui.lessons.staging import Stage
from petui.review.grade import Asking, judge
from petui.tui.quizkeys import answer_labels


@pytest.mark.parametrize(("accepted", "quoted"), [("s", True), ("sine", False)])
def test_an_answer_that_is_a_key_is_asked_for_in_quotes(accepted: str, quoted: bool) -> None:
    """The line takes `s` for a command; in quotes it is an answer, and the label says so."""
    card = Card("c", "basic", (), (), Place("d.md"), accepts=(accepted,))
    asking = Asking(FiledCard("course", "deck", card), 1, 0, Stage(Lab(), {}))
    assert ("in quotes" in answer_labels(asking, frozenset(), hints=False)[0]) == quoted
    assert judge(asking, f"'{accepted}'", mistakes={}).outcome == "right"
