"""A lesson read line by line, as the command line asks for it."""

from __future__ import annotations

from petui.commandline import Globals, told_library


def read_lesson_plainly(
    common: Globals, lesson: str | None, step: str | None, settings: tuple[tuple[str, str], ...], *, restart: bool
) -> None:
    """Read a lesson on the standard streams, from a step on or where the learner left off.

    Raises:
        ContentError: If there is no course, no such lesson or no such step.
        ParameterError: If a setting is impossible.
        ConfigError: If the configuration cannot be used.
    """
    from petui.lessons.shelf import Shelf
    from petui.locations import log_dir
    from petui.plain.learner import quiz_settings
    from petui.plain.lesson import PlainLesson
    from petui.plain.streams import input_lines, text_width
    from petui.review.beginning import Beginning
    from petui.review.sitting import Sitting

    library = told_library(common, with_lessons=True)
    shelves = [Shelf.of(course) for course in library.courses]
    sitting = Sitting(shelves, log_dir(), Beginning(lesson, step, settings, restart), quiz_settings())
    due = sitting.count_due() if lesson is None else 0
    lesson_read = PlainLesson(sitting, text_width(), ascii=common.draws_ascii, options=common.content_again)
    lesson_read.run(input_lines(), due=due)
