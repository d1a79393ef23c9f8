"""Settings of transcribe: conf/transcribe."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "transcribe"
ENGINES = ("whisperx", "faster-whisper", "ctranslate2", "av")


@exact
@dataclass(frozen=True)
class Settings:
    """How recordings become text."""

    model: str
    """Whisper weights in CTranslate2 form: a hub name, a folder, or package:<import name>/<folder>."""
    language: Annotated[str, Field(pattern="^[a-z]{2,3}$")]
    vad: Literal["pyannote", "silero"]
    batch_size: Annotated[int, Field(gt=0)]
    compute_type: Literal["int8", "float32", "float16"]
    engines: Mapping[str, str]
