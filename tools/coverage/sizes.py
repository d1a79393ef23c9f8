"""How many questions each video has, in the simulated datasets."""

import numpy as np
import numpy.typing as npt

MAX_QUESTIONS = 20

# TutorialVQA's answerable questions by video, as the reader `tutorialvqa` merges them: all its 38 videos that
# have any, and the 23 of them that are in the test split of conf/dataset/tutorialvqa.yaml.
TUTORIALVQA_TEST = "221 180 162 150 130 89 60 55 54 53 53 53 50 48 47 45 43 42 42 38 27 24 17"
TUTORIALVQA = (
    "241 221 180 162 150 150 130 130 120 108 89 67 63 60 60 58 55 54 53 53 "
    "53 52 50 48 48 47 47 45 45 43 42 42 39 38 27 27 24 17"
)
REAL = {"tutorialvqa, test": TUTORIALVQA_TEST, "tutorialvqa, all": TUTORIALVQA}
DATASETS = ("10", "20", "30", "50", "100", *REAL)
"""A number of videos with 1 to MAX_QUESTIONS questions each, every count as likely, or real sizes."""


def draw_sizes(dataset: str, repetitions: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Questions of each video, shape (repetitions, videos); drawn anew each time, but for real sizes."""
    if dataset in REAL:
        sizes = np.array(REAL[dataset].split(), dtype=np.int64)
        return np.broadcast_to(sizes, (repetitions, len(sizes)))
    return rng.integers(1, MAX_QUESTIONS, (repetitions, int(dataset)), endpoint=True)
