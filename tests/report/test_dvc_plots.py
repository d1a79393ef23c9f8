"""`dvc plots show` must work without the network: its page, and what it draws."""

import configparser
import json
import re

from dvc_render.vega import VegaRenderer

from stages.core.paths import REPORT, ROOT
from stages.core.settings import read_yaml
from stages.report.page import curves
from tests.report.world import EMPTY, metrics

PIPELINE = read_yaml(ROOT / "dvc.yaml")


def test_the_page_that_dvc_fills_loads_nothing():
    config = configparser.ConfigParser()
    config.read_string(
        "\n".join(line.strip() for line in (ROOT / ".dvc" / "config").read_text().splitlines())
    )
    page = (ROOT / ".dvc" / config["plots"]["html_template"]).read_text(encoding="utf-8")
    assert "{plot_divs}" in page
    assert "{scripts}" not in page  # where DVC would put its own, which load Vega from the network
    assert not re.search(r"<(script|link|img|iframe)[^>]*(src|href)=[\"']?(https?:)?//", page)


def test_what_is_drawn_is_what_report_writes():
    drawn = [file for plot in PIPELINE["plots"] for entry in plot.values() for file in entry["y"]]
    written = [f"report/plots/{name}.json" for name in curves({"dev": metrics(), "test": EMPTY})]
    assert drawn == written
    assert set(drawn) < set(PIPELINE["stages"]["report"]["outs"])
    assert REPORT == ROOT / "report"


def test_points_without_an_interval_are_drawn_too():
    points = curves({"dev": metrics(), "test": EMPTY})["recall_at_k"] + [
        {"split": "test", "k": 1, "value": 0.3, "low": None, "high": None}
    ]
    renderer = VegaRenderer(
        [point | {"rev": "workspace"} for point in points],
        "recall at k passages",
        x="k",
        y="value",
        template="interval",
        template_dir=str(ROOT / ".dvc" / "plots"),
    )
    spec = renderer.get_filled_template()
    assert "<DVC_METRIC" not in json.dumps(spec)
    assert [point["k"] for point in spec["data"]["values"]] == [1, 5, 1]
