"""What `petui help` can tell of: the topics, and the tables that its pages and the README share."""

from __future__ import annotations

TOPICS: dict[str, str] = {
    "format": "how courses, lessons and questions are written",
    "expressions": "what the numbers in lessons are computed with",
    "cards": "how cards and decks are written, asked and exchanged",
    "keys": "the keys of the tutor, and how to change them",
    "environment": "the variables that petui reads",
    "exit-codes": "how commands end",
    "files": "where everything is kept",
    "check": "what `petui check` says of a table, and how it judges",
    "terminals": "what petui does on which terminal",
}

# Variables that petui reads, and what each is for.
VARIABLES: tuple[tuple[str, str], ...] = (
    (
        "PETUI_DATA_DIR",
        "where the review log and your own courses are kept; its folder `readings` only makes starts quicker, and may "
        "be deleted",
    ),
    ("PETUI_CONFIG", "the configuration file"),
    ("PETUI_CONTENT_PATH", "directories of further courses, for a whole site"),
    ("PETUI_DRIVER", "`stock`: write to the terminal as Textual does"),
    ("NO_COLOR", "set to anything: draw without colour"),
    ("ESCDELAY", "milliseconds that a lone Esc waits for the rest of a key: 100, and 250 over a network"),
)

EXIT_CODES: tuple[tuple[int, str], ...] = (
    (0, "done"),
    (1, "faults, differences or nothing found"),
    (2, "wrong use or unreadable input"),
    (130, "interrupted"),
)
