import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stages.cli import app
from stages.commands.set_params import apply, scalar
from stages.core import paths
from stages.core.errors import UserError
from stages.core.settings import read_yaml


@pytest.fixture
def params(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "params.yaml"
    shutil.copy(paths.PARAMS, copy)
    monkeypatch.setattr(paths, "PARAMS", copy)
    return copy


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["set", *words], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_an_override_lands_under_set_and_comments_stay(params):
    comment = params.read_text().splitlines()[0]
    assert "set.chunk.max_tokens = 100" in run("chunk.max_tokens=100")
    assert read_yaml(params)["set"] == {"chunk": {"max_tokens": 100}}
    assert params.read_text().startswith(comment)


def test_clear_drops_all_overrides_and_leaves_the_file_as_it_was(params):
    before = params.read_text()
    run("chunk.max_tokens=100")
    run("retrieve.depth=20")
    assert "set is empty" in run("--clear")
    assert params.read_text() == before


def test_a_choice_lands_at_the_top(params):
    run("transcribe=base")
    assert read_yaml(params)["transcribe"] == "base"


@pytest.mark.parametrize(
    "change", ["chunk.max_tokns=5", "chunk.max_tokens=no", "chnk.a=1", "chunk", "chunk=nope", "chunk.=1"]
)
def test_what_would_not_run_is_refused_and_nothing_is_written(params, change):
    before = params.read_bytes()
    with pytest.raises(UserError):
        run(change)
    assert params.read_bytes() == before


def test_values_are_read_as_yaml_1_2():
    assert [scalar(text) for text in ("no", "1e-3", "[1, 2]", "", "12")] == ["no", 0.001, [1, 2], None, 12]


def test_nested_keys_make_their_parents():
    params = {"set": None}
    apply(params, "chunk.a.b=1")
    assert params == {"set": {"chunk": {"a": {"b": 1}}}}
