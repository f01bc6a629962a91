"""What the environment says about the terminal."""

from __future__ import annotations

import pytest

from petui.surroundings import (
    THEMES,
    TRUECOLOR,
    Asked,
    choose,
    color_count,
    forbids_color,
    is_utf8,
    multiplexer,
    shown_theme,
    wants_ascii,
)
from petui.tui import styles


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


@pytest.mark.parametrize(
    ("term", "more", "colors"),
    [
        ("xterm", "", 16),
        ("xterm", "truecolor", TRUECOLOR),
        ("xterm", "yes", 16),
        ("xterm-256color", "", 256),
        ("xterm-256color", "24bit", TRUECOLOR),
        ("xterm-direct", "", TRUECOLOR),
        ("xterm-kitty", "", 256),
        ("xterm-ghostty", "", 256),
        ("alacritty", "", 256),
        ("screen", "", 16),
        ("screen", "truecolor", 16),
        ("screen-256color", "truecolor", 256),
        ("screen.xterm-256color", "", 256),
        ("tmux-256color", "", 256),
        ("tmux-256color", "truecolor", TRUECOLOR),
        ("linux", "truecolor", 16),
        ("rxvt", "", 16),
        ("vt100", "", 0),
        ("vt220", "truecolor", 0),
        ("vt525", "", 16),
        ("xterm-mono", "", 0),
        ("newterm-9000", "", 16),
        ("dumb", "truecolor", 0),
        ("", "", 0),
    ],
)
def test_the_terminal_says_how_many_colours_it_has(term: str, more: str, colors: int) -> None:
    """By TERM, and by COLORTERM where that can be of this terminal."""
    environ = {"TERM": term, "COLORTERM": more}
    assert color_count(environ) == colors == choose(environ).colors


def test_inside_tmux_more_colours_are_tmux_s_to_show() -> None:
    """It takes any, and makes them those of its own terminal; GNU screen does not."""
    assert color_count({"TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/x,1,0"}) == TRUECOLOR
    assert color_count({"TERM": "xterm-256color", "COLORTERM": "truecolor", "STY": "1.x"}) == 256


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"TMUX": "/x", "TERM": "screen"}, "tmux"),
        ({"STY": "1.x", "TERM": "screen"}, "screen"),
        ({"ZELLIJ": "0"}, "zellij"),
        ({"TERM": "tmux-256color"}, "tmux"),
        ({"TERM": "screen"}, "tmux or screen"),
        ({"TERM": "xterm"}, ""),
    ],
)
def test_a_multiplexer_is_known_by_its_variable_or_by_term(environ: dict[str, str], name: str) -> None:
    """Over a network only TERM is left."""
    assert multiplexer(environ) == name


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colors", [0, 16, 256, TRUECOLOR])
def test_a_chosen_theme_wins_where_it_can_be_shown(theme: str, colors: int) -> None:
    """With sixteen colours the tinted ones cannot, without any none can; what is shown can itself be shown."""
    shown = shown_theme(theme, colors)
    assert shown in THEMES and shown_theme(shown, colors) == shown
    if colors >= 256 or (colors and theme not in ("dark", "light")):
        assert shown == theme
    elif colors:
        assert shown == f"ansi-{theme}"


@pytest.mark.parametrize(
    ("said", "theme"), [("0;15", "light"), ("0;default;7", "light"), ("15;0", "dark"), ("", "dark"), ("7", "light")]
)
def test_a_light_ground_has_the_light_theme(said: str, theme: str) -> None:
    """Where nothing was chosen."""
    environ = {"TERM": "xterm-256color", "COLORFGBG": said}
    assert choose(environ).theme == theme
    assert choose({**environ, "TERM": "rxvt"}).theme == f"ansi-{theme}"
    assert choose(environ, Asked(theme="contrast")).theme == "contrast"


def test_the_themes_are_those_of_the_screens() -> None:
    """In their order."""
    assert tuple(styles.THEMES) == THEMES


def test_what_is_asked_for_comes_first() -> None:
    """An option before the configuration, that before the environment; every choice has a reason."""
    poor = {"TERM": "linux", "LANG": "C"}
    rich = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8", "SSH_TTY": "/dev/pts/1"}
    assert choose(poor).ascii and not choose(poor, Asked(ascii_set=False)).ascii
    assert choose(rich, Asked(ascii=True, ascii_set=False)).ascii
    assert choose(rich).why["glyphs"] == "the locale is en_GB.UTF-8"
    assert choose(rich, Asked(no_color=True)).colors == 0
    assert choose({**rich, "NO_COLOR": ""}).colors == 256
    assert (choose(rich).escape_delay, choose(poor).escape_delay) == (250, 100)
    assert choose({**rich, "PETUI_DRIVER": "stock"}).driver == "stock"
    for environ in (poor, rich, {}):
        why = choose(environ).why
        assert set(why) == {"glyphs", "colors", "theme", "escape_delay", "animations", "driver"} and all(why.values())
