"""Who saves second sees what the first one saved, and nothing is overwritten: options, rows, monsters."""

import pytest

from campaigns.overview import actions as overview_actions
from characters.models import Monster
from characters.monsters.actions import create_monster, edit_monster
from common.edit_conflicts import EditConflict
from rules.catalogue import actions as catalogue_actions
from rules.models import CatalogueRow
from tests.people.helpers import place


@pytest.fixture
def post(client, gm):
    """What the GM gets for a form."""

    def posted(address, **form):
        client.force_login(gm)
        return client.post(address, form)

    return posted


def both(answer, mine, theirs):
    """The page holds what was typed and, beside it, what stands."""
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "was changed after you opened it" in page
    typed, stands = page.split("Current version", 1)
    assert mine in typed
    assert theirs in stands
    return page


def test_the_campaigns_words_and_options(post, campaign, gm):
    membership, address = place(campaign, gm), f"/campaigns/{campaign.pk}/options/"
    form = {"name": "Ash", "zone": "UTC", "option-fd_hand": "level", "option-fd_extra_cards": 0}
    overview_actions.change_campaign(
        membership=membership, revision=1, summary="The first was quicker.", options={"fd_extra_cards": 7}
    )
    page = both(post(address, revision=1, summary="Mine.", **form), "Mine.", "The first was quicker.")
    campaign.refresh_from_db()
    assert (campaign.name, campaign.summary, campaign.revision) == ("The Salt Road", "The first was quicker.", 2)
    assert 'name="revision" value="2"' in page
    assert post(address, revision=2, summary="Mine.", **form).status_code == 302
    with pytest.raises(EditConflict):
        overview_actions.change_campaign(membership=membership, revision=2, summary="Too late.")
    campaign.refresh_from_db()
    assert (campaign.summary, campaign.options["fd_extra_cards"]) == ("Mine.", 0)


def test_a_catalogue_row(post, campaign, gm):
    row = catalogue_actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Oar")
    address = f"/campaigns/{campaign.pk}/catalogue/{row.pk}/"
    catalogue_actions.change_row(row=row, by=gm, revision=1, text="The first was quicker.")
    form = {"kind": "weapon", "name": "Oar", "active": "on", "text": "Mine."}
    page = both(post(address, revision=1, **form), "Mine.", "The first was quicker.")
    assert 'name="revision" value="2"' in page
    stands = page.split("Current version", 1)[1]
    assert "<dd>Weapon" in stands, "a kind by its word, not by its key"
    assert "<dd>yes</dd>" in stands
    assert CatalogueRow.objects.get().text == "The first was quicker."
    assert post(address, revision=2, **form).status_code == 302
    assert CatalogueRow.objects.get().text == "Mine."


def test_a_monster(post, client, campaign, gm):
    row = create_monster(campaign=campaign, by=gm, name="Rat", stats={"max_hp": 3})
    address = f"/campaigns/{campaign.pk}/monsters/{row.pk}/edit/"
    edit_monster(monster=row, by=gm, revision=1, text="The first was quicker.")
    client.force_login(gm)
    form = {"name": "Rat", "text": "Mine.", "active": "on", "max_hp": 3}
    page = both(post(address, revision=1, **form), "Mine.", "The first was quicker.")
    assert 'name="revision" value="2"' in page
    assert Monster.objects.get(pk=row.pk).text == "The first was quicker."
    answer = client.patch(
        f"/api/v1/monsters/{row.pk}/", {"text": "Mine.", "revision": 1}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"], answer.json()["revision"]) == (409, "stale", 2)
