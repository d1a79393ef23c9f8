import doctest

from stages.core.paths import ROOT


def test_the_example_of_the_page_holds():
    failed, tried = doctest.testfile(str(ROOT / "docs" / "refusal.md"), module_relative=False)
    assert not failed
    assert tried > 3
