"""Every member reads what holds in the campaign; nobody but GMs reads what is kept for GMs."""

import pytest

from campaigns.overview import actions as overview_actions
from rules import play
from rules.catalogue import actions as catalogue_actions
from rules.models import CatalogueRow
from tests import factories
from tests.people.helpers import place, refused


def at(campaign):
    return f"/campaigns/{campaign.pk}/house-rules/"


@pytest.mark.parametrize("who", ["ana", "watcher", "gm"])
def test_each_option_stands_with_its_value_and_what_differs_is_marked(read, request, campaign, gm, who):
    overview_actions.change_campaign(membership=place(campaign, gm), options={"fd_extra_cards": 2}, open_sheets=False)
    page = read(request.getfixturevalue(who), at(campaign))
    assert "1 of 2 differs from the rules as written" in page
    assert "as written: 0" in page
    assert "default: yes" in page
    assert "as written: level" not in page
    assert "“More cards for the Fate Dealer&#x27;s hand” from 0 to 2" in page, "what changed, with who and when"


@pytest.mark.parametrize("system", list(play.SYSTEMS))
def test_the_page_stands_for_every_game_and_is_reached_from_the_tabs(read, shipped_catalogue, ana, system):
    campaign = factories.CampaignFactory(system=system)
    factories.MemberFactory(campaign=campaign, user=ana)
    page = read(ana, at(campaign))
    for about in play.SYSTEMS[system]["options"].values():
        assert about["label"].replace("'", "&#x27;") in page
    row = CatalogueRow.objects.filter(system=system, campaign=None).first()
    assert row.name in page
    assert f'href="{at(campaign)}"' in read(ana, f"/campaigns/{campaign.pk}/")
    assert "Change the options" not in page
    assert "<form" in page
    assert 'method="post" action="/campaigns' not in page


def test_own_rows_are_marked_searched_and_filtered(read, client, shipped_catalogue, campaign, gm, ana):
    catalogue_actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Boat hook", text="Long and wet.")
    catalogue_actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Withdrawn", active=False)
    page = read(ana, at(campaign))
    assert "1 entry was added in this campaign" in page
    told = client.get(f"/api/v1/campaigns/{campaign.pk}/catalogue/?kind=weapon&text=wet").json()["results"]
    assert [(row["name"], row["campaign"]) for row in told] == [("Boat hook", campaign.pk)]
    assert "Boat hook" in page
    assert "Withdrawn" not in page
    found = read(ana, at(campaign), q="wet long")
    assert "Boat hook" in found.split('id="catalogue"')[1]
    assert "Locksmith" not in found
    assert "Locksmith" in read(ana, at(campaign), kind="background-skill")
    only = read(ana, at(campaign), own="1").split('id="catalogue"')[1]
    assert "Boat hook" in only
    assert "Locksmith" not in only
    assert "No results" in read(ana, at(campaign), q="zeppelin")


def test_a_row_that_is_kept_for_gms_leaves_no_trace_with_players(read, shipped_catalogue, campaign, gm, ana, watcher):
    over_api = f"/api/v1/campaigns/{campaign.pk}/catalogue/"
    before = [read(user, page) for user in (ana, watcher) for page in (at(campaign), over_api)]
    row = catalogue_actions.add_row(campaign=campaign, by=gm, kind="curse", name="CANARY", text="CANARY", gm_only=True)
    catalogue_actions.change_row(row=row, by=gm, text="CANARY again")
    assert [read(user, page) for user in (ana, watcher) for page in (at(campaign), over_api)] == before
    assert "CANARY" in read(gm, f"/campaigns/{campaign.pk}/catalogue/")
    assert "CANARY" in read(gm, over_api)
    catalogue_actions.change_row(row=row, by=gm, gm_only=False, name="The curse", text="Known now.")
    page = read(ana, at(campaign))
    assert "The curse" in page
    assert "CANARY" not in page, "what it said while it was kept back stays kept back"


def test_a_planted_leak_is_found(read, shipped_catalogue, campaign, gm, ana, monkeypatch):
    before = read(ana, at(campaign))
    CatalogueRow.objects.create(
        campaign=campaign, system=campaign.system, kind="curse", key="canary", name="CANARY", gm_only=True
    )
    assert read(ana, at(campaign)) == before
    CatalogueRow.objects.update(gm_only=False)
    assert read(ana, at(campaign)) != before


def test_house_rules_that_players_meet_anyway_cannot_be_hidden_and_rows_hold_no_secret_block(campaign, gm):
    with refused("Players see rows of this kind"):
        catalogue_actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Gaff", gm_only=True)
    with refused("cannot have secret blocks"):
        catalogue_actions.add_row(
            campaign=campaign, by=gm, kind="weapon", name="Gaff", text="Old.\n:::secret\nCursed\n:::"
        )
    assert not CatalogueRow.objects.exists()


def test_the_gm_reads_who_changed_which_row_when_and_what(read, campaign, gm, ana):
    row = catalogue_actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Oar", figures={"bonus": 1})
    catalogue_actions.change_row(row=row, by=ana, text="Wet wood.", figures={"bonus": 3})
    for address in (f"/campaigns/{campaign.pk}/catalogue/", f"/campaigns/{campaign.pk}/catalogue/{row.pk}/"):
        told = read(gm, address).split("Changes")[1]
        assert told.index("ana") < told.index("gm"), "the newest first"
        assert "Wet wood." in told
        assert '<span class="was">1</span> → 3' in told
    assert '<span class="was">1</span> → 3' in read(ana, at(campaign)), "players read changes of what they may read"
