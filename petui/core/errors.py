"""The one family of errors that petui shows to people."""

from __future__ import annotations


class PetuiError(Exception):
    """Something a person can mend: what is wrong, where, and what to do.

    Attributes:
        what: What is wrong, a sentence without a full stop.
        where: The place: an option (`--d-model`), a parameter, or `file:line:col`. May be empty.
        mend: What to do about it. May be empty.
    """

    exit_code = 2

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        """Say what is wrong, where, and what to do about it."""
        super().__init__(what)
        self.what = what
        self.where = where
        self.mend = mend

    def __str__(self) -> str:
        """One line: `where: what; mend`."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}; {self.mend}" if self.mend else head


class ParameterError(PetuiError):
    """A number of the encoding is impossible: not finite, out of range, or of the wrong kind."""


class ExpressionError(PetuiError):
    """An author's expression cannot be read, or has no finite real value."""


class AnswerError(PetuiError):
    """What a learner typed is not a number."""


class ContentError(PetuiError):
    """A course or lesson cannot be found or read."""


class ConfigError(PetuiError):
    """The user's configuration cannot be used."""


class TableError(PetuiError):
    """A file holds no table of numbers that can be read."""
