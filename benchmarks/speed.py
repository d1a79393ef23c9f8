"""How fast documents are cut, by this project's chunkers and by the peers' splitters."""

import time
from collections.abc import Mapping
from typing import Any

from benchmarks.peers.choices import PEERS, TOKENS, Cutting
from benchmarks.peers.environment import cut as cut_by_peers
from stages.chunk.chunker import cut
from stages.chunk.document import Document
from stages.chunk.rows import chunk_rows
from stages.chunk.settings import SECTION, Settings
from stages.configure.compose import resolve
from stages.core.paths import CONF, PARAMS
from stages.core.settings import check_settings, read_yaml
from stages.core.transcripts import Transcript
from stages.models.tokens import SpanCounter, TokenCounter

MEASURED_BYTES = 1_000_000
"""Of the documents, whole ones: enough that a splitter's start does not count."""
SIZE_TOKENS = 200
"""Of the peers' pieces, or four characters a token."""


def measure_chunking(transcripts: Mapping[str, Transcript]) -> dict[str, Any]:
    """MB of UTF-8 text that each cuts in a second of CPU time, one thread.

    Ours count the embedder's word pieces of every chunk and look up its times and speakers; LlamaIndex and
    Chroma count tokens, the others characters.
    """
    chosen: dict[str, Transcript] = {}
    size = 0
    for video_id in sorted(transcripts):
        if size < MEASURED_BYTES:
            chosen[video_id] = transcripts[video_id]
            size += len(transcripts[video_id].text.encode())
    rows = [
        {"system": f"VidWise {choice}", "mb_per_cpu_s": size / 1e6 / cpu_seconds(choice, chosen)}
        for choice in sorted(path.stem for path in (CONF / "chunk").glob("*.yaml"))
    ]
    jobs = [measured(peer.first) for peer in PEERS]
    texts = {video_id: transcript.text for video_id, transcript in chosen.items()}
    _, seconds, versions = cut_by_peers(texts, [job.as_job() for job in jobs])
    rows += [
        {"system": f"{peer.name}: {job.splitter}", "mb_per_cpu_s": size / 1e6 / cpu_s}
        for peer, job, cpu_s in zip(PEERS, jobs, seconds, strict=True)
    ]
    return {"bytes": size, "rows": rows, "versions": versions}


def measured(cuttings: tuple[Cutting, ...]) -> Cutting:
    """The cutting of SIZE_TOKENS, or of as many characters; the last where sizes are not tried."""
    return cuttings[TOKENS.index(SIZE_TOKENS)] if len(cuttings) == len(TOKENS) else cuttings[-1]


def cpu_seconds(choice: str, transcripts: Mapping[str, Transcript]) -> float:
    """What cutting and describing all chunks costs with a chunker as conf/ has it."""
    params = {**read_yaml(PARAMS), "chunk": choice, "set": {}}
    settings: Any = check_settings(Settings, resolve(params, CONF)[SECTION], "conf", SECTION)
    tokens = TokenCounter(settings.tokenizer)
    tokens.count(["loads the tokenizer"])
    started = time.process_time()
    for transcript in transcripts.values():
        document = Document(transcript, settings.language, SpanCounter(transcript.text, tokens))
        chunk_rows(document, cut(document, settings))
    return time.process_time() - started
