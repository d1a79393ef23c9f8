"""The peers cut, in their own environment; offsets are those of the text."""

import pytest

from benchmarks.peers.choices import PEERS, Cutting
from benchmarks.peers.environment import PYTHON, cut
from benchmarks.peers.splitters import placed
from stages.core.errors import UserError

needs_peers = pytest.mark.skipif(not PYTHON.is_file(), reason="benchmarks/.venv is made by `make bench`")

TEXT = "\n".join(
    ["Yeah.", "The kiln fires at nine hundred degrees, and never above.", "Yeah.", "Wait 15 minutes. Yeah."]
    * 12
)
JOBS = [
    *(peer.first[0] for peer in PEERS),
    Cutting("langchain", 120, 60),
    Cutting("llamaindex", 30, 15),
    Cutting("chroma", 30, 15),
    Cutting("chonkie", 120, 60),
    Cutting("llamaindex_window", window=2),
]


@needs_peers
def test_pieces_stand_where_they_say_and_lose_nothing():
    found, seconds, versions = cut({"v": TEXT}, [job.as_job() for job in JOBS])
    assert len(found) == len(seconds) == len(JOBS)
    assert set(versions) >= {"langchain-text-splitters", "llama-index-core", "chonkie"}
    for job, pieces in zip(JOBS, found, strict=True):
        covered = set()
        starts = [piece.char_start for piece in pieces["v"]]
        assert starts == sorted(starts), job
        for piece in pieces["v"]:
            assert piece.shown_start <= piece.char_start < piece.char_end <= piece.shown_end, job
            covered |= set(range(piece.char_start, piece.char_end))
        assert all(TEXT[i].isspace() for i in set(range(len(TEXT))) - covered), job


@needs_peers
def test_a_sentence_that_is_said_often_stands_in_each_of_its_places():
    [pieces], _, _ = cut({"v": TEXT}, [Cutting("llamaindex_window", window=1).as_job()])
    said = [piece for piece in pieces["v"] if TEXT[piece.char_start : piece.char_end].strip() == "Yeah."]
    assert len({piece.char_start for piece in said}) == len(said) == TEXT.count("Yeah.")
    widths = {piece.shown_end - piece.shown_start for piece in said[1:-1]}
    assert min(widths) > len("Yeah.")


@needs_peers
def test_overlap_repeats():
    jobs = [Cutting("langchain", 120, overlap).as_job() for overlap in (0, 60)]
    found, _, _ = cut({"v": TEXT}, jobs)
    without, with_it = (sum(piece.char_end - piece.char_start for piece in one["v"]) for one in found)
    assert without <= len(TEXT) < with_it


def test_placed_looks_from_where_a_piece_can_begin():
    text = "ab ab ab"
    assert list(placed(text, ["ab ab", "ab ab"], 2)) == [(0, 5, 0, 5), (3, 8, 3, 8)]
    assert [piece[0] for piece in placed(text, ["ab", "ab", "ab"], 0)] == [0, 3, 6]
    with pytest.raises(ValueError, match="no part of the text"):
        list(placed(text, ["ab", "ab", "ab", "ab"], 0))


def test_no_environment_is_a_users_error(monkeypatch, tmp_path):
    monkeypatch.setattr("benchmarks.peers.environment.PYTHON", tmp_path / "python")
    with pytest.raises(UserError, match="make bench"):
        cut({"v": TEXT}, [])
