"""Mirror: each braille mark goes to its own image."""

from __future__ import annotations

from petui.plot.mirror import left_from_right, lower_from_upper

ACROSS = {"⡇": "⢸", "⠁": "⠈", "⢀": "⡀", "⠊": "⠑", "⠤": "⠤", "⣿": "⣿", "*": "*", " ": " "}
DOWN = {"⡇": "⡇", "⠁": "⡀", "⢀": "⠈", "⠊": "⢄", "⠤": "⠒", "⣿": "⣿", "*": "*", " ": " "}


def test_left_is_the_image_of_right() -> None:
    """The left half is replaced; an even width has no middle, an odd one's has both."""
    for right, left in ACROSS.items():
        assert left_from_right((f"?{right}",)) == (f"{left}{right}",)
        assert left_from_right((f"?*{right}",)) == (f"{left}*{right}",)
    assert left_from_right(("?⡀ ",)) == (" ⣀ ",)


def test_lower_is_the_image_of_upper() -> None:
    """The lower half is replaced; an odd height's middle row has both."""
    for upper, lower in DOWN.items():
        assert lower_from_upper((upper, "?")) == (upper, lower)
        assert lower_from_upper((upper, "*", "?")) == (upper, "*", lower)
    assert lower_from_upper((" ", "⠁", "?")) == (" ", "⡁", " ")
