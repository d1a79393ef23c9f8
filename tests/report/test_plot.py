import pytest

from stages.report.plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, plot


def point(split, k, value, low=None, high=None):
    return {"split": split, "k": k, "value": value, "low": low, "high": high}


def test_values_run_from_the_bottom_to_the_top():
    drawn = plot([point("dev", 1, 0.0), point("dev", 3, 0.5, 0.25, 1.0)], "k", "Recall", "passages")
    first, second = drawn.lines["dev"]
    assert first.y == HEIGHT - BOTTOM
    assert second.y == pytest.approx((HEIGHT - BOTTOM + TOP) / 2)
    assert (second.low_y - second.y, second.high_y) == (pytest.approx((HEIGHT - BOTTOM - TOP) / 4), TOP)
    assert first.low_y is first.high_y is None
    assert second.label == "dev, 3 passages: 0.50, interval 0.25 to 1.00"


def test_depths_stand_at_equal_distances_and_splits_side_by_side():
    drawn = plot([point(s, k, 0.5) for s in ("dev", "test") for k in (8, 1, 3)], "k", "Recall", "passages")
    xs = [x for x, _ in drawn.ticks]
    assert [label for _, label in drawn.ticks] == ["1", "3", "8"]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.11)
    assert LEFT < xs[0] < xs[2] < WIDTH - RIGHT
    for k, x in zip((8, 1, 3), (xs[2], xs[0], xs[1]), strict=True):
        at = {mark.split: mark.x for line in drawn.lines.values() for mark in line if f", {k} " in mark.label}
        assert at["dev"] < x < at["test"]


@pytest.mark.parametrize("points", [[], [point("dev", 1, None)]])
def test_nothing_to_draw(points):
    assert plot(points, "k", "Recall", "passages") is None
