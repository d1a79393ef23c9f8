"""The tables of docs/benchmarks.md, from metrics/benchmarks.json, which `make bench` writes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stages.commands.documents.benchmark_targets import targets
from stages.commands.documents.tables import interval, number, table
from stages.core.artifacts import read_json

BENCHMARKS = "metrics/benchmarks.json"
BUDGETS_WORDS = (200, 400, 800)
SHARES = ("recall", "any")
NONE_YET = "Nothing measured yet: `make bench`.\n"
Found = Mapping[str, Any]


def benchmarks_block(root: Path) -> str:
    """Every part that was measured: the targets first, then what they rest on."""
    path = root / BENCHMARKS
    if not path.is_file():
        return NONE_YET
    found = read_json(path)
    parts = [targets_table(found)]
    for name, found_set in found.get("retrieval", {}).items():
        parts.append(retrieval(name, found_set))
    parts += [render(found[name]) for name, render in SECTIONS.items() if name in found]
    return "\n".join(parts)


def made(part: Found) -> str:
    """Where figures come from."""
    return f"Commit {part['commit'][:10]}, {part['machine']}.\n"


def targets_table(found: Found) -> str:
    """What was wanted, what was seen."""
    rows = [
        [target.name, target.wanted, target.seen, "yes" if target.met else f"no, by {target.missed_by}"]
        for target in targets(found)
    ]
    return "## Targets\n\n" + table(["target", "wanted", "seen", "met"], rows) + "\n"


def retrieval(name: str, found: Found) -> str:
    """One set: systems within budgets, and this project less each of them."""
    test, dev, systems = found["test"], found["dev"], found["systems"]
    others = [row for row in systems if "ours_minus_it" in row]
    budgets = found["judged_at_words"]
    within = [f"coverage {budget} words" for budget in BUDGETS_WORDS]
    return "\n".join(
        [
            f"## {name}",
            "",
            f"Test: {test['questions']} questions of {test['videos']} videos. Peers tuned on dev: "
            f"{dev['questions']} questions of {dev['videos']} videos; this project on all of it, "
            f"{found['dev_whole']['questions']} of {found['dev_whole']['videos']}.",
            f"Best peer by dev: {found['best_peer']}. Lowest cosine with plain sentence-transformers' "
            f"vectors: {found['lowest_cosine_with_plain_vectors']:.6f}. {made(found)}",
            table(
                ["system", "chosen on dev", "dev", *within, "unread"],
                [*map(system_row, systems), *bound_rows(found["bounds"], "coverage")],
            ),
            "",
            table(
                ["system", *(f"{name} {budget}" for budget in BUDGETS_WORDS for name in SHARES)],
                map(shares_row, systems),
            ),
            "",
            table(
                ["VidWise less", *(f"coverage {budget} words" for budget in budgets), "so it is"],
                [difference_row(row, budgets) for row in others],
            ),
            "",
        ]
    )


def shares_row(row: Found) -> list[str]:
    """A system's recall and any."""
    figures = row["figures"]
    values = [figures[f"{name}_at_{budget}w"]["value"] for budget in BUDGETS_WORDS for name in SHARES]
    return [row["system"], *map(number, values)]


def system_row(row: Found) -> list[str]:
    """A system's choice and its coverage."""
    return [
        row["system"],
        choice(row["chosen"]) if "chosen" in row else "its own `tune`",
        number(row["dev_coverage"]),
        *(figure(row["figures"][f"coverage_at_{budget}w"]) for budget in BUDGETS_WORDS),
        f"{row['unread_tokens']:.0%}" if "unread_tokens" in row else "0%",
    ]


def choice(chosen: Found) -> str:
    """Size, overlap or window, and search.

    >>> choice({"splitter": "chonkie", "size": 800, "overlap": 400, "window": 0, "search": "fused"})
    '800/400, fused'
    """
    cut = f"{chosen['size']}/{chosen['overlap']}" if chosen["size"] else f"{chosen['window']} either side"
    return f"{cut}, {chosen['search']}"


def bound_rows(bounds: Found, measure: str) -> list[list[str]]:
    """Floor and ceiling of each budget."""
    return [
        [label, "", "", *(number(bounds[f"{budget}w"][measure][key]) for budget in BUDGETS_WORDS), ""]
        for key, label in (("floor", "a random window"), ("ceiling", "the best possible"))
    ]


def figure(found: Found) -> str:
    """A value and its clustered interval."""
    return f"{number(found['value'])} ({interval(found['cluster_low'], found['cluster_high'])})"


def paired(found: Found) -> str:
    """A paired difference, its interval and p."""
    return f"{found['value']:+.3f} ({interval(found['low'], found['high'])}), p {number(found['p'])}"


def difference_row(row: Found, budgets: Sequence[int]) -> list[str]:
    """This project less a peer."""
    found = [row["ours_minus_it"][f"coverage_at_{budget}w"] for budget in budgets]
    return [
        row["system"],
        *map(paired, found),
        ", ".join(row["verdicts"][f"{budget}w"] for budget in budgets),
    ]


def corpus(found: Found) -> str:
    """All videos at once."""
    lines = ["## All videos searched at once", ""]
    for name, part in found.items():
        rows = [
            [
                row["system"],
                *(figure(value) for key, value in row["figures"].items() if key != "words"),
                f"{row['figures']['words']:.0f}",
                paired(row["ours_minus_it"]["coverage_at_5"]) if "ours_minus_it" in row else "",
            ]
            for row in part["systems"]
        ]
        measures = [key.replace("_", " ") for key in part["systems"][0]["figures"] if key != "words"]
        lines += [
            f"{name}: {part['test']['questions']} test questions, {part['videos_searched']} videos searched. "
            + made(part),
            table(["system", *measures, "words in 5", "VidWise less it, coverage at 5"], rows),
            "",
        ]
    return "\n".join(lines)


