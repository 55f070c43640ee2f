#!/usr/bin/env bash
# The checks of the house: lint, format of templates, types, complete migrations, production settings.
set -u
cd "$(dirname "$0")/.."
bin=.venv/bin
failed=0
run() { echo "== $1"; shift; "$@" || failed=1; }
run "ruff" $bin/ruff check .
run "format" $bin/ruff format --check --quiet .
run "oxlint" $bin/oxlint static/js
run "djlint" $bin/djlint --lint --quiet templates
run "lines of templates" $bin/python tools/format_templates.py --check
export FATEKEEPER_MODE=development
run "mypy" $bin/mypy rules people common characters campaigns operations config fatekeeper
run "migrations complete" $bin/python manage.py makemigrations --check --dry-run
run "OpenAPI document" $bin/python manage.py spectacular --validate --fail-on-warn --file /dev/null
run "check --deploy" env FATEKEEPER_MODE=production SECRET_KEY="$($bin/python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
  ALLOWED_HOSTS=fatekeeper.example DATABASE_URL=sqlite:///var/check.sqlite3 $bin/python manage.py check --deploy --fail-level WARNING
exit $failed
