"""A notice that is longer than the footer, laid over what stands above it."""

from __future__ import annotations

from petui.core.lab import FIELDS
from petui.lessons.cells import clip, plain_text
from petui.plain.hanging import wrapped
from petui.tui.widgets.lines import LinesPane


class Notice(LinesPane):
    """As many lines as a notice needs, at most a third of the screen; not shown where one line is enough."""

    DEFAULT_CSS = """
    Notice { layer: overlay; dock: bottom; display: none; padding: 0 1; }
    """

    def tell(self, text: str, width: int, height: int, cut: str) -> None:
        """Show a notice on a screen of that height, in lines of that width; `cut` marks what is left out."""
        lines, most = wrapped(text, width), max(2, height // 3)
        if len(lines) > most:
            # What is left out is longer than a line, so that the mark stands at the end of the last one.
            lines = [*lines[: most - 1], plain_text([clip(((" ".join(lines[most - 1 :]), ""),), width, cut)])]
        self.display = len(lines) > 1
        self.styles.height = max(1, len(lines))
        self.show([((line, "strong"),) for line in lines])


def sentence(what: str) -> str:
    """What is wrong, beginning with a capital; names of the Lab's numbers stay as they are written."""
    first = what.split(" ", 1)[0]
    return what if first in FIELDS or not first.isalpha() else what[0].upper() + what[1:]
