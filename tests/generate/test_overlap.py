import math

import pytest

from stages.generate.overlap import Rarity

RARITY = Rarity.of(["the kelp farm", "the the bog", "the bees"], str.split)


def test_weights_by_hand():
    """N = 3: "the" in 3 passages (twice in one counts once), "kelp" in 1, "tram" in none."""
    assert RARITY.weight("the") == pytest.approx(math.log(1 + 0.5 / 3.5))
    assert RARITY.weight("kelp") == pytest.approx(math.log(1 + 2.5 / 1.5))
    assert RARITY.weight("tram") == pytest.approx(math.log(1 + 3.5 / 0.5))


def test_share_counts_each_question_word_once():
    the, kelp = math.log(1 + 0.5 / 3.5), math.log(1 + 2.5 / 1.5)
    assert RARITY.share(["the", "the", "kelp"], ["kelp", "kelp"]) == pytest.approx(kelp / (the + kelp))
    assert RARITY.share(["the", "kelp"], ["kelp", "the", "bog"]) == 1.0
    assert RARITY.share(["kelp"], []) == 0.0
    assert RARITY.share([], ["kelp"]) == 0.0
