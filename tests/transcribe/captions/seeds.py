"""A small file of every format, for tests that change them at random."""

SEEDS = {
    "vtt": (
        "WEBVTT\n\nNOTE x\n\n1\n00:00:01.000 --> 00:00:02.000 align:start\n<v Ann>Yes &amp; <i>"
        "no</i>.</v>\n<v Bo>No\n"
    ),
    "rolling.vtt": (
        "WEBVTT\n\n00:01.000 --> 00:03.500\n \nthe<00:01.200><c> kiln</c>\n\n00:03.500 --> "
        "00:03.510\nthe kiln\n \n\n00:03.510 --> 00:06.000\nthe kiln\nis<00:03.900><c> hot</c>\n"
    ),
    "hls.vtt": (
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n1\n00:01.000 --> 00:02.000\n"
        "One.\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1800000,LOCAL:00:00:00.000\n\n1\n00:01.000 --> "
        "00:02.000\nTwo.\n"
    ),
    "srt": (
        "1\n00:00:01,000 --> 00:00:02,5\n{\\an8}<b>Hello</b>\n\nthere\n\n2\n00:00:03,000 --> "
        "00:00:02,000\n[Music]\n"
    ),
    "json3": (
        '{"events": [{"tStartMs": 0}, {"tStartMs": 1000, "dDurationMs": 900, "wWinId": 1, '
        '"segs": [{"utf8": "clay"}, {"utf8": " is", "tOffsetMs": 400}]}, {"tStartMs": 1500, '
        '"wWinId": 1, "segs": [{"utf8": "wet"}]}]}'
    ),
    "srv3": (
        '<timedtext format="3"><body><p t="1000" d="900" w="1"><s>clay</s><s t="400"> is</s></p>'
        "</body></timedtext>"
    ),
    "srv1": ('<transcript><text start="1.5" dur="2">Q&amp;amp;A</text></transcript>'),
    "ttml": (
        '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" '
        'ttp:frameRate="25" xmlns:ttm="http://www.w3.org/ns/ttml#metadata">'
        '<head><metadata><ttm:agent xml:id="a"><ttm:name>Ann</ttm:name></ttm:agent></metadata>'
        '</head><body begin="1s"><div timeContainer="seq"><p dur="00:00:01:12" ttm:agent="a">'
        'One<br/>two</p><p end="2.5s"><span begin="0.5s">three</span> four</p></div></body></tt>'
    ),
    "whisper.json": (
        '{"segments": [{"start": 0.5, "end": NaN, "text": " Two words", "speaker": "A", '
        '"words": [{"word": " Two", "start": 0.5, "end": 0.9, "score": 0.5}, '
        '{"word": " words"}]}], "duration": 3}'
    ),
    "cpp.json": (
        '{"transcription": [{"offsets": {"from": 0, "to": 900}, "text": " Hi", '
        '"tokens": [{"text": " Hi", "offsets": {"from": 100, "to": 50}}]}]}'
    ),
    "times.txt": ("[00:00:05] Dana: The shelf is full.\n[00:00:09] Ola Berg: It is.\nYes.\n"),
    "otter.txt": (
        "Weekly\n\nDana Moss  0:12\nHello.\n\nOla Berg  1:02:03\nHi.\n\nTranscribed by https://otter.ai\n"
    ),
    "zoom.txt": ("[Dana Moss] 10:02:13\nHello.\n\n[Ola Berg] 10:02:15\nHi.\n"),
    "chat.txt": ("10:02:13 From Dana Moss to Everyone: Hello.\n"),
    "plain.txt": ("Dana: Hello.\nmore\n\nOla: Hi.\n"),
}
