# Two commands do everything: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
CATALOGUES := $(wildcard src/hashi/words/locale/*/LC_MESSAGES/hashi.po)
DECLARED := $(shell find src/hashi -name "*.pxd")
# two more than cores: many tests wait for a browser or another process
WORKERS := $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 2)))
# byte code of what is used is written at its first import: that of all packages takes half a minute
REQUIRED := $(BIN)/python tools/requirements.py
INSTALL := PIP_CONSTRAINT=constraints.txt $(PIP) install -q --no-compile
LOWEST := build/lowest
DEPENDING := arena arrays drawing envs host server table words
BUILT := $(CATALOGUES) $(DECLARED) $(DECLARED:.pxd=.py) $(shell find src/hashi -name constants.py) $(addprefix src/hashi/rules/, goals.py island.py)

# the tests start some hundred programs, which would all be compiled at each start
unexport PYTHONDONTWRITEBYTECODE

.PHONY: learners play site test docs suite covered test-servers test-site coverage check types lint scripts collection words chromium engines postgres proxies networks laws fuzz mutants bench dist lowest packages game clean

play: $(VENV)/played  ## install and start the game in a browser
	@echo "The command is $(BIN)/hashi, or hashi after: source $(BIN)/activate"
	@$(BIN)/hashi serve --open

site: $(VENV)/tested  ## the game as files for any web space, in build/site, served for this computer
	@tools/node
	$(BIN)/hashi site build/site --serve

# types and coverage are checked beside the rest, since each takes long and uses one core; where
# anything fails, what they say is shown once more at the end
test: $(VENV)/tested chromium postgres proxies networks  ## install and run all checks and tests
	@$(MAKE) --no-print-directory --jobs=3 scripts types covered suite \
		|| { $(MAKE) --no-print-directory --keep-going scripts types covered; exit 1; }

suite: lint collection
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "hypothesis or not covering"

# in one process and one order, so that it is the same in every run
covered: $(VENV)/tested
	$(BIN)/python -m pytest -q --no-header -m "covering and not hypothesis" \
		--cov=hashi.rules --cov=hashi.record --cov-report=term-missing:skip-covered --cov-fail-under=100

test-servers: $(VENV)/tested chromium postgres proxies networks  ## the browser tests once more, with two servers behind nginx
	$(BIN)/python -m pytest tests/browser --servers 2 -n $(WORKERS) --dist worksteal

coverage: check chromium postgres proxies networks  ## the same with the coverage of everything, which takes longer
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-report=
	$(BIN)/python -m coverage report --fail-under=90

test-site: $(VENV)/tested chromium  ## the site without a server in Chromium, and the browser tests of games for one on it
	$(BIN)/python -m pytest tests/site tests/browser --site -n $(WORKERS) --dist worksteal

check: lint types scripts  ## formatting, lint, import direction, types, and the same of the page's scripts

lint: $(VENV)/tested
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

types: $(VENV)/tested
	$(BIN)/mypy

# the scripts and style sheets of the page; the worker runs without a page, with other types
scripts: node_modules/installed
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc
	node_modules/.bin/tsc --project tools/worker

# compiles the tests once instead of once in each worker; what cannot be imported is reported by the
# tests
collection: $(VENV)/tested
	@-$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1

words: $(VENV)/tested  ## bring the catalogues up to date with the sources and compile them
	$(BIN)/python -m tools.catalogues update
	$(BIN)/python -m tools.catalogues compile

chromium:  ## the browser of the tests, where it is missing
	@tools/chromium

engines: $(VENV)/tested  ## play in real Firefox and WebKit, which are installed where they are missing
	@tools/engines
	$(BIN)/python -m tests.engines

postgres:  ## the database of the tests, where it is missing
	@tools/postgres

proxies:  ## nginx, Caddy and systemd-analyze for the tests of their configuration, where they are missing
	@tools/proxies

networks:  ## the command ip for the test with two networks, where it is missing
	@tools/networks

laws: $(VENV)/tested chromium postgres  ## all examples of the tests of laws, of which `make test` tries a part
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m hypothesis --hypothesis-profile=all

fuzz: $(VENV)/tested  ## a hundred thousand bad records
	$(BIN)/python -m tests.record.fuzz --inputs 100000

# PyTorch takes a gigabyte: an environment of its own
learners: $(VENV)/tested  ## the environments under Stable-Baselines3
	$(PYTHON) -m venv build/learners
	$(REQUIRED) sb3 | PIP_CONSTRAINT=constraints.txt build/learners/bin/python -m pip install -q -r /dev/stdin anyio pytest pytest-timeout hypothesis
	PYTHONPATH=src build/learners/bin/python -m pytest -p no:cacheprovider tests/envs/learners.py

mutants: $(VENV)/tested  ## break each rule and see its test fail
	$(BIN)/python -m tests.rules.mutants

docs: $(VENV)/tested  ## all documents and the reference of the library as pages, in build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/tested  ## rates, memory and start time
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.replay
	$(BIN)/python -m benchmarks.score
	$(BIN)/python -m benchmarks.start
	$(BIN)/python -m benchmarks.cold

dist: $(VENV)/tested  ## wheel and source archive, installed into empty environments and played
	$(BIN)/python -m tests.project.distribution dist

# the dependencies themselves; a range that is declared too wide fails here. Not in place: a package
# as anybody gets it, and the compiled modules of the environment stay as they are
lowest: chromium postgres proxies  ## the tests of what has dependencies, with the lowest versions that are declared
	rm -rf build
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python tools/requirements.py --lowest build cluster envs jax postgres push test | $(LOWEST)/bin/python -m pip install -q --no-compile -r /dev/stdin
	$(LOWEST)/bin/python -m pip install -q --no-compile --no-deps --no-build-isolation .
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) --dist worksteal $(DEPENDING:%=tests/%)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# one stamp for what playing needs, one for what testing needs; both compile what has changed. The
# build takes what is installed here: pip would make an environment for it each time
$(VENV)/played: WHAT := play
$(VENV)/tested: WHAT := dev
$(VENV)/played $(VENV)/tested: $(VENV)/bin/python pyproject.toml setup.py constraints.txt $(BUILT)
	$(REQUIRED) build | $(INSTALL) -r /dev/stdin
	@$(MAKE) --no-print-directory --jobs=2 packages game WHAT=$(WHAT)
	@$(BIN)/hashi --version
	@touch $@ $(VENV)/played

# what checks the page's scripts, as the lock file has it
node_modules/installed: package.json package-lock.json .npmrc
	@tools/node
	npm ci --loglevel=error
	@touch $@

# at the same time, since one unpacks while the other compiles
packages:
	$(REQUIRED) $(WHAT) | $(INSTALL) -r /dev/stdin

game:
	$(INSTALL) --no-deps --no-build-isolation -e .

clean:
	find src -name "*.so" -delete
	rm -rf $(VENV) node_modules build dist .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
