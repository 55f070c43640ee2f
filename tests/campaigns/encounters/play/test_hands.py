"""Only the player of a hand sees it, and everyone is told when someone takes one over."""

import json

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils import timezone

from campaigns.encounters import actions, play
from people.access import membership_for
from tests import factories
from tests.campaigns.encounters.play.conftest import DECK
from tests.campaigns.encounters.play.test_submit import ATTACK, DEFEND


def place(user, encounter):
    return membership_for(user, encounter)


def test_everybody_has_the_seats_of_the_participants_whom_they_play(fight, ana, ben, gm, watcher):
    assert play.seats_of(place(gm, fight), fight) == ["gm", "bandit-1", "bandit-2"]
    assert play.seats_of(place(ana, fight), fight) == ["mara"]
    assert play.seats_of(place(ben, fight), fight) == ["oskar"]
    assert play.seats_of(place(watcher, fight), fight) == ["observer"]


@pytest.mark.parametrize("seat", ["mara", "oskar", "nobody", "", "gm"])
def test_nobody_looks_through_eyes_that_are_not_theirs(fight, gm, ana, watcher, seat):
    for user, membership in ((gm, {"gm"}), (ana, {"mara"}), (watcher, set())):
        if seat in membership:
            continue
        for look in (play.view, play.offers):
            with pytest.raises(Http404):
                look(fight, place(user, fight), seat)
        with pytest.raises(Http404):
            play.events(fight, place(user, fight), as_=seat)


def test_a_hand_is_in_its_holders_view_alone(fight, ana, ben, gm, watcher):
    views = {
        user.username: json.dumps(
            [
                play.view(fight, place(user, fight)),
                play.events(fight, place(user, fight)),
                play.offers(fight, place(user, fight)),
            ]
        )
        for user in (ana, ben, gm, watcher)
    }
    for card in DECK[:3]:
        assert [name for name, told in views.items() if f'"{card}"' in told] == ["ana"], card
    for card in DECK[3:6]:
        assert [name for name, told in views.items() if f'"{card}"' in told] == ["ben"], card


def received(encounter, user):
    """All that a member gets: every seat's view and offers, and the event log."""
    membership = place(user, encounter)
    seats = play.seats_of(membership, encounter)
    told = [[play.view(encounter, membership, seat), play.offers(encounter, membership, seat)] for seat in seats]
    return json.dumps([seats, told, [play.events(encounter, membership, as_=seat) for seat in seats]], sort_keys=True)


def without_hashes(text):
    """The text with commitments and salts blanked: they are meant to differ."""
    document = json.loads(text)

    def blank(value):
        if isinstance(value, dict):
            return {key: "-" if key in {"commitments", "salt"} else blank(each) for key, each in value.items()}
        return [blank(each) for each in value] if isinstance(value, list) else value

    return json.dumps(blank(document))


def test_other_hands_make_no_difference_to_what_one_receives(membership, prepared, ana, ben, gm, watcher):
    """Deal twice, the others' secrets permuted: everything a viewer receives is the same, byte for byte."""
    twin = actions.copy(membership=membership, encounter=prepared)
    twin = actions.change(membership=membership, encounter=twin, title=prepared.title)
    other = [*DECK[:3], "6H", "8D", "3C", *DECK[6:]]  # another hand for Oskar
    tables = [
        actions.start(membership=membership, encounter=row, seed=7, deck=deck)
        for row, deck in ((prepared, DECK), (twin, other))
    ]
    for table in tables:
        play.submit(encounter=table, by=ana, command=ATTACK)
        play.submit(encounter=table, by=gm, command=DEFEND)
        play.submit(encounter=table, by=ben, command={"type": "pass", "actor": "oskar"})
    for viewer in (ana, gm, watcher):
        first, second = (without_hashes(received(table, viewer)) for table in tables)
        assert first == second, viewer.username
    assert without_hashes(received(tables[0], ben)) != without_hashes(received(tables[1], ben))


def test_the_gm_takes_over_openly_and_sees_the_hand_only_then(fight, gm, ana, ben):
    membership = place(gm, fight)
    with pytest.raises(PermissionDenied):
        play.submit(encounter=fight, by=gm, command=ATTACK)
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=None, reason="Ana had to go")
    assert "mara" in play.seats_of(membership, fight)
    assert play.view(fight, membership, "mara")["hand"] == DECK[:3]
    told = play.events(fight, place(ben, fight))[-1]
    assert told["visible_to"] == "all"
    assert "Mara" in told["text"]
    assert "Ana had to go" in told["text"]
    with pytest.raises(Http404):
        play.view(fight, place(ana, fight), "mara")
    with pytest.raises(PermissionDenied):
        play.submit(encounter=fight, by=ana, command=ATTACK)
    assert play.submit(encounter=fight, by=gm, command=ATTACK).number == 2


def test_a_participant_is_handed_to_another_player(fight, gm, ana, ben):
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=place(ben, fight), reason="")
    assert play.seats_of(place(ben, fight), fight) == ["mara", "oskar"]
    assert play.submit(encounter=fight, by=ben, command=ATTACK).number == 2


def test_only_a_gm_hands_over_and_only_to_who_plays_here(fight, gm, ana, watcher):
    with pytest.raises(PermissionDenied):
        play.hand_over_participant(
            encounter=fight, by=ana, participant="oskar", controller=place(ana, fight), reason=""
        )
    with pytest.raises(ValidationError):
        play.hand_over_participant(
            encounter=fight, by=gm, participant="mara", controller=place(watcher, fight), reason=""
        )
    stranger = factories.MemberFactory()
    with pytest.raises(ValidationError):
        play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=stranger, reason="")
    with pytest.raises(play.Refused):
        play.hand_over_participant(encounter=fight, by=gm, participant="nobody", controller=None, reason="")


def test_an_undo_does_not_give_a_hand_back_that_was_seen(fight, gm, ana):
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=None, reason="Ana had to go")
    play.undo(encounter=fight, by=gm, to=0)
    assert "mara" in play.seats_of(place(gm, fight), fight)


def test_the_hand_of_a_player_who_left_stays_folded_until_the_gm_takes_it_openly(fight, campaign, gm, ana):
    campaign.members.filter(user=ana).update(left=timezone.now())
    membership = place(gm, fight)
    assert "mara" not in play.seats_of(membership, fight)
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=None, reason="Ana left")
    assert "mara" in play.seats_of(membership, fight)


def test_somebody_who_plays_nobody_any_more_watches(fight, gm, ana):
    play.submit(encounter=fight, by=gm, command={"type": "leave", "actor": "gm", "target": "mara"})
    assert play.seats_of(place(ana, fight), fight) == ["observer"]


def test_somebody_joins_under_an_id_of_their_own(fight, membership, campaign, gm, ben):
    late = factories.CharacterFactory(campaign=campaign, owner=ben, name="Mara", sheet={"class": None})
    outcome = actions.join(membership=membership, encounter=fight, character=late)
    assert "mara-2" in outcome.view["participants"]
    assert play.seats_of(place(ben, fight), fight) == ["oskar", "mara-2"]
    wolf = factories.MonsterFactory(name="Wolf")
    assert "wolf" in actions.join(membership=membership, encounter=fight, monster=wolf).view["participants"]
    assert "wolf" in play.seats_of(place(gm, fight), fight)
