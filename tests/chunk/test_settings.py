import pytest

from stages.chunk.chunker import cut
from stages.chunk.settings import SECTION, Settings
from stages.core.errors import UserError
from stages.core.paths import CONF
from stages.core.settings import check_settings, read_yaml
from tests.chunk.documents import MINILM, document

CHOICES = sorted(path.stem for path in (CONF / "chunk").glob("*.yaml"))


def checked(choice: str, **changes):
    values = read_yaml(CONF / "chunk" / f"{choice}.yaml") | {"tokenizer": MINILM, "engines": {}} | changes
    return check_settings(Settings, values, f"conf/chunk/{choice}.yaml", SECTION)


@pytest.mark.parametrize("choice", CHOICES)
def test_each_choice_as_it_ships_cuts(choice):
    made = document("One two. Three four.")
    assert cut(made, checked(choice))[0][0] == 0
    assert checked(choice).name == choice


def test_there_are_five_and_each_has_its_file():
    assert CHOICES == ["fixed", "recursive", "sentence", "turn", "window"]
    assert all((CONF.parent / "stages" / "chunk" / f"{choice}.py").is_file() for choice in CHOICES)


@pytest.mark.parametrize(
    ("choice", "changes", "line"),
    [
        ("sentence", {"words": 5}, r"conf/chunk/sentence\.yaml: unknown key chunk\.words"),
        ("window", {"wrods": 5}, r"unknown key chunk\.wrods: did you mean words"),
        ("fixed", {"words": "many"}, r"chunk\.words = 'many'"),
        ("fixed", {"words": 0}, r"chunk\.words = 0"),
        ("turn", {"name": "turns"}, r"chunk\.name = 'turns' is none of fixed, .*did you mean turn"),
        ("turn", {"name": None}, r"chunk\.name = None is none of"),
        (
            "sentence",
            {"max_sentences": 2, "overlap_sentences": 2},
            "overlap_sentences = 2.*max_sentences = 2",
        ),
        ("recursive", {"max_tokens": 50, "overlap_tokens": 50}, "overlap_tokens = 50.*max_tokens = 50"),
        ("fixed", {"words": 50, "overlap_words": 80}, r"overlap_words = 80.*chunk\.words = 50"),
        ("fixed", {"overlap_words": -1}, r"chunk\.overlap_words = -1"),
        ("turn", {"min_tokens": 192}, "min_tokens = 192.*max_tokens = 192"),
        ("window", {"step_sentences": 0}, r"chunk\.step_sentences = 0"),
        ("sentence", {"max_tokens": 2}, r"chunk\.max_tokens = 2"),
    ],
)
def test_what_is_wrong_is_one_line(choice, changes, line):
    with pytest.raises(UserError, match=line) as caught:
        checked(choice, **changes)
    assert "\n" not in str(caught.value)
