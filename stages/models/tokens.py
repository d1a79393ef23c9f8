"""How many tokens an encoder reads of a text, by its own tokenizer. Needs no torch."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from tokenizers import Tokenizer

from stages.core.artifacts import read_json
from stages.core.errors import UserError
from stages.models.folder import model_folder


class TokenCounter:
    """Counts word pieces, special tokens included, and knows how many the model reads.

    Beyond `max_tokens` an encoder cuts its input without a word, so whoever makes texts for it counts first.
    """

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name
        self.folder = model_folder(model_name)

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
        return [len(encoding.ids) for encoding in encodings]

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
