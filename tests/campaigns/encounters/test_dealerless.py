"""A Game of Bastards without a dealer: any player runs the opposition, and only who has the seat sees its hand."""

import re

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.encounters import actions, play
from campaigns.encounters.table import seating
from campaigns.overview import actions as campaign_actions
from people.access import get_membership
from people.models import Member
from rules import play as rules
from tests import factories
from tests.helpers import assert_replays
from tests.site.api.conftest import Caller, ok, refused

GAME = "game-of-bastards"
pytestmark = pytest.mark.django_db


def sheet(**fields):
    return {**rules.new_sheet(GAME), "suit": "clubs", **fields}


@pytest.fixture
def knives(gm, ana, ben, watcher):
    """A campaign of bastards without a dealer."""
    campaign = factories.CampaignFactory(name="Knives", system=GAME, created_by=gm, dealerless=True)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player"), (watcher, "observer")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def opposition(knives, ana, ben):
    """Ana's and Ben's characters against a card sharp; prepared and begun by Ben."""
    membership = get_membership(ben, knives.pk)
    party = [
        factories.CharacterFactory(campaign=knives, owner=user, name=name, sheet=sheet(wildcards=1))
        for user, name in ((ana, "Ilse"), (ben, "Crake"))
    ]
    foe = factories.MonsterFactory(
        system=GAME, name="Sharp", stats={"kind": "fated", "suit": "diamonds", "skills": {"Gambling": 3}}
    )
    row = actions.create(membership=membership, title="The ledger")
    actions.add_characters(membership=membership, encounter=row, characters=party)
    actions.add_monsters(membership=membership, encounter=row, monster=foe)
    return actions.start(membership=membership, encounter=row, seed=1)


def place(user, campaign):
    return Member.objects.select_related("campaign", "user").get(user=user, campaign=campaign)


def sees(user, encounter, seat=None):
    look = play.read_encounter(encounter, place(user, encounter.campaign))
    return look.seats, look.view(seat), look.events(-1, seat)


def hand_of(encounter, key):
    """What the state says; no member may know it but who has the seat."""
    from campaigns.encounters.models import EncounterSecret

    state = EncounterSecret.sealed.get(encounter=encounter).state
    return rules.view(GAME, state, key)["hand"]


def test_until_somebody_takes_the_seat_nobody_sees_the_hand_of_the_opposition_gob_97(opposition, gm, ana, ben, watcher):
    hand = hand_of(opposition, "sharp")
    assert hand
    for user in (gm, ana, ben, watcher):
        seats, view, events = sees(user, opposition)
        assert "sharp" not in seats
        assert set(view["hands"]) <= {"ilse", "crake"}
        assert all("sharp" not in event["visible_to"] for event in events if event["visible_to"] != "all")
        for seat in seats:
            _seats, view, events = sees(user, opposition, seat)
            assert "sharp" not in view["hands"]
            assert all("sharp" not in event["visible_to"] for event in events if event["visible_to"] != "all")


def test_somebody_who_takes_the_seat_is_given_the_hand_and_loses_it_when_the_seat_moves_gob_97(opposition, ana, ben):
    hand = hand_of(opposition, "sharp")
    play.hand_over_participant(
        encounter=opposition, by=ana, participant="sharp", controller=place(ana, opposition.campaign)
    )
    seats, view, _events = sees(ana, opposition, "sharp")
    assert "sharp" in seats
    assert view["hand"] == hand
    assert "sharp" not in sees(ben, opposition)[0]
    with pytest.raises(rules.Refused, match="already plays this"):
        play.hand_over_participant(
            encounter=opposition, by=ben, participant="sharp", controller=place(ben, opposition.campaign)
        )
    play.hand_over_participant(
        encounter=opposition, by=ana, participant="sharp", controller=place(ben, opposition.campaign)
    )
    assert "sharp" not in sees(ana, opposition)[0]
    assert sees(ben, opposition, "sharp")[1]["hand"] == hand
    assert_replays(opposition)


def test_no_player_takes_anothers_character(opposition, ana, ben):
    with pytest.raises(rules.Refused, match="already plays this"):
        play.hand_over_participant(
            encounter=opposition, by=ben, participant="ilse", controller=place(ben, opposition.campaign)
        )


