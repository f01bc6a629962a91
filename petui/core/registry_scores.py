"""What gives attention its positions without a table: queries and keys are turned, or scores are added to."""

from __future__ import annotations

from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class OnScores:
    """A way that has no table.

    Attributes:
        name: Its name for commands and content.
        title: Its name for people.
        acts_on: What it changes.
        does: What it does to that, in a few words.
        says: What trips those who compare with it, one or two sentences.
        source: Where it is written down.
        users: Programs that do it so.
        aliases: Other names.
    """

    name: str
    title: str
    acts_on: str
    does: str
    says: str
    source: str
    users: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


_PAIRING = (
    "Both rotary layouts have the same frequencies, and a model is right in the one that its weights are made for: "
)

ON_SCORES = (
    OnScores(
        "rope-interleaved",
        "rotary embedding, the slots of a pair side by side",
        "queries and keys",
        "turns slots 2i and 2i + 1",
        _PAIRING + "in the other its scores are wrong without any error. The rotate_half of x-transformers is of this "
        "layout, though Hugging Face's function of that name is of the other.",
        "Su et al. 2021 (arXiv:2104.09864)",
        ("Meta's LLaMA", "GPT-J", "x-transformers"),
        ("gpt-j", "gptj"),
    ),
    OnScores(
        "rope-half-split",
        "rotary embedding, the slots of a pair half a head apart",
        "queries and keys",
        "turns slots i and d/2 + i",
        _PAIRING + "in the other its scores are wrong without any error. Hugging Face's LLaMA has permuted the rows of "
        "Meta's query and key weights, so that both programs give the same scores.",
        "EleutherAI/gpt-neox; huggingface/transformers, rotate_half",
        ("GPT-NeoX", "LLaMA in Hugging Face's transformers"),
        ("gpt-neox", "rotate-half"),
    ),
    OnScores(
        "alibi",
        "ALiBi, attention with linear biases",
        "scores",
        "less a slope times the distance",
        "With 2^(-8h/H) for h from 0 the first slope is 1, which is wrong; and for a number of heads that is no power "
        "of two the formula alone gives other slopes than the authors' program. BLOOM and MPT count from other ends, "
        "which adds the same to all keys of a query and changes nothing after the softmax.",
        "Press et al. 2022 (arXiv:2108.12409)",
        ("BLOOM", "MPT", "x-transformers"),
    ),
    OnScores(
        "t5",
        "T5, buckets of relative positions",
        "scores",
        "adds the learned number of its bucket",
        "The offset is the key's position minus the query's. In an encoder half of the buckets are for keys behind the "
        "query; in a decoder all of them are for keys before it, and those behind fall into bucket 0.",
        "Raffel et al. 2020; tensorflow/mesh, transformer_layers.py",
        ("T5 in mesh-tensorflow and in Hugging Face's transformers",),
        ("t5-buckets", "mesh-tensorflow"),
    ),
)
