"""The page of progress: styled lines for the Progress screen and, without their styles, for `petui stats`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from petui.lessons.cells import Line, cell_width, clip, ending, merged, padded
from petui.lessons.transliterate import to_ascii
from petui.lessons.wrapping import Piece, wrap
from petui.plain.recallwords import recall_lines
from petui.plot.bars import Bar, rows_stand_for, share_bar, upright_bars
from petui.plot.calendar import calendar, weeks_shown
from petui.plot.days import named_day, short_day
from petui.records import dataclass
from petui.review.mastery import FIRM_FROM, SHAKY_BELOW, Mastery
from petui.review.memory import LEECH_LAPSES
from petui.review.recall import MATURE_DAYS
from petui.review.statistics import HardCard, SeenMistake, Statistics

LEAST_WIDTH = 16
_MOST_WIDTH = 120
_INDENT = 2
_PLOT_ROWS = 10
_MOST_LISTED = 10
_MOST_NAMED = 3
_BAR = 10
_WIDE = 60
# Narrower, a column of text is a ladder of words.
_LEAST_TEXT = 30


@dataclass(frozen=True, slots=True)
class WaysOn:
    """What a learner without any review is told to do next, where the page is read.

    Attributes:
        quiz: How to begin a quiz, a half sentence that may follow "No reviews yet. ".
        lessons: How to come to a lesson, a sentence.
    """

    quiz: str
    lessons: str


_AS_COMMANDS = WaysOn(
    "Type `petui quiz` to begin", "`petui list` names lessons and decks, `petui learn` starts a lesson."
)


def progress_lines(
    statistics: Statistics, width: int, *, ascii: bool, ways_on: WaysOn = _AS_COMMANDS
) -> tuple[Line, ...]:
    """The whole page.

    Args:
        statistics: What to show.
        width: Columns; fewer than LEAST_WIDTH are taken for that many, and more than 120 are not used.
        ascii: Keep to ASCII.
        ways_on: What to tell a learner without any review; the commands that begin one, unless told.

    Returns:
        Lines of at most `width` columns, sections with a blank line between.
    """
    # Spelled out first, since that changes how wide texts are.
    of = _spelled_out(statistics) if ascii else statistics
    page = _Page(of, min(max(width, LEAST_WIDTH), _MOST_WIDTH), ascii)
    sections = page.beginning(ways_on) if statistics.is_empty else page.sections()
    day = f"Progress on {named_day(statistics.today, year=True)}"
    lines: list[Line] = [*page.wrapped(day, "heading", indent=0)]
    for title, body in sections:
        lines += [(), *page.wrapped(title, "heading", indent=0), *body]
    return tuple(lines)


def _spelled_out(of: Statistics) -> Statistics:
    """The same with every text of courses in ASCII."""
    return replace(
        of,
        mastery=tuple(replace(one, number=to_ascii(one.number), text=to_ascii(one.text)) for one in of.mastery),
        mistakes=tuple(replace(one, id=to_ascii(one.id), claims=to_ascii(one.claims)) for one in of.mistakes),
        leeches=tuple(_card_spelled_out(card) for card in of.leeches),
        hardest=tuple(_card_spelled_out(card) for card in of.hardest),
    )


def _card_spelled_out(card: HardCard) -> HardCard:
    return replace(card, front=to_ascii(card.front), place=to_ascii(card.place))


def _grouped(count: int) -> str:
    return f"{count:,}"


def _counted(count: int, word: str) -> str:
    return f"{_grouped(count)} {word}" if count == 1 else f"{_grouped(count)} {word}s"


def spent(ms: int) -> str:
    """A time as people say it: `under a minute`, `12 min`, `3 h 5 min`."""
    minutes = round(ms / 60_000)
    if minutes < 1:
        return "under a minute"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


class _Page:
    """The sections of one page."""

    def __init__(self, statistics: Statistics, width: int, ascii: bool) -> None:
        self.of = statistics
        self.width = width
        self.room = width - _INDENT
        self.ascii = ascii
        self.cut_mark = "..." if ascii else "…"

    def beginning(self, ways_on: WaysOn) -> Iterator[tuple[str, Sequence[Line]]]:
        """The page of a learner who has not reviewed anything yet; lessons alone may have shown something."""
        of = self.of
        there = f"There {'is' if of.new_waiting == 1 else 'are'} {_counted(of.new_waiting, 'new card')}"
        says = f"No reviews yet. {ways_on.quiz}. {there}; a few a day are enough."
        waiting = f"{_counted(of.due_today, 'card')} from another program due today." if of.due_today else ""
        if not of.cards:
            says = f"There are no cards yet. {ways_on.lessons}"
        elif not of.new_waiting:
            says = "No reviews yet, and no new cards." if of.due_today else "No reviews yet, and no card to begin with."
        then = "Then you see here what is due, how much you recall, and what is not understood yet."
        title = "Cards" if of.streak.days or of.mistakes else "Nothing to show yet"
        yield title, [*self.wrapped(says), *self.wrapped(waiting), *self.wrapped(then, "muted")]
        if of.streak.days:
            yield "Streak", self._streak()
        if of.mistakes:
            yield "Commonest misconceptions", self._mistakes()

    def sections(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """Title and lines of each."""
        yield "Today", self._today()
        yield "Streak", self._streak()
        yield self._forecast()
        yield self._reviews()
        yield "Retention", recall_lines(self.of.retention, self.room, _INDENT, ascii=self.ascii)
        if self.of.mastery:
            yield "Mastery per concept", list(self._mastery())
        yield "Commonest misconceptions", self._mistakes()
        yield "Leeches", self._leeches()
        if self.of.hardest:
            yield "Hardest cards", self._cards(self.of.hardest)

    def wrapped(self, text: str, style: str = "", *, indent: int = _INDENT) -> list[Line]:
        """Text in lines behind an indent."""
        blank = ((" " * indent, ""),) if indent else ()
        return [merged((*blank, *line)) for line in wrap([Piece(text, style)], self.width - indent)]

    # ---- numbers -----------------------------------------------------------------------------------------------------

    def _today(self) -> list[Line]:
        of = self.of
        due = f"{_counted(of.due_now, 'card')} due" if of.due_now else "No card is due"
        if later := of.due_today - of.due_now:
            due += f", {_grouped(later)} later today"
        texts = [f"{due}, {_grouped(of.new_waiting)} new ones waiting."]
        if of.suspended:
            texts.append(f"{_grouped(of.suspended)} suspended.")
        lines = self.wrapped(" ".join(texts))
        if of.reviews_today:
            lines += self.wrapped(f"Reviewed today: {_grouped(of.reviews_today)}, in {spent(of.ms_today)}.")
        return lines

    def _streak(self) -> list[Line]:
        streak = self.of.streak
        if streak.current:
            end = "" if streak.studied_today else " up to yesterday; today is still open"
            says = f"{_counted(streak.current, 'study day')} in a row{end}."
        else:
            says = "No streak now; a review or an answer in a lesson begins one."
        return self.wrapped(f"{says} Longest: {_grouped(streak.longest)}. In all: {_grouped(streak.days)}.")

    # ---- plots -------------------------------------------------------------------------------------------------------

    def _indented(self, lines: Iterable[Line]) -> list[Line]:
        return [merged(((" " * _INDENT, ""), *line)) for line in lines]

    def _forecast(self) -> tuple[str, list[Line]]:
        forecast = self.of.forecast
        total = sum(count for _, count in forecast)
        title = f"Due in the next {len(forecast)} days: {_counted(total, 'card')}"
        if self.of.due_later:
            title += f", {_grouped(self.of.due_later)} later"
        if not total:
            return title, self.wrapped("Nothing is due in these days.")
        bars = [Bar(count, _day_label(at, day)) for at, (day, count) in enumerate(forecast)]
        drawn = upright_bars(bars, self.room, _PLOT_ROWS, ascii=self.ascii)
        unit = rows_stand_for(bars, self.room, _PLOT_ROWS)
        day, most = max(forecast, key=lambda each: each[1])
        texts = [f"Most: {_grouped(most)}, {'today' if day == self.of.today else f'on {named_day(day)}'}."]
        if unit:
            halves = "; a dot is less than half of that" if self.ascii and unit > 1 else ""
            texts.append(f"A row is {_counted(unit, 'card')}{halves}.")
        texts.append("Overdue cards count today; new cards and repetitions to come are left out.")
        return title, [*self._indented(drawn), *self.wrapped(" ".join(texts), "muted")]

    def _reviews(self) -> tuple[str, list[Line]]:
        of = self.of
        drawn = calendar(of.reviews_by_day, self.room, ascii=self.ascii)
        weeks = weeks_shown(of.reviews_by_day, self.room)
        shown = of.reviews_by_day[-_days_of(weeks, of.today) :]
        inside = sum(count for _, count in shown)
        title = f"Reviews in {weeks} weeks: {_grouped(inside)} on {_counted(sum(map(_has_any, shown)), 'day')}"
        texts = [f"Ever: {_counted(of.reviews + of.cram_reviews, 'review')} in {spent(of.ms)}"]
        if of.untimed:
            texts[0] += f" (no time is known of {_grouped(of.untimed)})"
        texts[0] += "."
        if of.cram_reviews:
            texts.append(f"{_grouped(of.cram_reviews)} of them changed no schedule (--all or --mistakes).")
        return title, [*self._indented(drawn), *self.wrapped(" ".join(texts), "muted")]

    # ---- lists -------------------------------------------------------------------------------------------------------

    def _mastery(self) -> Iterator[Line]:
        begun = [each for each in self.of.mastery if each.begun]
        width = max((cell_width(each.number) for each in begun), default=0)
        width = min(width, self.room // 3)
        for each in begun:
            yield from self._concept(each, width)
        yield from self._not_begun([each for each in self.of.mastery if not each.begun])
        if begun:
            yield from self.wrapped(
                f"The bar is the mean chance of recall today over the concept's cards, new ones counting 0. "
                f"firm: {FIRM_FROM:.0%} or more and half of its cards last {MATURE_DAYS} days; "
                f"shaky: under {SHAKY_BELOW:.0%} over the cards begun; learning: in between.",
                "muted",
            )

    def _not_begun(self, waiting: Sequence[Mastery]) -> Iterator[Line]:
        """How many concepts wait, and what the first of them are about."""
        if not waiting:
            return
        named = waiting[:_MOST_NAMED]
        width = min(max(cell_width(each.number) for each in named), self.room // 3)
        first = ", the first of them" if len(waiting) > len(named) else ""
        yield from self.wrapped(f"{_counted(len(waiting), 'concept')} not begun yet{first}:")
        for each in named:
            number = padded(self._cut(((each.number, "strong"),), width), width)
            yield self._cut(merged(((" " * _INDENT, ""), *number, ("  ", ""), (each.text, ""))), self.width)
        if len(waiting) > len(named):
            yield from self.wrapped(f"and {len(waiting) - len(named)} more", "muted")

    def _concept(self, mastery: Mastery, width: int) -> Iterator[Line]:
        bar = share_bar(mastery.retrievability, _BAR, ascii=self.ascii)
        cards = (
            f"{mastery.begun}/{_counted(mastery.cards, 'card')}"
            if self.width >= _WIDE
            else f"{mastery.begun}/{mastery.cards}"
        )
        style = {"firm": "right", "shaky": "wrong"}.get(mastery.word, "")
        share = f"{mastery.retrievability:>4.0%}"
        head = [(" " * _INDENT, ""), *padded(self._cut(((mastery.number, "strong"),), width), width), ("  ", ""), *bar]
        head += [(f" {share}  ", ""), (f"{mastery.word:<8}", style)]
        head.append((f"  {cards:<10}" if self.width >= _WIDE else f"  {cards}", "muted"))
        used = sum(cell_width(text) for text, _ in head)
        if self.width - used >= _LEAST_TEXT:
            yield self._cut(merged((*head, ("  ", ""), (mastery.text, ""))), self.width)
            return
        yield self._cut(merged(head), self.width)
        if mastery.text:
            indent = _INDENT + width + 2
            yield self._cut(((" " * indent, ""), (mastery.text, "muted")), self.width)

    def _cut(self, line: Line, width: int) -> Line:
        return clip(line, width, self.cut_mark)

    def _mistakes(self) -> list[Line]:
        if not self.of.mistakes:
            return self.wrapped("No wrong answer has shown one yet.")
        lines: list[Line] = []
        listed = self.of.mistakes[:_MOST_LISTED]
        digits = max(len(_grouped(each.count)) for each in listed)
        for each in listed:
            lines += self._mistake(each, digits)
        return lines + self._more(len(self.of.mistakes))

    def _mistake(self, seen: SeenMistake, digits: int) -> list[Line]:
        count = f"{_grouped(seen.count):>{digits}}{'x' if self.ascii else '×'}"
        when = "today" if seen.last == self.of.today else f"{short_day(seen.last)}"
        head = f"{count}  last {when:<6}  "
        return self._hanging(head, seen.claims or f"{seen.id} (not in the course any more)")

    def _hanging(self, head: str, text: str, *, most: int = 5) -> list[Line]:
        """Text beside a head, or below it where that leaves little room; at most so many lines of it."""
        top: Line = ((" " * _INDENT, ""), (head, "strong"))
        indent = _INDENT + len(head)
        if self.width - indent < _LEAST_TEXT:
            return [*self.wrapped(head.rstrip(), "strong"), *self._set(text, _INDENT + 2, most)]
        first, *others = self._set(text, indent, most) or [()]
        return [merged((*top, *first[1:])), *others]

    def _set(self, text: str, indent: int, most: int) -> list[Line]:
        """Text in lines behind an indent, each of which begins with the run of its blanks; the last one cut."""
        room = self.width - indent
        lines = list(wrap([Piece(text)], room))
        if len(lines) > most:
            lines[most - 1 :] = [self._cut((*lines[most - 1], (f" {self.cut_mark}", "")), room)]
        return [((" " * indent, ""), *line) for line in lines]

    def _leeches(self) -> list[Line]:
        if not self.of.leeches:
            return self.wrapped(f"None: no card was forgotten {LEECH_LAPSES} times.")
        says = f"Forgotten {LEECH_LAPSES} times or more. Reword or split these cards, or study what they ask."
        listed = self._cards(self.of.leeches[:_MOST_LISTED])
        return [*self.wrapped(says, "muted"), *listed, *self._more(len(self.of.leeches))]

    def _more(self, count: int) -> list[Line]:
        """How many of so many are not listed."""
        left = count - _MOST_LISTED
        return self.wrapped(f"and {left} more", "muted") if left > 0 else []

    def _cards(self, cards: Sequence[HardCard]) -> list[Line]:
        lines: list[Line] = []
        digits = max(len(str(card.lapses)) for card in cards)
        for card in cards:
            lapses = f"{card.lapses:>{digits}} {'lapse' if card.lapses == 1 else 'lapses'}"
            head = f"{lapses} in {_counted(card.reviews, 'review')}{', suspended' if card.suspended else ''}"
            lines += self._hanging(f"{head}  ", card.front, most=2)
            lines.append(self._place_line(card.place))
        return lines

    def _place_line(self, place: str) -> Line:
        """The place, of which the end says most."""
        return ((" " * (_INDENT + 2), ""), (ending(place, self.room - 2, self.cut_mark), "muted"))


def _has_any(day: tuple[str, int]) -> bool:
    return day[1] > 0


def _days_of(weeks: int, today: str) -> int:
    return 7 * (weeks - 1) + date.fromisoformat(today).weekday() + 1


def _day_label(at: int, day: str) -> str:
    """Today, and each Monday after it."""
    if at == 0:
        return "today"
    return short_day(day) if date.fromisoformat(day).weekday() == 0 else ""