def test_the_seat_of_a_player_who_becomes_an_observer_is_free_gob_97(opposition, client, ana, ben):
    campaign = opposition.campaign
    target = {"type": "adjust", "actor": "gm", "target": "ilse", "pool": "bp", "amount": -1, "reason": "a trap"}
    play_initiative(opposition)
    with pytest.raises(rules.Refused, match="Only the person who plays this participant"):
        play.submit(encounter=opposition, by=ben, command=target)
    Member.objects.filter(user=ana, campaign=campaign).update(role="observer")
    assert seating.seats_by_participant(opposition)["ilse"].member is None
    play.submit(encounter=opposition, by=ben, command=target)
    client.force_login(ben)
    while sees(ben, opposition)[1]["turn"] != ["ilse"]:
        advance(opposition)
    assert "Play Ilse</button>" in client.get(f"/encounters/{opposition.pk}/").content.decode()
    hand = hand_of(opposition, "ilse")
    play.hand_over_participant(encounter=opposition, by=ben, participant="ilse", controller=place(ben, campaign))
    assert sees(ben, opposition, "ilse")[1]["hand"] == hand


def test_observers_run_nothing(opposition, watcher):
    membership = place(watcher, opposition.campaign)
    with pytest.raises(PermissionDenied):
        play.hand_over_participant(encounter=opposition, by=watcher, participant="sharp", controller=None)
    with pytest.raises(PermissionDenied, match="to make you a player"):
        actions.create(membership=membership, title="Mine")


def test_the_page_offers_a_seat_that_nobody_has_and_takes_it_with_one_tap(opposition, client, ana):
    play_initiative(opposition)
    while sees(ana, opposition)[1]["turn"] != ["sharp"]:
        advance(opposition)
    client.force_login(ana)
    address = f"/encounters/{opposition.pk}/"
    page = client.get(address).content.decode()
    assert "Play Sharp</button>" in page
    assert "nobody plays them" in page
    client.post(f"{address}hands/", {"participant": "sharp", "controller": place(ana, opposition.campaign).pk})
    page = client.get(f"{address}?as=sharp").content.decode()
    assert "Play Sharp</button>" not in page
    assert "You have taken the seat of Sharp." in page
    assert "Give up the seat" in page
    assert "Your cards" in page


def play_initiative(encounter):
    for key in ("ilse", "crake", "sharp"):
        give(encounter, {"type": "initiative", "actor": key, "card": hand_of(encounter, key)[0]})


def give(encounter, command):
    """A command by a person who may give it; the opposition's by its seat's owner for the moment."""
    row = encounter.participants.get(key=command["actor"])
    by = row.controller or Member.objects.filter(campaign=encounter.campaign, role="player").first()
    if row.controller is None:
        play.hand_over_participant(encounter=encounter, by=by.user, participant=row.key, controller=by)
    play.submit(encounter=encounter, by=by.user, command=command)
    if row.controller is None:
        play.hand_over_participant(encounter=encounter, by=by.user, participant=row.key, controller=None)
    encounter.refresh_from_db()


def advance(encounter):
    from campaigns.encounters.models import EncounterSecret

    state = EncounterSecret.sealed.get(encounter=encounter).state
    waiting = rules.view(GAME, state, "observer")["turn"][0]
    give(encounter, rules.policy(GAME, state, waiting))


def test_a_player_enters_in_person_with_a_character_of_ones_own_gob_98(opposition, client, ana, ben):
    fresh = factories.CharacterFactory(campaign=opposition.campaign, owner=ana, name="Odile", sheet=sheet())
    other = factories.CharacterFactory(campaign=opposition.campaign, owner=ben, name="Veit", sheet=sheet())
    play_initiative(opposition)
    while sees(ana, opposition)[1]["turn"] != ["ilse"]:
        advance(opposition)
    client.force_login(ana)
    address = f"/encounters/{opposition.pk}/"
    assert f"{address}join/?as=ilse" in client.get(f"{address}?as=ilse").content.decode()
    assert "Veit" not in client.get(f"{address}join/?as=ilse").content.decode()
    assert client.get(f"{address}join/?as=crake").status_code == 404
    assert client.post(f"{address}join/?as=ilse", {"character": other.pk}).status_code == 200
    assert client.post(f"{address}join/?as=ilse", {"character": fresh.pk}).status_code == 302
    seats, view, _events = sees(ana, opposition)
    assert "odile" in view["participants"]
    assert "odile" in seats
    assert_replays(opposition)


