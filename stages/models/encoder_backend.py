"""Which engine runs an encoder."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from stages.models.encoder_onnx import OnnxBackend
from stages.models.encoder_openvino import OpenvinoBackend, computes_in_bfloat16
from stages.models.encoder_torch import TorchBackend


class Backend(Protocol):
    """Runs one model."""

    @property
    def engines(self) -> tuple[str, ...]:
        """Distributions whose versions its vectors depend on."""
        ...

    @property
    def rows(self) -> tuple[int, int]:
        """Rows that a batch must have at least, for a row not to depend on them, and at most, for speed."""
        ...

    def running(self) -> AbstractContextManager[None]:
        """Around calls of `embed`: what it must set and put back."""
        ...

    def embed(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Embeddings of texts of one length. Token ids (rows, tokens) in, (rows, dim) out, not scaled."""
        ...


def backend(name: str, folder: Path) -> Backend:
    """The engine of that name for the model in a folder. Loads nothing yet.

    Raises: UserError when the processor cannot do it.
    """
    if name == "torch":
        return TorchBackend(folder)
    if name == "onnx":
        return OnnxBackend(folder)
    return OpenvinoBackend(folder, bfloat16=name == "openvino-bf16")


def fastest() -> str:
    """The fastest backend that changes no ranking on this processor: benchmarks/encoders.py measures them."""
    return "openvino-bf16" if computes_in_bfloat16() else "onnx"
