"""The GM rewinds openly: lines are struck, never erased, and what was not seen is dealt again."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command

from campaigns.encounters import actions, play, queries
from campaigns.encounters.models import Command, Encounter, EncounterSecret, Event
from campaigns.encounters.play import undoing
from campaigns.encounters.table import endings
from people.access import membership_for
from tests import factories
from tests.campaigns.encounters.play.test_submit import ATTACK, DEFEND
from tests.helpers import assert_replays


@pytest.fixture
def struck_blow(fight, ana, gm):
    """Mara's attack and its defence: numbers 1 and 2."""
    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    fight.refresh_from_db()
    return fight


def order_of(encounter):
    """The draw pile, which only a test may look at."""
    return EncounterSecret.sealed.get(encounter=encounter).state["deck"]["draw"]


def undo_text(encounter, membership):
    """The sentence with which the table is told of the undo."""
    return next(event["text"] for event in play.events(encounter, membership) if event["type"] == "rewound")


def test_undo_goes_back_and_keeps_the_undone_lines(struck_blow, membership, gm):
    outcome = play.undo(encounter=struck_blow, by=gm, to=0, seen=2)
    assert outcome.number == 3
    assert outcome.view["participants"]["bandit-1"]["hp"] == 3
    told = play.events(struck_blow, membership)
    assert {event["number"] for event in told if event["struck"]} == {1, 2}
    assert any(event["type"] == "rewound" for event in told)
    assert list(Command.objects.filter(encounter=struck_blow).values_list("struck_by", flat=True)) == [3, 3, None]


def test_unseen_cards_are_dealt_again_under_new_commitments(struck_blow, membership, gm, ana):
    hand = play.view(struck_blow, membership_for(ana, struck_blow), "mara")["hand"]
    before = order_of(struck_blow)
    play.undo(encounter=struck_blow, by=gm, to=0)
    assert sorted(order_of(struck_blow)) == sorted(before)
    assert order_of(struck_blow) != before
    shuffles = [event for event in play.events(struck_blow, membership) if event["type"] == "shuffled"]
    assert len(shuffles) == 2
    assert set(shuffles[0]["commitments"]).isdisjoint(shuffles[1]["commitments"])
    again = play.view(struck_blow, membership_for(ana, struck_blow), "mara")["hand"]
    assert sorted(again) == sorted([*hand, "KD"])


def test_an_undo_says_what_follows_in_the_words_of_the_game(struck_blow, membership, gm):
    play.undo(encounter=struck_blow, by=gm, to=0)
    assert "Everything that was not revealed is dealt again." in undo_text(struck_blow, membership)


def test_an_undo_in_a_game_of_dice_speaks_of_dice(gm):
    encounter = Encounter(campaign=factories.CampaignFactory.build(system="fortune-system"))
    text = undoing._undo_event(encounter, gm, [1], revealed=True)["text"]
    assert text.endswith("undid the last play. New dice are rolled from here on.")
    text = undoing._undo_event(encounter, gm, [1], revealed=False)["text"]
    assert text.endswith("Nothing new had been revealed.")


def test_undo_is_free_while_nothing_was_revealed(fight, ana, gm):
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    before = order_of(fight)
    play.undo(encounter=fight, by=gm, to=0)
    assert order_of(fight) == before


def test_undone_commands_can_be_given_again_and_the_log_still_verifies(struck_blow, ana, gm):
    play.undo(encounter=struck_blow, by=gm, to=0)
    play.submit(encounter=struck_blow, by=ana, command=ATTACK)
    play.submit(encounter=struck_blow, by=gm, command=DEFEND)
    play.undo(encounter=struck_blow, by=gm, to=4)
    play.submit(encounter=struck_blow, by=gm, command=DEFEND)
    assert play.verify(struck_blow)["ok"]
    assert_replays(struck_blow)


def test_a_log_with_a_reshuffle_that_was_undone_still_verifies(fight, membership, gm):
    for number in range(60):
        seat = play.view(fight, membership, "gm")["turn"]
        member = membership if not seat or seat[0].startswith("bandit") else _player(fight, seat[0])
        actor = seat[0] if seat else "gm"
        command = play.sample(fight, member, actor, seed=number)
        if command is None or command["type"] in {"end", "leave", "join"}:
            continue
        play.submit(encounter=fight, by=member.user, command=command)
    fight.refresh_from_db()
    play.undo(encounter=fight, by=gm, to=0)
    play.submit(encounter=fight, by=gm, command={"type": "end", "actor": "gm", "outcome": "other", "counts": False})
    report = play.verify(fight)
    assert report["ok"], report["faults"]
    assert report["shuffles"] >= 2


