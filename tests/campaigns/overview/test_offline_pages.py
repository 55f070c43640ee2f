"""The pages that a device fetches ahead: the person's own and what they may read, and nothing else."""

import pytest

from campaigns.world.models import WorldEntry
from tests import factories

pytestmark = pytest.mark.django_db


def pages(client, user):
    """The list for a person."""
    client.force_login(user)
    return client.get("/offline/pages/").json()["pages"]


def handout(campaign, name, visibility):
    return WorldEntry.objects.create(
        campaign=campaign, kind="handout", name=name, folded=name.lower(), visibility=visibility
    )


def test_own_sheets_rules_and_readable_handouts_are_listed(client, campaign, ana, ben):
    own = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    other = factories.CharacterFactory(campaign=campaign, owner=ben, name="Oskar")
    letter, secret = handout(campaign, "A letter", "party"), handout(campaign, "The truth", "gm")
    listed = pages(client, ana)
    assert listed[0] == f"/characters/{own.pk}/"
    assert {f"/rules/{campaign.system}/", f"/campaigns/{campaign.pk}/house-rules/", f"/world/{letter.pk}/"} <= {*listed}
    assert not {f"/characters/{other.pk}/", f"/world/{secret.pk}/"} & {*listed}
    assert all(client.get(page).status_code == 200 for page in listed)


def test_archived_campaigns_and_people_without_a_campaign_list_nothing(client, campaign, ana, outsider):
    assert pages(client, outsider) == []
    type(campaign).objects.filter(pk=campaign.pk).update(archived="2026-01-01T00:00:00Z")
    assert pages(client, ana) == []


def test_the_list_is_short_and_takes_few_queries(client, ana, django_assert_max_num_queries):
    for number in range(6):
        campaign = factories.CampaignFactory(name=f"Campaign {number}")
        factories.MemberFactory(campaign=campaign, user=ana, role="player")
        for name in ("A letter", "A map", "A song"):
            handout(campaign, name, "party")
        for name in ("Mara", "Otto"):
            factories.CharacterFactory(campaign=campaign, owner=ana, name=name)
    client.force_login(ana)
    with django_assert_max_num_queries(12):
        listed = client.get("/offline/pages/").json()["pages"]
    assert 10 <= len(listed) <= 20


def test_nobody_else_gets_a_list(client, campaign):
    assert client.get("/offline/pages/").status_code == 302
