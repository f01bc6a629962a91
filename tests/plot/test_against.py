"""Two Labs in one picture: side by side or one below the other, each headed by what is its own."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from petui.core.lab import Lab
from petui.lessons.schema import VIEWS as NAMES
from petui.plot.encoded import told_apart
from petui.plot.picture import line_text
from petui.plot.views import COMPARING, SHARING, named_view, view

labs = st.builds(
    lambda d_model, slot, **rest: Lab(d_model=d_model, slot=slot % d_model, **rest),
    d_model=st.sampled_from([4, 8, 9, 64, 512]),
    slot=st.integers(0, 600),
    pos=st.integers(0, 10_000),
    base=st.sampled_from([100.0, 10000.0]),
    dtype=st.sampled_from(["float64", "float16", "bfloat16"]),
    convention=st.sampled_from(["paper", "tensor2tensor", "musicgen"]),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(NAMES), labs, labs, st.integers(1, 140), st.integers(1, 60), st.booleans())
@example("waves", Lab(), Lab(), 1, 1, False)
def test_two_labs_have_the_size_of_one(name: str, lab: Lab, other: Lab, width: int, height: int, ascii: bool) -> None:
    """Whatever the Labs and the size; both are in the words."""
    picture = view(name, lab, width, height, ascii=ascii, against=other)
    rows = [line_text(line) for line in picture.lines]
    assert [len(row) for row in rows] == [width] * height
    assert not ascii or all(row.isascii() for row in rows)
    assert lab.convention in picture.says or name in COMPARING
    assert picture.says.isascii()


@pytest.mark.parametrize("name", sorted(set(NAMES) - COMPARING))
@pytest.mark.parametrize(("width", "height"), [(120, 20), (60, 40), (40, 40), (30, 12)])
def test_each_picture_stands_below_its_own_name(name: str, width: int, height: int) -> None:
    """Its convention heads it, and below is what the view alone draws at that size."""
    lab, other = Lab(), Lab(convention="tensor2tensor")
    rows = [line_text(line) for line in view(name, lab, width, height, against=other).lines]
    if rows[0].startswith("paper alone"):
        assert rows[1:] == [line_text(line) for line in named_view(name)(lab, width, height - 1).lines]
    elif "│ tensor2tensor" in rows[0]:
        half = (width - 3) // 2
        left = named_view(name)(lab, half, height - 1).lines
        assert [row[:half] for row in rows] == ["paper".ljust(half), *map(line_text, left)]
    else:
        assert rows[0].rstrip() == "paper"
        assert rows[height - height // 2].rstrip() == "tensor2tensor"
        upper = named_view(name)(lab, width, height - height // 2 - 1).lines
        assert rows[1 : height - height // 2] == [line_text(line) for line in upper]


def test_fields_that_differ_are_named() -> None:
    """And no others; the convention always."""
    lab = Lab(d_model=16, dtype="float16")
    assert told_apart(lab, lab) == ("paper", "paper")
    assert told_apart(lab, Lab(base=100.0)) == (
        "paper, d_model 16, base 10000, dtype float16",
        "paper, d_model 8, base 100, dtype float64",
    )


@pytest.mark.parametrize("name", NAMES)
def test_another_convention_is_named(name: str) -> None:
    """In the words, and in the heading where there is room; the paper's goes without saying."""
    picture = view(name, Lab(convention="tensor2tensor"), 120, 24)
    assert "tensor2tensor" in line_text(picture.lines[0])
    assert "The convention is tensor2tensor." in picture.says
    assert name == "difference" or "paper" not in view(name, Lab(), 120, 24).says


def test_waves_have_the_frequencies_of_the_convention() -> None:
    """tensor2tensor's second pair at d_model 8 turns by 0.0464 radians, the paper's by 0.1."""
    says = [view("waves", Lab(convention=name), 100, 40).says for name in ("paper", "tensor2tensor")]
    assert "pair 1 (omega 0.1, wavelength 62.83" in says[0]
    assert "pair 1 (omega 0.04642, wavelength 135.4" in says[1]


def test_a_multiplied_table_has_its_own_scale() -> None:
    """Values of x-transformers' are divided by the square root of the width: heat map and similarity say so."""
    lab = Lab(convention="x-transformers-scaled")
    assert line_text(view("heat", lab, 80, 20).lines[-1]).startswith("-0.3536 [")
    assert "D(0) = d/2" not in line_text(view("similarity", lab, 80, 20).lines[0])
    assert "the squared norm, is 0.5000" in view("similarity", lab, 80, 20).says
    assert "multiplied by 0.3536" in view("waves", lab, 80, 20).says


OTHERS = (
    Lab(convention="tensor2tensor"),
    Lab(base=100.0),
    Lab(convention="x-transformers-scaled"),
    Lab(dtype="float16"),
    Lab(d_model=32),
    Lab(length=500),
)