def _player(fight, key):
    return fight.participants.get(key=key).controller


def test_only_the_gm_undoes_commands(struck_blow, ana, watcher):
    for user in (ana, watcher):
        with pytest.raises(PermissionDenied):
            play.undo(encounter=struck_blow, by=user, to=0)


def leave(fight, gm, key):
    play.submit(encounter=fight, by=gm, command={"type": "leave", "actor": "gm", "target": key})


def test_somebody_who_only_came_by_undone_commands_is_nobody_to_players(fight, membership, ana, gm):
    place = membership_for(ana, fight)
    wolf = {"monster": factories.MonsterFactory(name="Wolf"), "side": "players"}
    actions.join(membership=membership, encounter=fight, **wolf)
    actions.join(
        membership=membership,
        encounter=fight,
        character=factories.CharacterFactory(campaign=fight.campaign, name="Vane", sheet={"class": "wizard"}),
    )

    def known():
        return {row.name for row in queries.known_participants(place, fight)}

    assert {"Wolf", "Vane"} <= known()
    leave(fight, gm, "vane")
    leave(fight, gm, "oskar")
    assert {"Vane", "Oskar"} <= known(), "who leaves before all eyes stays in the account"
    play.undo(encounter=fight, by=gm, to=3)
    assert {"Vane", "Oskar"} <= known(), "Vane left before what was undone"
    play.undo(encounter=fight, by=gm, to=0)
    assert known() == {"Mara", "Oskar", "Bandit 1", "Bandit 2"}
    play.submit(encounter=fight, by=gm, command={"type": "end", "actor": "gm", "outcome": "parley"})
    fight.refresh_from_db()
    assert endings.describe_end(fight).survivors == ["Mara", "Oskar"]


@pytest.mark.parametrize("to", [2, 7, -1])
def test_there_must_be_something_to_strike(struck_blow, gm, to):
    with pytest.raises(play.Refused):
        play.undo(encounter=struck_blow, by=gm, to=to)


def test_nobody_can_go_back_to_an_undone_line(struck_blow, gm, ana):
    play.undo(encounter=struck_blow, by=gm, to=0)
    play.submit(encounter=struck_blow, by=ana, command=ATTACK)
    with pytest.raises(play.Refused):
        play.undo(encounter=struck_blow, by=gm, to=1)


def test_an_undo_of_what_was_not_seen_yet_is_stale(struck_blow, gm):
    with pytest.raises(play.StaleCommand):
        play.undo(encounter=struck_blow, by=gm, to=0, seen=1)


def test_a_repeated_undo_counts_once(struck_blow, gm):
    first = play.undo(encounter=struck_blow, by=gm, to=1, key="u")
    again = play.undo(encounter=struck_blow, by=gm, to=1, key="u")
    assert (first.number, again.number, again.repeated) == (3, 3, True)


def test_replay_says_of_each_encounter_whether_it_is_the_same(struck_blow, capsys):
    call_command("replay", "--all")
    assert "same" in capsys.readouterr().out
    call_command("verify_log", str(struck_blow.pk))
    assert "agrees" in capsys.readouterr().out


@pytest.mark.tampered
def test_a_tampered_state_is_found(struck_blow):
    secret = EncounterSecret.sealed.get(encounter=struck_blow)
    secret.state["round"] = secret.state.get("round", 1) + 1
    secret.save()
    with pytest.raises(CommandError):
        call_command("replay", str(struck_blow.pk))
    with pytest.raises(AssertionError):
        assert_replays(struck_blow)


@pytest.mark.tampered
def test_a_tampered_account_is_found(struck_blow):
    shuffled = Event.objects.filter(encounter=struck_blow, number=0).order_by("position").first()
    shuffled.body["commitments"].reverse()
    shuffled.save()
    with pytest.raises(CommandError):
        call_command("verify_log", str(struck_blow.pk))
