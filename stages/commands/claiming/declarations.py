"""What conf/evaluate declared to be claimed, and whether it did before the figure was known."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ruamel.yaml.error import YAMLError

from stages.commands.claiming.figures import FILES, RESULTS, find
from stages.commands.claiming.revisions import EVERYWHERE, commits_that_changed, content, contents
from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.core.settings import check_settings, parse_yaml
from stages.evaluate.settings import Claim


def conf_file(revision: str, root: Path = ROOT) -> str:
    """The file of conf/evaluate that params.yaml chose at a revision."""
    return f"conf/evaluate/{keys_of(revision, 'params.yaml', root).get('evaluate')}.yaml"


def keys_of(revision: str, path: str, root: Path) -> dict[str, Any]:
    """A YAML file at a revision; {} if it is not there or not well formed, as any old commit may have it."""
    with suppress(YAMLError, UnicodeDecodeError):
        found = parse_yaml((content(revision, path, root) or b"").decode())
        return found if isinstance(found, dict) else {}
    return {}


def declared(revision: str, root: Path = ROOT) -> dict[str, Claim]:
    """The claims that the committed conf/evaluate declares at a revision, by measure.

    Overrides in params.yaml declare nothing; nor does what is not well formed.
    """
    file = conf_file(revision, root)
    items = keys_of(revision, file, root).get("claims")
    claims = {}
    for item in items if isinstance(items, list) else []:
        with suppress(UserError):
            claim = check_settings(Claim, item, file, "evaluate.claims")
            claims[claim.measure] = claim
    return claims


def seen_before_declared(
    claim: Claim,
    figure: Mapping[str, Any],
    dataset: str,
    revisions: Sequence[str] = EVERYWHERE,
    root: Path = ROOT,
) -> str | None:
    """A commit or experiment that has this very figure although its parent did not declare it; None if none.

    The order of commits is all that git knows: a figure that was looked at and not committed leaves no trace.

    Args:
        claim: what is to be claimed.
        figure: its figure.
        dataset: what it is a figure of; its results may stand in metrics/results too.
        revisions: whose history is searched.
        root: of the project.
    """
    results = f"{RESULTS}{dataset}.json"
    for file in (*(f"metrics/{claim.split}/{name}.json" for name in FILES), results):
        changes = commits_that_changed(file, revisions, root)
        there = contents([f"{commit}:{file}" for commit, *_ in changes], root)
        for commit, *parents in changes:
            metrics = json.loads(there.get(f"{commit}:{file}", b"{}"))
            if file == results:
                metrics = merged(metrics.get("metrics", {}).get(claim.split, {}))
            if same(metrics.get(claim.measure), figure) and not any(
                declared(parent, root).get(claim.measure) for parent in parents
            ):
                return commit
    return None


def merged(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of a split's metrics files, by measure."""
    return {measure: figure for name in FILES for measure, figure in metrics.get(name, {}).items()}


def same(one: Any, other: Mapping[str, Any]) -> bool:
    """Whether two figures are one: the same value over as many questions and videos."""
    return isinstance(one, dict) and all(one.get(key) == other[key] for key in ("value", "n", "clusters"))


def metrics_at(revision: str, split: str, root: Path = ROOT) -> dict[str, Any]:
    """A split's committed metrics files by name."""
    paths = {f"{revision}:metrics/{split}/{name}.json": name for name in FILES}
    return {paths[path]: json.loads(text) for path, text in contents(paths, root).items()}


def figure_at(revision: str, claim: Claim, root: Path = ROOT) -> tuple[str, dict[str, Any]] | None:
    """The metrics file and the figure of a claim at a revision; None if it is not there."""
    with suppress(KeyError):
        name, figure = find(metrics_at(revision, claim.split, root), claim.measure)
        return f"metrics/{claim.split}/{name}.json", figure
    return None
