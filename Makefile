# The two main commands are `make demo` and `make test`. Both set up everything on a machine with Python 3.11+ and make.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
# Hundreds of processes of the tests import the site: they read it compiled, also where the environment forbids that.
unexport PYTHONDONTWRITEBYTECODE
STAMP := $(VENV)/.runtime-stamp
DEV_STAMP := $(VENV)/.dev-stamp

.PHONY: demo test checks load clients soak clean lock quick coverage container docs screenshots

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit("Fatekeeper needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(BIN)/pip requirements/base.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt
	@touch $@

$(DEV_STAMP): $(BIN)/pip requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@ $(STAMP)

demo: export FATEKEEPER_MODE = development
demo: $(STAMP)
	$(BIN)/python manage.py createcachetable
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py demo
	@echo "Ready: http://127.0.0.1:$(PORT)   (stop with Ctrl+C)"
	$(BIN)/python -m uvicorn config.asgi:application --host 127.0.0.1 --port $(PORT) --lifespan off --no-proxy-headers --timeout-graceful-shutdown 3 --log-level warning

test: $(DEV_STAMP)
	tools/test.sh

coverage: $(DEV_STAMP)
	FATEKEEPER_MODE=test $(BIN)/python -m pytest -n auto --cov --cov-report= tests --ignore=tests/browser --ignore=tests/load
	$(BIN)/python -m coverage report

quick: export FATEKEEPER_MODE = test
quick: $(DEV_STAMP)
	$(BIN)/python tools/quick.py $(BASE)

checks: $(DEV_STAMP)
	tools/checks.sh

load: $(DEV_STAMP)
	$(BIN)/python -m tests.load.bench_engine
	$(BIN)/python -m tests.load.bench_game_of_bastards
	$(BIN)/python -m tests.load.bench_fortune_and_power
	$(BIN)/python -m tests.load.bench_fortune_system
	FATEKEEPER_MODE=test $(BIN)/python -m pytest tests/load/bench_*.py -m load -s -q -p no:cacheprovider
	$(BIN)/python -m tests.load.duel

clients: $(DEV_STAMP)
	FATEKEEPER_MODE=test $(BIN)/python -m pytest tests/clients/*_client.py -q -s -rs -p no:cacheprovider

container: $(DEV_STAMP)
	FATEKEEPER_MODE=test $(BIN)/python -m pytest tests/load/container_steps.py -q -s -p no:cacheprovider

docs: $(DEV_STAMP)
	$(BIN)/python -m sphinx -n -W --keep-going -q -b html docs var/docs
	@echo "Ready: var/docs/index.html"

screenshots: $(DEV_STAMP)
	FATEKEEPER_MODE=test FATEKEEPER_PICTURES=docs/pictures $(BIN)/python -m pytest tests/browser/test_pictures.py -q -p no:cacheprovider

soak: $(DEV_STAMP)
	tools/soak.sh

lock: $(DEV_STAMP)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m uv pip compile --quiet pyproject.toml --generate-hashes --no-strip-extras --no-emit-index-url --universal --python-version 3.11 -o requirements/base.txt
	$(BIN)/python -m uv pip compile --quiet pyproject.toml --group dev --generate-hashes --no-strip-extras --no-emit-index-url --universal --python-version 3.11 -o requirements/dev.txt

clean:
	rm -rf $(VENV) var .mypy_cache .ruff_cache .pytest_cache .hypothesis
