from dataclasses import replace

import numpy as np
import pytest

from stages.evaluate.coverage import coverage
from stages.evaluate.documents import Document
from stages.evaluate.passages import Passage, within_budget
from stages.evaluate.regions import region
from stages.retrieve import choosing
from stages.retrieve.choosing import Trial, chosen, trials, tuning
from stages.retrieve.gold import gold_shares, mean_coverage, shares_of_units
from stages.retrieve.peaks import windows_around_peaks
from stages.retrieve.settings import Peaks, Weights
from stages.retrieve.tuning import DEFAULT_WEIGHTS, DEFAULT_WIDTH_WORDS, tuned
from stages.retrieve.units import units_of
from tests.retrieve.corpus import index, question
from tests.retrieve.test_ranking import settings

OPEN = Peaks(
    engine="exact",
    server=None,
    rerank=None,
    depth=50,
    engines={},
    name="peaks",
    width_words=None,
    weights=None,
)


def talk(sentences: int, seed: int):
    """A document's text and the spans of its sentences, of 4 to 12 words."""
    random = np.random.default_rng(seed)
    text, spans = "", []
    for _ in range(sentences):
        words = [
            random.choice(["kiln", "clay", "glaze", "heat", "cone"]) for _ in range(random.integers(4, 13))
        ]
        spans.append((len(text), len(text) + len(" ".join(words))))
        text += " ".join(words) + " "
    return text, spans


@pytest.fixture
def world():
    """Eight talks; the answers are stretches of sentences, and the vectors know where."""
    texts, vectors, videos, starts, ends, questions, gold, documents = {}, {}, {}, {}, {}, [], [], {}
    random = np.random.default_rng(0)
    for v in range(8):
        text, spans = talk(60, seed=v)
        documents[f"v{v}"] = text
        for i, (start, end) in enumerate(spans):
            name = f"v{v}:{i:03}"
            texts[name], videos[name], starts[name], ends[name] = text[start:end], f"v{v}", start, end
            vectors[name] = [1.0, 0.6 * random.normal(), random.normal()]
        for q, first in enumerate((5, 30)):
            for i in range(first, first + 12):
                vectors[f"v{v}:{i:03}"][1 + q % 2] += 3.0
            asked = [0.0, 1.0, 0.0] if q % 2 == 0 else [0.0, 0.0, 1.0]
            questions.append(question("where", asked, f"v{v}", f"v{v}-{q}"))
            span = {"video_id": f"v{v}", "char_start": spans[first][0], "char_end": spans[first + 11][1]}
            row = {"query_id": f"v{v}-{q}", "video_id": f"v{v}", "label": "answerable"}
            gold.append(row | {"alternatives": [[span]]})
    made = index(texts, vectors, videos)
    made.char_starts[:] = [starts[name] for name in made.chunk_ids]
    made.char_ends[:] = [ends[name] for name in made.chunk_ids]
    return made, questions, gold, documents


def test_long_answers_get_wide_passages_and_every_candidate_is_shown(world):
    made, questions, gold, _ = world
    found = tuning(OPEN, made, questions, gold)
    assert found["reason"] is None
    assert (found["dev"]["n"], found["dev"]["videos"]) == (16, 8)
    assert [row["width_words"] for row in found["dev"]["widths"]] == list(choosing.WIDTHS_WORDS)
    assert all(0 <= row["coverage"] < 1 + 1e-9 and row["behind"] > -1e-9 for row in found["dev"]["widths"])
    assert found["width_words"] >= DEFAULT_WIDTH_WORDS
    assert tuned(OPEN, found).width_words == found["width_words"]


def test_a_question_alone_measures_what_it_measures_among_others(world):
    made, questions, gold, _ = world
    candidates = [(60, DEFAULT_WEIGHTS), (120, DEFAULT_WEIGHTS)]
    spans = [row["alternatives"] for row in gold]
    together = choosing.measured(OPEN, made, questions, spans, candidates)
    for i, one in enumerate(questions):
        assert choosing.measured(OPEN, made, [one], [spans[i]], candidates).tolist() == [together[i].tolist()]


def test_its_coverage_is_evaluates_but_for_spaces_and_the_last_unit(world):
    made, questions, gold, documents = world
    for one, row in zip(questions, gold, strict=True):
        units = units_of(made, one.scope)
        scores = np.random.default_rng(3).normal(size=len(units))
        windows = windows_around_peaks(scores, units, 40, 50)
        shares = shares_of_units(made, row["alternatives"], units)
        document = {one.scope: Document(documents[one.scope])}
        delivered = [
            Passage(
                i + 1,
                one.scope,
                made.char_starts[units.rows[peak.first]],
                made.char_ends[units.rows[peak.after - 1]],
            )
            for i, peak in enumerate(windows)
        ]
        for budget in (50, 100, 200):
            spans = within_budget(delivered, budget, document)
            gold_region = region([tuple(span.values()) for span in row["alternatives"][0]])
            expected = coverage([gold_region], region(spans), document)
            assert mean_coverage(windows, units, shares, [budget]) == pytest.approx(expected, abs=0.02)


def test_gold_shares_by_hand():
    made = index({"a": "x", "b": "y"}, {"a": [1, 0], "b": [1, 0]})  # spans 0 to 9 and 10 to 19
    span = {"video_id": "v", "char_start": 6, "char_end": 16}
    assert gold_shares(made, [span]) == {0: pytest.approx(3 / 9), 1: pytest.approx(6 / 9)}
    assert gold_shares(made, [span | {"video_id": "w"}]) == {}


def test_the_standard_error_is_over_videos():
    """Two videos whose questions agree: it is as with two questions."""
    twice = trials(np.array([[0.5, 0.3], [0.5, 0.5]]), ["a", "b"])
    often = trials(np.array([[0.5, 0.3]] * 10 + [[0.5, 0.5]] * 10), ["a"] * 10 + ["b"] * 10)
    assert twice[1] == pytest.approx((0.4, 0.1, 0.1))
    assert often == [pytest.approx(trial) for trial in twice]


def test_what_cannot_be_told_apart_goes_to_the_default():
    assert chosen([Trial(0.70, 0.01, 0.02), Trial(0.71, 0.0, 0.0)]) == 0
    assert chosen([Trial(0.70, 0.03, 0.02), Trial(0.72, 0.01, 0.01), Trial(0.73, 0.0, 0.0)]) == 1


def test_what_is_set_is_not_tried_and_wins(world):
    made, questions, gold, _ = world
    weights = Weights(dense=1.0, bm25=0.0, ngrams=0.0)
    half = replace(OPEN, width_words=33)
    found = tuning(half, made, questions, gold)
    assert [row["width_words"] for row in found["dev"]["widths"]] == [33]
    assert (tuned(half, found).width_words, len(found["dev"]["weights"])) == (33, 4)
    full = replace(OPEN, width_words=33, weights=weights)
    assert tuning(full, made, [], [])["reason"] == "both are set in conf/retrieve"
    assert tuned(full, {"width_words": 60, "weights": {}}) == full


def test_without_enough_gold_it_is_the_defaults_and_why(world):
    made, questions, gold, _ = world
    for few in ([], gold[:8], [row | {"label": "negative"} for row in gold]):
        found = tuning(OPEN, made, questions, few)
        assert (found["width_words"], found["weights"]["dense"]) == (DEFAULT_WIDTH_WORDS, 1.0)
        assert "videos, 5 are needed" in found["reason"]
    assert tuning(settings("fused"), made, questions, gold)["reason"] == "fused has no choice"
