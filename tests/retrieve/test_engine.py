import json

import pytest

from stages.retrieve import agreement, engine
from stages.retrieve.engine import dense_rankings
from tests.retrieve.corpus import question, random_index


@pytest.fixture
def log(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path / "cache"))
    (tmp_path / ".dvc").mkdir()
    monkeypatch.setattr(agreement, "ROOT", tmp_path)
    monkeypatch.setattr(agreement, "AGREEMENT_LOG", tmp_path / ".dvc" / "tmp" / "log.jsonl")
    return tmp_path / ".dvc" / "tmp" / "log.jsonl"


def questions(corpus):
    return [
        question("kiln", corpus.vectors[row] + 0.01, scope, query_id=f"{row}-{scope}")
        for row in (0, 5, 9)
        for scope in (None, "v1", "nobody")
    ]


def same(one, other):
    assert [ranking.rows.tolist() for ranking in one] == [ranking.rows.tolist() for ranking in other]
    assert [r.scores.tobytes() for r in one] == [r.scores.tobytes() for r in other]


def test_both_engines_give_the_same_and_the_agreement_is_logged(log):
    corpus = random_index(300, videos=4)
    asked = questions(corpus)
    exact = dense_rankings("exact", corpus, asked, depth=10)
    same(dense_rankings("chroma", corpus, asked, depth=10), exact)
    assert [len(ranking) for ranking in exact] == [10, 10, 0] * 3
    (row,) = map(json.loads, log.read_text().splitlines())
    assert row == {"index": "test", "queries": 9, "agreement": 1.0, "engine": "chroma"}


def test_where_chroma_misses_the_exact_ranking_is_kept(log, monkeypatch: pytest.MonkeyPatch):
    corpus = random_index(300, videos=4)
    asked = questions(corpus)
    monkeypatch.setattr(
        engine,
        "chroma_rankings",
        lambda index, questions, depth, server: [
            ranking.top(3) for ranking in engine.exact_rankings(index, questions, depth)
        ],
    )
    same(dense_rankings("chroma", corpus, asked, depth=10), dense_rankings("exact", corpus, asked, depth=10))
    assert json.loads(log.read_text())["agreement"] == pytest.approx(3 / 9)


def test_above_the_limit_rankings_are_approximate_and_said_to_be(log, monkeypatch, capsys):
    corpus = random_index(300, videos=4)
    monkeypatch.setattr(engine, "CHECKED_VECTORS", 299)
    monkeypatch.setattr(engine, "exact_rankings", lambda *_: pytest.fail("searched exactly"))
    assert len(dense_rankings("chroma", corpus, questions(corpus), depth=10)) == 9
    assert "approximate and cannot be claimed" in capsys.readouterr().err
    assert not log.exists()


def test_no_questions(log):
    assert dense_rankings("chroma", random_index(5, videos=1), [], depth=10) == []
