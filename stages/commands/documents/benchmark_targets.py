"""What was wanted of the benchmarks before they were run, and by how much it was missed."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

NON_INFERIOR = -0.03
"""What the lower bound of a mean difference must exceed."""
MEASURED_IN_CHUNKS = 100_000
MILLION = 1_000_000
Found = Mapping[str, Any]


class Target(NamedTuple):
    """One target."""

    name: str
    wanted: str
    seen: str
    met: bool
    missed_by: str = ""


def targets(found: Found) -> Iterator[Target]:
    """The targets of the parts that were measured."""
    sets = found.get("retrieval", {})
    for name, part in sets.items():
        if part["target"]:
            yield from against_best_peer(name, part)
    judged = [part for part in sets.values() if part["target"] == "non-inferior"]
    if judged:
        superior = sum(all(one == "superior" for one in part["verdicts"].values()) for part in judged)
        yield counted("superior to the best peer", "on 2 of these sets", superior, 2)
    for name, part in found.get("corpus", {}).items():
        for row in part["systems"][1:]:
            gain = row["ours_minus_it"]["coverage_at_5"]["value"]
            yield at_least(f"{name}, whole corpus, 5 passages, less {row['system']}", gain, 0.0, 3)
    if "crosstalk" in found:
        for row in found["crosstalk"]["turn_loses_less"]:
            gain = row["coverage_at_800w"]["value"]
            yield at_least(
                f"turns mixed {row['share']:.0%}: loss of {row['plain']} less turn's", gain, 0.0, 3
            )
    if "encoding" in found:
        part = found["encoding"]
        [chosen] = [row for row in part["rows"] if row["backend"] == part["fastest"]]
        yield at_least(f"embedding by {chosen['backend']}, times plain", chosen["ratio"], 2.5, 2)
        yield at_least(f"embedding by {chosen['backend']}, same top 10", chosen["agreement"], 0.99, 4)
    if "sweep" in found:
        yield at_most("a sweep of 6 against one", found["sweep"]["times_one"], 2.5, 2)
    if "growth" in found:
        yield from of_growth(found["growth"])


def against_best_peer(name: str, part: Found) -> Iterator[Target]:
    """The lower bound of the difference at each budget of the target."""
    limit = NON_INFERIOR if part["target"] == "non-inferior" else 0.0
    [best] = [row for row in part["systems"] if row["system"] == part["best_peer"]]
    for budget in part["judged_at_words"]:
        found = best["ours_minus_it"][f"coverage_at_{budget}w"]
        low = found["low"]
        met = low is not None and low > limit
        yield Target(
            f"{name}, {budget} words: {part['target']} to {part['best_peer']}",
            f"low > {limit:+.3f}",
            f"{found['value']:+.3f}, low {'none' if low is None else f'{low:+.3f}'}",
            met,
            "too few videos" if low is None else f"{limit - low:.3f}",
        )


def of_growth(part: Found) -> Iterator[Target]:
    """Exact search against reading, Chroma against exact search, memory of a million."""
    for row in part["rows"]:
        if row["chunks"] == MEASURED_IN_CHUNKS and row["engine"] == "exact":
            times = row["question_ms"] / row["read_ms"]
            yield at_most(f"exact search of {row['chunks']:,} chunks, reads of the matrix", times, 1.5, 2)
        if row["chunks"] == MEASURED_IN_CHUNKS and row["engine"] == "chroma":
            yield at_least(f"Chroma at {row['chunks']:,} chunks, times faster", row["times_faster"], 8, 1)
            yield at_least(f"Chroma at {row['chunks']:,} chunks, agreement", row["agreement"], 0.99, 3)
        if row["chunks"] == MILLION:
            yield at_most(f"{row['engine']}, a million chunks, peak GiB", row["peak_mib"] / 1024, 4, 2)


def at_least(name: str, value: float, limit: float, places: int) -> Target:
    """A figure that must reach a limit."""
    return Target(
        name, f"at least {limit:g}", f"{value:.{places}f}", value >= limit, f"{limit - value:.{places}f}"
    )


def at_most(name: str, value: float, limit: float, places: int) -> Target:
    """A figure that must not exceed a limit."""
    return Target(
        name, f"at most {limit:g}", f"{value:.{places}f}", value <= limit, f"{value - limit:.{places}f}"
    )


def counted(name: str, wanted: str, count: int, limit: int) -> Target:
    """A number of cases."""
    return Target(name, wanted, str(count), count >= limit, str(limit - count))
