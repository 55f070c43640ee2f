"""Someone joins a running fight whose cards are real: the newcomer says what was drawn, and nobody else is told."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from campaigns.encounters import actions, play
from campaigns.encounters.models import EncounterDraw, EncounterGroup
from campaigns.encounters.play import pending_draws, physical_draws
from people.access import membership_for
from rules.play import Refused
from tests import factories

HANDS = {"mara": ["KD", "9C", "4S", "7C"], "oskar": ["QH", "5D", "AS", "KS"], "gm": ["JC", "2H"]}
FRESH = ["8D", "3C", "6H"]


def member(user, encounter):
    return membership_for(user, encounter)


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
def dealt(membership, prepared, gm, ana, ben):
    """The ambush with real cards; everyone has entered their hand and initiative card."""
    row = actions.change(membership=membership, encounter=prepared, real_cards=True)
    row = actions.start(membership=membership, encounter=row, seed=7)
    for user, owner in ((ben, "oskar"), (gm, "gm"), (ana, "mara")):
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=HANDS[owner])
    row.refresh_from_db()
    return row


def awaited(encounter, user):
    found = pending_draws.awaited_cards(encounter, member(user, encounter))
    return [(draw.owner, draw.name, draw.count, draw.initiative, draw.mine) for draw in found]


def test_a_newcomer_is_asked_for_their_own_hand_and_then_sits_at_the_table(
    membership, dealt, late, cara, ana, gm, client
):
    actions.join(membership=membership, encounter=dealt, character=late)
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
    assert play.replays_equal(dealt)


def test_nobody_else_says_what_a_newcomer_drew_and_what_another_holds_is_refused(
    membership, dealt, late, cara, ana, gm
):
    actions.join(membership=membership, encounter=dealt, character=late)
    for user in (ana, gm):
        with pytest.raises(PermissionDenied):
            physical_draws.enter_cards(encounter=dealt, by=user, owner="vane", cards=FRESH)
    with pytest.raises(play.Refused):
        physical_draws.enter_cards(encounter=dealt, by=cara, owner="vane", cards=["KD", "3C", "6H"])
    assert not dealt.participants.filter(key="vane").exists()
    physical_draws.enter_cards(encounter=dealt, by=cara, owner="vane", cards=FRESH)
    assert play.view(dealt, member(cara, dealt), "vane")["hand"] == FRESH


def test_a_joining_that_is_taken_back_leaves_nobody_behind_and_may_be_made_again(membership, dealt, late, cara, gm):
    for again in (False, True):
        actions.join(membership=membership, encounter=dealt, character=late)
        assert awaited(dealt, cara) == [("vane", "Vane", 3, 0, True)], again
        physical_draws.cancel_draw(encounter=dealt, by=gm)
        assert not dealt.participants.filter(key="vane").exists()
    actions.join(membership=membership, encounter=dealt, character=late)
    physical_draws.enter_cards(encounter=dealt, by=cara, owner="vane", cards=FRESH)
    dealt.refresh_from_db()
    assert dealt.participants.filter(key="vane").count() == 1
    assert play.replays_equal(dealt)


def test_monsters_of_a_new_group_ask_the_gm_for_their_initiative_card_and_those_of_an_old_one_for_none(
    membership, dealt, gm, ana
):
    wolf = factories.MonsterFactory(name="Wolf", stats={"max_hp": 2}, campaign=dealt.campaign)
    actions.join(membership=membership, encounter=dealt, monster=wolf)
    assert dealt.participants.filter(name="Wolf").exists()
    actions.join(membership=membership, encounter=dealt, monster=wolf, name="Grey", group="pack")
    # A card for all to see: the GM, who let them in, draws it.
    assert awaited(dealt, gm) == [(pending_draws.FACE_UP, "", 1, 0, True)]
    assert awaited(dealt, ana) == [(pending_draws.FACE_UP, "", 1, 0, False)]
    physical_draws.enter_cards(encounter=dealt, by=gm, owner=pending_draws.FACE_UP, cards=["TS"])
    dealt.refresh_from_db()
    order = play.view(dealt, member(ana, dealt), "mara")["initiative"]
    assert {"group": "pack", "card": "TS"} in order
    assert play.replays_equal(dealt)


def test_a_repeated_request_to_join_finds_its_first_outcome_while_cards_are_drawn(dealt, late, gm):
    group = EncounterGroup(character=late)
    first = play.join(encounter=dealt, by=gm, group=group, key="once")
    again = play.join(encounter=dealt, by=gm, group=EncounterGroup(character=late), key="once")
    assert again.repeated
    assert again.number == first.number
    with pytest.raises(Refused, match="Cards are being drawn"):
        play.join(encounter=dealt, by=gm, group=EncounterGroup(character=late), key="another")
