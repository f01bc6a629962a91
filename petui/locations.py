"""Where petui keeps and finds things; asking creates nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from stat import S_ISDIR

from platformdirs import user_config_path, user_data_path

# The review log's directory in the learner's data.
LOG = "log"
# The directory of what was read of content files, beside it.
_READINGS = "readings"


def _from_environment(name: str) -> Path | None:
    value = os.environ.get(name, "")
    return _expanded(Path(value)) if value else None


def _expanded(path: Path) -> Path:
    """The path with its `~` resolved; the home of somebody who has none is `/`, as shells have it."""
    try:
        return path.expanduser()
    except RuntimeError:
        first, *rest = path.parts
        return Path("/", *rest) if first == "~" else path


def _platform_place(ask: Callable[..., Path], otherwise: str) -> Path:
    """What the platform has for petui; platformdirs raises RuntimeError for somebody without a home."""
    try:
        return _expanded(ask("petui", appauthor=False))
    except RuntimeError:
        return _expanded(Path(otherwise))


def data_dir() -> Path:
    """The learner's data: PETUI_DATA_DIR, else the platform's place."""
    return _from_environment("PETUI_DATA_DIR") or _platform_place(user_data_path, "~/.local/share/petui")


def log_dir() -> Path:
    """The review log's directory."""
    return data_dir() / LOG


def readings_dir() -> Path:
    """What was read of content files, kept for the next start; whoever deletes it loses nothing."""
    return data_dir() / _READINGS


def config_path() -> Path:
    """The configuration: PETUI_CONFIG, else config.toml in the platform's place."""
    return _from_environment("PETUI_CONFIG") or _platform_place(user_config_path, "~/.config/petui") / "config.toml"


def content_roots(extra: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Where courses are looked for before the built-in ones.

    Args:
        extra: The `--content` directories.

    Returns:
        `extra`, then PETUI_CONTENT_PATH, then `courses` in the data directory if it exists.
    """
    named = [_expanded(Path(part)) for part in os.environ.get("PETUI_CONTENT_PATH", "").split(os.pathsep) if part]
    own = data_dir() / "courses"
    return (*extra, *named, *((own,) if os.path.isdir(own) else ()))


def state_of(path: Path) -> str:
    """writable, read-only, missing or unreadable."""
    try:
        # Not Path.exists, which from Python 3.14 on calls everything missing that it may not look at.
        is_directory = S_ISDIR(os.stat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except OSError:
        return "unreadable"
    if not os.access(path, os.R_OK):
        return "unreadable"
    return "writable" if os.access(path, os.W_OK | os.X_OK if is_directory else os.W_OK) else "read-only"