def scales(rows: list[str]) -> list[str]:
    """Where the axis stands before the plot and what it is marked with, and the ticks below that are no one's own."""
    gutters = [found[0] for row in rows[2:] if (found := re.match(r"[^┌├└│┤╵]*[┌├└│┤]", row))]
    gutters = [re.sub(r"[^ ](?!1?[┌├└┤])", "_", gutter) if "ω" in "".join(rows) else gutter for gutter in gutters]
    ticks = {tick.start(): tick[1] for tick in re.finditer(r"╵(\d*[05])\b", rows[-1])}
    return [*(f"{len(gutter)}{gutter[-3:]}" for gutter in gutters), *(f"{at}: {tick}" for at, tick in ticks.items())]


@pytest.mark.parametrize("name", sorted(SHARING - {"heat", "counter"}))
@pytest.mark.parametrize("other", OTHERS, ids=lambda lab: str(lab.differing(Lab())))
@pytest.mark.parametrize("width", [123, 124])
def test_two_pictures_share_limits_ticks_and_gutters(name: str, other: Lab, width: int) -> None:
    """Whatever they differ in; side by side every tick of the one is level with that of the other."""
    rows = [line_text(line) for line in view(name, Lab(), width, 22, against=other).lines]
    left, right = [row[:60] for row in rows], [row[63:] for row in rows]
    ours, theirs = scales(left), scales(right)
    # A tick gives way to the nearest position of the one or the other.
    assert len(set(ours) ^ set(theirs)) <= (4 if name == "unique" else 0) and len(ours) > 10
    numbers = [re.findall(r"(\S+)[┌├└┤]", "\n".join(half)) for half in (left, right)]
    assert numbers[0] == numbers[1] and (numbers[0] or name == "waves")


def test_two_heat_maps_share_their_scale() -> None:
    """Values divided by the square root of the width are pale beside those that are not."""
    rows = [
        line_text(line) for line in view("heat", Lab(), 123, 22, against=Lab(convention="x-transformers-scaled")).lines
    ]
    assert rows[-1][:60].split("]")[0] == rows[-1][63:].split("]")[0]
    assert "█" in "".join(row[:60] for row in rows[3:-1]) and "█" not in "".join(row[63:] for row in rows[3:-1])


def test_two_counters_share_their_columns() -> None:
    """Bits and sines begin at the same columns."""
    rows = [
        line_text(line) for line in view("counter", Lab(), 123, 22, against=Lab(pos=5000, convention="whisper")).lines
    ]
    assert rows[2][:60].index("│") == rows[2][63:].index("│")
    assert [rows[2][:60].index(name) for name in ("b0", "s0", "s3")] == [
        rows[2][63:].index(name) for name in ("b0", "s0", "s3")
    ]


@pytest.mark.parametrize("name", ["waves", "unique"])
def test_a_base_does_not_shift_the_picture(name: str) -> None:
    """Gutters and scales stand still while the base is changed."""
    for d_model in (4, 64):
        pictures = [view(name, Lab(d_model=d_model, base=base), 78, 12) for base in (10.0, 500.0, 12345.6, 1e12)]
        rows = [[line_text(line) for line in picture.lines] for picture in pictures]
        begins = [[found.start() for row in each if (found := re.search("[┌├└]", row))] for each in rows]
        tops = {re.findall(r"(\S+)┌", "\n".join(each))[0] for each in rows}
        assert len({found[0] for found in begins}) == len(tops) == 1


@pytest.mark.parametrize("name", sorted(set(NAMES) - COMPARING))
@pytest.mark.parametrize(("width", "height"), [(78, 10), (78, 23), (50, 24), (58, 10)])
def test_a_picture_is_seen_wherever_one_alone_has_room(name: str, width: int, height: int) -> None:
    """Side by side, one below the other, or the first alone and that said."""
    picture = view(name, Lab(), width, height, against=Lab(convention="tensor2tensor"))
    text = "\n".join(map(line_text, picture.lines))
    assert "need" not in text and "tensor2tensor" in text
    if "alone" in text:
        assert (width - 3) // 2 < named_view(name).least[0] and picture.says.endswith(
            "There is no room for tensor2tensor."
        )


def test_narrow_pictures_stand_one_below_the_other() -> None:
    """So that both have their values."""
    rows = [
        line_text(line) for line in view("waves", Lab(length=50), 50, 24, against=Lab(convention="tensor2tensor")).lines
    ]
    assert rows[0].rstrip() == "paper" and rows[12].rstrip() == "tensor2tensor"
    values = [[row for row in half if re.match(r"[●○][- ]\d\.\d{4}", row)] for half in (rows[:12], rows[12:])]
    assert len(values[0]) == len(values[1]) > 3
