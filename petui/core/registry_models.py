"""Conventions of papers and of models with a program of their own."""

from __future__ import annotations

from petui.core.conventiongrid import Convention

PAPER = Convention(
    "paper",
    "Attention Is All You Need",
    arithmetic="real",
    says="The i of the exponent counts pairs, though the text calls it the dimension. The text's longest wavelength, "
    "2π·10000, is that of tensor2tensor: the printed formula stays below it.",
    source="Vaswani et al. 2017, section 3.5 (arXiv:1706.03762)",
    aliases=("vaswani", "attention-is-all-you-need"),
)

MODELS = (
    PAPER,
    Convention(
        "tensor2tensor",
        "tensor2tensor, get_timing_signal_1d",
        layout="sines-first",
        divisor="d-2",
        odd="zero-column",
        least=2,
        says="The authors' own program, and not the printed formula: all sines come first, and the exponent divides "
        "by d - 2. Its min_timescale multiplies the first frequency, so 2 makes the waves shorter.",
        source="tensorflow/tensor2tensor, layers/common_attention.py, 2017",
        aliases=("t2t",),
    ),
    Convention(
        "fairseq",
        "fairseq, SinusoidalPositionalEmbedding",
        layout="sines-first",
        divisor="d-2",
        start=2,
        odd="zero-column",
        padding=1,
        least=4,
        says="The first token is at padding_idx + 1, which is 2 by default, and the row of padding_idx is all zeros. "
        "Padding is not counted, so it may stand on the left.",
        source="facebookresearch/fairseq, modules/sinusoidal_positional_embedding.py, 2018",
    ),
    Convention(
        "m2m100",
        "M2M100, Speech2Text and their kin in Transformers",
        layout="sines-first",
        divisor="d-2",
        start=2,
        odd="zero-column",
        padding=1,
        least=4,
        says="As fairseq, and the table has two more rows than max_position_embeddings. Comparing row 0 with the first "
        "token is off by two.",
        source="huggingface/transformers, models/m2m_100, 2020",
        aliases=("speech2text", "fsmt", "nllb-moe", "xglm", "kosmos-2", "trocr", "seamless-m4t"),
    ),
    Convention(
        "whisper",
        "Whisper, sinusoids",
        layout="sines-first",
        divisor="d-2",
        odd="refuse",
        least=4,
        says="As tensor2tensor, and not the printed formula. Only the audio encoder has it; the text decoder's "
        "positions are learned.",
        source="openai/whisper, model.py, 2022",
        aliases=("qwen-omni",),
    ),
    Convention(
        "ddpm",
        "DDPM, get_timestep_embedding",
        layout="sines-first",
        divisor="d-2",
        odd="zero-column",
        least=4,
        says="The position is the diffusion step. bfloat16 has no 999 beside 1000, so steps stay in float32 until "
        "after the sine.",
        source="hojonathanho/diffusion, diffusion_tf/nn.py, 2020",
    ),
    Convention(
        "marian",
        "Marian and its kin in Transformers",
        layout="sines-first",
        odd="end-with-sine",
        arithmetic="float64",
        says="All sines come first as in fairseq, but the exponent divides by d as printed. At an odd width there is "
        "one sine more than cosines.",
        source="huggingface/transformers, models/marian, 2020",
        aliases=("pegasus", "roformer", "informer", "autoformer", "time-series-transformer"),
    ),
    Convention(
        "distilbert",
        "DistilBERT, XLM and FlauBERT in Transformers",
        arithmetic="float64",
        says="Computed in Python's own floats, so it is more exact than most. Releases that initialise weights after "
        "the table is made have overwritten it with random numbers.",
        source="huggingface/transformers, models/distilbert, 2019",
        aliases=("xlm", "flaubert"),
    ),
    Convention(
        "musicgen",
        "MusicGen",
        layout="cosines-first",
        divisor="d-2",
        odd="zero-column",
        least=4,
        says="Its docstring says that it matches tensor2tensor, but the halves are swapped: cosines come first.",
        source="huggingface/transformers, models/musicgen, 2023",
        aliases=("musicgen-melody",),
    ),
    Convention(
        "transformer-xl",
        "Transformer-XL",
        layout="sines-first",
        odd="refuse",
        order="distances",
        least=2,
        says="Rows are distances and run down, from length - 1 to 0; attention shifts them into place afterwards. "
        "inv_freq is kept in checkpoints.",
        source="kimiyoung/transformer-xl, pytorch/mem_transformer.py, 2019",
    ),
    Convention(
        "xlnet",
        "XLNet",
        layout="sines-first",
        odd="refuse",
        order="signed-descending",
        least=2,
        says="Rows are signed distances and run down from the number of keys, one further than in Transformer-XL, "
        "to 1 less the number of queries. Negative distances turn the sines' sign and leave the cosines.",
        source="huggingface/transformers, models/xlnet, 2019",
    ),
    Convention(
        "funnel",
        "Funnel Transformer",
        layout="sines-first",
        odd="refuse",
        order="signed-ascending",
        arithmetic="compute dtype",
        least=2,
        says="The table has distances of twice the length, made in the model's number format: in half precision those "
        "beyond 2048 run together. Its factorised attention has sines and cosines apart.",
        source="huggingface/transformers, models/funnel, 2020",
    ),
    Convention(
        "pegasus-x",
        "PEGASUS-X",
        layout="sines-first",
        divisor="d-2",
        odd="zero-column",
        arithmetic="compute dtype",
        least=4,
        says="The exponent divides by d - 2, though that of plain Pegasus divides by d. It is computed in the "
        "format of the embeddings: in half precision far positions run together.",
        source="huggingface/transformers, models/pegasus_x, 2022",
    ),
    Convention(
        "speecht5-scaled",
        "SpeechT5 and ESPnet, scaled",
        odd="refuse",
        learned_scale=True,
        least=2,
        says="The table is multiplied by a trained number that starts at 1; after training, divide by it before "
        "you compare.",
        source="huggingface/transformers, models/speecht5, 2022; espnet/espnet",
        aliases=("espnet-scaled",),
    ),
    Convention(
        "florence-2",
        "Florence-2, frames of a video",
        odd="refuse",
        least=2,
        says="The printed formula; the table is kept in checkpoints, so another max length does not load.",
        source="microsoft/Florence-2, 2024",
    ),
)
