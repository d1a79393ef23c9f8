"""Run every dataset that is here in a clean clone; write docs/results.md and the table in README.md."""

import sys
import tempfile
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from stages.commands.repository import git
from stages.core.artifacts import read_json, write_text
from stages.core.errors import UserError
from stages.core.paths import CONF, DATA, ROOT
from tools.results.page import page, readme_block, with_block
from tools.results.run import Run, clean_clone, machine, run_dataset
from tools.results.speech import median_abs, start_errors_s, word_error_rate

TIMELINES = ROOT / "tools" / "talks" / "timelines"
README = ROOT / "README.md"


def speech_rows(run: Run) -> list[dict[str, Any]]:
    """Each recognised talk against its timeline."""
    rows = []
    for path in sorted(TIMELINES.glob("*.json")):
        segments = pq.read_table(run.transcripts / f"{path.stem}.parquet").to_pylist()
        if any(segment["time_source"] == "cue" for segment in segments):
            continue  # its captions won over recognition
        lines = read_json(path)["lines"]
        heard = [word for segment in segments for word in segment["words"]]
        errors = start_errors_s([word for line in lines for word in line["words"]], heard)
        rows.append(
            {
                "talk": path.stem,
                "wer": word_error_rate(
                    " ".join(line["text"] for line in lines),
                    " ".join(segment["text"] for segment in segments),
                ),
                "start_error_s": median_abs(errors),
                "words": len(errors),
            }
        )
    return rows


def main() -> None:
    """Run, then write both documents at once."""
    changed = git("status", "--porcelain", "--untracked-files=no").splitlines()
    if [line for line in changed if line[3:] not in ("README.md", "docs/results.md")]:
        raise UserError("commit your changes first: the results name the commit they were made from")
    present = [path.stem for path in sorted((CONF / "dataset").glob("*.yaml")) if (DATA / path.stem).is_dir()]
    runs, speech = [], []
    for name in present:
        with clean_clone() as clone, tempfile.TemporaryDirectory() as cache:
            run = run_dataset(name, clone, Path(cache))
            runs.append(run)
            if name == "talks":
                speech = speech_rows(run)
    commit = git("rev-parse", "--short=10", "HEAD").strip()
    write_text(ROOT / "docs" / "results.md", page(runs, speech, commit, machine()))
    write_text(README, with_block(README.read_text(encoding="utf-8"), readme_block(runs)))
    sys.stdout.write(f"docs/results.md and README.md: {', '.join(present)}\n")


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
