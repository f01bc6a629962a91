"""The command line that shows what a pane shows."""

from __future__ import annotations

from petui.core.lab import Lab

_DEFAULT = Lab()
# What a difference of two Labs takes from the first alone.
_OF_THE_FIRST = ("pos", "slot", "offset", "length")


def explain_command(lab: Lab) -> str:
    """`petui explain` for the Lab's cell."""
    return _joined(f"petui explain {lab.pos} {lab.slot}", _options(lab, "d_model", "base", "convention"))


def table_command(lab: Lab, positions: range) -> str:
    """`petui table` for rows of the Lab's table, every slot of them."""
    rows = f"{positions.start}:{positions.stop}"
    return _joined(f"petui table --pos {rows}", _options(lab, "d_model", "base", "convention", "dtype"))


def plot_command(view: str, lab: Lab, size: tuple[int, int], *, ascii: bool, against: Lab | None = None) -> str:
    """`petui plot` for a view at a size, against another Lab where only the convention tells the two apart."""
    options = _options(lab, "slot", "length", "offset", "d_model", "base", "convention", "dtype")
    if against is not None and reproducible(view, lab, against):
        options.append(f"--against {against.convention}")
    options.append(f"--width {size[0]} --height {size[1]}")
    return _joined(f"petui plot {view} --pos {lab.pos}", [*options, *(["--ascii"] if ascii else [])])


def reproducible(view: str, lab: Lab, against: Lab) -> bool:
    """Whether a command can compare the two: only the convention may differ, and what the view does not ask of it."""
    return set(lab.differing(against)) <= {"convention", *(_OF_THE_FIRST if view == "difference" else ("length",))}


def _options(lab: Lab, *names: str) -> list[str]:
    """The options of those fields that are not at the command's own values."""
    return [
        f"--{name.replace('_', '-')} {_written(getattr(lab, name))}"
        for name in names
        if name in lab.differing(_DEFAULT)
    ]


def _written(value: object) -> str:
    """A value with every digit, a whole one without a point."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _joined(command: str, options: list[str]) -> str:
    return " ".join([command, *options])
