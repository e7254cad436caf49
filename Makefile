# What can be done here; only git, make and Python 3.11 or newer are needed. Each target makes its own environment in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
RUN_ARGS ?=
TEST_ARGS ?=

.PHONY: run test lint bench samples screenshots clean

run: $(VENV)/.dashboard  ## opens the dashboard on the sample club and events
	$(BIN)/chessdash run --sample-club $(RUN_ARGS)

test: $(VENV)/.test  ## every test, in Chromium too
	@.ci/chromium
	@.ci/postgresql
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadgroup $(TEST_ARGS)

lint: $(VENV)/.lint  ## format, lint, types, and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict chessdash
	$(BIN)/lint-imports

bench: $(VENV)/.bench  ## against named peers, side by side: ratio and goal a row, status 1 where one is missed
	$(BIN)/python -m benchmarks

samples: $(VENV)/.dashboard  ## writes data/tournaments and the sample club anew
	$(BIN)/python data/make_samples.py
	$(BIN)/python data/make_club.py

screenshots: $(VENV)/.test  ## pictures of the pages, for looking at and for the README
	@.ci/chromium
	$(BIN)/python docs/screenshots.py

clean:
	rm -rf $(VENV) build dist

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "chessdash needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { echo "python's venv is missing: on Debian it is the package python3-venv" >&2; exit 1; }
	@touch $@

# One stamp for each set of packages, made anew when what is asked for changes.
$(VENV)/.dashboard: $(VENV)/.python pyproject.toml constraints.txt
	$(INSTALL) '.[dashboard]'
	@touch $@

$(VENV)/.test: $(VENV)/.python pyproject.toml constraints.txt
	$(INSTALL) '.[dashboard,test]'
	@touch $@ $(VENV)/.dashboard

$(VENV)/.lint: $(VENV)/.python pyproject.toml constraints.txt
	$(INSTALL) '.[dashboard,test,lint]'
	@touch $@ $(VENV)/.test $(VENV)/.dashboard

$(VENV)/.bench: $(VENV)/.python pyproject.toml constraints.txt
	$(INSTALL) '.[dashboard,bench]'
	@touch $@
