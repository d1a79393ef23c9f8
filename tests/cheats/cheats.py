"""False systems: each spoils the honest one as someone might who wants better figures, not better answers."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.cheats.world import (
    BY_ID,
    TEXTS,
    Row,
    System,
    chunk,
    cite,
    first_sentence,
    honest,
    place,
    ranking,
    span,
    words,
)

Spoil = Callable[[System], None]


@dataclass(frozen=True)
class Cheat:
    """A false system, and what is to happen to its figures."""

    name: str
    spoil: Spoil
    raises: frozenset[str]
    """Headlines that it betters: each is caught by what stands beside it."""
    caught_by: frozenset[str]
    """Figures that it worsens, so that nobody could take it for a good system."""
    hides: bool
    """Whether its generations are not those that its answers come from."""

    def system(self) -> System:
        """The honest system, spoilt."""
        system = honest()
        self.spoil(system)
        if not self.hides:
            system.emit_what_is_cited()
        return system


CHEATS: list[Cheat] = []


def cheat(name: str, caught_by: str, raises: str = "", hides: bool = False) -> Callable[[Spoil], Spoil]:
    """Enter a false system; the measures are words."""

    def enter(spoil: Spoil) -> Spoil:
        CHEATS.append(Cheat(name, spoil, frozenset(raises.split()), frozenset(caught_by.split()), hides))
        return spoil

    return enter


def answered(system: System) -> list[Row]:
    """The answers that say something."""
    return [row for row in system.answers if row["state"] == "answered"]


def refuse(row: Row) -> None:
    """Make a refusal of an answer."""
    row.update(state="refused", text=None, citations=[])


# Refusing and failing


@cheat("always refuses", "false_refusal correct end_to_end", raises="refusal")
def _(system: System) -> None:
    for row in system.answers:
        refuse(row)


@cheat("never refuses", "refusal end_to_end", raises="false_refusal")
def _(system: System) -> None:
    for row in system.answers:
        if row["state"] == "refused":
            best = first_sentence(row["shown"][0])
            row.update(state="answered", text=words(best), citations=[cite(best)])


@cheat("refuses by a phrase, not by state", "refusal end_to_end", raises="false_refusal")
def _(system: System) -> None:
    for row in system.answers:
        if row["state"] == "refused":
            row.update(state="answered", text="The video does not say.")


@cheat("breaks on hard questions", "correct refusal end_to_end", raises="false_refusal")
def _(system: System) -> None:
    for row in system.answers:
        if row["confidence"] < 0.8:
            row.update(state="failed", text=None, citations=[])


@cheat(
    "leaves hard questions out", "recall_at_5 correct refusal end_to_end auroc aurc", raises="false_refusal"
)
def _(system: System) -> None:
    hard = {row["query_id"] for row in system.answers if row["confidence"] < 0.8}
    system.answers = [row for row in system.answers if row["query_id"] not in hard]
    system.rankings = [row for row in system.rankings if row["query_id"] not in hard]


@cheat("is always sure", "auroc aurc ece")
def _(system: System) -> None:
    for row in system.answers:
        row["confidence"] = 1.0


@cheat("has no confidence where it is unsure", "auroc aurc ece")
def _(system: System) -> None:
    for row in system.answers:
        if row["confidence"] < 0.8:
            row["confidence"] = None


# Citing


@cheat("cites nothing", "grounded correct end_to_end")
def _(system: System) -> None:
    for row in answered(system):
        row["citations"] = []


@cheat("cites an empty quote", "grounded grounded_normalised citation_precision correct")
def _(system: System) -> None:
    for row in answered(system):
        row["citations"] = [cite(cited, quote="") for cited in row["citations"]]


@cheat("cites the whole transcript", "grounded citation_precision correct")
def _(system: System) -> None:
    for row in answered(system):
        video_id = BY_ID[row["query_id"]].video_id
        row["citations"] = [cite(span(video_id, 0, len(TEXTS[video_id])))]


@cheat("cites every passage shown", "correct end_to_end")
def _(system: System) -> None:
    for row in answered(system):
        row["citations"] = [cite(passage) for passage in row["shown"]]


@cheat("cites one word of the gold", "correct end_to_end")
def _(system: System) -> None:
    for row in answered(system):
        for cited in row["citations"]:
            cited.update(cite(cited | {"char_end": cited["char_start"] + len(cited["quote"].split()[0])}))


@cheat("a true quote at a false span", "grounded misattributed correct")
def _(system: System) -> None:
    for row in answered(system):
        other = first_sentence(row["shown"][-1])
        row["citations"] = [cite(other, quote=cited["quote"]) for cited in row["citations"]]


@cheat("a true quote of another video", "grounded misattributed correct")
def _(system: System) -> None:
    for row in answered(system):
        other = next(video_id for video_id in TEXTS if video_id != BY_ID[row["query_id"]].video_id)
        row["citations"] = [cited | {"video_id": other} for cited in row["citations"]]


def cite_the_gold(row: Row) -> None:
    """Answer from memory, whatever was found."""
    question = BY_ID[row["query_id"]]
    if question.kind is None:
        row.update(state="answered", text=question.reference, citations=[cite(question.gold)])


@cheat("cites a passage that it was not shown", "grounded", raises="false_refusal")
def _(system: System) -> None:
    for row in system.answers:
        cite_the_gold(row)


@cheat("says that it was shown what was not retrieved", "grounded", raises="false_refusal")
def _(system: System) -> None:
    for row in system.answers:
        cite_the_gold(row)
        row["shown"] += [
            span(BY_ID[row["query_id"]].video_id, 0, len(TEXTS[BY_ID[row["query_id"]].video_id]))
        ]


@cheat("is shown more than k passages", "grounded", raises="false_refusal")
def _(system: System) -> None:
    for row in system.answers:
        cite_the_gold(row)
        row["shown"] = [place(found) for found in system.ranking(row["query_id"])]


def invent(system: System) -> None:
    """Every answer also has a quote that is said nowhere."""
    for row in answered(system):
        row["citations"].append(
            {"quote": "It is made of gold.", "level": "unplaced"}
            | dict.fromkeys(("video_id", "char_start", "char_end", "start_s", "end_s"))
        )


@cheat("invents a quote", "grounded citation_precision correct")
def _(system: System) -> None:
    invent(system)


@cheat("drops the citations that it could not place", "grounded citation_precision correct", hides=True)
def _(system: System) -> None:
    invent(system)
    system.emit_what_is_cited()
    for row in answered(system):
        row["citations"] = [cited for cited in row["citations"] if cited["level"] != "unplaced"]


@cheat("mends a false quote on the way", "grounded citation_precision correct", hides=True)
def _(system: System) -> None:
    for row in system.generations:
        row["quotes"] = [{"quote": quote["quote"].replace("minutes", "hours")} for quote in row["quotes"]]


@cheat("alters a digit of the quote", "grounded grounded_normalised citation_precision correct")
def _(system: System) -> None:
    for row in answered(system):
        for cited in row["citations"]:
            cited["quote"] = cited["quote"].replace("1", "7").replace("2", "8").replace("4", "9")


@cheat("alters a digit of the answer", "exact_match answer_f1")
def _(system: System) -> None:
    for row in answered(system):
        row["text"] = row["text"].translate(str.maketrans("123456789", "234567891"))


@cheat("cuts a digit off the quote", "grounded grounded_normalised citation_precision correct")
def _(system: System) -> None:
    for row in answered(system):
        for cited in row["citations"]:
            digits = [i for i, character in enumerate(cited["quote"]) if character.isdigit()]
            if digits:
                cited.update(cite(cited | {"char_start": cited["char_start"] + digits[0] + 1}))


@cheat("cites and says nothing", "correct end_to_end")
def _(system: System) -> None:
    for row in answered(system):
        row["text"] = " "


@cheat("repeats a true citation beside a false one", "grounded citation_precision misattributed correct")
def _(system: System) -> None:
    for row in answered(system):
        false = cite(first_sentence(row["shown"][-1]), quote=row["citations"][0]["quote"])
        row["citations"] = row["citations"] * 99 + [false]


# Retrieving


@cheat("returns a chunk twice", "recall_at_5 coverage_at_100w mrr ndcg_at_10 precision_at_5")
def _(system: System) -> None:
    system.rankings = [row for row in system.rankings for _ in range(2)]


@cheat(
    "returns the best chunk again and again",
    "recall_at_5 coverage_at_100w precision_at_5 iou_at_5 ndcg_at_10",
)
def _(system: System) -> None:
    for query_id in BY_ID:
        best, *others = system.ranking(query_id)
        system.rankings = [row for row in system.rankings if row["query_id"] != query_id]
        system.rankings += ranking(query_id, [best] * 5 + others)


@cheat("ranks all passages first", "mrr ndcg_at_10 recall_at_1 recall_at_5")
def _(system: System) -> None:
    for row in system.rankings:
        row["rank"] = 1


@cheat("returns more than k at ranks up to k", "mrr ndcg_at_10 recall_at_1")
def _(system: System) -> None:
    for row in system.rankings:
        row["rank"] = 1 + (row["rank"] - 1) % 5


@cheat("puts filler of no words before the gold", "mrr recall_at_1 recall_at_5 ndcg_at_10")
def _(system: System) -> None:
    for query_id, question in BY_ID.items():
        found = system.ranking(query_id)
        blank = span(question.video_id, 0)
        blank["char_start"], blank["char_end"] = blank["char_end"], blank["char_end"] + 1  # a line break
        system.rankings = [row for row in system.rankings if row["query_id"] != query_id]
        system.rankings += ranking(query_id, [blank] * 5 + found)


GIANT = "recall_at_1 recall_at_5 mrr ndcg_at_10"
"""What large chunks win at equal k: sweeps are compared at equal words."""


@cheat(
    "makes one giant chunk of a video", "recall_at_50w coverage_at_100w precision_at_1 iou_at_1", raises=GIANT
)
def giant(system: System) -> None:
    whole = {video_id: chunk(span(video_id, 0, len(lines))) for video_id, lines in TEXTS.items()}
    system.chunks = list(whole.values())
    system.rankings = [
        row for query_id, question in BY_ID.items() for row in ranking(query_id, [whole[question.video_id]])
    ]
    for row in system.answers:
        row["shown"] = [place(whole[BY_ID[row["query_id"]].video_id])]


@cheat("makes one giant chunk of a video and cites it", "recall_at_50w correct end_to_end", raises=GIANT)
def _(system: System) -> None:
    giant(system)
    for row in answered(system):
        row["citations"] = [cite(row["shown"][0])]


@cheat("delivers spans outside the transcript", "recall_at_1 recall_at_5 mrr ndcg_at_10 grounded")
def _(system: System) -> None:
    for row in system.rankings:
        row["char_end"] += 10_000
    for row in system.answers:
        for passage in row["shown"]:
            passage["char_end"] += 10_000
