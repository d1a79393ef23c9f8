import json
import random
from pathlib import Path

import ir_measures
import pytest
from ir_measures import RR, R, Success, nDCG

from stages.commands.trec import NOTHING, names_by_rank, passage_name, trec
from stages.evaluate.documents import Document
from stages.evaluate.passages import delivered
from stages.evaluate.regions import region
from stages.evaluate.retrieval import retrieval_values
from tests.evaluate.world import CHUNKS, DOCUMENTS, LINES, SETTINGS, answerable, gold, negative, ranked

WAIT = answerable(gold("Wait 15 minutes, then open the door."), query_id="a")


def test_by_hand():
    # The gold stands in LINES[2], which comes second; with it the ranking has covered it.
    lines = trec(
        [WAIT, negative("n")], {"a": ranked(LINES[0], LINES[2]), "n": ranked(LINES[1])}, CHUNKS, DOCUMENTS
    )
    assert lines.run == [
        "a Q0 talk:0-39 1 2 vidwise",
        "a Q0 talk:76-112 2 1 vidwise",
        "n Q0 talk:40-75 1 1 vidwise",
    ]
    assert lines.qrels == lines.recall_qrels == ["a 0 talk:76-112 1"]


def test_half_of_the_gold_may_need_two_passages():
    question = answerable(gold("Never open it before it has cooled.", "Wait 15 minutes, then open the door."))
    lines = trec([question], {"q": ranked(LINES[2], LINES[0], LINES[1])}, CHUNKS, DOCUMENTS)
    assert lines.qrels == ["q 0 talk:40-75 1", "q 0 talk:76-112 1"]
    assert lines.recall_qrels == ["q 0 talk:76-112 1"]  # 30 of 59 characters
    less = answerable(gold("Wait 15", "Never open it before it has cooled."))
    assert trec([less], {"q": ranked(LINES[2], LINES[1])}, CHUNKS, DOCUMENTS).recall_qrels == [
        "q 0 talk:40-75 1"
    ]


def test_what_no_passage_has_keeps_its_question():
    lines = trec([WAIT, answerable(query_id="lost")], {"a": ranked(LINES[0])}, {}, DOCUMENTS)
    assert lines.qrels == lines.recall_qrels == [f"a 0 {NOTHING} 1", f"lost 0 {NOTHING} 1"]


def test_a_passage_is_at_its_rank_whatever_stands_before_it():
    passages = [*ranked(LINES[0], LINES[0]), *ranked(*[LINES[1]] * 6)[5:]]
    assert names_by_rank(passages) == [
        "talk:0-39",
        "talk:0-39:again-2",
        "nothing:3",
        "nothing:4",
        "nothing:5",
        "talk:40-75",
    ]


@pytest.mark.parametrize("video_id", ["a b", "a\tb", "a\u00a0b", "a\u2028b", "Café #1", "農場"])
def test_names_have_no_white_space_and_differ(video_id):
    name = passage_name((video_id, 0, 9))
    assert name.split() == [name]
    assert name.isascii()
    assert name != passage_name((video_id.replace("a", "A"), 0, 9)) or "a" not in video_id


def random_span(rng: random.Random):
    video_id = rng.choice(list(DOCUMENTS))
    start = rng.randrange(len(DOCUMENTS[video_id].text) - 1)
    return video_id, start, rng.randrange(start + 1, min(start + 60, len(DOCUMENTS[video_id].text)) + 1)


def random_gold(rng: random.Random):
    spans = [random_span(rng) for _ in range(rng.randint(1, 2))]
    return region(spans) if any(DOCUMENTS[v].text[a:b].strip() for v, a, b in spans) else gold("The kiln")


