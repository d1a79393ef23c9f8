"""A peer is tuned in a world of two videos, with stand-ins for what cuts and what embeds."""

import numpy as np
import pytest

from benchmarks import tuning
from benchmarks.peers.choices import Cutting, Peer
from benchmarks.search import Piece
from benchmarks.world import World
from stages.evaluate.documents import Document
from stages.evaluate.questions import Question

WORDS = [f"w{i}" for i in range(1000)]
TEXT = " ".join(WORDS)
DOCUMENTS = {"a": Document(TEXT), "b": Document(TEXT)}


def at(video_id, first, last):
    edges = DOCUMENTS[video_id].words
    return {video_id: [(int(edges[first, 0]), int(edges[last - 1, 1]))]}


QUESTIONS = [
    Question("q1", True, None, "a", (at("a", 300, 310),)),
    Question("q2", True, None, "b", (at("b", 700, 710),)),
]
WORLD = World(DOCUMENTS, {"dev": QUESTIONS, "test": []}, {"q1": "w305", "q2": "w705"}, {}, {}, {}, {})


def pieces_of(documents, jobs):
    """As many words a piece as the job says."""
    [job] = jobs
    found = {}
    for video_id in documents:
        edges = DOCUMENTS[video_id].words
        starts = range(0, len(edges), job["size"])
        found[video_id] = [
            Piece(video_id, *span, *span)
            for span in (
                (int(edges[i, 0]), int(edges[min(i + job["size"], len(edges)) - 1, 1])) for i in starts
            )
        ]
    return [found], [0.0], {}


class OneHot:
    """A text lies where its first number lies."""

    def encode(self, texts, label):
        rows = np.zeros((len(texts), 1000), dtype=np.float32)
        for i, text in enumerate(texts):
            for word in text.split():
                rows[i, int(word[1:])] = 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def unread(self, texts):
        return 0.25


@pytest.fixture(autouse=True)
def cutting(monkeypatch):
    monkeypatch.setattr(tuning, "cut", pieces_of)


def test_each_question_searches_its_own_video():
    found, unread = tuning.ranked_by(Cutting("fixed", 50), ["dense"], QUESTIONS, WORLD, OneHot())
    assert unread == 0.25
    assert {passage.video_id for passage in found["dense"]["q2"]} == {"b"}
    first = found["dense"]["q1"][0]
    assert "w305" in TEXT[first.char_start : first.char_end].split()


def test_the_two_best_of_the_first_are_then_tried_with_overlap():
    peer = Peer("p", "", tuple(Cutting("langchain", size) for size in (50, 900, 100)))
    chosen = tuning.tune(peer, QUESTIONS, WORLD, OneHot())
    tried = [(one["cutting"].size, one["cutting"].overlap) for one in chosen.tried]
    assert tried[:6] == [(50, 0), (50, 0), (900, 0), (900, 0), (100, 0), (100, 0)]
    assert sorted(tried[6:]) == [(50, 25), (50, 25), (100, 50), (100, 50)]
    best = max(one["coverage"] for one in chosen.tried)
    assert best in [
        one["coverage"]
        for one in chosen.tried
        if (one["cutting"], one["search"]) == (chosen.cutting, chosen.search)
    ]


def test_the_sample_is_of_whole_videos(monkeypatch):
    monkeypatch.setattr(tuning, "DEV_WORDS", 1500)
    first = tuning.sample(QUESTIONS, WORLD)
    assert len(first) == 1
    monkeypatch.setattr(tuning, "DEV_WORDS", 10)
    assert tuning.sample(QUESTIONS[::-1], WORLD) == first
    monkeypatch.setattr(tuning, "DEV_WORDS", 2000)
    assert tuning.sample(QUESTIONS, WORLD) == QUESTIONS
