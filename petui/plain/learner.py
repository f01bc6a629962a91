"""What a command knows of the learner: how much the quiz shall ask, the log, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from petui.config import QuizSettings, load_config
from petui.locations import config_path, log_dir
from petui.review.events import Event
from petui.review.log import read_events
from petui.review.memories import Memories
from petui.review.renaming import Named, Renaming, renaming_of
from petui.review.schedule import Schedule


def quiz_settings() -> QuizSettings:
    """What the configuration says of the quiz.

    Raises:
        ConfigError: If it cannot be used.
    """
    return load_config(config_path()).quiz


def logged_events(courses: Iterable[Named]) -> tuple[Event, ...]:
    """The log's events in order, under today's ids of these courses."""
    return renaming_of(courses).events(read_events(log_dir()).events)


def remembered(courses: Iterable[Named], retention: float | None = None) -> tuple[tuple[Event, ...], Memories]:
    """The log's events, and what the learner remembers by them, under today's ids.

    Args:
        courses: All that are used.
        retention: The retention to schedule for, where it is known already; else that of the configuration.

    Raises:
        ConfigError: If the configuration cannot be used.
    """
    return remembered_under(renaming_of(courses), retention)


def remembered_under(renaming: Renaming, retention: float | None = None) -> tuple[tuple[Event, ...], Memories]:
    """As `remembered`, where it is known what was renamed."""
    schedule = Schedule(quiz_settings().retention if retention is None else retention)
    events = renaming.events(read_events(log_dir()).events)
    return events, Memories.of_events(events, schedule)
