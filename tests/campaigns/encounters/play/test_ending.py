"""What an ended encounter leaves: sheets, credits, a line in the log; and how an undo takes it back."""

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.play import settlement
from campaigns.encounters.queries import setup_warnings
from campaigns.log.models import LogEntry
from characters.experience.actions import award_experience
from characters.sheets import queries as sheets
from tests import factories
from tests.campaigns.encounters.play.test_submit import ATTACK, DEFEND

END = {"type": "end", "actor": "gm", "outcome": "victory"}


def hurt(encounter, gm, key, to):
    order = {"type": "adjust", "actor": "gm", "target": key, "hp": to, "reason": "a trap"}
    play.submit(encounter=encounter, by=gm, command=order)


def test_survivors_get_their_credit_and_keep_their_wounds(fight, gm, mara, oskar):
    hurt(fight, gm, "mara", 1)
    play.submit(encounter=fight, by=gm, command=END)
    fight.refresh_from_db()
    mara.refresh_from_db()
    assert (fight.status, fight.outcome, fight.counts) == ("ended", "victory", True)
    assert mara.sheet["hp"] == 1
    assert sheets.experience_of(mara) == {"encounters": 1}
    assert sheets.experience_of(oskar) == {"encounters": 1}
    line = LogEntry.objects.filter(encounter=fight, kind="encounter").first()
    assert "victory" in line.text
    assert "Mara" in line.text


def test_a_survivor_of_the_highest_level_gets_no_credit_and_the_encounter_ends(fight, gm, mara, oskar):
    """F52-90: 249 encounters are the highest sum."""
    for amount in (245, 4):
        award_experience(character=mara, amount=amount, by=gm, reason="the war")
    play.submit(encounter=fight, by=gm, command=END)
    fight.refresh_from_db()
    assert fight.status == "ended"
    assert sheets.experience_of(mara) == {"encounters": 249}
    assert sheets.experience_of(oskar) == {"encounters": 1}
    assert not sheets.read_character(mara).refusal


def test_an_encounter_that_does_not_count_credits_nobody(fight, gm, mara):
    play.submit(encounter=fight, by=gm, command=END | {"counts": False})
    assert sheets.experience_of(mara) == {}


def test_an_undone_end_takes_everything_back_and_may_come_again(fight, gm, mara):
    hurt(fight, gm, "mara", 1)
    play.submit(encounter=fight, by=gm, command=END)
    play.undo(encounter=fight, by=gm, to=1)
    fight.refresh_from_db()
    mara.refresh_from_db()
    assert (fight.status, fight.outcome, fight.ended) == ("running", "", None)
    assert mara.sheet.get("hp") is None
    assert sheets.experience_of(mara).get("encounters", 0) == 0
    assert mara.experience.count() == 2, "the ledger keeps both lines"
    play.submit(encounter=fight, by=gm, command=END)
    assert sheets.experience_of(mara) == {"encounters": 1}


def test_the_dead_get_no_credit(membership, fight, gm, mara, oskar):
    hurt(fight, gm, "oskar", 0)
    played = 0
    oskar_dead = False
    while played < 80 and not oskar_dead:
        seat = play.view(fight, membership, "gm")["turn"]
        actor = seat[0] if seat else "gm"
        member = (
            membership if actor == "gm" or actor.startswith("bandit") else fight.participants.get(key=actor).controller
        )
        if actor == "gm":
            command = {"type": "next-round", "actor": "gm"}
        else:
            offered = {offer["type"]: offer["example"] for offer in play.offers(fight, member, actor)}
            command = next(offered[kind] for kind in ("death-draw", "discard", "pass") if kind in offered)
        play.submit(encounter=fight, by=member.user, command=command)
        conditions = play.view(fight, membership, "gm")["participants"]["oskar"]["conditions"]
        if "dying" not in conditions:
            oskar_dead = "dead" in conditions
            if not oskar_dead:
                hurt(fight, gm, "oskar", 0)
        played += 1
    assert oskar_dead
    play.submit(encounter=fight, by=gm, command=END)
    oskar.refresh_from_db()
    assert oskar.status == "dead"
    assert sheets.experience_of(oskar) == {}
    assert sheets.experience_of(mara) == {"encounters": 1}
    play.undo(encounter=fight, by=gm, to=play.undo_targets(fight)[-2])
    oskar.refresh_from_db()
    assert oskar.status == "active"


def test_an_ended_encounter_can_still_be_looked_at(fight, membership, gm):
    play.submit(encounter=fight, by=gm, command=END)
    assert play.view(fight, membership)["phase"] == "over"
    assert play.offers(fight, membership) == []


def test_a_party_that_outgrows_the_deck_is_warned_of(membership, campaign, ana):
    row = actions.create(membership=membership, title="The great muster")
    party = [factories.CharacterFactory(campaign=campaign, owner=ana, name=f"Hero {n}") for n in range(18)]
    actions.add_characters(membership=membership, encounter=row, characters=party)
    actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory())
    assert "F52-09" in str(setup_warnings(row))


def test_a_fitting_party_is_not_warned_of(prepared):
    assert not list(setup_warnings(prepared))


def test_a_copy_is_prepared_again(membership, fight):
    again = actions.copy(membership=membership, encounter=fight)
    assert again.status == "prepared"
    assert actions.start(membership=membership, encounter=again).status == "running"


@pytest.mark.parametrize("seed", range(3))
def test_random_play_replays(membership, prepared, gm, seed):
    fight = actions.start(membership=membership, encounter=prepared, seed=seed)
    for number in range(60):
        fight.refresh_from_db()
        if fight.status == "ended":
            break
        turn = play.view(fight, membership, "gm")["turn"]
        actor = turn[0] if turn else "gm"
        row = fight.participants.filter(key=actor).first()
        member = row.controller if row and row.controller else membership
        command = play.sample(fight, member, actor, seed=seed * 1000 + number)
        if command is None or command["type"] in {"leave", "join"}:
            continue
        play.submit(encounter=fight, by=member.user, command=command)
        if number % 9 == 8:
            targets = play.undo_targets(fight)
            if len(targets) > 2:
                play.undo(encounter=fight, by=gm, to=targets[-3])


def test_an_attack_and_its_defence_end_in_the_account(fight, membership, ana, gm):
    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    told = play.events(fight, membership, after=0)
    assert {event["number"] for event in told} == {1, 2}
    assert all(event["text"] and isinstance(event["rules"], list) for event in told)


def test_the_log_ends_its_sentence_once(fight, gm):
    settlement._log_end(fight, gm, [])
    fight.outcome = "The toll is paid."
    settlement._log_end(fight, gm, [])
    told = list(fight.log.order_by("-pk").values_list("text", flat=True)[:1])
    assert told == [f"“{fight.title}” ended: The toll is paid. Survived: nobody."]
