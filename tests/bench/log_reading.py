"""How long a log takes to read, against what JSON alone takes on the same lines; and memories per review.

Run `python tests/bench/log_reading.py`. It prints figures and never fails: times are no test.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from petui.review.eventlines import to_line
from petui.review.events import (
    Event,
    ReviewEvent,
    SettingEvent,
    StartEvent,
    StepEvent,
    SuspendEvent,
    UndoEvent,
    UnsuspendEvent,
)
from petui.review.journal import Journal
from petui.review.log import read_events
from petui.review.memories import Memories
from petui.review.schedule import Schedule
from petui.review.stamp import IdSource, Stamp, study_day

_BEGIN = 1_700_000_000_000
_MINUTE = 60_000
_FILES = 20
_CARDS = 400
_LAB = {"pos": 3, "slot": 0, "d_model": 8, "base": 10000.0, "offset": 1, "length": 64, "dtype": "float64"}


def events_of(count: int, draw: random.Random) -> Iterator[Event]:
    """A learner's years: of twenty events twelve reviews, five steps, and three of the other kinds."""
    last, ids = "", IdSource()
    for number in range(count):
        at = _BEGIN + number * _MINUTE
        stamp = Stamp(ids.next(at)[0], at, 60, study_day(at, 60), "workstation-17")
        card = f"positional-encodings/card-{draw.randrange(_CARDS)}"
        kind = draw.randrange(20)
        if kind < 12:
            last = stamp.id
            yield _review(card, stamp, draw)
        elif kind < 17:
            yield _step(stamp, draw)
        else:
            yield _other(draw.randrange(5), card, last or stamp.id, stamp)


def _review(card: str, stamp: Stamp, draw: random.Random) -> ReviewEvent:
    right = draw.random() < 0.85
    return ReviewEvent(
        card=card,
        rating=draw.choice((2, 3, 3, 3, 4)) if right else 1,
        typed="0.29552",
        answer=0.29552020666133955,
        seed=draw.randrange(1 << 31),
        drawn={"pos": float(draw.randrange(100)), "i": float(draw.randrange(4))},
        ms=draw.randrange(1000, 30_000),
        confidence=draw.choice(("", "", "sure", "unsure")),
        misconceptions=() if right else ("radians-and-degrees",),
        stamp=stamp,
    )


def _step(stamp: Stamp, draw: random.Random) -> StepEvent:
    return StepEvent(
        at_step=f"positional-encodings/geometric#step-{draw.randrange(12)}",
        outcome=draw.choice(("seen", "right", "wrong")),
        lab=_LAB,
        question="second-frequency",
        typed="0.1",
        answer=0.1,
        seed=draw.randrange(1 << 31),
        drawn={"pos": float(draw.randrange(100))},
        stamp=stamp,
    )


def _other(kind: int, card: str, review: str, stamp: Stamp) -> Event:
    if kind == 0:
        return UndoEvent(undoes=review, stamp=stamp)
    if kind == 1:
        return SuspendEvent(card=card, stamp=stamp)
    if kind == 2:
        return UnsuspendEvent(card=card, stamp=stamp)
    if kind == 3:
        return SettingEvent(name="theme", value="petui-dark", stamp=stamp)
    return StartEvent(card=card, due=stamp.day, last="2023-10-01", stability=30.5, difficulty=4.25, stamp=stamp)


def write_log(directory: Path, events: list[Event]) -> list[bytes]:
    """Put events into files as sessions write them; returns their lines."""
    lines = [to_line(event).encode() for event in events]
    share = -(-len(lines) // _FILES)
    for number in range(_FILES):
        part = lines[number * share : (number + 1) * share]
        (directory / f"host-{number:02}.jsonl").write_bytes(b"".join(b"\n%b\n" % line for line in part))
    return lines


def decode(lines: list[bytes]) -> None:
    """JSON alone, nothing of which is kept."""
    for line in lines:
        json.loads(line)


def seconds(work: Callable[[], object]) -> float:
    """How long the processor takes for some work, once, from a heap without rubbish."""
    gc.collect()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    """Write a log, read it several times by turns with JSON alone, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=200_000, help="how many events (200000)")
    parser.add_argument("--runs", type=int, default=7, help="how many runs (7)")
    given = parser.parse_args()
    events = list(events_of(given.events, random.Random(1)))
    with tempfile.TemporaryDirectory() as place:
        lines = write_log(Path(place), events)
        alone, whole, looked = [], [], []
        for _ in range(given.runs):
            alone.append(seconds(lambda: decode(lines)))
            whole.append(seconds(lambda: read_events(Path(place))))
            looked.append(seconds(lambda: Journal(Path(place)).resume_point()))
        assert list(read_events(Path(place)).events) == events
    ratios = [both / one for one, both in zip(alone, whole, strict=True)]
    reviews = [event for event in events if isinstance(event, ReviewEvent)][:20_000]
    schedule = Schedule()
    remembered = [seconds(lambda: Memories.of_events(reviews, schedule)) for _ in range(given.runs)]
    print(f"Python {sys.version.split()[0]}, {len(lines)} events, {given.runs} runs, medians")
    print(f"json.loads      {median(alone):6.3f} s")
    print(f"read_events     {median(whole):6.3f} s")
    print(f"ratio           {median(ratios):6.2f}    (at most 3; {min(ratios):.2f} to {max(ratios):.2f})")
    print(f"Journal         {median(looked):6.3f} s    (what the tutor reads before its first screen)")
    print(f"of_events       {median(remembered) / len(reviews) * 1e6:6.1f} µs per review, {len(reviews)} reviews")


if __name__ == "__main__":
    main()
