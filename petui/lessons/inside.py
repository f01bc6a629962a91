"""What belongs to a course: files in its folder, and no link that leads out of it.

A course may come from anywhere, and what is read of it is shown; so it cannot name files that are not its own.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from petui.lessons.faults import FaultList, quoted
from petui.lessons.place import Fault, Place
from petui.lessons.source import visible


def led_out(root: Path, path: Path, place: Place | None = None) -> Fault | None:
    """E12 where a link leads from a path in a course's folder to somewhere else; None where the file is the course's.

    The folder may be a link itself, and links may lead to other files of the folder.

    Args:
        root: The course's folder.
        path: A file or folder in it.
        place: Where the course names it; the path itself unless given.
    """
    base, real = os.path.realpath(root), os.path.realpath(path)
    if os.path.commonpath((base, real)) == base:
        return None
    shown = visible(os.path.relpath(path, root))
    message = f"`{shown}` leads out of the course, to {visible(real)}; put the file itself there"
    return Fault(place or Place(visible(str(path))), "E12", message)


def path_inside(root: Path, name: str) -> Path | None:
    """Where a file of the course at `root` is by its relative path; None where that leads out of the course."""
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts or "\\" in name or "\0" in name:
        return None
    return root / relative


def file_inside(root: Path, name: str, place: Place, faults: FaultList) -> Path | None:
    """A file of the course by its relative path; paths and links out of the course and missing files are E12."""
    path = path_inside(root, name)
    if path is None:
        faults.add(place, "E12", f"{quoted(name)} leads out of the course; give a path inside it")
        return None
    if not os.path.lexists(path):
        faults.add(place, "E12", f"there is no file {quoted(name)}; make it, or delete this entry")
        return None
    astray = led_out(root, path, place)
    if astray is not None:
        faults.extend([astray])
        return None
    return path
