"""What the environment says about the terminal."""

from __future__ import annotations

import pytest

from petui.surroundings import forbids_color, is_utf8, wants_ascii


@pytest.mark.parametrize(
    ("environ", "utf8"),
    [
        ({}, False),
        ({"LANG": "en_GB.UTF-8"}, True),
        ({"LANG": "C.utf8"}, True),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8", "LC_ALL": ""}, True),
    ],
)
def test_the_first_locale_variable_decides(environ: dict[str, str], utf8: bool) -> None:
    """LC_ALL before LC_CTYPE before LANG; an empty one counts as unset."""
    assert is_utf8(environ) is utf8
    assert wants_ascii(environ) is not utf8


def test_the_kernels_console_has_few_glyphs() -> None:
    """ASCII there, whatever the locale."""
    assert wants_ascii({"LANG": "C.UTF-8", "TERM": "linux"})


@pytest.mark.parametrize(
    ("environ", "forbidden"),
    [
        ({"TERM": "xterm"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, False),
        ({"TERM": "dumb"}, True),
        ({}, True),
    ],
)
def test_colour_can_be_forbidden(environ: dict[str, str], forbidden: bool) -> None:
    """By NO_COLOR, or by a terminal that is none."""
    assert forbids_color(environ) is forbidden
