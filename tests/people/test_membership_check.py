"""A membership that was read already is judged as the query for memberships judges it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from people.access import is_membership_of, memberships_of
from people.models import Member, User
from tests import factories


@pytest.fixture
def people(campaign, gm, ana, ben, watcher, outsider):
    """Everyone of whom it may be asked, some of them bound to a campaign by a token."""
    Member.objects.filter(user=ben).update(left=timezone.now())
    gone = factories.UserFactory(is_active=False)
    site_player = factories.UserFactory(is_active=False, kind=User.Kind.SITE)
    for user in (gone, site_player):
        factories.MemberFactory(campaign=campaign, user=user)
    other = factories.MemberFactory(user=ana).campaign
    bound, elsewhere = User.objects.get(pk=ana.pk), User.objects.get(pk=ana.pk)
    bound.bound_campaign_id, elsewhere.bound_campaign_id = campaign.pk, other.pk
    return [gm, ana, ben, watcher, outsider, gone, site_player, bound, elsewhere, AnonymousUser()]


def test_both_ways_name_the_same_memberships(people):
    allowed = refused = 0
    for user in people:
        known = set(memberships_of(user).values_list("pk", flat=True))
        for membership in Member.objects.all():
            assert is_membership_of(user, membership) == (membership.pk in known), (user, membership)
            allowed += membership.pk in known
            refused += membership.pk not in known
    assert allowed > 5
    assert refused > 20
