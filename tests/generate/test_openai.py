import json
import re
import signal
import socket
import subprocess
import sys
import time
from string import Template

import pytest

from stages.core.cache import Cache
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.generate import openai
from stages.generate.generator import Passage, Question
from stages.generate.instructed import Instructed
from tests.generate.fake_server import ANSWER, serving
from tests.generate.stand_ins import transcript
from tests.generate.test_instructed import settings

TALK = transcript("talk", ["Kelp needs cold water. It grows a metre", "in a week."])
PASSAGE = Passage("a", "talk", 0, len(TALK.text))


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """A cache of its own, no proxy between, and no waiting."""
    monkeypatch.setenv("VIDWISE_CACHE", str(tmp_path))
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(openai, "FIRST_PAUSE_S", 0.001)


def generate(url, *words, **changes):
    """A generation a word, by word."""
    chosen = settings(**({"base_url": url, "timeout_s": 60.0, "attempts": 3, "concurrency": 4} | changes))
    engine = openai.Openai(chosen)
    questions = [Question(word, f"Please {word}", (PASSAGE,)) for word in words]
    template = Template("Rules.\n---\n$passages\n$question")
    made = Instructed(engine, template, {"talk": TALK}, chosen).generate(questions)
    return dict(zip(words, made, strict=True))


FAILURES = {
    "500": r"server error 500 \(3 attempts\)",
    "429": r"server error 429 \(3 attempts\)",
    "404": r"server error 404: no model of that name$",
    "302": "server error 302",
    "slow": r"timeout: no whole reply within 1 s \(3 attempts\)",
    "drip": r"timeout: no whole reply within 1 s \(3 attempts\)",
    "hangup": "the connection broke off",
    "short": "the connection broke off",
    "half-body": "the server's reply is no JSON",
    "nothing": "the server's reply is no JSON",
    "surrogate": "the server's reply is no JSON",
    "list": "holds no completion",
    "null": "holds no completion",
    "bomb": "larger than 1000000 bytes",
    "big": "overlong reply",
    "half-json": "bad JSON",
    "schema": "wrong schema",
    "empty": "empty reply",
    "cut": "length limit",
}
IN_TIME = ("slow", "drip")
"""Asked with a short limit; to the others a busy machine may be as slow as it likes."""


def test_every_question_ends_answered_refused_or_failed_with_its_reason():
    with serving() as server:
        patient = [word for word in FAILURES if word not in IN_TIME]
        made = generate(server.url, "good", "refuse", "twice", *patient)
        made |= generate(server.url, *IN_TIME, timeout_s=1.0)
        asked = server.asked
    assert len(made) == 3 + len(FAILURES)  # none is lost
    for word in ("good", "twice"):
        assert (made[word].text, made[word].failure) == ("It grows.", None)
        assert [c.level for c in made[word].citations] == ["exact"]
    assert made["refuse"].refusal and not made["refuse"].failure
    for word, reason in FAILURES.items():
        assert made[word].refusal is None
        assert re.search(reason, made[word].failure), (word, made[word].failure)
    assert {word: asked[word] for word in ("500", "429", "slow", "drip", "twice")} == dict.fromkeys(
        ("500", "429", "slow", "drip", "twice"), 3
    )
    assert asked["404"] == asked["half-json"] == asked["bomb"] == 1


def test_so_many_at_once_and_no_more():
    with serving() as server:
        generate(server.url, *(f"good-{i}" for i in range(24)), concurrency=3)
        assert 1 < server.most_at_once <= 3
        assert len(server.asked) == 24


