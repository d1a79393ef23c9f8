import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.ingest.dataset import Video
from stages.ingest.split import split_of, splits_of, unit_hash


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


TITLES = st.lists(
    st.tuples(st.sampled_from(["AMI", "ICSI", None]), st.integers(0, 60)), unique=True, max_size=60
)


def videos_of(titles: list[tuple[str | None, int]]) -> list[Video]:
    return [
        Video(f"{domain}-{number}", f"{domain} {number}", "0", domain=domain) for domain, number in titles
    ]


@given(TITLES, st.sampled_from([0.1, 0.3, 0.5]))
def test_each_domain_has_its_share_of_dev_by_lowest_hash(
    titles: list[tuple[str | None, int]], share: float
) -> None:
    videos = videos_of(titles)
    splits = splits_of(videos, share)
    assert splits == splits_of(videos[::-1], share)
    for video in videos:
        if video.domain is None:
            assert splits[video.video_id] == split_of(video.title, share)
    for domain in ("AMI", "ICSI"):
        inside = [video for video in videos if video.domain == domain]
        hashes = {"dev": [-1.0], "test": [2.0]}
        for video in inside:
            hashes[splits[video.video_id]].append(unit_hash(f"vidwise:{video.title}"))
        assert abs(len(hashes["dev"]) - 1 - share * len(inside)) <= 0.5 + 1e-9
        assert max(hashes["dev"]) < min(hashes["test"])


@given(TITLES)
def test_one_more_video_moves_at_most_one_other(titles: list[tuple[str | None, int]]) -> None:
    before = splits_of(videos_of(titles), 0.5)
    after = splits_of([*videos_of(titles), Video("new", "AMI new", "0", domain="AMI")], 0.5)
    assert sum(after[name] != split for name, split in before.items()) <= 1


def test_videos_of_one_title_are_on_one_side() -> None:
    videos = [Video(name, "same", "0", domain="AMI") for name in "abcd"]
    assert splits_of(videos, 0.5) == dict.fromkeys("abcd", "dev")
