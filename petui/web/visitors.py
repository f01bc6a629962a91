"""Who comes: a token for each visitor, and the folder of data that goes with it."""

from __future__ import annotations

import os
import re
import secrets
import stat
from collections import OrderedDict
from pathlib import Path

from petui.core.errors import PetuiError

# 128 bits, which nobody guesses; lower-case hexadecimal, so that it is the name of a folder and nothing else.
_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)
_BYTES = 16
# Tokens that were given with a page and have not come back yet; the oldest are forgotten.
_MOST_GIVEN = 10_000
_FOLDER = "visitors"


def is_token(text: str) -> bool:
    """Whether a text has a token's letters and length."""
    return _TOKEN.fullmatch(text) is not None


def claim_data(data: Path) -> Path:
    """The directory of a server's data, made where it is not there, as an absolute path.

    Raises:
        PetuiError: If it cannot be made or written to, or if others may write to it or to what visitors keep in it.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = data.resolve(strict=True)
        _check_own(place, place.lstat())
        folder = place / _FOLDER
        if os.path.lexists(folder):
            _check_own(folder, folder.lstat())
    except OSError as error:
        raise PetuiError(f"{error.filename} cannot be made: {error.strerror}", where="--data") from error
    if not os.access(place, os.W_OK | os.X_OK):
        raise PetuiError(f"{data} cannot be written to", where="--data", mend="name another folder")
    return place


def _check_own(place: Path, found: os.stat_result) -> None:
    """Raise PetuiError where somebody else may put what they like in the place of visitors' data."""
    if stat.S_ISLNK(found.st_mode):
        raise PetuiError(
            f"{place} is a link", where="--data", mend="put the folder itself there, or name another --data"
        )
    if found.st_uid != os.geteuid():
        raise PetuiError(f"{place} is another user's", where="--data", mend="name a folder of your own")
    if found.st_mode & stat.S_IWOTH:
        mend = f"`chmod o-w {place}`, or name another folder"
        raise PetuiError(f"everybody on this machine may write to {place}", where="--data", mend=mend)


class Visitors:
    """The tokens that this server gave, and their folders: `DIR/visitors/TOKEN`."""

    def __init__(self, data: Path) -> None:
        """Of a directory of data, which need not be there."""
        self._folder = data / _FOLDER
        self._given: OrderedDict[str, None] = OrderedDict()

    def give(self) -> str:
        """A new token. Nothing is written for it: many who fetch the page never come."""
        token = secrets.token_hex(_BYTES)
        self._given[token] = None
        while len(self._given) > _MOST_GIVEN:
            self._given.popitem(last=False)
        return token

    def knows(self, token: str) -> bool:
        """Whether a token was given by this server, or by one before it that had the same data."""
        return is_token(token) and (token in self._given or (self._folder / token).is_dir())

    def open(self, token: str) -> Path:
        """The folder of a token, made where it is not there; nobody else on this machine may look into it.

        Raises:
            ValueError: If it is no token.
            OSError: If the folder cannot be made.
        """
        if not is_token(token):
            raise ValueError("no token")
        folder = self._folder / token
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder
