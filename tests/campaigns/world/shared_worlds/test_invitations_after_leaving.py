"""Who leaves a shared world leaves no invitation to it behind."""

import threading

import pytest
from django.db import connection, connections, transaction
from django.http import Http404

from campaigns.world.shared_worlds import actions
from campaigns.world.shared_worlds.models import WorldInvitation, WorldTable
from people.access import get_membership
from people.models import Campaign
from tests import factories


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time.")
@pytest.mark.parametrize("write", ["invite", "rename"])
def test_a_write_waits_for_a_campaign_that_is_leaving(write):
    first, second = (factories.MemberFactory(role="gm") for _one in range(2))
    actions.start_world(membership=first, name="The Marches")
    actions.join_world(membership=second, code=actions.invite(membership=first))
    outcome = []

    def act():
        member = get_membership(second.user, second.campaign_id)
        try:
            if write == "invite":
                outcome.append(actions.invite(membership=member))
            else:
                outcome.append(actions.change_world(membership=member, revision=None, name="Mine"))
        except Http404:
            outcome.append(None)
        finally:
            connections.close_all()

    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=second.campaign_id)
        other = threading.Thread(target=act)
        other.start()
        other.join(0.5)
        actions.leave_world(membership=second)
    other.join(20)
    assert outcome == [None]
    assert not WorldInvitation.objects.filter(campaign=second.campaign_id).exists()
    assert WorldTable.objects.get().world.name == "The Marches"
