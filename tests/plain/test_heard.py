"""What is heard: every plain command through pipes is whole, in lines, and draws nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from petui.core.encoding import encode
from petui.core.lab import Lab
from petui.lessons.schema import VIEWS
from petui.plain.plotwords import plot_words
from petui.plain.streams import undrawn
from tests.running import petui_here
from tests.shipped import shipped_course

ROOT = Path(__file__).resolve().parents[2]
# Box drawing, block elements, geometric marks of plots, and what plots make of braille.
DRAWN = re.compile("[\u2500-\u259f\u2800-\u28ff]|\x1b|\r|\x08")
COMMANDS = {
    "learn the-derivation --plain": b"v\nw\nc\ns\n\n",
    "quiz drawn --plain --seed 1 --limit 2": b"s\n3\ns\n3\n",
    "table --plain": b"",
    "plot waves --plain": b"",
    "map --plain": b"",
    "list --plain": b"",
    "stats --plain": b"",
}


@pytest.mark.parametrize("words", COMMANDS)
def test_a_plain_command_works_through_pipes(words: str) -> None:
    """On no terminal at all, with TERM that says nothing; to the end of its input."""
    environ = {name: value for name, value in os.environ.items() if name != "TERM"} | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "petui", *words.split()]
    done = subprocess.run(command, input=COMMANDS[words], capture_output=True, env=environ, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert text.endswith("\n") and not DRAWN.search(text)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("against", [None, Lab(d_model=16, convention="marian")], ids=["alone", "beside another"])
def test_every_view_is_told_in_words(view: str, against: Lab | None) -> None:
    """A clause to a line, and the numbers of the current position with it."""
    lab = Lab(d_model=16, pos=5, length=40)
    text = plot_words(view, lab, 80, 24, ascii=False, against=against)
    assert not DRAWN.search(text) and text.isascii()
    lines = text.splitlines()
    whole = view in ("attention", "sum", "counter")
    assert (f"row 5: slot 0 sine {encode(5, 16)[0]:.4f}" in text) is not whole
    assert ("over positions 0 to 39" in text) is not whole
    assert not any("; " in line for line in lines if "row 5" not in line)


def test_extremes_are_those_of_the_whole_sequence() -> None:
    """Of the current slot, at its first position where several are equal."""
    lab = Lab(d_model=8, slot=2, length=40)
    column = encode(range(40), 8)[:, 2]
    said = plot_words("heat", lab, 80, 24, ascii=True).splitlines()[-1]
    high, low = int(column.argmax()), int(column.argmin())
    assert said == (
        f"slot 2 over positions 0 to 39: greatest {column[high]:.4f} at position {high}, "
        f"least {column[low]:.4f} at position {low}."
    )


@pytest.mark.parametrize("arguments", [(), ("--digits", "12"), ("--dtype", "float16"), ("--convention", "marian")])
def test_a_table_says_each_value_beside_its_slot(arguments: tuple[str, ...]) -> None:
    """The same values as in columns, in the same order."""
    command = ("table", "--pos", "0:3,7", "--d-model", "6", *arguments)
    columns = petui_here(*command).stdout.decode().splitlines()[3:]
    head, *said = petui_here(*command, "--plain").stdout.decode().splitlines()
    assert head.startswith("omega: slot 0 sine 1, slot 1 ")
    for row, line in zip(columns, said, strict=True):
        position, *values = row.split()
        assert line.startswith(f"position {position}: slot 0 sine {values[0]}, slot 1 ")
        assert re.findall(r"(?<=sine )-?[\d.]+", line) == values


def test_other_forms_of_a_table_are_as_ever() -> None:
    """What programs read is not for hearing."""
    for form in ("csv", "json", "npy"):
        plain = petui_here("table", "--plain", "--format", form).stdout
        assert plain == petui_here("table", "--format", form).stdout


def test_the_list_says_all_of_a_lesson_in_its_line() -> None:
    """Title, id, minutes, state and what it builds on."""
    lines = petui_here("list", "--plain").stdout.decode().splitlines()
    for lesson in shipped_course().lessons:
        (line,) = (each for each in lines if f"({lesson.id}):" in each)
        assert line.startswith(f"{lesson.title} ({lesson.id}): {lesson.minutes:g} minutes, new")
        assert all(each in line.partition("; after ")[2] for each in lesson.requires)


def test_what_authors_draw_is_put_into_characters_to_hear() -> None:
    """Bars are counted, boxes become those of a typewriter; all else stays, braille too: it may be letters."""
    assert undrawn("slot 0   ███|\n\u2588|") == "slot 0   3 marks |\n1 mark |"
    assert undrawn("╭───┬─╮\n│ ω │⠃│") == "+-+-+\n| ω |⠃|"


@given(st.text())
def test_nothing_drawn_is_left(text: str) -> None:
    """Whatever the text; and nothing else of it changes."""
    heard = undrawn(text)
    assert not re.search("[\u2500-\u259f]", heard)
    if not re.search("[\u2500-\u259f]", text):
        assert heard == text
