import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from stages.ingest.naming import PLAIN, hashed_id, title_of, video_ids

NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/."), min_size=1, max_size=80
)
PATHS = st.lists(
    st.builds(
        lambda parts, ext: "/".join(parts) + ext,
        st.lists(NAMES, min_size=1, max_size=3),
        st.sampled_from([".vtt", ".mp4"]),
    ),
    unique=True,
    max_size=8,
)


@given(PATHS)
def test_ids_are_unique_and_safe_as_file_names_even_where_case_does_not_count(paths: list[str]) -> None:
    ids = video_ids(paths)
    assert list(ids) == paths
    assert len({video_id.casefold() for video_id in ids.values()}) == len(paths)
    for video_id in ids.values():
        assert re.fullmatch(r"[A-Za-z0-9._-]{1,100}", video_id)
        assert video_id.strip(".")


@given(PATHS)
def test_order_of_files_does_not_change_ids(paths: list[str]) -> None:
    assert video_ids(paths) == {path: video_ids(paths[::-1])[path] for path in paths}


def test_plain_names_stay_as_they_are() -> None:
    assert video_ids(["winter-bees.mp4", "talk_2.en.vtt"]) == {
        "winter-bees.mp4": "winter-bees",
        "talk_2.en.vtt": "talk_2.en",
    }


def test_same_stem_twice_keeps_both_files_apart() -> None:
    ids = video_ids(["talk.srt", "talk.vtt", "Other.vtt", "other.srt"])
    assert ids["talk.srt"] == hashed_id("talk.srt") != ids["talk.vtt"]
    assert ids["Other.vtt"].startswith("Other-") and ids["other.srt"].startswith("other-")


def test_names_that_differ_only_by_unicode_form_get_two_ids() -> None:
    composed, decomposed = (unicodedata.normalize(form, "Café.vtt") for form in ("NFC", "NFD"))
    ids = video_ids([composed, decomposed])
    assert len(set(ids.values())) == 2
    assert all(video_id.startswith("Cafe-") for video_id in ids.values())


def test_a_name_without_ascii_letters_still_gets_a_name() -> None:
    assert re.fullmatch(r"video-[0-9a-f]{8}", hashed_id("農場.vtt"))
    assert not PLAIN.fullmatch("a/b")


def test_titles() -> None:
    assert title_of("b/talk.pt-BR.vtt") == "talk"
    assert title_of("b/50% off #1 (final) .vtt") == "50% off #1 (final) "
    assert title_of("release.v2.mp4") == "release.v2"
