"""A small database of every released version, as its installations have it: VERSION.db.gz, SQLite, compressed.

At every tag run `python -m tests.operations.releases.recording` in a checkout of that tag and commit the file here."""
