import subprocess
import sys

import pytest

from stages.commands import doctor
from stages.commands.claiming.project import engine_obstacles, names, project_obstacles
from stages.core.artifacts import write_json
from stages.retrieve.engine import CHECKED_VECTORS
from tests.commands.claiming.history import History


@pytest.fixture(autouse=True)
def locked(monkeypatch):
    """Installed packages are as locked, whatever they are on this machine."""
    monkeypatch.setattr(doctor, "lock", lambda: [(True, "packages as requirements.lock pins them")])


@pytest.fixture
def history(tmp_path):
    history = History(tmp_path / "repo")
    subprocess.run([sys.executable, "-m", "dvc", "init", "--quiet"], cwd=history.root, check=True)
    history.commit("dvc")
    return history


@pytest.mark.parametrize(
    ("engine", "vectors", "approximate"),
    [("chroma", CHECKED_VECTORS, False), ("chroma", CHECKED_VECTORS + 1, True), ("exact", 10**6, False)],
)
def test_rankings_that_exact_search_did_not_check(tmp_path, engine, vectors, approximate):
    write_json(tmp_path / "data" / "index" / "manifest.json", {"chunks": vectors})
    (tmp_path / "resolved.yaml").write_text(f"retrieve:\n  engine: {engine}\n")
    assert [str(found) for found in engine_obstacles(tmp_path)] == [
        f"rankings of {vectors} vectors are approximate: "
        "vidwise set retrieve.engine=exact, then dvc repro and git commit"
    ] * approximate


def test_other_packages_than_the_lock(tmp_path, monkeypatch):
    line = (False, "2 packages differ from requirements.lock (scipy is 1, not 2): run `make setup`")
    monkeypatch.setattr(doctor, "lock", lambda: [(True, "Python"), line])
    assert [str(found) for found in engine_obstacles(tmp_path)] == [
        "2 packages differ from requirements.lock (scipy is 1, not 2): make setup"
    ]


def test_each_state_of_a_repository_alone(history, tmp_path):
    assert project_obstacles(history.root) == []
    history.write("b.txt", "x")
    [untracked] = project_obstacles(history.root)
    assert str(untracked) == "git is not clean (b.txt): git commit"
    history.write(".gitignore", "out.txt\n")
    history.write(
        "dvc.yaml", "stages:\n  one:\n    cmd: cp b.txt out.txt\n    deps: [b.txt]\n    outs: [out.txt]\n"
    )
    history.commit()
    [stale] = project_obstacles(history.root)
    assert str(stale).startswith("the pipeline is not up to date (one): dvc repro")
    subprocess.run([sys.executable, "-m", "dvc", "repro", "--quiet"], cwd=history.root, check=True)
    history.commit()
    assert project_obstacles(history.root) == []
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", history.root.as_uri(), str(clone)], check=True)
    reasons = [found.reason for found in project_obstacles(clone)]
    assert "shallow" in reasons[0]
    assert reasons[1:] == [  # it has the lock, and not what the lock speaks of
        "the pipeline is not up to date (one)",
        "data is not as DVC stored it (out.txt)",
    ]


def test_names_of_what_is_not_stored():
    status = {"not_in_cache": ["a"], "uncommitted": {"deleted": ["b/"], "modified": ["a"]}}
    assert names(status) == ["a", "b/"]
