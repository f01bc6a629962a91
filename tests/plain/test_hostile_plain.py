"""Hostile texts through plain mode and plain commands: said literally, nothing lost, nothing sent as an escape."""

from __future__ import annotations

from pathlib import Path

import pytest

from petui.lessons.source import visible
from tests.hostiletexts import HOSTILE, PRINTABLE, obeyed, said_literally
from tests.oddcourse import write_odd_course
from tests.running import petui_here

# What a learner may name; a text that begins with a dash, or is a path, is something else to them.
NAMED = tuple(text for text in HOSTILE if not text.startswith("-") and "\0" not in text)


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course of hostile texts, alone beside the one that ships."""
    root = write_odd_course(tmp_path / "site" / "odd", PRINTABLE, PRINTABLE[3])
    monkeypatch.setenv("PETUI_CONTENT_PATH", str(root.parent))
    return root


def said(*arguments: str, lines: str = "") -> str:
    """What `petui` prints, on both streams; nothing of it is obeyed by a terminal."""
    done = petui_here(*arguments, lines=lines.encode("utf-8", "surrogateescape"))
    text = (done.stdout + done.stderr).decode()
    assert not obeyed(text), arguments
    assert "Traceback" not in text
    return text


def test_lists_maps_and_numbers(odd: Path) -> None:
    """Titles of lessons, parts, decks and the course; the same spelled in ASCII."""
    listed, drawn = said("list"), said("map", "odd")
    for text in PRINTABLE:
        assert text in listed and text in drawn
    for command in (("stats",), ("find", "ends"), ("cards", "list"), ("map", "odd", "--plain"), ("list", "--plain")):
        assert said(*command)
        assert said(*command, "--ascii").isascii()


@pytest.mark.parametrize("at", range(0, len(PRINTABLE), 5))
def test_lessons_and_quizzes(odd: Path, at: int) -> None:
    """What is taught, asked, hinted at, answered and reasoned; what was typed is said again."""
    text = PRINTABLE[at]
    lesson = said("learn", f"odd/l{at}", "--plain", lines="\n\nh\n1\n")
    for words in (
        f"Prose {text} ends.",
        f"Quote {text} ends.",
        f"Which {text} is it?",
        f"Clue {text} ends.",
        f"code {text}",
    ):
        assert "".join(words.split()) in "".join(lesson.split())
    for typed in HOSTILE[at::6]:
        asked = said("quiz", f"odd/d{at}", "--plain", "--all", lines=f"h\n{typed}\n\n")
        assert f"Front {text} ends?" in asked and f"Clue {text} ends." in asked and f"Back {text} ends." in asked
        assert said_literally(typed.split("\0")[0], asked) or "\r" in typed


@pytest.mark.parametrize(
    "command",
    [
        ("learn", "--plain"),
        ("quiz", "--plain"),
        ("explain",),
        ("find",),
        ("map",),
        ("lint",),
        ("check",),
        ("conventions",),
        ("help",),
    ],
    ids=lambda command: command[0],
)
def test_what_is_not_there(odd: Path, command: tuple[str, ...]) -> None:
    """The refusal names what was asked for."""
    for text in NAMED:
        told = said(*command, text)
        # Of a path what says no more is left out, such as a slash at its end.
        named = str(Path(text)) if command[0] in ("lint", "check") else text
        if command[0] not in ("explain", "help") and not text.startswith("#"):
            assert said_literally(named, told), (command, text, told)


def test_what_a_configuration_says(odd: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Names of commands, keys and themes that there are not."""
    file = tmp_path / "petui.toml"
    monkeypatch.setenv("PETUI_CONFIG", str(file))
    for text in PRINTABLE:
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        for line in (f'theme = "{quoted}"', f'[keys]\n"{quoted}" = "x"', f'[keys]\nhelp = "{quoted},{quoted}"'):
            file.write_text(line + "\n")
            assert said("keys")


def test_hosts_and_logs(odd: Path, tmp_path: Path) -> None:
    """Names of log files, of hosts, and what is written in them."""
    log = tmp_path / "petui-data" / "log"
    log.mkdir(parents=True)
    for at, text in enumerate(HOSTILE):
        name = "".join(sign for sign in text if sign not in "/\0")
        (log / f"{name}-{at}.jsonl").write_text('\n{"v":1,"kind":"review"}\n')
    for command in (("doctor",), ("stats",), ("locate",), ("data", "compact"), ("doctor", "--format", "json")):
        assert said(*command)


def test_answers_are_kept_as_typed(odd: Path) -> None:
    """The log has every sign of an answer; only what is shown is made visible."""
    for typed in ("\x1b[31mred", "[/b]", "👩\u200d💻"):
        asked = said("quiz", "odd/d0", "--plain", "--all", lines=f"{typed}\n\n")
        assert f"Wrong: {visible(typed)}." in asked
