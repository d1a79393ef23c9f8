import pytest

from tools.talks.script import Sentence, read_script

TALK = """media: ogg
subject: a test
noise: rain 7.5
speaker: Ann = piper
speaker: Bo Dee = espeak

--- talk
Ann
[depth] We settled on four metres.
Bo Dee
<1.5 [no] No, <five> [sic] it was.
Well.

--- questions
? How deep?
= four
@ depth + no | no

! false-premise: Why six?
"""


@pytest.fixture
def script(tmp_path):
    def read(text=TALK):
        path = tmp_path / "test.txt"
        path.write_text(text, encoding="utf-8")
        return read_script(path)

    return read


def test_a_sentence_may_fall_into_the_one_before_and_bear_a_mark(script):
    assert script().sentences == [
        Sentence("Ann", "We settled on four metres.", "depth"),
        Sentence("Bo Dee", "No, <five> [sic] it was.", "no", 1.5),
        Sentence("Bo Dee", "Well."),
    ]


def test_noise_is_a_kind_and_decibels_or_none(script):
    assert script().noise == ("rain", 7.5)
    assert script(TALK.replace("noise: rain 7.5\n", "")).noise is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Well.", "<0.3 Well.", "nobody else"),
        ("[depth] We", "<0.3 [depth] We", "nobody else"),
        ("@ depth", "@ width", "unknown marks"),
        ("[no]", "[depth]", "used twice"),
        ("false-premise", "trick", "unknown kind"),
        ("= four\n", "", "no answer"),
    ],
)
def test_a_wrong_script_is_refused(script, old, new, said):
    with pytest.raises(ValueError, match=said):
        script(TALK.replace(old, new))