def test_reinforcements_are_played_by_the_player_who_called_them_gob_98(knives, gm, ana, ben):
    membership = get_membership(ben, knives.pk)
    rich = factories.CharacterFactory(campaign=knives, owner=ana, name="Ilse", sheet=sheet(wildcards=2))
    foe = factories.MonsterFactory(system=GAME, name="Mob", stats={"kind": "extras", "power_rating": 1, "members": 2})
    row = actions.create(membership=membership, title="The bridge")
    actions.add_characters(membership=membership, encounter=row, characters=[rich])
    actions.add_monsters(membership=membership, encounter=row, monster=foe)
    row = actions.start(membership=membership, encounter=row, seed=3)
    for key in ("ilse", "mob"):
        give(row, {"type": "initiative", "actor": key, "card": hand_of(row, key)[0]})
    while sees(ana, row)[1]["turn"] != ["ilse"]:
        advance(row)
    give(row, {"type": "dramatic", "actor": "ilse", "action": "reinforce", "id": "dockers", "name": "Dockers"})
    seats, view, _events = sees(ana, row)
    assert "dockers" in seats
    assert "dockers" not in sees(ben, row)[0]
    assert len(sees(ana, row, "dockers")[1]["hand"]) == view["participants"]["dockers"]["hand_size"]
    assert_replays(row)


def test_a_game_that_needs_its_gm_cannot_do_without(gm):
    with pytest.raises(ValidationError, match="needs a game master"):
        campaign_actions.create_campaign(by=gm, name="Alone", system="fifty-two-fates", dealerless=True)
    assert campaign_actions.create_campaign(by=gm, name="Alone", system=GAME, dealerless=True).dealerless


def test_with_a_dealer_players_run_nothing(knives, ana, gm):
    campaign_actions.change_campaign(membership=place(gm, knives), dealerless=False)
    with pytest.raises(PermissionDenied):
        actions.create(membership=place(ana, knives), title="Mine")


def test_a_player_prepares_and_begins_a_session_on_the_pages(client, knives, ben, watcher):
    """README: any player then runs the table, from the list of encounters on."""
    factories.CharacterFactory(campaign=knives, owner=ben, name="Crake", sheet=sheet())
    foe = factories.MonsterFactory(system=GAME, name="Sharp", stats={"kind": "fated", "suit": "diamonds"})
    client.force_login(ben)
    new = f"/campaigns/{knives.pk}/encounters/new/"
    assert new in client.get(f"/campaigns/{knives.pk}/encounters/").content.decode()
    prepared = client.post(new, {"title": "The ledger"}).headers["Location"]
    assert "Sharp" in client.get(prepared).content.decode()
    client.post(f"{prepared}monsters/", {"monster": foe.pk, "count": 1})
    row = knives.encounters.get()
    assert [line.monster for line in row.groups.all()] == [foe]
    client.force_login(watcher)
    assert new not in client.get(f"/campaigns/{knives.pk}/encounters/").content.decode()
    assert client.get(f"/campaigns/{knives.pk}/monsters/").status_code == 403


def test_a_player_prepares_begins_and_extends_an_encounter_by_the_api(knives, ana, ben, watcher, gm):
    crake, ilse = (
        factories.CharacterFactory(campaign=knives, owner=user, name=name, sheet=sheet())
        for user, name in ((ben, "Crake"), (ana, "Ilse"))
    )
    foe = factories.MonsterFactory(system=GAME, name="Sharp", stats={"kind": "fated", "suit": "diamonds"})
    groups = [{"monster": foe.pk, "count": 1}, {"character": crake.pk}, {"character": ilse.pk}]
    body = {"title": "The ledger", "groups": groups}
    prepared = ok(Caller(ben).post(f"campaigns/{knives.pk}/encounters/", body), 201)
    ok(Caller(ben).post(f"encounters/{prepared['id']}/start/"))
    ok(Caller(ben).post(f"encounters/{prepared['id']}/arrivals/", {"monster": foe.pk, "name": "Shill"}))
    row = knives.encounters.get()
    assert set(row.participants.values_list("name", flat=True)) == {"Crake", "Ilse", "Sharp", "Shill"}
    refused(Caller(watcher).post(f"campaigns/{knives.pk}/encounters/", body), 403)
    with_dealer = factories.CampaignFactory(system=GAME, created_by=gm)
    factories.MemberFactory(campaign=with_dealer, user=ben, role="player")
    refused(Caller(ben).post(f"campaigns/{with_dealer.pk}/encounters/", body), 403)


