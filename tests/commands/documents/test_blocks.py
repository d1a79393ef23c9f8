import pytest

from stages.commands.documents.blocks import BLOCKS, Block, block_problems, write_blocks
from stages.core.paths import ROOT

OPEN, CLOSE = "<!-- sums: written by `make sums` -->\n", "<!-- end of sums -->\n"
BLOCK = {"sums": Block("docs/sums.md", lambda root: "two: 2\nthree: 3\n")}


@pytest.fixture
def place(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# Sums\n")
    return tmp_path


def write(place, text, name="docs/sums.md"):
    (place / name).write_text(text, encoding="utf-8")
    return block_problems(place, BLOCK)


def test_a_block_that_says_what_the_data_says(place):
    assert write(place, f"before\n{OPEN}two: 2\nthree: 3\n{CLOSE}after\n") == []


@pytest.mark.parametrize(
    ("body", "line", "there", "data"),
    [
        ("two: 2\nthree: 4\n", 4, "three: 4", "three: 3"),
        ("two: 2\n", 4, "(nothing)", "three: 3"),
        ("two: 2\nthree: 3\nfour: 4\n", 5, "four: 4", "(nothing)"),
        ("", 3, "(nothing)", "two: 2"),
    ],
)
def test_a_difference_names_file_line_block_and_command(place, body, line, there, data):
    [problem] = write(place, f"before\n{OPEN}{body}{CLOSE}after\n")
    assert problem.startswith(f"docs/sums.md:{line}: block sums differs")
    assert "vidwise check --write" in problem
    assert problem.endswith(f"  there: {there}\n  data:  {data}")
    assert write_blocks(place, BLOCK) == ["docs/sums.md"]
    assert (place / "docs/sums.md").read_text() == f"before\n{OPEN}two: 2\nthree: 3\n{CLOSE}after\n"
    assert block_problems(place, BLOCK) == []
    assert write_blocks(place, BLOCK) == []


def test_a_line_end_alone_is_a_difference(place):
    assert write(place, f"{OPEN}two: 2\nthree: 3\n\n{CLOSE}")


@pytest.mark.parametrize(
    "text", ["nothing here\n", OPEN + "two: 2\nthree: 3\n", "two: 2\nthree: 3\n" + CLOSE]
)
def test_a_block_that_is_missing_or_has_no_end(place, text):
    assert "block sums is missing" in write(place, text)[0]


def test_a_document_that_is_missing(place):
    assert "block sums is missing" in block_problems(place, BLOCK)[0]


def test_a_block_that_nobody_writes(place):
    write(place, f"{OPEN}two: 2\nthree: 3\n{CLOSE}")
    [problem] = write(place, OPEN + CLOSE, "README.md")  # in another document than its own
    assert problem.startswith("README.md: block sums is written by nothing")
    [problem] = write(place, OPEN.replace("sums:", "products:") + CLOSE, "README.md")
    assert "block products" in problem


def test_every_block_of_the_project_has_its_place():
    for name, block in BLOCKS.items():
        text = (ROOT / block.document).read_text(encoding="utf-8")
        assert text.count(f"<!-- {name}: written by ") == text.count(f"<!-- end of {name} -->") == 1
