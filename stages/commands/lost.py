"""The questions that a run lost against another: what was asked, of which video, where the answer stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from stages.commands.pairing import Pairing
from stages.commands.runs import History, Run
from stages.evaluate.gains import gain


@dataclass(frozen=True)
class Lost:
    """One question that B does worse than A."""

    run: str
    measure: str
    query_id: str
    question: str
    video: str | None
    """Title of the video that it is about."""
    start_s: float | None
    """Where its gold starts; None for a negative, or where there are no times."""
    before: float
    after: float


def most_lost(
    past: History, runs: Sequence[Run], pairing: Pairing, measures: Sequence[str], count: int
) -> list[Lost]:
    """For each B up to `count` questions with the largest losses, of the first measure that has any."""
    losses: list[tuple[Run, str, str]] = []
    for run in runs[1:]:
        for measure in measures:
            query_ids = pairing.over([runs[0], run], measure)
            loss = {
                query_id: gain(measure) * (runs[0].values[measure][query_id] - run.values[measure][query_id])
                for query_id in query_ids
            }
            worst = sorted((query_id for query_id in query_ids if loss[query_id] > 0), key=lambda q: -loss[q])
            if worst:
                losses += [(run, measure, query_id) for query_id in worst[:count]]
                break
    return described(past, runs[0], losses)


def described(past: History, first: Run, losses: Sequence[tuple[Run, str, str]]) -> list[Lost]:
    """Losses with question, video and time, as they are in run A."""
    if not losses:
        return []
    gold = {query_id: first.gold[query_id] for _, _, query_id in losses}
    spans = {query_id: row["alternatives"][0][0] for query_id, row in gold.items() if row["alternatives"]}
    queries, videos = past.queries(first.name), past.videos(first.name)
    transcripts = past.transcripts(first.name, {span["video_id"] for span in spans.values()})
    found = []
    for run, measure, query_id in losses:
        video_id = gold[query_id]["video_id"]
        span = spans.get(query_id)
        start_s = None
        if span is not None:
            start_s, _ = transcripts[span["video_id"]].times(span["char_start"], span["char_end"])
        found.append(
            Lost(
                run=run.name,
                measure=measure,
                query_id=query_id,
                question=queries[query_id]["text"],
                video=videos[video_id]["title"] if video_id in videos else video_id,
                start_s=start_s,
                before=first.values[measure][query_id],
                after=run.values[measure][query_id],
            )
        )
    return found
