"""Any server that speaks OpenAI's chat completions as an engine: vLLM, llama.cpp, Ollama, or a hosted one."""

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from stages.core.errors import UserError
from stages.generate.instructed import Completion, Done
from stages.generate.prompt import Prompt
from stages.generate.settings import Openai as Settings

MAX_BYTES = 1_000_000
"""Of a server's reply: what is longer is read no further."""
MAX_REASON = 200
"""Characters of a server's own words in a reason."""
FIRST_PAUSE_S = 0.5
MAX_PAUSE_S = 30.0
BUSY_OR_BROKEN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
NO_SCHEMA = frozenset({400, 422})
"""How a server says that it does not take `response_format`, among other things."""


class Unserved(Exception):
    """No completion; the message says why."""


class Again(Unserved):
    """Another attempt may have one."""

    def __init__(self, reason: str, pause_s: float | None = None) -> None:
        super().__init__(reason)
        self.pause_s = pause_s


@dataclass(frozen=True)
class Response:
    """A whole HTTP response."""

    status: int
    body: bytes
    retry_after: str


class Openai:
    """The engine. The key is read from the environment when it is needed, and goes into one header only."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.takes_schema = True

    @property
    def identity(self) -> Mapping[str, Any]:
        """Server, model and sampling. What a server runs by the name of a model cannot be seen from here."""
        return {
            "name": self.settings.name,
            "base_url": self.settings.base_url,
            "model": self.settings.model,
            "temperature": self.settings.temperature,
            "max_tokens": self.settings.max_tokens,
        }

    def complete(self, prompts: Sequence[Prompt], done: Done) -> None:
        """Ask for all, so many at once as settings allow. A question that nobody serves ends as a failure."""
        asyncio.run(self.ask_all(prompts, done))

    async def ask_all(self, prompts: Sequence[Prompt], done: Done) -> None:
        """Ask, and hand on each completion as it comes."""
        free = asyncio.Semaphore(self.settings.concurrency)
        limits = httpx.Limits(max_connections=self.settings.concurrency)
        timeout = httpx.Timeout(self.settings.timeout_s)

        async with httpx.AsyncClient(headers=self.headers(), limits=limits, timeout=timeout) as client:

            async def one(i: int, prompt: Prompt) -> None:
                async with free:
                    done(i, await self.ask(client, prompt))

            async with asyncio.TaskGroup() as group:
                for i, prompt in enumerate(prompts):
                    group.create_task(one(i, prompt))

    def headers(self) -> dict[str, str]:
        """Of every request. Raises: UserError where the key's variable is not set."""
        plain = {"Accept-Encoding": "identity"}  # so that the bytes read are the bytes sent
        variable = self.settings.key_variable
        if variable is None:
            return plain
        if not (key := os.environ.get(variable, "").strip()):
            raise UserError(
                f"generate.key_variable: the environment has no {variable}: export it, or set null"
            )
        if not (key.isascii() and key.isprintable()):
            raise UserError(
                f"generate.key_variable: {variable} has characters that no key has: export it again"
            )
        return plain | {"Authorization": f"Bearer {key}"}

    async def ask(self, client: httpx.AsyncClient, prompt: Prompt) -> Completion:
        """One question, with all its attempts."""
        pause_s = FIRST_PAUSE_S
        for left in range(self.settings.attempts - 1, -1, -1):
            try:
                return await self.attempt(client, prompt)
            except Again as error:
                if not left:
                    tried = f" ({self.settings.attempts} attempts)" if self.settings.attempts > 1 else ""
                    return Completion("", "", failure=f"{error}{tried}")
                await asyncio.sleep(min(error.pause_s or pause_s, MAX_PAUSE_S))
                pause_s *= 2
            except Unserved as error:
                return Completion("", "", failure=str(error))
        raise AssertionError("attempts > 0")

    async def attempt(self, client: httpx.AsyncClient, prompt: Prompt) -> Completion:
        """One attempt; where the server takes no schema, without it: the prompt says the same."""
        with_schema = self.takes_schema
        response = await self.post(client, self.body(prompt, with_schema))
        if with_schema and response.status in NO_SCHEMA:
            plain = await self.post(client, self.body(prompt, with_schema=False))
            if plain.status == httpx.codes.OK:
                self.takes_schema = False
            response = plain
        return read_response(response, self.key())

    def key(self) -> str:
        """What must not be shown, though a server repeats it."""
        return os.environ.get(self.settings.key_variable or "", "").strip()

    def body(self, prompt: Prompt, with_schema: bool) -> dict[str, Any]:
        """Of a request."""
        found: dict[str, Any] = {
            "model": self.settings.model,
            "messages": [{"role": role, "content": content} for role, content in prompt.messages],
            self.settings.limit_name: self.settings.max_tokens,
        }
        if self.settings.temperature is not None:
            found["temperature"] = self.settings.temperature
        if with_schema:
            schema = {"name": "answer", "schema": prompt.schema}
            found["response_format"] = {"type": "json_schema", "json_schema": schema}
        return found

    async def post(self, client: httpx.AsyncClient, body: Mapping[str, Any]) -> Response:
        """Send a request and read its response, whole and in time.

        Raises: Again where nothing whole came, Unserved where too much did.
        """
        url = f"{self.settings.base_url.rstrip('/')}/chat/completions"
        content = b""
        try:
            async with (
                asyncio.timeout(self.settings.timeout_s),
                client.stream("POST", url, json=body) as response,
            ):
                async for part in response.aiter_raw():
                    content += part
                    if len(content) > MAX_BYTES:
                        raise Unserved(f"the server's reply is larger than {MAX_BYTES} bytes")
                return Response(response.status_code, content, response.headers.get("retry-after", ""))
        except (TimeoutError, httpx.TimeoutException):
            raise Again(f"timeout: no whole reply within {self.settings.timeout_s:g} s") from None
        except httpx.ConnectError:
            raise Again(f"no connection to {self.settings.base_url}") from None
        except httpx.TransportError as error:
            raise Again(f"the connection broke off: {type(error).__name__}") from None
        except httpx.InvalidURL as error:
            raise Unserved(f"generate.base_url: {error}") from None


def read_response(response: Response, key: str) -> Completion:
    """The completion in a response. Raises: Again or Unserved, with the status or what is wrong."""
    if response.status != httpx.codes.OK:
        reason = f"server error {response.status}"
        if response.status in BUSY_OR_BROKEN:
            raise Again(reason, seconds(response.retry_after))
        raise Unserved(f"{reason}: {server_words(response.body, key)}".removesuffix(": "))
    try:
        choice = json.loads(response.body)["choices"][0]
        content, finish = choice["message"]["content"], choice["finish_reason"]
        (content + finish).encode()  # half a character cannot be written
    except (ValueError, RecursionError):
        raise Unserved("the server's reply is no JSON") from None
    except (LookupError, TypeError, AttributeError):
        raise Unserved("the server's reply holds no completion") from None
    return Completion(content, finish[:MAX_REASON])


def server_words(body: bytes, key: str) -> str:
    """What a server says of an error, in one line, without the key."""
    try:
        words = str(json.loads(body)["error"]["message"])
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""
    line = " ".join(words.encode(errors="replace").decode().split())
    return (line.replace(key, "…") if key else line)[:MAX_REASON]


def seconds(retry_after: str) -> float | None:
    """The pause that a server asks for, if it is a number of seconds."""
    return float(retry_after) if retry_after.isdecimal() else None
