"""Transcripts to cut: a word a second, a segment a line."""

from stages.core.transcripts import Transcript


def transcript(*lines: str, video_id: str = "v", speakers: tuple[str | None, ...] = ()) -> Transcript:
    segments, offset, second = [], 0, 0.0
    for index, line in enumerate(lines):
        speaker = speakers[index] if speakers else None
        words, at = [], 0
        for token in line.split():
            at = line.index(token, at)
            words.append(
                {
                    "text": token,
                    "start_s": second,
                    "end_s": second + 0.8,
                    "char_start": offset + at,
                    "char_end": offset + at + len(token),
                    "speaker": speaker,
                }
            )
            at += len(token)
            second += 1
        segments.append(
            {
                "segment_id": f"{index:05}",
                "start_s": words[0]["start_s"] if words else None,
                "end_s": words[-1]["end_s"] if words else None,
                "speaker": speaker,
                "text": line,
                "char_start": offset,
                "char_end": offset + len(line),
                "words": words,
                "time_source": "aligned",
            }
        )
        offset += len(line) + 1
    return Transcript(video_id, segments)
