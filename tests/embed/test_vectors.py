import numpy as np

from stages.core.artifacts import read_table, write_table
from stages.core.records import vectors as schema
from stages.embed.vectors import vector_table


def test_rows_are_sorted_by_id_and_survive_the_disk(tmp_path):
    vectors = np.array([[1, 0], [0, 1], [0.6, 0.8]], dtype=np.float32)
    table = vector_table("chunk_id", ["b", "c", "a"], vectors)
    write_table(tmp_path / "v.parquet", table, schema("chunk_id", 2))
    again = read_table(tmp_path / "v.parquet", schema("chunk_id", 2))
    assert again.column("chunk_id").to_pylist() == ["a", "b", "c"]
    assert np.array_equal(np.array(again.column("vector").to_pylist(), dtype=np.float32), vectors[[2, 0, 1]])


def test_the_same_bytes_whatever_the_order(tmp_path):
    vectors = np.array([[1, 0], [0, 1]], dtype=np.float32)
    for name, order in (("one", [0, 1]), ("two", [1, 0])):
        table = vector_table("query_id", [["a", "b"][i] for i in order], vectors[order])
        write_table(tmp_path / name, table, schema("query_id", 2))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_no_rows(tmp_path):
    table = vector_table("chunk_id", [], np.empty((0, 4), dtype=np.float32))
    write_table(tmp_path / "v.parquet", table, schema("chunk_id", 4))
    assert read_table(tmp_path / "v.parquet", schema("chunk_id", 4)).num_rows == 0
