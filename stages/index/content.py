"""A digest of what an index holds: the name of everything that is derived from it."""

import hashlib
from pathlib import Path


def content_digest(folder: Path) -> str:
    """SHA-256 over names and bytes of all files below `folder`, in the order of their names."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return total.hexdigest()
