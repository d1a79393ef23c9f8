"""Sentence boundaries, as exact spans of the text they were found in."""

from sentencex import get_sentence_boundaries

from stages.core.spans import Span


def sentence_spans(text: str, language: str) -> list[Span]:
    r"""Spans of the sentences of `text`, in order, without the white space around them.

    A line break alone ends no sentence: recognised speech and captions break lines in the middle of one.
    `language` is a code such as "en"; sentencex falls back to general rules for languages it does not know.

    >>> text = "See Fig. 2 for\nv2.0.1. Is it ok?!"
    >>> [text[start:end] for start, end in sentence_spans(text, "en")]
    ['See Fig. 2 for\nv2.0.1.', 'Is it ok?!']
    """
    spans = []
    for boundary in get_sentence_boundaries(language, text):
        start, end = boundary["start_index"], boundary["end_index"]
        sentence = text[start:end]
        start += len(sentence) - len(sentence.lstrip())
        end -= len(sentence) - len(sentence.rstrip())
        if start < end:
            spans.append((start, end))
    return spans
