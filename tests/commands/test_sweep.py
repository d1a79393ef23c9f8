import pytest

from stages.commands.sweep import ended, expand, flags
from stages.core.errors import UserError

TABLE = """Task     Name           Created    Status
abc1234  wormy-haft     10:01 AM   Success
def5678                 10:01 AM   Running
0aa1111  tidal-lory     10:02 AM   Failed
fff9999  other          09:00 AM   Failed

Worker status: 1 active, 0 idle
"""


def test_the_grid_is_the_product_of_its_axes():
    assert len(expand(["chunk=a,b", "chunk.max_tokens=64,128,256", "retrieve.k=4"])) == 6


def test_lists_in_brackets_are_one_value():
    assert expand(["evaluate.ks=[1,3]"]) == [("evaluate.ks=[1,3]",)]


@pytest.mark.parametrize("text", ["chunk", "=a", "chunk=[a"])
def test_what_hydra_cannot_read_is_one_line(text):
    with pytest.raises(UserError, match="write it as"):
        expand([text])


def test_keys_go_below_set_and_choices_do_not():
    assert flags(["chunk=a,b", "set.chunk.max_tokens=1"]) == [
        "-S",
        "chunk=a,b",
        "-S",
        "++set.chunk.max_tokens=1",
    ]


def test_only_queued_experiments_that_ended_count():
    assert ended(TABLE, ["abc1234", "def5678", "tidal-lory"]) == {
        "abc1234": "Success",
        "tidal-lory": "Failed",
    }
