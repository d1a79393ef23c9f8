"""`vidwise claim` and `vidwise check` on a small corpus, with real git, DVC and pipelines."""

import pytest

from tests.pipeline.project import Project

pytestmark = pytest.mark.slow

MEASURE = "recall_at_5"
VIDEOS = 40
EVALUATE = """ks: [1, 5]
budgets_words: [200]
bootstrap_samples: 200
claims:
- {measure: recall_at_5, split: test}
- {measure: mrr, split: test, max_half_width: 0.01}
- {measure: recall_at_200w, split: test}
- {measure: grounded, split: test}
- {measure: answer_f1, split: test}
- {measure: refusal, split: test}
"""
DATASET = "reader: folder\ndev_share: 0.2\n"
THINGS = ("bell", "bridge", "windmill", "oven")


def village(i: int) -> str:
    """A name of its own for each video: Abborg, Acborg ..."""
    return f"{'ABCDEFGH'[i // 8]}{'bcdfglmn'[i % 8]}borg"


TALKS = {
    f"village-{i:02}": "\n".join(
        f"The {thing} of {village(i)} weighs {100 * i + 7 * j + 3} kilos, more than its neighbour."
        for j, thing in enumerate(THINGS)
    )
    for i in range(VIDEOS)
}
QUESTIONS = [
    {
        "question": f"How much does the {thing} of {village(i)} weigh?",
        "video": f"village-{i:02}",
        "answerable": True,
        "gold": [[{"quote": f"weighs {100 * i + 7 * j + 3} kilos"}]],
    }
    for i in range(VIDEOS)
    for j, thing in enumerate(THINGS)
] + [
    {"question": "Who sold the harbour?", "video": f"village-{i:02}", "answerable": False}
    for i in range(VIDEOS)
]


def make(root) -> Project:
    project = Project.make(
        root, TALKS, QUESTIONS, {"evaluate/default.yaml": EVALUATE, "dataset/mini.yaml": DATASET}
    )
    project.repro()
    project.vidwise("check", "--write")
    project.commit("results")
    return project
