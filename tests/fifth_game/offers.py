"""What each actor may do now, what a simple player does, and what each viewer sees."""

from fractions import Fraction
from typing import Any

from rules.engine.json_types import Command, Odds, View
from rules.engine.offers import Offer, number, offer, one, text
from rules.engine.refusals import quote, refuse
from tests.fifth_game import tables
from tests.fifth_game.state import Participant, State, on_turn, sides_left


def offers(state: State, actor: object) -> list[Offer]:
    """The offers of an actor."""
    if state.outcome is not None:
        return []
    if actor == tables.GM:
        return gm_offers(state)
    participant = on_turn(state)
    if participant is None or participant.id != actor:
        return []
    return [*attack_offers(state, participant), offer("pass", participant.id, "Wait", ["CPD-04"])]


def attack_offers(state: State, participant: Participant) -> list[Offer]:
    """An attack on anyone else who still has grit."""
    targets = [other.id for other in state.participants if other.grit and other is not participant]
    if not targets:
        return []
    choices, example = {"target": one(targets)}, {"target": targets[0]}
    rolls = {"count": 2, "sides": tables.SIDES}
    return [
        offer("attack", participant.id, "Attack", ["CPD-05"], choices=choices, example=example, rolls=rolls, harms=True)
    ]


def gm_offers(state: State) -> list[Offer]:
    """The innkeeper's orders."""
    ids = [participant.id for participant in state.participants]
    entry = {"id": "newcomer", "name": "Newcomer", "side": "players"}
    found = []
    if ids:
        choices = {"target": one(ids), "grit": number(0, tables.MOST_GRIT), "reason": text()}
        example = {"target": ids[0], "grit": state.participants[0].grit, "reason": "a correction"}
        found.append(offer("adjust", tables.GM, "Set someone's grit", ["CPD-07"], choices=choices, example=example))
        leaving = {"target": ids[0]}
        found.append(
            offer("leave", tables.GM, "Let someone leave", ["CPD-08"], choices={"target": one(ids)}, example=leaving)
        )
    if "newcomer" not in ids and len(ids) < tables.MOST_PARTICIPANTS:
        joining = {"participant": entry}
        choices = {"participant": one([entry])}
        found.append(offer("join", tables.GM, "Let someone join", ["CPD-08"], choices=choices, example=joining))
    ending = {"outcome": "Everyone goes home."}
    return [*found, offer("end", tables.GM, "End the brawl", ["CPD-07"], choices={"outcome": text()}, example=ending)]


def policy(state: State, actor: object) -> Command | None:
    """Hit the weakest foe; the innkeeper ends a decided brawl."""
    if state.outcome is not None:
        return None
    participant = on_turn(state)
    if participant is None or len(sides_left(state)) <= 1:
        return {"type": "end", "actor": tables.GM, "outcome": proposal(state)} if actor == tables.GM else None
    foes = [other for other in state.participants if other.grit and other.side != participant.side]
    if actor != participant.id:
        return None
    return {"type": "attack", "actor": participant.id, "target": min(foes, key=lambda foe: (foe.grit, foe.id)).id}


def proposal(state: State) -> str:
    """How a decided brawl ends."""
    left = sides_left(state)
    return f"{left.pop()} win." if len(left) == 1 else "Nobody wins."


def odds(state: State, command: object) -> Odds | None:
    """The chance that an attack hits."""
    if not isinstance(command, dict) or command.get("type") != "attack":
        return None
    participant = next((candidate for candidate in state.participants if candidate.id == command.get("actor")), None)
    return None if participant is None else chance(participant.level, state.hits_at)


def chance(level: int, difficulty: int) -> dict[str, Any]:
    """The chance that two dice and a level reach a difficulty."""
    faces = range(1, tables.SIDES + 1)
    ways = sum(first + second + level >= difficulty for first in faces for second in faces)
    return {"chance": float(Fraction(ways, 36)), "exact": f"{ways}/36", "of": "the attack succeeds"}


def view(state: State, viewer: object) -> View:
    """Everything is open: all viewers see the same."""
    if viewer not in (tables.GM, "observer") and all(member.id != viewer for member in state.participants):
        refuse("viewer.unknown", f"{quote(viewer)} is nobody here.")
    participant = on_turn(state) if state.outcome is None else None
    return {
        "round": state.round,
        "phase": "over" if state.outcome is not None else "acting",
        "turn": [participant.id] if participant is not None else [],
        "pending": None,
        "participants": {member.id: shown(member) for member in state.participants},
        "outcome": state.outcome,
    }


def shown(participant: Participant) -> dict[str, Any]:
    """A participant as everyone sees it."""
    return {
        "name": participant.name,
        "side": participant.side,
        "level": participant.level,
        "grit": participant.grit,
        "max_grit": participant.max_grit,
        "out": not participant.grit,
    }
