import pytest
import torch
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from stages.core.errors import UserError
from stages.models.entailment import Entailment

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "kiln", "is", "hot", "cold", "."]


@pytest.fixture
def model(tmp_path):
    """A tiny cross-encoder of random weights, as a folder."""

    def made(*labels):
        torch.manual_seed(4)
        config = BertConfig(
            vocab_size=len(WORDS),
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            max_position_embeddings=32,
            id2label=dict(enumerate(labels)),
            label2id={label: i for i, label in enumerate(labels)},
        )
        (tmp_path / "vocab.txt").write_text("\n".join(WORDS))
        BertTokenizerFast(str(tmp_path / "vocab.txt"), model_max_length=32).save_pretrained(tmp_path)
        network = BertForSequenceClassification(config)
        with torch.no_grad():
            network.classifier.bias.copy_(torch.tensor([9.0, 0.0, 0.0][: len(labels)]))
        network.save_pretrained(tmp_path)
        return str(tmp_path)

    return made


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (("entailment", "neutral", "contradiction"), True),
        (("CONTRADICTION", "ENTAILMENT", "NEUTRAL"), False),
        (("entailment", "not_entailment"), True),
    ],
)
def test_the_label_of_entailment_is_found_whatever_the_order(model, labels, said):
    """The first label wins by its bias."""
    entailment = Entailment(model(*labels))
    assert entailment.supports("the kiln is hot.", ["the kiln is hot."]) is said


def test_long_evidence_is_cut_and_the_claim_is_not(model):
    assert Entailment(model("entailment", "neutral", "contradiction")).supports(
        "hot", ["the kiln is hot ."] * 40
    )


def test_a_model_without_the_label_is_named(model):
    entailment = Entailment(model("yes", "no"))
    with pytest.raises(UserError, match=r"evaluate\.support: .* labels yes, no"):
        entailment.supports("hot", ["hot"])


def test_no_such_model():
    with pytest.raises(UserError, match="no-such-model"):
        Entailment("no-such-model").supports("hot", ["hot"])
