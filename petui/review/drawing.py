"""Drawing a card's numbers so that a wrong answer tells which misconception it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random

from petui.core.errors import PetuiError
from petui.lessons.candidates import readings
from petui.lessons.expression import evaluate
from petui.lessons.model import Card, Mistake, Tolerance
from petui.lessons.staging import Stage, stage
from petui.lessons.tolerance import is_right
from petui.records import dataclass

MOST_DRAWS = 30
# So many draws are looked at before it is known what happens at every one.
_SURVEY = 6
_VARIETY = 2


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One draw, and what cannot be told apart at it.

    Attributes:
        stage: The card's stage.
        ids: The misconceptions that have a number there.
        confusions: Those whose numbers all count as right, one by one, and the pairs with numbers that count as equal.
    """

    stage: Stage
    ids: frozenset[str] = frozenset()
    confusions: frozenset[frozenset[str]] = frozenset()


def draw_stage(card: Card, random: Random, mistakes: Mapping[str, Mistake]) -> Stage:
    """The stage of a card with its numbers drawn.

    Of up to MOST_DRAWS draws it is the first at which no misconception's number is within the tolerance of the right
    one or of another's, those aside that are so at every draw seen. Where only one draw has fewest such confusions
    the next best counts as well, so that the card does not ask the same for ever.

    Raises:
        PetuiError: If no draw gives the card a stage and its answer a value.
    """
    if not card.vary:
        return _drawn(card, {}, mistakes).stage
    found: list[_Drawn] = []
    refusal: PetuiError | None = None
    for draw in _draws(card, random):
        try:
            found.append(_drawn(card, draw, mistakes))
        except PetuiError as error:
            refusal = error
            continue
        if card.answer is None or (len(found) >= _SURVEY and _confused(found).count(0) >= _VARIETY):
            break
    if refusal is not None and not found:
        raise refusal
    counts = _confused(found)
    bound = sorted(counts)[:_VARIETY][-1]
    return next(drawn.stage for drawn, count in zip(found, counts, strict=True) if count <= bound)


def _draws(card: Card, random: Random) -> Iterable[dict[str, float]]:
    """The draws, each once."""
    draws = [{one.name: random.choice(one.values) for one in card.vary} for _ in range(MOST_DRAWS)]
    return {tuple(draw.items()): draw for draw in draws}.values()


def _confused(found: Sequence[_Drawn]) -> list[int]:
    """How many confusions each draw has that another one avoids."""
    always = {one for drawn in found for one in drawn.confusions if _is_everywhere(one, found)}
    return [len(drawn.confusions - always) for drawn in found]


def _is_everywhere(confusion: frozenset[str], found: Sequence[_Drawn]) -> bool:
    """Whether it cannot be helped: it is there at every draw at which its misconceptions have numbers."""
    return all(confusion in drawn.confusions for drawn in found if confusion <= drawn.ids)


def _drawn(card: Card, draw: Mapping[str, float], mistakes: Mapping[str, Mistake]) -> _Drawn:
    here = stage((), card.settings, draw)
    if card.answer is None:
        return _Drawn(here)
    right = evaluate(card.answer, here.lab, here.draw)
    values: dict[str, list[float]] = {}
    for one in readings(card.answer, card.wrongs, here.lab, here.draw, mistakes):
        values.setdefault(one.id, []).append(one.value)
    apart = {name: [one for one in own if not is_right(one, right, card.tolerance)] for name, own in values.items()}
    hidden = {frozenset((name,)) for name, own in apart.items() if not own}
    clashes = {
        frozenset(pair)
        for pair in combinations(apart, 2)
        if any(_alike(one, other, card.tolerance) for one, other in product(*(apart[name] for name in pair)))
    }
    return _Drawn(here, frozenset(values), frozenset(hidden | clashes))


def _alike(one: float, other: float, tolerance: Tolerance) -> bool:
    return is_right(one, other, tolerance) or is_right(other, one, tolerance)
