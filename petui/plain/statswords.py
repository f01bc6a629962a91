"""Progress in words, for those who hear it: a thing to a line, and nothing drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from petui.plain.charset import shown
from petui.plain.progresspage import spent
from petui.plain.recallwords import recall_words
from petui.plot.days import named_day
from petui.review.mastery import Mastery
from petui.review.statistics import HardCard, Statistics


def stats_words(of: Statistics, *, ascii: bool) -> str:
    """Everything that `petui stats` shows; see Statistics for what each number is."""
    return shown("".join(f"{line}\n" for line in _lines(of)), ascii=ascii)


def _lines(of: Statistics) -> Iterator[str]:
    yield f"Progress on {named_day(of.today, year=True)}."
    due = _counted(of.due_now, "card")
    later = f", {of.due_today - of.due_now:,} more later" if of.due_today > of.due_now else ""
    yield f"Today: {due} due{later}, {of.new_waiting:,} new ones waiting, {of.suspended:,} suspended."
    yield f"Reviewed today: {of.reviews_today:,}, in {spent(of.ms_today)}."
    open_still = "" if of.streak.studied_today or not of.streak.current else ", today still open"
    yield (
        f"Streak: {_counted(of.streak.current, 'day')}{open_still}; "
        f"longest {_counted(of.streak.longest, 'day')}, {_counted(of.streak.days, 'study day')} in all."
    )
    yield from _days(of)
    yield f"Retention: {recall_words(of.retention.all)}"
    yield from _concepts(of.mastery)
    for seen in of.mistakes:
        times = "once" if seen.count == 1 else f"{seen.count:,} times"
        yield f"Misconception shown {times}, last on {named_day(seen.last)}: {seen.claims or seen.id}"
    for card in of.leeches:
        yield f"Leech: {_card(card)}"
    for card in of.hardest:
        yield f"Hard card: {_card(card)}"


def _days(of: Statistics) -> Iterator[str]:
    """What was reviewed and what is due; days without anything are passed over."""
    ever = of.reviews + of.cram_reviews
    done = [count for _, count in of.reviews_by_day if count]
    yield (
        f"Reviews: {ever:,} ever, in {spent(of.ms)}; in the last {-(-len(of.reviews_by_day) // 7)} weeks "
        f"{sum(done):,} on {_counted(len(done), 'day')}."
    )
    total = sum(count for _, count in of.forecast)
    yield f"Due in the next {len(of.forecast)} days: {_counted(total, 'card')}, and {of.due_later:,} later."
    for day, count in of.forecast:
        if count:
            yield f"Due {'today' if day == of.today else f'on {named_day(day)}'}: {_counted(count, 'card')}."


def _concepts(masteries: Sequence[Mastery]) -> Iterator[str]:
    """Those that are begun, then the others, of which nothing is measured."""
    new = [each for each in masteries if not each.begun]
    for each in masteries:
        if each.begun:
            known = f"{each.word}, recall {each.retrievability:.0%}"
            yield f"Concept {_named(each)}: {known}, {each.begun} of {_counted(each.cards, 'card')} begun."
    if new:
        yield f"{_counted(len(new), 'concept')} not begun."
    for each in new:
        yield f"Not begun: {_named(each)}, {_counted(each.cards, 'card')}."


def _named(mastery: Mastery) -> str:
    return f"{mastery.number} {mastery.text}" if mastery.text else mastery.number


def _card(card: HardCard) -> str:
    rests = ", suspended" if card.suspended else ""
    lapses = f"{_counted(card.lapses, 'lapse')} in {_counted(card.reviews, 'review')}{rests}"
    return f"{lapses}: {card.front} At {card.place}."


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word if count == 1 else f'{word}s'}"
