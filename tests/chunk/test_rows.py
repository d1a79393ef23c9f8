from stages.chunk.rows import chunk_rows
from stages.core.artifacts import read_rows, write_table
from stages.core.records import CHUNKS
from tests.chunk.documents import document_of
from tests.chunk.transcript import transcript


def test_a_row_has_the_exact_text_and_the_times_and_speakers_of_its_words(tmp_path):
    talk = transcript("Open the lid.", "Now stir,", "slowly. Done.", speakers=("Ann", None, "Bo"))
    start, end = talk.text.index("the"), talk.text.index(" Done")
    (row,) = chunk_rows(document_of(talk), [(start, end)])
    assert row == {
        "chunk_id": f"v:{start}-{end}",
        "video_id": "v",
        "char_start": start,
        "char_end": end,
        "start_s": 1.0,
        "end_s": 5.8,
        "speakers": ["Ann", "Bo"],
        "n_tokens": 5,
        "text": "the lid.\nNow stir,\nslowly.",
    }
    write_table(tmp_path / "chunks.parquet", [row], CHUNKS)
    assert read_rows(tmp_path / "chunks.parquet", CHUNKS) == [row]


def test_unknown_times_are_null():
    talk = transcript("Open the lid.")
    for word in talk.words:
        word["start_s"] = word["end_s"] = None
    (row,) = chunk_rows(document_of(talk), [(0, 8)])
    assert row["start_s"] is row["end_s"] is None
    assert row["speakers"] == []


def test_start_is_the_earliest_and_end_the_latest():
    talk = transcript("a b c")
    talk.words[2]["start_s"], talk.words[0]["end_s"] = -1.0, 9.0
    (row,) = chunk_rows(document_of(talk), [(0, 5)])
    assert (row["start_s"], row["end_s"]) == (-1.0, 9.0)


def test_no_chunks():
    assert chunk_rows(document_of(transcript("")), []) == []
