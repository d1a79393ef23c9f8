"""Where a quote stands: in the passage that it names, else in another that was shown, else nowhere."""

from collections.abc import Iterator, Mapping, Sequence

from stages.core.folding import cuts, folded_occurrences, long_enough
from stages.core.spans import Span
from stages.core.transcripts import SEPARATOR, Transcript
from stages.generate.generator import Citation, Passage


def place(
    quote: str, number: int, passages: Sequence[Passage], transcripts: Mapping[str, Transcript]
) -> Citation:
    """Place a quote in the original transcript, inside the passages shown.

    Args:
        quote: as the model gave it; the citation keeps it unchanged.
        number: of the passage that the model named, from 1.
        passages: those shown, in order.
        transcripts: by video_id.

    Returns: a citation of the first of these levels that there is: `exact`, word for word in the named
        passage; `normalised`, the same but for typography; `repaired`, either of both in another passage, so
        that the number was mended; `unplaced`. Of several places in a passage the first counts.
    """
    named = passages[number - 1 : number] if number > 0 else ()
    for level, search, tried in (
        ("exact", exact_spans, named),
        ("normalised", folded_spans, named),
        ("repaired", exact_spans, passages),
        ("repaired", folded_spans, passages),
    ):
        for passage in tried:
            if span := next(search(quote, passage, transcripts[passage.video_id].text), None):
                return Citation(quote, level, passage.video_id, *span)
    return Citation(quote, "unplaced")


def exact_spans(quote: str, passage: Passage, text: str) -> Iterator[Span]:
    """Spans of the passage that are the quote, the breaks between segments being spaces or themselves."""
    if not long_enough(quote):
        return
    said = text[passage.char_start : passage.char_end].replace(SEPARATOR, " ")
    wanted = quote.replace(SEPARATOR, " ")
    at = said.find(wanted)
    while at >= 0:
        span = passage.char_start + at, passage.char_start + at + len(wanted)
        if not parts(text, span):
            yield span
        at = said.find(wanted, at + 1)


def folded_spans(quote: str, passage: Passage, text: str) -> Iterator[Span]:
    """Spans of the passage that differ from the quote in typography only."""
    for start, end in folded_occurrences(quote, text[passage.char_start : passage.char_end]):
        span = passage.char_start + start, passage.char_start + end
        if not parts(text, span):
            yield span


def parts(text: str, span: Span) -> bool:
    """Whether an edge of the span parts a word or a number of the whole text: the passage's edge may."""
    return cuts(text, span[0]) or cuts(text, span[1])
