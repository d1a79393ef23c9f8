"""Word times by whisperX's forced alignment, with a wav2vec2 model from a folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from stages.core.errors import UserError
from stages.models.audio import SAMPLE_RATE, Samples

if TYPE_CHECKING:
    from stages.models.asr import Word


class Aligner:
    """A wav2vec2 model with a CTC head over characters, loaded."""

    def __init__(self, folder: Path) -> None:
        """Load the model and its vocabulary; UserError where the folder does not hold them."""
        from whisperx import alignment

        # whisperX cuts sentences with weights of nltk that it would download; ours are cut later.
        alignment.nltk_load = lambda _: OneSentence()
        try:
            # The language here only picks a default model; `words` names the one that is spoken.
            self.model, self.metadata = alignment.load_align_model(
                "en", "cpu", model_name=str(folder), model_cache_only=True
            )
        except ValueError as error:
            reason = error.__context__ or error
            raise UserError(
                f"transcribe.alignment: {folder} is no wav2vec2 model with a vocabulary "
                f"({str(reason).splitlines()[0]}): name another, or attention"
            ) from None

    def words(self, samples: Samples, text: str, language: str) -> "list[Word]":
        """Align a text to the samples in which it is said.

        Returns: its words with times in seconds from the first sample, None where whisperX gives none; an
        empty list where the text cannot be aligned.
        """
        from whisperx import alignment

        row = {"start": 0.0, "end": len(samples) / SAMPLE_RATE, "text": text}
        found = alignment.align([row], self.model, {**self.metadata, "language": language}, samples, "cpu")
        return [
            {"text": word["word"], "start_s": number(word.get("start")), "end_s": number(word.get("end"))}
            for word in found["word_segments"]
        ]


class OneSentence:
    """A splitter that does not split."""

    def span_tokenize(self, text: str) -> list[tuple[int, int]]:
        """The whole text."""
        return [(0, len(text))]


def number(time_s: Any) -> float | None:
    """A plain float, if there is a time."""
    return None if time_s is None else round(float(time_s), 3)
