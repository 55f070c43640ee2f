"""The simple policy as one asks it for a command: it answers for each participant, and plays a fight to its end."""

from typing import Any

import pytest

from rules import play
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_and_power.setups import SYSTEM, everything

SWORD = [{"name": "Sword", "bonus": 4}]


def told(state: dict[str, Any]) -> dict[str, Any]:
    """The one command that the policy gives now."""
    participants = [*play.view(SYSTEM, state, "gm")["participants"], "gm"]
    commands = [command for who in participants if (command := play.policy(SYSTEM, state, who))]
    assert len(commands) == 1
    assert commands[0]["actor"] in play.actors(SYSTEM, state)
    return commands[0]


def start(*participants: dict[str, Any], **options: Any) -> dict[str, Any]:
    return play.start(SYSTEM, {"participants": list(participants), "options": options}, seed=1)


@pytest.mark.parametrize("options", [{}, {"damage": "manual"}, {"fortune": False}, {"damage": "dox", "move_spaces": 3}])
@pytest.mark.parametrize("seed", range(4))
def test_it_plays_an_encounter_to_its_end(seed: int, options: dict[str, Any]) -> None:
    state = play.start(SYSTEM, everything(**options), seed=seed)
    for _ in range(2000):
        if not play.actors(SYSTEM, state):
            break
        state = play.act(SYSTEM, state, told(state))["state"]
    view = play.view(SYSTEM, state, "gm")
    assert view["phase"] == "over"
    assert view["marginal"] == [], "the Adversary has ruled what was marginal (FNP-16)"
    assert play.policy(SYSTEM, state, "gm") is None


def test_it_gives_the_same_command_for_the_same_state_however_its_keys_are_sorted() -> None:
    state = start(pc("ana", {"Warrior": 4, "Archer": 4, "Sorcerer": 4, "Command": 4}), npc("wolf"), npc("bear"))
    participants = [
        {**participant, "traits": dict(sorted(participant["traits"].items(), reverse=True))}
        for participant in state["people"]
    ]
    assert told(state) == told({**state, "people": participants})


def test_it_strikes_who_is_nearly_down_with_what_hurts_most_fnp_42() -> None:
    knife = {"name": "Knife", "bonus": 1}
    state = start(pc("ana", {"Warrior": 5}, weapons=[knife, *SWORD]), npc("fresh"), npc("hurt", wounds=8))
    command = told(state)
    assert (command["target"], command["weapon"], command["trait"]) == ("hurt", "Sword", "Warrior")


def test_it_leaves_the_incapacitated_alone_fnp_44() -> None:
    state = start(pc("ana", {"Warrior": 5}), npc("down", wounds=10), npc("up", {"Warrior": 9}))
    assert told(state)["target"] == "up"


def test_it_uses_a_weapon_for_the_mind_with_a_trait_of_the_mind() -> None:
    word = {"name": "Word", "bonus": 9, "mental": True}
    state = start(pc("ana", {"Sorcerer": 9, "Strength": 12, "Athlete": 14}, weapons=[word]), npc("ogre", armor=40))
    assert told(state)["trait"] == "Sorcerer"


def test_it_saves_fortune_for_the_blow_that_would_fell_fnp_06() -> None:
    participants = pc("ana", {"Warrior": 8, "Perception": 1}, weapons=SWORD), npc("elf", fortune=4)
    strike = {"type": "attack", "actor": "ana", "target": "elf", "trait": "Warrior", "weapon": "Sword", "rolls": [2, 3]}
    light = play.act(SYSTEM, start(*participants), {**strike, "weapon": None})["state"]
    assert told(light) == {"type": "absorb", "actor": "elf", "fortune": 0}
    heavy = play.act(SYSTEM, start(participants[0], {**participants[1], "wounds": 2}), strike)["state"]
    damage = play.view(SYSTEM, heavy, "gm")["pending"]["damage"]
    assert told(heavy)["fortune"] == 2 + damage - 9
    hopeless = play.act(SYSTEM, start(participants[0], {**participants[1], "wounds": 9, "fortune": 1}), strike)["state"]
    assert told(hopeless)["fortune"] == 0


def test_it_spends_spare_fortune_on_a_rapid_attack_or_a_hard_blow_fnp_06() -> None:
    rich = start(pc("ana", {"Warrior": 6}, fortune=9), npc("wolf", {"Warrior": 6}))
    assert told(rich) == {"type": "rapid", "actor": "ana", "attacks": 2}
    some = start(pc("ana", {"Warrior": 2}, fortune=5), npc("wolf", {"Warrior": 6}))
    assert told(some)["fortune"] == 2
    none = start(pc("ana", {"Warrior": 2}, fortune=9), npc("wolf", {"Warrior": 6}), fortune=False)
    assert "fortune" not in told(none)


def test_a_healer_touches_a_friend_who_is_close_to_falling_fnp_08() -> None:
    healer = pc("ana", gifts=["Empathy"], fortune=1)
    state = start(healer, pc("ben", wounds=8), npc("wolf"))
    assert told(state) == {"type": "heal", "actor": "ana", "target": "ben", "kind": "wound", "pay": "fortune"}
    state = start({**healer, "fortune": 0}, pc("ben", wounds=8), npc("wolf"))
    assert told(state)["pay"] == "own"
    state = start({**healer, "fortune": 0, "wounds": 7}, pc("ben", wounds=8), npc("wolf"))
    assert told(state)["type"] == "attack"


def test_the_adversary_confirms_the_full_figure_and_ends_what_is_decided_fnp_42() -> None:
    state = start(pc("ana", {"Warrior": 8}, weapons=SWORD), npc("wolf"), damage="manual")
    strike = {
        "type": "attack",
        "actor": "ana",
        "target": "wolf",
        "trait": "Warrior",
        "weapon": "Sword",
        "rolls": [6, 5],
    }
    state = play.act(SYSTEM, state, strike)["state"]
    damage = play.view(SYSTEM, state, "gm")["pending"]["damage"]
    assert told(state) == {"type": "confirm", "actor": "gm", "damage": damage}
    state = play.act(SYSTEM, state, told(state))["state"]
    assert told(state) == {"type": "end", "actor": "gm", "outcome": "The players prevail."}


def test_when_everybody_is_down_the_adversary_ends_it() -> None:
    assert told(start(pc("ana", wounds=10), npc("wolf", wounds=10)))["outcome"] == "Nobody is left standing."
