import numpy as np
import pytest

from stages.core.artifacts import read_json, read_lines, write_json, write_text
from stages.core.errors import UserError


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("\n", [""]),
        ("a\nb\n", ["a", "b"]),
        ("a\nb", ["a", "b"]),
        ("a\u2028b\x85c\n", ["a\u2028b\x85c"]),
    ],
)
def test_a_line_feed_ends_a_line_and_nothing_else_does(tmp_path, text, lines):
    write_text(tmp_path / "x", text)
    assert read_lines(tmp_path / "x") == lines


def test_what_is_no_text_is_one_line(tmp_path):
    with pytest.raises(UserError, match="x is missing"):
        read_lines(tmp_path / "x")
    (tmp_path / "x").write_bytes(b"\xff")
    with pytest.raises(UserError, match="x is not UTF-8"):
        read_lines(tmp_path / "x")


def test_numbers_are_plain_and_strict_whatever_made_them(tmp_path):
    numbers = {
        "hits": np.int64(3),
        "value": np.float32(0.5),
        "third": np.float64(1 / 3),
        "undefined": [np.nan, np.float64("inf"), float("-inf")],
        "array": np.array([[1, 2], [3, 4]]),
        "flag": np.bool_(True),
        3: (1, None),
    }
    write_json(tmp_path / "x.json", numbers, places=6)
    assert read_json(tmp_path / "x.json") == {
        "hits": 3,
        "value": 0.5,
        "third": 0.333333,
        "undefined": [None, None, None],
        "array": [[1, 2], [3, 4]],
        "flag": True,
        "3": [1, None],
    }
    assert '"hits": 3,' in (tmp_path / "x.json").read_text()


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": Infinity}', '{"a": -Infinity}', "{", "\xff"])
def test_what_is_not_strict_json_is_one_line(tmp_path, text):
    (tmp_path / "x.json").write_text(text, encoding="latin-1")
    with pytest.raises(UserError, match=r"x\.json is not JSON") as error:
        read_json(tmp_path / "x.json")
    assert "\n" not in str(error.value)
