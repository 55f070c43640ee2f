"""A planned session, and dates for it."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from campaigns.sessions import actions
from campaigns.sessions.planning import actions as planning_actions
from people.access import get_membership


def in_days(days, **more):
    """A moment from now."""
    return timezone.now() + timedelta(days=days, **more)


@pytest.fixture
def running(campaign, gm):
    """The GM's membership."""
    return get_membership(gm, campaign.pk)


@pytest.fixture
def session(running):
    """A planned session without a date."""
    return actions.plan_session(membership=running, title="The bell tower", agenda="The miller did it.")


@pytest.fixture
def tomorrow(running, session):
    """The session takes place in 30 hours; its reminder comes a day before."""
    return actions.change_session(membership=running, session=session, starts=in_days(0, hours=30))


@pytest.fixture
def poll(running, session):
    """Two proposed dates, in eight and nine days; answers for a week."""
    return planning_actions.propose_dates(
        membership=running,
        session=session,
        dates=[in_days(9), in_days(8)],
        until=in_days(7),
        origin="https://fate.example",
    )


@pytest.fixture
def with_addresses(gm, ana, ben, watcher):
    """Everyone has a confirmed mail address."""
    for user in (gm, ana, ben, watcher):
        address = f"{user.username}@example.com"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
