import shutil
from typing import get_args

from stages.configure.compose import resolve
from stages.core.paths import CONF, PARAMS
from stages.core.settings import read_yaml
from stages.ingest.settings import Variant
from tools.results.__main__ import VARIANTS
from tools.results.run import choose


def test_a_variant_is_chosen_and_all_else_stays(tmp_path, monkeypatch):
    (tmp_path / "conf" / "dataset").mkdir(parents=True)
    shutil.copy(PARAMS, tmp_path)
    before = read_yaml(PARAMS)
    choose("spoken_squad", "wer44", tmp_path)
    params = read_yaml(tmp_path / "params.yaml")
    assert params.pop("dataset") == "spoken_squad"
    overrides = params.pop("set")
    assert overrides["dataset"] == {"variant": "wer44"}
    assert params == {key: value for key, value in before.items() if key not in ("dataset", "set")}
    assert (tmp_path / "params.yaml").read_text().startswith("# Which choice")  # comments too
    monkeypatch.setattr("stages.configure.compose.check_dataset", lambda name: None)
    assert resolve(read_yaml(tmp_path / "params.yaml"), CONF)["dataset"]["variant"] == "wer44"


def test_a_dataset_without_variants_overrides_nothing(tmp_path):
    (tmp_path / "conf" / "dataset").mkdir(parents=True)
    shutil.copy(PARAMS, tmp_path)
    choose("talks_scripts", None, tmp_path)
    assert read_yaml(tmp_path / "params.yaml") == read_yaml(PARAMS) | {"dataset": "talks_scripts"}


def test_variants_are_those_of_the_settings_but_the_default():
    default = read_yaml(CONF / "dataset" / "spoken_squad.yaml")["variant"]
    assert sorted((default, *VARIANTS["spoken_squad"])) == sorted(get_args(Variant))
