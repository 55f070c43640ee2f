"""Who saves second sees what the first one saved, and nothing is overwritten: options, rows, monsters."""

import pytest

from campaigns.actions import campaigns
from characters import actions as monsters
from characters.models import Monster
from rules import actions
from rules.models import CatalogueRow
from rules.stale import Stale
from tests.campaigns.people.helpers import place


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
    assert "changed by somebody else" in page
    typed, stands = page.split("As it stands now", 1)
    assert mine in typed
    assert theirs in stands
    return page


def test_the_campaigns_words_and_options(post, campaign, gm):
    own, address = place(campaign, gm), f"/campaigns/{campaign.pk}/options/"
    form = {"name": "Ash", "zone": "UTC", "option-fd_hand": "level", "option-fd_extra_cards": 0}
    campaigns.change(own=own, revision=1, summary="The first was quicker.", options={"fd_extra_cards": 7})
    page = both(post(address, revision=1, summary="Mine.", **form), "Mine.", "The first was quicker.")
    campaign.refresh_from_db()
    assert (campaign.name, campaign.summary, campaign.revision) == ("The Salt Road", "The first was quicker.", 2)
    assert 'name="revision" value="2"' in page
    assert post(address, revision=2, summary="Mine.", **form).status_code == 302
    with pytest.raises(Stale):
        campaigns.change(own=own, revision=2, summary="Too late.")
    campaign.refresh_from_db()
    assert (campaign.summary, campaign.options["fd_extra_cards"]) == ("Mine.", 0)


def test_a_catalogue_row(post, campaign, gm):
    row = actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Oar")
    address = f"/campaigns/{campaign.pk}/catalogue/{row.pk}/"
    actions.change_row(row=row, by=gm, revision=1, text="The first was quicker.")
    form = {"kind": "weapon", "name": "Oar", "active": "on", "text": "Mine."}
    page = both(post(address, revision=1, **form), "Mine.", "The first was quicker.")
    assert 'name="revision" value="2"' in page
    stands = page.split("As it stands now", 1)[1]
    assert "<dd>Weapon" in stands, "a kind by its word, not by its key"
    assert "<dd>yes</dd>" in stands
    assert CatalogueRow.objects.get().text == "The first was quicker."
    assert post(address, revision=2, **form).status_code == 302
    assert CatalogueRow.objects.get().text == "Mine."


def test_a_monster(post, client, campaign, gm):
    row = monsters.create_monster(campaign=campaign, by=gm, name="Rat", stats={"max_hp": 3})
    address = f"/campaigns/{campaign.pk}/monsters/{row.pk}/edit/"
    monsters.edit_monster(monster=row, by=gm, revision=1, text="The first was quicker.")
    client.force_login(gm)
    form = {"name": "Rat", "text": "Mine.", "active": "on", "max_hp": 3}
    page = both(post(address, revision=1, **form), "Mine.", "The first was quicker.")
    assert 'name="revision" value="2"' in page
    assert Monster.objects.get(pk=row.pk).text == "The first was quicker."
    answer = client.patch(
        f"/api/v1/monsters/{row.pk}/", {"text": "Mine.", "revision": 1}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"], answer.json()["revision"]) == (409, "stale", 2)
