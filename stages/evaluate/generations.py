"""What was emitted, before an answer was made of it: no citation may get lost on the way."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from stages.core.errors import UserError
from stages.evaluate.answers import Answer, Citation

AGAIN = "run `dvc repro -f generate`"


def emitted_quotes(lines: Iterable[str]) -> dict[str, list[str]]:
    """The quotes that every generation emitted, by query_id, from the lines of data/generations.jsonl.

    Raises: UserError for a line that is none of a generation, or a question generated for twice.

    >>> emitted_quotes(['{"query_id": "q", "quotes": [{"quote": "It opens at nine."}]}'])
    {'q': ['It opens at nine.']}
    """
    quotes: dict[str, list[str]] = {}
    for number, line in enumerate(lines, start=1):
        where = f"data/generations.jsonl, line {number}"
        try:
            row = json.loads(line)
            query_id, found = str(row["query_id"]), [str(quote["quote"]) for quote in row["quotes"]]
        except (ValueError, KeyError, TypeError):
            raise UserError(f"{where} is no generation: {AGAIN}") from None
        if query_id in quotes:
            raise UserError(f"{where}: question {query_id} stands there twice: {AGAIN}")
        quotes[query_id] = found
    return quotes


def restored(answers: Mapping[str, Answer], quotes: Mapping[str, Sequence[str]]) -> dict[str, Answer]:
    """The answers, each with what was emitted for it and is not among its citations.

    A quote that was dropped, or changed, on the way counts as a citation without a place.
    Raises: UserError for an answered question of which it isn't known what was emitted.
    """
    whole = {}
    for query_id, answer in answers.items():
        if answer.state != "answered":
            whole[query_id] = answer
            continue
        if query_id not in quotes:
            raise UserError(f"data/generations.jsonl lacks question {query_id}, which was answered: {AGAIN}")
        lost = Counter(quotes[query_id]) - Counter(cited.quote for cited in answer.citations)
        unplaced = tuple(Citation(quote, None, None, None) for quote in sorted(lost.elements()))
        whole[query_id] = replace(answer, citations=answer.citations + unplaced)
    return whole
