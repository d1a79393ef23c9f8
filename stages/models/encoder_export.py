"""A sentence-transformers model written as an ONNX graph, which other engines run."""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from stages.core.artifacts import renamed_into
from stages.core.cache import cache_folder, content_key
from stages.models.encoder_torch import ENGINES as TORCH_ENGINES
from stages.models.encoder_torch import embedding, load
from stages.models.folder import model_digest

ENGINES = (*TORCH_ENGINES, "onnx")
OPSET = 17
FILE = "model.onnx"


@contextmanager
def exported(folder: Path) -> Iterator[Path]:
    """The ONNX graph of a model's folder: token ids (rows, tokens) in, sentence embeddings (rows, dim) out.

    It is kept in the cache by weights and engine versions; where that is by-passed, it is gone afterwards.
    """
    cached = cache_folder()
    if cached is None:
        with tempfile.TemporaryDirectory() as temporary:
            export(folder, Path(temporary))
            yield Path(temporary) / FILE
        return
    versions = {engine: version(engine) for engine in ENGINES}
    kept = cached / "graphs" / content_key(weights=model_digest(folder), opset=OPSET, engines=versions)
    if not (kept / FILE).is_file():
        with renamed_into(kept) as temporary:
            shutil.rmtree(temporary, ignore_errors=True)
            temporary.mkdir()
            export(folder, temporary)
    yield kept / FILE


def export(folder: Path, into: Path) -> None:
    """Trace the model and write its graph; weights beyond 2 GB lie in files beside it."""
    import torch

    class Embedding(torch.nn.Module):  # type: ignore[misc]
        def __init__(self, model: Any) -> None:
            super().__init__()
            self.model = model

        def forward(self, ids: Any) -> Any:
            return embedding(self.model, ids)

    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the tracer's, of shapes: the tests compare other shapes
        torch.onnx.export(
            Embedding(load(folder)).eval(),
            (torch.ones(2, 7, dtype=torch.long),),
            str(into / FILE),
            dynamo=False,
            opset_version=OPSET,
            input_names=["ids"],
            output_names=["embeddings"],
            dynamic_axes={"ids": {0: "rows", 1: "tokens"}, "embeddings": {0: "rows"}},
        )
