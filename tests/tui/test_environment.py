"""What is settled before Textual is imported."""

from __future__ import annotations

import io
from typing import Any

import pytest

from petui.commandline import plain_twin
from petui.core.errors import PetuiError
from petui.tui.environment import refuse_without_terminal, set_variables


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_defaults_are_set() -> None:
    """One thread, no animation, no kitty keys, the real size, and as many colours as TERM says."""
    environ = {"COLUMNS": "999", "LINES": "1", "TERM": "xterm-256color"}
    set_variables(environ)
    assert environ == {
        "TERM": "xterm-256color",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "TEXTUAL_DISABLE_KITTY_KEY": "1",
        "TEXTUAL_ANIMATIONS": "none",
        "TEXTUAL_FPS": "250",
        "TEXTUAL_COLOR_SYSTEM": "256",
        "ESCDELAY": "100",
    }


def test_what_the_user_chose_stays() -> None:
    """Defaults are only for what is unset."""
    chosen = {"OMP_NUM_THREADS": "4", "TEXTUAL_ANIMATIONS": "full", "ESCDELAY": "30", "TEXTUAL_COLOR_SYSTEM": "256"}
    environ = {"TERM": "xterm", **chosen}
    set_variables(environ)
    assert chosen.items() <= environ.items()


def test_what_was_meant_for_other_programs_is_taken_away() -> None:
    """Keys pressed by themselves, pictures taken, a driver that is not there, a screen that is hidden."""
    harmful = {
        "TEXTUAL": "headless,devtools",
        "TEXTUAL_DRIVER": "no.such:Driver",
        "TEXTUAL_PRESS": "q",
        "TEXTUAL_SCREENSHOT": "0",
        "TEXTUAL_FPS": "1",
        "TEXTUAL_THEME": "none of them",
        "TEXTUAL_FILTERS": "dim",
        "TEXTUAL_ANIMATIONS": "",
        "ESCDELAY": "soon",
    }
    environ = {"TERM": "xterm", **harmful}
    set_variables(environ)
    assert not harmful.keys() - {"TEXTUAL_ANIMATIONS", "TEXTUAL_FPS", "ESCDELAY"} & environ.keys()
    assert (environ["TEXTUAL_ANIMATIONS"], environ["TEXTUAL_FPS"], environ["ESCDELAY"]) == ("none", "250", "100")


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"])
def test_a_network_gives_escape_more_time(name: str) -> None:
    """Its bytes come late."""
    environ = {name: "yes"}
    set_variables(environ)
    assert environ["ESCDELAY"] == "250"


@pytest.mark.parametrize("value", ["", "rainbow", "windows"])
def test_an_impossible_colour_system_is_that_of_the_terminal(value: str) -> None:
    """Textual would stop at it."""
    environ = {"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": value}
    set_variables(environ)
    assert environ["TEXTUAL_COLOR_SYSTEM"] == "standard" and "NO_COLOR" not in environ


@pytest.mark.parametrize("environ", [{"TERM": "vt100"}, {"TERM": "xterm", "NO_COLOR": "yes"}])
def test_without_colours_there_are_none(environ: dict[str, str]) -> None:
    """Neither of a terminal that has none, nor where nobody wants them."""
    found = dict(environ)
    set_variables(found)
    assert found["NO_COLOR"]
    other = {"TERM": "xterm-256color"}
    set_variables(other, no_color=True)
    assert other["NO_COLOR"]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("kind", ["file", "closed", "none"])
def test_every_stream_must_be_a_terminal(place: int, kind: str) -> None:
    """The message names the stream, and the command that works without a terminal."""
    other: Any = None if kind == "none" else io.StringIO()
    if kind == "closed":
        other.close()
    streams: list[Any] = [Terminal(), Terminal(), Terminal()]
    streams[place] = other
    with pytest.raises(PetuiError, match=("stdin", "stdout", "stderr")[place]) as caught:
        refuse_without_terminal(tuple(streams), "petui quiz drawn --plain")
    assert "`petui quiz drawn --plain`" in caught.value.mend


@pytest.mark.parametrize("term", ["", "dumb", "unknown", None])
def test_a_terminal_must_position_its_cursor(term: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """TERM says whether it can; a name that nobody knows may be of a new terminal."""
    three = (Terminal(), Terminal(), Terminal())
    refuse_without_terminal(three, "petui --plain")
    if term is None:
        monkeypatch.delenv("TERM")
    else:
        monkeypatch.setenv("TERM", term)
    with pytest.raises(PetuiError, match="TERM is"):
        refuse_without_terminal(three, "petui --plain")
    monkeypatch.setenv("TERM", "newterm-9000")
    refuse_without_terminal(three, "petui --plain")


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ([], "petui --plain"),
        (["quiz", "#a b"], "petui quiz '#a b' --plain"),
        (["quiz", "--", "-x"], "petui --plain quiz -- -x"),
    ],
)
def test_the_plain_command_can_be_typed(arguments: list[str], command: str) -> None:
    """As a shell reads it."""
    assert plain_twin(arguments) == command
