"""A small honest world: ten videos, forty questions, and a system that does well but not perfectly."""

import json
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from stages.core.artifacts import read_json, read_rows, write_table, write_text
from stages.core.records import ANSWERS, CHUNKS, GOLD, RANKINGS, TRANSCRIPT, VERDICTS
from stages.evaluate import __main__ as room
from stages.evaluate.settings import Settings
from tests.evaluate.room import move_room
from tests.generate.stand_ins import transcript

Row = dict[str, Any]

SHOWN_K = 5
SETTINGS = Settings(
    ks=[1, 3, 5, 8], budgets_words=[50, 100, 200], bootstrap_samples=100, shown_k=SHOWN_K, engines={}
)
THINGS = ["kiln", "tram", "bog", "hive", "organ", "loom", "lens", "weir", "press", "forge"]
PARTS = ["door", "bell", "crown", "floor", "handle", "spring"]

TEXTS = {
    f"video-{thing}": [
        f"Now take the {part} of the {thing} and wait for {10 + 7 * i + j} minutes before you go on."
        if fact
        else f"We looked at the {part} for a long time that day and nobody said much about the {thing}."
        for j, part in enumerate(PARTS)
        for fact in (False, True, False)
    ]
    for i, thing in enumerate(THINGS)
}
"""Sentences by video: of three in a row, the middle one is a fact that can be asked for."""
TRANSCRIPTS = {video_id: transcript(video_id, lines) for video_id, lines in TEXTS.items()}

GOLD_RANKS = (1, 1, 2, 1, 4, 1, 3, 9, 1, 2, 1, 7, 1)
"""At which rank the honest system finds the gold of one answerable question after the other."""


def span(video_id: str, line: int, lines: int = 1) -> Row:
    """Where one or more of the video's sentences stand."""
    segments = TRANSCRIPTS[video_id].segments
    return {
        "video_id": video_id,
        "char_start": segments[line]["char_start"],
        "char_end": segments[line + lines - 1]["char_end"],
    }


def words(where: Row) -> str:
    """The transcript at a span."""
    return TRANSCRIPTS[where["video_id"]].text[where["char_start"] : where["char_end"]]


def place(row: Row) -> Row:
    """The span of a row of any table."""
    return {name: row[name] for name in ("video_id", "char_start", "char_end")}


def cite(where: Row, **fields: Any) -> Row:
    """A true citation, but for `fields`."""
    return {**where, "quote": words(where), "start_s": None, "end_s": None, "level": "exact", **fields}


def chunk(where: Row) -> Row:
    """A row of records.CHUNKS."""
    name = "{video_id}:{char_start}-{char_end}".format(**where)
    return {"chunk_id": name, "speakers": [], "n_tokens": 9, "text": words(where), **where}


@dataclass
class System:
    """What a system leaves behind: rows of its four artifacts."""

    chunks: list[Row] = field(default_factory=list)
    rankings: list[Row] = field(default_factory=list)
    answers: list[Row] = field(default_factory=list)
    generations: list[Row] = field(default_factory=list)

    def copy(self) -> "System":
        """One to spoil."""
        return deepcopy(self)

    def ranking(self, query_id: str) -> list[Row]:
        """The rows of one question."""
        return [row for row in self.rankings if row["query_id"] == query_id]

    def emit_what_is_cited(self) -> None:
        """Let the generations be those that the answers come from."""
        self.generations = [
            {"query_id": row["query_id"], "quotes": [{"quote": cited["quote"]} for cited in row["citations"]]}
            for row in self.answers
        ]


@dataclass(frozen=True)
class Question:
    """A question of the split: where its answer stands, or why there is none."""

    query_id: str
    video_id: str
    line: int | None = None
    kind: str | None = None

    @property
    def gold(self) -> Row:
        """The sentence that answers it."""
        assert self.line is not None
        return span(self.video_id, self.line)

    @property
    def reference(self) -> str:
        """The short answer."""
        return words(self.gold).split(" for ")[1].removesuffix(" before you go on.")


QUESTIONS = [
    Question(f"{(7919 * (4 * i + j)) % 10007:05}", video_id, *asked)
    for i, video_id in enumerate(TEXTS)
    for j, asked in enumerate([(1,), (7,), (13,), (None, "near" if i % 2 else "other")])
]
BY_ID = {question.query_id: question for question in QUESTIONS}


