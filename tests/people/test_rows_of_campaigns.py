"""A row of a campaign is found by its present members, and by nobody else; its SQL is built once."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404

from campaigns.sessions.models import Session
from people.access import get_row_of_campaign, membership_for
from people.models import Campaign, Member
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(campaign):
    """A session of the campaign."""
    return Session.objects.create(campaign=campaign, number=1, title="The ford")


def test_members_get_the_row_and_their_membership(session, gm, watcher):
    for user, role in ((gm, "gm"), (watcher, "observer")):
        row, membership = get_row_of_campaign(Session, user, session.pk)
        assert (row, membership.user, membership.role) == (session, user, role)
        assert get_row_of_campaign(Session, user, str(session.pk))[0] == session


@pytest.mark.parametrize("row_id", ["", "x", "-1", None, "9" * 30, 999_999_999, "1.0", "²"])
def test_an_id_that_no_row_has_is_not_found(session, gm, row_id):
    with pytest.raises(Http404):
        get_row_of_campaign(Session, gm, row_id)


def test_nobody_else_gets_it(session, ana, outsider):
    other = factories.UserFactory()
    factories.MemberFactory(user=other, role="gm")
    left = Member.objects.get(campaign=session.campaign, user=ana)
    Member.objects.filter(pk=left.pk).update(left=session.campaign.created)
    bound = factories.UserFactory()
    factories.MemberFactory(campaign=session.campaign, user=bound, role="gm")
    bound.bound_campaign_id = Campaign.objects.exclude(pk=session.campaign_id).first().pk
    for user in (other, ana, outsider, bound, AnonymousUser()):
        with pytest.raises(Http404):
            get_row_of_campaign(Session, user, session.pk)
        with pytest.raises(Http404):
            membership_for(user, session)
    bound.bound_campaign_id = session.campaign_id
    assert get_row_of_campaign(Session, bound, session.pk)[0] == session


def test_the_sql_is_built_once(session, gm, ana, monkeypatch):
    get_row_of_campaign(Session, gm, session.pk)

    def built(*arguments, **named):
        raise AssertionError("a queryset was built")

    monkeypatch.setattr(QuerySet, "filter", built)
    assert get_row_of_campaign(Session, ana, session.pk)[1].user_id == ana.pk
