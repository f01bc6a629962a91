"""What the functions of expressions are, in words, for the guide and `petui help expressions`."""

from __future__ import annotations

# What belongs together stands in one line; arguments are named by what they are.
FUNCTION_LINES = (
    "`pe(POS, SLOT)`, `omega(PAIR)`, `divisor(PAIR)`, `exponent(PAIR)`, `wavelength(PAIR)`, `angle(POS, SLOT)`: "
    "the encoding at the Lab's d_model and base",
    "`dot(POS, POS)`, `distance(POS, POS)`, `norm(POS)`: of whole rows; `nearest_offset(LIMIT)`: the offset up to "
    "LIMIT whose row is nearest to row 0",
    "`sin(X)`, `cos(X)`, `tan(X)`, `atan2(Y, X)`, `exp(X)`, `log(X)`, `sqrt(X)`, `abs(X)`, `floor(X)`, `round(X, "
    "DIGITS)`, `min(X, Y)`, `max(X, Y)`",
    "`half(X)`, `single(X)`, `brain(X)`: the nearest float16, float32, bfloat16",
    "`embedding(WORD, SLOT)`: the toy vectors of The, cat, sat (0, 1, 2; slots 0 to 3); `attended(ORDER, WORD, "
    "SLOT, PLACED)`: what a toy attention gives for them",
    "`score(WORD, POS, WORD, POS)`: (x+p)^T·W·(y+q) of a query and a key, the sum of `content_content(WORD, "
    "WORD)`, `content_position(WORD, POS)`, `position_content(POS, WORD)`, `position_position(POS, POS)`; "
    "`added(WORD, POS, WORD, POS)`: (x+p)·(y+q), with no W",
    "`head_product(QUERY, KEY, OFFSET)`: PE(QUERY)·T_OFFSET·PE(KEY), largest at KEY = QUERY - OFFSET; "
    "`head_weight(QUERY, KEY, OFFSET, KEYS, SHARPNESS)`: its softmax over the keys 0 to KEYS - 1",
    "`learned(POS, SLOT, STEPS)`, `learned_dot(POS, POS, STEPS)`, `learned_loss(STEPS)`: a learned table of 12 "
    "rows and 8 slots after so many steps (0 to 2000) of gradient descent; only rows 0 to 7 occur in training",
    "`rotated(WORD, SLOT, POS)`, `rotary(WORD, POS, WORD, POS)`: a toy vector turned to its position, and the "
    "product of two, pairs interleaved; `rotated_halves(WORD, SLOT, POS)`, `rotary_halves(WORD, POS, WORD, POS)`: "
    "the same with half-split pairs",
    "`alibi_slope(HEAD, HEADS)`, `alibi_bias(HEAD, HEADS, POS, POS)`; `t5_bucket(OFFSET, BUCKETS, FURTHEST)`, "
    "`t5_bucket_causal(OFFSET, BUCKETS, FURTHEST)`: biases by distance, OFFSET = key - query",
    "`amplitude(SLOT, TURNS, LENGTH)`: how much of TURNS turns per LENGTH positions is in a slot (discrete "
    "Fourier transform); `random_product(OFFSET, FEATURES, BANDWIDTH)`: the product of random Fourier features",
)
