"""Whatever the bytes: a transcript whose accounts are right, or one line that names the file."""

import json
import math
import time
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stages.core.errors import UserError
from stages.core.records import TRANSCRIPT
from stages.transcribe.captions.decode import decode
from stages.transcribe.captions.read import parse
from stages.transcribe.parse import Parsed, parse_file
from stages.transcribe.transcript import mended, transcript_rows
from tests.transcribe.captions.seeds import SEEDS

TOKENS = [
    "\n", "\n\n", " ", "WEBVTT\n", "NOTE\n", "00:00:01.000 --> 00:00:02.000\n", "-->", "<v Ann>",
    "</v>", "<", ">>", "<00:00:01.500>", "&amp;", "&#99999999999999999999;", "&", "[", "]", "{", "}",
    '"', ":", ",", "0", "9" * 30, "-1", "1e999", "null", "NaN", "true", "[Music]", "Ann: ", "[0:05] ",
    "\u200f", "\ufeff", "農", "🙂", "\x00", "\ud800", "<br/>", "<!DOCTYPE x>", "<![CDATA[", "begin='1s'",
    "0:05", "X-TIMESTAMP-MAP=LOCAL:0:0,MPEGTS:1",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A seed with slices cut, copied, swapped for tokens or ended early, in any encoding."""
    text = draw(st.sampled_from(sorted(SEEDS.values())))
    for _ in range(draw(st.integers(0, 6))):
        start, end = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
        end = min(end, start + draw(st.sampled_from([0, 1, 5, 40])))
        new = draw(st.sampled_from(["", text[start:end] * 2, *TOKENS]) | st.text(max_size=4))
        text = text[:start] + new + text[end:]
    text = text[: draw(st.sampled_from([len(text), len(text), draw(st.integers(0, len(text)))]))]
    text = draw(st.sampled_from([text, text.replace("\n", "\r\n"), text.replace("\n", "\r")]))
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]))
    data = text.encode(encoding, errors="surrogatepass" if "utf" in encoding else "replace")
    return data[: draw(st.sampled_from([len(data), len(data), draw(st.integers(0, len(data)))]))]


def check(found: Parsed) -> None:
    text = "\n".join(row["text"] for row in found.rows)
    for row in found.rows:
        assert row["text"] == text[row["char_start"] : row["char_end"]] == row["text"].strip() != ""
        spans = [row, *row["words"]]
        for span in spans:
            assert span is row or text[span["char_start"] : span["char_end"]] == span["text"]
            times = [span[key] for key in ("start_s", "end_s") if span[key] is not None]
            assert all(math.isfinite(time) and time >= 0 for time in times) and times == sorted(times)
    if all(row["start_s"] is not None for row in found.rows):
        assert found.rows == sorted(found.rows, key=lambda row: row["start_s"])
    report = found.report
    lost = report["merged_as_rolling"] + sum(report["dropped"].values())
    assert report["cues_read"] == report["cues_kept"] + lost and report["cues_kept"] >= 0
    characters = report["characters"]
    assert characters["read"] == characters["kept"] + sum(characters["not_carried_over"].values())
    assert all(count >= 0 for count in characters["not_carried_over"].values())
    json.dumps([found.rows, report], allow_nan=False, ensure_ascii=False).encode()
    pa.Table.from_pylist(found.rows, schema=TRANSCRIPT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def survives(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.write_bytes(data)
    try:
        found = parse_file(path)
    except UserError as error:
        assert str(path) in str(error) and "\n" not in str(error)
    else:
        check(found)


NAMES = st.sampled_from(["a.vtt", "a.txt"])


@pytest.mark.parametrize("name", SEEDS)
def test_the_seeds_are_read(folder: Path, name: str) -> None:
    path = folder / f"seed.{name}"
    path.write_text(SEEDS[name])
    found = parse_file(path)
    check(found)
    assert found.rows and found.report["characters"]["kept"] > 1


@settings(max_examples=600)
@given(NAMES, mutated())
def test_files_that_were_damaged(folder: Path, name: str, data: bytes) -> None:
    survives(folder, name, data)


@settings(max_examples=200)
@given(
    NAMES, st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
)
def test_any_bytes(folder: Path, name: str, data: bytes) -> None:
    survives(folder, name, data)


@pytest.mark.parametrize("name", SEEDS)
def test_a_file_cut_short_anywhere(folder: Path, name: str) -> None:
    data = SEEDS[name].encode()
    for end in range(0, len(data), 3):
        survives(folder, f"cut.{name}", data[:end])


VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(10**400),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "start"]), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = [
    "segments", "events", "transcription", "text", "start", "end", "words", "word", "speaker", "segs",
    "utf8", "tStartMs", "dDurationMs", "tOffsetMs", "wWinId", "offsets", "from", "to", "tokens",
    "duration",
]  # fmt: skip


@st.composite
def reshaped(draw: st.DrawFn) -> bytes:
    """JSON of a seed, with values swapped for others anywhere in it."""
    document = json.loads(SEEDS[draw(st.sampled_from(["json3", "whisper.json", "cpp.json"]))])
    for _ in range(draw(st.integers(1, 4))):
        place = document
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if not isinstance(place[key], dict | list) or draw(st.booleans()):
                place[key] = draw(VALUE)
                break
            place = place[key]
    return json.dumps(document).encode()


@settings(max_examples=300)
@given(reshaped())
def test_json_of_other_shapes(folder: Path, data: bytes) -> None:
    survives(folder, "a.json", data)


UNITS = [
    "<v ", "<", "<00:01.000>", "&#1", "&amp;", "1", "1:", "1\n", "\n", " ", "[", "(a", "*", ">>", "A: ",
    "Ann: hi\n", "{\\", "00:00:01.000 --> 00:00:02.000\n", "00:00:01.000 --> ", "-->", "WEBVTT\n\n",
    "NOTE\n", "1\n\n", "\u200f", "農\n", "a ", "0:05 a\n", "[0:05] ", "Ann 0:05\n", "[Ann] 0:05\n",
    "From a to ", "A B ", "00:00:0x --> 1\n", "a\n\n", "\x0b",
]  # fmt: skip
AROUND = [
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n%s", "WEBVTT\n\n%s",
    "1\n00:00:01,000 --> 00:00:02,000\n%s", "%s", "<tt><body><p begin='1s'>%s</p></body></tt>",
    '{"segments": [{"text": "%s", "start": 0, "end": 1}]}',
]  # fmt: skip
SIZE = 3_000
"""Characters; the time of four times as many is compared."""
RATIO = 9
"""Linear work gives 4, quadratic work 16."""
FLOOR_S = 0.02
"""Below it the clock says little."""


def work_s(text: str) -> float:
    """Processor time that it takes to read a text."""
    started = time.process_time()
    try:
        transcript_rows(mended(parse(decode(text.encode()), "a.txt").segments)[0])
    except (ValueError, RecursionError):
        pass
    return time.process_time() - started


def grows_evenly(around: str, unit: str, looks: int = 1) -> bool:
    """By the least of several looks: what else the process does, such as collecting garbage, only adds."""
    count = SIZE // len(unit)
    texts = [around.replace("%s", unit * times) for times in (count, 4 * count)]
    small, large = (min(work_s(text) for _ in range(looks)) for text in texts)
    return large < RATIO * max(small, FLOOR_S)


@pytest.mark.parametrize("around", AROUND)
def test_work_grows_with_the_file_whatever_is_repeated_in_it(around: str) -> None:
    suspects = [unit for unit in UNITS if not grows_evenly(around, unit)]
    assert not [unit for unit in suspects if not grows_evenly(around, unit, looks=5)]
