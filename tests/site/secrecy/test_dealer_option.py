"""The campaign's option "without a dealer" says how new encounters begin. Those that exist hide what they hid."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.http import Http404

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.overview import actions as overview_actions
from people.access import get_membership
from tests.site.api.conftest import Caller
from tests.site.secrecy.channels import cards_in, differences, hands, received
from tests.site.secrecy.scenes import SCENES

END = {"type": "end", "actor": "gm", "outcome": "parley"}
LAST = 18  # the number of commands after the whole script, in which both seats of the opposition are free again


@pytest.fixture
def scene(request):
    """A Game of Bastards without a dealer, unless a test is asked of the table with one."""
    return SCENES[getattr(request, "param", "dealerless")]


@pytest.fixture
def set_option(people):
    """Sets the option of a table's campaign, as the GM does."""

    def set_to(table, dealerless):
        overview_actions.change_campaign(
            membership=get_membership(people["gm"], table.campaign_id), dealerless=dealerless
        )

    return set_to


def look(table, user):
    return play.read_encounter(Encounter.objects.get(pk=table.pk), get_membership(user, table.campaign_id))


def known(table, user):
    """Every card that a member's seats show, in views, offers and events."""
    reading = look(table, user)
    seen = [[reading.view(seat), reading.offers(seat), reading.events(-1, seat)] for seat in reading.seats]
    return cards_in(str(seen))


def test_a_folded_hand_stays_folded_when_the_campaign_gets_a_dealer(fight, give, people, set_option):
    """Also when the GM takes back the end, plays on, and turns the option on again."""
    give(fight)
    held = set(hands(fight)["sharp"])
    assert held
    play.submit(encounter=fight, by=people["ben"], command=END)
    set_option(fight, False)
    assert known(fight, people["gm"]).isdisjoint(held)
    play.undo(encounter=fight, by=people["gm"], to=LAST)
    assert set(hands(fight)["sharp"]) == held
    reading = look(fight, people["gm"])
    assert reading.seats == ["gm"]
    with pytest.raises(Http404):
        reading.view("sharp")
    assert known(fight, people["gm"]).isdisjoint(held)
    assert Caller(people["gm"]).get(f"encounters/{fight.pk}/?as=sharp").status_code == 404
    player = get_membership(people["ana"], fight.campaign_id)
    play.hand_over_participant(encounter=fight, by=people["ana"], participant="sharp", controller=player)
    assert held <= known(fight, people["ana"]), "without a dealer every player may still take the seat, openly"
    assert known(fight, people["gm"]).isdisjoint(held)


def test_players_go_on_running_an_encounter_without_a_dealer(fight, give, people, set_option):
    give(fight)
    play.submit(encounter=fight, by=people["ben"], command=END)
    set_option(fight, False)
    play.undo(encounter=fight, by=people["ana"], to=LAST)
    assert look(fight, people["ben"]).seats[0] == "gm"
    play.submit(encounter=fight, by=people["ben"], command=END)
    assert look(fight, people["watcher"]).seats == ["observer"]


def test_the_option_stays_while_an_encounter_runs(fight, people, set_option):
    with pytest.raises(ValidationError, match="who sees the bestiary"):
        set_option(fight, False)
    play.submit(encounter=fight, by=people["ben"], command=END)
    set_option(fight, False)


def pair_after_option(lay, give, scene, people, set_option):
    """Two ended tables that differ in the free seats' hands only; after their end their campaigns get a dealer."""
    decks = scene.deck, scene.dealt("after", "gm", 1)
    tables = [lay(deck) for deck in decks]
    for table, deck in zip(tables, decks, strict=True):
        give(table, 0, scene.moments["after"][0], deck)
    assert hands(tables[0]) != hands(tables[1]), "the deals must differ, or nothing is proved"
    for table in tables:
        play.submit(encounter=table, by=people["ben"], command=END)
        set_option(table, False)
    return tables


def test_what_free_seats_held_changes_nothing_that_the_new_dealer_receives(
    lay, give, scene, people, viewers, set_option
):
    tables = pair_after_option(lay, give, scene, people, set_option)
    assert differences(*(received(viewers["gm"], table) for table in tables)) == {}
    for table in tables:
        play.undo(encounter=table, by=people["gm"], to=LAST)
    assert differences(*(received(viewers["gm"], table) for table in tables)) == {}


def read_option_of_campaign(monkeypatch):
    """Plants the fault: an encounter is as its campaign is now."""
    of_campaign = property(lambda self: self.campaign.dealerless, lambda _self, _value: None)
    monkeypatch.setattr(Encounter, "dealerless", of_campaign)


def test_an_encounter_that_asks_its_campaign_is_found(lay, give, scene, people, viewers, set_option, monkeypatch):
    tables = pair_after_option(lay, give, scene, people, set_option)
    read_option_of_campaign(monkeypatch)
    assert "api events" in " ".join(differences(*(received(viewers["gm"], table) for table in tables)))


@pytest.mark.parametrize("scene", ["bastards", "dealerless"], indirect=True)
def test_the_migration_takes_over_what_campaigns_said(fight, scene):
    Encounter.objects.update(dealerless=False)
    migration = import_module("campaigns.migrations.0034_encounters_without_dealer")
    migration.fill_from_campaigns(apps, SimpleNamespace(connection=connection))
    assert Encounter.objects.get(pk=fight.pk).dealerless == scene.dealerless
