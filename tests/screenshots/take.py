"""The README's pictures, taken of the app itself: `python -m tests.screenshots.take`, at the top of the checkout.

What is drawn by chance is drawn the same each time, and the learner of the pictures has a fixed past; a picture only
changes with what a student sees. `--check` writes nothing and fails where a picture is not the one that is kept.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from petui.records import dataclass
from petui.tui.options import QuizRequest, TutorOptions
from tests.tui.driving import DrivenTutor, driven

FOLDER = Path(__file__).parent
# 2026-09-01 12:00 UTC: what is due, and the calendar.
_NOW = 1_788_264_000_000


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture.

    Attributes:
        name: Its file's name, without the ending.
        size: Columns and rows.
        options: How the tutor is started.
        keys: What is pressed before it is taken.
        says: What it shows, for those who cannot see it.
    """

    name: str
    size: tuple[int, int]
    options: TutorOptions
    keys: tuple[str, ...]
    says: str


PICTURES = (
    Picture(
        "learn",
        (120, 40),
        TutorOptions(lesson="reading-a-cell", step="three-radians"),
        # The sine of 9 degrees, where 9 radians are asked for.
        (*"0.1564", "enter"),
        "A lesson step: a wrong answer is told what it comes of, beside the encoding table and the waves.",
    ),
    Picture(
        "lab",
        (120, 40),
        TutorOptions(lesson="reading-the-waves", settings=(("d_model", "8"), ("pos", "7"))),
        ("escape", "f3", "v"),
        "The Lab: the encoding table and a plot, both moved by the arrow keys.",
    ),
    Picture(
        "quiz",
        (80, 24),
        TutorOptions(quiz=QuizRequest("drawn", seed=7)),
        (*"46", "enter"),
        "A quiz card with numbers drawn afresh, a typed answer, its verdict and when it comes again.",
    ),
    Picture(
        "map",
        (100, 30),
        TutorOptions(lesson="the-derivation"),
        ("escape", "f5"),
        "The map of the lessons: which needs which, what is done, what to learn next.",
    ),
)


@contextmanager
def _fixed(data: Path) -> Iterator[None]:
    """No chance, no clock, and none of the developer's own data and settings."""
    environ = {"PETUI_DATA_DIR": str(data / "data"), "PETUI_CONFIG": str(data / "config.toml"), "TZ": "UTC"}
    environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with (
        patch.dict(os.environ, environ),
        patch("petui.review.sitting.random.randrange", lambda _: 7),
        patch("petui.review.stamp.time.time", lambda: _NOW / 1000),
    ):
        yield


async def _taken(picture: Picture) -> str:
    async with driven(DrivenTutor, picture.options, size=picture.size) as tutor:
        await tutor.press(*picture.keys)
        return _still(tutor.app.export_screenshot(title="petui"), picture)


def _still(svg: str, picture: Picture) -> str:
    """The picture with names that do not change by the run, no font from the internet, and words for who cannot see."""
    svg = re.sub(r"terminal-\d+", f"petui-{picture.name}", svg)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "monospace")
    return svg.replace("<style>", f"<title>{picture.says}</title>\n    <style>", 1)


def take(picture: Picture) -> str:
    """A picture as SVG."""
    with tempfile.TemporaryDirectory() as folder, _fixed(Path(folder)):
        return asyncio.run(_taken(picture))


def main() -> int:
    """Take all pictures; the exit code is 1 where `--check` finds one that is not as kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a picture has changed")
    check = parser.parse_args().check
    changed = []
    for picture in PICTURES:
        path = FOLDER / f"{picture.name}.svg"
        svg = take(picture)
        if not path.exists() or path.read_text(encoding="utf-8") != svg:
            changed.append(path.name)
            if not check:
                path.write_text(svg, encoding="utf-8")
    print(f"changed: {', '.join(changed) or 'none'}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
