"""Cross-encoders: how well a passage answers a question, read together."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from stages.core.errors import UserError
from stages.models.folder import model_folder


class Reranker:
    """A sentence-transformers cross-encoder on the CPU, with one score a pair; loaded when it is first asked.

    All passages of a question are one batch, and no other question's are in it: padding moves the last bits
    of a score, and a question asked alone must get the scores that it gets among thousands.
    """

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name
        self.folder = model_folder(model_name)

    def scores(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float64]:
        """A score for each passage, higher for better; of a pair that is too long the end is cut."""
        if not passages:
            return np.empty(0, dtype=np.float64)
        pairs = [(question, passage) for passage in passages]
        found = self._model.predict(pairs, batch_size=len(pairs), show_progress_bar=False)
        return np.asarray(found, dtype=np.float64)

    def is_cross_encoder(self) -> bool:
        """Whether the weights have a head that scores: any other model would get one of random numbers."""
        from transformers import AutoConfig

        try:
            kinds = AutoConfig.from_pretrained(self.folder, local_files_only=True).architectures or []
        except (OSError, ValueError):
            return False
        return any(kind.endswith("ForSequenceClassification") for kind in kinds)

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import CrossEncoder

        if not self.is_cross_encoder():
            raise UserError(
                f"model {self.model_name} is no cross-encoder: choose another in retrieve.rerank.model"
            )
        model = CrossEncoder(str(self.folder), device="cpu", local_files_only=True)
        if model.num_labels != 1:
            raise UserError(
                f"model {self.model_name} gives {model.num_labels} scores a pair, a reranker gives one: "
                "choose another in retrieve.rerank.model"
            )
        return model
