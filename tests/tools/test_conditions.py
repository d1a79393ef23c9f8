import pyarrow as pa
import pyarrow.parquet as pq

from tools.results.conditions import SCRIPTS, condition, condition_rows
from tools.talks.script import read_script


def test_condition_of_a_script():
    named = {
        title: condition(read_script(SCRIPTS / f"{title}.txt"))
        for title in ("rain-gauge", "cave-map", "peat-bog")
    }
    assert named == {"rain-gauge": "noisy", "cave-map": "overlapped", "peat-bog": "clean"}


def test_both_splits_count_and_each_talk_is_a_cluster(tmp_path):
    gold = {
        "dev": [("a", "cave-map"), ("b", "cave-map")],
        "test": [("c", "peat-bog"), ("d", "mountain-rescue")],
    }
    for split, rows in gold.items():
        for folder in ("gold", "verdicts"):
            (tmp_path / folder).mkdir(exist_ok=True)
        pq.write_table(
            pa.Table.from_pylist([{"query_id": query, "video_id": video} for query, video in rows]),
            tmp_path / "gold" / f"{split}.parquet",
        )
        verdicts = [
            {"query_id": query, "measure": measure, "value": float(query != "b")}
            for query, _ in rows
            for measure in ("recall_at_1", "recall_at_200w", "correct", "mrr")
        ]
        pq.write_table(pa.Table.from_pylist(verdicts), tmp_path / "verdicts" / f"{split}.parquet")
    rows = condition_rows(tmp_path)
    assert [(row["condition"], row["measure"]) for row in rows] == [
        (found, measure)
        for found in ("clean", "overlapped")
        for measure in ("recall_at_1", "recall_at_200w", "correct")
    ]
    overlapped = rows[3]["figure"]
    assert (overlapped["n"], overlapped["hits"], overlapped["clusters"]) == (3, 2, 2)
