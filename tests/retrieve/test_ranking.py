import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import srt

from stages.core.artifacts import read_rows, write_table
from stages.core.records import FEATURE_NAMES, FEATURES, RANKINGS
from stages.retrieve.engine import dense_rankings
from stages.retrieve.ranking import needed, ranked
from stages.retrieve.settings import Bm25, Dense, Fused, Peaks, Settings, Weights
from tests.retrieve.corpus import index, question, random_index

CASES = Path(__file__).parents[1] / "cases"


NAMES = ["fused", "zsum", "dense", "bm25", "peaks"]


def settings(name="fused", depth=10) -> Settings:
    """Of a retriever, nothing left open."""
    common = {"engine": "exact", "server": None, "rerank": None, "depth": depth, "engines": {}}
    weights = Weights(dense=1.0, bm25=1.0, ngrams=1.0)
    kinds = {
        "fused": partial(Fused, name="fused", fusion="rrf", rrf_k=60),
        "zsum": partial(Fused, name="fused", fusion="zsum", rrf_k=60),
        "dense": partial(Dense, name="dense"),
        "bm25": partial(Bm25, name="bm25"),
        "peaks": partial(Peaks, name="peaks", width_words=4, weights=weights),
    }
    return kinds[name](**common)


def ask(asked, corpus, chosen):
    """Rows and features of questions, as the stage computes them."""
    nearest = dense_rankings("exact", corpus, asked, needed(chosen))
    return [ranked(each, near, corpus, chosen) for each, near in zip(asked, nearest, strict=True)]


def apart(name, texts) -> dict[str, str] | None:
    """Chunks of videos of their own for `peaks`: those of one video speak for their neighbours, too."""
    return {chunk_id: chunk_id for chunk_id in texts} if name == "peaks" else None


@pytest.mark.parametrize("name", ["fused", "zsum", "dense", "peaks"])
def test_case_36_k_above_the_size_of_the_index(name):
    folder = CASES / "36-k-larger-than-index"
    expect = json.loads((folder / "expect.json").read_text())
    texts = {f"c{i}": cue.content for i, cue in enumerate(srt.parse((folder / "in.srt").read_text()))}
    corpus = index(texts, {"c0": [1, 0], "c1": [0, 1], "c2": [1, 1]}, apart(name, texts))
    ((rows, _),) = ask([question("two cups of ash", [0, 1])], corpus, settings(name, expect["k"]))
    assert len(rows) == expect["hits"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert rows[0]["chunk_id"] == "c1"
    assert len({row["chunk_id"] for row in rows}) == 3


@pytest.mark.parametrize("name", NAMES)
def test_case_36_an_empty_index_or_scope_has_no_hits_and_zero_features(name):
    for corpus, scope in ((index({}, {}), None), (random_index(5, videos=1), "nobody")):
        dim = corpus.vectors.shape[1]
        ((rows, features),) = ask([question("kiln", [1.0] * dim, scope)], corpus, settings(name))
        assert rows == []
        assert features == {"query_id": "q", **dict.fromkeys(FEATURE_NAMES, 0.0)}


@pytest.mark.parametrize("name", NAMES)
def test_case_48_ties_go_by_chunk_id_whatever_the_order_given(name):
    folder = CASES / "48-ties-and-order"
    chunks = json.loads((folder / "chunks.json").read_text())
    expect = json.loads((folder / "expect.json").read_text())["ranking"]
    for given in (chunks, chunks[::-1]):
        texts = {chunk["id"]: chunk["text"] for chunk in given}
        corpus = index(texts, {chunk_id: [0.6, 0.8] for chunk_id in texts}, apart(name, texts))
        ((rows, _),) = ask([question("again", [1, 0.2])], corpus, settings(name))
        assert [row["chunk_id"] for row in rows] == expect


@pytest.mark.parametrize("name", NAMES)
def test_a_question_alone_gets_the_same_as_in_the_batch(name):
    corpus = random_index(200, videos=3)
    asked = [
        question(text, corpus.vectors[row] + 0.02, scope, query_id=f"{text}-{row}-{scope}")
        for row, text in enumerate(["kiln heat", "slip", "oven", "cone cone clay"])
        for scope in ("v0", "v2", None)
    ]
    together = ask(asked, corpus, settings(name))
    for each, expected in zip(asked, together, strict=True):
        assert ask([each], corpus, settings(name)) == [expected]


def test_every_retrievers_own_score_is_kept():
    corpus = index({"a": "kiln", "b": "clay", "c": "cone"}, {"a": [1, 0], "b": [0.6, 0.8], "c": [0, 1]})
    asked = question("clay", [1, 0])
    ((rows, _),) = ask([asked], corpus, settings("fused"))
    assert [row["chunk_id"] for row in rows] == ["b", "a", "c"]
    assert [row["dense"] for row in rows] == pytest.approx([0.6, 1.0, 0.0])
    assert rows[0]["bm25"] == pytest.approx(corpus.lexicon.scores(["clay"])[1], abs=1e-6)
    assert [row["bm25"] for row in rows[1:]] == [0.0, 0.0]
    ((dense, _),) = ask([asked], corpus, settings("dense"))
    assert (
        [row["score"] for row in dense] == [row["dense"] for row in dense] == pytest.approx([1.0, 0.6, 0.0])
    )
    ((words, _),) = ask([asked], corpus, settings("bm25"))
    assert [(row["chunk_id"], row["score"] == row["bm25"]) for row in words] == [("b", True)]


def test_features_do_not_depend_on_the_depth_kept():
    corpus = random_index(50, videos=1)
    asked = [question("kiln heat", corpus.vectors[3] + 0.02)]
    assert ask(asked, corpus, settings("dense", 1))[0][1] == ask(asked, corpus, settings("dense", 50))[0][1]


def test_rows_are_what_the_schemas_say(tmp_path):
    corpus = random_index(50, videos=2)
    ((rows, features),) = ask([question("kiln", np.ones(16), "v1")], corpus, settings(depth=5))
    write_table(tmp_path / "r.parquet", rows, RANKINGS)
    write_table(tmp_path / "f.parquet", [features], FEATURES)
    assert read_rows(tmp_path / "r.parquet", RANKINGS) == rows
    assert read_rows(tmp_path / "f.parquet", FEATURES) == [features]
    assert {row["video_id"] for row in rows} == {"v1"}
