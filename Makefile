# The commands of the house. All but `install` expect .venv, which `make install` makes.
PYTHON := .venv/bin/python
DATA ?= ../shared/data

.PHONY: install install-dev check test integration client live eval bench bench-check fuzz crash lock

install: .venv/installed

.venv/installed: requirements.txt
	python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes --only-binary :all: -r requirements.txt
	$(PYTHON) -m pip uninstall --quiet --disable-pip-version-check --yes setuptools || true
	touch $@

install-dev: .venv/installed-dev

.venv/installed-dev: requirements-dev.txt .venv/installed
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements-dev.txt
	touch $@

check: install-dev  ## style, types, the import rule, the lock, the docs
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	.venv/bin/lint-imports
	$(PYTHON) -m pytest tests/test_docs.py tests/test_house.py

test: install-dev  ## all tests that need nothing but this machine, with branch coverage
	$(PYTHON) -m coverage erase
	$(PYTHON) -m coverage run -m pytest
	$(PYTHON) -m coverage combine --quiet
	$(PYTHON) -m coverage report

integration: install-dev  ## the main job on a real SearXNG and a real scrape engine, and the skill in the real client
	@$(PYTHON) tests/stack/run.py -- $(PYTHON) -m pytest -m integration -rs; code=$$?; \
	if [ $$code -eq 77 ]; then echo "SKIPPED: integration (the line above says why)"; else exit $$code; fi

live: install  ## the owner's smoke test against the configured services
	LIVE=1 $(PYTHON) -m pytest -m live -rs

eval: install-dev  ## recall, extraction, quotes and claims on the evaluation sets, where they are
	DATA=$(DATA) $(PYTHON) tests/evaluate.py

lock: install-dev  ## hash-pin requirements anew from their sources
	$(PYTHON) -m uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header requirements.in -o requirements.txt
	$(PYTHON) -m uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header requirements-dev.in -o requirements-dev.txt

bench: install-dev  ## what the commands cost, as ratios measured in one run, into docs/benchmarks.md
	DATA=$(DATA) $(PYTHON) tests/bench/run.py

bench-check: install-dev  ## has a command become slower than it was pinned?
	$(PYTHON) tests/bench_check.py

fuzz: install-dev  ## ten minutes of hostile input for every parser
	$(PYTHON) tests/fuzz.py

crash: install-dev  ## a hundred kills of the main job, compared with an undisturbed run
	$(PYTHON) tests/crash.py --kills 100
