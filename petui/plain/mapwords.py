"""The map of a course in words, for those who hear it: a line for each lesson with all that is known of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from petui.plain.charset import shown
from petui.plain.mappage import facts
from petui.review.coursemap import CourseMap, MappedLesson


def map_words(of: CourseMap, *, ascii: bool, options: str = "") -> str:
    """The lessons by part: state, mastery, what each needs and what it leads to; then what to go on with.

    Args:
        of: The map.
        ascii: Keep to ASCII.
        options: What the command that is named ends in.
    """
    return shown("\n".join(_lines(of, options)) + "\n", ascii=ascii)


def _lines(of: CourseMap, options: str) -> Iterator[str]:
    yield f"Course {of.course.title} ({of.course.id}): {of.done} of {len(of.lessons)} lessons done."
    part: str | None = None
    for name, mapped in of.lessons.items():
        if mapped.part != part:
            part = mapped.part
            inside = [each for each in of.lessons.values() if each.part == part]
            yield f"Part {part}: {sum(each.state == 'done' for each in inside)} of {len(inside)} done."
        yield _lesson(of, name, mapped)
    if of.next is not None:
        command = f"petui learn {of.course.id}/{of.next} --plain{options}"
        yield f"Next: {of.lessons[of.next].lesson.title}. `{command}` reads it."


def _lesson(of: CourseMap, name: str, mapped: MappedLesson) -> str:
    titles = {each: known.lesson.title for each, known in of.lessons.items()}
    needs = [
        *(titles[each] for each in of.graph.before[name]),
        *(f"{each} (missing)" for each in of.graph.missing[name]),
    ]
    leads = [titles[each] for each in of.graph.after[name]]
    said = f"{mapped.lesson.title} ({name}): {facts(mapped)[0]}."
    return f"{said} Needs {_listed(needs)}. Leads to {_listed(leads)}."


def _listed(titles: Sequence[str]) -> str:
    return "; ".join(titles) or "nothing"
