"""What keeps the frame right: who imports whom, which stage sees labels, what each stage declares."""

import ast
import dataclasses
import importlib
import re
from pathlib import Path
from typing import get_args

import pytest

from stages.configure.compose import GROUPS, RESERVED
from stages.core.paths import CONF, ROOT
from stages.core.settings import read_yaml

STAGES = ROOT / "stages"
DVC = read_yaml(ROOT / "dvc.yaml")["stages"]
ROOMS = sorted(path.parent.name for path in STAGES.glob("*/__main__.py"))
SHARED = {"core", "models"}
SECOND_STAGES = {"tune": "retrieve"}
"""A room with two stages: both search, and tune may see dev's gold."""
LABELS = re.compile(r"labels|gold|verdicts|metrics")


def imported(path: Path) -> set[str]:
    """Full names of the modules of `stages` that a file imports, wherever in the file it does."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in names if name.startswith("stages")}


def rooms_imported(folder: Path) -> set[str]:
    """Rooms and shared packages that the files of a folder import."""
    return {name.split(".")[1] for path in folder.rglob("*.py") for name in imported(path) if "." in name}


STAGE_NAMES = sorted([*ROOMS, *SECOND_STAGES])


def stage_of(name: str) -> dict:
    """The dvc.yaml entry of a stage; of a foreach stage, its template."""
    return DVC[name].get("do", DVC[name])


def room_of(stage: str) -> str:
    """The room in whose folder a stage's code is."""
    return SECOND_STAGES.get(stage, stage)


def test_there_is_a_stage_for_every_room_and_a_room_for_every_stage():
    assert sorted(DVC) == STAGE_NAMES


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_itself_core_and_models_only(room):
    foreign = rooms_imported(STAGES / room) - {room} - SHARED
    assert not foreign, f"stages/{room} imports {foreign}"


def test_configure_imports_other_rooms_settings_only_by_name():
    """compose.py loads stages.<room>.settings through importlib: nothing else of a room."""
    source = (STAGES / "configure" / "compose.py").read_text()
    assert re.findall(r"import_module\((.+)\)", source) == ['f"stages.{GROUPS[group]}.settings"']
    for room in GROUPS.values():
        assert {name.split(".")[1] for name in imported(STAGES / room / "settings.py")} == {"core"}


def test_core_imports_only_core_and_models_only_core():
    assert rooms_imported(STAGES / "core") <= {"core"}
    assert rooms_imported(STAGES / "models") <= {"core", "models"}


@pytest.mark.parametrize("stage", STAGE_NAMES)
def test_code_deps_are_exactly_the_room_core_and_models_where_used(stage):
    room = room_of(stage)
    deps = {dep for dep in stage_of(stage)["deps"] if dep.startswith("stages/")}
    expected = {f"stages/{room}", "stages/core"}
    if "models" in rooms_imported(STAGES / room):
        expected.add("stages/models")
    if room == "configure":
        expected |= {f"stages/{other}/settings.py" for other in GROUPS.values()}
    assert deps == expected


def test_only_gold_tune_calibrate_evaluate_and_the_final_report_see_labels():
    seeing = {
        (room, dep)
        for room in STAGE_NAMES
        for dep in stage_of(room)["deps"]
        if LABELS.search(dep) and "stages/" not in dep
    }
    assert seeing == {
        ("gold", "data/labels.parquet"),
        ("tune", "data/gold/dev.parquet"),
        ("calibrate", "data/gold/dev.parquet"),
        ("evaluate", "data/gold/${item}.parquet"),
        ("evaluate", "metrics/audits"),
        *{(room, dep) for room, dep in seeing if room == "report"},
    }
    made_by_report = [next(iter(out)) if isinstance(out, dict) else out for out in stage_of("report")["outs"]]
    read = [dep for room in ROOMS for dep in stage_of(room)["deps"]]
    assert not [out for out in made_by_report if any(out.startswith(dep) for dep in read)]


