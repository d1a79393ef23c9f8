"""Settings of transcribe: conf/transcribe."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.settings import exact

SECTION = "transcribe"
ENGINES = ("whisperx", "faster-whisper", "ctranslate2", "pyannote.audio", "torch", "av")
DETECT = "detect"
ATTENTION = "attention"
NOBODY = "none"


@exact
@dataclass(frozen=True)
class Settings:
    """How recordings become text."""

    model: str
    """Whisper weights in CTranslate2 form: a hub name, a folder, or package:<import name>/<folder>."""
    language: Annotated[str, Field(pattern=f"^([a-z]{{2,3}}|{DETECT})$")]
    """Of all recordings, an ISO 639 code; or `detect`, for each recording by what is said first."""
    vad: Literal["pyannote", "silero"]
    batch_size: Annotated[int, Field(gt=0)]
    compute_type: Literal["int8", "float32"]
    alignment: str
    """`attention`, of Whisper's own decoder; or a wav2vec2 model, by folder, package or hub name."""
    audio_track: Annotated[int, Field(gt=0)] | None
    """Which of several, from 1; null: the one that is marked as default, or the first."""
    diarize: Literal["none", "offline", "pyannote"]
    """Who speaks: nobody is told apart, by weights that packages carry, or by those of the hub."""
    speakers: Annotated[int, Field(gt=0, le=20)] | None
    """How many speak, in every recording; null: estimated for each."""
    engines: Mapping[str, str]
