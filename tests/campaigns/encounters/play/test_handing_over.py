"""A character is handed over with its seat: who played it loses the hand at once, through every channel."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.encounters import play
from campaigns.encounters.character_hand_overs import actions
from campaigns.encounters.models import Encounter, EncounterGroup
from characters.models import Character
from rules.play import Refused
from tests import factories
from tests.campaigns.encounters.play.serving import Phone, cookie_of, serving
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def place(encounter, user):
    return encounter.campaign.members.select_related("campaign").get(user=user)


def plays(encounter, user):
    """Whom the person plays, and whether their own hand is seen."""
    look = play.read_encounter(
        Encounter.objects.select_related("campaign").get(pk=encounter.pk), place(encounter, user)
    )
    return look.seats, look.view().get("hand")


def test_the_seat_goes_along_and_the_hand_with_it(fight, membership, ana, ben, mara):
    seats, hand = plays(fight, ana)
    assert (seats, len(hand)) == (["mara"], 3)
    actions.hand_over(membership=membership, character=mara, to=ben, reason="ana moved away")
    assert plays(fight, ana)[0] == ["observer"]
    assert not plays(fight, ana)[1]
    assert plays(fight, ben)[0] == ["mara", "oskar"]
    assert Character.objects.get(pk=mara.pk).owner == ben
    told = [event["text"] for event in play.events(fight, place(fight, ana))]
    assert "ben now plays Mara and sees the hand. The character was handed over." in told
    with pytest.raises(Exception, match="do not play this participant"):
        play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    assert play.submit(encounter=fight, by=ben, command={"type": "pass", "actor": "mara"}).number == 2


def test_without_the_seat_only_the_sheet_moves(fight, membership, ana, ben, mara):
    actions.hand_over(membership=membership, character=mara, to=ben, seats=False)
    assert plays(fight, ana)[0] == ["mara"]
    assert Character.objects.get(pk=mara.pk).owner == ben


def test_a_seat_that_somebody_has_taken_over_goes_along_too(fight, membership, gm, ben, mara):
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=None)
    actions.hand_over(membership=membership, character=mara, to=ben)
    assert plays(fight, ben)[0] == ["mara", "oskar"]


def test_to_the_gm(fight, membership, gm, ana, mara):
    actions.hand_over(membership=membership, character=mara, to=None)
    assert plays(fight, ana)[0] == ["observer"]
    assert "mara" in plays(fight, gm)[0]


def test_all_of_it_or_nothing(fight, membership, ana, mara, watcher, monkeypatch):
    with pytest.raises(Exception, match="Observers cannot play"):
        actions.hand_over(membership=membership, character=mara, to=watcher)

    def refuse(**_given):
        raise Refused("seat.taken", "Someone already plays this participant. Ask them.")

    monkeypatch.setattr(play, "hand_over_participant", refuse)
    with pytest.raises(Refused):
        actions.hand_over(membership=membership, character=mara, to=None)
    assert Character.objects.get(pk=mara.pk).owner == ana
    assert plays(fight, ana)[0] == ["mara"]


def test_the_page_offers_both_as_one_action(fight, gm, ana, ben, mara):
    client, address = Client(), reverse("character-hand-over", args=[mara.pk])
    client.force_login(gm)
    page = client.get(address).content.decode()
    assert "Also hand over the seat at “Ambush at the ford”" in page
    assert 'name="seats"' in page
    assert "The new player also reads the notes of the character, its history" in page
    assert client.post(address, {"to": ben.pk, "seats": "on"}).status_code == 302
    assert plays(fight, ana)[0] == ["observer"]
    client.post(address, {"to": ana.pk})
    assert plays(fight, ana)[0] == ["observer"], "not ticked"


def test_the_page_says_what_to_do_when_the_notes_are_not_for_the_new_player(membership, gm, ben, mara):
    Character.objects.update(notes="[[The heir|Somebody]] owes her.")
    client, address = Client(), reverse("character-hand-over", args=[mara.pk])
    client.force_login(gm)
    page = client.post(address, {"to": ben.pk}).content.decode()
    assert "Write plain text instead of the link." in page
    assert "Edit the notes of the sheet first" in page


def test_nothing_is_offered_while_the_character_plays_nowhere(membership, gm, ben, mara):
    client, address = Client(), reverse("character-hand-over", args=[mara.pk])
    client.force_login(gm)
    assert 'name="seats"' not in client.get(address).content.decode()
    assert client.post(address, {"to": ben.pk}).status_code == 302
    assert Character.objects.get(pk=mara.pk).owner == ben


def test_over_the_api(fight, gm, ana, ben, mara, outsider):
    path, api = f"characters/{mara.pk}/hand-over/", Caller(gm)
    assert ok(api.post(path, {"owner": ben.pk, "seats": False}))["owner"]["id"] == ben.pk
    assert plays(fight, ana)[0] == ["mara"]
    ok(api.post(path, {"owner": ben.pk}))
    assert plays(fight, ana)[0] == ["observer"]
    seen = Caller(ana).get(f"encounters/{fight.pk}/")
    assert ok(seen)["as"] == "observer"
    refused(Caller(ana).get(f"encounters/{fight.pk}/?as=mara"), 404)
    refused(api.post(path, {"owner": outsider.pk}), 422)
    refused(api.post(path, {"owner": 999999}), 422)
    refused(Caller(ana).post(path, {"owner": ana.pk}), 403)


def test_a_newcomer_has_a_seat_as_well(fight, membership, gm, ana, ben):
    ida = factories.CharacterFactory(campaign=fight.campaign, owner=ana, name="Ida", sheet={"class": "wizard"})
    play.join(encounter=fight, by=gm, group=EncounterGroup(character=ida))
    actions.hand_over(membership=membership, character=ida, to=ben)
    assert "ida" in plays(fight, ben)[0]
    assert plays(fight, ana)[0] == ["mara"]


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_who_played_it_says_so_at_once(fight, membership, ana, ben, mara):
    with serving() as address:
        phone = Phone(address, fight.pk, cookie_of(ana))
        try:
            assert phone.heard(0)
            actions.hand_over(membership=membership, character=mara, to=ben)
            assert phone.heard(1)
        finally:
            phone.hang_up()
