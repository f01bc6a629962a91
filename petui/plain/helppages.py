"""The pages of `petui help`: those of the format are made of its tables, the others stand here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from petui.core.errors import PetuiError
from petui.lessons.faults import nearest
from petui.plain.helplayout import Heading, Part, Prose, Rows, Verbatim, page_text
from petui.plain.helptopics import EXIT_CODES, TOPICS, VARIABLES


def help_list(*, width: int, ascii: bool) -> str:
    """The topics, and what each is about."""
    parts = (
        Prose("`petui help TOPIC` tells of:"),
        Rows(tuple(TOPICS.items())),
        Prose("`petui --help` lists the commands, `petui help COMMAND` or `petui COMMAND --help` tells of one."),
    )
    return page_text(parts, width=width, ascii=ascii)


def help_page(topic: str, *, width: int, ascii: bool) -> str:
    """The page of a topic in lines of at most `width` columns.

    Raises:
        PetuiError: If there is none of that name; the nearest is named.
    """
    if topic not in TOPICS:
        raise unknown_topic(topic, ())
    return page_text((Heading(f"petui help {topic}"), *_PAGES[topic]()), width=width, ascii=ascii)


def unknown_topic(topic: str, commands: Iterable[str]) -> PetuiError:
    """That there is no such topic, nor a command; what is nearest."""
    mend = nearest(topic, dict.fromkeys((*TOPICS, *commands)), "see `petui help` for the topics")
    return PetuiError(f"there is no topic {topic!r}", where="help", mend=mend)


def _format() -> Iterable[Part]:
    from petui.plain.helpformat import format_page

    return format_page()


def _expressions() -> Iterable[Part]:
    from petui.plain.helpformat import expressions_page

    return expressions_page()


def _cards() -> Iterable[Part]:
    from petui.plain.helpformat import cards_page

    return cards_page()


def _keys() -> Iterator[Part]:
    yield Prose(
        "Every key is a letter, digit, arrow, Enter, Esc, Space, Tab or F key; what Ctrl does, a plain key does too. "
        "While the answer line has the focus letters type: Enter sends, Esc leaves it; `h` or `s` alone and Enter is a "
        "hint or skips. `?` explains a symbol, F1 or `H` lists the keys of the screen, `:` takes a command."
    )
    yield Prose(
        "The configuration (`petui locate` says where) gives commands other keys, by the names in the second column:"
    )
    yield Verbatim('[keys]\nnext = "space,l"')
    yield Prose("Your keys:")


def _environment() -> Iterator[Part]:
    yield Rows(VARIABLES)
    yield Prose(
        "petui looks at `TERM`, `COLORTERM` and the locale (`LC_ALL`, `LC_CTYPE`, `LANG`) as well, see "
        "`petui help terminals`; `petui doctor` says what it chose and why. Several directories in PETUI_CONTENT_PATH "
        "are separated as in PATH."
    )


def _exit_codes() -> Iterator[Part]:
    yield Rows(tuple((str(code), says) for code, says in EXIT_CODES))
    yield Prose(
        'Data goes to standard output, talk to standard error. JSON has `"schema": 1` at its root. Warnings of '
        "`petui lint` alone are no faults. A pipe that is closed early is no failure."
    )


def _files() -> Iterator[Part]:
    yield Prose("`petui locate` prints where these are for you, and whether they can be written.")
    yield Rows(
        (
            ("data", "PETUI_DATA_DIR, else ~/.local/share/petui or what the system has instead"),
            (
                "data/log",
                "your answers, a file per session, only ever appended to; to move to another machine, copy them",
            ),
            ("data/courses", "courses of your own"),
            ("data/readings", "what makes the next start quicker; may be deleted"),
            ("data/crash", "what happened, should petui crash; the last 20"),
            ("configuration", "PETUI_CONFIG, else ~/.config/petui/config.toml"),
        )
    )
    yield Prose(
        "Courses are looked for in the directories of `--content`, then in PETUI_CONTENT_PATH, then in data/courses, "
        "then among those that ship with petui: each directory that has a course.yaml, or the directories in it that "
        "do. Nothing is ever written beside courses. Where the data cannot be written petui says so once, and goes on."
    )
    yield Prose("`petui data export` writes all your answers into one file, `petui data merge FILE` takes them in.")
    yield Heading("The configuration")
    yield Verbatim('theme = "light"\nascii = false\n\n[quiz]\nretention = 0.9\nnew_per_day = 20\ndue_per_day = 200')


def _check() -> Iterator[Part]:
    yield Prose(
        "`petui check FILE` says from the numbers alone which convention a table follows, or which slip made it "
        "differ. It reads .npy, .npz, .safetensors, .csv, .tsv, .json and arrays as Python prints them; `FILE:KEY` "
        "names one array of several, `-` is standard input. Pickles are never opened."
    )
    yield Heading("The verdict, which is the first word")
    yield Rows(
        (
            ("match", "within what the number format allows, at the declared base (`--base`, else 10000); exit code 0"),
            ("close", "near a convention, but not as near as it ought to be"),
            ("bug", "a slip is known that gives these numbers: where it differs first, and how it is mended"),
            ("unknown", "neither; the nearest convention is named"),
        )
    )
    yield Prose(
        "A doubled exponent is also the paper's table with base 10^8: such a table gets the reading that assumes the "
        "declared base, and the other is named beside it. `--convention`, `--start` and `--dtype` say what the table "
        "is meant to be, `--rtol` and `--atol` set the tolerance, `--format json` is for programs."
    )
    yield Heading("Slips it knows")
    from petui.core.diagnosis.bugs import BUGS

    yield Prose(", ".join(BUGS))
    yield Prose("`petui conventions` lists the conventions, `petui convert` puts one's columns where another has them.")


def _terminals() -> Iterator[Part]:
    yield Rows(
        (
            ("256 colours", "`TERM=xterm-256color` and the like; all colours where `COLORTERM=truecolor`"),
            ("16 colours", "xterm, screen, rxvt and names that are not known; themes ansi-dark and ansi-light"),
            ("no colours", "vt100 and the like, or NO_COLOR; bold, underline and reverse tell the same"),
            ("ASCII", "the Linux console, locales that are not UTF-8, and `--ascii`"),
            ("no screen", "`TERM` empty, dumb or unknown, and pipes: the tutor refuses in one line; `--plain` works"),
        )
    )
    yield Heading("Hints")
    yield Rows(
        (
            ("tmux", "`set -g default-terminal tmux-256color`; `tmux -u attach` where signs are missing"),
            ("PuTTY", "Window, Translation: UTF-8. Letters and `:quiz`, `:map`, `:lab` do what F keys do"),
            ("SSH", "a lone Esc waits 250 ms; ESCDELAY sets it. Only cells that changed are sent"),
            ("screen readers", "`petui --plain`: one line in, one exchange out, nothing is redrawn"),
            ("too small", "from 20 by 6 on something can be read; all panes are there from 120 by 40"),
            ("amiss", "Ctrl-L paints anew; `PETUI_DRIVER=stock` writes as Textual does; `petui doctor` says more"),
        )
    )


_PAGES: dict[str, Callable[[], Iterable[Part]]] = {
    "format": _format,
    "expressions": _expressions,
    "cards": _cards,
    "keys": _keys,
    "environment": _environment,
    "exit-codes": _exit_codes,
    "files": _files,
    "check": _check,
    "terminals": _terminals,
}
