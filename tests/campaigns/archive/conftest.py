"""The shipped catalogue, and leave to make a database for a moment."""

import inspect

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper

from people.models import Campaign, User
from tests import factories, shipped_rows
from tests.campaigns.archive.seeded import seeded
from tests.demo_rows import put_rows


@pytest.fixture
def catalogue(db):
    """The shipped catalogue and bestiary."""
    shipped_rows.load_catalogue()
    shipped_rows.load_bestiary()


@pytest.fixture
def seeded_campaign(db):
    """A campaign of everything in 52 Fates, with `gm`, `ana` and `ben`, and the shipped catalogue."""
    put_rows("seeded", _make_seeded)
    return Campaign.objects.get(name="Years of fifty-two-fates")


def _make_seeded():
    shipped_rows.load_catalogue()
    shipped_rows.load_bestiary()
    gm, *players = (factories.UserFactory(username=name) for name in ("gm", "ana", "ben"))
    seeded("fifty-two-fates", gm, players)


def _person(request, name):
    if "seeded_campaign" not in request.fixturenames:
        return factories.UserFactory(username=name)
    request.getfixturevalue("seeded_campaign")
    return User.objects.get(username=name)


@pytest.fixture
def gm(request, db):
    """The game master."""
    return _person(request, "gm")


@pytest.fixture
def ana(request, db):
    """A player."""
    return _person(request, "ana")


@pytest.fixture
def ben(request, db):
    """Another player."""
    return _person(request, "ben")


class Known(frozenset):
    """The databases of a test, and every one that is made for a moment."""

    def __contains__(self, alias):
        return super().__contains__(alias) or alias.startswith("scratch-")


@pytest.fixture(autouse=True)
def _scratch_databases(db, monkeypatch):
    """Django's test case knows its databases by name; backups make more, for a moment each."""
    case = inspect.getclosurevars(BaseDatabaseWrapper.ensure_connection).nonlocals["cls"]
    monkeypatch.setattr(case, "databases", Known(case.databases))
