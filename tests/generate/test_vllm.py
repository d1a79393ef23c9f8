"""The process that vLLM runs in, with another program in its place: what it is given, and how it can end."""

import json
import os
import sys

import pytest

from stages.core.errors import UserError
from stages.generate import vllm
from stages.generate.prompt import Prompt
from stages.generate.settings import Vllm

VERSIONS = {"torch": "1", "vllm": "2"}
WORKER = """
import json, os, sys
lines = iter(sys.stdin.buffer.readline, b"")
def send(message):
    print(json.dumps(message), flush=True)
settings = json.loads(next(lines))
print("loading", settings["model"], file=sys.stderr)
send({"engines": %r})
send({"ready": True})
for line in lines:
    batch = json.loads(line)
    texts = [prompt["messages"][-1]["content"] for prompt in batch]
    if "crash" in texts:
        print("RuntimeError: out of memory", file=sys.stderr)
        sys.exit(1)
    send({"completions": [
        {"too_long": "9 tokens"} if text == "long" else
        {"text": f"{text} of {len(texts)}, pid {os.getpid()}", "finish": "stop"} for text in texts
    ]})
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights").write_text("w")
    (tmp_path / "worker.py").write_text(WORKER % VERSIONS)
    monkeypatch.setattr(vllm, "WORKER", tmp_path / "worker.py")
    monkeypatch.setattr(vllm, "LOG", tmp_path / "log" / "vllm.log")
    return tmp_path


def engine(place, **changes):
    base = {
        "k": 2,
        "engines": VERSIONS | {"jsonschema": "4"},
        "model": str(place / "model"),
        "prompt": "cited",
        "max_claims": 2,
        "max_citations": 2,
        "max_characters": 80,
        "max_tokens": 99,
        "name": "vllm",
        "python": sys.executable,
        "dtype": "bfloat16",
        "context_tokens": 512,
        "batch_size": 2,
        "kv_cache_gib": None,
        "gpus": 0,
    }
    return vllm.Vllm(Vllm(**(base | changes)))


def complete(engine, *texts):
    found = {}
    engine.complete([Prompt((("user", text),), {}) for text in texts], found.__setitem__)
    return [found[i] for i in sorted(found)]


def test_batches_go_to_one_process_and_come_back_in_their_places(place):
    found = complete(engine(place), "a", "b", "c")
    texts, pids = zip(*(one.text.split(", pid ") for one in found), strict=True)
    assert texts == ("a of 2", "b of 2", "c of 1")
    assert len(set(pids)) == 1
    with pytest.raises(ProcessLookupError):  # it has ended
        os.kill(int(pids[0]), 0)


def test_a_prompt_that_does_not_fit_fails_alone(place):
    good, long = complete(engine(place), "a", "long")
    assert good.failure is None
    assert long.failure.startswith("prompt too long: 9 tokens; raise generate.context_tokens")


def test_a_crash_is_one_line_with_its_last_words_and_loses_nothing_before_it(place):
    found = {}
    prompts = [Prompt((("user", text),), {}) for text in ("a", "b", "crash")]
    with pytest.raises(UserError, match=r"ended \(RuntimeError: out of memory\).*vllm\.log") as caught:
        engine(place).complete(prompts, found.__setitem__)
    assert "\n" not in str(caught.value)
    assert sorted(found) == [0, 1]


def test_a_process_that_reads_nothing_is_one_line_too(place):
    (place / "worker.py").write_text(
        "import os, sys; os.close(0); print('no weights', file=sys.stderr); sys.exit(1)"
    )
    with pytest.raises(UserError, match=r"ended \(no weights\)"):
        complete(engine(place), "a")


def test_an_interpreter_that_is_gone_is_one_line(place):
    with pytest.raises(UserError, match=r"gone does not start .*make vllm-cpu"):
        complete(engine(place, python=str(place / "gone")), "a")


def test_an_interrupt_ends_the_process(place):
    pids = []

    def done(i, completion):
        pids.append(int(completion.text.split("pid ")[1]))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine(place).complete([Prompt((("user", "a"),), {})], done)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_an_environment_that_changed_since_configure_stops(place):
    with pytest.raises(UserError, match=r"has vllm 2, resolved\.yaml says 1.*dvc repro -f configure"):
        complete(engine(place, engines={"torch": "1", "vllm": "1"}), "a")


def test_the_key_of_the_cache_knows_weights_sampling_and_versions(place):
    first = engine(place).identity
    assert json.dumps(first)
    assert engine(place, batch_size=9).identity == first
    for changes in ({"max_tokens": 9}, {"dtype": "float32"}, {"engines": {"vllm": "3"}}, {"gpus": 1}):
        assert engine(place, **changes).identity != first
    (place / "other").mkdir()
    (place / "other" / "weights").write_text("v")
    assert engine(place, model=str(place / "other")).identity != first


def test_weights_that_are_not_there_are_one_line(place):
    with pytest.raises(UserError, match="no such folder"):
        engine(place, model=str(place / "gone")).identity  # noqa: B018
