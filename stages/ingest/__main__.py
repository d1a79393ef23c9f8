"""ingest: a dataset becomes a manifest, queries that tell nothing, and labels apart from them."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from stages.core.artifacts import renamed_into, write_table
from stages.core.door import enter
from stages.core.paths import CAPTIONS, DATA, LABELS, MANIFEST, QUERIES, ROOT
from stages.core.records import LABELS as LABELS_SCHEMA
from stages.core.records import MANIFEST as MANIFEST_SCHEMA
from stages.core.records import QUERIES as QUERIES_SCHEMA
from stages.core.settings import load_settings
from stages.ingest.chroma_chunking import read_chroma_chunking
from stages.ingest.dataset import Dataset
from stages.ingest.folder import read_folder
from stages.ingest.negatives.generated import with_negatives
from stages.ingest.qmsum import read_qmsum
from stages.ingest.settings import SECTION, Settings
from stages.ingest.spoken_squad import read_spoken_squad
from stages.ingest.tables import manifest_rows, query_and_label_rows
from stages.ingest.tutorialvqa import read_tutorialvqa

ABOUT_CAPTIONS = (
    "Transcripts that ingest took from a public set's own files. A folder of recordings has none.\n"
)
"""Also keeps the folder from being empty, at which DVC warns."""


def read_dataset(settings: Settings, folder: Path) -> Dataset:
    """Let the reader of the dataset's choice read its folder."""
    captions = CAPTIONS.relative_to(ROOT).as_posix()
    readers: dict[str, Callable[[], Dataset]] = {
        "chroma_chunking": lambda: read_chroma_chunking(folder, captions),
        "folder": lambda: read_folder(folder, ROOT),
        "qmsum": lambda: read_qmsum(folder, captions),
        "spoken_squad": lambda: read_spoken_squad(folder, captions, settings.variant or "wer23"),
        "tutorialvqa": lambda: read_tutorialvqa(folder, captions),
    }
    return readers[settings.reader]()


def summary(dataset: Dataset) -> str:
    """One line: videos, answerable questions, negatives by kind, and what was dropped and why."""
    kinds = Counter(question.negative_kind for question in dataset.questions if not question.answerable)
    answerable = sum(question.answerable for question in dataset.questions)
    parts = [f"{len(dataset.videos)} videos", f"{answerable} answerable questions"]
    parts += [f"{count} negatives ({kind})" for kind, count in sorted(kinds.items())]
    if dataset.repeats:
        parts.append(f"{dataset.repeats} repeated questions merged as alternatives")
    parts += [f"{count} dropped ({reason})" for reason, count in sorted(dataset.dropped.items())]
    return ", ".join(parts)


def main() -> None:
    """Read the dataset, write the tables and the captions."""
    settings = load_settings(SECTION, Settings)
    dataset = with_negatives(
        read_dataset(settings, DATA / settings.name),
        settings.dev_share,
        settings.other_video_share,
        settings.nearest_topic_share,
    )
    queries, labels = query_and_label_rows(dataset.questions, dataset.videos, settings.dev_share)
    write_table(MANIFEST, manifest_rows(dataset.videos), MANIFEST_SCHEMA)
    write_table(QUERIES, queries, QUERIES_SCHEMA)
    write_table(LABELS, labels, LABELS_SCHEMA)
    with renamed_into(CAPTIONS) as folder:
        folder.mkdir()
        (folder / "README").write_text(ABOUT_CAPTIONS, encoding="utf-8", newline="\n")
        for name, text in dataset.captions.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    for note in dataset.notes:
        sys.stderr.write(f"ingest: {note}\n")
    sys.stdout.write(f"ingest: {summary(dataset)}\n")


if __name__ == "__main__":
    enter("ingest", main)
