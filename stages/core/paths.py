"""Where things lie. Everything is found from the project's root, never from the working directory."""

from pathlib import Path

import stages.core.errors as errors

ROOT = Path(__file__).resolve().parents[2]
CONF = ROOT / "conf"
PARAMS = ROOT / "params.yaml"
RESOLVED = ROOT / "resolved.yaml"
DATA = ROOT / "data"
MANIFEST = DATA / "manifest.parquet"
QUERIES = DATA / "queries.parquet"
LABELS = DATA / "labels.parquet"
CAPTIONS = DATA / "captions"
TRANSCRIPTS = DATA / "transcripts"
GOLD = DATA / "gold"
CHUNKS = DATA / "chunks.parquet"
EMBEDDINGS = DATA / "embeddings"
INDEX = DATA / "index"
RANKINGS = DATA / "rankings.parquet"
FEATURES = DATA / "features.parquet"
CALIBRATION = DATA / "calibration.json"
ANSWERS = DATA / "answers.parquet"
GENERATIONS = DATA / "generations.jsonl"
VERDICTS = DATA / "verdicts"
METRICS = ROOT / "metrics"
REPORT = ROOT / "report"
AGREEMENT_LOG = ROOT / ".dvc" / "tmp" / "vidwise-agreement.jsonl"
RUN_LOG = ROOT / ".dvc" / "tmp" / "vidwise-runs.jsonl"


def inside(path: Path, folder: Path) -> Path:
    """Return `path` resolved, or raise UserError if it leads out of `folder` (`..`, absolute or a link)."""
    resolved = path.resolve()
    if not resolved.is_relative_to(folder.resolve()):
        raise errors.UserError(f"{path} leads out of {folder}: move the file inside and name it from there")
    return resolved
