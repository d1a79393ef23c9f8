"""Unit vectors by plain sentence-transformers, as the peers' users get them; cached by text."""

import importlib.metadata
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from stages.core.cache import Cache, content_key
from stages.core.progress import progress
from stages.models.encoder import Vectors, as_vector
from stages.models.folder import model_digest, model_folder
from stages.models.tokens import TokenCounter

BATCH = 32
"""sentence-transformers' own default."""
SAVE_EVERY = 256
"""Texts between two writes to the cache: what an interrupted run loses at most."""


class PlainEncoder:
    """`SentenceTransformer.encode`: what is longer than the model reads is cut, without a word."""

    def __init__(self, model_name: str) -> None:
        self.folder = model_folder(model_name)
        self.tokens = TokenCounter(model_name)

    def encode(self, texts: Sequence[str], label: str) -> Vectors:
        """Unit vectors of the texts, shape (len(texts), dim)."""
        made_by = {
            "weights": model_digest(self.folder),
            "engine": importlib.metadata.version("sentence-transformers"),
            "torch": importlib.metadata.version("torch"),
        }
        keys = {text: content_key(text=text, **made_by) for text in texts}
        cache = Cache("plain-vectors")
        try:
            found = cache.get_many(keys.values())
            known = {text: as_vector(found[key]) for text, key in keys.items() if key in found}
            missing = sorted((text for text in keys if text not in known), key=lambda text: (len(text), text))
            with progress(label, len(missing), "texts") as advance:
                for i in range(0, len(missing), SAVE_EVERY):
                    portion = missing[i : i + SAVE_EVERY]
                    rows = self._model.encode(
                        portion, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
                    )
                    encoded = dict(zip(portion, rows.astype(np.float32), strict=True))
                    cache.put_many({keys[text]: row.tobytes() for text, row in encoded.items()})
                    known.update(encoded)
                    advance(len(portion))
        finally:
            cache.close()
        return np.stack([known[text] for text in texts])

    def unread(self, texts: Sequence[str]) -> float:
        """The share of the texts' tokens that stand behind what the model reads."""
        counts = self.tokens.count(texts)
        return sum(max(0, count - self.tokens.max_tokens) for count in counts) / sum(counts)

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(str(self.folder), device="cpu", local_files_only=True)
