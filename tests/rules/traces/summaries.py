"""What a step of a trace leaves, in a few fields of each game that a reader can check by hand."""

from collections.abc import Callable
from typing import Any

from rules import play

State = dict[str, Any]
SLOT_MARKS = {"sound": "", "damaged": "*", "blown": "x"}


def fifty_two_fates(state: State) -> State:
    """The phase, whose turn it is, hit points, conditions."""
    view = play.view("fifty-two-fates", state, "observer")
    participants = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "hp": {key: participant["hp"] for key, participant in participants.items()},
        "conditions": {
            key: participant["conditions"] for key, participant in participants.items() if participant["conditions"]
        },
    }


def fortune_and_power(state: State) -> State:
    """The phase, whose turn it is, who waits, wounds and shocks."""
    view = play.view("fortune-and-power", state, "observer")
    participants = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "actors": play.actors("fortune-and-power", state),
        "wounds": {key: participant["wounds"] for key, participant in participants.items() if participant["wounds"]},
        "shocks": {key: participant["shocks"] for key, participant in participants.items() if participant["shocks"]},
        "fortune": {key: participant["fortune"] for key, participant in participants.items() if participant["fortune"]},
        "marginal": view["marginal"],
    }


def fortune_system(state: State) -> State:
    """The phase, who may act, what is asked, everyone's slots on one line."""
    view = play.view("fortune-system", state, "observer")
    slots = {
        key: " ".join(f"{slot['value'] or ''}{SLOT_MARKS[slot['condition']]}" for slot in participant["slots"])
        for key, participant in view["participants"].items()
    }
    actors = play.actors("fortune-system", state)
    return {"phase": view["phase"], "actors": actors, "pending": view["pending"], "slots": slots}


def game_of_bastards(state: State) -> State:
    """The phase, whose turn it is, pools, members, who is out."""
    view = play.view("game-of-bastards", state, "observer")
    participants = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "pools": {
            key: [now for now, _ in participant["pools"].values()]
            for key, participant in participants.items()
            if participant["pools"]
        },
        "members": {
            key: participant["members"] for key, participant in participants.items() if "members" in participant
        },
        "out": {key: participant["out"] for key, participant in participants.items() if participant["out"]},
    }


SUMMARIES: dict[str, Callable[[State], State]] = {
    "fifty-two-fates": fifty_two_fates,
    "fortune-and-power": fortune_and_power,
    "fortune-system": fortune_system,
    "game-of-bastards": game_of_bastards,
}
