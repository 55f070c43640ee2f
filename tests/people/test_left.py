"""A person who was removed from a campaign is told so, and learns nothing more than any outsider."""

import pytest

from campaigns.overview.members import actions
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