def test_a_player_prepares_without_the_npcs_that_they_do_not_know(opposition, client, gm, ana, ben, watcher):
    """Neither the pages nor the API name a hidden NPC to a player; who knows the NPC and GMs can add it."""
    knives = opposition.campaign
    secret = factories.CharacterFactory(campaign=knives, kind="npc", visible=False, name="Baroness", sheet=sheet())
    secret.players.add(place(ana, knives))
    prepared = actions.create(membership=place(gm, knives), title="The ball")
    pages = (
        f"/campaigns/{knives.pk}/encounters/new/",
        f"/encounters/{prepared.pk}/",
        f"/encounters/{opposition.pk}/join/",
    )
    body = {"title": "A trap", "groups": [{"character": secret.pk}]}
    for user, known in ((ben, False), (ana, True), (gm, True)):
        client.force_login(user)
        for page in pages:
            assert ("Baroness" in client.get(page).content.decode()) is known, (page, user)
        posted = client.post(pages[1] + "characters/", {"characters": secret.pk, "side": "monsters"})
        assert posted.status_code == (302 if known else 422)
        prepared.groups.all().delete()
        made = Caller(user).post(f"campaigns/{knives.pk}/encounters/", body)
        assert made.status_code == (201 if known else 422)
        assert "Baroness" not in made.content.decode() or known


def test_a_player_is_spoken_to_in_person_and_sees_their_own_hand_when_others_act(opposition, client, ana, ben, gm):
    """The orders are everyone's there, but the page stays a player's page."""
    client.force_login(ana)
    address = f"/encounters/{opposition.pk}/"
    assert "Choose your initiative card" in client.get(address).content.decode()
    play_initiative(opposition)
    while "ilse" in sees(ana, opposition)[1]["turn"]:
        advance(opposition)
    assert 'class="sr">Your cards' in client.get(address).content.decode()
    client.force_login(gm)
    assert 'class="sr">Your cards' not in client.get(address).content.decode()


def test_a_wildcard_is_never_the_button_that_leads(opposition, client, ana, ben):
    """GOB-06: it is worth more than a card, also where the hand can play no more."""
    play_initiative(opposition)
    users, seen = {"ilse": ana, "crake": ben}, set()
    for _ in range(40):
        view = sees(ana, opposition)[1]
        if view["turn"][0] in users:
            client.force_login(users[view["turn"][0]])
            buttons = re.findall(r"<button[^>]*>", client.get(f"/encounters/{opposition.pk}/").content.decode())
            wild = [each for each in buttons if "-wildcard" in each]
            assert not [each for each in wild if 'class="primary"' in each]
            seen |= {kind for kind in ("bet-wildcard", "spend-wildcard") if kind in "".join(wild)}
        if len(seen) == 2:
            return
        advance(opposition)
    raise AssertionError(f"only {seen} was offered")


def test_somebody_who_holds_a_seat_for_the_table_is_named_and_may_give_it_up(opposition, client, ana, ben):
    address = f"/encounters/{opposition.pk}/"
    client.force_login(ana)
    client.post(f"{address}hands/", {"participant": "sharp", "controller": place(ana, opposition.campaign).pk})
    client.force_login(ben)
    page = client.get(address).content.decode()
    assert "played by ana" in page
    assert "Give up the seat" not in page
    # What ben may not order or hand over is not offered to him.
    assert 'id="orders-sharp"' not in page
    assert 'id="orders-crake"' in page
    hands = client.get(f"{address}hands/").content.decode()
    assert 'value="sharp"' not in hands
    assert 'value="crake"' in hands
    client.force_login(ana)
    client.post(f"{address}hands/", {"participant": "sharp", "controller": ""})
    page = client.get(address).content.decode()
    assert "Nobody plays Sharp now. The hand stays hidden." in page
    assert "played by ana" not in page


def test_when_it_is_over_everybody_finds_their_own_sheet_and_the_end_was_worded(opposition, client, ana, ben, watcher):
    client.force_login(ana)
    address = f"/encounters/{opposition.pk}/"
    assert 'value="players"' not in client.get(address).content.decode()
    play.submit(encounter=opposition, by=ana, command={"type": "concede", "actor": "ilse"})
    play.submit(encounter=opposition, by=ben, command={"type": "concede", "actor": "crake"})
    page = client.get(address).content.decode()
    assert 'value="monsters"' not in page
    assert 'value="The opposition prevails."' in page
    play.submit(encounter=opposition, by=ana, command={"type": "end", "actor": "gm", "outcome": "They let go."})
    page = client.get(address).content.decode()
    assert "Sheet of Ilse" in page
    assert "Sheet of Crake" not in page
    client.force_login(watcher)
    assert "Sheet of" not in client.get(address).content.decode()
