"""A small world to measure in: one talk of lines, gold and passages named by their text."""

from stages.evaluate.answers import Answer, Citation
from stages.evaluate.documents import Document
from stages.evaluate.passages import Passage
from stages.evaluate.questions import Question
from stages.evaluate.regions import region
from stages.evaluate.settings import Settings

TALK = Document(
    "The kiln fires at nine hundred degrees.\n"
    "Never open it before it has cooled.\n"
    "Wait 15 minutes, then open the door.\n"
    "The glaze is mixed on the day before."
)
OTHER = Document("The tram leaves at nine.\nWait 15 minutes for the next one.")
DOCUMENTS = {"talk": TALK, "tram": OTHER}
SETTINGS = Settings(ks=[1, 3, 5, 8], budgets_words=[5, 10, 20], bootstrap_samples=200, shown_k=5, engines={})


def at(text, video_id="talk"):
    """The span of the only occurrence of `text`."""
    document = DOCUMENTS[video_id].text
    assert document.count(text) == 1, text
    start = document.index(text)
    return video_id, start, start + len(text)


LINES = [at(line) for line in TALK.text.split("\n")]
CHUNKS = {"talk": LINES, "tram": [at(line, "tram") for line in OTHER.text.split("\n")]}


def gold(*texts):
    """One alternative."""
    return region(at(text) for text in texts)


def ranked(*spans):
    """Passages of ranks 1, 2, ..."""
    return [Passage(rank, *span) for rank, span in enumerate(spans, start=1)]


def answerable(*alternatives, query_id="q", cluster="talk", reference=None):
    return Question(query_id, True, None, cluster, alternatives, reference)


def negative(query_id="n", kind="near", cluster="talk"):
    return Question(query_id, False, kind, cluster)


def cite(text, video_id="talk", quote=None):
    """An honest citation, unless another quote is put in its place."""
    return Citation(text if quote is None else quote, *at(text, video_id))


def answered(*citations, shown=tuple(LINES), confidence=0.9, text=""):
    return Answer("answered", text, confidence, tuple(shown), citations)


def refused(confidence=0.1, shown=tuple(LINES)):
    return Answer("refused", "", confidence, tuple(shown))