def gold_row(question: Question) -> Row:
    """A row of records.GOLD."""
    answerable = question.kind is None
    return {
        "query_id": question.query_id,
        "video_id": question.video_id,
        "label": "answerable" if answerable else "negative",
        "negative_kind": question.kind,
        "alternatives": [[question.gold]] if answerable else [],
        "reference_answer": question.reference if answerable else None,
    }


def honest() -> System:
    """Finds most of the gold, cites what it found, refuses when it is unsure; now and then it is wrong."""
    system = System()
    for video_id, lines in TEXTS.items():
        system.chunks += [chunk(span(video_id, line, 2)) for line in range(0, len(lines), 2)]
    ranks, negatives = cycle(GOLD_RANKS), cycle((0.2, 0.1, 0.7, 0.3, 0.15))
    for question in QUESTIONS:
        order = [row for row in system.chunks if row["video_id"] == question.video_id]
        if question.kind is None:
            rank = next(ranks)
            found = next(row for row in order if holds(row, question.gold))
            order.remove(found)
            order.insert(rank - 1, found)
            confidence = 0.9 if rank == 1 else 0.75 if rank <= SHOWN_K else 0.5 if rank < 9 else 0.3
        else:
            confidence = next(negatives)
        system.rankings += ranking(question.query_id, order)
        system.answers.append(answer(question, order[:SHOWN_K], confidence))
    system.emit_what_is_cited()
    return system


def holds(outer: Row, inner: Row) -> bool:
    """Whether a span lies in another."""
    return (
        outer["video_id"] == inner["video_id"]
        and outer["char_start"] <= inner["char_start"]
        and inner["char_end"] <= outer["char_end"]
    )


def ranking(query_id: str, order: list[Row]) -> list[Row]:
    """Rows of records.RANKINGS."""
    return [
        {"query_id": query_id, "rank": rank, "score": 1 / rank, **row} for rank, row in enumerate(order, 1)
    ]


def answer(question: Question, shown: list[Row], confidence: float) -> Row:
    """Cites the gold where it is shown, else the best passage's first sentence; refuses below .4."""
    row = {
        "query_id": question.query_id,
        "confidence": confidence,
        "shown": [
            {name: passage[name] for name in ("video_id", "char_start", "char_end")} for passage in shown
        ],
    }
    if confidence < 0.4:
        return row | {"state": "refused", "text": None, "citations": []}
    if question.kind is None and any(holds(passage, question.gold) for passage in shown):
        return row | {"state": "answered", "text": question.reference, "citations": [cite(question.gold)]}
    return row | {
        "state": "answered",
        "text": "Nobody said much.",
        "citations": [cite(first_sentence(shown[0]))],
    }


def first_sentence(passage: Row) -> Row:
    """Where the first sentence of a passage stands."""
    start = passage["char_start"]
    return {
        "video_id": passage["video_id"],
        "char_start": start,
        "char_end": start + len(words(passage).split("\n")[0]),
    }


@dataclass(frozen=True)
class Judged:
    """What evaluate wrote."""

    figures: dict[str, Any]
    """All figures of the three detailed files, by measure."""
    verdicts: list[Row]

    def value(self, measure: str) -> float:
        """A figure's value."""
        value: float = self.figures[measure]["value"]
        return value


def judge(system: System, folder: Path) -> Judged:
    """Write a system's artifacts into an empty folder, run the evaluate room on them, read what it wrote."""
    with pytest.MonkeyPatch.context() as patch:
        move_room(patch, folder, SETTINGS)
        for video_id, document in TRANSCRIPTS.items():
            write_table(folder / "transcripts" / f"{video_id}.parquet", list(document.segments), TRANSCRIPT)
        write_table(folder / "gold" / "test.parquet", [gold_row(question) for question in QUESTIONS], GOLD)
        for rows, name, schema in (
            (system.chunks, "chunks", CHUNKS),
            (system.rankings, "rankings", RANKINGS),
            (system.answers, "answers", ANSWERS.with_metadata({b"generator": b"world"})),
        ):
            known = [{key: row[key] for key in schema.names if key in row} for row in rows]
            write_table(folder / f"{name}.parquet", known, schema)
        lines = "".join(json.dumps(row) + "\n" for row in system.generations)
        write_text(folder / "generations.jsonl", lines)
        room.main("test")
    read = {path.stem: read_json(path) for path in (folder / "metrics" / "test").iterdir()}
    return Judged(
        read["retrieval"] | read["citations"] | read["abstention"],
        read_rows(folder / "verdicts" / "test.parquet", VERDICTS),
    )
