"""Slips of layout, of rows and of values."""

from __future__ import annotations

from petui.core.diagnosis.bug import Bug

LAYOUTS = (
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
        "rotary-cache",
        "These are the {function}s of a rotary cache, {each}{base}: they turn queries and keys, and are added to "
        "nothing.",
        "Cosines and sines are two tables there: put the {kept} of both side by side, cosines first, and check that "
        "as stable-diffusion{option}.",
    ),
    Bug(
        "columns-out-of-order",
        "The columns are right but out of order{how}: column {column} is column {source} of {convention}.",
        "Put the columns in the order of {convention}.",
    ),
    Bug("transposed", "Rows and columns are exchanged.", "Transpose the table: rows are positions, columns are slots."),
)

ROWS = (
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
        "Every row is that of position {start}: the table was laid along the batch, not along the sequence{doubt}.",
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
    Bug(
        "zero-rows",
        "{times} rows are all zeros, the first of them row {row}.",
        "Fill them with their encodings.",
        ("Row {row} is all zeros.", "Fill it with its encoding."),
    ),
    Bug(
        "damaged-rows",
        "{times} rows are off, the first of them row {row}; the others are right.",
        "Compute them anew.",
        ("Row {row} is off; the others are right.", "Compute it anew."),
    ),
)

VALUES = (
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
    Bug(
        "not-finite",
        "{times} cells are {what}.",
        "Find what was divided by zero or overflowed; the rest is judged.",
        ("1 cell is {what}.", "Find what was divided by zero or overflowed; the rest is judged."),
    ),
    Bug(
        "constant-column",
        "Column {column} is {value} in every row.",
        "Fill column {column} with the {function} of pair {pair}.",
    ),
    Bug(
        "zero-columns",
        "The last {times} columns are zeros: these are {narrower} columns of {convention}, padded to {width}.",
        "Compute the table at width {width}, or take the first {narrower} columns.",
        (
            "The last column is zeros: these are {narrower} columns of {convention}, padded to {width}.",
            "Compute the table at width {width}, or take the first {narrower} columns.",
        ),
    ),
    Bug(
        "damaged-columns",
        "{times} columns are off, the first of them column {column}.",
        "Compute them anew.",
        ("Column {column} is off; the others are right.", "Compute it anew."),
    ),
    Bug(
        "damaged-cells",
        "{times} cells are off; all others are right.",
        "Compute them anew.",
        ("1 cell is off; all others are right.", "Compute it anew."),
    ),
    Bug("rounded-values", "Values were rounded to {digits} decimals.", "Store them in full, or give --atol {atol}."),
    Bug(
        "truncated-to-bfloat16",
        "Values were cut off at bfloat16's last place, towards zero: the lower 16 bits of float32 were dropped.",
        "Round to the nearest bfloat16, ties to even (torch's .to(torch.bfloat16) does).",
    ),
    Bug(
        "truncated-to-float16",
        "Values were cut off at float16's last place, towards zero.",
        "Round to the nearest float16, ties to even (.astype(np.float16) does).",
    ),
    Bug(
        "quantised",
        "Values stand on steps of 1/{levels}: they were quantised to whole numbers and scaled back.",
        "Store the table unquantised, or give --atol {atol}.",
    ),
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
        "unexplained",
        "{share} % of the cells are not those of {convention}, and no slip that is known explains them.",
        "Work out the first cell that differs by hand, with `petui conventions {convention}` beside it.",
    ),
    Bug(
        "inexact",
        "The values are those of {convention} but for errors of up to {error}.",
        "Compute in a more exact format, or declare the tolerance that you accept (--atol {error}).",
    ),
)
