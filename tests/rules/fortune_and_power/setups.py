"""Setups of Fortune and Power: one with everything in it, and strategies of small parties."""

from typing import Any

from hypothesis import strategies as st

from tests.rules.fortune_and_power.participants import npc, pc

SYSTEM = "fortune-and-power"
TRAITS = ["Warrior", "Archer", "Athlete", "Strength", "Constitution", "Perception", "Burglar", "Sorcerer"]


def everything(**options: Any) -> dict[str, Any]:
    """A setup that reaches every rule: fortune, Empathy, weapons for body and mind, wounds, limits, two players."""
    return {
        "participants": [
            pc(
                "ana",
                {"Warrior": 7, "Strength": 3, "Perception": 4, "Burglar": 8},
                fortune=9,
                armor=2,
                weapons=[{"name": "Sword", "bonus": 4}, {"name": "Stare", "bonus": 1, "mental": True}],
            ),
            pc("ben", {"Athlete": 5, "Perception": 4, "Archer": 3}, fortune=2, gifts=["Empathy"], wounds=3, shocks=2),
            npc("wolf", {"Warrior": 5, "Athlete": 6, "Constitution": 2}, limits={"wounds": 8, "shocks": 5}),
            npc("witch", {"Sorcerer": 9}, fortune=3, weapons=[{"name": "Word", "bonus": 2, "mental": True}], shocks=4),
            npc("log", wounds=10),
        ],
        "options": options,
    }


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Small parties of any traits, with and without fortune, and any options."""
    pool = st.sampled_from([0, 0, 1, 3, 8])
    participants = []
    for number in range(draw(st.integers(1, 5))):
        make = draw(st.sampled_from([pc, npc]))
        one = make(
            f"one-{number}",
            draw(st.dictionaries(st.sampled_from(TRAITS), st.sampled_from([0, 2, 5, 9, 99]), max_size=4)),
            fortune=draw(pool),
            armor=draw(st.sampled_from([0, 2, 99])),
            gifts=draw(st.sampled_from([[], ["Empathy"]])),
            wounds=draw(pool),
            shocks=draw(pool),
            limits=draw(st.sampled_from([None, {"wounds": 1, "shocks": 1}, {"wounds": 12, "shocks": 3}])),
            weapons=draw(
                st.sampled_from([[], [{"name": "Axe", "bonus": 5}, {"name": "Eye", "bonus": -9, "mental": True}]])
            ),
        )
        participants.append(one)
    options = {
        "fortune": draw(st.booleans()),
        "damage": draw(st.sampled_from(["full", "dox", "manual"])),
        "move_spaces": draw(st.sampled_from([None, 0, 4])),
        "wounds_per_week": draw(st.sampled_from([None, 0, 3])),
    }
    return {"participants": participants, "options": options, "dice": draw(st.lists(st.integers(1, 6), max_size=6))}
