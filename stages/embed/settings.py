"""Settings of embed: conf/embed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from stages.core.settings import EncoderBackend, exact

SECTION = "embed"
ENGINES = ("onnx", "onnxruntime", "openvino", "sentence-transformers", "tokenizers", "torch", "transformers")


@exact
@dataclass(frozen=True)
class Settings:
    """Which encoder."""

    model: str
    backend: EncoderBackend
    batch_size: Annotated[int, Field(gt=1)]
    """Texts that it takes at once, at most."""
    engines: Mapping[str, str]
