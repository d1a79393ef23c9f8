"""The page that a reader marks: questions and transcripts, one HTML file that needs no network."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from stages.evaluate.contamination import MARKS
from stages.report.page import clock

TEMPLATE = "page.html.j2"
SCRIPT = "page.js"


@dataclass(frozen=True)
class VideoToRead:
    """One video with what is asked of it."""

    title: str
    link: str | None
    lines: Sequence[tuple[float | None, str]]
    """The transcript: when each segment starts, in seconds, and its text."""
    questions: Sequence[tuple[str, str]]
    """query_id and text."""


def render(dataset: str, split: str, videos: Sequence[VideoToRead]) -> str:
    """The page's HTML. Everything that comes from data is escaped; only the page's own script may run."""
    folder = Path(__file__).parent
    script = (folder / SCRIPT).read_text(encoding="utf-8")
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["clock"] = clock
    return environment.get_template(TEMPLATE).render(
        dataset=dataset,
        split=split,
        videos=videos,
        marks=MARKS,
        n_questions=sum(len(video.questions) for video in videos),
        n_words=sum(len(text.split()) for video in videos for _, text in video.lines),
        sample=hashlib.sha256(" ".join(q for v in videos for q, _ in v.questions).encode()).hexdigest()[:12],
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )
