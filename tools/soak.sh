#!/usr/bin/env bash
# The suites at release size and the soak, on SQLite and on PostgreSQL. SOAK=small and SOAK_MINUTES=n make it shorter.
set -u
cd "$(dirname "$0")/.."
export FATEKEEPER_MODE=test SOAK="${SOAK:-release}"
python=.venv/bin/python
own_url="${DATABASE_URL:-}"
failed=0

if [ "$SOAK" = release ]; then
  export CRASH_ROUNDS="${CRASH_ROUNDS:-32}" BACKUP_ROUNDS="${BACKUP_ROUNDS:-12}" SYNC_COMMANDS="${SYNC_COMMANDS:-1000}"
  export ARCHIVE_FUZZ="${ARCHIVE_FUZZ:-40}" FATEKEEPER_FUZZ="${FATEKEEPER_FUZZ:-20}" RULES_EXAMPLES="${RULES_EXAMPLES:-400}"
fi

run() { # run NAME COMMAND...: says what runs, goes on after a failure, remembers it
  echo "== $1"
  shift
  "$@" || failed=1
}

suites="tests/operations/crash tests/site/api/test_fuzz.py tests/campaigns/archive/test_contents.py"
unset DATABASE_URL
run "Rules, release size" $python -m pytest -n auto tests/rules
run "Suites, SQLite" $python -m pytest $suites
run "Soak, SQLite" $python -m pytest tests/soak

# DATABASE_URL when it names PostgreSQL; else the usual local server, if one answers.
case "$own_url" in postgres*) postgres="$own_url" ;; *) postgres="$($python tools/find_postgres.py)" ;; esac
if [ -n "$postgres" ]; then
  run "Suites, PostgreSQL" env DATABASE_URL="$postgres" $python -m pytest $suites
  run "Soak, PostgreSQL" env DATABASE_URL="$postgres" $python -m pytest tests/soak
else
  echo "== PostgreSQL: not tested, because no server was reached. Set DATABASE_URL=postgres://user@host/database to test it."
  failed=1
fi
exit $failed
