"""Whether a text entails a claim, by a cross-encoder of natural language inference."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from stages.core.errors import UserError
from stages.models.folder import model_folder

LABEL = "entail"
"""What the label of entailment begins with, whatever else the model tells apart."""


class Entailment:
    """A sequence classifier on the CPU, loaded when first asked; one pair at a time, whatever the batch."""

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name

    def supports(self, claim: str, evidence: Sequence[str]) -> bool:
        """Whether entailment is the likeliest label of (all evidence, claim); what is too long is cut."""
        import torch

        tokenizer, model, entailing = self._loaded
        pair = tokenizer(" ".join(evidence), claim, truncation=True, return_tensors="pt")
        with torch.inference_mode():
            return int(model(**pair).logits[0].argmax()) == entailing

    @cached_property
    def _loaded(self) -> tuple[Any, Any, int]:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer

        folder = str(model_folder(self.model_name))
        try:
            model = AutoModelForSequenceClassification.from_pretrained(folder, local_files_only=True).eval()
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        except (OSError, ValueError) as error:
            raise UserError(
                f"evaluate.support: {self.model_name} is no cross-encoder ({str(error).splitlines()[0]}): "
                "give another, or lexical"
            ) from None
        entailing = [i for i, label in model.config.id2label.items() if label.casefold().startswith(LABEL)]
        if len(entailing) != 1:
            labels = ", ".join(model.config.id2label.values())
            raise UserError(
                f"evaluate.support: model {self.model_name} has labels {labels}: one must begin with {LABEL}"
            )
        return tokenizer, model, int(entailing[0])
