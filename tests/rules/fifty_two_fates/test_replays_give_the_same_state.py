"""Replay, stored states, random play: the same commands give the same, and the laws hold at every step."""

import copy
import json
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.setups import canonical, monster, person, seen, setup_of
from tests.rules.fifty_two_fates.table import FULL_DECK, GAME


def party(seed: int) -> dict[str, Any]:
    """A setup of a kind that brings many rules into play."""
    dice = random.Random(seed)
    classes = ["warrior", "wizard", None]
    people = [
        person(
            f"p{n}", **{"class": classes[(seed + n) % 3]}, level=dice.choice([1, 2, 5]), background_skills=["hunting"]
        )
        for n in range(dice.randint(1, 3))
    ]
    lines = {
        "face": {"damage": 1, "effect": {"name": "venom", "strength": 5, "rounds": "draw"}},
        "number": {"damage": 1, "incapacitate": {"degree": "partial"}},
    }
    people += [
        monster(
            f"m{n}",
            group=f"g{n % 2}",
            max_hp=dice.randint(1, 6),
            armed=n != 1,
            monster={"maneuvers": True, "spells": True, "death_draws": n == 0, "allowance": 2, "lines": lines},
        )
        for n in range(dice.randint(1, 3))
    ]
    return setup_of(*people, options={"fd_extra_cards": dice.randint(0, 5)})


def step(state: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A random command; the gm speaks seldom, and ends the encounter seldom still."""
    actors = play.actors(GAME, state)
    assert actors
    assert actors[-1] == "gm"
    actor = "gm" if len(actors) == 1 or dice.random() < 0.12 else dice.choice(actors[:-1])
    command = None
    for _ in range(8):
        command = play.sample(GAME, state, actor, seed=dice.getrandbits(40))
        if command is not None and command["type"] != "end":
            break
    assert command is not None
    return dict(command)


def laws(state: dict[str, Any]) -> None:
    view = seen(state)
    cards = [*view["hand"], *view["discard"], *view["played"]]
    for name, participant in view["participants"].items():
        assert 0 <= participant["hp"] <= participant["max_hp"]
        if participant["side"] == "players":
            cards += seen(state, name)["hand"]
    assert len(cards) == len(set(cards))
    assert set(cards) <= set(FULL_DECK)
    assert len(cards) + view["draw_pile"] == 52
    assert play.actors(GAME, state) == ([] if view["phase"] == "over" else [*view["turn"], "gm"])
    assert set(view["turn"]) <= set(view["participants"])


def played(seed: int, steps: int = 60) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    dice = random.Random(seed)
    start = state = play.start(GAME, party(seed), seed=seed)
    kept = copy.deepcopy(start)
    commands = []
    for _ in range(steps):
        if not play.actors(GAME, state):
            break
        command = step(state, dice)
        commands.append(command)
        before = canonical(state)
        after = play.act(GAME, state, copy.deepcopy(command))
        assert canonical(state) == before
        stored = play.act(GAME, json.loads(json.dumps(state, sort_keys=True)), command)
        assert canonical(stored) == canonical(after)
        state = after["state"]
        laws(state)
    assert start == kept
    return start, commands, state


@pytest.mark.parametrize("seed", range(12))
def test_random_play_keeps_the_laws_and_replays_to_the_same_state(seed: int) -> None:
    start, commands, final = played(seed)
    state = json.loads(json.dumps(start))
    for command in commands:
        state = play.act(GAME, state, command)["state"]
    assert canonical(state) == canonical(final)


@pytest.mark.parametrize("seed", range(20, 26))
def test_random_play_ends_when_the_gm_ends_it(seed: int) -> None:
    _, _, state = played(seed, steps=25)
    if play.actors(GAME, state):
        state = play.act(GAME, state, {"type": "end", "actor": "gm", "outcome": "other"})["state"]
    assert play.actors(GAME, state) == []
    laws(state)


def test_a_state_is_plain_json_with_its_system_and_version() -> None:
    state = play.start(GAME, setup_of(), seed=3)
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert state["system"] == GAME
    assert "version" in state


@pytest.mark.parametrize("seed", range(4))
def test_the_hidden_cards_of_others_change_nothing_that_a_player_sees(seed: int) -> None:
    """Two deals, alike but for the Fate Dealer's hand, Ben's and the pile: Ana cannot tell them apart (F52-12)."""
    own, shown = ["9C", "KD", "2H"], ["QS", "JS", "TS"]
    hidden = [card for card in FULL_DECK if card not in own + shown]
    random.Random(seed).shuffle(hidden)
    people = [person("ana", **{"class": "warrior"}), person("ben"), monster("goblin", max_hp=9)]
    states = []
    for cut in (0, 7):
        pile = hidden[cut:] + hidden[:cut]
        states.append(play.start(GAME, setup_of(*people, deck=own + pile[:4] + shown + pile[4:]), seed=cut))
    for command in (None, {"type": "attack", "actor": "ana", "target": "goblin", "cards": ["9C"], "weapon": "melee"}):
        if command is not None:
            states = [play.act(GAME, state, command)["state"] for state in states]
        for viewer in ("ana", "observer"):
            first, two = (canonical(seen(state, viewer)) for state in states)
            assert first == two
        assert canonical(play.offers(GAME, states[0], "ana")) == canonical(play.offers(GAME, states[1], "ana"))
        assert canonical(play.sample(GAME, states[0], "ana", seed=5)) == canonical(
            play.sample(GAME, states[1], "ana", seed=5)
        )
