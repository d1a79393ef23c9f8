"""A private copy of this project with a dataset of a few captions: whole pipelines in seconds, no speech."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from stages.core.paths import ROOT

CANARY = "ZQX-CANARY-7731"

TALKS = {
    path.stem: path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "talks").glob("*.txt")
}

QUESTIONS = [
    ("kelp", "How deep do the kelp lines hang?", "The kelp lines hang at four metres."),
    ("kelp", "Where are the spores bought?", "buys the spores in Tromso."),
    ("organ", "How many stops does the organ have?", "The organ has nineteen stops."),
    ("organ", "What was the builder paid in?", "He was paid in barley."),
    ("tram", "How often does line six turn round?", "turns round at the harbour every eleven minutes."),
    ("tram", "Who drew the first timetable?", "Ansel Brigg drew the first timetable by hand."),
    ("bees", "How much honey does a colony eat in January?", "eats about one kilo of honey a week."),
    ("bees", "What are the hives wrapped in?", "wraps the hives in tar paper"),
    ("peat-bog", "When was the bog drained?", "The bog was drained in 1962"),
    ("peat-bog", "How many dams were built?", "We built forty dams of peat"),
    ("silk-banner", "What is the glue made of?", "The glue is a starch of wheat"),
    ("silk-banner", "Is the banner ironed?", "Nothing is ironed."),
]

RING = [
    "kelp",
    "organ",
    "tram",
    "bees",
    "peat-bog",
    "silk-banner",
]  # each is asked the first question of the one before


def vtt(text: str) -> str:
    """One cue a line, four seconds each (all within the first minute)."""
    cues = [
        f"00:{4 * i:02}.000 --> 00:{4 * i + 4:02}.000\n{line}\n" for i, line in enumerate(text.splitlines())
    ]
    return "WEBVTT\n\n" + "\n".join(cues)


def questions() -> list[dict]:
    """Answerable questions with quotes as gold, other-video negatives; the canary in each label field."""
    rows: list[dict] = [
        {
            "question": question,
            "video": video,
            "answerable": True,
            "gold": [[{"quote": quote}]],
            "reference_answer": CANARY,
            "note": CANARY,
        }
        for video, question, quote in QUESTIONS
    ]
    first = {video: question for video, question, _ in reversed(QUESTIONS)}
    rows += [
        {"question": first[RING[i - 1]], "video": video, "answerable": False, "negative_kind": CANARY}
        for i, video in enumerate(RING)
    ]
    return rows


LEFT_OUT = ("data/talks/", "tools/talks/", "tests/", "metrics/dev/", "metrics/test/", "metrics/claims.jsonl")
"""Of the copy: the talks, and what the pipeline and `vidwise claim` said of them."""


class Project:
    """A copy of the repository at `root`, with its own git, DVC cache and engine cache."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self.cache = cache

    @classmethod
    def make(
        cls,
        root: Path,
        talks: Mapping[str, str] = TALKS,
        rows: Sequence[dict] | None = None,
        conf: Mapping[str, str] | None = None,
    ) -> "Project":
        """Copy what git tracks or would track, lay a small dataset, and commit.

        Args:
            root: where to.
            talks: what is said in each video, a caption a line.
            rows: of questions.jsonl; those on TALKS if None.
            conf: files of conf/ that have another text here, by path below conf/.
        """
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in listed.stdout.splitlines():
            if name.startswith(LEFT_OUT) or not (ROOT / name).is_file():
                continue
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
        (root / "dvc.lock").unlink(missing_ok=True)
        project = cls(root, root.parent / "engine-cache")
        mini = root / "data" / "mini"
        mini.mkdir(parents=True)
        for name, text in talks.items():
            (mini / f"{name}.vtt").write_text(vtt(text), encoding="utf-8")
        project.write_questions(questions() if rows is None else rows)
        shutil.copy(root / "conf" / "dataset" / "talks.yaml", root / "conf" / "dataset" / "mini.yaml")
        for name, text in (conf or {}).items():
            (root / "conf" / name).write_text(text, encoding="utf-8")
        params = root / "params.yaml"
        params.write_text(params.read_text().replace("dataset: talks", "dataset: mini"))
        project.run("git", "init", "--quiet", "--initial-branch=main")
        project.run("git", "config", "user.email", "test@example.org")
        project.run("git", "config", "user.name", "test")
        project.commit("a small dataset")
        return project

    def copy(self, root: Path) -> "Project":
        """An independent copy, artifacts and DVC cache included, to change at will."""
        shutil.copytree(self.root, root, symlinks=True)
        return Project(root, self.cache)

    def write_questions(self, rows: list[dict]) -> None:
        """Replace questions.jsonl."""
        path = self.root / "data" / "mini" / "questions.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def commit(self, message: str) -> None:
        """Commit everything that is not ignored."""
        self.run("git", "add", "--all")
        self.run("git", "commit", "--quiet", "--allow-empty", "-m", message)

    def call(
        self, *command: str, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, whatever its exit code."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "VIDWISE_CACHE": str(self.cache), **variables}
        return subprocess.run(
            command, cwd=cwd or self.root, env=environment, capture_output=True, text=True, check=False
        )

    def run(self, *command: str) -> str:
        """Run a command that must succeed; its output."""
        done = self.call(*command)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def vidwise(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run the `vidwise` command, whatever its exit code."""
        return self.call("python", "-c", "from stages.cli import main; main()", *arguments, **variables)

    def repro(self, *arguments: str) -> list[str]:
        """`dvc repro`; the stages that ran."""
        return re.findall(r"^Running stage '([^']+)'", self.run("dvc", "repro", *arguments), re.M)

    def digests(self) -> dict[str, str]:
        """sha256 of every artifact that the stages write."""
        files = [path for place in ("data", "metrics", "report") for path in (self.root / place).rglob("*")]
        return {
            path.relative_to(self.root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(files)
            if path.is_file() and "data/mini" not in path.as_posix() and path.suffix != ".gitignore"
        }
