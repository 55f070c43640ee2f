"""The cast and the helpers that every test may use."""

import os

# Playwright's synchronous API keeps an event loop on the main thread; Django would refuse the ORM there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

import pytest
from django.db import connection

from tests import factories


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Without the table of knox's own token model: ours took its place, and PostgreSQL's flush trips over it."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")


@pytest.fixture
def gm(db):
    """The game master of `campaign`."""
    return factories.UserFactory(username="gm")


@pytest.fixture
def ana(db):
    """A player of `campaign`."""
    return factories.UserFactory(username="ana")


@pytest.fixture
def ben(db):
    """Another player of `campaign`."""
    return factories.UserFactory(username="ben")


@pytest.fixture
def watcher(db):
    """An observer of `campaign`."""
    return factories.UserFactory(username="watcher")


@pytest.fixture
def outsider(db):
    """Somebody with an account and no campaign."""
    return factories.UserFactory(username="outsider")


@pytest.fixture
def campaign(gm, ana, ben, watcher):
    """A 52 Fates campaign with its whole cast."""
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player"), (watcher, "observer")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign
