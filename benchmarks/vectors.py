"""Vectors of the peers' pieces: this project's encoder, which reads as much of a piece as the model does.

All systems get the same vectors for the same text, so that none wins by its embedding. `agreement` says how
near they are to plain sentence-transformers'.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from stages.models.encoder import Encoder, Vectors

SAMPLE = 16


class PeerEncoder:
    """Cuts what is longer than the model reads, as sentence-transformers does, and encodes it."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """Take the section `embed` of resolved.yaml."""
        self.encoder = Encoder(settings["model"], settings["batch_size"], settings["backend"])

    def encode(self, texts: Sequence[str], label: str) -> Vectors:
        """Unit vectors of the texts, shape (len(texts), dim)."""
        return self.encoder.encode([self.read(text) for text in texts], label)

    def read(self, text: str) -> str:
        """The part of a text that the model reads, without white space around it, which it does not see."""
        text = text.strip()
        encoding = self._tokenizer.encode(text)
        if not encoding.overflowing:
            return text
        return text[: max(end for _, end in encoding.offsets)]

    def unread(self, texts: Sequence[str]) -> float:
        """The share of the texts' characters that stand behind what the model reads."""
        return 1 - sum(len(self.read(text)) for text in texts) / sum(len(text.strip()) for text in texts)

    def agreement(self, texts: Sequence[str]) -> float:
        """The lowest cosine with plain sentence-transformers' vectors over the first SAMPLE of the texts."""
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(str(self.encoder.tokens.folder), device="cpu", local_files_only=True)
        sample = texts[:SAMPLE]
        plain = model.encode(list(sample), normalize_embeddings=True, show_progress_bar=False)
        ours = self.encode(sample, "sample")
        return float(np.einsum("ij,ij->i", ours.astype(np.float64), plain.astype(np.float64)).min())

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(self.encoder.tokens.folder / "tokenizer.json"))
        tokenizer.enable_truncation(self.encoder.max_tokens)
        tokenizer.no_padding()
        return tokenizer
