"""Recall of chunkers as more and more turns are spoken at once: the pipeline over mixed meetings."""

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.comparison import difference
from benchmarks.judging import Values, figures, values
from benchmarks.overlap import SEED, SHARES, carried, mix
from benchmarks.pipeline import Choices, configured_clone, run_stages
from benchmarks.sets import SETS
from benchmarks.world import rankings
from stages.core.artifacts import read_rows, write_table
from stages.core.records import GOLD, QUERIES, TRANSCRIPT
from stages.core.transcripts import Transcript, read_transcripts
from stages.evaluate.documents import documents_of
from stages.evaluate.questions import Question, questions_of

MEETINGS = 16
"""The shortest of the test split: enough for intervals over meetings, and quick to embed."""
SYSTEMS: Mapping[str, Choices] = {
    "turn": {"chunk": "turn", "retrieve": "fused"},
    "recursive": {"chunk": "recursive", "retrieve": "fused"},
    "fixed": {"chunk": "fixed", "retrieve": "fused"},
    "VidWise": {},
}
"""Chunkers under one search, and what params.yaml chooses."""
AWARE, PLAIN = "turn", ("recursive", "fixed")
STAGES = ("chunk", "embed", "index", "retrieve")


def measure_crosstalk(run: Path) -> dict[str, Any]:
    """Mix the meetings of a run, and see what each chunker still finds.

    Args:
        run: of qmsum, as `pipeline.run_of` keeps it.

    Returns: figures by labels, share and system; and how much more a plain chunker loses than the one that
        knows the speakers, question by question.
    """
    transcripts = read_transcripts(run / "transcripts")
    gold = [row for row in read_rows(run / "gold" / "test.parquet", GOLD) if row["label"] == "answerable"]
    chosen = sorted({row["video_id"] for row in gold}, key=lambda name: (len(transcripts[name].text), name))
    meetings = {name: transcripts[name] for name in sorted(chosen[:MEETINGS])}
    gold = [row for row in gold if row["video_id"] in meetings]
    asked = {row["query_id"] for row in gold}
    queries = [row for row in read_rows(run / "queries.parquet", QUERIES) if row["query_id"] in asked]
    rows, judged = [], {}
    for labels in (True, False):
        for share in SHARES:
            mixed, moved_gold = mixed_world(meetings, gold, share, labels)
            for system, choices in SYSTEMS.items():
                print(f"overlap: {share:.0%} of turns, labels {labels}: {system}", file=sys.stderr)
                questions, found = retrieve_with(choices, mixed, moved_gold, queries, run)
                judged[labels, share, system] = found
                rows.append(
                    {"labels": labels, "share": share, "system": system, "figures": figures(found, questions)}
                )
    clusters = [question.cluster for question in questions]
    return {
        "meetings": len(meetings),
        "questions": len(questions),
        "rows": rows,
        "turn_loses_less": [
            {
                "share": share,
                "plain": plain,
                **{
                    measure: loss_difference(judged, share, plain, measure, clusters)
                    for measure in ("coverage_at_400w", "coverage_at_800w")
                },
            }
            for share in SHARES[1:]
            for plain in PLAIN
        ],
    }


def loss_difference(
    judged: Mapping[tuple[bool, float, str], Values],
    share: float,
    plain: str,
    measure: str,
    clusters: Sequence[str],
) -> dict[str, Any]:
    """What the plain chunker lost less what the turn chunker lost, with labels: above 0 is for turns."""
    lost = {
        system: [
            before - after
            for before, after in zip(
                judged[True, 0.0, system][measure], judged[True, share, system][measure], strict=True
            )
        ]
        for system in (plain, AWARE)
    }
    # Halved, since the difference of two losses can reach 2, and shown whole again.
    halves = difference([loss / 2 for loss in lost[plain]], [loss / 2 for loss in lost[AWARE]], clusters)
    return halves | {
        name: None if halves[name] is None else 2 * halves[name] for name in ("value", "low", "high")
    }


def mixed_world(
    meetings: Mapping[str, Transcript], gold: Sequence[Mapping[str, Any]], share: float, labels: bool
) -> tuple[dict[str, Transcript], list[dict[str, Any]]]:
    """The meetings with mixed turns, the same with and without labels, and their gold where it stands now."""
    mixed, moved = {}, {}
    for name, transcript in meetings.items():
        found = mix(transcript, share, labels, random.Random(f"{SEED} {name} {share}"))
        mixed[name], moved[name] = Transcript(name, found.segments), found.moved
    return mixed, [
        {
            **row,
            "alternatives": [
                carried(spans, meetings[row["video_id"]], moved[row["video_id"]])
                for spans in row["alternatives"]
            ],
        }
        for row in gold
    ]


def retrieve_with(
    choices: Choices,
    transcripts: Mapping[str, Transcript],
    gold: Sequence[Mapping[str, Any]],
    queries: Sequence[Mapping[str, Any]],
    run: Path,
) -> tuple[list[Question], Values]:
    """Chunk, embed, index and retrieve in a clone; what the rankings cover."""
    with configured_clone(SETS["qmsum"], choices) as clone:
        data = clone / "data"
        for name, transcript in transcripts.items():
            write_table(data / "transcripts" / f"{name}.parquet", transcript.segments, TRANSCRIPT)
        write_table(data / "queries.parquet", queries, QUERIES)
        # What dev chose on the meetings as they are.
        (data / "tuning.json").write_bytes((run / "tuning.json").read_bytes())
        run_stages(clone, STAGES)
        documents = documents_of(transcripts)
        questions = questions_of(gold, documents)
        return questions, values(rankings(data / "rankings.parquet", documents), questions, documents)
