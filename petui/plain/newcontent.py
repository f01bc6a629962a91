"""`petui new`: a course, a lesson or a deck from a template, listed where it belongs, all of it or nothing."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from petui.core.errors import ContentError
from petui.lessons.course import DECKS, all_cards, read_course
from petui.lessons.courseedit import with_deck, with_lesson
from petui.lessons.coursefile import read_course_file
from petui.lessons.coursehead import COURSE_FILE, LESSONS
from petui.lessons.faults import MAX_ID, FaultList, illegal_id
from petui.lessons.finding import course_of
from petui.lessons.inside import led_out
from petui.lessons.place import Place
from petui.lessons.source import MAX_BYTES, visible
from petui.lessons.templates import (
    course_text,
    lesson_text,
    markdown_deck_text,
    mistakes_text,
    stem_of,
    yaml_deck_text,
)
from petui.lessons.transliterate import to_ascii
from petui.plain.output import replace_file
from petui.records import dataclass

MISTAKES_FILE = "misconceptions.md"
KINDS = ("course", "lesson", "deck")
_FIRST_LESSON = "first-steps"
_FIRST_CARDS = "first-cards"
# A course is looked for in so many parents of a folder.
_LEVELS_UP = 3
_NO_NAME = "my-course"
# Letters that are written so where they cannot be written.
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "Å": "Aa"})


@dataclass(frozen=True, slots=True)
class Made:
    """What has been made.

    Attributes:
        paths: The new files, in the order in which they are to be looked at.
        changed: The course.yaml that lists them from now on; None where it is new too, or listed them before.
        course: The course's folder.
        around: Whether the course was made only to hold what was asked for.
        following: The command to type next.
    """

    paths: tuple[Path, ...]
    changed: Path | None
    course: Path
    around: bool
    following: str


def make_new(kind: str, name: str, folder: Path) -> Made:
    """Make a course, a lesson or a deck.

    Args:
        kind: One of KINDS.
        name: Its id.
        folder: Where: a course is made in a folder of its name there; a lesson or deck joins the course that the
            folder is in, and gets a small course around it where there is none.

    Raises:
        ContentError: If the name is illegal or taken, the course.yaml cannot be added to, or nothing can be written;
            nothing has been made then.
    """
    _check_name(kind, name)
    if not folder.is_dir():
        raise ContentError("there is no such folder", where=visible(str(folder)), mend="make it first, or give another")
    if kind == "course":
        return _make_course(name, folder / name)
    course = course_of(folder / COURSE_FILE, _LEVELS_UP + 1)
    if course is None:
        return _make_around(kind, name, folder)
    return _make_inside(kind, name, course if folder.is_absolute() else Path(os.path.relpath(course)))


def legal_name(name: str) -> str:
    """The legal id that is nearest to a name; empty where nothing of it is left."""
    plain = to_ascii(unicodedata.normalize("NFC", name).translate(_SPELT)).lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:MAX_ID].strip("-")


def _check_name(kind: str, name: str) -> None:
    wrong = illegal_id(name)
    if wrong:
        near = legal_name(name)
        what, _, mend = visible(wrong).partition("; ")
        raise ContentError(what, where=f"new {kind}", mend=f"{mend}, as in `{near or 'first-steps'}`")


# ---- what is made -----------------------------------------------------------------------------------------------


def _make_course(name: str, root: Path) -> Made:
    if os.path.lexists(root):
        raise ContentError("there is something of that name already", where=visible(str(root)), mend="choose another")
    deck = name if name != _FIRST_LESSON else _FIRST_CARDS
    mistake = "half-for-root"
    files = {
        root / COURSE_FILE: course_text(name, lesson=_FIRST_LESSON, deck=f"{deck}.md", mistakes=True),
        root / LESSONS / f"{_FIRST_LESSON}.md": lesson_text(
            _FIRST_LESSON, mistake=mistake, own_mistake=False, card=f"{_FIRST_LESSON}-card"
        ),
        root / DECKS / f"{deck}.md": markdown_deck_text(deck, mistake=mistake, card=stem_of(deck)),
        root / MISTAKES_FILE: mistakes_text(mistake),
    }
    _write_all(files, {})
    return Made(tuple(files), None, root, False, f"petui learn {_FIRST_LESSON} --content {_typed(root)}")


def _make_around(kind: str, name: str, folder: Path) -> Made:
    path = _path_of(kind, name, folder)
    _check_free(path, folder)
    text = _text_of(kind, name, frozenset({name}))
    course = legal_name(Path(os.path.abspath(folder)).name) or _NO_NAME
    head = course_text(course, lesson=name) if kind == "lesson" else course_text(course, deck=path.name)
    _write_all({folder / COURSE_FILE: head, path: text}, {})
    return Made((folder / COURSE_FILE, path), None, folder, True, _following(kind, name, folder))


def _make_inside(kind: str, name: str, course: Path) -> Made:
    path = _path_of(kind, name, course)
    _check_free(path, course)
    taken, listed = _taken(kind, name, course)
    if name in taken:
        place = taken[name]
        what = f"`{name}` is an id of this course already ({place.file}:{place.line})"
        raise ContentError(what, where=f"new {kind}", mend="choose another")
    changed = {} if listed else _with_entry(kind, name, course, path)
    _write_all({path: _text_of(kind, name, frozenset({*taken, name}))}, changed)
    return Made((path,), next(iter(changed), None), course, False, _following(kind, name, course))


def _text_of(kind: str, name: str, taken: frozenset[str]) -> str:
    """A lesson or deck whose further ids are nobody's."""
    stem = stem_of(name)
    if kind == "deck":
        endings = ("-basic", "-cloze", "-drawn", "-choice", "-choice-options")
        return yaml_deck_text(name, card=_free(stem, endings, taken))
    mistake = f"{_free(stem, ('-slip',), taken)}-slip"
    return lesson_text(name, mistake=mistake, own_mistake=True, card=f"{_free(stem, ('-card',), taken)}-card")


