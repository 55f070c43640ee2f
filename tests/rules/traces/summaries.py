"""What a step of a trace leaves, in a few fields of each game that a reader can check by hand."""

from collections.abc import Callable
from typing import Any

from rules import play

State = dict[str, Any]
SLOT_MARKS = {"sound": "", "damaged": "*", "blown": "x"}


def fifty_two_fates(state: State) -> State:
    """The phase, whose turn it is, hit points, conditions."""
    view = play.view("fifty-two-fates", state, "observer")
    people = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "hp": {key: person["hp"] for key, person in people.items()},
        "conditions": {key: person["conditions"] for key, person in people.items() if person["conditions"]},
    }


def fortune_and_power(state: State) -> State:
    """The phase, whose turn it is, who waits, wounds and shocks."""
    view = play.view("fortune-and-power", state, "observer")
    people = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "actors": play.actors("fortune-and-power", state),
        "wounds": {key: person["wounds"] for key, person in people.items() if person["wounds"]},
        "shocks": {key: person["shocks"] for key, person in people.items() if person["shocks"]},
        "fortune": {key: person["fortune"] for key, person in people.items() if person["fortune"]},
        "marginal": view["marginal"],
    }


def fortune_system(state: State) -> State:
    """The phase, who may act, what is asked, everyone's slots on one line."""
    view = play.view("fortune-system", state, "observer")
    slots = {
        key: " ".join(f"{slot['value'] or ''}{SLOT_MARKS[slot['condition']]}" for slot in person["slots"])
        for key, person in view["participants"].items()
    }
    actors = play.actors("fortune-system", state)
    return {"phase": view["phase"], "actors": actors, "pending": view["pending"], "slots": slots}


def game_of_bastards(state: State) -> State:
    """The phase, whose turn it is, pools, members, who is out."""
    view = play.view("game-of-bastards", state, "observer")
    people = view["participants"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "turn": view["turn"],
        "pools": {
            key: [now for now, _ in person["pools"].values()] for key, person in people.items() if person["pools"]
        },
        "members": {key: person["members"] for key, person in people.items() if "members" in person},
        "out": {key: person["out"] for key, person in people.items() if person["out"]},
    }


SUMMARIES: dict[str, Callable[[State], State]] = {
    "fifty-two-fates": fifty_two_fates,
    "fortune-and-power": fortune_and_power,
    "fortune-system": fortune_system,
    "game-of-bastards": game_of_bastards,
}
