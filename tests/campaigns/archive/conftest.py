"""The shipped catalogue, and leave to make a database for a moment."""

import inspect

import pytest
from django.core.management import call_command
from django.db.backends.base.base import BaseDatabaseWrapper


@pytest.fixture
def catalogue(db):
    """The shipped catalogue and bestiary."""
    call_command("load_catalogue", verbosity=0)


class Known(frozenset):
    """The databases of a test, and every one that is made for a moment."""

    def __contains__(self, alias):
        return super().__contains__(alias) or alias.startswith("scratch-")


@pytest.fixture(autouse=True)
def _scratch_databases(db, monkeypatch):
    """Django's test case knows its databases by name; backups make more, for a moment each."""
    case = inspect.getclosurevars(BaseDatabaseWrapper.ensure_connection).nonlocals["cls"]
    monkeypatch.setattr(case, "databases", Known(case.databases))