TUNE = STAGES / "retrieve" / "tune.py"
LABEL_PATHS = {"LABELS", "GOLD", "VERDICTS", "METRICS", "AUDITS"}


@pytest.mark.parametrize("room", sorted(set(ROOMS) - {"ingest", "gold", "calibrate", "evaluate", "report"}))
def test_code_of_label_free_rooms_names_no_label_path(room):
    for path in set((STAGES / room).rglob("*.py")) - {TUNE}:
        names = {name.rsplit(".", 1)[1] for name in imported(path) if name.startswith("stages.core.paths.")}
        assert not names & LABEL_PATHS, path


def test_only_the_stage_tune_opens_the_file_that_reads_gold():
    """Both stages of retrieve begin in one file; it imports tune.py only where that word was given."""
    importing = [path for path in STAGES.rglob("*.py") if "stages.retrieve.tune.main" in imported(path)]
    assert importing == [STAGES / "retrieve" / "__main__.py"]
    body = ast.parse(importing[0].read_text(encoding="utf-8")).body
    at_once = {node.module for node in body if isinstance(node, ast.ImportFrom)}
    assert "stages.retrieve.engine" in at_once
    assert "stages.retrieve.tune" not in at_once


@pytest.mark.parametrize("stage", STAGE_NAMES)
def test_a_stage_reads_just_the_section_that_it_declares(stage):
    declared = [
        key
        for params in stage_of(stage).get("params", [])
        if isinstance(params, dict)
        for key in params["resolved.yaml"]
    ]
    room = room_of(stage)
    reads_settings = (STAGES / room / "settings.py").exists()
    if room == "configure":
        assert set(stage_of(room)["params"]) == {*GROUPS, "set"}
        return
    if reads_settings:
        assert declared == [importlib.import_module(f"stages.{room}.settings").SECTION]
    else:
        assert declared == []
    for path in (STAGES / room).rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        calls = re.findall(r"load_settings\(\s*([\w.\"']+)", source)
        assert calls in ([], ["SECTION"]), f"{path} reads {calls}"
        if room != "report":
            assert "RESOLVED" not in source, f"{path} reads resolved.yaml past core.settings"


def keys(kind: type) -> list[str]:
    """Keys of a settings dataclass, or of each in a union."""
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    return [name for part in get_args(kind) for name in keys(part)]


def nested_keys(values: object) -> list[str]:
    """All keys of a YAML document, at any depth."""
    if isinstance(values, dict):
        return [*values, *(key for value in values.values() for key in nested_keys(value))]
    if isinstance(values, list):
        return [key for value in values for key in nested_keys(value)]
    return []


def test_no_parameter_has_a_name_that_dvc_drops_from_its_run_cache_key():
    names = [key for path in CONF.rglob("*.yaml") for key in nested_keys(read_yaml(path))]
    names += [
        key
        for group in GROUPS.values()
        for key in keys(importlib.import_module(f"stages.{group}.settings").Settings)
    ]
    names += nested_keys(read_yaml(ROOT / "params.yaml"))
    assert len(names) > 30
    assert not {"size", "nfiles"} & set(names)


def test_every_conf_group_is_in_params_and_every_key_in_its_dataclass():
    assert sorted(path.name for path in CONF.iterdir()) == sorted(GROUPS)
    for group, room in GROUPS.items():
        known = keys(importlib.import_module(f"stages.{room}.settings").Settings)
        for path in (CONF / group).glob("*.yaml"):
            assert set(read_yaml(path)) <= set(known), path


def test_pipeline_folders_of_data_are_reserved_as_dataset_names():
    outs = [
        next(iter(out)) if isinstance(out, dict) else out
        for stage in STAGE_NAMES
        for out in stage_of(stage)["outs"]
    ]
    folders = {out.split("/")[1] for out in outs if out.startswith("data/") and "." not in out.split("/")[1]}
    assert folders == set(RESERVED)


def test_dvcignore_names_pycache():
    assert "__pycache__" in (ROOT / ".dvcignore").read_text().splitlines()
