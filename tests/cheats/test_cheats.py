"""The false systems lose: docs/cheats.md is the table of what each betters and what catches it."""

import pytest

from stages.evaluate.summary import headlines
from tests.cheats.cheats import CHEATS, Cheat
from tests.cheats.world import SETTINGS, Judged, honest, judge

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
    system = honest()
    false.spoil(system)
    found = judge(system, tmp_path)
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
