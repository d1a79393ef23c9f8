"""A sentence-transformers model as it is, run by PyTorch."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

ENGINES = ("sentence-transformers", "transformers", "torch")


class TorchBackend:
    """Token ids in, sentence embeddings out; may be called from several threads at once."""

    engines = ENGINES

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()

    rows = (8, 8)
    """The last bits of a row change with the number of rows beside it: all batches have the same number, and
    a small one, since many are filled up by repetition."""

    @contextmanager
    def running(self) -> Iterator[None]:
        """One thread a batch; afterwards PyTorch has as many as before."""
        import torch

        threads = torch.get_num_threads()
        try:
            yield
        finally:
            torch.set_num_threads(threads)

    def embed(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Embeddings of a batch. Shape (rows, tokens) in, (rows, dim) out."""
        import torch

        with self._lock:
            model = self._model
        torch.set_num_threads(1)
        with torch.inference_mode():
            return embedding(model, torch.from_numpy(ids)).numpy()  # type: ignore[no-any-return]

    @cached_property
    def _model(self) -> Any:
        return load(self.folder)


def load(folder: Path) -> Any:
    """The model in a folder, on the CPU, with dropout off."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu", local_files_only=True).eval()


def embedding(model: Any, ids: Any) -> Any:
    """What a sentence-transformers model makes of token ids, all of which are to be read: no padding."""
    import torch

    return model({"input_ids": ids, "attention_mask": torch.ones_like(ids)})["sentence_embedding"]
