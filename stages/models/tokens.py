"""How many tokens an encoder reads of a text, by its own tokenizer. Needs no torch."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from stages.core.artifacts import read_json
from stages.core.errors import UserError
from stages.models.folder import model_folder

# What a BERT tokenizer reads apart whatever stands beside it: runs without its white space (control
# characters are none to it: it drops them), and single ideographs.
SPACES = " \t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df"
RUNS = re.compile(f"[^{SPACES}]+")
RUNS_AND_IDEOGRAPHS = re.compile(f"[{IDEOGRAPHS}]|[^{SPACES}{IDEOGRAPHS}]+")
WHOLE = re.compile(r"(?s:.+)")


class TokenCounter:
    """Counts word pieces, special tokens included, and knows how many the model reads.

    Beyond `max_tokens` an encoder cuts its input without a word, so whoever makes texts for it counts first.
    """

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name
        self.folder = model_folder(model_name)
        self._units: dict[str, int] = {}

    @cached_property
    def max_tokens(self) -> int:
        """The longest input that the model reads whole, special tokens included."""
        for file, key in (
            ("sentence_bert_config.json", "max_seq_length"),
            ("config.json", "max_position_embeddings"),
        ):
            if (self.folder / file).is_file():
                value = read_json(self.folder / file).get(key)
                if isinstance(value, int):
                    return value
        raise UserError(f"model {self.model_name}: its folder does not say how many tokens it reads")

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as the encoder would read it, special tokens included."""
        encodings = self._tokenizer.encode_batch_fast([text.strip() for text in texts])
        return [len(encoding) for encoding in encodings]

    def ids(self, texts: Sequence[str]) -> list[npt.NDArray[np.int64]]:
        """Those tokens, by their numbers in the vocabulary."""
        encodings = self._tokenizer.encode_batch_fast([text.strip() for text in texts])
        return [np.array(encoding.ids, dtype=np.int64) for encoding in encodings]

    @cached_property
    def special_tokens(self) -> int:
        """Tokens that are put around any text."""
        return self.count([""])[0]

    @cached_property
    def unit(self) -> re.Pattern[str]:
        """What the tokenizer reads apart: the tokens of a text are those of its units, one after the other.

        That holds for BERT's kind of tokenizer; of any other only the text as a whole is taken for one.
        """
        normalizer = self._tokenizer.normalizer
        if not (
            isinstance(normalizer, BertNormalizer)
            and isinstance(self._tokenizer.pre_tokenizer, BertPreTokenizer)
        ):
            return WHOLE
        return RUNS_AND_IDEOGRAPHS if normalizer.handle_chinese_chars else RUNS

    def count_units(self, units: Sequence[str]) -> list[int]:
        """Tokens of each unit without special ones; each distinct unit is counted once in a lifetime."""
        new = [unit for unit in dict.fromkeys(units) if unit not in self._units]
        for unit, count in zip(new, self.count(new), strict=True):
            self._units[unit] = count - self.special_tokens
        return [self._units[unit] for unit in units]

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        path = Path(self.folder) / "tokenizer.json"
        if not path.is_file():
            raise UserError(f"model {self.model_name}: its folder has no tokenizer.json")
        tokenizer = Tokenizer.from_file(str(path))
        # tokenizer.json carries its last user's truncation (MiniLM's: 128), which would hide excess.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer


class SpanCounter:
    """Tokens of any span of one text: what `TokenCounter.count` says of it, the text being read only once."""

    def __init__(self, text: str, tokens: TokenCounter) -> None:
        self.text = text
        self.tokens = tokens
        spans = [match.span() for match in tokens.unit.finditer(text)]
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]
        counts = tokens.count_units([text[start:end] for start, end in spans])
        self._before = list(accumulate(counts, initial=0))

    def __call__(self, start: int, end: int) -> int:
        """Tokens of text[start:end], special tokens included."""
        first = bisect_left(self._starts, start)
        after = bisect_right(self._ends, end)
        if first > after:  # inside one unit
            return self.tokens.count([self.text[start:end]])[0]
        whole = self._before[after] - self._before[first]
        cut = []  # units that the span holds a part of
        if first and self._ends[first - 1] > start:
            cut.append(self.text[start : self._ends[first - 1]])
        if after < len(self._starts) and self._starts[after] < end:
            cut.append(self.text[self._starts[after] : end])
        parts = sum(self.tokens.count(cut)) - len(cut) * self.tokens.special_tokens if cut else 0
        return whole + parts + self.tokens.special_tokens
