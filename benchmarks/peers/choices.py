"""The peers, and the grid that each is tuned over: sizes, overlap, dense or fused."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

TOKENS = (50, 100, 200, 400, 800)
"""Sizes in tokens; in characters four times as many. Chroma's 800/400 and 200/0 are among them."""
CHARACTERS_PER_TOKEN = 4
WINDOWS = (0, 1, 2, 3, 5, 8)
"""Sentences delivered on either side; LlamaIndex's default is 3."""
FIXED_WORDS = 200


@dataclass(frozen=True, order=True)
class Cutting:
    """One way to cut: a job of splitters.py."""

    splitter: str
    size: int = 0
    overlap: int = 0
    window: int = 0

    def as_job(self) -> dict[str, Any]:
        """As splitters.py reads it."""
        return asdict(self)


@dataclass(frozen=True)
class Peer:
    """What others use."""

    name: str
    what: str
    """Its classes, and the unit of its sizes."""
    first: tuple[Cutting, ...]
    """Tried first: every size without overlap, or every window."""

    def then(self, best: Sequence[Cutting]) -> list[Cutting]:
        """Tried next, where the best of the first have a size: half of it as overlap."""
        return [Cutting(one.splitter, one.size, one.size // 2) for one in best if one.size]


def sizes(splitter: str, unit: int) -> tuple[Cutting, ...]:
    """Every size of a splitter without overlap; `unit` is 1 for tokens, else the characters of one."""
    return tuple(Cutting(splitter, tokens * unit) for tokens in TOKENS)


PEERS = (
    Peer(
        "LangChain",
        "RecursiveCharacterTextSplitter, characters",
        sizes("langchain", CHARACTERS_PER_TOKEN),
    ),
    Peer("LlamaIndex", "SentenceSplitter, tokens", sizes("llamaindex", 1)),
    Peer(
        "LlamaIndex windows",
        "SentenceWindowNodeParser with MetadataReplacementPostProcessor, sentences on either side",
        tuple(Cutting("llamaindex_window", window=window) for window in WINDOWS),
    ),
    Peer(
        "chonkie",
        "RecursiveChunker, or SentenceChunker where pieces overlap; characters",
        sizes("chonkie", CHARACTERS_PER_TOKEN),
    ),
    Peer("Chroma", "the recursive splitter of its chunking report, tokens of cl100k", sizes("chroma", 1)),
    Peer("fixed", "so many words, as many a tutorial does", (Cutting("fixed", FIXED_WORDS),)),
)
