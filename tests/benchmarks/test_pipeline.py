import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.pipeline import ask_whole_corpus, choose, data_folder
from benchmarks.sets import SETS
from stages.core.errors import UserError
from stages.core.settings import read_yaml

PARAMS = """# which choice of each group
dataset: talks
chunk: sentence
set:
  chunk:
    max_sentences: 1
"""


def chosen(tmp_path, name, choices):
    path = tmp_path / "params.yaml"
    path.write_text(PARAMS, encoding="utf-8")
    choose(SETS[name], choices, path)
    return read_yaml(path)


def test_a_variant_is_an_override_and_the_rest_stays(tmp_path):
    params = chosen(tmp_path, "spoken_squad_wer44", {})
    assert params["dataset"] == "spoken_squad"
    assert params["set"] == {"chunk": {"max_sentences": 1}, "dataset": {"variant": "wer44"}}


def test_another_choice_of_a_group_drops_the_overrides_of_the_one_before(tmp_path):
    assert chosen(tmp_path, "qmsum", {"chunk": "turn"})["set"] == {}
    params = chosen(tmp_path, "qmsum", {"chunk": "sentence", "chunk.max_tokens": 64})
    assert params["set"] == {"chunk": {"max_tokens": 64}}


def test_the_corpus_is_asked_the_answerable_test_questions(tmp_path):
    ids = ["q1", "q2", "q3"]
    (tmp_path / "gold").mkdir()
    (tmp_path / "embeddings").mkdir()
    gold = {"query_id": ids[:2], "label": ["answerable", "negative"]}
    pq.write_table(pa.table(gold), tmp_path / "gold" / "test.parquet")
    pq.write_table(pa.table({"query_id": ids, "scope": ["a", "b", "c"]}), tmp_path / "queries.parquet")
    pq.write_table(
        pa.table({"query_id": ids, "vector": [1, 2, 3]}), tmp_path / "embeddings" / "queries.parquet"
    )
    ask_whole_corpus(tmp_path)
    assert pq.read_table(tmp_path / "queries.parquet").to_pylist() == [{"query_id": "q1", "scope": None}]
    assert pq.read_table(tmp_path / "embeddings" / "queries.parquet").to_pylist() == [
        {"query_id": "q1", "vector": 1}
    ]


def test_datasets_of_another_folder(tmp_path):
    (tmp_path / "qmsum").mkdir()
    assert data_folder("qmsum", tmp_path) == tmp_path / "qmsum"
    with pytest.raises(UserError, match="copy it there"):
        data_folder("tutorialvqa", tmp_path)
