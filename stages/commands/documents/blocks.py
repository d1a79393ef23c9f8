"""Blocks of the documents that are rendered from committed data: found, compared, rewritten.

A block is what stands between `<!-- NAME: written by COMMAND -->` and `<!-- end of NAME -->`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from stages.commands.documents.benchmarks import benchmarks_block
from stages.commands.documents.claims import claims_block
from stages.commands.documents.coverage import coverage_block
from stages.commands.documents.refusal import refusal_block
from stages.commands.documents.results import readme_block, results_block
from stages.core.artifacts import write_text

OPENING = re.compile(r"^<!-- (?P<name>[\w-]+): written by .* -->$", re.MULTILINE)
REWRITE = "`vidwise check --write` rewrites it"


@dataclass(frozen=True)
class Block:
    """Where a block stands, and what it must say given the project's root."""

    document: str
    render: Callable[[Path], str]


BLOCKS = {
    "results": Block("README.md", readme_block),
    "all-results": Block("docs/results.md", results_block),
    "claims": Block("docs/claims.md", claims_block),
    "coverage": Block("docs/intervals.md", coverage_block),
    "refusal": Block("docs/refusal.md", refusal_block),
    "benchmarks": Block("docs/benchmarks.md", benchmarks_block),
}


def block_problems(root: Path, blocks: Mapping[str, Block] = BLOCKS) -> list[str]:
    """Blocks that differ from what the data says, are missing, or that nobody writes."""
    found = []
    for document in documents(root, blocks):
        text = (root / document).read_text(encoding="utf-8") if (root / document).exists() else ""
        for name, block in blocks.items():
            if block.document == document:
                found += problems_of(root, name, block, text)
        for opening in OPENING.finditer(text):
            name = opening["name"]
            if name not in blocks or blocks[name].document != document:
                found.append(f"{document}: block {name} is written by nothing: remove its markers")
    return found


def problems_of(root: Path, name: str, block: Block, text: str) -> list[str]:
    """What is wrong with one block of a document."""
    match = pattern(name).search(text)
    if not match:
        return [f"{block.document}: block {name} is missing, or has no end: `git checkout {block.document}`"]
    expected = block.render(root)
    if match["body"] == expected:
        return []
    first_line = text[: match.start("body")].count("\n") + 1
    pairs = zip_longest(match["body"].splitlines(), expected.splitlines())
    i, (has, should) = next((i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1])
    return [
        f"{block.document}:{first_line + i}: block {name} differs from the data: {REWRITE}\n"
        f"  there: {has if has is not None else '(nothing)'}\n"
        f"  data:  {should if should is not None else '(nothing)'}"
    ]


def write_blocks(root: Path, blocks: Mapping[str, Block] = BLOCKS) -> list[str]:
    """Rewrite every block that differs; the documents that changed."""
    changed = []
    for document in documents(root, blocks):
        if not (root / document).exists():
            continue  # `block_problems` says so
        before = text = (root / document).read_text(encoding="utf-8")
        for name, block in blocks.items():
            match = pattern(name).search(text)
            if block.document == document and match:
                text = text[: match.start("body")] + block.render(root) + text[match.end("body") :]
        if text != before:
            write_text(root / document, text)
            changed.append(document)
    return changed


def documents(root: Path, blocks: Mapping[str, Block]) -> list[str]:
    """README.md, the pages of docs/, and every document that should hold a block."""
    pages = [path.relative_to(root).as_posix() for path in (root / "docs").glob("*.md")]
    return sorted({"README.md", *pages, *(block.document for block in blocks.values())})


def pattern(name: str) -> re.Pattern[str]:
    """A block with its markers; the group `body` is what lies between."""
    return re.compile(
        rf"^<!-- {re.escape(name)}: written by [^\n]* -->\n(?P<body>.*?)^<!-- end of {re.escape(name)} -->$",
        re.MULTILINE | re.DOTALL,
    )
