"""Slips of frequencies: exponents, bases, factors and casts."""

from __future__ import annotations

from petui.core.diagnosis.bug import Bug

FREQUENCIES = (
    Bug(
        "doubled-exponent",
        "The exponent is twice too large: a loop in steps of 2, or an index that is doubled already, is doubled again.",
        "Use 2i/d with i = 0, 1, 2, … counting pairs; where the index counts slots 0, 2, 4, …, use index/d.",
    ),
    Bug(
        "halved-exponent",
        "The exponent is i/d with i counting pairs: the 2 of 2i/d is missing, so the slowest wave is too fast.",
        "Use 2i/d with i = 0, 1, 2, … counting pairs.",
    ),
    Bug(
        "exponent-for-every-column",
        "Every column j has an exponent of its own, 2j/d: exponents are doubled, and a cosine is slower than its sine.",
        "Give both columns of a pair one exponent: 2·(j // 2)/d.",
    ),
    Bug(
        "cosine-own-exponent",
        "Each cosine has an exponent of its own, (2i+1)/d, where its sine has 2i/d: pairs do not turn as one.",
        "Give the cosine of pair i the exponent of its sine, 2i/d.",
    ),
    Bug(
        "cosine-next-pair",
        "Each cosine has the frequency of the next pair.",
        "Give the cosine of pair i the exponent of its sine, 2i/d.",
    ),
    Bug(
        "integer-division",
        "The exponent was divided in whole numbers, as `//` or Python 2's `/` does: frequencies stay 1, or jump.",
        "Divide as real numbers: 2*i / d with a float, not 2*i // d.",
    ),
    Bug(
        "operator-precedence",
        "A parenthesis is missing: the power was taken before the exponent was complete.",
        "Put the whole exponent in parentheses: position / base ** (2*i / d).",
    ),
    Bug(
        "width-left-out",
        "The exponent is 2i, not divided by the width: all but the first pair hardly move.",
        "Divide the exponent by the width: 2i/d.",
    ),
    Bug(
        "base-exponent-swapped",
        "Base and exponent of the power are exchanged: all pairs but the first turn at nearly 1 radian per row.",
        "Write base ** -(2*i / d), not (2*i / d) ** (1 / base).",
    ),
    Bug(
        "rate-cut-to-whole",
        "The rate -ln(base)/d was cut to a whole number before it was used, as a cast to an integer type does.",
        "Keep the rate as a float until the exponential is taken.",
    ),
    Bug(
        "frequencies-cut-to-whole",
        "Frequencies were cut to whole numbers: the first is 1 and all others are 0.",
        "Keep frequencies in a floating-point type.",
    ),
    Bug(
        "divisors-cut-to-whole",
        "The divisors base^(2i/d) were cut to whole numbers.",
        "Keep divisors in a floating-point type.",
    ),
    Bug(
        "degrees",
        "Angles were taken through degrees: every frequency is π/180 of what it should be.",
        "Give sin and cos radians: leave out the conversion.",
    ),
    Bug(
        "radians-to-degrees",
        "Angles were turned into degrees before sin and cos, which take radians.",
        "Give sin and cos radians: leave out the conversion.",
    ),
    Bug(
        "two-pi-factor",
        "Every frequency is 2π times too high: the divisor was taken for a wavelength.",
        "Divide the position by base^(2i/d) without a factor 2π.",
    ),
    Bug(
        "two-pi-divided",
        "Every frequency is 2π times too low.",
        "Divide the position by base^(2i/d) without a further 2π.",
    ),
    Bug("pi-factor", "Every frequency is π times too high.", "Leave out the factor π."),
    Bug(
        "wrong-logarithm",
        "The logarithm of the base is not the natural one: it was taken as {logarithm}.",
        "Use the natural logarithm with exp: exp(-2*i * ln(base) / d).",
    ),
    Bug(
        "wrong-power",
        "The natural logarithm of the base went with a power of {power} instead of exp.",
        "Use exp with the natural logarithm, or base ** -(2*i / d).",
    ),
    Bug(
        "missing-minus",
        "The exponent's sign is wrong: frequencies rise from pair to pair instead of falling.",
        "Use the negative exponent, or divide the position by base^(2i/d).",
    ),
    Bug(
        "pairs-from-one",
        "Pairs are counted from 1: the first frequency is not 1 but base^(-2/d).",
        "Count pairs from 0.",
    ),
    Bug(
        "not-geometric",
        "{what} are evenly spaced, not in a geometric progression.",
        "Space the exponents evenly, not their powers: base ** -(2*i / d).",
    ),
    Bug(
        "one-pair-less",
        "The exponent divides by d - 2, so that the last frequency is 1/base; {convention} divides by d.",
        "Use 2i/d = i/(d/2), not i/(d/2 - 1).",
    ),
    Bug(
        "one-pair-more",
        "The exponent divides by d; {convention} divides by d - 2, so that its last frequency is 1/base.",
        "Use i/(d/2 - 1), not 2i/d.",
    ),
    Bug(
        "width-rounded-up",
        "Frequencies are those of the even width {wider}, one slot of which is cut off.",
        "Use the exponents of width {width} itself.",
    ),
    Bug(
        "base",
        "The base is {found}, not {base}.",
        "Declare it (--base {found}) if that is meant; else compute with base {base}.",
    ),
    Bug(
        "frequency-factor",
        "Every frequency is {factor} times what it should be.",
        "Divide the positions, or the frequencies, by {factor}.",
    ),
    Bug(
        "frequencies-off",
        "{times} of {pairs} frequencies are off, that of pair {pair} first: it turns by {got} radians per position, "
        "and {convention} by {expected}.{how}",
        "Compute frequencies as base^(-2i/{divisor}) in float32 or better, and do not round them.",
        (
            "The frequency of pair {pair} is off: it turns by {got} radians per position, and {convention} by "
            "{expected}; all others are right.",
            "Compute it as base^(-2i/{divisor}).",
        ),
    ),
    Bug(
        "positions-normalised",
        "Positions were divided by {divisor} ({what}): rows are {factor} of a position apart.",
        "Use the positions 0, 1, 2, … as they are.",
    ),
    Bug(
        "truncated-columns",
        "These are the first {width} columns of a table that is {wider} wide.",
        "Compute the table at width {width}: frequencies depend on it.",
    ),
)
