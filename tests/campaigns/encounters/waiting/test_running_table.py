"""The way to a running table, for which an open page of the campaign and an open home page ask."""

import re

import pytest

from campaigns.encounters import actions
from campaigns.encounters.play import physical_draws


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


def test_every_page_leads_to_the_deal_from_the_groups_own_deck(client, membership, prepared, ana, ben, gm, watcher):
    campaign, hands = membership.campaign, {"mara": ["KD", "9C", "4S", "7C"], "oskar": ["QH", "5D", "AS", "KS"]}
    row = actions.change(membership=membership, encounter=prepared, real_cards=True)
    places = ("/", f"/campaigns/{campaign.pk}/", f"/campaigns/{campaign.pk}/log/")
    client.force_login(ana)
    assert all("Ambush at the ford" not in client.get(place).content.decode() for place in places)
    row = actions.start(membership=membership, encounter=row, seed=7)
    for user in (ana, gm, watcher):
        client.force_login(user)
        for place in places:
            page = client.get(place).content.decode()
            assert f'href="/encounters/{row.pk}/"' in page, (user.username, place)
            assert "live now" not in page
            assert "dealing cards" in page or "Cards are being dealt: Ambush at the ford" in page
    answer = ask(client, ana, campaign, 0).content.decode()
    assert f'data-running="{row.pk}d"' in answer
    assert ask(client, ana, campaign, f"{row.pk}d").status_code == 204
    for user, owner, cards in ((ana, "mara", hands["mara"]), (ben, "oskar", hands["oskar"]), (gm, "gm", ["JC", "2H"])):
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=cards)
    answer = ask(client, ana, campaign, f"{row.pk}d").content.decode()
    assert "Running table: Ambush at the ford" in answer
    assert "live now" in ask_home(client, ana, f"{row.pk}d").content.decode()


def test_nobody_outside_the_campaign_hears_of_its_table(client, fight, outsider):
    assert ask(client, outsider, fight.campaign, 0).status_code == 404
    client.logout()
    assert client.get(f"/campaigns/{fight.campaign_id}/running/").status_code == 302


def ask_home(client, user, shown):
    """The answer to an open home page that shows the tables `shown`."""
    client.force_login(user)
    return client.get("/running/", {"shown": shown})


def test_an_open_home_page_learns_that_a_table_starts_waits_and_ends(
    client, membership, prepared, ana, django_assert_max_num_queries
):
    client.force_login(ana)
    shown = re.compile(r'id="running-table"[^>]*data-ask="/running/"[^>]*data-shown="([^"]*)"')
    assert shown.search(client.get("/").content.decode())[1] == "0"
    assert ask_home(client, ana, "0").status_code == 204, "players do not hear of a preparation"
    row = actions.start(membership=membership, encounter=prepared, seed=7)
    with django_assert_max_num_queries(5):
        answer = client.get("/running/", {"shown": "0"})
    assert f'href="/encounters/{row.pk}/"' in answer.content.decode()
    mark = shown.search(client.get("/").content.decode())[1]
    assert f'data-running="{mark}"' in answer.content.decode()
    assert ask_home(client, ana, mark).status_code == 204
    type(row).objects.filter(pk=row.pk).update(awaited=None)
    changed = ask_home(client, ana, mark) if mark.endswith("w") else ask_home(client, ana, f"{mark}w")
    assert changed.status_code == 200, "whether a table waits is part of what the page shows"
    type(row).objects.filter(pk=row.pk).update(status="ended")
    assert ask_home(client, ana, mark).content.strip() == b""


def test_the_home_page_of_someone_else_does_not_hear_of_the_table(client, fight, outsider):
    assert ask_home(client, outsider, "0").status_code == 204
    client.logout()
    assert client.get("/running/").status_code == 302


def links(html):
    """The titles in the bar, in order."""
    bar = re.search(r'class="to-table".*?</p>', html, re.S)
    return [" ".join(words.split()) for words in re.findall(r"<a [^>]*>(.*?)</a>", bar[0], re.S)] if bar else []


@pytest.mark.tampered  # the other tables have no state
def test_of_several_tables_those_that_wait_for_the_viewer_come_first(client, fight, membership, ana):
    campaign = fight.campaign
    for number in (1, 2):
        campaign.encounters.create(title=f"Another {number}", status="running")
    client.force_login(ana)
    shown = links(client.get(f"/campaigns/{campaign.pk}/log/").content.decode())
    assert shown[1:] == ["Running table: Another 2", "Running table: Another 1"]
    assert shown[0] == f"Waiting for you: {fight.title}"
    mark = re.search(r'data-shown="(\S+)"', client.get(f"/campaigns/{campaign.pk}/log/").content.decode())[1]
    assert ask(client, ana, campaign, mark).status_code == 204
    type(fight).objects.filter(pk=fight.pk).update(awaited=None)
    assert links(ask(client, ana, campaign, mark).content.decode())[-1] == f"Running table: {fight.title}"


@pytest.mark.tampered
def test_a_bar_with_many_tables_leads_to_the_list_of_all(client, fight, ana):
    for number in range(5):
        fight.campaign.encounters.create(title=f"Another {number}", status="running")
    client.force_login(ana)
    assert links(client.get(f"/campaigns/{fight.campaign_id}/log/").content.decode())[-1] == "All encounters"
