"""Makes the corpus of talks from the written scripts.

Reads ``tools/talks/scripts/*.txt`` and writes ``data/talks`` (recordings, captions, ``questions.jsonl``),
``data/talks_scripts`` (the same talks as captions of what was said, and the same questions) and
``tools/talks/timelines`` (the time of every word, known from the synthesis, and who spoke when). Running it
again gives the same files. In an environment of its own, with the system libraries espeak-ng 1.51 and
flite 2.2::

    pip install -r tools/talks/requirements.txt
    python -m tools.talks
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.talks.media import offset_s, write_media
from tools.talks.mix import mix, origins
from tools.talks.noise import add_noise
from tools.talks.script import Question, Script, read_script
from tools.talks.speech import SAMPLE_RATE
from tools.talks.voices import VOICES

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "scripts"
TIMELINES = HERE / "timelines"
TALKS = HERE.parents[1] / "data" / "talks"
SCRIPTED = HERE.parents[1] / "data" / "talks_scripts"

MAX_OFFSET_S = 0.02


def speak(script: Script) -> tuple[NDArray[np.float32], list[dict[str, Any]]]:
    """Speaks a whole talk.

    Args:
        script: the talk.

    Returns:
        The samples, and one line a sentence in order of start: speaker, start_s, end_s, text and words. The
        lines of speakers who talk at once overlap.
    """
    speeches = [VOICES[script.speakers[sentence.speaker]](sentence.text) for sentence in script.sentences]
    speakers = [sentence.speaker for sentence in script.sentences]
    begins = origins(speeches, speakers, [sentence.overlap_s for sentence in script.sentences])
    samples = mix(speeches, begins)
    if script.noise:
        spoken = [(begin, begin + len(said.samples)) for said, begin in zip(speeches, begins, strict=True)]
        # espeak's samples depend on all that it said before, and babble must not change the talks after it.
        others = {
            name: voice for name, voice in VOICES.items() if name not in {"espeak", *script.speakers.values()}
        }
        samples = add_noise(samples, spoken, *script.noise, seed=script.title, voices=others)
    lines = []
    for sentence, speech, begin in zip(script.sentences, speeches, begins, strict=True):
        words = [
            {"text": word.text, "start_s": _seconds(begin + word.start), "end_s": _seconds(begin + word.end)}
            for word in speech.words
        ]
        lines.append(
            {
                "speaker": sentence.speaker,
                "start_s": words[0]["start_s"],
                "end_s": words[-1]["end_s"],
                "text": sentence.text,
                "words": words,
            }
        )
    return samples, lines


def question_row(question: Question, script: Script, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Gives the row of ``questions.jsonl``: marks become the time spans of their sentences."""
    row: dict[str, Any] = {"question": question.text, "video": script.title}
    if question.negative_kind:
        return row | {"answerable": False, "negative_kind": question.negative_kind}
    spans = {
        sentence.mark: {"start_s": line["start_s"], "end_s": line["end_s"]}
        for sentence, line in zip(script.sentences, lines, strict=True)
    }
    gold = [[spans[mark] for mark in alternative] for alternative in question.gold]
    return row | {"answerable": True, "gold": gold, "reference_answer": question.answer}


def captions(script: Script, lines: list[dict[str, Any]]) -> str:
    """Gives the talk as WebVTT, one cue a sentence, with the speaker's name in a voice tag."""
    cues = []
    for line in lines:
        voice = f"<v {line['speaker']}>" if len(script.speakers) > 1 else ""
        cues.append(f"{_clock(line['start_s'])} --> {_clock(line['end_s'])}\n{voice}{line['text']}\n")
    return "WEBVTT\n\n" + "\n".join(cues)


def turns(script: Script, lines: list[dict[str, Any]]) -> str:
    """Gives who spoke when in NIST's RTTM, one row a sentence; spaces in names become underscores."""
    rows = []
    for line in lines:
        start_s, length_s = line["start_s"], line["end_s"] - line["start_s"]
        speaker = line["speaker"].replace(" ", "_")
        rows.append(f"SPEAKER {script.title} 1 {start_s:.3f} {length_s:.3f} <NA> <NA> {speaker} <NA> <NA>\n")
    return "".join(rows)


def split(title: str) -> str:
    """Gives the split a talk falls in by the hash of its title: dev or test."""
    return (
        "dev" if int(hashlib.sha256(f"vidwise:{title}".encode()).hexdigest(), 16) / 2**256 < 0.5 else "test"
    )


def table_row(script: Script, duration_s: float) -> str:
    """Gives the talk's row of the table in data/talks/README.md."""
    speakers = ", ".join(f"{name} ({voice})" for name, voice in script.speakers.items())
    overlaps = sum(sentence.overlap_s > 0 for sentence in script.sentences)
    sound = f"{script.noise[0]}, {script.noise[1]:g} dB" if script.noise else ""
    sound = f"{overlaps} overlaps" if overlaps else sound
    negatives = sum(bool(question.negative_kind) for question in script.questions)
    answerable = len(script.questions) - negatives
    cells = (f"`{script.media}`", script.subject, speakers, sound, f"{duration_s / 60:.2f}")
    return "| " + " | ".join([*cells, str(answerable), str(negatives), split(script.title)]) + " |"


def main() -> None:
    """Writes all files, and prints a line a talk and the table of data/talks/README.md."""
    for folder in (TALKS, SCRIPTED, TIMELINES):
        folder.mkdir(parents=True, exist_ok=True)
    questions, table = [], []
    for path in sorted(SCRIPTS.glob("*.txt")):
        script = read_script(path)
        samples, lines = speak(script)
        media = TALKS / script.media
        write_media(media, samples, SAMPLE_RATE)
        late_s = offset_s(media, samples, SAMPLE_RATE)
        if abs(late_s) > MAX_OFFSET_S:
            raise RuntimeError(f"{script.media} is {late_s * 1000:.1f} ms off its timeline")
        duration_s = _seconds(len(samples))
        timeline = {"title": script.title, "media": script.media, "duration_s": duration_s, "lines": lines}
        _write(TIMELINES / f"{script.title}.json", _timeline_text(timeline))
        _write(TIMELINES / f"{script.title}.rttm", turns(script, lines))
        for folder in (SCRIPTED, TALKS) if script.captions else (SCRIPTED,):
            _write(folder / f"{script.title}.vtt", captions(script, lines))
        questions += [question_row(question, script, lines) for question in script.questions]
        table.append(table_row(script, duration_s))
        timed = sum(len(line["words"]) for line in lines)
        written = sum(len(line["text"].split()) for line in lines)
        print(
            f"{script.media:26} {media.stat().st_size // 1000} kB, {timed} of {written} words timed,",
            f"offset {late_s * 1000:+.1f} ms",
        )
    for folder in (TALKS, SCRIPTED):
        rows = (json.dumps(row, ensure_ascii=False) + "\n" for row in questions)
        _write(folder / "questions.jsonl", "".join(rows))
    print("\n".join(table))


def _timeline_text(timeline: dict[str, Any]) -> str:
    """JSON with one sentence a line, so that a change shows as one changed line."""
    head = json.dumps({key: value for key, value in timeline.items() if key != "lines"}, ensure_ascii=False)
    lines = ",\n".join(json.dumps(line, ensure_ascii=False) for line in timeline["lines"])
    return f'{head[:-1]}, "lines": [\n{lines}\n]}}\n'


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _seconds(samples: int) -> float:
    return round(samples / SAMPLE_RATE, 3)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"


if __name__ == "__main__":
    main()