def crosstalk(found: Found) -> str:
    """People who talk at once."""
    rows = [
        [
            row["system"],
            "yes" if row["labels"] else "no",
            f"{row['share']:.0%}",
            *(figure(row["figures"][f"coverage_at_{budget}w"]) for budget in (400, 800)),
            *(number(row["figures"][f"recall_at_{budget}w"]["value"]) for budget in (400, 800)),
        ]
        for row in sorted(found["rows"], key=lambda row: (row["system"], not row["labels"], row["share"]))
    ]
    less = [
        [
            f"{row['plain']} less turn",
            f"{row['share']:.0%}",
            *(paired(row[f"coverage_at_{budget}w"]) for budget in (400, 800)),
        ]
        for row in found["turn_loses_less"]
    ]
    return "\n".join(
        [
            "## People who talk at once",
            "",
            f"{found['questions']} questions of {found['meetings']} QMSum meetings. {made(found)}",
            table(
                [
                    "chunks",
                    "speakers named",
                    "turns mixed",
                    "coverage 400",
                    "coverage 800",
                    "recall 400",
                    "recall 800",
                ],
                rows,
            ),
            "",
            "What the others lose more than chunks by turn, with speakers named:",
            "",
            table(["loss", "turns mixed", "coverage 400 words", "coverage 800 words"], less),
            "",
        ]
    )


def chunking(found: Found) -> str:
    """MB a second."""
    rows = [[row["system"], f"{row['mb_per_cpu_s']:.2f}"] for row in found["rows"]]
    return "\n".join(
        [
            "## Chunking",
            "",
            f"{found['bytes'] / 1e6:.1f} MB of transcripts, one thread. {made(found)}",
            table(["chunker", "MB per CPU second"], rows),
            "",
        ]
    )


def encoding(found: Found) -> str:
    """Tokens a second, by backend."""
    head = ["backend", "tokens per CPU second", "times the better plain", "tokens per second"]
    rows = [
        [
            row["backend"],
            f"{row['tokens_per_cpu_s']:.0f}",
            f"{row['ratio']:.2f}" if "ratio" in row else "",
            f"{row['tokens_per_s']:.0f}",
            f"{row['least_cosine']:.7f}" if "ratio" in row else "",
            f"{row['agreement']:.4f}" if "ratio" in row else "",
            f"{row['same_order']:.1%}" if "ratio" in row else "",
        ]
        for row in found["rows"]
    ]
    return "\n".join(
        [
            "## Embedding",
            "",
            f"{found['texts']} texts of the tutorials, {found['rows'][0]['tokens']} tokens, {found['cpus']} "
            f"CPUs; `auto` takes {found['fastest']} here. {made(found)}",
            table([*head, "least cosine to plain", "same top 10", "in the same order"], rows),
            "",
        ]
    )


def latency(found: Found) -> str:
    """One question, and what came before it."""
    stages = [[row["stage"], f"{row['seconds']:.1f}", str(row["peak_mib"])] for row in found["stages"]]
    lines = [
        "## One question",
        "",
        f"Over {found['chunks']} chunks of the tutorials, median of {found['questions']}: "
        f"{found['encode_ms']:.1f} ms to encode, {found['in_video_ms']:.1f} ms to rank in its video, "
        f"{found['in_corpus_ms']:.1f} ms in the whole corpus. What went before, with what the caches had: "
        + made(found),
        table(["stage", "seconds", "peak MiB"], stages),
        "",
    ]
    return "\n".join(lines)


def sweep(found: Found) -> str:
    """Six settings against one."""
    return "\n".join(
        [
            "## A sweep",
            "",
            f"{len(found['settings'])} chunk settings over the tutorials, from empty caches, took "
            f"{sum(found['each_cpu_s']):.0f} CPU seconds ("
            + ", ".join(f"{seconds:.0f}" for seconds in found["each_cpu_s"])
            + f"); one took {found['one_cpu_s']:.0f}: {found['times_one']:.2f} times as much. {made(found)}",
        ]
    )


def growth(found: Found) -> str:
    """From a thousand chunks on."""
    rows = [
        [
            f"{row['chunks']:,}",
            row["engine"],
            f"{row['build_s']:.1f}",
            f"{row['read_ms']:.2f}",
            f"{row['question_ms']:.2f}",
            f"{row['question_ms'] / row['read_ms']:.2f}",
            f"{row['peak_mib']:.0f}",
            number(row.get("agreement")),
            f"{row['times_faster']:.1f}" if "times_faster" in row else "",
        ]
        for row in found["rows"]
    ]
    head = [
        "chunks",
        "engine",
        "build, s",
        "one read of the matrix, ms",
        "question, ms",
        "questions per read",
        "peak MiB",
        "agreement",
        "times faster than exact",
    ]
    return "\n".join(["## Growth", "", made(found), table(head, rows), ""])


SECTIONS = {
    "corpus": corpus,
    "crosstalk": crosstalk,
    "chunking": chunking,
    "encoding": encoding,
    "latency": latency,
    "sweep": sweep,
    "growth": growth,
}
