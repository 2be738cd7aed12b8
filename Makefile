# Needs Python 3.11 to 3.13, make and a package index; everything else goes into $(VENV).
PYTHON ?= python3
VENV ?= .venv
ENGINE ?= interpreted
TIER ?= A
FILES ?=
TIME ?=
COUNT ?=
SEED ?=
PY ?= $(VENV)/bin/python
JOBS ?= 2
WAYS ?= compiled,interpreted

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEMO := $(BIN)/python -m debugger examples/orbit.py

.DEFAULT_GOAL := help
.PHONY: help demo test check layers conformance packages fuzz bench docs golden clean

help: ## show this list
	@echo 'usage: make GOAL [PYTHON=python3.12] [VENV=.venv-3.12]'
	@sed -n 's/^\([a-z]*\):.*## /\1 /p' $(MAKEFILE_LIST) | while read goal text; do \
		printf '  %-12s %s\n' "$$goal" "$$text"; done

demo: $(VENV)/.run ## debug examples/orbit.py: at a terminal by hand, otherwise a scripted tour
	@if [ -t 0 ] && [ -t 1 ]; then $(DEMO); else $(DEMO) < examples/tour.txt; fi

test: $(VENV)/.test ## run the tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

check: $(VENV)/.check layers ## check format, lint, types and the layers
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

layers: $(VENV)/.test ## check only which layer imports which
	$(BIN)/python -m pytest -q tests/test_layers.py

conformance: $(VENV)/.test ## run CPython's own tests both ways [TIER=A|B|C] [ENGINE=interpreted|compiled|bounce] [FILES="test_with ..."] [PY=python]
	$(BIN)/python -m tests.conformance.run --python $(PY) --engine $(ENGINE) --tier $(TIER) \
		--jobs $(JOBS) $(FILES)

fuzz: $(VENV)/.fuzz ## compare generated programs in every way [TIME=seconds] [COUNT=n] [SEED=n]
	$(BIN)/python -m pytest -q tests/fuzz/test_syntax.py
	$(BIN)/python -m tests.fuzz --jobs $(JOBS) $(if $(TIME),--seconds $(TIME)) \
		$(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

packages: $(VENV)/.test ## run the tests of packages from the index all ways [WAYS=compiled] [FILES="toolz ..."] [PY=python]
	$(BIN)/python -m tests.packages.run --python $(PY) --ways $(WAYS) --jobs $(JOBS) $(FILES)

bench: $(VENV)/.run ## compare speed and start-up with plain Python and pdb
	$(BIN)/python -m benchmarks.run

docs: $(VENV)/.docs ## make a site of docs/: build/docs/index.html
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs

golden: $(VENV)/.test ## rewrite the golden transcripts; read the diff before committing it
	UPDATE_TRANSCRIPTS=1 $(BIN)/python -m pytest -q

clean: ## remove virtual environments, caches and build results
	rm -rf .venv .venv-* build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: what is installed in $(VENV). A changed pyproject.toml installs again.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
		echo 'Python 3.11 to 3.13 is needed: make ... PYTHON=python3.12'; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.run

$(VENV)/.fuzz: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[test,fuzz]'
	@touch $@ $(VENV)/.run $(VENV)/.test

$(VENV)/.docs: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[docs]'
	@touch $@ $(VENV)/.run

$(VENV)/.check: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[test,check]'
	@touch $@ $(VENV)/.run $(VENV)/.test