def test_nobody_there_is_a_failure_of_every_question():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        made = generate(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", "a", "b")
    assert [one.failure.split(" (")[0] for one in made.values()] == [
        f"no connection to http://127.0.0.1:{taken_port(made)}/v1"
    ] * 2


def taken_port(made):
    return next(iter(made.values())).failure.split("127.0.0.1:")[1].split("/")[0]


def test_what_is_sent():
    with serving() as server:
        generate(server.url, "good")
        [body] = server.bodies
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m", 0.0, 99)
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["refused", "claims"]
    assert "Authorization" not in server.headers[0]


def test_a_model_that_takes_no_temperature_and_another_name_of_the_limit():
    with serving() as server:
        generate(server.url, "good", temperature=None, limit_name="max_completion_tokens")
        [body] = server.bodies
    assert "temperature" not in body and "max_tokens" not in body
    assert body["max_completion_tokens"] == 99


def test_a_server_that_takes_no_schema_is_asked_without():
    with serving() as server:
        server.takes_schema = False
        made = generate(server.url, "one", "two", "three", "refuse", concurrency=1)
        assert [one.failure for one in made.values()] == [None] * 4
        assert ["response_format" in body for body in server.bodies] == [True, False, False, False, False]


def test_the_key_goes_into_one_header_and_nowhere_else(monkeypatch, capfd, tmp_path):
    monkeypatch.setenv("SOME_KEY", "sk-secret-77")
    with serving() as server:
        made = generate(server.url, "good", "401", "500", key_variable="SOME_KEY")
        assert all(sent["Authorization"] == "Bearer sk-secret-77" for sent in server.headers)
        assert "sk-secret-77" not in json.dumps(server.bodies)
    assert made["401"].failure.startswith("server error 401: no such key: Bearer …")
    assert "secret" not in repr(made)
    assert "secret" not in "".join(capfd.readouterr())
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"sk-secret" in path.read_bytes()]


def test_a_key_of_other_characters_stops_before_any_question(monkeypatch):
    monkeypatch.setenv("SOME_KEY", "“sk-77”")
    with serving() as server:
        with pytest.raises(UserError, match="SOME_KEY has characters that no key has"):
            generate(server.url, "good", key_variable="SOME_KEY")
        assert not server.asked


@pytest.mark.parametrize("finish", ["\ud800", 7, None, ["stop"]])
def test_a_reason_to_finish_is_text_that_can_be_written(finish):
    body = json.dumps({"choices": [{"message": {"content": "{}"}, "finish_reason": finish}]})
    with pytest.raises(openai.Unserved, match="the server's reply"):
        openai.read_response(openai.Response(200, body.encode(), ""), "")


def test_a_key_that_is_not_there_stops_before_any_question(monkeypatch):
    monkeypatch.delenv("SOME_KEY", raising=False)
    with serving() as server:
        with pytest.raises(UserError, match="SOME_KEY"):
            generate(server.url, "good", key_variable="SOME_KEY")
        assert not server.asked


INTERRUPTED = """
import sys
from tests.generate.test_openai import generate
generate(sys.argv[1], "good-1", "good-2", "slow", timeout_s=60.0)
"""


def test_ctrl_c_ends_at_once_and_a_rerun_asks_only_for_the_rest():
    with serving() as server:
        run = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, server.url], cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        kept = Cache("generations")
        while server.asked["slow"] == 0 or kept.connection.execute(
            "SELECT count(*) FROM entries"
        ).fetchone() != (2,):
            assert run.poll() is None
            time.sleep(0.05)
        kept.close()
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=30)  # the question on its way would take 60 s
        assert "KeyboardInterrupt" in said
        generate(server.url, "good-1", "good-2", "other")
        assert server.asked == {"good-1": 1, "good-2": 1, "slow": 1, "other": 1}


def test_alone_as_in_the_batch_and_what_is_known_is_not_asked_again():
    with serving() as server:
        batch = generate(server.url, "good", "refuse", "schema", "500")
        before = dict(server.asked)
        assert {word: generate(server.url, word)[word] for word in batch} == batch
        assert server.asked == before | {"500": before["500"] + 3}
    assert json.loads(batch["good"].exchange["reply"]) == ANSWER
