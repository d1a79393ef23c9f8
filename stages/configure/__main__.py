"""configure: params.yaml and conf/ become resolved.yaml, of which each stage reads its own section."""

import io

from ruamel.yaml import YAML

from stages.configure.compose import resolve
from stages.core.artifacts import write_text
from stages.core.door import enter
from stages.core.errors import UserError
from stages.core.paths import CONF, PARAMS, RESOLVED
from stages.core.settings import read_yaml

HEADER = "# Written by the configure stage from params.yaml and conf/. Edit those, then run `dvc repro`.\n"


def dump(sections: dict[str, dict[str, object]]) -> str:
    """Sorted YAML 1.2, as DVC and core.settings read it."""
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.sort_base_mapping_type_on_output = True  # type: ignore[assignment]
    out = io.StringIO()
    yaml.dump(sections, out)
    return HEADER + out.getvalue()


def main() -> None:
    """Read the choices, compose, check, write."""
    params = read_yaml(PARAMS)
    if not isinstance(params, dict):
        raise UserError("params.yaml holds no choices: restore it with `git checkout params.yaml`")
    write_text(RESOLVED, dump(resolve(params, CONF)))


if __name__ == "__main__":
    enter("configure", main)
