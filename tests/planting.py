"""Plants faults for the tests that must find them."""

import sys
from collections.abc import Callable

import pytest
from django.urls import get_resolver

from common.compiled_query import CompiledQuery
from tests.architecture.source import PACKAGES


def replace_everywhere(monkeypatch: pytest.MonkeyPatch, function: Callable, replacement: Callable) -> None:
    """Replaces a function in its own module and in every module of the project that imported it by name.

    Also reads without compiled SQL: what was compiled while the fault is there would stay in later tests. So would the
    fault in a module that is first imported by a later request; all views are imported before."""
    assert get_resolver().url_patterns
    read_without_compiled_sql(monkeypatch)
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES and getattr(module, function.__name__, None) is function:
            monkeypatch.setattr(module, function.__name__, replacement)


def read_without_compiled_sql(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds the SQL of compiled queries for each reading: what was compiled before a fault would not have it, and what
    was compiled with it would keep it."""
    monkeypatch.setattr(CompiledQuery, "rows", CompiledQuery._read_plainly)
