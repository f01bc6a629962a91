"""Names for who only lists them, as a shell does at each Tab: no NumPy is loaded. Tests hold them to the registry."""

from __future__ import annotations

# What has a table: of sequences, grids and points.
TABLE_NAMES = (
    "paper",
    "tensor2tensor",
    "fairseq",
    "m2m100",
    "whisper",
    "ddpm",
    "marian",
    "distilbert",
    "musicgen",
    "transformer-xl",
    "xlnet",
    "funnel",
    "pegasus-x",
    "speecht5-scaled",
    "florence-2",
    "annotated-transformer",
    "pytorch-tutorial",
    "diffusers",
    "stable-diffusion",
    "diffusers-1d",
    "keras-hub",
    "d2l",
    "tf-text-tutorial",
    "gluonnlp",
    "opennmt",
    "opennmt-concat",
    "flax-wmt",
    "flax-nlp-seq",
    "trax",
    "positional-encodings",
    "x-transformers-scaled",
    "detr",
    "detr-normalized",
    "deformable-detr",
    "loftr",
    "loftr-released",
    "mae",
    "positional-encodings-2d",
    "positional-encodings-3d",
    "nerf",
    "nerf-pi",
)

# What changes scores, and has none.
SCORE_NAMES = (
    "rope-interleaved",
    "rope-half-split",
    "alibi",
    "t5",
)

DTYPE_NAMES = ("float64", "float32", "float16", "bfloat16")