@pytest.mark.parametrize("seed", range(20))
def test_ir_measures_gets_our_recall_rr_and_ndcg(seed, tmp_path):
    """With overlapping and repeated passages, gaps in the ranks, spans in two videos and lost gold."""
    rng = random.Random(seed)
    pool = [random_span(rng) for _ in range(12)] + LINES
    chunks = {v: sorted({span for span in pool[::2] if span[0] == v}) for v in DOCUMENTS}
    questions, passages, ours = [], {}, {}
    for number in range(25):
        alternatives = [random_gold(rng) for _ in range(rng.randint(0, 3))]
        question = answerable(*alternatives, query_id=f"q{number:02}")
        rows = [
            dict(zip(("video_id", "char_start", "char_end"), rng.choice(pool), strict=True))
            | {"rank": rng.randint(1, 14)}
            for _ in range(rng.choice([0, 1, 5, 12]))
        ]
        found = delivered(rows, DOCUMENTS)
        questions.append(question)
        if found:
            passages[question.query_id] = found
        ours[question.query_id] = retrieval_values(question, found, chunks, DOCUMENTS, SETTINGS)
    questions.append(negative("z"))
    passages["z"] = ranked(*LINES)
    lines = trec(questions, passages, chunks, DOCUMENTS)
    for name in lines._fields:
        (tmp_path / name).write_text("".join(f"{line}\n" for line in getattr(lines, name)))
    run = list(ir_measures.read_trec_run(str(tmp_path / "run")))
    ours_by_name = {RR: "mrr", nDCG @ 10: "ndcg_at_10"} | {Success @ k: f"any_at_{k}" for k in SETTINGS.ks}
    hits_by_name = {measure @ k: f"recall_at_{k}" for measure in (R, Success) for k in SETTINGS.ks}
    compared = 0
    for qrels, names in (("qrels", ours_by_name), ("recall_qrels", hits_by_name)):
        judged = list(ir_measures.read_trec_qrels(str(tmp_path / qrels)))
        for metric in ir_measures.iter_calc(list(names), judged, run):
            assert metric.value == pytest.approx(ours[metric.query_id][names[metric.measure]], abs=1e-6), (
                metric
            )
            compared += 1
        means = ir_measures.calc_aggregate(list(names), judged, run)
        for measure, name in names.items():
            mean = sum(values[name] for values in ours.values()) / 25
            assert means[measure] == pytest.approx(mean, abs=1e-6), name
    assert compared == 25 * (len(ours_by_name) + len(hits_by_name))


@pytest.mark.parametrize("number", range(6))
def test_case_41_duplicates_by_ir_measures(number):
    """Every id a passage of its own; recall here is the share of the gold passages."""
    case = Path(__file__).parents[1] / "cases" / "41-recall-with-duplicates"
    rows = json.loads((case / "rows.json").read_text(encoding="utf-8"))
    expect = json.loads((case / "expect.json").read_text(encoding="utf-8"))
    assert len(rows) == 6
    row = rows[number]
    documents = {"v": Document(" ".join(letter * 4 for letter in "ABCDXY"))}
    spans = {letter: ("v", 5 * i, 5 * i + 4) for i, letter in enumerate("ABCDXY")}
    asked = answerable(region(spans[letter] for letter in row["gold"]), query_id="q")
    in_k = ranked(*(spans[letter] for letter in row["hits"]))[: row["k"]]
    lines = trec([asked], {"q": in_k}, {"v": list(spans.values())}, documents)
    found = calculated([R @ row["k"], RR, Success @ row["k"]], lines.qrels, lines.run)
    assert found == pytest.approx([expect[name][number] for name in ("recall", "reciprocal_rank", "hit")])


def calculated(measures, qrels, run):
    """ir_measures' means, of lines."""
    judged = [ir_measures.Qrel(query, name, int(grade)) for query, _, name, grade in map(str.split, qrels)]
    scored = [
        ir_measures.ScoredDoc(query, name, float(score))
        for query, _, name, _, score, _ in map(str.split, run)
    ]
    means = ir_measures.calc_aggregate(measures, judged, scored)
    return [means[measure] for measure in measures]


def test_recall_of_one_file_is_not_that_of_the_other():
    """R@k by qrels.txt is the share of the relevant passages; recall@k asks for half of the gold."""
    question = answerable(gold("it has cooled.", "Wait 15 minutes, then open the door."))
    lines = trec([question], {"q": ranked(LINES[2], LINES[1])}, CHUNKS, DOCUMENTS)
    found = [calculated([R @ 1], qrels, lines.run) for qrels in (lines.qrels, lines.recall_qrels)]
    assert found == [[0.5], [1.0]]
