"""`vidwise audit`: people read a blind sample of the negatives, and say how many the video does answer."""

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from stages.commands.auditing.page import VideoToRead
    from stages.commands.auditing.sample import Row
    from stages.evaluate.contamination import Mark
    from stages.evaluate.figures import Figure


def audit(
    marks: Annotated[Path | None, typer.Option(help="A file of marks to check and to keep.")] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="A kind of negative to draw; repeat for several. All, if none.")
    ] = None,
    n: Annotated[int, typer.Option(min=1, help="How many of each kind to draw, if it has so many.")] = 100,
    split: Annotated[str, typer.Option(help="dev or test.")] = "test",
) -> None:
    """Draw a blind sample of questions to read beside the transcripts, or take in what was marked.

    Without --marks, writes a page (and a CSV) to audit/, which git does not see: it holds transcripts.
    With --marks, checks that every question of the sample is marked, and keeps the marks, without any text,
    in metrics/audits/, where `evaluate` reads them.
    """
    from stages.commands.runs import check_split

    check_split(split)
    check_up_to_date()
    if marks is None:
        write_sample(split, kind or [], n)
    else:
        keep_marks(split, marks)


def check_up_to_date() -> None:
    """Questions, gold and transcripts must be those of the configuration and the dataset as they are now."""
    from stages.commands.runs import history
    from stages.core.errors import UserError

    with history() as project:
        reason = project.workspace_out_of_date("gold")
    if reason:
        raise UserError(f"data/ is not up to date ({reason}): run `dvc repro gold` first")


def dataset_name() -> str:
    """The dataset that the workspace's artifacts are of."""
    from stages.core.paths import RESOLVED
    from stages.core.settings import read_yaml

    return str(read_yaml(RESOLVED)["dataset"]["name"])


def readable_gold(split: str) -> tuple[list["Row"], dict[str, "Row"]]:
    """The split's gold rows that a reader can judge, and all queries by query_id."""
    from stages.commands.auditing.sample import readable
    from stages.core.artifacts import read_rows
    from stages.core.paths import GOLD, QUERIES
    from stages.core.records import GOLD as GOLD_SCHEMA
    from stages.core.records import QUERIES as QUERIES_SCHEMA

    queries: dict[str, Row] = {row["query_id"]: row for row in read_rows(QUERIES, QUERIES_SCHEMA)}
    return readable(read_rows(GOLD / f"{split}.parquet", GOLD_SCHEMA), queries), queries


def write_sample(split: str, kinds: "Sequence[str]", n: int) -> None:
    """Draw, and write the page and the table."""
    from stages.commands.auditing.marks import csv_text
    from stages.commands.auditing.page import render
    from stages.commands.auditing.sample import draw, sizes
    from stages.core.artifacts import shown, write_text
    from stages.core.errors import UserError
    from stages.core.paths import TO_AUDIT

    gold, queries = readable_gold(split)
    wanted = sizes(gold, kinds, n)
    if not wanted:
        raise UserError(
            f"{split} has no negatives that search one video: see `Negatives` in docs/datasets.md"
        )
    drawn = draw(gold, wanted)
    videos = videos_to_read(drawn, queries)
    name = dataset_name()
    page, table = (TO_AUDIT / f"{name}-{split}.{suffix}" for suffix in ("html", "csv"))
    write_text(page, render(name, split, videos))
    rows = [(query_id, video.title, text) for video in videos for query_id, text in video.questions]
    write_text(table, csv_text(rows))
    counts = ", ".join(f"{count} {kind}" for kind, count in wanted.items())
    typer.echo(f"drawn from {split}: {counts}, and {len(drawn) - sum(wanted.values())} answerable as decoys")
    typer.echo(f"{shown(page)}: {len(drawn)} questions beside {len(videos)} transcripts, to read and mark")
    typer.echo(f"{shown(table)}: the same questions as a table, to mark there instead")
    typer.echo(f"next: vidwise audit --split {split} --marks FILE")


def videos_to_read(drawn: "Collection[str]", queries: "Mapping[str, Row]") -> list["VideoToRead"]:
    """The sample by video: each transcript is read once. Titles and ids order it, which tell nothing."""
    from stages.commands.auditing.page import VideoToRead
    from stages.core.artifacts import read_rows
    from stages.core.paths import MANIFEST, TRANSCRIPTS
    from stages.core.records import MANIFEST as MANIFEST_SCHEMA
    from stages.core.transcripts import read_transcript

    asked: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for query_id in sorted(drawn):
        asked[queries[query_id]["scope"]].append((query_id, queries[query_id]["text"]))
    manifest = {row["video_id"]: row for row in read_rows(MANIFEST, MANIFEST_SCHEMA)}
    found = []
    for video_id in sorted(asked, key=lambda name: (manifest[name]["title"], name)):
        transcript = read_transcript(TRANSCRIPTS / f"{video_id}.parquet")
        url = str(manifest[video_id]["url"] or "")
        found.append(
            VideoToRead(
                title=manifest[video_id]["title"],
                link=url if url.startswith(("https://", "http://")) else None,
                lines=[(segment["start_s"], segment["text"]) for segment in transcript.segments],
                questions=asked[video_id],
            )
        )
    return found


def keep_marks(split: str, path: Path) -> None:
    """Check a file of marks, write them to metrics/audits, and say what they come to."""
    import json

    from stages.commands.auditing.marks import read_file
    from stages.commands.auditing.sample import check_sample
    from stages.core.artifacts import read_lines, shown, write_text
    from stages.core.paths import AUDITS
    from stages.evaluate.contamination import marks_of

    marks = read_file(path)
    gold, _ = readable_gold(split)
    check_sample(marks, gold)
    kept = AUDITS / f"{dataset_name()}.jsonl"
    before = marks_of(read_lines(kept), shown(kept)) if kept.is_file() else {}
    together = before | marks
    write_text(
        kept,
        "".join(
            json.dumps({"query_id": query_id, "mark": together[query_id]}) + "\n"
            for query_id in sorted(together)
        ),
    )
    for line in lines(marks, gold):
        typer.echo(line)
    again = [query_id for query_id in marks if query_id in before]
    if again:
        same = sum(before[query_id] == marks[query_id] for query_id in again)
        typer.echo(f"{len(again)} were marked before, {same} of them the same; the new marks stand")
    typer.echo(f"{shown(kept)}: {len(together)} marks; next: git add it, and `dvc repro`")


def lines(marks: "Mapping[str, Mark]", gold: "Sequence[Row]") -> list[str]:
    """What the marks come to, a line a figure."""
    from stages.evaluate.contamination import contamination_figures
    from stages.evaluate.questions import questions_of

    # Where the gold lies is not asked here.
    questions = questions_of([{**row, "alternatives": []} for row in gold], {})
    found = contamination_figures(questions, marks)
    audited = {
        kind: one for kind, one in found["contamination_by_kind"].items() if sum(one["marks"].values())
    }
    told = [f"{kind}: the video answers {in_words(one)}" for kind, one in audited.items()]
    return [*told, f"decoys: recognised as answered {in_words(found['decoys_recognised'])}"]


def in_words(figure: "Figure") -> str:
    """A proportion with its intervals."""
    from stages.commands.documents.tables import interval

    if not figure["n"]:
        return "none that could be told"
    plain = interval(figure["low"], figure["high"])
    clustered = interval(figure["cluster_low"], figure["cluster_high"])
    share = f"{figure['hits']} of {figure['n']} ({figure['value']:.3f}"
    return f"{share}; Wilson {plain}, clustered {clustered})"
