"""Two worlds that differ only in who hides in them, played on by the same commands, and what each viewer receives."""

import json
import random
from typing import Any

from rules import play
from tests.rules.fifty_two_fates import setups as fates
from tests.rules.fifty_two_fates.participants import hero, monster
from tests.rules.fortune_and_power import setups as power
from tests.rules.fortune_and_power.participants import npc, pc
from tests.rules.fortune_system import setups as fortune
from tests.rules.fortune_system.participants import talent, who
from tests.rules.game_of_bastards import setups as bastards
from tests.rules.game_of_bastards.participants import extras, follower, swordfighter

State = dict[str, Any]
Command = dict[str, Any]
SETUPS: dict[str, dict[str, Any]] = {
    "fifty-two-fates": fates.everything(),
    "game-of-bastards": bastards.everything(),
    "fortune-and-power": power.everything(),
    "fortune-system": fortune.everything(),
}
SYSTEMS = sorted(SETUPS)
# Who hides: in each game several kinds, one of them with an id that a player's own newcomer may take.
LURKERS: dict[str, list[dict[str, Any]]] = {
    "fifty-two-fates": [
        monster("zz-lurker", group="shades", max_hp=9, monster={"spells": True, "allowance": 3}),
        monster("zz-lurker", group="wolves", level=9),
        hero("zz-lurker", 12, **{"class": "warrior"}),
    ],
    "game-of-bastards": [
        extras("group-1", 5, 5, name="Zz-Lurkers"),
        follower("newcomer-7", 5, name="Zz-Lurker", wildcards=3),
        swordfighter("zz-lurker", "dodge", "iron-wall", side="shades", wildcards=4),
    ],
    "fortune-and-power": [
        npc("zz-lurker", {"Warrior": 9, "Perception": 99, "Lurking": 7}, fortune=9, gifts=["Empathy"]),
        pc("zz-lurker", {"Athlete": 3}, weapons=[{"name": "Garrotte", "bonus": 9}]),
    ],
    "fortune-system": [
        who("zz-lurker", "3 40d x", talent("extreme-effort", "Lurking")),
        who("zz-lurker", None, level=20, fill="rolled"),
    ],
}
TRACES = ("lurk", "shades", "garrotte")


def with_lurker(system: str, number: int, place: int | None = None) -> dict[str, Any]:
    """The setup of a game with one more participant, who hides."""
    participants = [*SETUPS[system]["participants"]]
    participants.insert(len(participants) if place is None else place, {**LURKERS[system][number], "hidden": True})
    return {**SETUPS[system], "participants": participants}


def lurker(system: str, number: int) -> str:
    """The id of who hides."""
    key: str = LURKERS[system][number]["id"]
    return key


def viewers(system: str, state: State) -> list[str]:
    """Everyone whom the table sees, and an observer."""
    return [*play.view(system, state, "observer")["participants"], "observer"]


def received(system: str, state: State, events: list[dict[str, Any]], viewer: str) -> bytes:
    """All that a viewer receives of a moment, as bytes."""
    offers = play.offers(system, state, viewer)
    seen = {
        "view": play.view(system, state, viewer),
        "actors": play.actors(system, state, viewer=viewer),
        "offers": offers,
        "odds": [chance(system, state, viewer, made["example"]) for made in offers],
        "events": [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]],
    }
    return json.dumps(seen, sort_keys=True).encode()


def chance(system: str, state: State, viewer: str, command: Command) -> Any:
    """The odds of a command, or the refusal."""
    try:
        return play.odds(system, state, viewer, command)
    except play.Refused as refused:
        return [refused.code, refused.message]


def same(system: str, one: State, other: State, before: list[Any], after: list[Any]) -> None:
    """Both worlds look alike to everyone at the table."""
    for viewer in viewers(system, one):
        here, there = received(system, one, before, viewer), received(system, other, after, viewer)
        assert here == there, f"{system}: {viewer} can tell the worlds apart"


def commands(system: str, state: State, rng: random.Random, steps: int) -> Command | None:
    """One random command of someone at the table, the GM's end left aside."""
    for _ in range(steps):
        actor = rng.choice(play.actors(system, state))
        command = play.sample(system, state, actor, seed=rng.getrandbits(32))
        if command is not None and command["type"] not in ("end", "leave"):
            return command
    return None


def secret_acts(system: str, state: State, who: str, rng: random.Random) -> State:
    """What the GM and a hidden participant may do without anyone noticing it."""
    acts: list[Command] = [{"type": "leave", "actor": "gm", "target": who}]
    entry = {**LURKERS[system][0], "id": who, "hidden": True}
    acts.append({"type": "join", "actor": "gm", "participant": entry})
    if system == "fortune-system":
        call = {
            "participants": [who],
            "skill": "Lurking",
            "group": "Lurking",
            "cos": 50,
            "task": f"Lurk {rng.random()}",
        }
        acts.append({"type": "call-check", "actor": "gm", **call})
    else:
        acts.append({"type": "pass", "actor": who})
    for command in acts:
        try:
            state = play.act(system, state, command)["state"]
        except play.Refused:
            continue
    return state
