"""chunk: transcripts become chunks that the embedder reads whole."""

import sys
from typing import Any

from stages.chunk.rows import chunk_rows
from stages.chunk.sentence import cut
from stages.chunk.settings import SECTION, Settings
from stages.core.artifacts import write_table
from stages.core.door import enter
from stages.core.errors import UserError
from stages.core.paths import CHUNKS, TRANSCRIPTS
from stages.core.progress import progress
from stages.core.records import CHUNKS as SCHEMA
from stages.core.settings import load_settings
from stages.core.transcripts import read_transcripts
from stages.models.tokens import TokenCounter


def main() -> None:
    """Check the limit, cut each transcript, write."""
    settings = load_settings(SECTION, Settings)
    tokens = TokenCounter(settings.tokenizer)
    check_limit(settings, tokens)
    transcripts = read_transcripts(TRANSCRIPTS)
    rows: list[dict[str, Any]] = []
    with progress("chunk", len(transcripts), "videos") as advance:
        for video_id, transcript in transcripts.items():
            done = cut(
                transcript.text,
                settings.language,
                settings.max_tokens,
                settings.overlap_sentences,
                tokens.count,
            )
            if done.split_sentences:
                sys.stderr.write(
                    f"chunk: {video_id}: {done.split_sentences} sentences of more than "
                    f"{settings.max_tokens} tokens were split\n"
                )
            rows += chunk_rows(transcript, done.spans, tokens.count)
            advance(1)
    write_table(CHUNKS, sorted(rows, key=lambda row: (row["video_id"], row["char_start"])), SCHEMA)


def check_limit(settings: Settings, tokens: TokenCounter) -> None:
    """An embedder cuts what is too long without a word, so no chunk may be."""
    if settings.max_tokens > tokens.max_tokens:
        raise UserError(
            f"chunk.max_tokens = {settings.max_tokens}, but {settings.tokenizer} reads {tokens.max_tokens} "
            f"tokens: set it to {tokens.max_tokens} or less in conf/chunk/{settings.name}.yaml"
        )


if __name__ == "__main__":
    enter("chunk", main)
