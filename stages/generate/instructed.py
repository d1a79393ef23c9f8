"""A language model as a generator: prompts, replies known already, the engine for others, strict reading."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from string import Template
from typing import Any, Protocol

from stages.core.cache import Cache, content_key
from stages.core.progress import progress
from stages.core.transcripts import Transcript
from stages.generate.generator import Generation, Question
from stages.generate.placing import place
from stages.generate.prompt import Prompt, messages
from stages.generate.reply import MAX_REPLY, BadReply, read_reply, reply_schema
from stages.generate.settings import Instructed as Settings

STOP = "stop"
LENGTH = "length"
NO_ANSWER = "the model finds no answer in the passages"


@dataclass(frozen=True)
class Completion:
    """What an engine made of a prompt."""

    text: str
    finish: str
    """`stop` where the model ended it, `length` where it was cut, else the engine's own word."""
    failure: str | None = None
    """Why there is no completion; another try may have one, so it is not kept."""


Done = Callable[[int, Completion], None]
"""Takes the completion of prompt number i as soon as it is there."""


class Engine(Protocol):
    """Completes prompts, greedily."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """All that decides a completion but for the prompt: JSON values."""
        ...

    def complete(self, prompts: Sequence[Prompt], done: Done) -> None:
        """Call `done` once a prompt, in any order."""
        ...


@dataclass
class Instructed:
    """Asks a language model for claims with quotes, and finds the quotes where they stand."""

    engine: Engine
    template: Template
    transcripts: Mapping[str, Transcript]
    settings: Settings

    def generate(self, questions: Sequence[Question]) -> list[Generation]:
        """One generation a question. Completions are kept one by one, so an interrupted run goes on."""
        prompts = [self.prompt(question) for question in questions]
        completions = self.completions(prompts)
        return [
            self.generation(question, prompt, completion)
            for question, prompt, completion in zip(questions, prompts, completions, strict=True)
        ]

    def prompt(self, question: Question) -> Prompt:
        """What the model is asked."""
        bounds = {
            name: getattr(self.settings, name) for name in ("max_claims", "max_citations", "max_characters")
        }
        return Prompt(
            messages(self.template, question, self.transcripts, bounds),
            reply_schema(len(question.passages), **bounds),
        )

    def completions(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """The completion of each prompt, from the cache where it is there; equal prompts are asked once."""
        keys = [content_key(prompt=asdict(prompt), engine=dict(self.engine.identity)) for prompt in prompts]
        by_key = dict(zip(keys, prompts, strict=True))
        cache = Cache("generations")
        try:
            known = {key: Completion(**json.loads(found)) for key, found in cache.get_many(by_key).items()}
            missing = [key for key in by_key if key not in known]
            with progress("generate", len(missing), "questions") as advance:

                def done(i: int, completion: Completion) -> None:
                    known[missing[i]] = completion
                    if completion.failure is None:
                        cache.put_many({missing[i]: json.dumps(asdict(completion)).encode()})
                    advance(1)

                if missing:
                    self.engine.complete([by_key[key] for key in missing], done)
        finally:
            cache.close()
        return [known[key] for key in keys]

    def generation(self, question: Question, prompt: Prompt, completion: Completion) -> Generation:
        """Read a completion. What is no answer of the form that was asked for has failed."""
        exchange = {
            "prompt": [{"role": role, "content": content} for role, content in prompt.messages],
            "reply": completion.text[:MAX_REPLY],
            "finish": completion.finish,
        }

        def failed(reason: str) -> Generation:
            return Generation("", (), failure=reason, exchange=exchange)

        if completion.failure is not None:
            return failed(completion.failure)
        if completion.finish == LENGTH:
            return failed(f"length limit: the reply was cut at max_tokens = {self.settings.max_tokens}")
        if completion.finish != STOP:
            return failed(f"the reply ended by {completion.finish}")
        try:
            reply = read_reply(completion.text, prompt.schema)
        except BadReply as error:
            return failed(str(error))
        if reply.refused:
            return Generation("", (), refusal=NO_ANSWER, exchange=exchange)
        citations = tuple(
            place(quote, number, question.passages, self.transcripts)
            for claim in reply.claims
            for number, quote in claim.citations
        )
        text = " ".join(claim.text.strip() for claim in reply.claims)
        return Generation(text, citations, exchange=exchange)
