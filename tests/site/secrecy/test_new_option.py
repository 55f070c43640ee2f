"""Turning on the option "without a dealer" shows players nothing of what GMs prepared before."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection

from campaigns.encounters import actions, play
from campaigns.encounters.drawer.queries import get_drawer
from campaigns.encounters.models import Encounter
from campaigns.encounters.quick_preparation import preparation_revision
from campaigns.overview import actions as overview_actions
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok, refused
from tests.site.secrecy.channels import received
from tests.site.secrecy.scenes import SCENES

MARK = "Quisling"
END = {"type": "end", "actor": "gm", "outcome": "parley"}


@pytest.fixture
def scene():
    """A Game of Bastards with its dealer."""
    return SCENES["bastards"]


@pytest.fixture
def spy(scene):
    """A monster whose name players may not know."""
    _name, stats, _count = scene.foes[0]
    return factories.MonsterFactory(name=MARK, system=scene.system, stats=stats)


@pytest.fixture
def ended(fight, spy, people):
    """An ended encounter with GM notes and a participant who was never revealed."""
    membership = get_membership(people["gm"], fight.campaign_id)
    actions.change(membership=membership, encounter=fight, notes=f"{MARK} has the key.")
    actions.join(membership=membership, encounter=fight, monster=spy, hidden=True)
    play.submit(encounter=fight, by=people["gm"], command=END)
    return Encounter.objects.select_related("campaign").get(pk=fight.pk)


@pytest.fixture
def prepared(fight, spy, people):
    """A preparation with GM notes and a hidden participant, in the campaign of the encounter."""
    membership = get_membership(people["gm"], fight.campaign_id)
    row = actions.create(membership=membership, title=f"{MARK}’s trap", notes=f"{MARK} has the key.")
    actions.add_monsters(membership=membership, encounter=row, monster=spy, hidden=True)
    return row


@pytest.fixture
def turn_on(people):
    """Turns the option on, as the GM does."""

    def turn_on(row):
        gm = get_membership(people["gm"], row.campaign_id)
        return overview_actions.change_campaign(membership=gm, dealerless=True)

    return turn_on


def texts(viewer, user, row):
    """Everything of an encounter that a viewer receives, with the lists that name encounters."""
    pages = [f"campaigns/{row.campaign_id}/", f"campaigns/{row.campaign_id}/encounters/"]
    lists = [Caller(user).get(page).content.decode() for page in pages]
    return "\n".join([*received(viewer, row).values(), *lists])


def migrate():
    """Does what the update does to encounters that are older than it."""
    Encounter.objects.update(dealerless=False)
    migration = import_module("campaigns.migrations.0034_encounters_without_dealer")
    migration.fill_from_campaigns(apps, SimpleNamespace(connection=connection))


@pytest.mark.parametrize("name", ["ana", "watcher"])
def test_an_ended_encounter_keeps_its_notes_and_whom_it_never_revealed(ended, turn_on, viewers, people, name):
    assert MARK in texts(viewers["gm"], people["gm"], ended)
    turn_on(ended)
    assert MARK not in texts(viewers[name], people[name], ended)
    assert MARK in texts(viewers["gm"], people["gm"], ended)
    refused(Caller(people[name]).post(f"encounters/{ended.pk}/undo/", {"to": 0}), 403)
    refused(Caller(people[name]).post(f"encounters/{ended.pk}/copies/", {}), 403)


def test_an_encounter_that_was_prepared_before_stays_unknown_and_a_new_one_does_not(
    prepared, ended, turn_on, viewers, people
):
    turn_on(ended)
    for name in ("ana", "watcher"):
        assert Caller(people[name]).get(f"encounters/{prepared.pk}/").status_code == 404
        assert MARK not in texts(viewers[name], people[name], prepared)
    new = ok(Caller(people["gm"]).post(f"campaigns/{ended.campaign_id}/encounters/", {"title": "The inn"}), 201)
    assert new["dealerless"]
    assert ok(Caller(people["ana"]).get(f"encounters/{new['id']}/"))["title"] == "The inn"
    assert Caller(people["watcher"]).get(f"encounters/{new['id']}/").status_code == 404


def test_an_encounter_that_asks_its_campaign_is_found(ended, prepared, turn_on, viewers, people, monkeypatch):
    """The planted fault for the two tests above."""
    turn_on(ended)
    of_campaign = property(lambda self: self.campaign.dealerless, lambda _self, _value: None)
    monkeypatch.setattr(Encounter, "dealerless", of_campaign)
    assert MARK in texts(viewers["ana"], people["ana"], ended)


def test_a_gm_can_play_a_prepared_encounter_without_a_dealer(prepared, ended, turn_on, people):
    gm, ana = (Caller(people[name]) for name in ("gm", "ana"))
    address, change = f"encounters/{prepared.pk}/", {"dealerless": True}
    assert not ok(gm.get(address))["dealerless"]
    turn_on(ended)
    assert ana.patch(address, change).status_code == 404
    assert "cannot be hidden" in gm.patch(address, change).content.decode()
    membership = get_membership(people["gm"], ended.campaign_id)
    group = prepared.groups.get()
    actions.hide_group(membership=membership, encounter=prepared, encounter_group=group, hidden=False)
    assert ok(gm.patch(address, change))["dealerless"]
    assert ok(ana.get(address))["notes"] == f"{MARK} has the key."
    assert ok(ana.patch(address, {"title": "The trap"}))["title"] == "The trap"
    refused(ana.patch(address, {"dealerless": False}), 403)
    assert not ok(gm.patch(address, {"dealerless": False}))["dealerless"]
    assert ana.get(address).status_code == 404
    with pytest.raises(ValidationError, match="has begun"):
        actions.change(membership=membership, encounter=ended, dealerless=True)
    with pytest.raises(PermissionDenied):
        actions.change(membership=get_membership(people["ana"], ended.campaign_id), encounter=ended, dealerless=True)


def test_the_page_of_a_prepared_encounter_offers_gms_to_play_it_without_a_dealer(prepared, people, client):
    address = f"/encounters/{prepared.pk}/edit/"
    prepared.groups.all().delete()
    client.force_login(people["gm"])
    page = client.get(address).content.decode()
    assert 'name="dealerless"' in page
    assert "sees its notes" in page
    fields = {"title": prepared.title, "notes": prepared.notes, "counts": "on"}
    fields["revision"] = actions.fields_revision(prepared)
    assert client.post(address, fields | {"dealerless": "on"}).status_code == 302
    prepared.refresh_from_db()
    assert prepared.dealerless
    client.force_login(people["ana"])
    assert 'name="dealerless"' not in client.get(address).content.decode()
    fields |= {"title": "The trap", "revision": actions.fields_revision(prepared)}
    assert client.post(address, fields).status_code == 302
    prepared.refresh_from_db()
    assert (prepared.title, prepared.dealerless) == ("The trap", True)


def test_a_copy_has_a_dealer_if_the_original_or_the_campaign_has_one(prepared, ended, turn_on, people):
    membership = get_membership(people["gm"], ended.campaign_id)
    kinds = []
    for of_campaign in (False, True):
        overview_actions.change_campaign(membership=membership, dealerless=of_campaign)
        membership = get_membership(people["gm"], ended.campaign_id)
        for of_original in (False, True):
            prepared.dealerless = of_original
            kinds.append(actions.copy(membership=membership, encounter=prepared).dealerless)
    assert kinds == [False, False, False, True]


def test_a_game_that_needs_its_gm_keeps_it(campaign, gm):
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    with pytest.raises(ValidationError, match="needs a game master"):
        actions.change(membership=membership, encounter=row, dealerless=True)


def test_the_update_gives_each_encounter_what_its_campaign_had_when_it_began(ended, prepared, turn_on, people):
    """Turning the option on before the update opens nothing older; turning it off opens no folded hand."""
    prepared.groups.all().delete()
    ended.participants.filter(hidden=True).update(hidden=False)
    turn_on(ended)
    membership = get_membership(people["gm"], ended.campaign_id)
    new = actions.create(membership=membership, title="The inn")
    migrate()
    values = Encounter.objects.values_list("dealerless", flat=True)
    assert [values.get(pk=row.pk) for row in (ended, prepared, new)] == [False, False, True]
    overview_actions.change_campaign(membership=membership, dealerless=False)
    Encounter.objects.filter(pk=prepared.pk).update(started=new.created)
    migrate()
    assert [values.get(pk=row.pk) for row in (ended, prepared, new)] == [False, True, True]


def test_the_update_takes_the_first_known_value_of_a_restored_campaign(ended, turn_on):
    ended.participants.filter(hidden=True).update(hidden=False)
    turn_on(ended)
    history = ended.campaign.history
    history.filter(dealerless=False).delete()
    migrate()
    assert Encounter.objects.get(pk=ended.pk).dealerless
    history.all().delete()
    migrate()
    assert Encounter.objects.get(pk=ended.pk).dealerless


def test_the_update_leaves_a_dealer_to_encounters_with_somebody_hidden(ended, prepared, turn_on, viewers, people):
    turn_on(ended)
    ended.campaign.history.filter(dealerless=False).delete()
    migrate()
    assert not Encounter.objects.filter(dealerless=True).exists()
    assert MARK not in texts(viewers["ana"], people["ana"], ended)
    assert Caller(people["ana"]).get(f"encounters/{prepared.pk}/").status_code == 404


def test_a_secret_block_in_the_notes_is_for_gms_and_stays_when_a_player_saves(prepared, people, client):
    prepared.groups.all().delete()
    secret = f":::secret\n{MARK} has the key.\n:::"
    gm, ana = (get_membership(people[name], prepared.campaign_id) for name in ("gm", "ana"))
    actions.change(membership=gm, encounter=prepared, dealerless=True, title="The inn", notes=f"Loud.\n\n{secret}")
    address, pages = f"encounters/{prepared.pk}/", [f"/encounters/{prepared.pk}/{name}" for name in ("", "edit/")]
    read = ok(Caller(people["ana"]).get(address))
    assert read["notes"] == "Loud."
    client.force_login(people["ana"])
    assert not any(MARK in client.get(page).content.decode() for page in pages)
    assert not any(part for part in get_drawer(prepared, ana).passages if MARK in part.text)
    fields = {"title": "The attic", "counts": "on", "revision": actions.fields_revision(prepared, ana)}
    assert client.post(pages[1], fields).status_code == 302
    ok(Caller(people["ana"]).patch(address, {"title": "The cellar", "notes": read["notes"]}))
    refused(Caller(people["ana"]).patch(address, {"notes": "Quiet."}), 422)
    prepared.refresh_from_db()
    assert (prepared.title, secret in prepared.notes) == ("The cellar", True)
    client.force_login(people["gm"])
    assert all(MARK in client.get(page).content.decode() for page in pages)


def test_a_revision_says_a_player_nothing_of_secret_blocks(prepared, people):
    gm, ana = (get_membership(people[name], prepared.campaign_id) for name in ("gm", "ana"))
    numbers = []
    for word in ("left", "right"):
        prepared.notes = f"Loud.\n\n:::secret\nThe {word} door.\n:::"
        kinds = (actions.fields_revision, preparation_revision)
        numbers.append([[kind(prepared, reader) for kind in kinds] for reader in (gm, ana)])
    assert numbers[0][0] != numbers[1][0]
    assert numbers[0][1] == numbers[1][1]


def test_nobody_is_hidden_in_an_encounter_that_has_lost_its_dealer_since_it_was_read(prepared, spy, people):
    prepared.groups.all().update(hidden=False)
    gm, ana = (get_membership(people[name], prepared.campaign_id) for name in ("gm", "ana"))
    read = Encounter.objects.get(pk=prepared.pk)
    actions.change(membership=gm, encounter=prepared, dealerless=True)
    shown = Encounter.objects.get(pk=prepared.pk)
    group = prepared.groups.get()
    with pytest.raises(ValidationError, match="cannot be hidden"):
        actions.hide_group(membership=gm, encounter=read, encounter_group=group, hidden=True)
    with pytest.raises(ValidationError, match="cannot be hidden"):
        actions.add_monsters(membership=gm, encounter=read, monster=spy, hidden=True)
    actions.hide_group(membership=gm, encounter=read, encounter_group=group, hidden=False)
    actions.change(membership=gm, encounter=prepared, dealerless=False)
    with pytest.raises(PermissionDenied):
        actions.change(membership=ana, encounter=shown, title="Ours")
    with pytest.raises(PermissionDenied):
        actions.remove_group(membership=ana, encounter=shown, encounter_group=group)
    actions.hide_group(membership=gm, encounter=shown, encounter_group=group, hidden=True)
    assert prepared.groups.get().hidden


def test_the_forms_say_who_reads_the_notes(prepared, ended, turn_on, people, client):
    client.force_login(people["gm"])
    pages = [f"/campaigns/{prepared.campaign_id}/encounters/new/", f"/encounters/{prepared.pk}/edit/"]

    def open_pages():
        texts = [client.get(page).content.decode() for page in pages]
        assert all(("only GMs see it" in text) != ("every player sees it" in text) for text in texts)
        return ["every player sees it" in text for text in texts]

    assert open_pages() == [False, False]
    turn_on(ended)
    assert open_pages() == [True, False], "an encounter that exists keeps its dealer"
    Encounter.objects.filter(pk=prepared.pk).update(dealerless=True)
    assert open_pages() == [True, True]


def test_a_change_takes_the_dealer_away_and_shows_the_participants_at_once(prepared, spy, people):
    gm, address = Caller(people["gm"]), f"encounters/{prepared.pk}/"
    hidden, shown = ([{"monster": spy.pk, "hidden": value}] for value in (True, False))
    assert gm.patch(address, {"dealerless": True, "groups": hidden}).status_code == 422
    assert not Encounter.objects.get(pk=prepared.pk).dealerless
    assert prepared.groups.get().hidden
    assert ok(gm.patch(address, {"dealerless": True, "groups": shown}))["dealerless"]
    assert not ok(gm.patch(address, {"dealerless": False, "groups": hidden}))["dealerless"]
    assert prepared.groups.get().hidden


def test_players_who_do_not_know_the_bestiary_keep_monsters_and_add_none(prepared, spy, people, client):
    prepared.groups.all().update(hidden=False)
    gm = get_membership(people["gm"], prepared.campaign_id)
    actions.change(membership=gm, encounter=prepared, dealerless=True)
    other = factories.MonsterFactory(system=spy.system, stats=spy.stats)
    address, page = f"encounters/{prepared.pk}/", f"/encounters/{prepared.pk}/"
    for name, adds in (("ana", False), ("gm", True)):
        client.force_login(people[name])
        assert (f'action="{page}monsters/"' in client.get(page).content.decode()) is adds
        ok(Caller(people[name]).patch(address, {"groups": [{"monster": spy.pk, "count": 2}]}))
        assert prepared.groups.get().count == 2
        added = Caller(people[name]).patch(address, {"groups": [{"monster": spy.pk}, {"monster": other.pk}]})
        assert added.status_code == (200 if adds else 422)
