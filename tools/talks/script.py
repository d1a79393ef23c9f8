"""Reads one written talk: header, spoken sentences with their marks, and questions.

A script is a text file of three parts::

    media: mp4
    subject: growing sugar kelp at sea
    speaker: Marten Oyle = piper

    --- talk
    Marten Oyle
    Good morning.
    [depth] In the end we settled on four metres.

    --- questions
    ? How deep do the ropes hang?
    = four metres
    @ depth

    ! false-premise: Why did they go back to two metres?

A line of the talk is a speaker's name or one sentence; ``[depth]`` marks a sentence so that a question can
name it as its gold span. ``@ a + b | c`` reads: a and b together, or c alone. A sentence after ``<1.5`` falls
into the words before it: it starts 1.5 seconds before the last word so far ends. In the header,
``noise: rain 10`` lays a noise below the talk, 10 decibels below the speech.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

NEGATIVE_KINDS = ("other-video", "near-miss-entity", "false-premise")


@dataclass(frozen=True)
class Sentence:
    """One spoken sentence, its speaker, its mark (empty if it has none), and how far it overlaps."""

    speaker: str
    text: str
    mark: str = ""
    overlap_s: float = 0.0


@dataclass(frozen=True)
class Question:
    """One question; ``gold`` is a list of alternatives, each a list of marks (none for a negative)."""

    text: str
    answer: str = ""
    gold: tuple[tuple[str, ...], ...] = ()
    negative_kind: str = ""


@dataclass(frozen=True)
class Script:
    """A talk as written."""

    title: str
    media: str
    subject: str
    captions: bool
    noise: tuple[str, float] | None
    speakers: dict[str, str]
    sentences: list[Sentence]
    questions: list[Question]


def read_script(path: Path) -> Script:
    """Parses and checks one script file.

    Args:
        path: the script; its stem is the talk's title.

    Returns:
        The script.

    Raises:
        ValueError: if a speaker, a mark or a negative kind is unknown, a mark is used twice, a question has
            no answer or no gold, or a sentence overlaps none of another speaker.
    """
    head, rest = path.read_text(encoding="utf-8").split("--- talk\n")
    talk, questions = rest.split("--- questions\n")
    pairs = [tuple(part.strip() for part in line.split(":", 1)) for line in head.splitlines() if line.strip()]
    single = {key: value for key, value in pairs if key != "speaker"}
    speakers = dict(re.split(r"\s*=\s*", value, maxsplit=1) for key, value in pairs if key == "speaker")
    script = Script(
        title=path.stem,
        media=f"{path.stem}.{single['media']}",
        subject=single["subject"],
        captions=single.get("captions") == "yes",
        noise=_read_noise(single["noise"]) if "noise" in single else None,
        speakers=speakers,
        sentences=_read_talk(talk, speakers),
        questions=_read_questions(questions),
    )
    _check(script)
    return script


def _read_noise(text: str) -> tuple[str, float]:
    kind, snr_db = text.split()
    return kind, float(snr_db)


def _read_talk(talk: str, speakers: dict[str, str]) -> list[Sentence]:
    sentences, speaker = [], ""
    for line in filter(None, map(str.strip, talk.splitlines())):
        if line in speakers:
            speaker = line
            continue
        [(overlap_s, mark, text)] = re.findall(r"^(?:<([\d.]+) )?(?:\[(\w+)\] )?(.+)$", line)
        sentences.append(Sentence(speaker, text, mark, float(overlap_s or 0)))
    return sentences


def _read_questions(text: str) -> list[Question]:
    questions: list[dict[str, Any]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        sign, body = line[0], line[1:].strip()
        if sign == "?":
            questions.append({"text": body})
        elif sign == "=":
            questions[-1]["answer"] = body
        elif sign == "@":
            questions[-1]["gold"] = tuple(tuple(re.findall(r"\w+", side)) for side in body.split("|"))
        elif sign == "!":
            kind, _, body = body.partition(": ")
            questions.append({"text": body, "negative_kind": kind})
        else:
            raise ValueError(f"not a line of a question: {line!r}")
    return [Question(**fields) for fields in questions]


def _check(script: Script) -> None:
    marks = [sentence.mark for sentence in script.sentences if sentence.mark]
    if len(marks) != len(set(marks)):
        raise ValueError(f"{script.title}: a mark is used twice")
    if any(sentence.speaker not in script.speakers for sentence in script.sentences):
        raise ValueError(f"{script.title}: a sentence has no speaker")
    for before, sentence in pairwise([Sentence("", ""), *script.sentences]):
        if sentence.overlap_s and before.speaker in ("", sentence.speaker):
            raise ValueError(f"{script.title}: nobody else to fall in with: {sentence.text!r}")
    for question in script.questions:
        if question.negative_kind:
            if question.negative_kind not in NEGATIVE_KINDS:
                raise ValueError(f"{script.title}: unknown kind of negative {question.negative_kind!r}")
        elif not question.answer or not question.gold:
            raise ValueError(f"{script.title}: no answer or no gold for {question.text!r}")
        unknown = {mark for side in question.gold for mark in side} - set(marks)
        if unknown:
            raise ValueError(f"{script.title}: unknown marks {sorted(unknown)}")
