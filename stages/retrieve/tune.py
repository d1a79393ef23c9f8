"""tune: dev's gold says how wide the passages of `peaks` are, and which evidence counts most.

A stage of its own in the room of retrieve, which it shares the search with: `python -m stages.retrieve tune`.
No other file of the room knows where gold lies.
"""

from stages.core.artifacts import read_rows, write_json
from stages.core.paths import EMBEDDINGS, GOLD, INDEX, QUERIES, TUNING
from stages.core.records import GOLD as GOLD_SCHEMA
from stages.core.settings import load_settings
from stages.retrieve.choosing import tuning
from stages.retrieve.index import read_index
from stages.retrieve.question import read_questions
from stages.retrieve.settings import SECTION, Settings

PLACES = 6


def main() -> None:
    """Read dev's gold, choose, write."""
    settings = load_settings(SECTION, Settings)
    index = read_index(INDEX)
    questions = read_questions(QUERIES, EMBEDDINGS, index)
    gold = read_rows(GOLD / "dev.parquet", GOLD_SCHEMA)
    write_json(TUNING, tuning(settings, index, questions, gold), places=PLACES)
