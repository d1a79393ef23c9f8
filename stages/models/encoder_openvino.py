"""A sentence-transformers model run by OpenVINO, in float32 or (if the processor can) in bfloat16."""

import threading
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stages.core.errors import UserError
from stages.models.encoder_export import ENGINES as EXPORT_ENGINES
from stages.models.encoder_export import exported


class OpenvinoBackend:
    """Token ids in, sentence embeddings out; may be called from several threads at once."""

    engines = (*EXPORT_ENGINES, "openvino")

    def __init__(self, folder: Path, bfloat16: bool) -> None:
        if bfloat16 and not computes_in_bfloat16():
            raise UserError(
                "backend = openvino-bf16, but this processor does not compute in bfloat16: "
                "choose onnx in conf/embed (conf/generate)"
            )
        self.folder = folder
        self.bfloat16 = bfloat16
        self._lock = threading.Lock()
        self._of_thread = threading.local()

    rows = (8, 8)
    """All batches have the same number: that no kernel looks at it was seen on some processors only."""

    def running(self) -> AbstractContextManager[None]:
        """Nothing to prepare: the engine's threads are its own."""
        return nullcontext()

    def embed(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Embeddings of a batch. Shape (rows, tokens) in, (rows, dim) out."""
        if not hasattr(self._of_thread, "request"):
            with self._lock:
                self._of_thread.request = self._compiled.create_infer_request()
        self._of_thread.request.infer({0: ids})
        rows: npt.NDArray[np.float32] = self._of_thread.request.get_output_tensor(0).data.copy()
        return rows

    @cached_property
    def _compiled(self) -> Any:
        import openvino

        with exported(self.folder) as graph:
            return openvino.Core().compile_model(
                str(graph),
                "CPU",
                {
                    "INFERENCE_PRECISION_HINT": "bf16" if self.bfloat16 else "f32",
                    "PERFORMANCE_HINT": "THROUGHPUT",
                },
            )


def computes_in_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 (AVX512-BF16 or AMX): elsewhere it would only be emulated."""
    import openvino

    return "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
