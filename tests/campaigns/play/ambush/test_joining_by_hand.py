"""Somebody joins a running fight whose cards are real: the newcomer says what was drawn, and nobody else is told."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from campaigns import access, drawing, play
from campaigns.actions import encounters
from campaigns.models import EncounterDraw
from tests import factories

HANDS = {"mara": ["KD", "9C", "4S", "7C"], "oskar": ["QH", "5D", "AS", "KS"], "gm": ["JC", "2H"]}
FRESH = ["8D", "3C", "6H"]


def member(user, encounter):
    return access.seat(user, encounter)


@pytest.fixture
def cara(campaign):
    """A third player, who comes late with a character."""
    user = factories.UserFactory(username="cara")
    factories.MemberFactory(campaign=campaign, user=user, role="player")
    return user


@pytest.fixture
def late(campaign, cara):
    return factories.CharacterFactory(campaign=campaign, owner=cara, name="Vane", sheet={"class": "wizard"})


@pytest.fixture
def dealt(own, prepared, gm, ana, ben):
    """The ambush with real cards; everybody has said the own hand and initiative card."""
    row = encounters.change(own=own, encounter=prepared, real_cards=True)
    row = encounters.start(own=own, encounter=row, seed=7)
    for user, owner in ((ben, "oskar"), (gm, "gm"), (ana, "mara")):
        drawing.hand_in(encounter=row, by=user, owner=owner, cards=HANDS[owner])
    row.refresh_from_db()
    return row


def awaited(encounter, user):
    found = drawing.asked(encounter, member(user, encounter))
    return [(one.owner, one.name, one.count, one.initiative, one.mine) for one in found]


def test_a_newcomer_is_asked_for_the_own_hand_and_then_sits_at_the_table(own, dealt, late, cara, ana, gm, client):
    encounters.join(own=own, encounter=dealt, character=late)
    assert awaited(dealt, cara) == [("vane", "Vane", 3, 0, True)]
    assert awaited(dealt, ana) == awaited(dealt, gm) == [("vane", "Vane", 3, 0, False)]
    assert not dealt.participants.filter(key="vane").exists()
    # The newcomer has no seat yet and is asked all the same; nobody else is.
    for user, asked in ((cara, True), (ana, False), (gm, False)):
        client.force_login(user)
        page = client.get(reverse("encounter", args=[dealt.pk])).content.decode()
        assert ('id="drawn-vane"' in page) == asked
    client.force_login(cara)
    client.post(reverse("encounter-cards", args=[dealt.pk]), {"owner": "vane", "cards": FRESH})
    dealt.refresh_from_db()
    assert not EncounterDraw.sealed.exists()
    assert play.view(dealt, member(cara, dealt), "vane")["hand"] == FRESH
    assert dealt.participants.get(key="vane").controller.user == cara
    for user, seat in ((ana, "mara"), (gm, "gm")):
        seen = str([play.view(dealt, member(user, dealt), seat), play.events(dealt, member(user, dealt))])
        assert "vane" in seen
        assert not [card for card in FRESH if card in seen]
    assert play.replayed(dealt)


def test_nobody_else_says_what_a_newcomer_drew_and_what_another_holds_is_refused(own, dealt, late, cara, ana, gm):
    encounters.join(own=own, encounter=dealt, character=late)
    for user in (ana, gm):
        with pytest.raises(PermissionDenied):
            drawing.hand_in(encounter=dealt, by=user, owner="vane", cards=FRESH)
    with pytest.raises(play.Refused):
        drawing.hand_in(encounter=dealt, by=cara, owner="vane", cards=["KD", "3C", "6H"])
    assert not dealt.participants.filter(key="vane").exists()
    drawing.hand_in(encounter=dealt, by=cara, owner="vane", cards=FRESH)
    assert play.view(dealt, member(cara, dealt), "vane")["hand"] == FRESH


def test_a_joining_that_is_taken_back_leaves_nobody_behind_and_may_be_made_again(own, dealt, late, cara, gm):
    for again in (False, True):
        encounters.join(own=own, encounter=dealt, character=late)
        assert awaited(dealt, cara) == [("vane", "Vane", 3, 0, True)], again
        drawing.take_back(encounter=dealt, by=gm)
        assert not dealt.participants.filter(key="vane").exists()
    encounters.join(own=own, encounter=dealt, character=late)
    drawing.hand_in(encounter=dealt, by=cara, owner="vane", cards=FRESH)
    dealt.refresh_from_db()
    assert dealt.participants.filter(key="vane").count() == 1
    assert play.replayed(dealt)


def test_monsters_of_a_new_group_ask_the_gm_for_their_initiative_card_and_those_of_an_old_one_for_none(
    own, dealt, gm, ana
):
    wolf = factories.MonsterFactory(name="Wolf", stats={"max_hp": 2}, campaign=dealt.campaign)
    encounters.join(own=own, encounter=dealt, monster=wolf)
    assert dealt.participants.filter(name="Wolf").exists()
    encounters.join(own=own, encounter=dealt, monster=wolf, name="Grey", group="pack")
    # A card for all to see: the GM, who let them in, draws it.
    assert awaited(dealt, gm) == [(drawing.SHOWN, "", 1, 0, True)]
    assert awaited(dealt, ana) == [(drawing.SHOWN, "", 1, 0, False)]
    drawing.hand_in(encounter=dealt, by=gm, owner=drawing.SHOWN, cards=["TS"])
    dealt.refresh_from_db()
    order = play.view(dealt, member(ana, dealt), "mara")["initiative"]
    assert {"group": "pack", "card": "TS"} in order
    assert play.replayed(dealt)
