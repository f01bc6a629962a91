"""What is settled before Textual is imported."""

from __future__ import annotations

import io
from typing import Any

import pytest

from petui.core.errors import PetuiError
from petui.tui.environment import refuse_without_terminal, set_variables


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_defaults_are_set() -> None:
    """One thread, no animation, no kitty keys, and the real size."""
    environ = {"COLUMNS": "999", "LINES": "1"}
    set_variables(environ)
    assert environ == {
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "TEXTUAL_DISABLE_KITTY_KEY": "1",
        "TEXTUAL_ANIMATIONS": "none",
        "ESCDELAY": "100",
    }


def test_what_the_user_chose_stays() -> None:
    """Defaults are only for what is unset."""
    chosen = {"OMP_NUM_THREADS": "4", "TEXTUAL_ANIMATIONS": "full", "ESCDELAY": "30", "TEXTUAL_COLOR_SYSTEM": "256"}
    environ = dict(chosen)
    set_variables(environ)
    assert chosen.items() <= environ.items()


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"])
def test_a_network_gives_escape_more_time(name: str) -> None:
    """Its bytes come late."""
    environ = {name: "yes"}
    set_variables(environ)
    assert environ["ESCDELAY"] == "250"


@pytest.mark.parametrize("value", ["", "rainbow"])
def test_an_impossible_colour_system_is_dropped(value: str) -> None:
    """Textual would stop at it."""
    environ = {"TEXTUAL_COLOR_SYSTEM": value}
    set_variables(environ, no_color=True)
    assert "TEXTUAL_COLOR_SYSTEM" not in environ
    assert environ["NO_COLOR"] == "1"


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("kind", ["file", "closed", "none"])
def test_every_stream_must_be_a_terminal(place: int, kind: str) -> None:
    """The message names the stream, and what works without a terminal."""
    other: Any = None if kind == "none" else io.StringIO()
    if kind == "closed":
        other.close()
    streams: list[Any] = [Terminal(), Terminal(), Terminal()]
    streams[place] = other
    with pytest.raises(PetuiError, match=("stdin", "stdout", "stderr")[place]) as caught:
        refuse_without_terminal(tuple(streams))
    assert "petui table" in caught.value.mend


def test_three_terminals_are_taken() -> None:
    """Nothing is refused."""
    refuse_without_terminal((Terminal(), Terminal(), Terminal()))
