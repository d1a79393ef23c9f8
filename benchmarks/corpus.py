"""All videos searched at once, five passages: this project against fixed pieces, dense and fused."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.comparison import OURS, counts, difference
from benchmarks.judging import once
from benchmarks.peers.choices import FIXED_WORDS, Cutting
from benchmarks.peers.environment import cut
from benchmarks.search import SEARCHES, Searched
from benchmarks.tuning import passages
from benchmarks.vectors import PeerEncoder
from benchmarks.world import Ranked, World
from stages.evaluate.coverage import ENOUGH, coverage
from stages.evaluate.figures import mean, proportion
from stages.evaluate.passages import top, within_budget
from stages.evaluate.questions import Question
from stages.evaluate.regions import region, words_in

K = 5
BUDGET_WORDS = 400


def compare_in_corpus(world: World, encoder: PeerEncoder) -> dict[str, Any]:
    """Figures at rank K and within BUDGET_WORDS of the test questions, asked of the whole corpus."""
    test = world.questions["test"]
    clusters = [question.cluster for question in test]
    ours = corpus_values(world.ours_in_corpus, test, world)
    rows: list[dict[str, Any]] = [{"system": OURS, "figures": corpus_figures(ours, clusters)}]
    for search, ranked in fixed_rankings(test, world, encoder).items():
        found = corpus_values(ranked, test, world)
        rows.append(
            {
                "system": f"fixed {FIXED_WORDS} words, {search}",
                "figures": corpus_figures(found, clusters),
                "ours_minus_it": {
                    name: difference(ours[name], found[name], clusters) for name in ours if name != "words"
                },
            }
        )
    return {"test": counts(test), "videos_searched": len(world.documents), "systems": rows}


def fixed_rankings(questions: Sequence[Question], world: World, encoder: PeerEncoder) -> dict[str, Ranked]:
    """The passages of each question by search, over the pieces of all videos."""
    documents = {video_id: document.text for video_id, document in world.documents.items()}
    [found], _, _ = cut(documents, [Cutting("fixed", FIXED_WORDS).as_job()])
    pieces = [piece for video_id in sorted(found) for piece in found[video_id]]
    texts = [documents[piece.video_id][piece.char_start : piece.char_end] for piece in pieces]
    searched = Searched(pieces, texts, encoder.encode(texts, "fixed pieces"))
    asked = encoder.encode([world.texts[question.query_id] for question in questions], "questions")
    return {
        search: {
            question.query_id: passages(searched.search(search, world.texts[question.query_id], vector))
            for question, vector in zip(questions, asked, strict=True)
        }
        for search in SEARCHES
    }


def corpus_values(ranked: Ranked, questions: Sequence[Question], world: World) -> dict[str, list[float]]:
    """Of each question: coverage and recall at K, the words that K passages hold, and coverage by budget."""
    found: dict[str, list[float]] = {
        f"coverage_at_{K}": [],
        f"recall_at_{K}": [],
        f"coverage_at_{BUDGET_WORDS}w": [],
        "words": [],
    }
    for question in questions:
        delivered = ranked.get(question.query_id, ())
        first = region(top(delivered, K))
        share = coverage(question.alternatives, first, world.documents)
        found[f"coverage_at_{K}"].append(share)
        found[f"recall_at_{K}"].append(float(share >= ENOUGH))
        found["words"].append(words_in(first, world.documents))
        paid = within_budget(once(delivered, BUDGET_WORDS, world.documents), BUDGET_WORDS, world.documents)
        found[f"coverage_at_{BUDGET_WORDS}w"].append(
            coverage(question.alternatives, region(paid), world.documents)
        )
    return found


def corpus_figures(found: Mapping[str, Sequence[float]], clusters: Sequence[str]) -> dict[str, Any]:
    """A figure of each measure, and the mean number of words."""
    figures: dict[str, Any] = {
        name: (proportion if name.startswith("recall") else mean)(column, clusters)
        for name, column in found.items()
        if name != "words"
    }
    return figures | {"words": sum(found["words"]) / len(found["words"])}
