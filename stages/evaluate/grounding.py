"""grounded: does every citation stand, word for word, in a passage that was really retrieved and shown?"""

from collections.abc import Collection, Mapping

from stages.core.folding import cuts, fold, folded_occurrences, long_enough, same_folded
from stages.core.transcripts import SEPARATOR
from stages.evaluate.answers import Answer, Citation
from stages.evaluate.documents import Document
from stages.evaluate.passages import Passage
from stages.evaluate.regions import VideoSpan


def shown_passages(answer: Answer, passages: Collection[Passage], k: int) -> tuple[VideoSpan, ...]:
    """The shown spans that retrieval delivered at ranks 1 to k: showing a span makes no passage of it."""
    retrieved = {passage.span for passage in passages if passage.rank <= k}
    return tuple(span for span in answer.shown if span in retrieved)


def cited_text(citation: Citation, documents: Mapping[str, Document]) -> str | None:
    """The transcript at the cited span; None if it has no such span."""
    document = documents.get(citation.video_id or "")
    if document is None or not document.holds(citation.char_start, citation.char_end):
        return None
    return document.text[citation.char_start : citation.char_end]


def is_well_formed(
    citation: Citation, shown: Collection[VideoSpan], documents: Mapping[str, Document]
) -> bool:
    """Whether a citation is long enough, at a span of its transcript, and inside a shown passage.

    A span that parts a word or a number is none: "5 minutes" of "15 minutes", "able" of "unable".
    """
    if citation.char_start is None or citation.char_end is None or cited_text(citation, documents) is None:
        return False
    text = documents[citation.video_id or ""].text
    if cuts(text, citation.char_start) or cuts(text, citation.char_end):
        return False
    return long_enough(citation.quote) and any(
        video_id == citation.video_id and start <= citation.char_start and citation.char_end <= end
        for video_id, start, end in shown
    )


def is_exact(citation: Citation, shown: Collection[VideoSpan], documents: Mapping[str, Document]) -> bool:
    """Whether a citation is well formed and its quote is the transcript at its span.

    A break between two segments may be quoted as a space: nobody says it.
    """
    text = cited_text(citation, documents)
    return (
        is_well_formed(citation, shown, documents)
        and text is not None
        and citation.quote.replace(SEPARATOR, " ") == text.replace(SEPARATOR, " ")
    )


def is_normalised(
    citation: Citation, shown: Collection[VideoSpan], documents: Mapping[str, Document]
) -> bool:
    """Whether a citation is well formed and its quote is the transcript at its span but for typography."""
    text = cited_text(citation, documents)
    return (
        is_well_formed(citation, shown, documents) and text is not None and same_folded(citation.quote, text)
    )


def grounded(answer: Answer, shown: Collection[VideoSpan], documents: Mapping[str, Document]) -> bool:
    """Whether an answer has citations and every one is exact. None is not all: `all([])` is True."""
    return bool(answer.citations) and all(is_exact(cited, shown, documents) for cited in answer.citations)


def grounded_normalised(
    answer: Answer, shown: Collection[VideoSpan], documents: Mapping[str, Document]
) -> bool:
    """Whether an answer has citations and every one is exact but for typography."""
    return bool(answer.citations) and all(
        is_normalised(cited, shown, documents) for cited in answer.citations
    )


def misattributed(citation: Citation, documents: Mapping[str, Document]) -> bool:
    """Whether the quote is said in some video, but not at the cited span; typography does not matter.

    A citation without a span is unplaced, not misattributed: it points nowhere.
    """
    if citation.char_start is None or citation.char_end is None or not long_enough(citation.quote):
        return False
    text = cited_text(citation, documents)
    if text is not None and same_folded(citation.quote, text):
        return False
    needle = fold(citation.quote)[0].strip()
    return any(
        needle in document.folded and folded_occurrences(citation.quote, document.text)
        for document in documents.values()
    )
