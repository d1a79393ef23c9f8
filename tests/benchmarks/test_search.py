import numpy as np

from benchmarks.search import CANDIDATES, Piece, Searched, best, fused, words

TEXTS = ["The kiln fires at nine hundred degrees.", "Never open it.", "Glazes are mixed the day before."]
PIECES = [Piece("v", 10 * i, 10 * i + 9, 0, 99) for i in range(len(TEXTS))]
VECTORS = np.eye(3, 4, dtype=np.float32)


def searched():
    return Searched(PIECES, TEXTS, VECTORS)


def test_dense_is_by_cosine():
    vector = np.array([0.1, 0.9, 0.3, 0], dtype=np.float32)
    assert [piece.char_start for piece in searched().search("dense", "anything", vector)] == [10, 20, 0]


def test_bm25_finds_stems_and_scores_what_has_no_word_of_the_question_zero():
    scores = searched().bm25("Which glaze mixes?")
    assert scores[2] > 0 and list(scores[:2]) == [0, 0]


def test_bm25_of_a_question_without_words_and_of_texts_without_any():
    assert not searched().bm25("? the of").any()
    assert not Searched(PIECES[:1], ["..."], VECTORS[:1]).bm25("glaze").any()


def test_what_bm25_does_not_find_adds_nothing():
    vector = np.array([0.9, 0.8, 0.1, 0], dtype=np.float32)
    found = searched().search("fused", "mixed glaze", vector)
    # Piece 2 is 3rd by cosine and 1st by BM25, which finds nothing else.
    assert [piece.char_start for piece in found] == [20, 0, 10]


def test_fusion_worked_by_hand():
    assert fused([np.array([3, 8]), np.array([8, 5])]) == [8, 3, 5]
    # Found by both at rank 40 beats rank 1 of one alone with a constant of 60, not with one below 38.
    one, two = np.arange(40), np.array([*range(100, 139), 39])
    assert fused([one, two])[0] == 39


def test_no_more_than_the_candidates():
    scores = np.random.default_rng(1).random(3 * CANDIDATES)
    assert list(best(scores)) == sorted(range(len(scores)), key=lambda row: -scores[row])[:CANDIDATES]
    other = np.arange(2 * CANDIDATES, 3 * CANDIDATES)
    assert len(fused([best(scores), other])) == CANDIDATES


def test_bm25_is_lucenes_formula():
    corpus = words(TEXTS)
    query = words(["glaze mixed before firing the kiln"])[0]
    # Lucene's formula by hand: idf log(1 + (n - df + .5) / (df + .5)), k1 1.5, b .75.
    lengths = [len(text) for text in corpus]
    expected = []
    for text in corpus:
        total = 0.0
        for term in query:
            df = sum(term in other for other in corpus)
            if df == 0:
                continue
            idf = np.log(1 + (len(corpus) - df + 0.5) / (df + 0.5))
            tf = text.count(term)
            total += idf * tf / (tf + 1.5 * (1 - 0.75 + 0.75 * len(text) / np.mean(lengths)))
        expected.append(total)
    np.testing.assert_allclose(searched().bm25("glaze mixed before firing the kiln"), expected, rtol=1e-5)
