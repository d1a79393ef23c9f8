import pytest

from stages.core.artifacts import read_lines, write_text
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
