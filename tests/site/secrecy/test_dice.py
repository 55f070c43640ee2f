"""Dice games: nothing tells a die before it is rolled; an undo throws other dice; typed dice are marked."""

import pytest
from django.utils.crypto import get_random_string

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import visibility
from people.access import get_membership
from rules import play as rules
from rules.engine import dice, fairness
from tests import factories
from tests.site.secrecy.channels import Viewer, differences, otherwise, received, state_of
from tests.site.secrecy.conftest import ROLES
from tests.site.secrecy.scenes import Scene

POWER, FORTUNE = "fortune-and-power", "fortune-system"
SLOTS = [{"value": value, "condition": "sound"} for value in (20, 60, 77, 43)]
SHEETS = {
    POWER: {"traits": {"Warrior": 5, "Burglar": 4}, "fortune": 3},
    FORTUNE: {"filled": "fixed", "slots": SLOTS},
}
# What rolls: who gives it, the command, and how many dice it rolls.
ROLLS = {
    POWER: [("ana", {"type": "check", "actor": "mara", "trait": "Burglar", "challenge": 12}, 2)],
    FORTUNE: [
        (
            "gm",
            {
                "type": "call-check",
                "actor": "gm",
                "participants": ["mara"],
                "skill": "Stealth",
                "group": "Physical",
                "cos": 5,
                "task": "The wall",
                "on_failure": "damaged",
            },
            0,
        ),
        ("ana", {"type": "attempt", "actor": "mara", "task": "The wall", "dice": [0]}, 1),
    ],
}


def scene_of(system):
    return Scene(
        system,
        (),
        (),
        (),
        range(0),
        (),
        {},
        {},
        odds=tuple(command for _who, command, _dice in ROLLS[system]),
        refused=({"type": "dance", "actor": "gm"}, {"type": "check", "actor": "mara", "rolls": [99]}, {}),
        seats=("mara", "oskar", "gm"),
    )


@pytest.fixture(params=[POWER, FORTUNE])
def table(request, people):
    """Two characters and their GM, at a table of a dice game that has just begun."""
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=people["gm"], system=request.param)
    for name, role in ROLES.items():
        factories.MemberFactory(campaign=campaign, user=people[name], role=role)
    membership = get_membership(people["gm"], campaign.pk)
    row = actions.create(membership=membership, title="At the wall")
    heroes = [
        factories.CharacterFactory(
            campaign=campaign,
            owner=people[who],
            name=name,
            sheet={**rules.new_sheet(request.param), **SHEETS[request.param]},
        )
        for who, name in (("ana", "Mara"), ("ben", "Oskar"))
    ]
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    return actions.start(membership=membership, encounter=row, seed=11)


def roll(table, people, **more):
    """The script of the game; the last command rolls."""
    *before, last = ROLLS[table.campaign.system]
    for who, command, _dice in before:
        play.submit(encounter=table, by=people[who], command=command)
    return play.submit(encounter=table, by=people[last[0]], command={**last[1], **more})


def to_come(table):
    """The key, and the block of every die that is sealed, or would be sealed next, and not rolled."""
    stored = state_of(table)["dice"]
    left = dice.Dice(stored["key"], series=stored.get("series", 1))
    first, sealed = stored.get("rolled", 0), stored.get("sealed", 0)
    return {stored["key"]} | {left.block(number) for number in range(first, sealed + dice.AHEAD)}


def openings(table):
    return [opening for event in visibility.public_events(table) for opening in event.get("opened", [])]


@pytest.mark.parametrize("name", ["ana", "gm", "watcher", "anonymous"])
def test_no_channel_tells_a_die_before_it_is_rolled(table, people, name):
    viewer = Viewer(people[name], scene_of(table.campaign.system))
    roll(table, people)
    told = "\n".join(received(viewer, table).values())
    assert not [secret for secret in to_come(table) if secret in told]
    opened = [opening["block"] for opening in openings(table)]
    assert opened, "the dice that were rolled are open"
    assert all(block in told for block in opened) == (name != "anonymous")


def test_viewers_receive_the_same_whatever_dice_come(table, people):
    """Neither do the odds: another key makes other dice, and nobody sees a difference before they fall."""
    roll(table, people)
    key = get_random_string(64, "0123456789abcdef")
    for name in ("ana", "gm"):
        viewer = Viewer(people[name], scene_of(table.campaign.system))
        before = received(viewer, table)
        with otherwise(table, lambda state: state["dice"].update(key=key), {"mara", "oskar", "gm", "observer"}):
            after = received(viewer, table)
        assert differences(before, after) == {}


def test_a_planted_look_at_the_next_die_is_found(table, people, monkeypatch):
    roll(table, people)
    true = rules.view

    def view(system, state, viewer):
        return {**true(system, state, viewer), "next": int(state["dice"]["key"], 16) % 1000}

    monkeypatch.setattr(visibility.rules, "view", view)
    viewer = Viewer(people["ana"], scene_of(table.campaign.system))
    before = received(viewer, table)
    with otherwise(table, lambda state: state["dice"].update(key="0" * 64), {"mara", "oskar", "gm", "observer"}):
        assert "api " in differences(before, received(viewer, table))


def test_every_die_was_sealed_before_it_was_rolled(table, people):
    roll(table, people)
    sealed, rolled = {}, 0
    for event in visibility.public_events(table):
        for opening in event.get("opened", []):
            assert sealed[opening["series"], opening["die"]] == fairness.seal(
                opening["series"], opening["die"], opening["block"]
            )
            rolled += 1
        if event["type"] == "sealed":
            sealed |= {(event["series"], number): seal for number, seal in enumerate(event["seals"], event["first"])}
    assert rolled
    assert play.verify(table)["ok"]


def test_an_undo_throws_other_dice_and_the_sealed_ones_are_never_rolled(table, people):
    roll(table, people)
    first, waiting = openings(table), to_come(table)
    play.undo(encounter=table, by=people["gm"], to=0)
    roll(table, people)
    again = [opening for opening in openings(table) if opening not in first]
    assert again
    assert {opening["series"] for opening in again}.isdisjoint(opening["series"] for opening in first)
    assert {opening["block"] for opening in again}.isdisjoint(waiting | {opening["block"] for opening in first})
    assert waiting.isdisjoint(to_come(table)), "nobody waits for a die whose face could be known"


def test_dice_that_were_typed_in_are_marked_for_everybody(table, people):
    count = ROLLS[table.campaign.system][-1][2]
    roll(table, people, rolls=[4] * count)
    watched = play.read_encounter(
        Encounter.objects.get(pk=table.pk), get_membership(people["watcher"], table.campaign_id)
    )
    told = [event for event in watched.events() if event.get("supplied")]
    assert told
    assert not openings(table), "a typed die opens none of the site's own"