def _free(stem: str, endings: tuple[str, ...], taken: frozenset[str]) -> str:
    """The stem, with a number where one of the ids that begin with it is taken."""
    tried, number = stem, 1
    while any(f"{tried}{ending}" in taken for ending in endings):
        number += 1
        tried = f"{stem[: MAX_ID - 20].rstrip('-')}-{number}"
    return tried


def _path_of(kind: str, name: str, course: Path) -> Path:
    return course / (LESSONS if kind == "lesson" else DECKS) / (f"{name}.md" if kind == "lesson" else f"{name}.yaml")


def _taken(kind: str, name: str, course: Path) -> tuple[dict[str, Place], bool]:
    """The ids of a course with their places, and whether it lists this lesson or deck already, without its file."""
    reading = read_course(course)
    if reading.course is None:
        fault = next((fault for fault in reading.faults if not fault.is_warning), None)
        why, _, mend = (fault.message if fault else "").partition("; ")
        where = str(fault.place) if fault else visible(str(course))
        raise ContentError(f"the course cannot be read: {why}", where=where, mend=mend or "run `petui lint` there")
    read = reading.course
    taken = {card.id: card.place for card in all_cards(read.lessons, read.decks)}
    taken |= {mistake.id: mistake.place for mistake in read.mistakes}
    taken |= {deck.id: Place(deck.file) for deck in read.decks}
    taken |= {lesson.id: lesson.place for lesson in read.lessons}
    lessons = {each for part in read.parts for each in part.lessons}
    if kind == "lesson":
        return taken, name in lessons
    if name in lessons:
        taken.setdefault(name, Place(visible(str(course / COURSE_FILE))))
    return taken, f"{DECKS}/{name}.yaml" in _listed_decks(course)


def _listed_decks(course: Path) -> set[str]:
    return {name for name, _ in read_course_file(course / COURSE_FILE, FaultList()).decks}


def _with_entry(kind: str, name: str, course: Path, path: Path) -> dict[Path, tuple[bytes, bytes]]:
    """The course.yaml that lists it: its real path, its bytes now and then."""
    head = Path(os.path.realpath(course / COURSE_FILE))
    _check_inside(head, course)
    try:
        with open(head, "rb") as file:
            before = file.read(MAX_BYTES + 1)
        text = before.decode("utf-8")
    except (OSError, ValueError) as error:
        raise _unwritable(head, error, "read") from None
    after = with_lesson(text, name) if kind == "lesson" else with_deck(text, f"{DECKS}/{path.name}")
    return {head: (before, after.encode("utf-8"))}


def _following(kind: str, name: str, course: Path) -> str:
    """The command that shows what was made."""
    if kind == "lesson":
        return f"petui preview {_typed(_path_of(kind, name, course))} --answers"
    return f"petui quiz {name} --content {_typed(course)}"


def _typed(path: Path) -> str:
    return shlex.quote(visible(str(path)))


# ---- writing ----------------------------------------------------------------------------------------------------


def _check_free(path: Path, course: Path) -> None:
    """Refuse a file that is there, in whatever way, and folders that are not the course's own."""
    if os.path.lexists(path):
        raise _taken_file(path)
    _check_inside(path.parent, course)


def _check_inside(path: Path, course: Path) -> None:
    if led_out(course, path):
        what = "a link leads out of the course here"
        raise ContentError(what, where=visible(str(path)), mend="put a folder or file of the course's own in its place")


def _write_all(files: Mapping[Path, str], changed: Mapping[Path, tuple[bytes, bytes]]) -> None:
    """Write new files, then put changed ones in place of what they were; what was made is removed if any fails."""
    made: list[Path] = []
    try:
        for path, text in files.items():
            _make_folder(path.parent, made)
            _write_new(path, text.encode("utf-8"), made)
        for path, (before, after) in changed.items():
            try:
                replace_file([after], path, unless_changed=before)
            except OSError as error:
                raise _unwritable(path, error) from None
    except BaseException:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def _make_folder(folder: Path, made: list[Path]) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent, made)
    try:
        folder.mkdir()
    except FileExistsError:
        # Another petui made it meanwhile.
        return
    except OSError as error:
        raise _unwritable(folder, error) from None
    made.append(folder)


def _write_new(path: Path, data: bytes, made: list[Path]) -> None:
    try:
        with open(path, "xb") as file:
            made.append(path)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise _taken_file(path) from None
    except OSError as error:
        raise _unwritable(path, error) from None


def _taken_file(path: Path) -> ContentError:
    return ContentError("there is a file already", where=visible(str(path)), mend="choose another name")


def _unwritable(path: Path, error: Exception, done: str = "written") -> ContentError:
    reason = visible(getattr(error, "strerror", None) or str(error))
    return ContentError(
        f"it cannot be {done}: {reason}", where=visible(str(path)), mend="check the folder, or use --to"
    )


# ---- telling ----------------------------------------------------------------------------------------------------


def made_files(made: Made) -> str:
    """The new files, one a line."""
    return "".join(f"{visible(str(path))}\n" for path in made.paths)


def made_words(made: Made) -> str:
    """What was done besides, and the command to type next."""
    around = f"petui: a small course was made around it, {visible(str(made.course / COURSE_FILE))}\n"
    listed = f"petui: listed in {visible(str(made.course / COURSE_FILE))}\n"
    said = around if made.around else listed if made.changed else ""
    return f"{said}petui: next, {made.following}"
