import pytest

from stages.report.questions import SHOW_ALL, SHOW_FAILURES, Corpus, chosen, outcome, shows_gold
from tests.report.world import TALK, TEXT, VIDEO, answer, gold, span

CORPUS = Corpus({"v1": TALK}, {"v1": VIDEO})
RIGHT, WRONG = {"end_to_end": 1.0}, {"end_to_end": 0.0}


@pytest.mark.parametrize(
    ("gold", "answer", "values", "verdict"),
    [
        (gold("q"), answer("q"), RIGHT, "answered, rightly"),
        (
            gold("q"),
            answer("q", start=30, end=40),
            WRONG,
            "answered, wrongly; gold not among the passages shown",
        ),
        (gold("q"), answer("q"), WRONG, "answered, wrongly; gold among the passages shown"),
        (
            gold("q"),
            answer("q", "refused"),
            WRONG,
            "refused, though the video says it; gold among the passages shown",
        ),
        (gold("q", alternatives=[]), answer("q"), WRONG, "the transcript has lost the gold"),
        (gold("q"), answer("q", "failed"), WRONG, "no answer: the generator failed"),
        (gold("q", "near"), answer("q"), WRONG, "answered, though the video does not say it (near)"),
        (gold("q", "near"), answer("q", "refused"), RIGHT, "refused, rightly (near)"),
    ],
)
def test_how_it_came_out(gold, answer, values, verdict):
    one = outcome("dev", gold, "Q?", answer, values, CORPUS)
    assert (one.verdict, one.right) == (verdict, values == RIGHT)


def test_gold_is_quoted_with_its_times():
    row = gold("q", alternatives=[[span(0, 4), span(16, 22)], [span(len(TEXT) - 6, len(TEXT))]])
    first, second = outcome("dev", row, "Q?", answer("q"), RIGHT, CORPUS).gold
    assert (first.text, first.start_s, first.end_s) == ("Kelp … water.", 65.0, 71.0)
    assert (second.text, second.start_s) == ("sleep.", 3700.0)


def test_a_citation_that_has_no_place():
    lost = {"quote": "warm", "level": "unplaced"} | dict.fromkeys(
        ("video_id", "char_start", "char_end", "start_s", "end_s")
    )
    cited = CORPUS.cited(lost)
    assert (cited.title, cited.note, cited.link, cited.start_s) == ("nowhere", "unplaced", None, None)


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("https://example.org/talk", "https://example.org/talk#t=65"),
        ("https://example.org/talk#part", "https://example.org/talk#part"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        (None, None),
    ],
)
def test_only_the_web_is_linked_to(url, link):
    corpus = Corpus({"v1": TALK}, {"v1": VIDEO | {"url": url}})
    assert corpus.link("v1", 65.9) == link


def test_shows_gold_needs_a_character_of_the_same_video():
    assert shows_gold([[span(0, 5)]], [span(4, 9)])
    assert not shows_gold([[span(0, 5)]], [span(5, 9)])
    assert not shows_gold([[span(0, 5)]], [span(0, 5) | {"video_id": "v2"}])
    assert not shows_gold([], [span(0, 5)])


def outcomes(n, wrong):
    return [
        outcome(
            "test" if i % 2 else "dev",
            gold(f"q{i:04}"),
            "?",
            answer("q"),
            WRONG if i < wrong else RIGHT,
            CORPUS,
        )
        for i in range(n)
    ]


def test_failures_come_first_and_dev_before_test():
    ordered = chosen(outcomes(6, 3))
    assert [(one.right, one.split) for one in ordered] == [
        *[(False, "dev"), (False, "dev"), (False, "test")],
        *[(True, "dev"), (True, "test"), (True, "test")],
    ]


def test_of_many_questions_only_the_first_failures():
    assert len(chosen(outcomes(SHOW_ALL, 200))) == SHOW_ALL
    shown = chosen(outcomes(SHOW_ALL + 1, 200))
    assert len(shown) == SHOW_FAILURES
    assert not any(one.right for one in shown)
