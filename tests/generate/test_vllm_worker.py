"""The worker's own code, with a vLLM of a few lines in its place."""

import io
import subprocess
import sys
import threading
import types

import pytest

from stages.generate import vllm_worker

SETTINGS = {
    "model": "m",
    "dtype": "bfloat16",
    "context_tokens": 20,
    "max_tokens": 8,
    "batch_size": 4,
    "gpus": 0,
    "kv_cache_gib": 0.5,
}


class Given(types.SimpleNamespace):
    """Keeps what it is called with."""


class Engine:
    def __init__(self, **options):
        self.options = options
        self.given = []

    def get_tokenizer(self):
        return types.SimpleNamespace(
            apply_chat_template=lambda messages, **_: list(range(len(messages[-1]["content"])))
        )

    def generate(self, prompts, sampling, use_tqdm):
        self.given.append((prompts, sampling))
        return [
            Given(outputs=[Given(text=f"{len(prompt['prompt_token_ids'])}", finish_reason="stop")])
            for prompt in prompts
        ]


@pytest.fixture
def vllm(monkeypatch):
    module = types.ModuleType("vllm")
    module.LLM, module.SamplingParams = Engine, lambda **given: Given(**given)
    sampling = types.ModuleType("vllm.sampling_params")
    sampling.StructuredOutputsParams = lambda **given: Given(**given)
    monkeypatch.setitem(sys.modules, "vllm", module)
    monkeypatch.setitem(sys.modules, "vllm.sampling_params", sampling)


def prompt(text):
    return {"messages": [{"role": "user", "content": text}], "schema": {"of": text}}


def test_the_cpu_engine_is_alone_in_its_process_and_keeps_nothing_between_prompts(vllm):
    options = vllm_worker.load(SETTINGS).options
    assert options["distributed_executor_backend"] == "uni"
    assert options["enforce_eager"] and not options["enable_prefix_caching"]
    assert options["structured_outputs_config"] == {"backend": "xgrammar", "disable_any_whitespace": True}
    assert options["kv_cache_memory_bytes"] == 2**29
    assert "tensor_parallel_size" not in options
    spread = vllm_worker.load(SETTINGS | {"gpus": 2}).options
    assert spread["tensor_parallel_size"] == 2 and "distributed_executor_backend" not in spread


def test_completions_in_order_each_greedy_and_by_its_own_schema(vllm):
    engine = vllm_worker.load(SETTINGS)
    found = vllm_worker.complete(engine, [prompt("abc"), prompt("x" * 13), prompt("de")], SETTINGS)
    assert found[0] == {"text": "3", "finish": "stop"}
    assert found[1]["too_long"].startswith("a prompt of 13 tokens")  # 13 + 8 > 20
    assert found[2] == {"text": "2", "finish": "stop"}
    [(_, sampling)] = engine.given
    assert [one.structured_outputs.json for one in sampling] == [{"of": "abc"}, {"of": "de"}]
    assert {(one.temperature, one.max_tokens) for one in sampling} == {(0.0, 8)}


def test_lines_in_order_and_the_end_is_known_while_a_batch_is_in_work():
    ended = threading.Event()
    lines = vllm_worker.arriving(io.BytesIO(b"one\ntwo\n"), ended.set)
    assert next(lines) == b"one\n"
    assert ended.wait(30)  # though "two" has not been asked for
    assert next(lines) == b"two\n"


def test_it_needs_nothing_of_this_project():
    """Its environment has neither pyarrow nor pydantic."""
    code = (
        f"import runpy, sys; runpy.run_path({vllm_worker.__file__!r}, run_name='worker'); "
        "print({name.split('.')[0] for name in sys.modules} & {'stages', 'pydantic', 'pyarrow', 'vllm'})"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
