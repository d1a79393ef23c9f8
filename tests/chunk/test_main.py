import pytest

import stages.chunk.__main__ as room
from stages.chunk.settings import Sentence
from stages.core import artifacts, records
from stages.core.errors import UserError
from stages.models.tokens import TokenCounter
from tests.chunk.documents import MINILM
from tests.chunk.transcript import transcript


def settings(max_tokens, max_sentences=1):
    return Sentence(max_tokens, MINILM, "en", {}, "sentence", max_sentences, 0)


def test_case_26_a_limit_above_what_the_embedder_reads_stops_before_any_work():
    room.check_limit(settings(256), TokenCounter(MINILM))
    with pytest.raises(UserError, match=r"chunk.max_tokens = 2000, but .* reads 256 tokens.*conf/chunk"):
        room.check_limit(settings(2000), TokenCounter(MINILM))


def test_all_transcripts_are_cut_and_what_was_split_is_said(tmp_path, monkeypatch, capsys):
    (tmp_path / "transcripts").mkdir()
    for video_id, line in (("b", "Open the lid. Stir it."), ("a", "stir it and " * 4 + "serve.")):
        talk = transcript(line, video_id=video_id)
        artifacts.write_table(
            tmp_path / "transcripts" / f"{video_id}.parquet", talk.segments, records.TRANSCRIPT
        )
    monkeypatch.setattr(room, "TRANSCRIPTS", tmp_path / "transcripts")
    monkeypatch.setattr(room, "CHUNKS", tmp_path / "chunks.parquet")
    monkeypatch.setattr(room, "load_settings", lambda *_: settings(12))
    room.main()
    rows = artifacts.read_rows(tmp_path / "chunks.parquet", records.CHUNKS)
    assert [(row["video_id"], row["text"]) for row in rows] == [
        ("a", "stir it and stir it and stir"),
        ("a", "it and stir it and serve."),
        ("b", "Open the lid."),
        ("b", "Stir it."),
    ]
    assert [row["n_tokens"] for row in rows] == TokenCounter(MINILM).count([row["text"] for row in rows])
    assert "1 sentence of more than 12 tokens split" in capsys.readouterr().err
