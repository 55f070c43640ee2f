"""The way to a running table, for which an open page of the campaign asks."""

import re

from campaigns.encounters import actions


def ask(client, user, campaign, shown):
    """The answer to an open page that knows the encounter `shown`."""
    client.force_login(user)
    return client.get(f"/campaigns/{campaign.pk}/running/", {"shown": shown})


def test_an_open_page_learns_that_a_table_starts_and_ends(
    client, membership, prepared, ana, django_assert_max_num_queries
):
    campaign = membership.campaign
    client.force_login(ana)
    page = client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    assert re.search(rf'id="running-table"[^>]*data-ask="/campaigns/{campaign.pk}/running/"[^>]*data-shown="0"', page)
    assert ask(client, ana, campaign, 0).status_code == 204, "players do not hear of a preparation"
    row = actions.start(membership=membership, encounter=prepared, seed=7)
    with django_assert_max_num_queries(4):
        answer = client.get(f"/campaigns/{campaign.pk}/running/", {"shown": 0})
    assert f'href="/encounters/{row.pk}/"' in answer.content.decode()
    assert "Ambush at the ford" in answer.content.decode()
    assert ask(client, ana, campaign, row.pk).status_code == 204
    page = client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    assert f'data-shown="{row.pk}"' in page
    type(row).objects.filter(pk=row.pk).update(status="ended")
    answer = ask(client, ana, campaign, row.pk)
    assert (answer.status_code, answer.content) == (200, b"")


def test_nobody_outside_the_campaign_hears_of_its_table(client, fight, outsider):
    assert ask(client, outsider, fight.campaign, 0).status_code == 404
    client.logout()
    assert client.get(f"/campaigns/{fight.campaign_id}/running/").status_code == 302
