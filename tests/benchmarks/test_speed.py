from benchmarks.peers.choices import PEERS
from benchmarks.speed import measured


def test_every_peer_is_timed_at_the_same_size():
    chosen = {peer.name: measured(peer.first) for peer in PEERS}
    assert {name: one.size for name, one in chosen.items()} == {
        "LangChain": 800,  # characters, as chonkie
        "LlamaIndex": 200,
        "LlamaIndex windows": 0,
        "chonkie": 800,
        "Chroma": 200,
        "fixed": 200,
    }
