import hashlib
import os
import subprocess
import sys

import pytest

from stages.core.paths import ROOT
from stages.index.content import content_digest
from stages.index.lexicon import lexicon

SAVE = """
import sys
from pathlib import Path
from stages.index.lexicon import lexicon
texts = ["two cups of ash", "three cups of clay", "", "農場の水"]
lexicon(texts, 1.2, 0.75).save(Path(sys.argv[1]), show_progress=False)
"""


def test_the_vocabulary_is_sorted():
    bm25 = lexicon(["two cups", "a cup, two"], k1=1.2, b=0.75)
    assert list(bm25.vocab_dict) == ["a", "cup", "cups", "two"]


def test_the_same_bytes_in_two_processes(tmp_path):
    for seed in ("0", "1"):
        subprocess.run(
            [sys.executable, "-c", SAVE, str(tmp_path / seed)],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
        )
    assert content_digest(tmp_path / "0") == content_digest(tmp_path / "1")


def test_the_digest_is_of_names_and_bytes(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a").write_text("1")
    first = content_digest(tmp_path)
    assert first == hashlib.sha256(f"sub/a\0{hashlib.sha256(b'1').hexdigest()}\n".encode()).hexdigest()
    (tmp_path / "sub" / "a").write_text("2")
    assert content_digest(tmp_path) != first


@pytest.mark.parametrize("texts", [[], [""], ["?!", "🙂"]])
def test_a_corpus_without_words(texts):
    assert lexicon(texts, k1=1.2, b=0.75).scores["num_docs"] == len(texts)
