"""Runs in the peers' environment: their splitters cut documents, and say where.

It imports the standard library and the peers only. Standard input is JSON: documents (text by id) and jobs
(splitter, size, overlap, window); standard output is JSON: the versions of the libraries, and of each job its
pieces by document and the CPU seconds that cutting took.
"""

import importlib.metadata
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

LIBRARIES = ("langchain-text-splitters", "llama-index-core", "chonkie", "tiktoken")
CHROMA_SEPARATORS = ["\n\n", "\n", ".", "?", "!", " ", ""]
"""Of Chroma's RecursiveTokenChunker (chunking_evaluation), which else is LangChain's splitter."""
CHROMA_ENCODING = "cl100k_base"
CHARACTERS_PER_TOKEN = 8
"""The most, on average, of a stretch of running text."""

Piece = tuple[int, int, int, int]
"""What is embedded, and what is delivered for it: char_start, char_end, char_start, char_end."""
Split = Callable[[str], Iterable[Piece]]


def placed(text: str, pieces: Iterable[str], repeated: int) -> Iterator[Piece]:
    """Where pieces stand that a splitter gives as text, in order.

    The libraries' own offsets are looked up by text as well: LlamaIndex takes the first occurrence in the
    whole document, which is another place for what is said twice, and LangChain finds none where it counts
    overlap in tokens. Here a piece is looked for from where it can begin at the earliest.

    Args:
        text: of the document.
        pieces: parts of it.
        repeated: characters of a piece that the next one may repeat.
    """
    start = end = 0
    for piece in pieces:
        start = text.find(piece, max(start, end - repeated))
        if start < 0:
            raise ValueError(f"a piece is no part of the text: {piece[:60]!r}")
        end = start + len(piece)
        if piece.strip():
            yield start, end, start, end


def langchain(size: int, overlap: int, window: int) -> Split:
    """RecursiveCharacterTextSplitter; size and overlap in characters."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
    return lambda text: placed(text, splitter.split_text(text), overlap)


def chroma(size: int, overlap: int, window: int) -> Split:
    """The recursive splitter of Chroma's report; size and overlap in tokens of cl100k."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        CHROMA_ENCODING, chunk_size=size, chunk_overlap=overlap, separators=CHROMA_SEPARATORS
    )
    return lambda text: placed(text, splitter.split_text(text), overlap * CHARACTERS_PER_TOKEN)


def llamaindex(size: int, overlap: int, window: int) -> Split:
    """SentenceSplitter; size and overlap in tokens of its own tokenizer."""
    from llama_index.core.node_parser import SentenceSplitter

    splitter = SentenceSplitter(chunk_size=size, chunk_overlap=overlap)
    return lambda text: placed(text, splitter.split_text(text), overlap * CHARACTERS_PER_TOKEN)


def llamaindex_window(size: int, overlap: int, window: int) -> Split:
    """SentenceWindowNodeParser: each sentence is embedded, and delivered with `window` more on either side.

    Its sentences follow each other without a gap. Window 0 delivers the sentence itself, as without
    MetadataReplacementPostProcessor.
    """
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceWindowNodeParser

    parser = SentenceWindowNodeParser.from_defaults(window_size=max(1, window))

    def split(text: str) -> Iterator[Piece]:
        sentences = [node.text for node in parser.get_nodes_from_documents([Document(text=text)])]
        edges = [0]
        for sentence in sentences:
            if not text.startswith(sentence, edges[-1]):
                raise ValueError(f"a sentence is not where the one before ends: {sentence[:60]!r}")
            edges.append(edges[-1] + len(sentence))
        for i, sentence in enumerate(sentences):
            if sentence.strip():
                first, last = max(0, i - window), min(len(sentences), i + window + 1)
                yield edges[i], edges[i + 1], edges[first], edges[last]

    return split


def chonkie(size: int, overlap: int, window: int) -> Split:
    """RecursiveChunker, or SentenceChunker where pieces overlap; size and overlap in characters."""
    from chonkie import RecursiveChunker, SentenceChunker

    chunker: Any = (
        SentenceChunker(tokenizer="character", chunk_size=size, chunk_overlap=overlap)
        if overlap
        else RecursiveChunker(tokenizer="character", chunk_size=size)
    )

    def split(text: str) -> Iterator[Piece]:
        for chunk in chunker.chunk(text):
            if text[chunk.start_index : chunk.end_index] != chunk.text:
                raise ValueError(f"a chunk is not where it says: {chunk.text[:60]!r}")
            if chunk.text.strip():
                yield chunk.start_index, chunk.end_index, chunk.start_index, chunk.end_index

    return split


def fixed(size: int, overlap: int, window: int) -> Split:
    """So many words, one piece after the other: no library's."""

    def split(text: str) -> Iterator[Piece]:
        words = [match.span() for match in re.finditer(r"\S+", text)]
        for i in range(0, len(words), size):
            start, end = words[i][0], words[i : i + size][-1][1]
            yield start, end, start, end

    return split


SPLITTERS = {
    "fixed": fixed,
    "langchain": langchain,
    "llamaindex": llamaindex,
    "llamaindex_window": llamaindex_window,
    "chonkie": chonkie,
    "chroma": chroma,
}


def carried_encodings() -> None:
    """Let tiktoken read the encodings that llama-index-core carries: there is nothing to download."""
    import llama_index.core

    carried = Path(llama_index.core.__file__).parent / "_static" / "tiktoken_cache"
    os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(carried))


def run(documents: dict[str, str], job: dict[str, Any]) -> dict[str, Any]:
    """One job: what is cut out of each document, and the CPU seconds of it."""
    split = SPLITTERS[job["splitter"]](job["size"], job["overlap"], job["window"])
    for text in list(documents.values())[:1]:
        list(split(text[:2000]))  # models and tokenizers are loaded when first used
    started = time.process_time()
    pieces = {name: list(split(text)) for name, text in documents.items()}
    return {"pieces": pieces, "cpu_s": time.process_time() - started}


def main() -> None:
    """Read the jobs, run each, write."""
    asked = json.load(sys.stdin)
    carried_encodings()
    found = [run(asked["documents"], job) for job in asked["jobs"]]
    versions = {name: importlib.metadata.version(name) for name in LIBRARIES}
    json.dump({"versions": versions, "results": found}, sys.stdout)


if __name__ == "__main__":
    main()
