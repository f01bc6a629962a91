"""A notice that is longer than the footer, laid over what stands above it."""

from __future__ import annotations

from textwrap import wrap

from petui.tui.widgets.lines import LinesPane


class Notice(LinesPane):
    """As many lines as a notice needs, at most a third of the screen; not shown where one line is enough."""

    DEFAULT_CSS = """
    Notice { layer: overlay; dock: bottom; display: none; padding: 0 1; }
    """

    def tell(self, text: str, width: int, height: int, cut: str) -> None:
        """Show a notice on a screen of that height, in lines of that width; `cut` marks what is left out."""
        lines = wrap(text, width, max_lines=max(2, height // 3), placeholder=f" {cut}")
        self.display = len(lines) > 1
        self.styles.height = max(1, len(lines))
        self.show([((line, "strong"),) for line in lines])
