"""The map of a course: its lessons in order, which needs which, how far each is and how well it is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from petui.core.errors import ContentError
from petui.lessons.faults import nearest
from petui.lessons.graph import LessonGraph, lesson_graph
from petui.lessons.model import Course, Lesson
from petui.records import dataclass
from petui.review.events import Event
from petui.review.mastery import Mastery, lesson_mastery
from petui.review.memories import Memories
from petui.review.progress import LessonState, lesson_states, resume_point


@dataclass(frozen=True, slots=True)
class MappedLesson:
    """One lesson of the map.

    Attributes:
        lesson: The lesson.
        part: Title of the part of the course that it belongs to.
        state: new, started or done.
        mastery: How well the cards are known that it teaches.
    """

    lesson: Lesson
    part: str
    state: LessonState
    mastery: Mastery


@dataclass(frozen=True, slots=True)
class CourseMap:
    """A course as a map.

    Attributes:
        course: The course.
        graph: Which lesson needs which.
        lessons: Its lessons by id, in the order of the graph.
        next: Id of the lesson to go on with; None when all are done.
    """

    course: Course
    graph: LessonGraph
    lessons: dict[str, MappedLesson]
    next: str | None

    @property
    def done(self) -> int:
        """How many lessons are done."""
        return sum(each.state == "done" for each in self.lessons.values())


def course_map(course: Course, events: Iterable[Event], memories: Memories, today: str) -> CourseMap:
    """The map as of a study day.

    The lesson to go on with is the first one that is not done while all that it requires is.

    Args:
        course: The course.
        events: The log.
        memories: What is remembered of each card.
        today: The study day, YYYY-MM-DD.
    """
    graph = lesson_graph(course)
    states = lesson_states(events, course.id)
    mastery = lesson_mastery(course, memories, today)
    by_id = {lesson.id: lesson for lesson in course.lessons}
    lessons = {
        name: MappedLesson(by_id[name], course.part_title(name), states.get(name, "new"), mastery[name])
        for name in graph.order
    }
    # Whatever the first of them needs stands before it, and so is done.
    waiting = (name for name, each in lessons.items() if each.state != "done")
    return CourseMap(course, graph, lessons, next(waiting, None))


def mapped_course(courses: Sequence[Course], events: Iterable[Event], wanted: str | None) -> Course:
    """The course to draw: the one that is wanted, else that of the lesson left off at, else the first with lessons.

    Raises:
        ContentError: If there is no such course, or none with lessons.
    """
    with_lessons = {course.id: course for course in courses if course.lessons}
    if wanted is not None:
        if wanted not in with_lessons:
            mend = nearest(wanted, sorted(with_lessons))
            raise ContentError(f"there is no course {wanted!r} with lessons", where="map", mend=mend)
        return with_lessons[wanted]
    left = resume_point(events, with_lessons)
    if left is not None:
        return with_lessons[left.course]
    if not with_lessons:
        raise ContentError("there is no course with lessons", where="map", mend="run `petui lint`")
    return next(iter(with_lessons.values()))
