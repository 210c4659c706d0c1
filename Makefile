# Two commands do everything: `make run` and `make test`. Both install what is missing first.
ifndef PYTHON
PYTHON := python3
# distributions build Python by profiles of its work, pyenv as a rule does not, and then everything takes a fifth longer
SWIFT = $(shell /usr/bin/python3 -c "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && \
	echo /usr/bin/python3)
endif
BIN := .venv/bin
STAMP := .venv/.installed
WORDS := $(wildcard resources/translations/*/LC_MESSAGES/*.po)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# some machines forbid to keep compiled modules: then each program a test starts compiles everything anew
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test quick soak mutants setup check words lock bench map site pictures packages package-test release clean

run: window-packages $(STAMP) .venv/.words
	$(BIN)/python -m companion

PYTEST := QT_QPA_PLATFORM=offscreen HYPOTHESIS_PROFILE=ci $(BIN)/python -m pytest

# Everything a change can break.
test: check
	$(PYTEST)

# At every save, in under forty seconds: style, types, and the tests that say most for their time.
QUICK := core golden mutants test_words.py $(addprefix rules/test_,combat.py dice_and_turn.py movement.py retreat.py shooting.py zones.py worked_examples.py skills_kept.py) ui/test_board_clicks.py
quick: setup
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) -q $(addprefix tests/,$(QUICK))

# For a night: kills, damage, mutated input, whole games, deep properties, a row of docs/robustness.md each.
# ONLY=kills: the classes whose names begin so; AGAIN=1: also what has passed at this
# commit; TRIES=50: another number of tries, MINUTES=20: no test is begun later; both are told in the row.
soak: setup
	$(BIN)/python tests/soak.py $(if $(ONLY),--only $(ONLY)) $(if $(AGAIN),--again) $(if $(TRIES),--tries $(TRIES)) $(if $(MINUTES),--minutes $(MINUTES))

# Thirty planted faults: which of them do the tests notice?
mutants: setup
	$(BIN)/python tests/mutants/run.py --whole

# each by itself, two at a time
CHECKS := style format types imports words map ledger settings reference packs
check: setup
	@$(MAKE) --no-print-directory --jobs=2 --output-sync $(addprefix check-,$(CHECKS))
.PHONY: $(addprefix check-,$(CHECKS))
check-style: ; $(BIN)/ruff check .
check-format: ; $(BIN)/ruff format --check .
check-types: ; $(BIN)/mypy
check-imports: ; $(BIN)/lint-imports
check-words: ; $(BIN)/python packaging/extract.py --check
check-map: ; $(BIN)/python packaging/map.py --check
check-ledger: ; $(BIN)/python packaging/rules_ledger.py --check
check-settings: ; $(BIN)/python packaging/settings_page.py --check
check-reference: ; $(BIN)/python packaging/reference.py --check
check-packs: ; $(BIN)/python -m companion check data/house data/house-sake data/house-chronicles resources/help

setup: test-packages $(STAMP) .venv/.words

.PHONY: test-packages window-packages
test-packages:
	@PYTHON=$(PYTHON) packaging/system-packages.sh tests
window-packages:
	@PYTHON=$(PYTHON) packaging/system-packages.sh window

$(STAMP): requirements.lock pyproject.toml packaging/hatch_build.py
	@echo "Installing Python packages into .venv (some 400 MB, a few minutes; only the first time)…"
	@test -x $(BIN)/python || $(or $(SWIFT),$(PYTHON)) -m venv .venv
	@$(BIN)/python -m pip install --quiet --use-pep517 --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.words: $(STAMP) $(WORDS)
	$(BIN)/python packaging/translations.py
	touch $@

# Catalogs brought up to date with the sentences of the sources; says what is left to translate.
words: setup
	$(BIN)/python packaging/extract.py

# After a change of dependencies; needs uv. The lock names no address, uv.lock would: there is none.
lock:
	uv pip compile --universal --generate-hashes --no-header --quiet --extra dev --output-file requirements.lock pyproject.toml
	uv pip compile --universal --generate-hashes --no-header --quiet --extra build --constraint requirements.lock --output-file packaging/requirements.lock pyproject.toml

bench: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m companion bench

# docs/map.md: what imports what.
map: setup
	$(BIN)/python packaging/map.py

# The documentation as plain files, in build/site.
site: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python packaging/docs_site.py

pictures: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python packaging/pictures.py

# Wheel, sdist and whatever packages this machine can make, into dist/ (docs/packages.md).
packages:
	$(PYTHON) packaging/build.py all

# As root, on Debian: each package in an empty system, a lesson step, a double click, gone without a trace.
package-test:
	$(PYTHON) packaging/package_test.py

# Whether this tree may become a release: says everything that disagrees.
release: setup
	$(BIN)/python packaging/release.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find resources/translations -name '*.mo' -delete 2>/dev/null || true
