"""The reader `spoken_squad`: Spoken-SQuAD's test set. Articles as a speech recogniser heard them read aloud.

Sources: Chia-Hsuan-Lee/Spoken-SQuAD; unanswerable questions from SQuAD 2.0. wer23.json, wer44.json and
wer54.json hold the same articles, paragraphs, sentences and questions, heard at word error rates of 23, 44
and 54 %. An article is a video, a sentence a segment.

Where an answer stands is known in wer23.json alone: the others carry the offsets of the text that was read.
But sentence i of a paragraph is the same sentence in all three. So gold is the sentence of the answer, in
every variant the same one; only in `wer23_answers` it is the answer itself.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from stages.core.artifacts import shown
from stages.core.errors import UserError
from stages.core.spans import Span
from stages.ingest.dataset import Dataset, Mark, Question
from stages.ingest.own_files import captioned, captions_name, captions_text, ids_of, read_json_as
from stages.ingest.settings import Variant
from stages.ingest.source_offsets import mark_of
from stages.ingest.tables import merge_repeats

PLACED = "wer23.json"
"""Its answers are placed in its own transcripts."""
CLEAN = "wer44.json"
"""Its answers are those of the text that was read."""
NEGATIVES = "negatives.json"
KIND = "adversarial"

SENTENCE = re.compile(r"\S.*?(?=(?<=\.)\s|\s*\Z)", re.DOTALL)
"""As the set has them: a full stop before white space ends one."""


class Answer(BaseModel):
    """What one annotator marked."""

    answer_start: int
    text: str


class Asked(BaseModel):
    """A question about a paragraph."""

    id: str
    question: str
    answers: list[Answer]


class Paragraph(BaseModel):
    """A part of an article."""

    context: str
    qas: list[Asked]


class Article(BaseModel):
    """What becomes a video."""

    title: str
    paragraphs: list[Paragraph]


class Articles(BaseModel):
    """One of the three files."""

    data: list[Article]


class Unanswerable(BaseModel):
    """A row of negatives.json."""

    title: str
    question: str


def read_spoken_squad(folder: Path, captions_prefix: str, variant: Variant) -> Dataset:
    """Read the set.

    Args:
        folder: holds wer23.json, wer44.json and the variant's file; negatives.json may be missing.
        captions_prefix: as for `captioned`.
        variant: whose transcripts, and what of them is gold.

    Raises: UserError naming a file that is missing, has another shape or other sentences than wer23.json.
    """
    own = f"{variant.removesuffix('_answers')}.json"
    files = {name: read_json_as(folder / name, Articles).data for name in sorted({PLACED, CLEAN, own})}
    if shape_of(files[own]) != shape_of(files[PLACED]):
        raise UserError(f"{shown(folder / own)} has other sentences than {PLACED}: restore both")
    ids = ids_of([article.title for article in files[PLACED]])
    texts = {article.title: captions_text(sentences_of(article)) for article in files[own]}
    references = reference_answers(files[CLEAN])
    answerable: list[Question] = []
    dropped: Counter[str] = Counter()
    for article in files[PLACED]:
        for asked, marks in placed_questions(article):
            if marks:
                gold = marks if variant == "wer23_answers" else sentence_marks(marks)
                answerable.append(as_question(asked, ids[article.title], gold, references))
            else:
                dropped["answer not where the set says"] += 1
    questions, repeats = merge_repeats(answerable)
    negatives = folder / NEGATIVES
    rows = read_json_as(negatives, list[Unanswerable]) if negatives.is_file() else []
    dropped["negative of no article"] = sum(row.title not in ids for row in rows)
    unanswerable, again = merge_repeats(as_negative(row, ids[row.title]) for row in rows if row.title in ids)
    return Dataset(
        [captioned(ids[title], title.replace("_", " "), texts[title], captions_prefix) for title in texts],
        [*questions, *unanswerable],
        captions={captions_name(ids[title]): text for title, text in texts.items()},
        dropped=+dropped,
        repeats=repeats + again,
        notes=[] if rows else [f"{shown(negatives)} is missing: there are no {KIND} negatives"],
    )


def shape_of(articles: Sequence[Article]) -> list[tuple[str, list[int]]]:
    """Each article's title, and how many sentences each of its paragraphs has."""
    return [
        (article.title, [len(sentence_spans(part.context)) for part in article.paragraphs])
        for article in articles
    ]


def sentences_of(article: Article) -> list[str]:
    """The sentences of all paragraphs."""
    return [
        part.context[slice(*span)] for part in article.paragraphs for span in sentence_spans(part.context)
    ]


def sentence_spans(context: str) -> list[Span]:
    """Where the sentences of a paragraph stand.

    >>> sentence_spans("the c b s.'s game. it won the p.. yes ")
    [(0, 18), (19, 33), (34, 37)]
    """
    return [found.span() for found in SENTENCE.finditer(context)]


def placed_questions(article: Article) -> Iterator[tuple[Asked, list[Mark]]]:
    """Each question, with the places of its answers in the article, each place once."""
    first_segment = 0
    for part in article.paragraphs:
        spans = sentence_spans(part.context)
        for asked in part.qas:
            marks: list[Mark] = []
            for answer in asked.answers:
                start, end = answer.answer_start, answer.answer_start + len(answer.text)
                mark = mark_of(part.context, spans, start, end, first_segment)
                if mark is not None and part.context[start:end] == answer.text and mark not in marks:
                    marks.append(mark)
            yield asked, marks
        first_segment += len(spans)


def sentence_marks(marks: Sequence[Mark]) -> list[Mark]:
    """The whole sentences in which the answers stand, each place once."""
    places = dict.fromkeys((mark["segment_first"], mark["segment_last"]) for mark in marks)
    return [{"kind": "segments", "segment_first": first, "segment_last": last} for first, last in places]


def reference_answers(articles: Sequence[Article]) -> dict[str, str]:
    """By question, the answer that most annotators gave, of equals the first."""
    return {
        asked.id: Counter(answer.text for answer in asked.answers).most_common(1)[0][0]
        for article in articles
        for part in article.paragraphs
        for asked in part.qas
        if asked.answers
    }


def as_question(
    asked: Asked, video_id: str, marks: Sequence[Mark], references: Mapping[str, str]
) -> Question:
    """A question of an article; each place of an answer is an alternative."""
    return Question(
        text=" ".join(asked.question.split()),
        video_id=video_id,
        scope=video_id,
        answerable=True,
        gold=[[mark] for mark in marks],
        reference_answer=references.get(asked.id),
    )


def as_negative(row: Unanswerable, video_id: str) -> Question:
    """A question that was written to look as if the article answered it."""
    return Question(
        text=" ".join(row.question.split()),
        video_id=video_id,
        scope=video_id,
        answerable=False,
        negative_kind=KIND,
    )
