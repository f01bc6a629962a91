"""Short texts compared by what they say."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from petui.review.shorttext import TextMatch, is_near_miss, match_text, normal

words = st.text("bcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9)
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)
WHOLE, NEAR, NOT = True, False, None


def verdict(typed: str, *accepts: str) -> bool | None:
    """True for agreement, False for a slip of spelling, None for neither."""
    found = match_text(typed, accepts)
    return found.exact if found.accepted else None


@pytest.mark.parametrize(
    "group",
    [
        ("token-wise", "Token wise.", "the *token*‐wise", "“token–wise”"),
        ("ω_1", "ω₁", "omega_1", "Omega_1", r"$\omega_1$", r"\omega_1", "𝜔_1"),
        ("2π", "2 pi", "2*pi", "2·π", r"$2\pi$", r"2\pi", "2 Pi"),
        ("λ", "lambda", r"$\lambda$"),
        ("√2", "sqrt(2)", "sqrt 2", r"$\sqrt{2}$"),
        ("√(d/2)", "sqrt(d/2)", r"$\sqrt{d/2}$"),
        ("10^4", "10⁴", "10**4", "10 ^ 4", "10^(4)"),
        ("10^(-4)", "10⁻⁴", "10^-4", "10^−4", "$10^{-4}$", "10^{-4}"),
        ("10000^(2i/d)", "10000^{2i/d}", "$10000^{2i/d}$", "10000**(2i / d)"),
        ("pos·ω", "pos*ω", "pos ω", "pos omega", r"$pos\cdot\omega$"),
        ("-3", "−3", "–3", " - 3"),
        ("2i+1", "2i + 1", "$2i+1$"),
        ("d_model", "`d_model`", r"$d_{model}$", "D_model"),
        ("x-axis", "the x axis", "X‑Axis"),
        ("don't", "don’t"),
        ("1/10000", "0.0001", "1e-4", "10^-4", "0,0001"),
        ("10000", "10,000", "10 000", "10’000", "10\u202f000", "10000.", "10,000.0", "1e4", "100^2"),
        ("-1234567.5", "-1,234,567.5", "−1 234 567.5"),
        ("0, 1, 0, 1", "0; 1; 0; 1", "0;1;0;1", "0,1,0,1", "(0, 1, 0, 1)", "0.0, 1.0, 0.0, 1.0", "$(0, 1, 0, 1)$"),
        ("0.5, -1", "1/2; −1", "0,5; -1", "[.5, -1.0]"),
        ("1/2", "0.5", ".5", "½", "sin(pi/6)"),
        ("(0, 1)", "[0,1]", "0, 1", "0,1"),
        ("sin(x)", "SIN(x)", "sin( x )", "(sin(x))"),
        ("straße", "STRASSE"),
        ("日本語", "「日本語」".strip("「」")),
        ("==bold==", "**bold**", "_bold_", "bold", "a bold"),
    ],
)  # fmt: skip
def test_one_thing_in_several_spellings(group: tuple[str, ...]) -> None:
    """Any spelling is right where any other is accepted."""
    for accepted in group:
        for typed in group:
            assert verdict(typed, accepted) is WHOLE, (typed, accepted)


@pytest.mark.parametrize(
    ("typed", "accepted"),
    [
        ("10⁴", "104"),
        ("3", "-3"),
        ("i-1", "i+1"),
        ("i - 1", "i1"),
        ("2*3", "23"),
        ("a/b", "b"),
        ("a*b", "b"),
        ("a - b", "b"),
        ("5", ".5"),
        ("101", "0101"),
        ("10", "10,000"),
        ("1000", "10000"),
        ("slot 12", "slot 13"),
        ("10 00", "1000"),
        ("10,00", "1000"),
        ("1 0000", "10000"),
        ("1,234 567", "1234567"),
        ("0, 1", "0.1"),
        ("0, 1, 0", "0, 1, 0, 1"),
        ("0, 1, 1, 0", "0, 1, 0, 1"),
        ("10, 0", "10,000"),
        ("10, 000", "10, 0"),
        ("0, x", "0, y"),
        ("omega_i", "omega_j"),
        ("omega_1", "omega_2"),
        ("10^3x", "10^4x"),
        ("aperiodic", "periodic"),
        ("unbounded", "bounded"),
        ("invariance", "equivariance"),
        ("cosine", "sine"),
        ("colour code", "color code!?x"),
        ("odd", "add"),
        ("side", "sine"),
        ("wove", "wave"),
        ("radxyns", "radians"),
        ("", "word"),
        ("?", "word"),
        ("vitamin", "vitamin A"),
        ("slower", "lower"),
    ],
)
def test_different_things(typed: str, accepted: str) -> None:
    """Signs, digits, first letters and short words are no matter of spelling."""
    assert verdict(typed, accepted) is NOT
    assert typed == "" or verdict(accepted, typed) is NOT


@pytest.mark.parametrize("typed", ["0 1 0 1", "0.0  1.0  0.0  1.0", "0,0 1,0 0,0 1,0"])
def test_blanks_may_part_the_numbers_of_a_list(typed: str) -> None:
    """Where an author has written a list, what is typed is read as one."""
    assert verdict(typed, "0, 1, 0, 1") is WHOLE
    assert verdict(typed, "0, 1, 1, 0") is NOT and verdict(typed, "0101") is NOT


@given(st.integers(-(10**12), 10**12), st.sampled_from(", '\N{NO-BREAK SPACE}"))
def test_groups_of_three_digits_are_one_number(number: int, sign: str) -> None:
    """However long it is, and whichever sign parts them."""
    assert verdict(f"{number:,}".replace(",", sign), str(number)) is WHOLE


@given(phrases)
def test_dress_does_not_count(phrase: str) -> None:
    """Case, outer punctuation, articles, hyphens and blanks are nothing that is asked for."""
    for typed in (phrase.upper(), f"the {phrase}.", f"“{phrase}”", f"  {phrase.replace(' ', '  ')} !", f"an {phrase}"):
        assert verdict(typed, phrase) is WHOLE
    if all(len(word) > 1 for word in phrase.split()):
        assert verdict(phrase.replace(" ", "-"), phrase) is WHOLE


@given(phrases, st.data())
def test_one_slip_of_the_pen(phrase: str, data: st.DataObject) -> None:
    """One letter missing, added, changed or swapped behind a word's first is a slip; two of them are not."""
    assume(len(phrase) >= 5)
    places = [at for at in range(1, len(phrase)) if phrase[at - 1 : at + 1].isalpha()]
    at = data.draw(st.sampled_from(places))
    slips = [phrase[:at] + phrase[at + 1 :], phrase[:at] + "a" + phrase[at:], phrase[:at] + "a" + phrase[at + 1 :]]
    if phrase[at : at + 2].isalpha() and len(set(phrase[at : at + 2])) == 2:
        slips.append(phrase[:at] + phrase[at + 1] + phrase[at] + phrase[at + 2 :])
    for slip in slips:
        assert verdict(slip, phrase) is (WHOLE if normal(slip) == normal(phrase) else NEAR), slip
    assert verdict(phrase[:at] + "aaa" + phrase[at:], phrase) is NOT
    assert verdict(phrase[:at] + "7" + phrase[at:], phrase) is NOT


def test_whole_agreement_goes_first() -> None:
    """The alternative that agrees wholly is found behind one that is a letter off."""
    assert match_text("radians", ("radian", "radians")) == TextMatch("radians", True)
    assert match_text("radiens", ("degree", "radians")) == TextMatch("radians", False)
    assert match_text("radians", ()) == TextMatch()


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_compared(one: str, other: str) -> None:
    """Nothing that is typed or accepted breaks the comparison, and everything agrees with itself."""
    match_text(one, (other,))
    assert verdict(one, one) is WHOLE or not one
    assert not is_near_miss(normal(one), normal(one))


def test_long_texts_are_compared_at_once() -> None:
    """Texts of any length are cut before they are looked at."""
    assert verdict("*_" * 100_000 + "==" * 100_000, "word") is NOT
    assert verdict("(" * 100_000 + ")" * 100_000, "word") is NOT
