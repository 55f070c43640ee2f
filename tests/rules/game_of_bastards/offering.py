"""Random encounters of A Game of Bastards in which the offers are compared with what `act` accepts."""

import random
from typing import Any

from rules import play
from tests.rules.game_of_bastards.participants import UNARMED
from tests.rules.game_of_bastards.random_commands import DEEDS, Commands, party
from tests.rules.game_of_bastards.setups import SYSTEM

STEPS = 40
OFTEN = {"declare": ["attack"] * 8 + ["use"] * 4, "defend": ["defend"] * 10, "betting": ["bet"] * 4}
USUAL = {"physical": UNARMED, "social": "Influence", "mental": "Academics", "luck": "Gambling"}
NEWCOMERS = ("reinforce", "involve", "appearance")
State = dict[str, Any]


def begin(seed: int, chance: random.Random) -> State:
    """The state of an encounter in which everyone has chosen the initiative card."""
    state = dict(play.start(SYSTEM, party(seed), seed=seed))
    while play.view(SYSTEM, state, "gm")["phase"] == "initiative":
        actor = play.actors(SYSTEM, state)[0]
        state = play.act(SYSTEM, state, play.offers(SYSTEM, state, actor)[0]["example"])["state"]
    return state


def commands(state: State, chance: random.Random) -> list[State]:
    """Some of the whole vocabulary, and more of what the phase is about."""
    vocabulary = Commands(state, chance)
    found = [vocabulary.next() for _ in range(6)]
    for actor in vocabulary.view["turn"]:
        vocabulary.actor, vocabulary.hand = actor, play.view(SYSTEM, state, actor)["hand"]
        for kind in OFTEN.get(vocabulary.view["phase"], []):
            found.append({"type": kind, "actor": actor, **getattr(vocabulary, DEEDS[kind])()})
    return found


def onward(state: State, taken: list[tuple[State, State]], chance: random.Random, step: int) -> State:
    """The state after one of the attacks, defences and bets, or after a sample."""
    fights = [after for command, after in taken if command["type"] in ("attack", "defend", "bet")]
    if fights and chance.random() < 0.5:
        return chance.choice(fights)
    actor = chance.choice(play.view(SYSTEM, state, "gm")["turn"] or ["gm"])
    command = play.sample(SYSTEM, state, actor, seed=chance.getrandbits(32)) or {}
    if command.get("type") in (None, "end", "leave", "concede"):
        return state
    return dict(play.act(SYSTEM, state, command)["state"])


def plain(state: State, command: State, offers: list[State]) -> State:
    """The command in the words of an offer: without what says nothing, and free words as an example has them."""
    said = {name: value for name, value in command.items() if value is not None}
    if said["type"] == "adjust":
        said["amount"] = said["amount"] or 1
    if said["type"] == "join" or said.get("action") in NEWCOMERS:
        return newcomer(said, offers)
    for many, one in (("weapons", "weapon"), ("targets", "target")):
        if len(said.get(many, [])) == 1:
            said[one] = said.pop(many)[0]
    if "weapons" in said:
        said["weapons"] = as_offered(said, offers)
    if said["type"] == "attack":
        return attack(state, said)
    return defence(state, said) if said["type"] == "defend" else said


def as_offered(said: State, offers: list[State]) -> list[str]:
    """Two weapons are the same two in either order; an offer names them in one."""
    fixed = [offer["fixed"] for offer in offers if offer["type"] == said["type"]]
    pairs = [fields["weapons"] for fields in fixed if "weapons" in fields]
    return next((pair for pair in pairs if sorted(pair) == sorted(said["weapons"])), said["weapons"])


def newcomer(said: State, offers: list[State]) -> State:
    """Who comes in is the page's to describe."""
    for offer in offers:
        if offer["type"] == said["type"] and offer["fixed"].get("action") == said.get("action"):
            example: State = offer["example"]
            return example
    return said


def attack(state: State, said: State) -> State:
    """A weapon is idle outside a physical attack; any other skill is as good as the usual one at rank 1."""
    participant = seen(state, said["actor"])
    if said["kind"] != "physical":
        said = without(said, "weapon", "weapons")
    elif said.get("trait") in ("body", "mind") and not participant["desperate"]:
        said = without(said, "trait")
    if participant["kind"] == "extras":
        said = without(said, "skill", "trait")
    elif "weapon" not in said and "weapons" not in said and said["skill"] not in ranks(state, said["actor"]):
        said["skill"] = USUAL[said["kind"]]
    # A swing by nothing changes nothing.
    use = [entry for entry in said.get("use", []) if entry.get("amount") != 0]
    return {**said, "use": use}


def defence(state: State, said: State) -> State:
    """Extras and followers have one rank for all; a trait that is the only possible one need not be named."""
    participant, way = seen(state, said["actor"]), play.view(SYSTEM, state, "gm")["pending"]["how"]
    if way != "physical":
        said = without(said, "weapons")
    if said.get("skill") not in ranks(state, said["actor"]):
        said = without(said, "skill")
    if not participant["desperate"] or (way == "physical" and karmic(state)):
        said = without(said, "trait")
    hand = play.view(SYSTEM, state, said["actor"])["hand"]
    for use in said.get("use", []):
        if "cards" in use:
            use["cards"] = sorted(use["cards"], key=hand.index)
    return said


def karmic(state: State) -> bool:
    return any(
        effect["name"] == "karmic-shuffle"
        for participant in play.view(SYSTEM, state, "gm")["participants"].values()
        for effect in participant["effects"]
    )


def seen(state: State, name: str) -> State:
    found: State = play.view(SYSTEM, state, "gm")["participants"][name]
    return found


def ranks(state: State, name: str) -> dict[str, int]:
    found: dict[str, int] = next(
        participant.get("skills", {}) for participant in state["people"] if participant["id"] == name
    )
    return found


def without(said: State, *names: str) -> State:
    return {name: value for name, value in said.items() if name not in names}
