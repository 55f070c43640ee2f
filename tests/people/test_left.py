"""A person who was removed from a campaign is told so, and learns nothing more than any outsider."""

import pytest
from django.utils import timezone

from campaigns.overview.members import actions
from people.actions import create_token
from people.models import Member
from tests.people.helpers import place


@pytest.fixture
def removed(gm, ana, campaign):
    actions.remove_member(membership=place(campaign, gm), member=place(campaign, ana))
    return ana


@pytest.mark.parametrize("page", ["", "log/", "world/", "members/", "search/"])
def test_a_removed_player_is_told_so_and_what_to_do(client, removed, campaign, page):
    client.force_login(removed)
    answer = client.get(f"/campaigns/{campaign.pk}/{page}")
    assert answer.status_code == 404
    told = answer.content.decode()
    assert "no longer a member of “The Salt Road”" in told
    assert "ask the GM for an invitation" in told


def test_a_removed_player_reads_the_name_of_then_and_not_the_present_one(client, removed, campaign):
    campaign.name = "The Burnt Road"
    campaign.save()
    client.force_login(removed)
    left = client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert "no longer a member of “The Salt Road”" in left
    assert "Burnt" not in left


def test_a_past_guest_and_a_campaign_without_history(client, removed, campaign, ben, gm):
    Member.objects.filter(user=ben).update(guest_until=timezone.now())
    campaign.history.all().delete()
    campaign.name = "The Burnt Road"
    campaign.save()
    for person in (removed, ben):
        client.force_login(person)
        told = client.get(f"/campaigns/{campaign.pk}/").content.decode()
        assert "no longer a member of this campaign" in told
        assert "Burnt" not in told


def test_the_page_of_tokens_names_present_campaigns_alone(client, ana, gm, campaign):
    create_token(user=ana, name="bot", campaign=campaign)
    client.force_login(ana)
    assert "The Salt Road" in client.get("/me/tokens/").content.decode()
    actions.remove_member(membership=place(campaign, gm), member=place(campaign, ana))
    page = client.get("/me/tokens/").content.decode()
    assert "The Salt Road" not in page
    assert "a campaign that you have left" in page


def test_an_outsider_reads_the_same_of_this_campaign_and_of_none(client, removed, outsider, campaign):
    client.force_login(outsider)
    for pk in (campaign.pk, 987654):
        page = client.get(f"/campaigns/{pk}/").content.decode()
        assert "This does not exist, or you may not see it." in page
        assert "Salt Road" not in page


def test_the_api_keeps_its_one_sentence_for_all_of_them(client, removed, campaign):
    client.force_login(removed)
    for pk in (campaign.pk, 987654):
        answer = client.get(f"/api/v1/campaigns/{pk}/")
        assert answer.status_code == 404
        assert answer.json()["detail"] == "This does not exist, or you may not see it."
