"""Recognisers at work: in this process, or one a process on several."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache

from stages.core.errors import UserError
from stages.models.asr import Engine, Heard, Recogniser
from stages.models.audio import Pcm, as_float
from stages.models.weights import files_of

Submit = Callable[[Pcm, str | None], "Future[Heard]"]
"""Samples and their language (None: to be detected) -> what will be heard in them."""

BYTES_PER_PROCESS = 1_400_000_000
"""What a recogniser takes beside its weights: libraries, pyannote, a part and a batch of its windows."""
MOST_BYTES = 4_000_000_000
"""For all processes together, whatever the machine has; cores beyond their number are threads of theirs."""


@lru_cache(maxsize=1)
def recogniser(engine: Engine, threads: int) -> Recogniser:
    """This process's recogniser."""
    return Recogniser(engine, threads)


def hear(engine: Engine, threads: int, pcm: Pcm, language: str | None) -> Heard:
    """What is heard in the samples, by this process's recogniser."""
    return recogniser(engine, threads).hear(as_float(pcm), language)


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def process_count(parts: int, engine: Engine) -> int:
    """How many processes hear that many parts: one a core, as far as MOST_BYTES and half of the memory go."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    weights = sum(file.stat().st_size for file in files_of(engine.weights))
    each = BYTES_PER_PROCESS + 2 * weights  # as they lie on disk, and as they are computed with
    return max(1, min(cores(), parts, min(memory // 2, MOST_BYTES) // each))


@contextmanager
def listeners(engine: Engine, count: int) -> Iterator[Submit]:
    """Yield a function that hands samples to a recogniser; one that is never called loads none.

    A single process hears at once; several hear side by side, each on its share of the cores. When the work
    is interrupted, they end with it.

    Raises: UserError when one of them is killed.
    """
    threads = max(1, cores() // count)
    if count == 1:
        yield lambda pcm, language: at_once(engine, threads, pcm, language)
        return
    # Forked processes would inherit locked locks of numeric libraries.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=follow_parent)
    try:
        yield lambda pcm, language: pool.submit(hear, engine, threads, pcm, language)
    except BrokenProcessPool:
        raise UserError(
            "a process that transcribes was killed, most likely for lack of memory: run again with more "
            "of it free; what has been heard is kept"
        ) from None
    finally:
        for process in multiprocessing.active_children():
            process.terminate()
        pool.shutdown(cancel_futures=True)


def at_once(engine: Engine, threads: int, pcm: Pcm, language: str | None) -> "Future[Heard]":
    """A future that has come."""
    future: Future[Heard] = Future()
    future.set_result(hear(engine, threads, pcm, language))
    return future


def follow_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
