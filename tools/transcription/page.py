"""docs/transcription.md, from what was measured."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

Row = Mapping[str, Any]

HEAD = """# Transcription

Written by `make transcription` (speech recognition), `python -m tools.transcription --speakers` (who speaks),
`--long` (three hours) and `--parse` (captions); what was not measured yet is not here. `talks` has synthetic
voices: they compare engines and say nothing of real rooms. Times are of one run on a shared machine: read the
ratios.
"""
SPEECH = """## Speech

Each recording is heard by the recogniser of the stage (whisperX: speech found by pyannote, batches of windows
of 30 s, beam 5, temperature 0; word times by Whisper's attention) and by plain faster-whisper on the same
weights (its own settings with word times, but temperature 0 only), in one process, one run, in turn. Word
error rates are after Whisper's English normalisation.
"""


WHICH = (
    "The first of each {every} talks by name, and the first five minutes of longer ones, to the end of a\n"
    "line (`--every 1` takes all)"
)


def page(measured: Mapping[str, Any]) -> str:
    """The whole page of what metrics/transcription.json holds; a part that was not measured is left out."""
    parts = [HEAD]
    if speech := measured.get("speech"):
        parts += [SPEECH, summary(speech), by_recording(speech["rows"]), made(speech)]
    if speakers := measured.get("speakers"):
        parts += [who_speaks(speakers["rows"]), made(speakers)]
    if long := measured.get("long"):
        parts += [three_hours(long["row"]), made(long)]
    if parsing := measured.get("parsing"):
        parts += [captions(parsing["rows"]), made(parsing)]
    return "\n".join(parts)


def made(part: Mapping[str, Any]) -> str:
    """Where figures come from."""
    return f"Measured at commit {part['commit']} on {part['machine']}.\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, the first column text, the others numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def keys(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Weights and engines, in the order in which they were measured first."""
    return list(dict.fromkeys((row["model"], row["engine"]) for row in rows))


def of(rows: Sequence[Row], model: str, engine: str) -> list[Row]:
    """The rows of one engine with one model."""
    return [row for row in rows if row["model"] == model and row["engine"] == engine]


def word_error_rate(rows: Sequence[Row]) -> str:
    """Errors over all words of the recordings whose words are known.

    >>> word_error_rate([{"errors": 1, "words": 10}, {"errors": 2, "words": 20}, {}])
    '.100'
    """
    words = sum(row.get("words", 0) for row in rows)
    return f"{sum(row.get('errors', 0) for row in rows) / words:.3f}".lstrip("0") if words else ""


def start_error(rows: Sequence[Row]) -> str:
    """The median over recordings of each one's median error of word starts."""
    errors = [row["start_error_s"] for row in rows if row["start_error_s"] is not None]
    return f"{median(errors):.3f}" if errors else ""


def summary(speech: Mapping[str, Any]) -> str:
    """One line for each engine and model: errors on talks and on real speech, and time."""
    rows: Sequence[Row] = speech["rows"]
    lines = []
    for model, engine in keys(rows):
        mine, plain = of(rows, model, engine), of(rows, model, "faster-whisper")
        audio_s = sum(row["audio_s"] for row in mine)
        ratio = {
            kind: sum(row[kind] for row in plain) / sum(row[kind] for row in mine)
            for kind in ("wall_s", "cpu_s")
        }
        lines.append(
            [
                f"{model}, {engine}",
                word_error_rate([row for row in mine if not row["real"]]),
                word_error_rate([row for row in mine if row["real"]]),
                start_error(mine),
                f"{audio_s / sum(row['wall_s'] for row in mine):.1f}",
                f"{audio_s / sum(row['cpu_s'] for row in mine):.1f}",
                f"{ratio['wall_s']:.2f}",
                f"{ratio['cpu_s']:.2f}",
            ]
        )
    words = sum(row.get("words", 0) for row in of(rows, *keys(rows)[0]) if not row["real"])
    real = sum(row.get("words", 0) for row in of(rows, *keys(rows)[0]) if row["real"])
    which = "All talks" if speech["every"] == 1 else WHICH.format(every=speech["every"])
    return (
        f"### Errors and speed\n\n{which}, {words} words; and real speech, {real} words. Nobody has written\n"
        "down what the call says: it counts for the time only.\n\n"
    ) + table(
        [
            "weights, engine",
            "WER, talks",
            "WER, real speech",
            "word start error, s (median)",
            "times real time",
            "s of sound a CPU second",
            "speed / faster-whisper (wall)",
            "(CPU)",
        ],
        lines,
    )


def by_recording(rows: Sequence[Row]) -> str:
    """Word error rate and word start error of each recording."""
    columns = keys(rows)
    names = list(dict.fromkeys(row["recording"] for row in rows))
    lines = []
    for name in names:
        mine = [row for row in rows if row["recording"] == name]
        cells = []
        for model, engine in columns:
            found = of(mine, model, engine)
            cells.append(" / ".join(text for text in (word_error_rate(found), start_error(found)) if text))
        lines.append([name, f"{mine[0]['audio_s']:.0f}", *cells])
    return "### By recording\n\nWord error rate / word start error in seconds.\n\n" + table(
        ["recording", "s", *(f"{model}, {engine}" for model, engine in columns)], lines
    )


def who_speaks(rows: Sequence[Row]) -> str:
    """Diarization error rates: pooled by group, and of each recording in which more than one speaks."""
    talks = [row for row in rows if row["group"] != "real"]
    groups = {
        "dev talks, on which the threshold was chosen": [row for row in talks if row["group"] == "dev"],
        "test talks": [row for row in talks if row["group"] == "test"],
        "of these, one speaker": [row for row in talks if row["group"] == "test" and row["speakers"] == 1],
        "several speakers": [row for row in talks if row["group"] == "test" and row["speakers"] > 1],
        "several at once": [row for row in talks if row["group"] == "test" and row["overlap_s"] > 0],
        "a real call, two speakers": [row for row in rows if row["group"] == "real"],
    }
    head = [
        "speech, s",
        "DER",
        "missed",
        "false",
        "confused",
        "DER, 0.25 s forgiven",
        "speakers (true)",
        "words right",
    ]
    cpu = sum(row["cpu_s"] for row in rows) / sum(row["audio_s"] for row in rows)
    return (
        "## Who speaks\n\n"
        "`transcribe.diarize: offline`, the number of speakers estimated. The diarization error rate (DER)\n"
        "is the share of speech that is missed, false or given to another speaker, speech at once scored\n"
        "too, as pyannote.metrics counts it. `0.25 s forgiven`: around each edge of a true turn that much\n"
        "is not scored. `words right`: words of the script, at their true times, that get the right\n"
        "speaker. The call was looked at while the threshold was chosen.\n"
        f"CPU seconds a second of sound: {cpu:.2f}.\n\n"
        + table(["recordings", *head], [[name, *der_cells(group)] for name, group in groups.items() if group])
        + "\n"
        + table(
            ["recording with several speakers", *head],
            [[row["recording"], *der_cells([row])] for row in rows if row["speakers"] > 1],
        )
    )


def der_cells(rows: Sequence[Row]) -> list[str]:
    """Pooled error rates; speakers and words are counts."""

    def share(*names: str, of: str) -> str:
        total = sum(row[of] for row in rows)
        return f"{sum(row[name] for row in rows for name in names) / total:.3f}".lstrip("0") if total else ""

    found = ", ".join(f"{row['speakers_found']} ({row['speakers']})" for row in rows)
    if len(rows) > 1:
        found = f"{sum(row['speakers_found'] == row['speakers'] for row in rows)} of {len(rows)} right"
    return [
        f"{sum(row['speech_s'] for row in rows):.0f}",
        share("missed_s", "false_s", "confused_s", of="speech_s"),
        share("missed_s", of="speech_s"),
        share("false_s", of="speech_s"),
        share("confused_s", of="speech_s"),
        share("missed_s_collar", "false_s_collar", "confused_s_collar", of="speech_s_collar"),
        found,
        share("words_right", of="words"),
    ]


def three_hours(row: Row) -> str:
    """What a recording of three hours took."""
    return (
        "## Three hours\n\n"
        f"The talks joined to one recording of {row['audio_s'] / 3600:.2f} h, heard as the stage does, with "
        f"an empty cache: weights {row['model']}, {row['processes']} processes.\n\n"
        + table(
            ["", "value"],
            [
                ["peak memory, the sum over processes, MiB", f"{row['peak_mib']:.0f}"],
                ["times real time", f"{row['audio_s'] / row['wall_s']:.1f}"],
                ["minutes", f"{row['wall_s'] / 60:.1f}"],
                ["CPU seconds a second of sound", f"{row['cpu_s'] / row['audio_s']:.3f}"],
                ["sentences", str(row["segments"])],
                ["the last one ends at, s", f"{row['last_end_s']:.0f}"],
            ],
        )
    )


def captions(rows: Sequence[Row]) -> str:
    """What captions take, and how that grows: each length of a kind against the first one."""
    lines = []
    for row in rows:
        first = next(one for one in rows if one["kind"] == row["kind"])
        lines.append(
            [
                row["kind"],
                f"{row['bytes'] / 1e6:.1f}",
                str(row["cues"]),
                f"{row['cpu_s']:.1f}",
                f"{row['memory_mib']:.0f}",
                *(f"{row[key] / first[key]:.2f}" for key in ("bytes", "cpu_s", "memory_mib")),
            ]
        )
    head = ["file", "MB", "cues", "CPU, s", "memory, MiB", "file, times", "CPU, times", "memory, times"]
    return (
        "## Captions\n\n"
        "`vidwise parse FILE --json` on WebVTT made by seed, the least of three looks; loading the program\n"
        "is not in it. The last columns compare with the first file of the kind.\n\n" + table(head, lines)
    )
