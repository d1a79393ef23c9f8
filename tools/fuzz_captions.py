"""Fuzz the caption readers for longer than the tests do, with atheris (libFuzzer).

    uv pip install --target /tmp/atheris atheris
    PYTHONPATH=/tmp/atheris python -m tools.fuzz_captions /tmp/corpus -max_total_time=600

The folder is made if it is not there, gets a small file of every format, and keeps what atheris finds to be
new; other arguments are libFuzzer's. It stops at the first file that gives neither a transcript whose
accounts are right nor one line, or takes over ten seconds, and keeps it in the working directory.
"""

import sys
import tempfile
from pathlib import Path

from stages.core.paths import ROOT

LONGEST = 4000
"""Bytes of a made file."""
SLOWEST_S = 10
CASES = ROOT / "tests" / "cases"
SAMPLES = ROOT.parent / "shared" / "captions"


def main() -> None:
    """Make the corpus, instrument the readers and let libFuzzer run."""
    import atheris

    with atheris.instrument_imports(include=["stages.transcribe"]):
        from tests.transcribe.captions.seeds import SEEDS
        from tests.transcribe.captions.test_fuzz import survives

    corpus, *options = sys.argv[1:]
    Path(corpus).mkdir(parents=True, exist_ok=True)
    for name, text in SEEDS.items():
        (Path(corpus) / f"seed-{name}").write_text(text, encoding="utf-8")
    for folder in (CASES, SAMPLES):
        for i, path in enumerate(sorted(folder.rglob("*"))):
            if path.is_file() and path.stat().st_size <= LONGEST and path.name != "expect.json":
                (Path(corpus) / f"{folder.name}-{i}").write_bytes(path.read_bytes())
    with tempfile.TemporaryDirectory() as scratch:
        atheris.Setup(
            [sys.argv[0], corpus, f"-max_len={LONGEST}", f"-timeout={SLOWEST_S}", *options],
            # Any text is a transcript if its file is named so: no other name reads more.
            lambda data: survives(Path(scratch), "a.txt", data),
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
