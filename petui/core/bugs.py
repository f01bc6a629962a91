"""The slips that `petui check` knows by name, one declaration each: what it says, and how it is mended.

Braces are filled in with what was found: base, width, start, convention and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from petui.core.diagnosis import Cause


@dataclass(frozen=True, slots=True)
class Bug:
    """One slip.

    Attributes:
        id: Its name, stable, for programs.
        says: What went wrong.
        mend: What to change, one line.
    """

    id: str
    says: str
    mend: str

    def cause(self, **found: object) -> Cause:
        """The slip as the cause of a difference, with what was found filled in."""
        return Cause(self.id, self.says.format(**found), self.mend.format(**found))


_FREQUENCIES = (
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

_LAYOUTS = (
    Bug(
        "swapped-sine-cosine",
        "Sine and cosine are exchanged in every pair: cosines stand where sines belong.",
        "Put the sine in slot 2i and the cosine in slot 2i+1.",
    ),
    Bug(
        "halves-swapped",
        "The halves are exchanged: {got} stand first, and {convention} has {wanted} first.",
        "Exchange the halves, or check as {actual}.",
    ),
    Bug(
        "concatenated-not-interleaved",
        "All sines and all cosines stand together, and {convention} has them side by side in pairs.",
        "`petui convert FILE --from {actual} --to {convention} -o NEW` puts the columns in order.",
    ),
    Bug(
        "interleaved-not-concatenated",
        "Sine and cosine stand side by side in pairs, and {convention} has all of one kind together.",
        "`petui convert FILE --from {actual} --to {convention} -o NEW` puts the columns in order.",
    ),
    Bug(
        "other-convention",
        "This is the table of {actual}, not of {convention}: {differs}.",
        "Check as {actual}, or compute the table as {convention} does.",
    ),
    Bug(
        "sines-only",
        "Every slot holds a sine, and the cosines are missing.",
        "Take the cosine in the slots of cosines.",
    ),
    Bug(
        "cosines-only",
        "Every slot holds a cosine, and the sines are missing.",
        "Take the sine in the slots of sines.",
    ),
    Bug(
        "columns-out-of-order",
        "The columns are right but out of order{how}: column {column} is column {source} of {convention}.",
        "Put the columns in the order of {convention}.",
    ),
    Bug("transposed", "Rows and columns are exchanged.", "Transpose the table: rows are positions, columns are slots."),
)

_ROWS = (
    Bug(
        "start-at-one",
        "The first row is position {start}, one late: positions were counted from 1.",
        "Count positions from {wanted}, or declare --start {start}.",
    ),
    Bug(
        "start",
        "The first row is position {start}, not {wanted}.",
        "Compute from position {wanted}, or declare --start {start}.",
    ),
    Bug(
        "reversed-rows",
        "Positions fall from row to row, from {start} to {last}.",
        "Reverse the rows; descending tables are checked as transformer-xl or xlnet.",
    ),
    Bug(
        "position-step",
        "Positions go in steps of {step}, not 1.",
        "Use the positions 0, 1, 2, … one for each row.",
    ),
    Bug(
        "every-row-the-same",
        "Every row is that of position {start}: the table was laid along the batch, not along the sequence.",
        "Index positions by the sequence's axis (slice x.size(1) when the batch comes first).",
    ),
    Bug(
        "positions-in-float16",
        "Positions were kept as float16, which has no odd numbers beyond 2048: from there on neighbours share a row.",
        "Compute positions and angles in float32 or better, and round the table last.",
    ),
    Bug(
        "positions-in-bfloat16",
        "Positions were kept as bfloat16, which has no odd numbers beyond 256: from there on neighbours share a row.",
        "Compute positions and angles in float32 or better, and round the table last.",
    ),
    Bug(
        "sign-lost",
        "Negative positions have the row of the positive one: the sign is lost.",
        "Keep the sign: sin(-p) is -sin(p).",
    ),
    Bug(
        "sine-negated",
        "All sines have the wrong sign, as if positions were negative.",
        "Use sin(p·ω), not sin(-p·ω).",
    ),
    Bug(
        "positions-clamped",
        "From row {row} on every row is that of position {last}: positions were clamped.",
        "Make the table as long as the sequence, or refuse longer ones.",
    ),
    Bug(
        "positions-wrapped",
        "Positions start again after every {period} rows.",
        "Make the table as long as the sequence; do not repeat it.",
    ),
    Bug(
        "duplicated-row",
        "Row {row} repeats the row before it{later}.",
        "{change} row {row}.",
    ),
    Bug(
        "duplicated-rows",
        "Every position has {times} rows.",
        "Keep one row for each position: every {times}th.",
    ),
    Bug(
        "missing-row",
        "The row of position {position} is missing: from row {row} on all rows are early by {by}.",
        "Put the row of position {position} back in.",
    ),
    Bug(
        "shifted-row",
        "Row {row} is {what}.",
        "Compute row {row} anew: it belongs to position {wanted}.",
    ),
    Bug(
        "rolled-rows",
        "The rows are rolled by {by}: the last ones stand first.",
        "Roll the rows back by {by}.",
    ),
    Bug(
        "rows-out-of-order",
        "The rows are right but out of order: row {row} is that of position {position}.",
        "Sort the rows by position.",
    ),
    Bug(
        "irregular-positions",
        "The rows are right but not at consecutive positions: row {row} is that of position {position}.",
        "Use the positions 0, 1, 2, … one for each row.",
    ),
    Bug(
        "truncated-rows",
        "All rows from {row} on are zero: the table was filled only so far.",
        "Fill all {rows} rows.",
    ),
    Bug("zero-rows", "{times} rows are all zeros, the first of them row {row}.", "Fill them with their encodings."),
    Bug(
        "damaged-rows", "{times} rows are off, the first of them row {row}; the others are right.", "Compute them anew."
    ),
)

_VALUES = (
    Bug(
        "scaled",
        "Every value is multiplied by {scale}{what}.",
        "Divide the table by {scale}; only embeddings are scaled, before the table is added.",
    ),
    Bug("sign-flipped", "Every value has the wrong sign.", "Negate the table."),
    Bug(
        "embeddings-added",
        "The encoding is there, with something else added to it ({what}): embeddings are in it already.",
        "Check the table itself, before it is added to embeddings.",
    ),
    Bug(
        "constant-added",
        "The same row is added to every row of the encoding: an embedding, a bias or a mean.",
        "Subtract it: check the table before anything is added.",
    ),
    Bug("not-finite", "{times} cells are {what}.", "Find what was divided by zero or overflowed; the rest is judged."),
    Bug(
        "constant-column",
        "Column {column} is {value} in every row.",
        "Fill column {column} with the {function} of pair {pair}.",
    ),
    Bug(
        "zero-columns",
        "The last {times} columns are zeros: these are {narrower} columns of {convention}, padded to {width}.",
        "Compute the table at width {width}, or take the first {narrower} columns.",
    ),
    Bug("damaged-columns", "{times} columns are off, the first of them column {column}.", "Compute them anew."),
    Bug("damaged-cells", "{times} cells are off; all others are right.", "Compute them anew."),
    Bug("rounded-values", "Values were rounded to {digits} decimals.", "Store them in full, or give --atol {atol}."),
    Bug(
        "computed-in-float16",
        "Angles were computed in float16: their errors grow with the position as 11 bits allow.",
        "Compute in float32 or better, and round the table to float16 last.",
    ),
    Bug(
        "computed-in-bfloat16",
        "Angles were computed in bfloat16: their errors grow with the position as 8 bits allow.",
        "Compute in float32 or better, and round the table to bfloat16 last.",
    ),
    Bug(
        "computed-in-float32",
        "Angles were computed in float32: their errors grow with the position as 24 bits allow.",
        "Compute in float64, or check with --dtype float32.",
    ),
    Bug(
        "frequencies-in-float16",
        "Frequencies were rounded to float16: the error of each angle grows with the position.",
        "Keep frequencies in float32 or better, and round the table last.",
    ),
    Bug(
        "frequencies-in-bfloat16",
        "Frequencies were rounded to bfloat16: the error of each angle grows with the position.",
        "Keep frequencies in float32 or better, and round the table last.",
    ),
    Bug(
        "inexact",
        "The values are those of {convention} but for errors of up to {error}.",
        "Compute in a more exact format, or declare the tolerance that you accept (--atol {error}).",
    ),
)


def _by_id(groups: Iterable[tuple[Bug, ...]]) -> Mapping[str, Bug]:
    return MappingProxyType({bug.id: bug for group in groups for bug in group})


BUGS: Mapping[str, Bug] = _by_id((_FREQUENCIES, _LAYOUTS, _ROWS, _VALUES))
