"""metrics/claims.jsonl: one line a claimed figure, and how a line is verified from git alone."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from stages.commands.claiming.declarations import declared, figure_at, same, seen_before_declared
from stages.commands.claiming.figures import interval_of, level_of, obstacles
from stages.commands.claiming.looks import look_of, looks, stage_entry
from stages.commands.claiming.revisions import content, is_ancestor, is_shallow
from stages.core.artifacts import METRIC_PLACES, read_lines, write_text
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.settings import check_settings, exact
from stages.evaluate.settings import Claim

LEDGER = "metrics/claims.jsonl"
TOLERANCE = 10.0**-METRIC_PLACES


@exact
@dataclass(frozen=True)
class Line:
    """A claimed figure: what it is, how sure, and of which commit."""

    dataset: str
    dataset_digest: str
    measure: str
    split: str
    value: float
    wilson_low: float | None
    """Wilson's interval takes the questions to be independent; None for what is no proportion."""
    wilson_high: float | None
    cluster_low: float
    """The interval over videos: the one to quote."""
    cluster_high: float
    level: float
    """Of both intervals."""
    max_half_width: float
    n: int
    videos: int
    looks: int
    commit: Annotated[str, Field(pattern="^[0-9a-f]{40}$")]
    dvc_lock_sha256: str
    requirements_lock_sha256: str


def line_of(claim: Claim, figure: Mapping[str, Any], looks_so_far: int, commit: str, root: Path) -> Line:
    """The ledger's line for a figure that nothing stands against."""
    from stages.evaluate.intervals import wilson

    lock = content(commit, "dvc.lock", root) or b""
    look = look_of(lock.decode())
    level = level_of(looks_so_far)
    interval = interval_of(figure, level)
    if look is None or interval is None:
        raise ValueError(f"{claim.measure} has obstacles")
    low, high = (None, None) if figure["hits"] is None else wilson(figure["hits"], figure["n"], level)
    return Line(
        dataset=look.dataset,
        dataset_digest=look.dataset_digest,
        measure=claim.measure,
        split=claim.split,
        value=figure["value"],
        wilson_low=rounded(low),
        wilson_high=rounded(high),
        cluster_low=round(interval[0], METRIC_PLACES),
        cluster_high=round(interval[1], METRIC_PLACES),
        level=level,
        max_half_width=claim.max_half_width,
        n=figure["n"],
        videos=figure["clusters"],
        looks=looks_so_far,
        commit=commit,
        dvc_lock_sha256=hashlib.sha256(lock).hexdigest(),
        requirements_lock_sha256=digest_at(commit, "requirements.lock", root),
    )


def rounded(value: float | None) -> float | None:
    """To the places that metrics files have."""
    return None if value is None else round(value, METRIC_PLACES)


def digest_at(commit: str, path: str, root: Path) -> str:
    """SHA-256 of a file at a commit, as sha256sum prints it."""
    return hashlib.sha256(content(commit, path, root) or b"").hexdigest()


def read_ledger(root: Path = ROOT) -> list[Line]:
    """The lines of the ledger, none if there is no ledger yet.

    Raises: UserError naming the line that is no ledger line.
    """
    path = root / LEDGER
    if not path.exists():
        return []
    lines = []
    for i, text in enumerate(read_lines(path), start=1):
        try:
            values = json.loads(text)
            json.dumps(values, allow_nan=False)
        except ValueError as error:
            raise UserError(
                f"{LEDGER}: line {i} is not JSON ({error}): restore it with `git checkout {LEDGER}`"
            ) from None
        if not isinstance(values, dict):
            raise UserError(f"{LEDGER}: line {i} is no claim: restore it with `git checkout {LEDGER}`")
        lines.append(check_settings(Line, values, LEDGER, f"line {i}"))
    return lines


def append(lines: list[Line], root: Path = ROOT) -> None:
    """Add lines at the end, all or none."""
    path = root / LEDGER
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    added = "".join(json.dumps(asdict(line), ensure_ascii=False) + "\n" for line in lines)
    write_text(path, before + added)


def claimed(
    dataset_digest: str, split: str, measure: str, figure: Mapping[str, Any], ledger: Sequence[Line]
) -> Line | None:
    """The newest line that claims this very figure; None if none does."""
    for line in reversed(ledger):
        stated = {"value": line.value, "n": line.n, "clusters": line.videos}
        if (line.dataset_digest, line.split, line.measure) == (dataset_digest, split, measure) and same(
            stated, figure
        ):
            return line
    return None


def disagreements(line: Line, root: Path = ROOT) -> list[str]:
    """All in which a line and git do not agree; needs no artifact, so it works in any full clone."""
    if content(line.commit, "dvc.lock", root) is None:
        fetch = ": `git fetch --unshallow` first" if is_shallow(root) else ""
        return [f"commit {line.commit} is not here, or has no dvc.lock{fetch}"]
    found = []
    if not is_ancestor(line.commit, "HEAD", root):
        found.append(f"commit {line.commit} is not in the history of HEAD")
    for path, stated in (
        ("dvc.lock", line.dvc_lock_sha256),
        ("requirements.lock", line.requirements_lock_sha256),
    ):
        if digest_at(line.commit, path, root) != stated:
            found.append(f"{path} of commit {line.commit[:10]} has another SHA-256")
    claim = declared(line.commit, root).get(line.measure)
    if claim is None or claim.split != line.split:
        return [*found, f"conf/evaluate of commit {line.commit[:10]} does not declare it"]
    there = figure_at(line.commit, claim, root)
    if there is None:
        return [*found, f"the metrics of commit {line.commit[:10]} do not have it"]
    file, figure = there
    lock = (content(line.commit, "dvc.lock", root) or b"").decode()
    if unlike_the_lock(lock, {file: content(line.commit, file, root) or b""}):
        found.append(f"{file} of commit {line.commit[:10]} is not what its dvc.lock says was written")
    seen = seen_before_declared(claim, figure, line.dataset, (line.commit,), root)
    if seen:
        found.append(f"commit {seen[:10]} had the figure before it was declared")
    in_history = len(looks(line.dataset, line.dataset_digest, (line.commit,), root))
    if line.looks < in_history:
        found.append(f"looks is {line.looks}, but that commit's history has {in_history}")
    found += [obstacle.reason for obstacle in obstacles(figure, line.looks, claim.max_half_width)]
    if not found:
        right = line_of(claim, figure, line.looks, line.commit, root)
        found += [
            f"{key} is {value}, but git says {expected}"
            for (key, value), expected in zip(asdict(line).items(), asdict(right).values(), strict=True)
            if differ(value, expected)
        ]
    return found


def differ(value: Any, expected: Any) -> bool:
    """Whether two values are not the same, but for the last place of a float."""
    if isinstance(value, float) and isinstance(expected, float):
        return abs(value - expected) > TOLERANCE * 1.5
    return bool(value != expected)


def unlike_the_lock(lock: str, files: Mapping[str, bytes]) -> list[str]:
    """Those metrics files that are not what a dvc.lock says evaluate wrote.

    Args:
        lock: its text.
        files: content by path, such as metrics/test/retrieval.json.
    """
    written = {
        out["path"]: out["md5"]
        for split in ("dev", "test")
        for out in stage_entry(lock, f"evaluate@{split}").get("outs", [])
    }
    return [
        file
        for file, text in files.items()
        if written.get(file) != hashlib.md5(text, usedforsecurity=False).hexdigest()
    ]
