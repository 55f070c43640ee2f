#!/usr/bin/env bash
# The whole suite: on SQLite, on PostgreSQL when it can be reached, then in a real browser.
set -u
cd "$(dirname "$0")/.."
export FATEKEEPER_MODE=test
python=.venv/bin/python
own_url="${DATABASE_URL:-}"
failed=0
# The tests run in a random order, so that none relies on another; FATEKEEPER_ORDER repeats one.
order="${FATEKEEPER_ORDER:-$RANDOM}"
echo "== Order of the tests: $order"
# Each process runs its own share in order, so that a module is set up once, and takes tests of others at the end.
# One process more than there are cores, because some tests wait for other processes, the disk or a browser.
processes="${FATEKEEPER_TEST_PROCESSES:-$($python -c 'import os; print(os.cpu_count() + 1)')}"
pytest="$python -m pytest -n $processes --dist worksteal --randomly-seed=$order"
# A test that waits for ever ends its process with the place where it waited, and another process goes on with the rest.
limit="--timeout-method=thread --timeout"

# run NAME COMMAND...: says what runs, goes on after a failure, remembers it. Up to MOST_REPEATED failed tests run again,
# alone, at most twice: on a machine that others use too, a test that waits for a browser or a process can come too
# late. What passes only then is named, so that nobody overlooks it.
MOST_REPEATED=5
run() {
  echo "== $1"
  shift
  rm -f .pytest_cache/v/cache/lastfailed
  "$@" && return
  count="$($python -c 'import json, sys; print(sum("::" in name for name in json.load(open(sys.argv[1]))))' .pytest_cache/v/cache/lastfailed 2>/dev/null || echo 0)"
  if [ "$count" -ge 1 ] && [ "$count" -le $MOST_REPEATED ]; then
    for attempt in 1 2; do
      echo "== $count failed; again, alone: attempt $attempt"
      if "$@" -n 0 --last-failed --last-failed-no-failures none; then echo "== UNSTABLE: passed only when run alone"; return; fi
    done
  fi
  failed=1
}

unset DATABASE_URL
run "SQLite" $pytest $limit 900 tests --ignore=tests/browser --ignore=tests/load

# DATABASE_URL when it names PostgreSQL; else the usual local server, if one answers.
case "$own_url" in postgres*) postgres="$own_url" ;; *) postgres="$($python tools/find_postgres.py)" ;; esac
if [ -n "$postgres" ]; then
  # Without what no database can change: tests/conftest.py leaves out tests that use none.
  run "PostgreSQL" env DATABASE_URL="$postgres" FATEKEEPER_TESTS=database $pytest $limit 900 tests \
    --ignore=tests/browser --ignore=tests/load --ignore=tests/rules --ignore=tests/architecture --ignore=tests/docs \
    --ignore=tests/golden --ignore=tests/installed
else
  echo "== PostgreSQL: not tested, because no server was reached. Set DATABASE_URL=postgres://user@host/database to test it."
fi

tools/ensure_chromium.sh
if command -v chromium chromium-headless-shell >/dev/null 2>&1 || [ -n "${CHROMIUM_PATH:-}" ]; then
  run "Browser, SQLite" $pytest $limit 240 tests/browser
  if [ -n "$postgres" ]; then run "Browser, PostgreSQL" env DATABASE_URL="$postgres" $pytest $limit 240 tests/browser -k evening; fi
else
  echo "== Browser: not tested, because there is no chromium and it could not be installed. Install it, or set CHROMIUM_PATH."
fi
exit $failed
