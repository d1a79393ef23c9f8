"""A transcript to place gold in: one word a second, one segment a line."""

from stages.core.transcripts import Transcript


def transcript(*lines, timed=True, segment_ids=None, video_id="v"):
    segments, offset, second = [], 0, 0.0
    for index, line in enumerate(lines):
        words, at = [], 0
        for token in line.split():
            at = line.index(token, at)
            words.append(
                {
                    "text": token,
                    "start_s": second if timed else None,
                    "end_s": second + 0.8 if timed else None,
                    "char_start": offset + at,
                    "char_end": offset + at + len(token),
                    "speaker": None,
                }
            )
            at += len(token)
            second += 1
        segments.append(
            {
                "segment_id": segment_ids[index] if segment_ids else f"{index:05}",
                "start_s": words[0]["start_s"] if timed and words else None,
                "end_s": words[-1]["end_s"] if timed and words else None,
                "speaker": None,
                "text": line,
                "char_start": offset,
                "char_end": offset + len(line),
                "words": words,
                "time_source": "aligned" if timed else "none",
            }
        )
        offset += len(line) + 1
    return Transcript(video_id, segments)


def mark(kind, **fields):
    names = ("start_s end_s quote occurrence char_start char_end segment_first segment_last").split()
    return dict.fromkeys(names) | {"kind": kind} | fields
