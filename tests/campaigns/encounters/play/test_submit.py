"""A command is stored whole or not at all, once, and only from people who may give it."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from campaigns.encounters import actions, play
from campaigns.encounters.models import Command, Encounter, Event, Participant
from campaigns.encounters.play import command_rows
from people.access import membership_for
from tests.campaigns.encounters.play.conftest import DECK

ATTACK = {"type": "attack", "actor": "mara", "target": "bandit-1", "cards": ["KD"], "weapon": "melee"}
DEFEND = {"type": "defend", "actor": "bandit-1", "cards": []}


def seat(user, encounter):
    return membership_for(user, encounter)


def test_beginning_deals_and_tells_and_seats_everybody(fight, membership, ana):
    assert (fight.status, fight.number) == ("running", 0)
    rows = Participant.objects.filter(encounter=fight)
    assert [row.key for row in rows] == ["mara", "oskar", "bandit-1", "bandit-2"]
    assert rows.get(key="mara").controller.user == ana
    assert rows.get(key="bandit-1").controller is None
    told = play.events(fight, membership)
    assert told[0]["type"] == "shuffled"
    assert {event["number"] for event in told} == {0}
    assert play.view(fight, seat(ana, fight), "mara")["hand"] == DECK[:3]


def test_an_encounter_begins_once(fight, membership):
    with pytest.raises(play.Refused):
        actions.start(membership=membership, encounter=fight)
    assert Participant.objects.filter(encounter=fight).count() == 4


def test_an_encounter_that_cannot_be_played_stays_prepared(membership, mara):
    alone = actions.create(membership=membership, title="Nobody there")
    actions.add_characters(membership=membership, encounter=alone, characters=[mara])
    with pytest.raises(play.Refused):
        actions.start(membership=membership, encounter=alone)
    alone.refresh_from_db()
    assert alone.status == "prepared"
    assert not alone.participants.exists()


def test_a_command_is_numbered_told_and_seen_by_its_giver(fight, ana):
    outcome = play.submit(encounter=fight, by=ana, command=ATTACK, seen=0)
    assert outcome.number == 1
    assert not outcome.repeated
    assert outcome.view["phase"] == "defending"
    assert outcome.view["hand"] == ["9C", "4S"]
    assert outcome.events
    fight.refresh_from_db()
    assert fight.number == 1


def test_events_of_a_command_between_two_queries_of_a_reading_come_with_the_next_reading(fight, ana):
    reading = play.read_encounter(fight, seat(ana, fight))
    play.submit(encounter=fight, by=ana, command=ATTACK, seen=0)
    first = reading.events(after=-1)
    later = play.read_encounter(fight, seat(ana, fight)).events(after=reading.number)
    assert {event["number"] for event in first} == {0}
    assert {event["number"] for event in later} == {1}


def test_a_refusal_changes_nothing(fight, ana):
    before = play.view(fight, seat(ana, fight), "mara")
    with pytest.raises(play.Refused) as refusal:
        play.submit(encounter=fight, by=ana, command=ATTACK | {"cards": ["2C"]})
    assert refusal.value.message
    fight.refresh_from_db()
    assert fight.number == 0
    assert not Command.objects.filter(encounter=fight).exists()
    assert play.view(fight, seat(ana, fight), "mara") == before


@pytest.mark.parametrize(
    "command",
    [
        None,
        [],
        "attack",
        7,
        {},
        {"type": "attack"},
        {"type": "attack", "actor": None},
        {"actor": ["mara"]},
        {"type": {}, "actor": "mara"},
        ATTACK | {"target": "nobody"},
        ATTACK | {"extra": 1},
        ATTACK | {"actor": "nobody"},
        {"type": "pass", "actor": "observer"},
        {"type": "undo", "actor": "gm"},
        {"type": "control", "actor": "gm"},
        ATTACK | {"cards": ["\ud800"]},
        ATTACK | {"weapon": "\x00"},
        ATTACK | {"cards": [float("nan")]},
    ],
)
def test_nonsense_is_refused(fight, gm, command):
    with pytest.raises((play.Refused, PermissionDenied)):
        play.submit(encounter=fight, by=gm, command=command, key="k")
    assert not Command.objects.filter(encounter=fight).exists()


def test_nobody_acts_for_another(fight, ben, gm, watcher, outsider):
    for user in (ben, gm, watcher):
        with pytest.raises(PermissionDenied):
            play.submit(encounter=fight, by=user, command=ATTACK)
    with pytest.raises(PermissionDenied):
        play.submit(encounter=fight, by=ben, command={"type": "next-round", "actor": "gm"})
    with pytest.raises(Http404):
        play.submit(encounter=fight, by=outsider, command=ATTACK)
    fight.refresh_from_db()
    assert fight.number == 0


def test_a_prepared_encounter_takes_no_commands(prepared, gm):
    with pytest.raises(play.Refused) as refusal:
        play.submit(encounter=prepared, by=gm, command={"type": "end", "actor": "gm", "outcome": "other"})
    assert refusal.value.code == "encounter.prepared"


def test_a_repeated_key_counts_once_and_another_command_under_it_is_refused(fight, ana):
    first = play.submit(encounter=fight, by=ana, command=ATTACK, seen=0, key="tap-1")
    again = play.submit(encounter=fight, by=ana, command=ATTACK, seen=0, key="tap-1")
    assert (again.number, again.repeated) == (1, True)
    assert again.events == first.events
    assert again.view == first.view
    with pytest.raises(play.KeyReused):
        play.submit(encounter=fight, by=ana, command=ATTACK | {"cards": ["9C"]}, key="tap-1")
    with pytest.raises(play.KeyReused):
        play.undo(encounter=fight, by=fight.campaign.created_by, to=0, key="tap-2") and play.submit(
            encounter=fight, by=fight.campaign.created_by, command={"type": "next-round", "actor": "gm"}, key="tap-2"
        )
    assert Command.objects.filter(encounter=fight).count() == 2


def test_two_people_may_use_the_same_key(fight, ana, gm):
    play.submit(encounter=fight, by=ana, command=ATTACK, key="1")
    play.submit(encounter=fight, by=gm, command=DEFEND, key="1")
    fight.refresh_from_db()
    assert fight.number == 2


@pytest.mark.parametrize("key", ["", "x" * 201, "a\nb"])
def test_a_key_nobody_can_store_is_refused(fight, ana, key):
    with pytest.raises(play.Refused):
        play.submit(encounter=fight, by=ana, command=ATTACK, key=key)


def test_a_refused_command_does_not_use_up_its_key(fight, ana):
    with pytest.raises(play.Refused):
        play.submit(encounter=fight, by=ana, command=ATTACK | {"cards": ["2C"]}, key="1")
    assert play.submit(encounter=fight, by=ana, command=ATTACK, key="1").number == 1


def test_a_stale_command_that_no_longer_fits_gets_the_current_number(fight, ana):
    play.submit(encounter=fight, by=ana, command=ATTACK, seen=0)
    with pytest.raises(play.StaleCommand) as stale:
        play.submit(encounter=fight, by=ana, command=ATTACK | {"cards": ["9C"]}, seen=0)
    assert stale.value.number == 1
    with pytest.raises(play.Refused):
        play.submit(encounter=fight, by=ana, command=ATTACK | {"cards": ["9C"]}, seen=1)


def test_a_stale_command_that_still_fits_is_accepted(fight, ana, ben, gm):
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"}, seen=0)
    assert play.submit(encounter=fight, by=ben, command={"type": "pass", "actor": "oskar"}, seen=0).number == 2


def test_an_answer_to_an_older_question_is_not_taken_for_a_newer_one(fight, ana, ben, gm):
    play.submit(encounter=fight, by=ana, command=ATTACK, seen=0)
    play.submit(encounter=fight, by=gm, command=DEFEND, seen=1)
    bolt = {"type": "attack", "actor": "oskar", "target": "bandit-1", "cards": ["5D"], "weapon": "melee"}
    play.submit(encounter=fight, by=ben, command=bolt, seen=2)
    with pytest.raises(play.StaleCommand):
        play.submit(encounter=fight, by=gm, command=DEFEND, seen=1)


def test_a_hand_over_in_between_does_not_make_an_answer_stale(fight, ana, ben, gm):
    play.submit(encounter=fight, by=ana, command=ATTACK, seen=0)
    play.hand_over_participant(encounter=fight, by=gm, participant="oskar", controller=None, reason="Ben is late")
    assert play.submit(encounter=fight, by=gm, command=DEFEND, seen=1).number == 3


def test_a_fault_between_the_events_and_the_commit_leaves_nothing(fight, ana, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("the machine stumbles")

    monkeypatch.setattr(command_rows, "_update_state", fail)
    with pytest.raises(RuntimeError):
        play.submit(encounter=fight, by=ana, command=ATTACK, key="1")
    monkeypatch.undo()
    fight.refresh_from_db()
    assert fight.number == 0
    assert not Command.objects.filter(encounter=fight).exists()
    assert not Event.objects.filter(encounter=fight, number=1).exists()
    assert play.submit(encounter=fight, by=ana, command=ATTACK, key="1").number == 1


def test_submit_asks_the_database_a_small_constant_number_of_times(fight, ana, gm, django_assert_max_num_queries):
    with django_assert_max_num_queries(19):
        play.submit(encounter=fight, by=ana, command=ATTACK, seen=0, key="1")


def test_somebody_who_left_the_campaign_plays_nobody_any_more(fight, campaign, gm, ana):
    from django.utils import timezone

    campaign.members.filter(user=ana).update(left=timezone.now())
    with pytest.raises(Http404):
        play.submit(encounter=fight, by=ana, command=ATTACK)


def test_the_statuses_follow_the_engine(fight, gm):
    end = {"type": "end", "actor": "gm", "outcome": "parley", "counts": False}
    play.submit(encounter=fight, by=gm, command=end)
    fight.refresh_from_db()
    assert (fight.status, fight.outcome, fight.counts) == (Encounter.Status.ENDED, "parley", False)
    assert fight.ended
    with pytest.raises(play.Refused):
        play.submit(encounter=fight, by=gm, command=end)
