"""Retention in words and bars: what was recalled, against what FSRS expected."""

from __future__ import annotations

from petui.lessons.cells import Line, merged
from petui.lessons.wrapping import Piece, wrap
from petui.plot.bars import share_bar
from petui.review.recall import FEW_REVIEWS, MATURE_DAYS, Recall, Retention

_BAR = 20
_VERDICTS = {
    "few": f"Fewer than {FEW_REVIEWS} reviews say little yet.",
    "as expected": "The difference is within chance.",
    "more": "You recall more than expected: intervals could be longer.",
    "fewer": "You recall less than expected: chance alone hardly explains that.",
}


def recall_lines(retention: Retention, width: int, indent: int, *, ascii: bool) -> list[Line]:
    """What was recalled and what was expected, overall and by the interval before.

    Args:
        retention: What to show.
        width: Columns, without the indent.
        indent: Blanks before each line.
        ascii: Draw bars in ASCII.
    """
    blank = (" " * indent, "")
    lines = wrap([Piece(recall_words(retention.all))], width)
    rows: list[Line] = []
    if retention.all.reviews:
        names = [f"under {MATURE_DAYS} days", f"of {MATURE_DAYS} days or more"]
        rows = [
            line
            for name, recall in zip(names, (retention.young, retention.mature), strict=True)
            for line in _row(name, recall, width, ascii)
        ]
    return [merged((blank, *line)) for line in (*lines, *rows)]


def recall_words(recall: Recall) -> str:
    """As in `You recalled 87 of 100; FSRS expected 90.` and whether that differs by more than chance."""
    if not recall.reviews:
        return "No card was reviewed a day or more after its last review yet, so nothing is measured."
    counts = f"You recalled {recall.recalled:,} of {recall.reviews:,}; FSRS expected {recall.expected:,.0f}."
    return f"{counts} {_VERDICTS[recall.verdict]}"


def _row(name: str, recall: Recall, width: int, ascii: bool) -> list[Line]:
    """The same for one range of intervals, as two bars of shares where there are reviews enough."""
    if recall.measured is None or recall.predicted is None:
        return [((f"Intervals {name}: no reviews yet.", "muted"),)]
    few = ", too few to tell" if recall.verdict == "few" else ""
    count = f"{recall.reviews:,} {'review' if recall.reviews == 1 else 'reviews'}"
    head: Line = ((f"Intervals {name}", "strong"), (f" ({count}{few})", "muted"))
    if recall.verdict == "few":
        return [*wrap([Piece(text, style) for text, style in head], width), *_counts(recall)]
    bar = min(_BAR, width - 20)
    shares = (("recalled", recall.measured, "value"), ("expected", recall.predicted, "muted"))
    return [
        *wrap([Piece(text, style) for text, style in head], width),
        *(
            merged(((f"  {label}  ", ""), *share_bar(share, bar, ascii=ascii, style=style), (f"  {share:>5.1%}", "")))
            for label, share, style in shares
        ),
    ]


def _counts(recall: Recall) -> list[Line]:
    return [((f"  recalled {recall.recalled}, expected {recall.expected:.1f}", ""),)]
