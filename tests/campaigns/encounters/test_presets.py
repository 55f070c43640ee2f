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
from rules.catalogue import queries, shipped
from rules.models import CatalogueRow
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


@pytest.mark.parametrize("runs", [True, False])
def test_rows_for_forms_are_the_catalogues_rows_with_figures(campaign, runs):
    shipped.load()
    rows = list(CatalogueRow.objects.filter(system=campaign.system, campaign=None).exclude(figures={})[:4])
    for row in rows[:3]:  # the campaign's own row takes the place of the shipped one: without figures, idle, or hidden
        row.pk, row.campaign = None, campaign
    rows[0].figures, rows[1].active, rows[2].gm_only = {}, False, True
    for row in rows[:3]:
        row.save()
    expected = [row for row in queries.catalogue(campaign.system, campaign=campaign, gm=runs) if row.figures]
    found = queries.rows_with_figures(campaign.system, campaign.pk, gm=runs)
    assert found == [(row.name, row.text, row.figures) for row in expected]
    assert found
