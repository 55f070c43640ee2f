"""Fields of a command that only the site may set: refused from the page and the API, from players and GMs."""

import inspect
import json

import msgspec
import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from campaigns.encounters import actions, play
from campaigns.encounters.models import Command, Encounter, Participant
from campaigns.encounters.play import client_commands, decisions
from rules import play as rules
from rules.games.fifty_two_fates import commands as fates
from rules.games.fifty_two_fates import shapes as fates_shapes
from rules.games.fortune_and_power import commands as power
from rules.games.fortune_and_power import shapes as power_shapes
from rules.games.fortune_system import commands as slots
from rules.games.fortune_system import shapes as slots_shapes
from rules.games.game_of_bastards import commands as bastards
from rules.games.game_of_bastards import shapes as bastards_shapes
from tests import factories

GAME = "game-of-bastards"
pytestmark = pytest.mark.django_db


def sheet(**fields):
    return {**rules.new_sheet(GAME), "suit": "clubs", **fields}


@pytest.fixture
def knives(gm, ana, ben):
    campaign = factories.CampaignFactory(name="Knives", system=GAME, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def ilse(knives, ana):
    return factories.CharacterFactory(campaign=knives, owner=ana, name="Ilse", sheet=sheet())


@pytest.fixture
def fight(knives, gm, ana, ilse):
    """Ana's Ilse against a card sharp; it is the turn of Ilse."""
    membership = knives.members.get(user=gm)
    foe = factories.MonsterFactory(system=GAME, name="Sharp", stats={"kind": "extras", "power_rating": 1, "members": 1})
    row = actions.create(membership=membership, title="The ledger")
    actions.add_characters(membership=membership, encounter=row, characters=[ilse])
    actions.add_monsters(membership=membership, encounter=row, monster=foe)
    deck = ["2C", "4C", "5C", "6C", "7C", "KD"]
    row = actions.start(membership=membership, encounter=row, seed=1, deck=deck)
    for user, actor, card in ((ana, "ilse", "2C"), (gm, "sharp", "KD")):
        play.submit(encounter=row, by=user, command={"type": "initiative", "actor": actor, "card": card})
    row.refresh_from_db()
    return row


def client_of(user):
    client = APIClient()
    client.force_authenticate(user)
    return client


def give(user, row, command):
    return client_of(user).post(reverse("api-commands", args=[row.pk]), {"command": command}, format="json")


def give_by_page(client, user, row, command):
    client.force_login(user)
    fixed = {name: value for name, value in command.items() if name not in ("type", "actor")}
    do = {"type": command["type"], "actor": command["actor"], "fixed": fixed, "take": []}
    return client.post(reverse("encounter-command", args=[row.pk]), {"do": json.dumps(do)})


STRONG = {
    "id": "hero",
    "name": "Hero",
    "side": "players",
    "kind": "fated",
    "traits": {"body": 5, "spirit": 5, "mind": 5, "luck": 5},
}


def appearance(actor="ilse", participant=STRONG):
    return {"type": "dramatic", "actor": actor, "action": "appearance", "participant": participant}


def test_a_player_cannot_bring_in_a_participant_with_figures_of_their_own_choice_gob_98(fight, ana, client):
    assert rules.act(GAME, fight.secret.state, appearance())["events"], "the engine alone would take it"
    number = fight.number
    answer = give(ana, fight, appearance())
    assert (answer.status_code, answer.json()["code"]) == (422, "field.site-only")
    page = give_by_page(client, ana, fight, appearance())
    assert page.status_code == 422
    assert not Participant.objects.filter(encounter=fight, key="hero").exists()
    assert Encounter.objects.get(pk=fight.pk).number == number


def test_a_gm_brings_anybody_by_their_own_order_and_not_in_the_name_of_somebody_else(fight, gm):
    assert give(gm, fight, appearance("sharp")).json()["code"] == "field.site-only"
    joined = give(gm, fight, {"type": "join", "actor": "gm", "participant": {**STRONG, "controller": "gm"}})
    assert joined.status_code == 200, joined.content
    assert Participant.objects.filter(encounter=fight, key="hero", present=True).exists()


def test_a_player_brings_an_own_character_with_the_figures_of_its_sheet_gob_98(fight, knives, ana, ben):
    veit = factories.CharacterFactory(campaign=knives, owner=ana, name="Veit", sheet=sheet(suit="hearts"))
    other = factories.CharacterFactory(campaign=knives, owner=ben, name="Crake", sheet=sheet())
    arrivals = reverse("api-arrivals", args=[fight.pk])
    assert client_of(ana).post(arrivals, {"as": "ilse", "character": other.pk}, format="json").status_code == 422
    assert client_of(ana).post(arrivals, {"character": veit.pk}, format="json").status_code == 403
    assert client_of(ben).post(arrivals, {"as": "ilse", "character": other.pk}, format="json").status_code == 403
    answer = client_of(ana).post(arrivals, {"as": "ilse", "character": veit.pk}, format="json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["view"]["participants"]["veit"]["traits"] == {"body": 1, "spirit": 2, "mind": 1, "luck": 1}
    assert Command.objects.filter(encounter=fight, type="dramatic").count() == 1


@pytest.mark.parametrize("field", sorted(client_commands.SITE_FIELDS))
@pytest.mark.parametrize("value", [None, {}, {"sharp": ["TH"]}, ["TH"]])
def test_nobody_names_drawn_cards_in_a_command(fight, ana, gm, client, field, value):
    for user, actor in ((ana, "ilse"), (gm, "gm"), (gm, "sharp")):
        command = {"type": "draw", "actor": actor, field: value}
        assert give(user, fight, command).json()["code"] == "field.site-only"
        assert give_by_page(client, user, fight, command).status_code == 422
    fight.refresh_from_db()
    assert play.replays_equal(fight)


GAMES = ((fates, fates_shapes), (power, power_shapes), (slots, slots_shapes), (bastards, bastards_shapes))


@pytest.mark.parametrize(("commands", "shapes"), GAMES, ids=lambda module: module.__name__.rsplit(".", 2)[1])
def test_whole_participants_come_under_the_one_name_that_the_site_guards(commands, shapes):
    """A new command that takes a participant, or drawn cards, under another name would slip through."""
    found = 0
    for _name, shape in inspect.getmembers(commands, inspect.isclass):
        if not issubclass(shape, msgspec.Struct) or shape.__module__ != commands.__name__:
            continue
        for field in msgspec.structs.fields(shape):
            assert field.encode_name not in client_commands.SITE_FIELDS | {"physical", "deck", "seed"}
            if "Entry" in str(field.type):
                assert field.encode_name == client_commands.PARTICIPANT
                found += 1
    assert found
    assert shapes.Entry


@pytest.mark.tampered
@pytest.mark.parametrize("field", sorted(client_commands.SITE_FIELDS))
def test_a_decision_is_recognised_with_the_fields_that_the_site_added(fight, ana, field):
    decision = {"type": "draw", "actor": "ilse"}
    stored = {"actor": "ilse", "type": "draw", "body": decision | {field: ["AC"]}, "by": ana, "reveals": False}
    Command.objects.create(encounter=fight, number=fight.number + 1, **stored)
    assert decisions.is_already_given(fight, decision, fight.number)
    assert not decisions.is_already_given(fight, decision | {"type": "pass"}, fight.number)
