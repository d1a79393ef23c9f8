import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.ingest.split import split_of, unit_hash


def test_split_is_the_documented_hash_of_the_title() -> None:
    # sha256("vidwise:winter-bees") begins with 1705, and 0x1705 / 0x10000 is 0.0899
    assert unit_hash("vidwise:winter-bees") == pytest.approx(0x1705 / 0x10000, abs=1e-4)
    assert split_of("winter-bees", unit_hash("vidwise:winter-bees") + 1e-9) == "dev"
    assert split_of("winter-bees", unit_hash("vidwise:winter-bees")) == "test"


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_share_of_titles_in_dev_is_as_asked(share: float) -> None:
    titles = [f"talk {number}" for number in range(4000)]
    assert sum(split_of(title, share) == "dev" for title in titles) / 4000 == pytest.approx(share, abs=0.03)


@given(st.text(), st.floats(0.01, 0.98))
def test_a_larger_dev_only_gains_titles(title: str, share: float) -> None:
    if split_of(title, share) == "dev":
        assert split_of(title, share + 0.01) == "dev"
