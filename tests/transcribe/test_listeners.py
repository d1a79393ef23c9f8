"""Several processes, with jobs that need no weights."""

import os
import signal
from concurrent.futures import Future, wait
from pathlib import Path

import numpy as np
import pytest

from stages.core.errors import UserError
from stages.models.asr import Engine, Heard
from stages.transcribe import listeners
from stages.transcribe.listeners import listeners as at_work

ENGINE = Engine(Path("/no/weights"), "silero", "int8", 8, None)
PCM = np.zeros(10, dtype=np.int16)


def own_id(engine: Engine, threads: int, pcm: object, language: str | None) -> Heard:
    return {
        "language": f"{os.getpid()} {threads} {signal.getsignal(signal.SIGINT) == signal.SIG_IGN}",
        "chunks": [],
    }


def killed(engine: Engine, threads: int, pcm: object, language: str | None) -> Heard:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def gone(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return True
    return False


def test_several_processes_share_the_cores_and_end_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "hear", own_id)
    monkeypatch.setattr(listeners, "cores", lambda: 6)
    with at_work(ENGINE, 2) as submit:
        futures = [submit(PCM, None) for _ in range(4)]
        found = [str(future.result()["language"]).split() for future in futures]
    assert {(threads, ignores) for _, threads, ignores in found} == {("3", "True")}
    assert all(int(process_id) != os.getpid() and gone(int(process_id)) for process_id, _, _ in found)


def test_an_interrupt_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "hear", own_id)
    futures: list[Future[Heard]] = []
    with pytest.raises(KeyboardInterrupt), at_work(ENGINE, 2) as submit:
        futures.append(submit(PCM, None))
        wait(futures)
        raise KeyboardInterrupt
    assert gone(int(str(futures[0].result()["language"]).split()[0]))


def test_a_process_that_is_killed_is_an_error_not_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "hear", killed)
    with (
        pytest.raises(UserError, match="was killed, most likely for lack of memory"),
        at_work(ENGINE, 2) as submit,
    ):
        submit(PCM, None).result()


def test_one_process_is_this_one_and_loads_only_when_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "hear", own_id)
    with at_work(ENGINE, 1) as submit:
        assert str(submit(PCM, None).result()["language"]).split()[0] == str(os.getpid())
    monkeypatch.setattr(listeners, "hear", None)
    with at_work(ENGINE, 1):
        pass
