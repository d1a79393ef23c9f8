import base64
import hashlib
import re
from html.parser import HTMLParser

from stages.commands.auditing.page import VideoToRead, render
from stages.evaluate.contamination import MARKS

EVIL = "</legend><script>alert(1)</script>"
VIDEOS = [
    VideoToRead(f"Talk {EVIL}", "https://example.org/a", [(61.0, f"Kelp. {EVIL}")], [("q1", f"How? {EVIL}")]),
    VideoToRead("Tram", None, [(None, "It leaves at nine.")], [("q2", "When?"), ("q3", "Why?")]),
]


class Page(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def of(self, tag):
        return [attrs for name, attrs in self.found if name == tag]


def test_every_question_has_every_mark_and_no_mark_is_set():
    radios = [attrs for attrs in Page(render("mini", "test", VIDEOS)).of("input") if attrs["type"] == "radio"]
    assert [(attrs["name"], attrs["value"]) for attrs in radios] == [
        (f"mark-{name}", mark) for name in ("q1", "q2", "q3") for mark in MARKS
    ]
    assert not any("checked" in attrs for attrs in radios)


def test_nothing_from_data_becomes_markup_and_only_the_pages_own_script_may_run():
    html = render("mini", "test", VIDEOS)
    page = Page(html)
    assert EVIL not in html
    assert html.count("&lt;script&gt;") == 3  # title, transcript, question
    assert len(page.of("script")) == 1
    script = re.search(r"<script>(.*)</script>", html, re.DOTALL).group(1)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = page.of("meta")[2]["content"]
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_nothing_is_loaded_and_the_only_link_is_the_videos():
    page = Page(render("mini", "test", VIDEOS))
    assert [value for _, attrs in page.found for name, value in attrs.items() if name in ("src", "href")] == [
        "https://example.org/a"
    ]


def test_times_where_there_are_any():
    assert re.findall(r"<time>([^<]*)</time>", render("mini", "test", VIDEOS)) == ["1:01"]


def test_another_sample_has_another_key_so_that_kept_marks_do_not_mix():
    def key(videos):
        return Page(render("mini", "test", videos)).of("form")[0]["data-sample"]

    assert key(VIDEOS) == key(VIDEOS) != key(VIDEOS[:1])
