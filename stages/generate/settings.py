"""Settings of generate: conf/generate. Each choice has its own keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from stages.core.errors import UserError
from stages.core.settings import EncoderBackend, exact

SECTION = "generate"
ENGINES = {
    "extractive": (
        "onnx",
        "onnxruntime",
        "openvino",
        "sentence-transformers",
        "sentencex",
        "tokenizers",
        "torch",
        "transformers",
    ),
    "openai": ("httpx", "jsonschema"),
    "vllm": ("jsonschema",),
}
"""By choice; those of the interpreter that `python` names are its own, and configure asks it."""

Positive = Annotated[int, Field(gt=0)]


@exact
@dataclass(frozen=True)
class Shown:
    """What every choice has."""

    k: Annotated[int, Field(gt=0, le=50)]
    """Passages shown to the generator."""
    engines: Mapping[str, str]


@exact
@dataclass(frozen=True)
class Extractive(Shown):
    """Sentences of the passages, verbatim."""

    name: Literal["extractive"]
    sentences: Positive
    """Sentences quoted."""
    encoder: str
    backend: EncoderBackend
    batch_size: Positive
    """Sentences the encoder takes at once."""
    language: Annotated[str, Field(pattern="^[a-z]{2,3}$")]


@exact
@dataclass(frozen=True)
class Instructed(Shown):
    """What every language model has."""

    model: str
    prompt: Annotated[str, Field(pattern=r"^[\w-]+$")]
    """conf/generate/prompts/<prompt>.txt."""
    max_claims: Positive
    """In one answer."""
    max_citations: Positive
    """Of one claim."""
    max_characters: Positive
    """Of one claim, and of one quote."""
    max_tokens: Positive
    """Of one reply: a longer one has failed."""


@exact
@dataclass(frozen=True)
class Openai(Instructed):
    """Any server that speaks OpenAI's chat completions."""

    name: Literal["openai"]
    base_url: Annotated[str, Field(pattern="^https?://")]
    key_variable: str | None
    """The environment variable with the key; null: the server asks for none."""
    temperature: Annotated[float, Field(ge=0)] | None
    """Null: it is not sent, for models that take none."""
    limit_name: Literal["max_tokens", "max_completion_tokens"]
    """How the server calls max_tokens: OpenAI's newer models know the longer name only."""
    timeout_s: Annotated[float, Field(gt=0)]
    """For one whole reply, however slowly it drips."""
    attempts: Positive
    """At one question, while the server is busy, broken or out of reach."""
    concurrency: Positive
    """Questions on their way at once."""

    def __post_init__(self) -> None:
        """Refuse a key in the address: resolved.yaml is in git."""
        if "@" in self.base_url:
            raise UserError(
                "generate.base_url holds a name or key before an @: name its variable in key_variable"
            )


@exact
@dataclass(frozen=True)
class Vllm(Instructed):
    """vLLM, in a process of its own environment."""

    name: Literal["vllm"]
    python: str
    """The interpreter of that environment, from the project's root."""
    dtype: Literal["auto", "bfloat16", "float16", "float32"]
    context_tokens: Positive
    """Prompt and reply together."""
    batch_size: Positive
    """Questions handed over at once: what an interrupted run loses at most."""
    kv_cache_gib: Annotated[float, Field(gt=0)] | None
    """Memory for the prompts under way; null: nine tenths of what the GPU, or the machine, has."""
    gpus: Annotated[int, Field(ge=0)]
    """That the model is spread over; 0: it runs on the CPU."""


Settings = Extractive | Openai | Vllm
