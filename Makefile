# Needs Python 3.11+ and make. `make help` lists the targets.

PYTHON  ?= python3
WORKERS ?= 2
PORT    ?= 8080
UPGRADE ?=
BASE    ?= HEAD
AXE     := 4.14.0

VENV  := .venv
BIN   := $(VENV)/bin
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
RUNS  := web words exact build # the extras that the page and all that it offers need, and what installs them
TESTS := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
TYPED := src conftest.py $(wildcard docs/*/*.py docs/*/*/*.py examples/*.py benchmarks/*.py)

# Tests start hundreds of processes, and each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run tour quick test heavy map axe lint docs lock bench clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.locked ## Make .venv with everything that work on the project needs.

# These two need less than the others do.
run: $(VENV)/.ready ## Set up what the page needs, then open it: play, get help, watch. PORT=n takes another port.
	@$(BIN)/sleuth serve --port $(PORT)

tour: $(VENV)/.ready ## The same, then let Sleuth solve one of each game in the terminal.
	@$(BIN)/sleuth tour

quick: setup ## Run the tests that a change touches, with style, types and contracts, in 90 seconds. BASE=commit compares with another.
	@$(BIN)/python -m tests.map.quick --base $(BASE)

test: setup axe ## Set up, then run all tests but the heavy ones. WORKERS=n sets the number of processes.
	@$(BIN)/sleuth warmup --wide
	@$(TESTS) -m "not heavy" --hypothesis-profile=few

heavy: setup axe ## Run the heavy tests: installs, the site, kills, tampered proofs, all widths of the page, all examples.
	@$(BIN)/sleuth warmup --wide
	@$(TESTS) -m "heavy or hypothesis"

map: setup axe ## Record which tests touch what, for `make quick`; it takes three times as long as the tests.
	@$(BIN)/sleuth warmup --wide
	@$(BIN)/python -m tests.map.write --workers $(WORKERS)

axe: $(VENV)/axe.min.js ## Fetch what checks the page for those who do not see it; the tests of that are skipped without npm.

$(VENV)/axe.min.js: $(VENV)/.locked
	@if command -v npm >/dev/null; then \
		cd $(VENV) && npm pack --silent axe-core@$(AXE) >/dev/null && tar -xzf axe-core-$(AXE).tgz package/axe.min.js \
			&& mv package/axe.min.js . && touch axe.min.js && rm -r package axe-core-$(AXE).tgz; \
	else echo "There is no npm here: the page is not checked with axe-core."; fi

lint: setup ## Check style, types and the import contract.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(TYPED)
	$(BIN)/lint-imports --no-logo

docs: setup ## Build the documentation as a site; it goes where the page and the wheel find it. Warnings are errors.
	@$(BIN)/python -m docs.site

# The versions already in a lock stay unless UPGRADE=--upgrade is given; the small one follows the large one.
LOCK = $(BIN)/uv pip compile pyproject.toml --no-config --universal --fork-strategy fewest --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet

lock: setup ## Write requirements.lock and requirements-run.lock anew. UPGRADE=--upgrade takes newer versions.
	@cp requirements.lock $(VENV)/new.lock
	$(LOCK) --extra dev $(UPGRADE) --output-file $(VENV)/new.lock
	@{ echo '# Written by `make lock`: every package that work on the project needs, with the hashes of its files.'; \
		grep -v '^#' $(VENV)/new.lock; } > requirements.lock
	$(LOCK) $(RUNS:%=--extra %) --constraints requirements.lock --output-file $(VENV)/run.lock
	@{ echo '# Written by `make lock`: every package that `make run` needs, with the hashes of its files.'; \
		grep -v '^#' $(VENV)/run.lock; } > requirements-run.lock
	@rm $(VENV)/new.lock $(VENV)/run.lock

bench: setup ## Run the benchmarks, one after the other; pairs.py, which needs two checkouts, apart.
	@$(BIN)/sleuth warmup --wide
	@set -e; for script in $(filter-out benchmarks/pairs.py,$(sort $(wildcard benchmarks/*.py))); do echo "== $$script"; $(BIN)/python $$script; done

clean: ## Remove .venv, caches and build products.
	rm -rf $(VENV) build dist src/sleuth/adapters/web/documentation.zip .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Three stamps: what running needs, the package itself, and all the rest. An edit of pyproject.toml fetches nothing again.
# The lock's own uv installs in a tenth of pip's time; where it cannot, pip does. Both compile to bytecode: half a start.
UV = $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes

$(VENV)/.run: requirements-run.lock
	@if [ ! -x $(BIN)/python ]; then \
		command -v $(PYTHON) >/dev/null || { \
			echo "There is no '$(PYTHON)' here. Install Python 3.11 or newer, or name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }; \
		$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
			echo "Sleuth needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name a newer one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }; \
		$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
			echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }; \
		echo "Making $(VENV) with $$($(PYTHON) -V)"; \
		$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }; \
	fi
	@echo "Installing the packages that running needs (half a minute the first time)"
	@awk '/^uv==/ { on = 1 } on { print } on && !/\\$$/ { exit }' $< > $(VENV)/uv.lock
	@{ $(PIP) --only-binary :all: -r $(VENV)/uv.lock && $(UV) -r $<; } 2>/dev/null || $(PIP) -r $<
	@touch $@

$(VENV)/.ready: $(VENV)/.run pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.locked: requirements.lock $(VENV)/.ready
	@echo "Installing the other packages that work on the project needs (a minute the first time)"
	@$(UV) -r $< 2>/dev/null || $(PIP) -r $<
	@touch $@
