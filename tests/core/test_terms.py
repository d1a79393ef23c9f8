import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from stages.core.terms import terms


def test_case_and_forms_are_folded():
    assert terms("CAFÉ") == terms("cafe\u0301") == terms("ＣＡＦÉ") == ["café"]


def test_digits_and_single_letters_are_terms():
    assert terms("Layer 3, option B: 2.5x") == ["layer", "3", "option", "b", "2", "5x"]


def test_scripts_without_spaces_give_pairs():
    assert terms("水") == ["水"]
    assert terms("農場") == ["農場"]
    assert terms("Photoshopで編集") == ["photoshop", "で編", "編集"]


def test_no_words_no_terms():
    assert terms("") == terms(" ?! … 🙂 ") == []


@given(st.text(alphabet=st.characters(max_codepoint=0x24F)))
def test_in_latin_text_terms_are_its_words(text: str):
    folded = unicodedata.normalize("NFKC", text).casefold()
    assert terms(text) == re.findall(r"\w+", folded)
