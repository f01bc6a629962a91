"""What comes out of the shadow shows the same as what went in, whatever is drawn, moved and cut in two."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from petui.tui.wire.shadow import Shadow

STYLES = (
    *("", "1", "2", "7", "38;5;12", "1;38;5;12;48;5;234", "48;5;234", "38;5;250;48;5;234", "4;38;5;1", "3;31", "9;42"),
    *("38;2;1;2;3;48;2;4;5;6", "1;3;4;7;38;5;9", "97;100", "2;38;5;12"),
)
NARROW = ("foo", "bar baz", " ", "   ", "        ", "0.123", "│", "─────", "ω₀", "▀▀▀", "→", "▶", "é", "\u00a0")
# Where pyte and the layout count the same columns.
WIDE = ("漢字", "あ", "한", "e\u0301", "🚀", "a漢b", "אב")
# A run of text with its style.
Run = tuple[str, str]


def written(runs: list[Run]) -> str:
    """Runs as Textual writes them."""
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)


def seen(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Every cell as it is seen: of a blank neither the colour of characters nor their weight."""
    return [
        [
            (" ", cell.bg)
            if cell.data in " \u00a0" and cell.data and not (cell.reverse or cell.underscore or cell.strikethrough)
            else tuple(cell)
            for cell in (screen.buffer[y][x] for x in range(screen.columns))
        ]
        for y in range(screen.lines)
    ]


