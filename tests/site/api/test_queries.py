"""A longer list costs no more queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from people.models import Invitation
from tests import factories
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db


def fill(campaign, user, number):
    """So many rows of every kind that a campaign lists."""
    for index in range(number):
        person = factories.UserFactory()
        member = factories.MemberFactory(campaign=campaign, user=person)
        hero = factories.CharacterFactory(campaign=campaign, owner=person, sheet={})
        hero.experience.create(kind="award", amount=1, reason="r", by=user)
        hero.save()
        factories.MonsterFactory(campaign=campaign)
        session = Session.objects.create(campaign=campaign, number=Session.objects.count() + 1)
        session.attendance.add(member)
        encounter = Encounter.objects.create(campaign=campaign, title=f"E{index}", session=session)
        LogEntry.objects.create(campaign=campaign, text="x", by=person, character=hero, encounter=encounter)
        Invitation.objects.create(campaign=campaign, expires=timezone.now())
        factories.MemberFactory(campaign=factories.CampaignFactory(), user=user, role="gm")


@pytest.mark.parametrize(
    "path",
    [
        "campaigns/",
        *(
            f"campaigns/{{id}}/{part}/"
            for part in ("members", "invitations", "sessions", "log", "characters", "monsters", "encounters", "imports")
        ),
    ],
)
def test_a_list_costs_the_same_queries_however_long_it_is(path, gm, campaign):
    api, path = Caller(gm), path.format(id=campaign.pk)
    counts = []
    for number in (2, 6):
        fill(campaign, gm, number)
        ok(api.get(path))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            ok(api.get(path))
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert counts[1] <= 12
