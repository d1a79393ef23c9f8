from itertools import pairwise

from hypothesis import given

from stages.chunk.splitting import split
from tests.chunk.documents import DOCUMENTS, LIMITS, check, document, document_of, spoken, texts
from tests.chunk.transcript import transcript


def whole(made):
    return (0, len(made.text))


def lengths(made, spans):
    return [made.count_tokens(*span) for span in spans]


def test_200_words_cut_at_96_leave_no_tail():
    made = document(" ".join(f"w{i}" for i in range(200)))
    spans = split(made, whole(made), 96)
    assert lengths(made, spans) == [67, 66, 67]
    check(made, spans, 96)


def test_what_fits_stays_whole_and_what_just_does_not_is_halved():
    made = document(" ".join(f"w{i}" for i in range(96)))
    assert split(made, whole(made), 96) == [whole(made)]
    assert lengths(made, split(made, whole(made), 95)) == [48, 48]


def test_a_segment_end_near_the_balanced_place_is_taken():
    made = document("a b c d", "e f g h i j k l")
    assert texts(made, split(made, whole(made), 8)) == ["a b c d", "e f g h i j k l"]


def test_a_segment_end_far_from_it_is_not():
    made = document("a", "b c d e f g h i j k l")
    assert texts(made, split(made, whole(made), 11)) == ["a\nb c d e f", "g h i j k l"]


def test_a_segment_end_that_would_make_a_piece_too_long_is_not():
    made = document("a b c d", "e f g h i j k l")
    assert texts(made, split(made, whole(made), 7)) == ["a b c d\ne f", "g h i j k l"]
    made = document("a b c d e f g h", "i j k l")
    assert texts(made, split(made, whole(made), 7)) == ["a b c d e f", "g h\ni j k l"]


def test_the_longest_pause_is_next():
    talk = transcript("a b c d e f g h i j k l")
    for word in talk.words[5:]:
        word["start_s"] += 0.5  # 0.7 s before f; everywhere else 0.2 s
        word["end_s"] += 0.5
    made = document_of(talk)
    assert texts(made, split(made, whole(made), 8)) == ["a b c d e", "f g h i j k l"]


def test_a_speaker_change_and_a_sentence_end_come_before_both():
    made = document("a b c", "d. e f g", "h i j k l", speakers=("A", "A", "B"))
    assert texts(made, split(made, whole(made), 8)) == ["a b c\nd. e f g", "h i j k l"]
    made = document("a b c d", "end. Next g h i j k l")
    assert texts(made, split(made, whole(made), 8)) == ["a b c d\nend.", "Next g h i j k l"]


def test_a_long_word_is_cut_into_equal_runs_of_characters():
    made = document("w" * 10_000, counter=lambda text: lambda start, end: end - start)
    assert {end - start for start, end in split(made, whole(made), 64)} <= {63, 64}


def test_a_long_word_between_short_ones_leaves_them_whole():
    made = document("ab " + "w" * 100 + " cd", counter=lambda text: lambda start, end: end - start)
    pieces = texts(made, split(made, whole(made), 20))
    assert pieces[0].startswith("ab") and pieces[-1].endswith("cd")
    check(made, split(made, whole(made), 20), 20)


@given(DOCUMENTS, LIMITS)
def test_disjoint_pieces_that_lose_nothing(segments, max_tokens):
    made = spoken(segments)
    start = len(made.text) - len(made.text.lstrip())
    end = len(made.text.rstrip())
    if start < end:
        spans = split(made, (start, end), max_tokens)
        check(made, spans, max_tokens)
        assert all(a <= b for (_, a), (b, _) in pairwise(spans))
