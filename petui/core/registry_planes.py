"""Conventions of grids and of points."""

from __future__ import annotations

from math import pi

from petui.core.planes import Plane, PointConvention

_DETR = "facebookresearch/detr, models/position_encoding.py, 2020"
_LOFTR = "zju3dv/LoFTR, src/loftr/utils/position_encoding.py, 2021"

PLANES = (
    Plane(
        "detr",
        "DETR, PositionEmbeddingSine as called by itself",
        ("y", "x"),
        (0, 1),
        start=1,
        says="The y half comes first, and counting starts at 1. num_pos_feats is half of d_model, and channels come "
        "before rows and columns.",
        source=_DETR,
    ),
    Plane(
        "detr-normalized",
        "DETR as its models configure it",
        ("y", "x"),
        (0, 1),
        start=1,
        measure="share-of-turn",
        says="Positions are shares of one turn, so the fastest pair of the last row is 0 and 1 again, and the same "
        "cell has other values in a picture of another size.",
        source=_DETR,
    ),
    Plane(
        "deformable-detr",
        "Deformable DETR",
        ("y", "x"),
        (0, 1),
        start=1,
        measure="middle-of-turn",
        says="As normalised DETR, but from the middle of each cell: two rows are at π/2 and 3π/2, not at π and 2π.",
        source="fundamentalvision/Deformable-DETR, models/position_encoding.py, 2020",
        aliases=("dn-detr",),
    ),
    Plane(
        "loftr",
        "LoFTR with temp_bug_fix",
        ("y", "x"),
        (1, 0),
        layout="alternating",
        start=1,
        says="Sine and cosine of x, then of y, pair after pair. The released weights need the faulty frequencies of "
        "loftr-released.",
        source=_LOFTR,
    ),
    Plane(
        "loftr-released",
        "LoFTR as its weights were trained",
        ("y", "x"),
        (1, 0),
        layout="alternating",
        start=1,
        floored=True,
        says="An operator's precedence floors -ln 10000 / d / 2 to -1: the frequencies are e^(-2k), and all but the "
        "first few pairs stand still.",
        source=_LOFTR,
    ),
    Plane(
        "mae",
        "MAE, get_2d_sincos_pos_embed",
        ("y", "x"),
        (1, 0),
        layout="sines-first",
        arithmetic="float64",
        says="The first half encodes the column, though the source calls it emb_h. Square grids hide it: compare a "
        "grid that is not square.",
        source="facebookresearch/mae, util/pos_embed.py, 2021; huggingface/diffusers",
        aliases=("diffusers-2d", "dit"),
    ),
    Plane(
        "positional-encodings-2d",
        "positional-encodings, 2-D",
        ("x", "y"),
        (0, 1),
        rounds_up=True,
        says="Each axis has 2·ceil(d/4) slots and the row is cut at d: at d 6 the second axis keeps its fastest pair "
        "only. Tables are cached by shape alone, so a second dtype or device gets the first one's.",
        source="tatp22/multidim-positional-encoding, PositionalEncoding2D",
    ),
    Plane(
        "positional-encodings-3d",
        "positional-encodings, 3-D",
        ("x", "y", "z"),
        (0, 1, 2),
        rounds_up=True,
        says="Each axis has 2·ceil(d/6) slots and the row is cut at d, so the last axis may have fewer than the "
        "others, or none.",
        source="tatp22/multidim-positional-encoding, PositionalEncoding3D",
    ),
)

POINTS = (
    PointConvention(
        "nerf",
        "NeRF, the authors' program",
        1.0,
        True,
        says="No π, on purpose, though the paper prints it, and the coordinates themselves come first: 3 + 6L slots. "
        "Frequencies rise with their index.",
        source="bmild/nerf, run_nerf_helpers.py, 2020",
    ),
    PointConvention(
        "nerf-pi",
        "NeRF, the paper's formula",
        pi,
        False,
        arithmetic="real",
        says="Frequencies 2^k·π and no raw coordinates: 6L slots. Coordinates that differ by 2 are the same. The order "
        "within a row is that of the program.",
        source="Mildenhall et al. 2020, equation 4 (arXiv:2003.08934)",
        aliases=("nerf-paper", "tiny-cuda-nn"),
    ),
)
