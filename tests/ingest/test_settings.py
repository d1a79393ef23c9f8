from typing import Any

import pytest

from stages.core.errors import UserError
from stages.core.paths import CONF
from stages.core.settings import check_settings, read_yaml
from stages.ingest.settings import Settings

SQUAD = {"name": "spoken_squad", "reader": "spoken_squad", "dev_share": 0.5, "engines": {}}


def check(values: dict[str, Any]) -> Settings:
    return check_settings(Settings, values, "conf/dataset/x.yaml", "dataset")


def test_every_shipped_choice_is_valid() -> None:
    for path in (CONF / "dataset").glob("*.yaml"):
        assert check(read_yaml(path) | {"name": path.stem, "engines": {}}).name == path.stem


def test_a_variant_where_the_set_has_some_and_only_there() -> None:
    assert check(SQUAD | {"variant": "wer44"}).variant == "wer44"
    with pytest.raises(UserError, match=r"dataset\.variant = 'wer99'.*'wer23', 'wer23_answers', 'wer44'"):
        check(SQUAD | {"variant": "wer99"})
    with pytest.raises(UserError, match=r"dataset\.variant is missing: one of wer23, wer23_answers, wer44"):
        check(SQUAD)
    with pytest.raises(UserError, match=r"dataset\.variant = 'wer44': talks has no variants: remove it"):
        check(SQUAD | {"name": "talks", "reader": "folder", "variant": "wer44"})
