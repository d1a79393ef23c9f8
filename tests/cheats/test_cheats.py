"""The false systems lose: docs/cheats.md is the table of what each betters and what catches it."""

import re

import pytest

from stages.core.errors import UserError
from stages.core.paths import ROOT
from stages.evaluate.summary import headlines
from tests.cheats.cheats import CHEATS, Cheat, answered
from tests.cheats.world import SETTINGS, Judged, System, honest, judge

PAGE = (ROOT / "docs" / "cheats.md").read_text(encoding="utf-8")
LOWER_IS_BETTER = {"false_refusal", "misattributed", "aurc", "ece"}


def better(measure: str, value: float | None, than: float | None) -> bool:
    """Whether a figure is better; null, over no question, never is."""
    if value is None or than is None:
        return False
    return value < than - 1e-9 if measure in LOWER_IS_BETTER else value > than + 1e-9


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    return judge(honest(), tmp_path_factory.mktemp("honest"))


@pytest.mark.parametrize("false", CHEATS, ids=lambda false: false.name)
def test_it_loses(false: Cheat, truth: Judged, tmp_path):
    found = judge(false.system(), tmp_path)
    for measure in false.caught_by:
        assert better(measure, truth.value(measure), found.value(measure)), measure
    raised = {
        measure
        for measure in headlines(SETTINGS)
        if better(measure, found.value(measure), truth.value(measure))
    }
    assert raised == false.raises
    assert found.value("end_to_end") <= truth.value("end_to_end")
    for measure in headlines(SETTINGS):  # and it cannot shrink what is counted, but for answered questions
        if measure != "grounded":
            assert found.figures[measure]["n"] == truth.figures[measure]["n"], measure


def test_to_repeat_true_citations_hides_no_false_one(tmp_path):
    figures = []
    for times in (1, 99):
        system = honest()
        for row in answered(system):
            false = row["citations"][0] | {"quote": "It is made of gold."}
            row["citations"] = row["citations"] * times + [false]
        system.emit_what_is_cited()
        found = judge(system, tmp_path / str(times))
        figures.append(
            [found.value(measure) for measure in ("citation_precision", "misattributed", "grounded")]
        )
    assert figures[0] == figures[1] == [0.5, 0.0, 0.0]


def twice(system: System) -> None:
    system.answers.append(system.answers[0] | {"state": "refused"})


def politely(system: System) -> None:
    system.answers[0]["state"] = "politely refused"


def surest(system: System) -> None:
    system.answers[0]["confidence"] = 2.0


def nan(system: System) -> None:
    system.answers[0]["confidence"] = float("nan")


def silently(system: System) -> None:
    system.generations = [
        row for row in system.generations if row["query_id"] != answered(system)[0]["query_id"]
    ]


STOPPED = {
    "answers a question twice": (twice, "stands there twice"),
    "has a state of its own": (politely, "not one of answered/refused/failed"),
    "is surer than sure": (surest, "not a probability"),
    "has a confidence that is no number": (nan, "not a probability"),
    "hides what it emitted": (silently, "which was answered"),
}


@pytest.mark.parametrize(("spoil", "message"), STOPPED.values(), ids=STOPPED)
def test_it_is_stopped(spoil, message, tmp_path):
    system = honest()
    spoil(system)
    with pytest.raises(UserError, match=message) as error:
        judge(system, tmp_path)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "metrics").exists()


def table(heading: str) -> list[tuple[str, ...]]:
    """The rows of the table below a heading of docs/cheats.md."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[2:]]


def test_the_page_says_what_the_tests_prove():
    def named(cell: str) -> frozenset[str]:
        return frozenset(re.findall(r"`([^`]+)`", cell))

    caught = table("What evaluate catches")
    said = [(name, named(betters), named(by)) for name, betters, by, _ in caught]
    assert said == [(false.name, false.raises, false.caught_by) for false in CHEATS]
    assert [name for name, _ in table("What stops evaluate")] == list(STOPPED)


def test_the_tests_that_the_page_names_are_there():
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE):
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), name
    assert PAGE.count("::test_") >= 8
