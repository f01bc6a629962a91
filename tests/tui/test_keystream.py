"""Whatever a terminal sends, and however it is cut on the way, is keys, pastes, or nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from petui.tui.wire.keycodes import KeyCodes
from petui.tui.wire.keystream import KeyStream, Token

DELAY = 0.1
LONG = 60.0
CODES = KeyCodes()


def tokens_of(pieces: list[bytes], gap: float = 0.0) -> list[Token]:
    """What a stream makes of pieces that come so many seconds apart, and of a long silence after them."""
    stream, now, tokens = KeyStream(DELAY), 0.0, []
    for piece in pieces:
        tokens += stream.expire(now) + stream.feed(piece, now)
        now += gap
    while stream.due is not None:
        tokens += stream.expire(stream.due)
    return tokens


def merged(tokens: list[Token]) -> list[Token]:
    """The tokens, adjacent text as one."""
    result: list[Token] = []
    for token in tokens:
        if result and token.kind == result[-1].kind == "text":
            result[-1] = Token("text", result[-1].text + token.text)
        else:
            result.append(token)
    return result


def said(messages: list[Message]) -> list[str]:
    """Keys by their names, and the rest by their kinds."""
    return [message.key if isinstance(message, events.Key) else type(message).__name__ for message in messages]


def keys(data: bytes) -> list[str]:
    """What some bytes mean, in one piece."""
    return said([message for token in tokens_of([data]) for message in CODES.messages(token)])


def cuts(data: bytes, places: list[int]) -> list[bytes]:
    """Data cut at places."""
    marks = [0, *sorted({place % (len(data) + 1) for place in places}), len(data)]
    return [data[a:b] for a, b in pairwise(marks)]


# Bytes that sequences are made of are likelier than others.
ODD = st.one_of(
    st.binary(max_size=40),
    st.lists(
        st.sampled_from(
            [
                *(
                    b"\x1b",
                    b"[",
                    b"]",
                    b"O",
                    b"M",
                    b"<",
                    b"k",
                    b"P",
                    b"_G",
                    b"\\",
                    b"\x07",
                    b";",
                    b":",
                    b"1",
                    b"200~",
                    b"u",
                ),
                *(
                    b"\x1b[200~",
                    b"\x1b[201~",
                    b"\x9b",
                    b"\x8f",
                    b"\xc3",
                    b"\xa9",
                    b"\xff",
                    b"~",
                    b"$",
                    b"y",
                    b"\r",
                    b"A",
                ),
                *(b"NaN", b"\x1b[<35;", b"\x1b[M", b"\x1b]11;rgb:0/0/0", b"\x1b[97:65;2:3u", b"\x1b[999999999999;1u"),
            ]
        ),
        max_size=30,
    ).map(b"".join),
)


@given(ODD, st.lists(st.integers(0, 400), max_size=8))
@example(b"\x1b[<35;NaN;NaNMn", [3])
@example(b"\x1b[M\xe9\xe9\xe9n", [4])
@example(b"\xc3\xa9", [1])
def test_what_comes_means_the_same_however_it_is_cut(data: bytes, places: list[int]) -> None:
    assert merged(tokens_of(cuts(data, places))) == merged(tokens_of([data]))


@given(ODD, st.lists(st.integers(0, 400), max_size=8), st.sampled_from([0.0, 0.05, 0.3, 3.0, 20.0]))
@example(b"\x1b[99999999999999999999u", [], 0.0)
@example(b"\x1b[97:55296;2u\x1b[223;2u\x1b[223;5u\x1b[27;0;97~", [], 0.0)
@example(b"\x1b[:;u", [], 0.0)
@example(b"\x1b[57344;2u\x1b[55296u\x1b[1114112u\x1b[97;0u\x1b[97;1;1114112u", [], 0.0)
def test_whatever_comes_the_next_key_works(data: bytes, places: list[int], gap: float) -> None:
    stream, now = KeyStream(DELAY), 0.0
    for piece in cuts(data, places):
        for token in stream.feed(piece, now):
            CODES.messages(token)
        now += gap
    while stream.due is not None:
        for token in stream.expire(stream.due):
            CODES.messages(token)
    now += LONG
    assert said([message for token in stream.feed(b"n", now) for message in CODES.messages(token)]) == ["n"]


KEYS = {
    b"\x1b[B": ["down"],
    b"\x1bOB": ["down"],
    b"\x1b[1;5C": ["ctrl+right"],
    b"\x1b[5~": ["pageup"],
    b"\x1b[[A": ["f1"],
    b"\x1bOP": ["f1"],
    b"\x1b[15~": ["f5"],
    b"\x1b[7$": ["shift+home"],
    b"\x1b[Z": ["shift+tab"],
    "é".encode(): ["é"],
    b"\x1b[<0;100;20M": ["MouseDown"],
    b"\x1b[<0;100;20m": ["MouseUp"],
    b"\x1b[<65;3;3M": ["MouseScrollDown"],
    b"\x1b[<32;3;3M": ["MouseMove"],
    # Of the oldest kind, in column 201.
    b"\x1b[M \xe9!": ["MouseDown"],
    b"\x1b[M#\xe9!": ["MouseUp"],
    b"\x1b[32;3;3M": ["MouseDown"],
    b"\x1b[200~two words\x1b[201~": ["Paste"],
    # Motion without a button, and places that are none.
    b"\x1b[<35;10;5M": [],
    b"\x1b[<0;NaN;NaNM": [],
    b"\x1b[<0;0;0M": [],
    b"\x1b[M   ": [],
    # Late answers, and what windows are called.
    b"\x1b[?62;22c": [],
    b"\x1b[>1;4600;0c": [],
    b"\x1b[?2026;2$y": [],
    b"\x1b[4;1$y": [],
    b"\x1b[48;24;80;480;800t": [],
    b"\x1b[I": [],
    b"\x1b[O": [],
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07": [],
    b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\": [],
    b"\x1bP>|XTerm(379)\x1b\\": [],
    b"\x1b_Gi=31;OK\x1b\\": [],
    b"\x1bkuser@host: ~\x1b\\": [],
    # kitty: event types, other layouts' keys, text.
    b"\x1b[97u": ["a"],
    b"\x1b[97:65;2u": ["A"],
    b"\x1b[97;2u": ["A"],
    b"\x1b[97::99;1:1u": ["a"],
    b"\x1b[97;1:3u": [],
    b"\x1b[97;5u": ["ctrl+a"],
    b"\x1b[32;2u": ["space"],
    b"\x1b[13;2u": ["enter"],
    b"\x1b[27u": ["escape"],
    b"\x1b[9;2u": ["shift+tab"],
    b"\x1b[127;2u": ["backspace"],
    b"\x1b[57400u": ["1"],
    b"\x1b[57419u": ["up"],
    b"\x1b[57441;2u": [],
    b"\x1b[1;1:1A": ["up"],
    b"\x1b[1;5:2C": ["ctrl+right"],
    b"\x1b[1;1:3A": [],
    b"\x1b[5;1:1~": ["pageup"],
    b"\x1b[1;1:1P": ["f1"],
    b"\x1b[228;1;228u": ["ä"],
    b"\x1b[27;5;97~": ["ctrl+a"],
    # 8-bit terminals, and bytes that are no UTF-8.
    b"\x9bA": ["up"],
    b"\x85": [],
    b"\xe9": ["replacement_character"],
}


# What begins a sequence, and is keys where nothing follows.
PRESSED = {
    b"\x1b[": ["left_square_bracket"],
    b"\x1b[[": ["left_square_bracket"] * 2,
    b"\x1bO": ["O"],
    b"\x1b]": ["right_square_bracket"],
    b"\x1bP": ["P"],
    b"\x1b_": ["underscore"],
    b"\x1bk": ["k"],
    b"\x1b^": ["circumflex_accent"],
    b"\x1bX": ["X"],
}
LETTERED = (b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP", b"\x1b_")


@pytest.mark.parametrize(("data", "meant"), KEYS.items(), ids=lambda value: repr(value))
def test_a_sequence_is_its_key_wherever_a_slow_line_cuts_it(data: bytes, meant: list[str]) -> None:
    assert keys(data) == meant
    for at in range(1, len(data)):
        # After what may have been pressed, or within a character, more than the delay is another key.
        held = data[:at]
        slow = 1.5 if held not in PRESSED and data[:1] == b"\x1b" and data[:2] != b"\x1bk" and at > 1 else 0.05
        slow = 0.05 if data[:3] == b"\x1b[M" else slow
        pieces = tokens_of([data[:at], data[at:]], slow)
        assert said([message for token in pieces for message in CODES.messages(token)]) == meant, at


def test_a_lone_esc_is_the_key_after_its_delay() -> None:
    stream = KeyStream(DELAY)
    assert stream.feed(b"\x1b", 5.0) == []
    assert stream.due == pytest.approx(5.0 + DELAY)
    assert stream.expire(5.0 + DELAY) == [Token("sequence", "\x1b")]
    assert stream.due is None


def test_esc_and_a_letter_are_two_keys() -> None:
    assert keys(b"\x1bn") == ["escape", "n"]
    assert keys(b"\x1bk") == ["escape", "k"]
    assert keys(b"\x1bkkk\r") == ["escape", "k", "k", "k", "enter"]
    assert keys(b"\x1b]]]") == ["escape", *["right_square_bracket"] * 3]
    assert keys(b"\x1b\x1b[A") == ["escape", "up"]


@pytest.mark.parametrize(("data", "meant"), PRESSED.items(), ids=lambda value: repr(value))
def test_esc_and_what_begins_a_sequence_are_keys_when_nothing_follows(data: bytes, meant: list[str]) -> None:
    stream = KeyStream(DELAY)
    tokens = stream.feed(data, 5.0)
    assert stream.due is None or stream.due <= 5.0 + DELAY + 1e-9
    tokens += stream.expire(5.0 + DELAY + 1e-9)
    assert said([message for token in tokens for message in CODES.messages(token)]) == ["escape", *meant]
    assert stream.due is None
    # The letter came as late as may be: what could follow it has its time from there.
    stream = KeyStream(DELAY)
    assert stream.feed(data[:1], 0.0) == []
    stream.feed(data[1:], 0.9 * DELAY)
    assert data not in LETTERED or stream.due == pytest.approx(1.9 * DELAY)


# What nobody asks a terminal for may be letters that were pressed.
LATE = [data for data in KEYS if data[:2] in LETTERED and data[2:] not in (b"I", b"O")]


@pytest.mark.parametrize("data", LATE, ids=repr)
def test_a_late_rest_is_not_typed(data: bytes) -> None:
    begun = PRESSED[data[:2]]
    for cut_again in range(3, len(data) + 1):
        stream = KeyStream(DELAY)
        tokens = stream.feed(data[:2], 0.0) + stream.expire(0.5) + stream.feed(data[2:cut_again], 0.5)
        if not stream.due and cut_again < len(data):
            # A lone letter or digit may have been pressed.
            continue
        tokens += stream.feed(data[cut_again:], 0.6)
        while stream.due is not None:
            tokens += stream.expire(stream.due)
        late = [message for token in tokens for message in CODES.messages(token)]
        assert said(late) in (["escape", *begun], ["escape", *begun, "Paste"]), cut_again
        # Nor does it hold up what is pressed then.
        assert stream.feed(b"n", LONG) == [Token("text", "n")]


def test_the_rest_of_an_arrow_whose_esc_was_far_ahead_is_not_typed() -> None:
    assert tokens_of([b"\x1b", b"[Bn"], 0.5) == [Token("sequence", "\x1b"), Token("text", "n")]
    assert tokens_of([b"\x1b", b"[<0;10;5M"], 0.5) == [Token("sequence", "\x1b")]
    # A person's keys come one by one.
    assert merged(tokens_of([b"\x1b", b"[", b"B"], 0.5)) == [Token("sequence", "\x1b"), Token("text", "[B")]


def test_what_is_begun_and_never_ends_is_not_typed() -> None:
    for begun in (
        b"\x1b[<",
        b"\x1b[<35;1",
        b"\x1b[M ",
        b"\x1b]11;rgb:00",
        b"\x1bP>|XT",
        b"\x1bO1",
        b"\x1b[1;",
        b"\x9b",
    ):
        assert tokens_of([begun]) == [], begun


def test_a_control_ends_what_never_ends() -> None:
    assert keys(b"\x1b]11;rgb\x03") == ["ctrl+c"]
    assert keys(b"\x1b[1;\rn") == ["enter", "n"]
    assert keys(b"\x1b]0;\x1b[A") == ["up"]


def test_a_megabyte_of_anything_is_held_in_little() -> None:
    for begin in (b"\x1b[200~", b"\x1b]52;c;", b"\x1bP1", b"\x1b[1;", b"\x1b[<", b""):
        stream, now = KeyStream(DELAY), 0.0
        stream.feed(begin, now)
        for _ in range(300):
            now += 0.01
            stream.feed(b"1;" * 2000, now)
            held = len(stream._held) + len(stream._pasted or "") + len(stream._burst or "")
            assert held < 10_000, begin


def test_a_long_sequence_is_swallowed_to_its_end() -> None:
    assert keys(b"\x1b[" + b"1;" * 3000 + b"An") == ["n"]
    assert tokens_of([b"\x1b[5" + b"1" * 300, b"~n"]) == [Token("text", "n")]
    assert keys(b"\x1b]52;c;" + b"QUJD" * 3000 + b"\x07n") == ["n"]


def test_a_paste_is_text_without_controls() -> None:
    [token] = tokens_of([b"\x1b[200~\r\n a\x1b[31mb\x07\tc\xff\r\nsecond\x1b[201~"])
    assert token == Token("paste", " a[31mb c�\nsecond")


def test_an_unmarked_paste_is_one_too() -> None:
    whole = b"quit now\n" * 100_000
    pieces = [whole[at : at + 4095] for at in range(0, len(whole), 4095)]
    tokens = tokens_of(pieces, 0.01)
    assert [token.kind for token in tokens] == ["paste"]
    assert tokens[0].text.startswith("quit now\nquit now") and len(tokens[0].text) <= 4096


def test_typing_ahead_is_no_paste() -> None:
    assert keys(b"n" * 100) == ["n"] * 100
    assert keys(b"\x1b[B" * 500) == ["down"] * 500


def test_ctrl_c_is_heard_in_an_unmarked_paste() -> None:
    assert Token("text", "\x03") in tokens_of([b"x" * 2000, b"\x03", b"x"], 0.01)
