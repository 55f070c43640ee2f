#!/usr/bin/env bash
# All static checks: lint, format of templates, types, complete migrations, production settings.
set -u
cd "$(dirname "$0")/.."
bin=.venv/bin
failed=0
run() { echo "== $1"; shift; "$@" || failed=1; }
export FATEKEEPER_MODE=development
# The types take as long as everything else, and run beside it.
types="$(mktemp)"
trap 'rm -f "$types"' EXIT
$bin/mypy rules people common characters campaigns operations config fatekeeper >"$types" 2>&1 &
mypy=$!
run "ruff" $bin/ruff check .
run "format" $bin/ruff format --check --quiet .
run "oxlint" $bin/oxlint static/js
run "djlint" $bin/djlint --lint --quiet templates
run "lines of templates" $bin/python tools/format_templates.py --check
run "migrations complete" $bin/python manage.py makemigrations --check --dry-run
run "OpenAPI document" $bin/python manage.py spectacular --validate --fail-on-warn --file /dev/null
run "check --deploy" env FATEKEEPER_MODE=production SECRET_KEY="$($bin/python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
  ALLOWED_HOSTS=fatekeeper.example DATABASE_URL=sqlite:///var/check.sqlite3 $bin/python manage.py check --deploy --fail-level WARNING
echo "== mypy"
wait $mypy || failed=1
cat "$types"
exit $failed
