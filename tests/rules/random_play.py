"""Random play of any game by its own samples, and what must hold of it; see tests/rules/<game>/laws.py."""

import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules import play
from rules.engine.codec import canonical
from tests.rules.fifty_two_fates import laws as fates
from tests.rules.fortune_and_power import laws as power
from tests.rules.fortune_system import laws as fortune
from tests.rules.game_of_bastards import laws as bastards

PREFIXES = {fates.SYSTEM: "F52-", power.SYSTEM: "FNP-", fortune.SYSTEM: "FOS-", bastards.SYSTEM: "GOB-"}
GAMES = (fates, power, fortune, bastards)
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.SYSTEM for game in GAMES])
full_parties = pytest.mark.parametrize(
    ("game", "setup"),
    [
        pytest.param(game, setup, id=f"{game.SYSTEM}-{number}")
        for game in GAMES
        for number, setup in enumerate(game.FULL_PARTIES)
    ],
)
State = dict[str, Any]


@dataclass
class Play:
    """What was played: the start state, accepted commands, all events, the last state."""

    first: State
    state: State
    commands: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)


def walk(game: Any, setup: dict[str, Any], seed: int, steps: int) -> Play:
    """Random play that seldom ends early; every law is checked at every step."""
    rng = random.Random(seed)
    state = play.start(game.SYSTEM, setup, seed=seed)
    walked = Play(state, state)
    for _ in range(steps):
        game.keep_the_laws(walked.state)
        actors = play.actors(game.SYSTEM, walked.state)
        if not actors:
            break
        actor = actors[0] if rng.random() < 0.8 else rng.choice(actors)
        command = play.sample(game.SYSTEM, walked.state, actor, seed=rng.getrandbits(64))
        assert command is not None
        assert command["actor"] == actor
        if command["type"] not in game.ENDINGS or rng.random() > 0.9:
            take(game, walked, command)
    return walked


def take(game: Any, walked: Play, command: dict[str, Any]) -> None:
    """One more command: the state that was passed in stays, and the events are whole."""
    before = canonical(walked.state)
    result = play.act(game.SYSTEM, walked.state, command)
    assert canonical(walked.state) == before, "the state passed in is left as it was"
    check_events(game.SYSTEM, result["events"])
    game.check_step(walked.state, result["state"], result["events"])
    walked.state = result["state"]
    walked.commands.append(command)
    walked.events += result["events"]


def check_events(system: str, events: list[dict[str, Any]]) -> None:
    """Every event has its sentence, its rules and its audience."""
    for event in events:
        assert event["text"]
        assert event["rules"]
        assert event["type"]
        assert event["visible_to"] == "all" or event["visible_to"]
        assert all(rule.startswith(PREFIXES[system]) for rule in event["rules"])
        assert canonical(event)


def replays_byte_for_byte(
    system: str, first: dict[str, Any], commands: list[dict[str, Any]], final: dict[str, Any]
) -> None:
    """A stored state goes on as the one in memory did, and a replay of all commands comes out alike."""
    state = first
    for command in commands:
        stored = json.loads(json.dumps(state, sort_keys=True))
        state = play.act(system, stored, json.loads(json.dumps(command)))["state"]
    assert canonical(state) == canonical(final)
    assert canonical(play.replay(system, first, commands)["state"]) == canonical(final)


def accept_offers(system: str, state: State) -> None:
    """Every offer is whole and its example is accepted as it is; nobody but the actors has offers."""
    actors = play.actors(system, state)
    for key in [*play.view(system, state, "gm")["participants"], "gm"]:
        offers = play.offers(system, state, key)
        assert bool(offers) == (key in actors)
        for offer in offers:
            check_offer(system, key, offer)
            play.act(system, state, offer["example"])


def check_offer(system: str, actor: str, offer: dict[str, Any]) -> None:
    """An offer has its fields, and its example is made of what is fixed and of its choices."""
    assert {"type", "actor", "label", "rules", "fixed", "choices", "example"} <= set(offer)
    assert offer["actor"] == actor
    assert offer["label"]
    assert not offer["label"].endswith("."), "it stands on a button"
    assert offer["rules"]
    assert all(rule.startswith(PREFIXES[system]) for rule in offer["rules"])
    example, choices = offer["example"], offer["choices"]
    assert (example["type"], example["actor"]) == (offer["type"], actor)
    assert set(example) - {"type", "actor"} <= set(offer["fixed"]) | set(choices)
    assert all(example[name] == value for name, value in offer["fixed"].items())
    for name, choice in choices.items():
        assert choice["kind"] in ("one", "some", "number", "text", "bool")
        nothing = choice.get("optional") or (choice["kind"] == "some" and not choice.get("min"))
        assert nothing or name in example, f"{offer['type']} needs {name}"
        if name in example and choice["kind"] == "one":
            assert example[name] in choice["from"]
        if name in example and choice["kind"] == "some":
            assert all(value in choice["from"] for value in example[name])


def ends_by_samples(system: str, setup: dict[str, Any], seed: int) -> None:
    """Random play by `sample` alone reaches the end, where nobody has anything to do."""
    state = play.start(system, setup, seed=seed)
    for step in range(3000):
        actors = play.actors(system, state)
        if not actors:
            break
        command = play.sample(system, state, actors[step % len(actors)], seed=step)
        state = play.act(system, state, command)["state"]
    assert play.view(system, state, "gm")["phase"] == "over"
    assert play.sample(system, state, "gm", seed=1) is None


@dataclass
class Log:
    """The public events of random play, the last state, and how often the game was dealt again."""

    events: list[dict[str, Any]]
    state: State
    redeals: int


def play_with_redeals(game: Any, setup: State, seed: int, steps: int = 200) -> Log:
    """Random play of those whose turn it is and sometimes the game master, with a redeal after every 25th command."""
    rng = random.Random(seed)
    state = play.start(game.SYSTEM, setup, seed=seed)
    log = Log(play.opening(game.SYSTEM, state), state, 0)
    taken = 0
    for _ in range(steps):
        actors = play.actors(game.SYSTEM, log.state)
        if not actors:
            break
        actor = actors[0] if rng.random() < 0.8 else rng.choice(actors)
        command = play.sample(game.SYSTEM, log.state, actor, seed=rng.getrandbits(32))
        if command["type"] in game.ENDINGS:
            continue
        taken += 1
        result = play.act(game.SYSTEM, log.state, command)
        assert reveals_fit(result), command
        log.state, log.events = result["state"], log.events + result["events"]
        if taken % 25 == 0:
            redealt = play.redeal(game.SYSTEM, log.state, seed=f"{seed}-{taken}")
            log.state, log.events = redealt["state"], log.events + redealt["events"]
            log.redeals += 1
    log.events = [event for event in log.events if event["visible_to"] == "all"]
    return log


def reveals_fit(result: dict[str, Any]) -> bool:
    """Whether a command that shows chance says so, after which taking it back needs a new deal."""
    shown = any("opened" in event or event["type"] in ("shuffled", "drew") for event in result["events"])
    return result["reveals"] or not shown
