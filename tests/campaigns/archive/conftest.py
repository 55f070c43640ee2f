"""The shipped catalogue, and leave to make a database for a moment."""

import inspect

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper

from tests import shipped_rows


@pytest.fixture
def catalogue(db):
    """The shipped catalogue and bestiary."""
    shipped_rows.load_catalogue()
    shipped_rows.load_bestiary()


class Known(frozenset):
    """The databases of a test, and every one that is made for a moment."""

    def __contains__(self, alias):
        return super().__contains__(alias) or alias.startswith("scratch-")


@pytest.fixture(autouse=True)
def _scratch_databases(db, monkeypatch):
    """Django's test case knows its databases by name; backups make more, for a moment each."""
    case = inspect.getclosurevars(BaseDatabaseWrapper.ensure_connection).nonlocals["cls"]
    monkeypatch.setattr(case, "databases", Known(case.databases))
