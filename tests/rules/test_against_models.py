"""Long encounters, each step compared with the rules read once more: tests/rules/<game>/ledger.py and its model.

RULES_EXAMPLES sets how many are played (default 25; one for every four).
"""

import copy
import os
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates import ledger as fates
from tests.rules.fortune_and_power import ledger as power
from tests.rules.fortune_system import ledger as fortune
from tests.rules.game_of_bastards import ledger as bastards

LONG = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)
DICE_STEPS = 250
State = dict[str, Any]


@pytest.mark.parametrize("ledger", [fates, bastards], ids=[fates.SYSTEM, bastards.SYSTEM])
@pytest.mark.parametrize("seed", range(LONG))
def test_a_long_encounter_of_cards_goes_as_the_ledger_says(ledger: Any, seed: int) -> None:
    """F52-07 to F52-35, F52-50 to F52-57, F52-60 to F52-62, F52-70 to F52-89, F52-95;
    GOB-02 to GOB-06, GOB-40 to GOB-54, GOB-60 to GOB-98: taken and refused alike."""
    take_or_refuse(ledger, seed)


@pytest.mark.parametrize("ledger", [power, fortune], ids=[power.SYSTEM, fortune.SYSTEM])
@pytest.mark.parametrize("seed", range(LONG))
def test_a_long_encounter_of_dice_goes_as_the_ledger_says(ledger: Any, seed: int) -> None:
    """FNP-06, FNP-08, FNP-11 to FNP-17, FNP-32, FNP-34, FNP-42 to FNP-44;
    FOS-02 to FOS-12, FOS-26 to FOS-43, the order of dice and of questions."""
    follow(ledger, seed)


def follow(ledger: Any, seed: int) -> None:
    """Legal commands on dice that the model knows: after each, the view is what the model says."""
    state, model, chooser = ledger.begin(seed)
    questions = 0
    for step in range(DICE_STEPS):
        command = chooser.next(state, step)
        state = play.act(ledger.SYSTEM, state, command)["state"]
        model.act(copy.deepcopy(command))
        ledger.compare(model, play.view(ledger.SYSTEM, state, "observer"), f"seed {seed}, step {step}: {command}")
        questions += ledger.asks(model)
    assert questions > ledger.FEWEST_QUESTIONS


def take_or_refuse(ledger: Any, seed: int) -> None:
    """Legal and illegal commands: the game and the model take the same ones, and agree on what follows."""
    chance = random.Random(seed)
    state, model = ledger.begin(seed)
    kinds: set[str] = set()
    for step in range(ledger.STEPS):
        taken: list[Any] = []
        for command in commands(ledger, state, chance):
            after = tried(ledger, copy.deepcopy(model), state, command, f"seed {seed}, step {step}: {command}")
            kinds |= {command["type"]} if after else set()
            if after and (command["type"] not in ledger.RARE or chance.random() < ledger.ODDS_OF_RARE):
                taken.append((command, *after))
        if taken:
            state, model = onward(ledger, taken, chance)
            ledger.learn(model, state)
    assert len(kinds) > ledger.FEWEST_KINDS, f"only {kinds} were taken"


def onward(ledger: Any, taken: list[tuple[State, State, Any]], chance: random.Random) -> tuple[State, Any]:
    """The state and the model after one of the accepted commands: mostly one of the fight, or one of a player."""
    fight = [move for move in taken if move[0]["type"] in ledger.FIGHT]
    if fight and chance.random() < ledger.ODDS_OF_FIGHT:
        return chance.choice(fight)[1:]
    played = [move for move in taken if move[0]["actor"] != "gm"]
    return chance.choice(played if played and chance.random() < ledger.ODDS_OF_PLAYERS else taken)[1:]


def commands(ledger: Any, state: State, chance: random.Random) -> list[State]:
    """Some of the whole vocabulary, and some that are offered."""
    vocabulary = ledger.Commands(state, chance)
    actors = play.actors(ledger.SYSTEM, state) * ledger.SAMPLES
    sampled = [play.sample(ledger.SYSTEM, state, actor, seed=chance.getrandbits(32)) for actor in actors]
    return [vocabulary.next() for _ in range(ledger.TRIES)] + [command for command in sampled if command]


def tried(ledger: Any, model: Any, state: State, command: State, where: str) -> tuple[State, Any] | None:
    """Both take it and agree on what follows, or both refuse it."""
    try:
        result = play.act(ledger.SYSTEM, state, command)
    except play.Refused:
        assert not takes(ledger, model, command, ledger.NOTHING), f"{where}: refused, and allowed by the ledger"
        return None
    before, view = play.view(ledger.SYSTEM, state, "gm"), play.view(ledger.SYSTEM, result["state"], "gm")
    known = ledger.chance_of(result["events"], command, view)
    assert takes(ledger, model, command, known), f"{where}: taken, and not allowed by the ledger"
    assert (view["phase"] == "over") == ledger.is_over(model), where
    if view["phase"] != "over":
        ledger.compare(model, result["state"], where)
        shuffled = any(event["type"] == "shuffled" for event in result["events"])
        discards = view["discard"][len(before["discard"]) :]
        assert shuffled or ledger.same_cards(model.discard, discards), f"{where}: discards"
    return result["state"], model


def takes(ledger: Any, model: Any, command: State, known: tuple[Any, ...]) -> bool:
    """Whether the model allows a command; `known` is what chance decided, as `Model.act` takes it."""
    try:
        model.act(command, *known)
    except ledger.Illegal:
        return False
    return True
