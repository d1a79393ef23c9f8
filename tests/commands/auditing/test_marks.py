import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.commands.auditing.marks import csv_text, read_file
from stages.core.errors import UserError
from stages.evaluate.contamination import MARKS

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)


def write(folder, text, name="marks"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def page(marks):
    return json.dumps({"dataset": "mini", "split": "test", "marks": marks})


def test_every_mark_of_the_page(tmp_path):
    marks = {f"q{i}": mark for i, mark in enumerate(MARKS)}
    assert read_file(write(tmp_path, page(marks))) == marks


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_table_as_a_spreadsheet_saves_it(tmp_path, delimiter):
    rows = list(
        csv.DictReader(io.StringIO(csv_text([("q1", "Kelp, a talk", 'Say "how"?'), ("q2", "v", "t")])))
    )
    rows[0]["mark"], rows[1]["mark"] = " Cannot  tell", "ANSWERED"
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    path = write(tmp_path, "\ufeff" + out.getvalue())
    assert read_file(path) == {"q1": "cannot tell", "q2": "answered"}


@given(TEXT, TEXT)
def test_no_cell_is_a_formula_and_the_rest_is_kept(title, text):
    (_, row) = csv.reader(io.StringIO(csv_text([("q1", title, text)])))
    assert row[0] == "q1" and row[3] == ""
    for cell, said in zip(row[1:3], (title, text), strict=True):
        assert not cell.startswith(("=", "+", "-", "@"))
        assert cell in (said, f"'{said}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (page({"q1": "answered", "q2": None}), r"1 of 2 questions have no mark \(first q2\)"),
        (page({"q1": "answered", "q2": ["answered"]}), "no mark"),
        (page({"q1": "yes"}), "question q1: 'yes' is no mark: use one of answered, not answered"),
        (page({}), "holds no questions"),
        ('{"marks": {"q1": "answered", "q1": "malformed"}}', "question q1 is there twice"),
        ('{"marks": ["q1"]}', 'has no "marks"'),
        ('{"marks": "q1"}', 'has no "marks"'),
        ('{"q1": "answered"}', 'has no "marks"'),
        ('{"marks": ', "is not JSON"),
        ("", "neither the page's JSON nor a CSV"),
        ("query_id,text\nq1,x\n", "neither the page's JSON nor a CSV"),
        ("query_id,mark\n", "holds no questions"),
        ("query_id,mark\nq1,\nq2,answered\n", "1 of 2 questions have no mark"),
        ("query_id,mark\nq1\n", "1 of 1 questions have no mark"),
        ("query_id,mark\nq1,answered\nq1,answered\n", "question q1 is there twice"),
        ('query_id,mark\nq1,"' + "answered\n" * 20_000, "is not CSV, at line"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path, text, says):
    with pytest.raises(UserError, match=says) as caught:
        read_file(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_files_that_are_none(tmp_path):
    with pytest.raises(UserError, match="is not there"):
        read_file(tmp_path / "none")
    with pytest.raises(UserError, match="cannot be read"):
        read_file(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="cannot be read"):
        read_file(tmp_path / "bytes")
