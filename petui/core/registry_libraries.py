"""Conventions of libraries, of their examples, and of courses."""

from __future__ import annotations

from petui.core.conventiongrid import Convention

LIBRARIES = (
    Convention(
        "annotated-transformer",
        "The Annotated Transformer",
        odd="refuse",
        least=2,
        says="The table is (1, length, d): the batch comes first, unlike in the PyTorch tutorial that it resembles. "
        "It is kept in checkpoints, and dropout falls on the sum.",
        source="harvardnlp/annotated-transformer, 2018",
    ),
    Convention(
        "pytorch-tutorial",
        "PyTorch's transformer tutorial",
        odd="refuse",
        least=2,
        says="The table is (length, 1, d): the sequence comes first. Feed it a batch first and every token of a sample "
        "gets the same row, without an error.",
        source="pytorch/tutorials, beginner_source/transformer_tutorial.py",
    ),
    Convention(
        "diffusers",
        "Diffusers, get_timestep_embedding as called by itself",
        layout="sines-first",
        divisor="d-2",
        odd="zero-column",
        least=4,
        says="Its defaults, downscale_freq_shift 1 and flip_sin_to_cos off, are not those of Stable Diffusion's "
        "configurations. Its max_period sets the lowest frequency, not the highest.",
        source="huggingface/diffusers, models/embeddings.py, 2022",
    ),
    Convention(
        "stable-diffusion",
        "Diffusers as Stable Diffusion's UNet configures it",
        layout="cosines-first",
        odd="zero-column",
        least=2,
        says="flip_sin_to_cos puts cosines first and downscale_freq_shift 0 divides by d; whoever ports the function "
        "with its defaults gets both wrong.",
        source="huggingface/diffusers, UNet2DConditionModel, 2022",
        aliases=("diffusers-sd", "sdxl"),
    ),
    Convention(
        "diffusers-1d",
        "Diffusers and MAE, one axis of sines and cosines",
        layout="sines-first",
        odd="refuse",
        arithmetic="float64",
        least=2,
        says="One axis of the picture encodings, computed in float64; the other function of the same file divides "
        "by d - 2.",
        source="huggingface/diffusers, get_1d_sincos_pos_embed_from_grid, 2022",
    ),
    Convention(
        "keras-hub",
        "KerasHub, SinePositionEncoding",
        arithmetic="compute dtype",
        says="Its max_wavelength is the base: the longest wavelength has a further factor 2π. Under mixed_bfloat16 "
        "positions and angles are rounded too, and rows 256 and 257 are the same.",
        source="keras-team/keras-hub, layers/modeling/sine_position_encoding.py",
        aliases=("keras-nlp",),
    ),
    Convention(
        "d2l",
        "Dive into Deep Learning",
        odd="refuse",
        least=2,
        says="The printed formula, 1000 rows. The table is a plain attribute: it neither moves with the module nor is "
        "it saved.",
        source="d2l-ai/d2l-en, self-attention and positional encoding",
    ),
    Convention(
        "tf-text-tutorial",
        "TensorFlow Text's transformer tutorial",
        layout="sines-first",
        odd="refuse",
        arithmetic="float64",
        least=2,
        says="All sines come first; earlier versions of the same tutorial interleaved, so two answers go by its name.",
        source="tensorflow/text, docs/tutorials/transformer.ipynb",
    ),
    Convention(
        "gluonnlp",
        "GluonNLP",
        layout="sines-first",
        divisor="d-2",
        odd="zero-column",
        least=4,
        says="The docstring of the PyTorch version claims sine, cosine, sine, cosine; the code puts all sines first.",
        source="dmlc/gluon-nlp, layers.py",
    ),
    Convention(
        "opennmt",
        "OpenNMT-py, SinusoidalInterleaved",
        odd="refuse",
        least=2,
        says="The embedding is multiplied by √d before the table is added. SinusoidalConcat, of the same module, has "
        "another divisor as well as another layout.",
        source="OpenNMT/OpenNMT-py, onmt/modules/embeddings.py",
        aliases=("opennmt-interleaved",),
    ),
    Convention(
        "opennmt-concat",
        "OpenNMT-py, SinusoidalConcat",
        layout="sines-first",
        divisor="d-2",
        odd="refuse",
        least=4,
        says="No reordering of SinusoidalInterleaved: the exponent divides by d - 2 here.",
        source="OpenNMT/OpenNMT-py, onmt/modules/embeddings.py",
    ),
    Convention(
        "flax-wmt",
        "Flax examples wmt and lm1b",
        layout="sines-first",
        divisor="d-2",
        odd="zero-column",
        least=4,
        says="Another example of the same repository, nlp_seq, follows the printed formula instead.",
        source="google/flax, examples/wmt/models.py",
        aliases=("flax-lm1b",),
    ),
    Convention(
        "flax-nlp-seq",
        "Flax example nlp_seq",
        odd="refuse",
        least=2,
        says="The printed formula, interleaved; the examples wmt and lm1b of the same repository do neither.",
        source="google/flax, examples/nlp_seq/models.py",
    ),
    Convention(
        "trax",
        "Trax, PositionalEncoding",
        odd="refuse",
        arithmetic="float64",
        least=2,
        says="The table is a weight that training may change, and positions may be given a random offset.",
        source="google/trax, layers/attention.py",
    ),
    Convention(
        "positional-encodings",
        "positional-encodings, 1-D",
        odd="round-up",
        says="An odd width takes the frequencies of the next even one and drops the last cosine. Before June 2022 all "
        "sines came first.",
        source="tatp22/multidim-positional-encoding, PositionalEncoding1D",
    ),
    Convention(
        "x-transformers-scaled",
        "x-transformers, ScaledSinusoidalEmbedding",
        layout="sines-first",
        odd="refuse",
        scale="d^-1/2",
        learned_scale=True,
        least=2,
        says="Every value is multiplied by a trained number that starts at 1/√d: 0.3536 at d_model 8.",
        source="lucidrains/x-transformers",
    ),
)
