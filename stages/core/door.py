"""How a room is opened: no arguments, one line on a user's error, and a record of time and memory."""

import json
import resource
import sys
import time
from collections.abc import Callable

from stages.core.errors import UserError
from stages.core.paths import RESOLVED, ROOT, RUN_LOG

RESTORE = "the last good results come back with `dvc checkout` (and `git checkout metrics` for the metrics)"


def enter(stage: str, work: Callable[[], None], arguments: list[str] | None = None) -> None:
    """Run a stage; exit with 2 on a user's error, 130 on Ctrl-C; anything else is a defect and raises.

    `arguments` are those after the module's name, for stages that are run once per item (evaluate@dev).
    """
    if sys.argv[1:] != (arguments or []):
        sys.stderr.write(
            f"error: python -m stages.{stage} takes no such arguments ({' '.join(sys.argv[1:])}): its "
            f"settings are read from {RESOLVED}; change conf/ or params.yaml there, then run `dvc repro`\n"
        )
        raise SystemExit(2)
    started = time.monotonic()
    status = 1
    try:
        work()
        status = 0
    except UserError as error:
        sys.stderr.write(f"error: {stage}: {error}; {RESTORE}\n")
        status = 2
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        sys.stderr.write(f"{stage}: interrupted; run `dvc repro` again to go on; {RESTORE}\n")
        status = 130
        raise SystemExit(130) from None
    finally:
        log_run(" ".join([stage, *(arguments or [])]), time.monotonic() - started, status)


def log_run(stage: str, seconds: float, status: int) -> None:
    """Append time and peak memory to a log that neither git nor DVC sees; `make results` reads it."""
    if not (ROOT / ".dvc").is_dir():
        return
    usage = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    peak_kib = max(usage) // 1024 if sys.platform == "darwin" else max(usage)
    row = {"stage": stage, "seconds": round(seconds, 2), "peak_mib": round(peak_kib / 1024), "status": status}
    RUN_LOG.parent.mkdir(parents=True, exist_ok=True)
    with RUN_LOG.open("a", encoding="utf-8") as log:
        log.write(json.dumps(row) + "\n")
