"""Random play to the end, replay, stored states: the laws of the contract for every kind of table.

RULES_EXAMPLES sets how much is played (default 25; a table for every four).
"""

import copy
import json
import os
import random
from collections import Counter
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.people import BOW, KNIFE, SWORD, extras, fated, follower, whole_deck
from tests.rules.game_of_bastards.test_setup import KEYS

TABLES = max(2, int(os.environ.get("RULES_EXAMPLES", "25")) // 4)


def party(seed: int) -> dict[str, Any]:
    """A setup of a kind that brings many rules into play."""
    dice = random.Random(seed)
    people = []
    for number in range(dice.randint(2, 4)):
        keys = dice.sample(KEYS, 12)
        advantages = [{"key": key} for key in keys] + [
            {"key": "counter", "weapon": "Sword"},
            {"key": "florentine", "weapon": "Knife"},
        ]
        four = {name: dice.randint(1, 4) for name in ("body", "spirit", "mind", "luck")}
        people.append(
            fated(
                f"p{number}",
                side=f"side{number % 2}",
                advantages=advantages,
                traits=four,
                wildcards=dice.randint(0, 4),
                weapons=[SWORD, KNIFE, BOW],
                armor=dice.randint(0, 1),
                skills={
                    "Combat (Sword)": dice.randint(1, 4),
                    "Combat (Knife)": 3,
                    "Combat (Bow)": 2,
                    "Combat (Unarmed)": 4,
                    "Influence": 3,
                    "Meditation": 2,
                },
            )
        )
    people.append(follower("fay", dice.randint(1, 5), side="side1", weapons=[BOW], controller="p0"))
    people.append(extras("mob", dice.randint(1, 5), dice.randint(1, 5), side="side0", weapons=[SWORD]))
    return {"participants": people, "options": {"decks": dice.choice([1, 2]), "body_adds_to_damage": seed % 3 != 0}}


def laws(state: dict[str, Any], decks: int) -> None:
    view = play.view(GAME, state, "gm")
    cards = Counter([*view["discard"], *view["played"]])
    for name, participant in view["participants"].items():
        hand = play.view(GAME, state, name)["hand"]
        assert len(hand) == participant["hand_size"]
        cards.update(hand)
        cards.update([participant["initiative"]] if participant["initiative"] else [])
        assert all(0 <= now <= most for now, most in participant["pools"].values())
        assert 0 <= participant.get("members", 0) <= 5
        assert participant["out"] is None or (not hand and participant["initiative"] is None)
        empty = [now for now, _ in participant["pools"].values()].count(0)
        assert participant["kind"] != "fated" or participant["out"] or participant["desperate"] == (empty > 0)
        assert participant["kind"] != "fated" or participant["out"] or empty <= 1
        assert participant["kind"] != "extras" or participant["out"] or len(hand) <= 5 + 20
    hidden = view["pending"]["face_down"] if view["pending"] else 0
    assert not cards - whole_deck(decks)
    assert cards.total() + view["draw_pile"] + hidden == 54 * decks
    actors = play.actors(GAME, state)
    assert (actors == []) == (view["phase"] == "over")
    assert actors[: len(view["turn"])] == view["turn"]
    assert not actors or actors[-1] == "gm"


def step_holds(state: dict[str, Any], command: dict[str, Any], after: dict[str, Any]) -> None:
    """A stored state goes on alike, and whatever is offered next is accepted."""
    stored = play.act(GAME, json.loads(json.dumps(state, sort_keys=True)), command)
    assert play.canonical(stored) == play.canonical(after)
    for offered in play.actors(GAME, after["state"]):
        for offer in play.offers(GAME, after["state"], offered):
            play.act(GAME, after["state"], offer["example"])


def played(
    seed: int, steps: int, *, watched: bool = True
) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any], set[str]]:
    """(start, commands, last state, types of commands); `watched` holds the laws at every step."""
    dice = random.Random(seed)
    setup = party(seed)
    decks = setup["options"]["decks"]
    start = state = play.start(GAME, setup, seed=seed)
    kept = copy.deepcopy(start)
    commands: list[dict[str, Any]] = []
    types: set[str] = set()
    for _ in range(steps):
        actors = play.actors(GAME, state)
        if not actors:
            break
        turn = play.view(GAME, state, "gm")["turn"]
        actor = dice.choice(turn) if turn and dice.random() < 0.9 else dice.choice(actors)
        command = play.sample(GAME, state, actor, seed=dice.getrandbits(40))
        if command is None or (command["type"] in ("end", "concede", "leave") and dice.random() < 0.9):
            continue
        before = play.canonical(state) if watched else b""
        after = play.act(GAME, state, copy.deepcopy(command))
        if watched:
            assert play.canonical(state) == before
            step_holds(state, command, after)
            laws(after["state"], decks)
        state = after["state"]
        commands.append(command)
        types.add(command["type"])
    assert start == kept
    return start, commands, state, types