class Terminal:
    """A terminal in memory as petui sets it up."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.feed("\x1b[?7l")

    def feed(self, text: str) -> None:
        """Show what is written."""
        self._stream.feed(text)

    def resize(self, columns: int, rows: int) -> None:
        """Another size."""
        self.screen.resize(rows, columns)


@dataclass(frozen=True)
class Drawing:
    """Lines of a picture, of any width; a line may move up or down with others."""

    columns: int
    lines: tuple[tuple[Run, ...], ...]

    def frame(self, rows: list[int]) -> str:
        """The frame that draws some of the lines, as Textual writes it."""
        parts = [f"\x1b[{row + 1};1H{written(list(self._fitted(self.lines[row])))}" for row in rows]
        return "\n".join(parts)

    def _fitted(self, runs: tuple[Run, ...]) -> list[Run]:
        left, fitted = self.columns, []
        for style, text in runs:
            if cell_len(text) <= left:
                fitted.append((style, text))
                left -= cell_len(text)
        return [*fitted, ("48;5;17", " " * left)]


def lines(texts: tuple[str, ...]) -> st.SearchStrategy[tuple[Run, ...]]:
    return st.lists(st.tuples(st.sampled_from(STYLES), st.sampled_from(texts)), max_size=14).map(tuple)


@st.composite
def pictures(draw: st.DrawFn, texts: tuple[str, ...]) -> list[tuple[Drawing, list[int]]]:
    """Pictures of one size with the rows that are drawn anew: some changed, some moved, some as they were."""
    columns, height = draw(st.sampled_from(((20, 6), (40, 10), (7, 3), (33, 12), (1, 1), (2, 2))))
    rows = list(draw(st.lists(lines(texts), min_size=height, max_size=height)))
    found = [(Drawing(columns, tuple(rows)), list(range(height)))]
    for _ in range(draw(st.integers(1, 5))):
        top = draw(st.integers(0, height - 1))
        bottom = draw(st.integers(top, height - 1))
        shift = draw(st.integers(-3, 3))
        band = [
            rows[row + shift] if top <= row + shift <= bottom else draw(lines(texts)) for row in range(top, bottom + 1)
        ]
        rows[top : bottom + 1] = band
        changed = draw(st.integers(0, height - 1))
        rows[changed] = draw(lines(texts))
        found.append((Drawing(columns, tuple(rows)), sorted({*range(top, bottom + 1), changed})))
    return found


def check_same(shown: list[tuple[Drawing, list[int]]], cuts: list[float], redraws: list[bool]) -> None:
    """Draw pictures on one terminal as they are, and on another through a shadow."""
    columns, height = shown[0][0].columns, len(shown[0][0].lines)
    direct, through = Terminal(columns, height), Terminal(columns, height)
    shadow = Shadow(columns, height)
    for number, (drawing, rows) in enumerate(shown):
        frame = drawing.frame(rows)
        cut = int(cuts[number % len(cuts)] * len(frame))
        direct.feed(frame)
        shadow.take(frame[:cut])
        shadow.take(frame[cut:])
        if redraws[number % len(redraws)]:
            through.feed("junk\x1b[5;5H\x1b[31m\x1b[2;3rmore")
            shadow.invalidate()
        through.feed(shadow.emit())
        assert seen(through.screen) == seen(direct.screen)
        assert shadow.emit() == ""


CUTS = st.lists(st.floats(0, 1), min_size=1, max_size=4)
REDRAWS = st.lists(st.booleans(), min_size=1, max_size=4)


@given(pictures(NARROW), CUTS, REDRAWS)
def test_narrow_text_shows_the_same(
    shown: list[tuple[Drawing, list[int]]], cuts: list[float], redraws: list[bool]
) -> None:
    check_same(shown, cuts, redraws)


@given(pictures(NARROW + WIDE), CUTS, REDRAWS)
def test_wide_text_shows_the_same(
    shown: list[tuple[Drawing, list[int]]], cuts: list[float], redraws: list[bool]
) -> None:
    check_same(shown, cuts, redraws)


@given(pictures(NARROW), st.tuples(st.integers(1, 50), st.integers(1, 15)))
def test_another_size_shows_what_is_drawn_then(shown: list[tuple[Drawing, list[int]]], size: tuple[int, int]) -> None:
    columns, height = shown[0][0].columns, len(shown[0][0].lines)
    shadow, through = Shadow(columns, height), Terminal(columns, height)
    for drawing, rows in shown:
        shadow.take(drawing.frame(rows))
        through.feed(shadow.emit())
    shadow.resize(*size)
    through.resize(*size)
    direct = Terminal(*size)
    drawing = Drawing(size[0], (shown[0][0].lines * 15)[: size[1]])
    frame = drawing.frame(list(range(size[1])))
    direct.feed(frame)
    # What was drawn for the size before may still come.
    shadow.take(shown[-1][0].frame(list(range(height))))
    shadow.take(frame)
    through.feed(shadow.emit())
    assert seen(through.screen) == seen(direct.screen)


# Moves, colours, erasures to the end of a line, margins, lines, and the beginning that clears all.
ALLOWED = re.compile(
    r"(?:\x1b\[r\x1b\(B\x0f\x1b\[4l\x1b\[\?7l\x1b\[\?25l\x1b\[m\x1b\[2J"
    r"|\x1b\[[0-9;:]*[HmABCDKr]|\x1bM|[\r\n\b]|[^\x00-\x1f\x7f-\x9f])*"
)
ESCAPES = (
    *("\x1b", "\x1b[", "\x1b[2J", "\x1b]0;title\x07", "\x1b]52;c;YQ==\x1b\\", "\x1bP1$r\x1b\\", "\x1bc", "\x1b[?1049l"),
    *(
        "\x1b[6n",
        "\x1b[5;5r",
        "\x9b2J",
        "\x9d0;x\x9c",
        "\x90q\x9c",
        "\x07",
        "\x00",
        "\x7f",
        "\x08",
        "\t",
        "\x0e",
        "\x85",
    ),
    *("\x1b]8;id=1;http://a.b\x1b\\", "\x1b]8;;\x1b\\", "\x1b[?2026h", "\x1b(0", "\x1b#8", "\x1b[3;3H", "\x1b[31;8m"),
    *("\x1b[38;5m", "\x1b[38;2;1m", "\x1b[4:3m", "\x1b[;;;H", "\x1b[999999999999;1H", "\x1b[0;48;5;300m", "\ud800"),
)


@given(st.lists(st.one_of(st.sampled_from(ESCAPES), st.text(max_size=6)), max_size=20))
def test_nothing_but_text_and_our_own_sequences_comes_out(parts: list[str]) -> None:
    shadow = Shadow(30, 6)
    for part in parts:
        shadow.take(part)
        out = shadow.emit()
        assert ALLOWED.fullmatch(out), repr(out)
        out.encode()


@given(st.lists(st.one_of(st.sampled_from(ESCAPES), st.sampled_from(NARROW)), max_size=12), st.data())
def test_where_a_frame_is_cut_in_two_makes_no_difference(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    cut = data.draw(st.integers(0, len(text)))
    whole, halves = Shadow(30, 6), Shadow(30, 6)
    whole.take(text)
    halves.take(text[:cut])
    halves.take(text[cut:])
    assert whole.emit() == halves.emit()


def sent_for(*frames: str, size: tuple[int, int] = (20, 4)) -> list[str]:
    """What is sent for each of some frames."""
    shadow, sent = Shadow(*size), []
    for frame in frames:
        shadow.take(frame)
        sent.append(shadow.emit())
    return sent


def shown_of(*frames: str, size: tuple[int, int] = (20, 4)) -> tuple[list[str], list[str]]:
    """What a terminal shows after frames, and what was sent for each."""
    sent, terminal = sent_for(*frames, size=size), Terminal(*size)
    for text in sent:
        terminal.feed(text)
    return [line.rstrip() for line in terminal.screen.display], sent


@pytest.mark.parametrize("hidden", ["\x1b]52;c;YQ==\x07", "\x1b[2J", "\x1b]8;;http://a.b\x1b\\", "\x1b[?1003h", "\x07"])
def test_a_control_leaves_no_trace(hidden: str) -> None:
    for cut in range(len(hidden) + 1):
        lines, _ = shown_of(f"\x1b[1;1Hab{hidden[:cut]}", f"{hidden[cut:]}cd")
        assert lines[0] == "abcd"


def test_a_sequence_that_never_ends_hides_no_later_frame() -> None:
    lines, _ = shown_of("\x1b[1;1Hone\x1b]52;c;", "\x1b[2;1Htwo\x1b[0m")
    assert lines[:2] == ["one", "two"]


def test_what_is_beyond_the_edges_is_cut() -> None:
    lines, _ = shown_of("\x1b[2;18Habcdef\x1b[9;1Hbelow\x1b[1;30Hright\x1b[3;20H漢")
    assert lines == ["", " " * 17 + "abc", "", ""]


def test_one_changed_cell_costs_a_move_and_a_character() -> None:
    screen = "\n".join(f"\x1b[{row};1H{'x' * 20}" for row in range(1, 5))
    sent = sent_for(screen, "\x1b[3;5H\x1b[1mo\x1b[0m")
    assert sent[1] == "\x1b[3;5H\x1b[1mo"


def test_lines_that_move_are_not_sent_again() -> None:
    texts = [f"line {number} of a longer text" for number in range(20)]

    def page(first: int) -> str:
        return "\n".join(f"\x1b[{row + 1};1H{texts[first + row]:40}" for row in range(10))

    for before, after in ((0, 1), (1, 0), (0, 3), (5, 2)):
        lines, sent = shown_of(page(before), page(after), size=(40, 10))
        assert lines == texts[after : after + 10]
        assert len(sent[1]) < 40 + 30 * abs(after - before)


@pytest.mark.parametrize("strange", ["👩\u200d🚀", "❤\ufe0f", "👍🏽", "🇩🇪", "x\u0301\u0302", "☂", "⚠"])
def test_behind_a_doubtful_character_the_cursor_is_placed_and_the_line_painted_again(strange: str) -> None:
    sent = sent_for("\x1b[1;1Habcdefghij", f"\x1b[1;3H{strange}", f"\x1b[1;3H{'z' * cell_len(strange)}")
    at = 3 + cell_len(strange)
    assert re.search(rf"\x1b\[1;{at}H", sent[1])
    if len(strange) > 1:
        rest = "abcdefghij"[at - 1 :]
        assert rest in sent[1] and rest in sent[2]


def test_a_line_that_stays_while_others_move_is_right() -> None:
    def page(first: int) -> str:
        texts = ["it stays where it is" if row == 5 else f"{(first + row) * 7919**3:030}" for row in range(12)]
        return "\n".join(f"\x1b[{row + 1};1H{text:40}" for row, text in enumerate(texts))

    lines, sent = shown_of(page(0), page(1), size=(40, 12))
    assert "\x1b[r" in sent[1]
    assert lines == [line.rstrip() for line in re.split(r"\n?\x1b\[\d+;1H", page(1))[1:]]


def test_a_line_with_wide_characters_is_written_from_the_left() -> None:
    # Colours that come back would else be written together; a half of a wide character may be gone by then.
    parts = "".join(f"\x1b[{31 + number % 2}m{number}漢\x1b[0m" for number in range(6))
    _, sent = shown_of("\x1b[1;1H" + "x" * 20, f"\x1b[1;1H{parts}")
    assert re.findall(r"(\d)漢", sent[1]) == list("012345")


def test_a_doubtful_character_is_written_over_blanks() -> None:
    sent = sent_for("\x1b[1;1Habcdefghij", "\x1b[1;3H👩\u200d🚀")
    assert "  \x1b[1;3H👩\u200d🚀\x1b[1;5H" in sent[1]


def test_bidirectional_controls_do_not_come_out() -> None:
    sent = sent_for("\x1b[1;1Ha\u202eb\u2066c\u200fd\ufeff")
    assert "abcd" in sent[0]


def test_a_pile_of_marks_ends() -> None:
    sent = sent_for("\x1b[1;1Ha" + "\u0301" * 500 + "b")
    assert sent[0].count("\u0301") < 20


def test_what_is_blank_to_the_end_of_its_row_is_erased() -> None:
    """Wherever what stood there ended, and in as many pieces as it was."""
    sent = sent_for("\x1b[2;1Hshort  and   long", "\x1b[2;1Hshort            ")
    assert sent[1].startswith("\r\x1b[7C\x1b[K") and sent[1].count("\x1b[K") == 1 and " " not in sent[1]


def test_the_cursor_follows_the_focused_line() -> None:
    sent = sent_for("\x1b[2;1Hname\x1b[2;5H", "\x1b[2;5Hx\x1b[2;6H", "\x1b[4;1Hfar\x1b[2;6H")
    assert sent[1] == "x"
    # Two newlines would be two returns more on the line.
    assert sent[2] == "\x1b[4Hfar"
