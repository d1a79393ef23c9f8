"""Speech recognition: whisperX with Whisper weights; word times come from the same weights, or an aligner.

whisperX takes word times from an aligner whose weights only a hub has. Where none is named they come from the
attention of Whisper's own decoder, forced over the text that whisperX has heard.
"""

import io
import logging
import warnings
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from stages.core.errors import UserError
from stages.models.audio import SAMPLE_RATE, Samples
from stages.models.pauses import without_pauses
from stages.models.weights import find_weights

REVISION = 5
"""Part of every cache key: raise it when what `hear` returns for the same input changes."""

FRAMES_PER_S = 100
WINDOW_SAMPLES = 30 * SAMPLE_RATE  # what Whisper's encoder takes
MAX_TEXT_TOKENS = 440  # the decoder has 448 positions; some are for its start sequence
ONSET, OFFSET = 0.5, 0.363
"""Probabilities at which speech begins and ends: whisperX's own."""
STEP_S = 2.5
"""From one of pyannote's windows of 5 s to the next: every moment is seen twice. Its own step of 0.5 s, every
moment seen ten times, took five times as long, two fifths of all work, for no fewer errors on the talks."""
LOOP_RATIO = 2.4
"""Whisper's own bound: a text that compresses better than this repeats itself."""
LOOP_NGRAM = 4
"""A stretch that came out as a loop is decoded once more, with no run of so many tokens twice."""


class Word(TypedDict):
    """A word with the white space before it, or a mark; seconds from the start of the samples, if known."""

    text: str
    start_s: float | None
    end_s: float | None


class Chunk(TypedDict):
    """What was heard in one stretch of up to 30 s. `words` is empty where they cannot be aligned."""

    start_s: float
    end_s: float
    text: str
    words: list[Word]
    avg_logprob: float
    """Mean log probability of the text's tokens."""
    no_speech_prob: float
    """Whisper's own probability that nobody speaks."""


class Heard(TypedDict):
    """What was heard in a recording, or a part of one."""

    language: str | None
    """As asked for or detected; None where none was asked for and nobody speaks."""
    chunks: list[Chunk]


@dataclass(frozen=True)
class Engine:
    """All that decides what a recogniser hears, but for the language."""

    weights: Path
    """Folder of Whisper weights in CTranslate2 form, as `asr_weights` gives it."""
    vad: str
    """pyannote or silero, which finds the stretches with speech."""
    compute_type: str
    """Of CTranslate2."""
    batch_size: int
    """Stretches decoded at once."""
    aligner: Path | None
    """Folder of a wav2vec2 model for word times; None: Whisper's attention."""


def asr_weights(name: str) -> Path:
    """The folder of Whisper weights that a config names; a hub name must be in the local hub cache."""
    folder = Path(find_weights(name))
    try:
        if not folder.is_dir():
            from faster_whisper.utils import download_model

            folder = Path(download_model(str(folder), local_files_only=True))
    except Exception as error:  # the hub's many kinds; all mean that it is not there
        raise UserError(
            f"conf/transcribe: model {name} is not in the local hub cache ({type(error).__name__}): "
            "fetch it there, or name a folder or package:<import name>/<folder>"
        ) from None
    if not (folder / "model.bin").is_file():
        raise UserError(
            f"conf/transcribe: model {name} has no model.bin in {folder}: it must be Whisper in the form of "
            "CTranslate2 (ct2-transformers-converter makes it)"
        )
    return folder


