"""Builds offline.html, the page of `dvc plots show`, from three npm packages.

npm pack vega@5.33.1 vega-lite@5.23.0 vega-embed@6.29.0
python .dvc/plots/make.py vega-5.33.1.tgz vega-lite-5.23.0.tgz vega-embed-6.29.0.tgz
"""

import sys
import tarfile
from pathlib import Path

HEAD = """<!DOCTYPE html>
<!--
DVC fills this page (plots.html_template in .dvc/config). Its own page loads Vega from the network when it is
opened; this one has Vega inside. Written by make.py beside it.

Vega, Vega-Lite and Vega-Embed are under the BSD 3-clause licence, which follows. Vega contains D3 (ISC
licence, Copyright 2010-2026 Mike Bostock); Vega-Embed contains fast-json-patch (MIT licence, Copyright
2017-2021 Joachim Wester).

{licence}
-->
<html lang="en">
<head>
<meta charset="utf-8">
{{refresh_tag}}
<title>VidWise: plots</title>
<style>body {{ font-family: system-ui, sans-serif; }} table {{ border-spacing: 15px; }}</style>
"""
TAIL = """</head>
<body>
{plot_divs}
</body>
</html>
"""
PLACEHOLDERS = ("{plot_divs}", "{scripts}", "{refresh_tag}")


def member(package: Path, name: str) -> str:
    """A text file of an npm package."""
    with tarfile.open(package) as archive:
        file = archive.extractfile(f"package/{name}")
        if file is None:
            raise SystemExit(f"{package} has no {name}")
        return file.read().decode("utf-8").strip()


def script(package: Path) -> str:
    """A package's minified build as a script element."""
    name, _, version = package.stem.rpartition("-")
    lines = member(package, f"build/{name}.min.js").splitlines()
    code = "\n".join(line for line in lines if not line.startswith("//# sourceMappingURL"))
    if "</script" in code or any(mark in code for mark in PLACEHOLDERS):
        raise SystemExit(f"{package} cannot stand inside a page that DVC fills")
    return f"<script>/* {name} {version} */\n{code}\n</script>\n"


def main(packages: list[Path]) -> None:
    """Vega, Vega-Lite, Vega-Embed, in this order."""
    head = HEAD.format(licence=member(packages[1], "LICENSE"))
    page = head + "".join(script(package) for package in packages) + TAIL
    Path(__file__).with_name("offline.html").write_text(page, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
