"""Who speaks when, in recordings of which that is known: diarization errors, by pyannote.metrics."""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stages.core.artifacts import read_json
from stages.core.paths import DATA
from stages.ingest.split import split_of
from stages.models.audio import SAMPLE_RATE, read_audio
from stages.models.speakers import Diariser, Turns
from stages.transcribe.segments import Piece, Segment
from stages.transcribe.turns import said_by
from tools.results.speech import TIMELINES
from tools.transcription.chosen import section
from tools.transcription.measure import SPEECH

COLLAR_S = 0.5
"""Half of it before and half after each edge of a turn is not scored: NIST's quarter of a second."""


def measure_speakers() -> list[dict[str, Any]]:
    """One row for each recording: the talks, and the call of two where it is beside the project."""
    diariser = Diariser("offline")
    dev_share = section("dataset", "talks")["dev_share"]
    rows = []
    for path in sorted(TIMELINES.glob("*.json")):
        timeline = read_json(path)
        rows.append(
            {
                "recording": path.stem,
                "group": split_of(path.stem, dev_share),
                **one(
                    diariser, DATA / "talks" / timeline["media"], path.with_suffix(".rttm"), timeline["lines"]
                ),
            }
        )
    if SPEECH.is_dir():
        call = SPEECH / "two_speakers.wav"
        rows.append(
            {
                "recording": "two_speakers",
                "group": "real",
                **one(diariser, call, call.with_suffix(".rttm"), []),
            }
        )
    return rows


def one(diariser: Diariser, media: Path, rttm: Path, lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Measure one recording.

    Args:
        diariser: loaded.
        media: of the recording.
        rttm: who speaks when in it.
        lines: what is said, with speakers and word times; none where nobody has written it down.
    """
    from pyannote.database.util import load_rttm

    sys.stderr.write(f"speakers: {media.name}\n")
    [truth] = load_rttm(rttm).values()
    samples, starts_s = read_audio(media)
    cpu_s = time.process_time()
    found = diariser.turns(samples, None)
    cpu_s = time.process_time() - cpu_s
    return {
        "audio_s": len(samples) / SAMPLE_RATE,
        "cpu_s": cpu_s,
        "speakers": len(truth.labels()),
        "overlap_s": truth.get_overlap().duration(),
        **errors(truth, found, starts_s),
        **right_words(truth, found, starts_s, lines),
    }


def errors(truth: Any, found: Turns, starts_s: float) -> dict[str, Any]:
    """Seconds of speech, and of those that are missed, false or of another speaker; with and without collar.

    Args:
        truth: who speaks when, a pyannote Annotation.
        found: the same, found.
        starts_s: when the first sample is played.
    """
    from pyannote.metrics.diarization import DiarizationErrorRate

    row: dict[str, Any] = {"speakers_found": len({turn.speaker for turn in found["turns"]})}
    guess = annotation(found, starts_s)
    for suffix, collar_s in (("", 0.0), ("_collar", COLLAR_S)):
        parts = DiarizationErrorRate(collar=collar_s)(truth, guess, detailed=True, uem=whole(truth, guess))
        row |= {
            f"speech_s{suffix}": parts["total"],
            f"missed_s{suffix}": parts["missed detection"],
            f"false_s{suffix}": parts["false alarm"],
            f"confused_s{suffix}": parts["confusion"],
        }
    return row


def whole(*both: Any) -> Any:
    """All the time that either of two annotations spans."""
    from pyannote.core import Segment as Span
    from pyannote.core import Timeline

    ends = [span for one in both if (span := one.get_timeline().extent())]
    return Timeline([Span(min(span.start for span in ends), max(span.end for span in ends))])


def annotation(found: Turns, starts_s: float) -> Any:
    """Turns as pyannote's Annotation, in the recording's time."""
    from pyannote.core import Annotation
    from pyannote.core import Segment as Span

    result = Annotation()
    for i, turn in enumerate(found["turns"]):
        result[Span(turn.start_s + starts_s, turn.end_s + starts_s), i] = turn.speaker
    return result


def right_words(
    truth: Any, found: Turns, starts_s: float, lines: Sequence[Mapping[str, Any]]
) -> dict[str, int]:
    """Words of the script, at their true times, and how many of them get the right speaker.

    Found speakers are paired with true ones so that they share the most time.
    """
    from pyannote.metrics.diarization import DiarizationErrorRate

    names = DiarizationErrorRate().optimal_mapping(truth, annotation(found, starts_s))
    words = right = 0
    for line in lines:
        pieces = tuple(Piece(" " + word["text"], word["start_s"], word["end_s"]) for word in line["words"])
        said = Segment("", pieces, line["start_s"], line["end_s"], None, "decoder")
        for segment in said_by([said], found, starts_s):
            words += len(segment.pieces)
            # An RTTM's names have no spaces.
            if names.get(segment.speaker) == line["speaker"].replace(" ", "_"):
                right += len(segment.pieces)
    return {"words": words, "words_right": right}