class Recogniser:
    """Whisper weights, loaded: English or multilingual, on the CPU, at temperature 0."""

    def __init__(self, engine: Engine, threads: int) -> None:
        """Load the weights, to run on that many threads; what is heard does not depend on their number."""
        self.batch_size = engine.batch_size
        with quiet():
            from whisperx.asr import load_model

            # One temperature: the others, to which Whisper falls back, are sampled: no two runs agree.
            self.pipeline = load_model(
                str(engine.weights),
                device="cpu",
                compute_type=engine.compute_type,
                vad_model=detector(engine.vad),
                asr_options={"temperatures": [0.0]},
                threads=threads,
            )
            self.model = self.pipeline.model
            self.aligner = None
            if engine.aligner is not None:
                from stages.models.aligner import Aligner

                self.aligner = Aligner(engine.aligner)

    def hear(self, samples: Samples, language: str | None) -> Heard:
        """Transcribe mono samples at SAMPLE_RATE; silence gives no chunks.

        Finding speech runs on one torch thread: its steps are so small that two threads took nine times as
        long here as one, and the result does not depend on the machine's cores.

        Args:
            samples: of the recording, or of a part of it.
            language: ISO 639 code of what is spoken, or None to detect it in the first batch of speech.
                English-only weights hear English whatever it is.

        Raises: UserError when Whisper does not know the language.
        """
        import torch

        chunks: list[Chunk] = []
        with quiet():
            torch.set_num_threads(1)
            if language is not None:
                language = self.tokenizer(language).language_code
            spans = self.speech(samples)
            for begin in range(0, len(spans), self.batch_size):
                batch = spans[begin : begin + self.batch_size]
                stretches = [samples[int(a * SAMPLE_RATE) : int(b * SAMPLE_RATE)] for a, b in batch]
                encoded = self.encoded(stretches)
                language = language or self.detected(encoded)
                for (start_s, end_s), chunk in zip(
                    batch, self.decoded(stretches, encoded, language), strict=True
                ):
                    chunks.append(shifted(chunk, start_s, end_s))
        return {"language": language, "chunks": chunks}

    def speech(self, samples: Samples) -> list[tuple[float, float]]:
        """Stretches with speech in seconds, up to 30 s each, as whisperX finds and merges them."""
        vad = self.pipeline.vad_model
        scores = vad({"waveform": vad.preprocess_audio(samples), "sample_rate": SAMPLE_RATE})
        merged = vad.merge_chunks(scores, WINDOW_SAMPLES // SAMPLE_RATE, onset=ONSET, offset=OFFSET)
        spans = [(float(row["start"]), float(row["end"])) for row in merged]
        return [(a, b) for a, b in spans if int(a * SAMPLE_RATE) < min(int(b * SAMPLE_RATE), len(samples))]

    def tokenizer(self, language: str) -> Any:
        """Whisper's tokenizer, set to transcribe a language."""
        from faster_whisper.tokenizer import _LANGUAGE_CODES, Tokenizer

        if language not in _LANGUAGE_CODES:
            raise UserError(f"transcribe.language: Whisper does not know {language!r}: use a code such as en")
        return Tokenizer(
            self.model.hf_tokenizer, self.model.model.is_multilingual, task="transcribe", language=language
        )

    def encoded(self, stretches: Sequence[Samples]) -> Any:
        """The encoder's output for stretches of up to 30 s.

        One at a time: eight at once are no faster, and take half a gigabyte for their attention alone.
        """
        from faster_whisper.transcribe import get_ctranslate2_storage

        features = (self.pipeline.preprocess({"inputs": one})["inputs"].numpy() for one in stretches)
        return get_ctranslate2_storage(
            np.concatenate([np.asarray(self.model.encode(one)) for one in features])
        )

    def detected(self, encoded: Any) -> str:
        """The language with the highest probability, summed over the stretches."""
        if not self.model.model.is_multilingual:
            return "en"
        total: dict[str, float] = {}
        for found in self.model.model.detect_language(encoded):
            for token, probability in found:
                total[token] = total.get(token, 0.0) + probability
        return max(sorted(total), key=lambda token: total[token])[2:-2]  # <|en|>

    def decoded(self, stretches: Sequence[Samples], encoded: Any, language: str) -> list[Chunk]:
        """What is said in each stretch, in time from its start."""
        tokenizer = self.tokenizer(language)
        texts, logprobs = self.generated(encoded, tokenizer)
        for i, text in enumerate(texts):
            if compression_ratio(text) > LOOP_RATIO:
                [again], [logprob] = self.generated(
                    self.encoded([stretches[i]]), tokenizer, no_repeat_ngram_size=LOOP_NGRAM
                )
                if compression_ratio(again) <= LOOP_RATIO:
                    texts[i], logprobs[i] = again, logprob
        prompt = tokenizer.sot_sequence
        first = self.model.model.generate(
            encoded,
            [prompt] * len(texts),
            beam_size=1,
            max_length=len(prompt) + 1,
            return_no_speech_prob=True,
        )
        words = self.aligned(stretches, encoded, texts, tokenizer)
        return [
            {
                "start_s": 0.0,
                "end_s": len(stretches[i]) / SAMPLE_RATE,
                "text": texts[i],
                "words": words[i],
                "avg_logprob": round(float(logprobs[i]), 4),
                "no_speech_prob": round(float(first[i].no_speech_prob), 4),
            }
            for i in range(len(texts))
        ]

    def generated(self, encoded: Any, tokenizer: Any, **options: Any) -> tuple[list[str], list[float]]:
        """The text of each stretch by whisperX, and the mean log probability of its tokens."""
        with encoder_passes(self.model):
            result = self.model.generate_segment_batched(
                encoded, tokenizer, replace(self.pipeline.options, **options)
            )
        return result["text"], result["avg_logprob"]

    def aligned(
        self, stretches: Sequence[Samples], encoded: Any, texts: Sequence[str], tokenizer: Any
    ) -> list[list[Word]]:
        """The words of each text with their times."""
        if self.aligner is not None:
            language = tokenizer.language_code
            return [
                self.aligner.words(stretch, text, language)
                for stretch, text in zip(stretches, texts, strict=True)
            ]
        tokens = [tokenizer.encode(text) for text in texts]
        tokens = [one if len(one) <= MAX_TEXT_TOKENS else [] for one in tokens]
        frames = [len(stretch) * FRAMES_PER_S // SAMPLE_RATE for stretch in stretches]
        result = []
        for stretch, rows in zip(
            stretches, self.model.find_alignment(tokenizer, tokens, encoded, frames), strict=True
        ):
            spans = without_pauses([(float(row["start"]), float(row["end"])) for row in rows], stretch)
            result.append(
                [
                    Word(text=row["word"], start_s=start_s, end_s=end_s)
                    for row, (start_s, end_s) in zip(rows, spans, strict=True)
                ]
            )
        return result


def shifted(chunk: Chunk, start_s: float, end_s: float) -> Chunk:
    """A stretch's chunk in the time of the samples that the stretch [start_s, end_s) is cut from."""
    words: list[Word] = [
        {
            "text": word["text"],
            "start_s": later(word["start_s"], start_s),
            "end_s": later(word["end_s"], start_s),
        }
        for word in chunk["words"]
    ]
    return {**chunk, "start_s": round(start_s, 3), "end_s": round(end_s, 3), "words": words}


def later(time_s: float | None, shift_s: float) -> float | None:
    """The time, shifted and to the millisecond."""
    return None if time_s is None else round(time_s + shift_s, 3)


def compression_ratio(text: str) -> float:
    """How much smaller zlib makes a text, as Whisper measures it; 0 for an empty one."""
    raw = text.strip().encode()
    return len(raw) / len(zlib.compress(raw)) if raw else 0.0


@contextmanager
def encoder_passes(model: Any) -> Iterator[None]:
    """Let whisperX's `generate_segment_batched`, which encodes what it is given, take what is encoded.

    The encoder is a third of the work, and its output is wanted for the language and the word times too.
    """
    model.encode = lambda encoded: encoded
    try:
        yield
    finally:
        del model.encode


def detector(vad: str) -> Any:
    """What finds the stretches with speech: whisperX's pyannote, whose weights it carries, or silero."""
    if vad == "silero":
        from stages.models.silero import bundled_silero

        return bundled_silero()
    import torch
    from whisperx.vads import Pyannote

    found = Pyannote(torch.device("cpu"), vad_onset=ONSET, vad_offset=OFFSET)
    found.vad_pipeline._segmentation.step = STEP_S
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the engines' warnings, notices and prints, not errors: they are not about the user's data."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