@pytest.mark.parametrize("seed", range(TABLES))
def test_random_play_keeps_the_laws_and_replays_to_the_same_state(seed: int) -> None:
    start, commands, final, _ = played(seed, 90)
    state = json.loads(json.dumps(start))
    for command in commands:
        state = play.act(GAME, state, command)["state"]
    assert play.canonical(state) == play.canonical(final)
    assert play.canonical(play.replay(GAME, start, commands)["state"]) == play.canonical(final)


@pytest.mark.parametrize("seed", range(30, 36))
def test_random_play_ends_when_the_gm_ends_it(seed: int) -> None:
    _, _, state, _ = played(seed, 40)
    if play.actors(GAME, state):
        state = play.act(GAME, state, {"type": "end", "actor": "gm", "outcome": "enough"})["state"]
    assert play.actors(GAME, state) == []
    view = play.view(GAME, state, "gm")
    assert view["turn"] == []


def test_random_play_reaches_every_command_gob_41() -> None:
    """Over several tables each type of command is drawn at least once."""
    found: set[str] = set()
    for seed in range(60, 150):
        found |= played(seed, 60, watched=False)[3]
        if found >= COMMANDS:
            return
    assert found >= COMMANDS, f"never drawn: {COMMANDS - found}"


COMMANDS = {
    "initiative",
    "draw",
    "discard",
    "mulligan",
    "attack",
    "defend",
    "bet",
    "bet-wildcard",
    "call",
    "use",
    "spend-wildcard",
    "replace-initiative",
    "desperation",
    "pass",
    "dramatic",
    "adjust",
    "rest",
    "assign",
    "join",
}


def test_a_state_is_plain_json_with_its_system_and_version() -> None:
    state = play.start(GAME, party(3), seed=3)
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert state["system"] == GAME
    assert "version" in state


@pytest.mark.parametrize("seed", [0, -5, 2**300, "a word", b"bytes"])
def test_a_seed_is_any_number_or_text(seed: Any) -> None:
    first, two = (play.start(GAME, party(1), seed=seed) for _ in range(2))
    assert first == two


def test_a_sample_follows_its_seed_and_varies() -> None:
    state = play.start(GAME, party(5), seed=5)
    for actor in play.actors(GAME, state):
        drawn = [play.canonical(play.sample(GAME, state, actor, seed=n)) for n in range(30)]
        assert drawn == [play.canonical(play.sample(GAME, state, actor, seed=n)) for n in range(30)]
        assert len(set(drawn)) > 2 or actor in ("fay", "mob")


def test_the_account_of_a_random_game_holds_against_its_commitments() -> None:
    for seed in range(3):
        start, commands, _, _ = played(seed, 60)
        events = play.opening(GAME, start) + play.replay(GAME, start, commands)["events"]
        public = [event for event in events if event["visible_to"] == "all"]
        found = play.verify(public)
        assert found["faults"] == []
        assert found["opened"] > 0
