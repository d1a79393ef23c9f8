import math

import numpy as np
import pytest

from stages.index.lexicon import lexicon
from stages.retrieve.bm25 import search
from stages.retrieve.lexicon import Lexicon, read_lexicon

TEXTS = ["one cup of sand", "two cups of ash ash", "three cups of clay"]


@pytest.fixture
def words() -> Lexicon:
    return Lexicon(lexicon(TEXTS, k1=1.2, b=0.75))


def by_hand(term: str, text: str) -> float:
    """Lucene's BM25 of one term, as Robertson and Zaragoza (2009) and Lucene's documentation have it."""
    documents = [each.split() for each in TEXTS]
    held = sum(term in document for document in documents)
    tf, length = text.split().count(term), len(text.split())
    average = sum(map(len, documents)) / len(documents)
    idf = math.log(1 + (len(documents) - held + 0.5) / (held + 0.5))
    return idf * tf / (tf + 1.2 * (1 - 0.75 + 0.75 * length / average))


def test_scores_are_those_worked_by_hand(words: Lexicon):
    asked = ["cups", "of", "ash", "unknown"]
    expected = [sum(by_hand(term, text) for term in asked) for text in TEXTS]
    assert words.scores(asked) == pytest.approx(expected, rel=1e-12)


def test_a_passage_without_a_word_of_the_question_is_not_ranked(words: Lexicon):
    ranking = search(words.scores(["cups"]), np.arange(3), 10)
    assert sorted(ranking.rows.tolist()) == [1, 2]
    assert len(search(words.scores(["unknown"]), np.arange(3), 10)) == 0
    assert len(search(words.scores([]), np.arange(3), 10)) == 0


def test_scope_limits_what_is_ranked_not_how_words_weigh(words: Lexicon):
    ranking = search(words.scores(["cups"]), np.array([2]), 10)
    assert ranking.rows.tolist() == [2]
    assert ranking.scores[0] == pytest.approx(by_hand("cups", TEXTS[2]), abs=1e-6)


@pytest.mark.parametrize("texts", [TEXTS, [], ["", "?!"], ["word", ""]])
def test_it_survives_the_disk(tmp_path, texts):
    made = lexicon(texts, k1=1.2, b=0.75)
    made.save(tmp_path, show_progress=False)
    again = read_lexicon(tmp_path)
    assert np.array_equal(again.scores(["cups", "word"]), Lexicon(made).scores(["cups", "word"]))
    assert len(again.scores([])) == len(texts)
