"""What a GM shows from the table is announced on the phones of those who may see it, and on no others."""

import re

import pytest
from django.core.cache import cache

from campaigns.encounters.signs import actions as signs
from campaigns.world.actions import create_entry
from campaigns.world.models import WorldEntry
from tests import factories
from tests.campaigns.encounters.test_every_game import members

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_signs")]
HTMX = {"HTTP_HX_REQUEST": "true"}
NAME = "The letter of Aras"


def people(table):
    """The GM, and the others who may watch the table."""
    everyone = members(table)
    return next(row for row in everyone if row.role == "gm"), [row for row in everyone if row.role != "gm"]


def page_of(table, gm):
    return create_entry(membership=gm, kind="handout", name=NAME, text="Burn this.")


def show(client, table, gm, **body):
    client.force_login(gm.user)
    return client.post(f"/encounters/{table.pk}/drawer/show/", body, **HTMX)


def who_reads(client, table, words):
    """The members whose fetch of the signs holds the words."""
    found = set()
    for member in members(table):
        client.force_login(member.user)
        if words in client.get(f"/encounters/{table.pk}/signs/", **HTMX).content.decode():
            found.add(member.pk)
    return found


def test_a_page_that_is_shown_to_one_player_is_announced_to_that_player_alone(table, client):
    gm, others = people(table)
    player = next(row for row in others if row.role == "player")
    page = page_of(table, gm)
    assert show(client, table, gm, entry=page.pk, to=player.pk).status_code == 200
    assert who_reads(client, table, NAME) == {player.pk}
    assert who_reads(client, table, "The GM shows you") == {player.pk}
    client.force_login(player.user)
    assert f'href="{page.get_absolute_url()}"' in client.get(f"/encounters/{table.pk}/signs/", **HTMX).content.decode()


def test_a_page_that_is_shown_to_everyone_is_announced_to_all_but_the_gm(table, client):
    gm, others = people(table)
    assert show(client, table, gm, entry=page_of(table, gm).pk).status_code == 200
    assert who_reads(client, table, NAME) == {row.pk for row in others}


def test_an_npc_is_announced_too(table, client):
    gm, others = people(table)
    npc = factories.CharacterFactory(campaign=table.campaign, kind="npc", name=NAME, visible=False)
    player = next(row for row in others if row.role == "player")
    assert show(client, table, gm, npc=npc.pk, to=player.pk).status_code == 200
    assert who_reads(client, table, NAME) == {player.pk}


def test_a_page_that_is_hidden_again_is_not_announced_and_a_refusal_announces_nothing(table, client):
    gm, _others = people(table)
    page = page_of(table, gm)
    show(client, table, gm, entry=page.pk)
    WorldEntry.objects.filter(pk=page.pk).update(visibility=WorldEntry.Visibility.GM)
    assert who_reads(client, table, NAME) == set()
    cache.clear()
    assert show(client, table, gm, entry=0).status_code == 422
    assert who_reads(client, table, "The GM shows you") == set()


def test_a_sign_before_it_stays_and_no_number_tells_that_something_was_shown(table, client):
    gm, others = people(table)
    player, other = (row for row in others if row.role == "player")
    client.force_login(player.user)
    client.post(f"/encounters/{table.pk}/signs/", {"sign": "yes"}, **HTMX)
    before = client.get(f"/encounters/{table.pk}/signs/", **HTMX).content
    show(client, table, gm, entry=page_of(table, gm).pk, to=other.pk)
    client.force_login(player.user)
    assert client.get(f"/encounters/{table.pk}/signs/", **HTMX).content == before
    cache.delete(signs.sign_key(table.pk, 1))
    client.post(f"/encounters/{table.pk}/signs/", {"sign": "no"}, **HTMX)
    html = client.get(f"/encounters/{table.pk}/signs/", **HTMX).content.decode()
    assert re.findall(r'data-sign="([^"]*)"', html) == ["2"]
