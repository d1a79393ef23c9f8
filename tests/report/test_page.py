import re
from html.parser import HTMLParser

import pytest

from stages.report.page import curves, render
from stages.report.questions import Corpus, outcome
from tests.report.world import EMPTY, EVIL, RESOLVED, TALK, VIDEO, answer, figure, gold, metrics

CORPUS = Corpus({"v1": TALK}, {"v1": VIDEO})
METRICS = {"dev": metrics(), "test": EMPTY}
VOID = {"meta", "br", "line", "circle", "path", "link", "input", "img"}
OPTIONAL_END = {"th", "td", "p", "li", "dt", "dd"}


class Page(HTMLParser):
    """Collects tags and what they load or lead to; fails on an end tag that closes nothing."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.open, self.urls = [], [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.urls += [value for name, value in attrs if name in ("src", "href", "data", "action")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while tag not in VOID and self.open and self.open[-1] != tag and self.open[-1] in OPTIONAL_END:
            self.open.pop()
        if tag not in VOID:
            assert self.open and self.open.pop() == tag


def page(outcomes=(), metrics=METRICS):
    return render(RESOLVED, metrics, list(outcomes), [VIDEO], "no guarantee: <3 videos>")


def outcomes():
    return [
        outcome(
            "dev", gold("q1"), f"Cold? {EVIL}", answer("q1", start=10, end=50), {"end_to_end": 0.0}, CORPUS
        ),
        outcome(
            "dev", gold("q2", f"near {EVIL}"), "Warm?", answer("q2", "refused"), {"end_to_end": 1.0}, CORPUS
        ),
    ]


def test_nothing_from_data_becomes_markup():
    html = page(outcomes())
    assert EVIL not in html
    assert html.count("&lt;script&gt;") >= 5  # question, title, quote, kind, reason
    assert "script" not in Page(html).tags


def test_nothing_is_loaded_from_anywhere():
    html = page(outcomes())
    assert Page(html).urls == []
    assert "url(" not in html
    assert "default-src 'none'" in html


def test_figures_stand_with_n_intervals_and_warnings():
    html = page()
    row = re.search(r"<tr><th>recall@5.*?</tr>", html, re.DOTALL).group()
    assert re.findall(r"<td>([^<]*)", row) == ["0.750", "4", "0.55–0.95", "0.45–1.00"]
    assert "by construction" in html
    assert "not informative here: a random window" in html
    auroc = re.search(r"<tr><th>auroc.*?</tr>", html, re.DOTALL).group()
    assert re.findall(r"<td>([^<]*)", auroc) == ["–", "0", "–", "–"]


def test_refusal_by_kind_stands_beside_false_refusal():
    html = page()
    refusals = html[html.index("<h2>Refusals") : html.index("<h2>Answers")]
    dev = refusals[: refusals.index("<h3>test")]
    assert re.findall(r"<tr><th>([^<]*)", dev) == [
        *("measure", "false refusal", "decoys recognised", "refusal", "refusal of near", "refusal of other"),
        *("negatives", "all"),
    ]
    contamination = re.findall(r"<tr><th>refusal of (\w+)<small class=\"note\">([^<]*)", dev)
    assert contamination == [
        ("near", "contamination: not audited"),
        ("other", "contamination 0.125 (0.00–0.42), n 8"),
    ]


def test_every_figure_has_a_place():
    files = metrics()
    for number, figures in enumerate((files["retrieval"], files["citations"], files["abstention"])):
        figures[f"measure_of_tomorrow_{number}"] = figure(0.1 + number / 1000)
    html = page(metrics={"dev": files})
    for number in range(3):
        assert html.count(f"measure of tomorrow {number}") == 1


def test_questions_say_what_was_said_and_when():
    html = page(outcomes())
    questions = html[html.index("<h2>Questions") :]
    assert "1 of 2 came out wrong" in questions
    assert questions.index("Cold?") < questions.index("Warm?")
    assert "1:05 to 1:11" in questions
    assert "refused, rightly" in questions
    assert "Not shown here" not in questions


def test_an_answer_is_shown_where_it_says_more_than_its_quotes():
    said = answer("q1") | {"text": "It needs cold water."}
    for row, times in [(said, 1), (answer("q1"), 0)]:
        html = page([outcome("dev", gold("q1"), "Cold?", row, {"end_to_end": 1.0}, CORPUS)])
        assert html.count("<dt>answer") == times


def test_words_without_times_say_only_where():
    untimed = answer("q1")
    untimed["citations"][0] |= {"start_s": None, "end_s": None}
    html = page([outcome("dev", gold("q1", alternatives=[]), "Cold?", untimed, {"end_to_end": 1.0}, CORPUS)])
    assert "– to" not in html


def test_many_questions_say_how_many_are_not_shown():
    one, two = outcomes()
    html = page([one] * 200 + [two] * 101)
    assert "Not shown here: 50 more that came out wrong and 101 that came out right." in html


@pytest.mark.parametrize("found", [EMPTY, metrics()])
def test_a_split_may_be_empty(found):
    Page(page(metrics={"dev": found, "test": EMPTY}))


def test_the_same_page_again():
    assert page(outcomes()) == page(outcomes())


def test_the_data_of_dvc_plots():
    assert {name: len(points) for name, points in curves(METRICS).items()} == {
        "recall_at_k": 2,
        "recall_at_words": 1,
    }


def test_it_says_what_is_declared_of_the_refusal():
    assert "Declared: no guarantee: &lt;3 videos&gt;." in page()
