"""A session in two days with a guest, and the words to let a visit run out."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions
from people.credentials import invitation_links
from people.models import Member


def follow(user, invitation):
    """The membership that the link gives to the user."""
    member, _new = member_actions.join_by_link(user=user, token=invitation_links.link_token(invitation))
    return member


def let_time_pass(member):
    """The guest's time is over, and no job has run."""
    # SQLite's clock counts milliseconds.
    Member.objects.filter(pk=member.pk).update(guest_until=timezone.now() - timedelta(seconds=1))


@pytest.fixture
def planned_session(running):
    """A planned session in two days."""
    return actions.plan_session(membership=running, title="The mill", starts=timezone.now() + timedelta(days=2))


@pytest.fixture
def invitation(running, planned_session):
    """A link for two guests, made a day ago."""
    row = member_actions.create_invitation(membership=running, session=planned_session, uses=2)
    type(row).objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(days=1))
    return row


@pytest.fixture
def kim(outsider, invitation):
    """The membership of the guest, who is called outsider."""
    return follow(outsider, invitation)
