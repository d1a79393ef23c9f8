"""A small repository with a history of declarations and figures: git and files are real, no pipeline runs."""

import hashlib
import json
import subprocess
from pathlib import Path

FIGURE = {
    "value": 0.99,
    "n": 400,
    "hits": 396,
    "clusters": 40,
    "deff": 1.5,
    "low": 0.97,
    "high": 0.995,
    "cluster_low": 0.96,
    "cluster_high": 0.995,
    "method": "wilson, clustered",
}
DECLARED = "claims:\n- {measure: correct, split: test}\n"


def lock_text(dataset, answers, metrics):
    """A dvc.lock with the entries that claims read."""
    outs = "".join(
        f"    - path: metrics/test/{name}.json\n      md5: {hashlib.md5(text).hexdigest()}\n"
        for name, text in metrics.items()
    )
    return (
        "schema: '2.0'\nstages:\n  ingest:\n    cmd: python -m stages.ingest\n    deps:\n"
        f"    - path: data/{dataset}\n      md5: digest-of-{dataset}.dir\n"
        "  evaluate@test:\n    cmd: python -m stages.evaluate test\n    deps:\n"
        f"    - path: data/answers.parquet\n      md5: {answers}\n    - path: stages/core\n      md5: x\n"
        f"    outs:\n{outs}"
    )


class History:
    """A git repository at `root` that commits the files a pipeline leaves."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.email", "test@example.org")
        self.git("config", "user.name", "test")
        self.write("params.yaml", "evaluate: default\ndataset: mini\n")
        self.write("requirements.lock", "numpy==1\n")
        self.declare("")

    def git(self, *words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=self.root, check=True, capture_output=True, text=True
        ).stdout.strip()

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, message: str = "x") -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def declare(self, text: str = DECLARED, message: str = "declare") -> str:
        self.write("conf/evaluate/default.yaml", f"ks: [1]\n{text}")
        return self.commit(message)

    def measure(self, answers: str = "a1", dataset: str = "mini", commit: bool = True, **figure) -> str:
        """Write what a run leaves: metrics/test and dvc.lock; `answers` stands for the configuration."""
        metrics = {
            "retrieval": {},
            "citations": {"correct": FIGURE | figure},
            "abstention": {"states": {}},
        }
        texts = {name: json.dumps(value).encode() for name, value in metrics.items()}
        for name, text in texts.items():
            self.write(f"metrics/test/{name}.json", text.decode())
        self.write("dvc.lock", lock_text(dataset, answers, texts))
        return self.commit("measure") if commit else ""

    def experiment(self, name: str, answers: str, **figure) -> None:
        """What `dvc exp run` leaves: a commit on HEAD that only a ref below refs/exps holds."""
        self.measure(answers, **figure)
        self.git("update-ref", f"refs/exps/aa/bb/{name}", "HEAD")
        self.git("reset", "--quiet", "--hard", "HEAD~1")
