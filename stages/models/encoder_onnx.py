"""A sentence-transformers model run by ONNX Runtime, in float32."""

import threading
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stages.models.encoder_export import ENGINES as EXPORT_ENGINES
from stages.models.encoder_export import exported


class OnnxBackend:
    """Token ids in, sentence embeddings out; may be called from several threads at once."""

    engines = (*EXPORT_ENGINES, "onnxruntime")

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()

    rows = (2, 32)
    """A row is the same to the last bit in batches of two rows and of more; alone it is not."""

    def running(self) -> AbstractContextManager[None]:
        """Nothing to prepare: the engine's threads are its own."""
        return nullcontext()

    def embed(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Embeddings of a batch. Shape (rows, tokens) in, (rows, dim) out."""
        with self._lock:
            session = self._session
        rows: npt.NDArray[np.float32] = session.run(None, {"ids": ids})[0]
        return rows

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        with exported(self.folder) as graph:
            return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
