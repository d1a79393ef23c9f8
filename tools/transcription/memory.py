"""The memory that a process has taken."""

from pathlib import Path


def own_peak_mib() -> float:
    """This process's own peak; `ru_maxrss` would count that of the process that started it too (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024
