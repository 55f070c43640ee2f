"""The catalogue at the table: a row that fills an order whole is one tap away, a homebrew row too."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.encounters import actions, play
from campaigns.encounters.table.order_presets import order_presets
from campaigns.encounters.table.queries import get_table
from people.access import get_membership
from rules.catalogue import actions as catalogue
from rules.catalogue import shipped
from tests import factories


@pytest.fixture
def running(campaign, gm, ana):
    """Mara against one bandit."""
    shipped.load()
    membership = get_membership(gm, campaign.pk)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    encounter = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=encounter, characters=[hero])
    actions.add_monsters(
        membership=membership, encounter=encounter, monster=factories.MonsterFactory(campaign=campaign)
    )
    return actions.start(membership=membership, encounter=encounter, seed=5)


def shown(running, gm):
    return get_table(running, get_membership(gm, running.campaign_id), "gm", opened="mara")


def test_every_effect_and_condition_of_the_catalogue_is_offered_where_it_fits(running, gm):
    page = shown(running, gm)
    offered = [each.name for order in page.orders_on("mara") for each in order_presets(order, page.preset_rows)]
    assert {"Poison", "Acid", "Held or bound", "Knocked out"} <= set(offered)
    assert len(offered) == len(set(offered))
    assert not {"Sailor", "Sword", "5 · Demanding"} & set(offered)


def test_a_homebrew_effect_is_given_with_one_tap_and_its_own_figures(running, gm, campaign):
    catalogue.add_row(
        campaign=campaign,
        by=gm,
        kind="effect",
        name="Salt sores",
        figures={"name": "Salt sores", "strength": 4, "rounds": 2},
    )
    client = Client()
    client.force_login(gm)
    html = client.get(reverse("encounter", args=[running.pk]), {"as": "gm", "orders": "mara"}).content.decode()
    assert "Salt sores" in html
    page = shown(running, gm)
    preset = next(
        each
        for order in page.orders_on("mara")
        for each in order_presets(order, page.preset_rows)
        if each.name == "Salt sores"
    )
    posted = {"as": "gm", "seen": running.number, "key": "k1", "do": preset.do, "one:target": "mara"}
    client.post(reverse("encounter-command", args=[running.pk]), posted)
    running.refresh_from_db()
    view = play.view(running, get_membership(gm, campaign.pk), as_="gm")
    assert [(e["name"], e["strength"], e["rounds"]) for e in view["participants"]["mara"]["effects"]] == [
        ("Salt sores", 4, 2)
    ]
    assert json.loads(preset.do)["type"] == "afflict"
