"""Tests that replace a rule of visibility keep what they planted out of the compiled SQL, which outlives a test."""

import re

from tests.architecture.source import ROOT

# `replace_everywhere` takes care of it by itself.
REPLACED = re.compile(r"setattr\([^\n]*\n?[^\n]*\"(?:visible|known|own)_\w+\"")
KEPT_OUT = "read_without_compiled_sql(monkeypatch)"


def leaves_sql(source: str) -> bool:
    """Whether a test file replaces a rule without reading again."""
    return bool(REPLACED.search(source)) and KEPT_OUT not in source


def test_every_test_that_replaces_a_rule_of_visibility_reads_without_compiled_sql():
    files = [path for path in (ROOT / "tests").rglob("*.py") if leaves_sql(path.read_text())]
    assert files == []


def test_a_file_that_forgets_it_is_noticed():
    planted = 'monkeypatch.setattr(access, "visible_entries", lambda membership: every)'
    assert leaves_sql(planted)
    assert leaves_sql(planted.replace("(access", "(\n    access"))
    assert not leaves_sql(f"{KEPT_OUT}\n{planted}")
