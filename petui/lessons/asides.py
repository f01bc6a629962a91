"""What a step has behind a key: reasons and code."""

from __future__ import annotations

from typing import Literal

from petui.lessons.model import Aside, Code, Part
from petui.lessons.play import Player


def opens(part: Part, kind: Literal["why", "code"]) -> bool:
    """Whether a part of a step is a reason, or code, that the key for it opens."""
    return isinstance(part, Code) if kind == "code" else isinstance(part, Aside) and part.kind == "why"


def nothing_to_open(player: Player, kind: Literal["why", "code"]) -> str:
    """Why a key opens nothing: the step has no such part, or it comes behind the question that waits."""
    what = "code to show" if kind == "code" else "reason to open"
    comes = any(opens(part, kind) for part in player.step.parts)
    return f"There is no {what} here yet." if comes else f"This step has no {what}."
