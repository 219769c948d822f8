# make demo        the main job on kustomization-example/, shown as a diff
# make test        ruff, mypy --strict and pytest
# make test-hosts  the tests that drive kustomize, kubectl, kpt, Helm 3 and Helm 4, installed first
#
# Needs Python 3.10 or newer with venv and pip; another one: make PYTHON=python3.13 test

PYTHON ?= python3
VENV ?= .venv
HOSTS ?= $(CURDIR)/.cache/hosts/bin

BIN := $(VENV)/bin
DIRS := $(wildcard fn tests bench)

.PHONY: demo test lint typecheck pytest hosts test-hosts clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.run
	@PATH="$(CURDIR)/$(BIN):$$PATH" HOSTS="$(HOSTS)" scripts/demo

test: lint typecheck pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: $(VENV)/.dev
	$(BIN)/mypy --strict $(DIRS)

pytest: $(VENV)/.dev
	$(BIN)/python -m pytest

hosts:
	PYTHON="$(PYTHON)" scripts/install-hosts -d "$(HOSTS)"

test-hosts: $(VENV)/.dev hosts
	HOSTS_REQUIRED=1 HOSTS="$(HOSTS)" $(BIN)/python -m pytest tests/hosts

clean:
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist fn/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# .run: the program itself. .dev: what its tests need too.
$(VENV)/.run: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "yurt-hostnet needs Python 3.10 or newer, but $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.13 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@
