"""Forced alignment with a tiny wav2vec2 model of random weights: the path is real, its times are not."""

import json
from pathlib import Path

import numpy as np
import pytest

from stages.core.errors import UserError
from stages.models.aligner import Aligner
from stages.models.asr import Engine, Recogniser, asr_weights, quiet
from stages.models.audio import SAMPLE_RATE, read_audio
from tests.models.test_asr import SPEECH, TINY, needs_speech


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model's folder as the hub has them."""
    with quiet():
        import torch
        from transformers import (
            Wav2Vec2Config,
            Wav2Vec2CTCTokenizer,
            Wav2Vec2FeatureExtractor,
            Wav2Vec2ForCTC,
            Wav2Vec2Processor,
        )

        path = tmp_path_factory.mktemp("aligner")
        letters = ["<pad>", "<s>", "</s>", "<unk>", "|", "'", *"abcdefghijklmnopqrstuvwxyz"]
        (path / "vocab.json").write_text(json.dumps({letter: i for i, letter in enumerate(letters)}))
        Wav2Vec2Processor(
            feature_extractor=Wav2Vec2FeatureExtractor(),
            tokenizer=Wav2Vec2CTCTokenizer(str(path / "vocab.json")),
        ).save_pretrained(path)
        torch.manual_seed(7)
        Wav2Vec2ForCTC(
            Wav2Vec2Config(
                vocab_size=len(letters),
                hidden_size=16,
                num_hidden_layers=1,
                num_attention_heads=2,
                intermediate_size=32,
                conv_dim=(16,) * 7,
                num_conv_pos_embeddings=16,
                num_conv_pos_embedding_groups=2,
                pad_token_id=0,
            )
        ).save_pretrained(path)
    return path


@pytest.mark.slow
def test_every_word_has_its_time_numerals_too(folder: Path) -> None:
    samples = np.random.default_rng(7).uniform(-0.1, 0.1, 4 * SAMPLE_RATE).astype(np.float32)
    with quiet():
        aligner = Aligner(folder)
        words = aligner.words(samples, " It costs $12, Dr. Gray. Why?", "en")
    assert [word["text"] for word in words] == ["It", "costs", "$12,", "Dr.", "Gray.", "Why?"]
    times = [time_s for word in words for time_s in (word["start_s"], word["end_s"])]
    assert all(time_s is not None and 0.0 <= time_s <= 4.0 for time_s in times)
    assert times == sorted(times, key=lambda time_s: time_s or 0.0)
    with quiet():
        assert aligner.words(samples[:200], " far too long a text for it", "en") == []
        assert aligner.words(samples, " ", "en") == []


@pytest.mark.slow
@needs_speech
def test_the_recogniser_takes_its_times(folder: Path) -> None:
    engine = Engine(asr_weights(TINY), "silero", "int8", 8, folder)
    (chunk,) = Recogniser(engine, 2).hear(read_audio(SPEECH / "jfk.flac")[0], "en")["chunks"]
    assert "".join(word["text"] for word in chunk["words"]) == "".join(chunk["text"].split())
    assert all(
        word["start_s"] is not None and chunk["start_s"] <= word["start_s"] <= chunk["end_s"]
        for word in chunk["words"]
    )


@pytest.mark.slow
def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"transcribe\.alignment: .* is no wav2vec2 model"), quiet():
        Aligner(tmp_path)
