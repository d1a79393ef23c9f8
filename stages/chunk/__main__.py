"""chunk: transcripts become chunks that the embedder reads whole."""

import sys
from typing import Any

from stages.chunk.chunker import cut
from stages.chunk.document import Document
from stages.chunk.rows import chunk_rows
from stages.chunk.settings import SECTION, Settings
from stages.core.artifacts import write_table
from stages.core.door import enter
from stages.core.errors import UserError
from stages.core.paths import CHUNKS, TRANSCRIPTS
from stages.core.progress import progress
from stages.core.records import CHUNKS as SCHEMA
from stages.core.settings import load_settings
from stages.core.transcripts import read_transcripts
from stages.models.tokens import SpanCounter, TokenCounter


def main() -> None:
    """Check the limit, cut each transcript, write."""
    settings: Settings = load_settings(SECTION, Settings)
    tokens = TokenCounter(settings.tokenizer)
    check_limit(settings, tokens)
    transcripts = read_transcripts(TRANSCRIPTS)
    rows: list[dict[str, Any]] = []
    long = 0
    with progress("chunk", len(transcripts), "videos") as advance:
        for transcript in transcripts.values():
            document = Document(transcript, settings.language, SpanCounter(transcript.text, tokens))
            rows += chunk_rows(document, cut(document, settings))
            long += sum(document.count_tokens(*span) > settings.max_tokens for span in document.sentences)
            advance(1)
    if long:
        noun = "sentence" if long == 1 else "sentences"
        sys.stderr.write(f"chunk: {long} {noun} of more than {settings.max_tokens} tokens split\n")
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
