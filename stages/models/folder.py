"""The folder that a sentence-transformers model's name means, and what it holds."""

from functools import cache
from pathlib import Path

from stages.core.errors import UserError
from stages.models.weights import digest, find_weights


def model_folder(name: str) -> Path:
    """The local folder of a model's files: an installed package's, a path, or one in the hub's cache.

    Raises: UserError when a hub name is not in the local cache (nothing is downloaded).
    """
    found = Path(find_weights(name))
    if found.is_dir():
        return found
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError):
        raise UserError(
            f"model {name}: neither a folder nor in this machine's hub cache: mend the name in conf/, or "
            "bring the model into the cache first"
        ) from None


@cache
def model_digest(folder: Path) -> str:
    """SHA-256 over all files of a model's folder, its modules' own folders included."""
    return digest(sorted(path for path in folder.rglob("*") if path.is_file()))
