"""Makes the corpus of talks from the written scripts.

Reads ``tools/talks/scripts/*.txt`` and writes ``data/talks`` (recordings, captions, ``questions.jsonl``) and
``tools/talks/timelines`` (the time of every word, known from the synthesis). Running it again gives the same
files. In an environment of its own, with the system library espeak-ng 1.51::

    pip install -r tools/talks/requirements.txt
    python tools/talks/make.py
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from media import offset_s, write_media
from numpy.typing import NDArray
from script import Question, Script, read_script
from voices import SAMPLE_RATE, VOICES

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "scripts"
TIMELINES = HERE / "timelines"
TALKS = HERE.parents[1] / "data" / "talks"

EDGE_S, SENTENCE_PAUSE_S, TURN_PAUSE_S = 0.4, 0.3, 0.5
MAX_OFFSET_S = 0.02


def speak(script: Script) -> tuple[NDArray[np.float32], list[dict[str, Any]]]:
    """Speaks a whole talk.

    Args:
        script: the talk.

    Returns:
        The samples, and one line a sentence: speaker, start_s, end_s, text and words.
    """
    pieces = [_silence(EDGE_S)]
    lines: list[dict[str, Any]] = []
    for sentence in script.sentences:
        if lines:
            new_turn = sentence.speaker != lines[-1]["speaker"]
            pieces.append(_silence(TURN_PAUSE_S if new_turn else SENTENCE_PAUSE_S))
        origin = sum(map(len, pieces))
        speech = VOICES[script.speakers[sentence.speaker]](sentence.text)
        pieces.append(speech.samples)
        words = [
            {
                "text": word.text,
                "start_s": _seconds(origin + word.start),
                "end_s": _seconds(origin + word.end),
            }
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
    pieces.append(_silence(EDGE_S))
    return np.concatenate(pieces), lines


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


def split(title: str) -> str:
    """Gives the split a talk falls in by the hash of its title: dev or test."""
    return (
        "dev" if int(hashlib.sha256(f"vidwise:{title}".encode()).hexdigest(), 16) / 2**256 < 0.5 else "test"
    )


def main() -> None:
    """Writes all files and prints a line a talk."""
    TALKS.mkdir(parents=True, exist_ok=True)
    TIMELINES.mkdir(exist_ok=True)
    rows = []
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
        if script.captions:
            _write(TALKS / f"{script.title}.vtt", captions(script, lines))
        rows += [question_row(question, script, lines) for question in script.questions]
        timed, written = (
            sum(len(line["words"]) for line in lines),
            sum(len(line["text"].split()) for line in lines),
        )
        timed = sum(len(line["words"]) for line in lines)
        written = sum(len(line["text"].split()) for line in lines)
        print(
            f"{script.media:26} {split(script.title):4} {duration_s / 60:.2f} min",
            f"{media.stat().st_size // 1000} kB, {timed} of {written} words timed,",
            f"{len(script.questions)} questions, offset {late_s * 1000:+.1f} ms",
        )
    _write(TALKS / "questions.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _timeline_text(timeline: dict[str, Any]) -> str:
    """JSON with one sentence a line, so that a change shows as one changed line."""
    head = json.dumps({key: value for key, value in timeline.items() if key != "lines"}, ensure_ascii=False)
    lines = ",\n".join(json.dumps(line, ensure_ascii=False) for line in timeline["lines"])
    return f'{head[:-1]}, "lines": [\n{lines}\n]}}\n'


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _silence(seconds: float) -> NDArray[np.float32]:
    return np.zeros(round(seconds * SAMPLE_RATE), dtype=np.float32)


def _seconds(samples: int) -> float:
    return round(samples / SAMPLE_RATE, 3)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"


if __name__ == "__main__":
    main()
