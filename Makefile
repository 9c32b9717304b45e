# Needs Python 3.11+ and make. `make help` lists the targets.

PYTHON  ?= python3
WORKERS ?= 2
PORT    ?= 8080
UPGRADE ?=
AXE     := 4.14.0

VENV  := .venv
BIN   := $(VENV)/bin
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
TYPED := src conftest.py $(wildcard docs/*/*.py docs/*/*/*.py examples/*.py benchmarks/*.py)

.DEFAULT_GOAL := help
.PHONY: help setup run tour test axe lint docs lock bench clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.ready ## Make .venv with everything that work on the project needs.

run: setup ## Set up, then open the page: play, get help, watch. PORT=n takes another port.
	@$(BIN)/sleuth serve --port $(PORT)

tour: setup ## Set up, then let Sleuth solve one of each game in the terminal.
	@$(BIN)/sleuth tour

test: setup axe ## Set up, then run the tests. WORKERS=n sets the number of processes.
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

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

# The versions already in the lock stay unless UPGRADE=--upgrade is given.
lock: setup ## Write requirements.lock anew from pyproject.toml. UPGRADE=--upgrade takes newer versions.
	@cp requirements.lock $(VENV)/new.lock
	$(BIN)/uv pip compile pyproject.toml --extra dev --no-config --universal --fork-strategy fewest --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet $(UPGRADE) \
		--output-file $(VENV)/new.lock
	@{ echo '# Written by `make lock`: every package that work on the project needs, with the hashes of its files.'; \
		grep -v '^#' $(VENV)/new.lock; } > requirements.lock
	@rm $(VENV)/new.lock

bench: setup ## Run the benchmarks, one after the other; pairs.py, which needs two checkouts, apart.
	@set -e; for script in $(filter-out benchmarks/pairs.py,$(sort $(wildcard benchmarks/*.py))); do echo "== $$script"; $(BIN)/python $$script; done

clean: ## Remove .venv, caches and build products.
	rm -rf $(VENV) build dist src/sleuth/adapters/web/documentation .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Two stamps, so that an edit of pyproject.toml does not fetch the packages again. The lock's own uv installs the rest in a
# tenth of pip's time; where it cannot, pip does.
$(VENV)/.locked: requirements.lock
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
	@echo "Installing the locked packages (a minute or two the first time)"
	@awk '/^uv==/ { on = 1 } on { print } on && !/\\$$/ { exit }' requirements.lock > $(VENV)/uv.lock
	@{ $(PIP) --only-binary :all: -r $(VENV)/uv.lock && \
		$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock; } 2>/dev/null \
		|| $(PIP) -r requirements.lock
	@touch $@

$(VENV)/.ready: $(VENV)/.locked pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/sleuth warmup
	@touch $@
