"""A deck of real cards: what is asked for is enough, nothing else is taken, and a replay asks for nothing more."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from rules import play
from rules.engine import cards
from tests.rules.fifty_two_fates.random_commands import party as fates
from tests.rules.game_of_bastards.random_commands import party as bastards
from tests.rules.random_play import replays_byte_for_byte

FATES = "fifty-two-fates"
STEPS = 50
PARTIES = {"fifty-two-fates": fates, "game-of-bastards": bastards}


class RealDeck:
    """The table's own cards: each in the draw pile, or discarded and shuffled in when the pile runs out."""

    def __init__(self, system: str, setup: dict[str, Any], chance: Random) -> None:
        decks = setup.get("options", {}).get("decks", 2)
        self.system, self.chance = system, chance
        self.pile = list(cards.NAMES) if system == "fifty-two-fates" else [*cards.NAMES, "XX", "XX"] * decks
        self.discard: list[str] = []

    def stands(self, state: dict[str, Any]) -> None:
        self.pile = cards.names_of(state["deck"].get("draw", ""))
        self.discard = cards.names_of(state["deck"].get("discard", ""))

    def top(self, count: int) -> list[str]:
        found = []
        for _ in range(count):
            if not self.pile:
                self.pile, self.discard = self.discard, []
            found.append(self.pile.pop(self.chance.randrange(len(self.pile))))
        return found

    def named(self, given: Any) -> tuple[Any, dict[str, list[str]]]:
        """What `given` comes to once every card that it asks for is named, and these cards."""
        drawn: dict[str, list[str]] = {}
        for _ in range(9):
            try:
                return given(drawn), drawn
            except play.Needed as needed:
                for owner, count, _ in needed.needs:
                    drawn.setdefault(owner, []).extend(self.top(count))
        raise AssertionError("the table is asked for cards again and again")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("system", PARTIES)
def test_real_cards_are_asked_for_and_a_replay_needs_no_others(system: str, seed: int) -> None:
    chance = Random(seed)
    setup = {**PARTIES[system](seed), "deck": None, "physical": True}
    real = RealDeck(system, setup, chance)
    whole = Counter(real.pile)
    first, _ = real.named(lambda drawn: play.start(system, {**setup, "drawn": drawn}, seed=seed))
    state, commands = first, []
    for _ in range(STEPS):
        command, state, drawn = one_more(system, state, real)
        commands.append({**command, "drawn": drawn} if drawn else command)
        assert_nothing_is_lost(system, state, whole)
    assert any("drawn" in command for command in commands)
    replays_byte_for_byte(system, first, commands, state)


def one_more(system: str, state: dict[str, Any], real: RealDeck) -> tuple[Any, Any, dict[str, list[str]]]:
    """A command that is taken, what follows, and the cards that the table named for it."""
    found = [offer for actor in play.actors(system, state) for offer in play.offers(system, state, actor)]
    others = [offer for offer in found if offer["type"] not in ("end", "concede", "leave", "join")]
    command = real.chance.choice(others or found)["example"]
    real.stands(state)
    result, drawn = real.named(lambda drawn: play.act(system, state, {**command, "drawn": drawn}))
    return command, result["state"], drawn


def assert_nothing_is_lost(system: str, state: dict[str, Any], whole: Counter[str]) -> None:
    deck = state["deck"]
    assert not deck.get("feed")
    assert not deck.get("needs")
    assert not Counter(cards.names_of(deck.get("draw", "") + deck.get("discard", ""))) - whole


def dealt() -> dict[str, Any]:
    setup = {
        "participants": [
            {"id": "ana", "name": "Ana", "side": "players"},
            {"id": "rat", "name": "Rat", "side": "monsters"},
        ],
        "physical": True,
    }
    hands = {"ana": ["2C", "3C", "4C", "KD"], "gm": ["5C", "QD"]}
    return play.start(FATES, {**setup, "drawn": hands}, seed=1)


@pytest.mark.parametrize("named", [["2C"], ["7H", "8H"], ["ZZ"], ["XX"]])
def test_a_card_in_a_hand_one_too_many_and_none_at_all_are_refused(named: list[str]) -> None:
    state = dealt()
    before = json.dumps(state)
    command = {"type": "skill-check", "actor": "ana", "difficulty": 5}
    with pytest.raises(play.Needed) as asked:
        play.act(FATES, state, command)
    assert [(owner, count) for owner, count, _ in asked.value.needs] == [("", 1)]
    with pytest.raises(play.Refused) as caught:
        play.act(FATES, state, {**command, "drawn": {"": named}})
    assert not isinstance(caught.value, play.Needed)
    assert json.dumps(state) == before
    assert play.act(FATES, state, {**command, "drawn": {"": ["7H"]}})["events"][0]["supplied"] is True


@pytest.mark.parametrize("drawn", [["7H"], {"": "7H"}, {"": [7]}, {"": [None]}, 7, {"nobody": ["7H"]}])
def test_malformed_cards_are_refused_alike_in_act_and_in_replay(drawn: Any) -> None:
    state = dealt()
    command = {"type": "skill-check", "actor": "ana", "difficulty": 5, "drawn": drawn}
    for call in (lambda: play.act(FATES, state, command), lambda: play.replay(FATES, state, [command])):
        with pytest.raises(play.Refused):
            call()


def refusal(command: dict[str, Any]) -> tuple[str, str, str | None]:
    with pytest.raises(play.Refused) as caught:
        play.act(FATES, dealt(), command)
    return caught.value.code, caught.value.message, caught.value.rule


def test_cards_that_lie_elsewhere_or_nowhere_are_refused_in_one_way() -> None:
    """In the actor's hand, in the dealer's, in the discard pile, none at all: a refusal tells nothing."""
    check = {"type": "skill-check", "actor": "ana", "difficulty": 5}
    assert len({refusal({**check, "drawn": {"": [name]}}) for name in ("2C", "5C", "KD", "QD", "ZZ", "XX", "")}) == 1


@pytest.mark.parametrize("seed", range(30))
def test_a_named_card_is_never_given_to_somebody_who_has_not_named_their_own_cards(seed: int) -> None:
    setup = {"participants": [{"id": who, "name": who, "side": "players"} for who in ("ana", "ben")], "physical": True}
    setup["participants"].append({"id": "rat", "name": "Rat", "side": "monsters"})
    for owner, count in (("ana", 4), ("ben", 4), ("gm", 2)):
        named = [f"{rank}{suit}" for rank in "TJQKA" for suit in "CDHS"][seed % 16 :][:count]
        with pytest.raises(play.Needed) as asked:
            play.start(FATES, {**setup, "drawn": {owner: named}}, seed=seed)
        others = [(who, sum(need[1] for need in asked.value.needs if need[0] == who)) for who in ("ana", "ben", "gm")]
        assert dict(others) == {"ana": 4, "ben": 4, "gm": 2} | {owner: 0}


def test_of_cards_that_were_named_in_part_only_the_rest_is_asked_for() -> None:
    setup = {
        "participants": [
            {"id": "ana", "name": "Ana", "side": "players"},
            {"id": "rat", "name": "Rat", "side": "monsters"},
        ],
        "physical": True,
    }
    with pytest.raises(play.Needed) as asked:
        play.start(FATES, {**setup, "drawn": {"ana": ["2C", "3C"], "gm": ["5C", "QD"]}}, seed=1)
    assert [tuple(need) for need in asked.value.needs] == [("ana", 1, ""), ("ana", 1, "initiative")]


def test_hands_named_again_are_held_and_every_card_stays_in_the_game() -> None:
    state = dealt()
    command = {"type": "skill-check", "actor": "ana", "difficulty": 5, "drawn": {"": ["2C"]}}
    named = {"ana": ["5C", "9H", "4C"], "gm": ["3C"]}
    after = play.act(FATES, state, {**command, "held": named})["state"]
    assert play.view(FATES, after, "ana")["hand"] == named["ana"]
    assert play.view(FATES, after, "gm")["hand"] == named["gm"]
    assert play.canonical(play.replay(FATES, state, [{**command, "held": named}])["state"]) == play.canonical(after)
    found = Counter(cards.names_of(after["deck"]["draw"] + after["deck"]["discard"] + after["deck"].get("played", "")))
    assert found + Counter([*named["ana"], *named["gm"]]) == Counter(cards.NAMES)


@pytest.mark.parametrize(
    "held",
    [
        {"ana": ["2C", "3C"]},
        {"ana": ["2C", "3C", "KD"]},
        {"ana": ["2C", "3C", "XX"]},
        {"ana": ["2C", "3C", "5C"]},
        {"ana": ["2C", "2C", "3C"]},
        {"nobody": ["2C"]},
        {"ana": "2C"},
        7,
        {"ana": ["2C", "3C", "4C"], "gm": ["2C"]},
    ],
)
def test_hands_that_cannot_be_held_are_refused_and_nothing_changes(held: Any) -> None:
    state = dealt()
    before = json.dumps(state)
    command = {"type": "skill-check", "actor": "ana", "difficulty": 5, "drawn": {"": ["7H"]}, "held": held}
    for call in (lambda: play.act(FATES, state, command), lambda: play.replay(FATES, state, [command])):
        with pytest.raises(play.Refused):
            call()
    assert json.dumps(state) == before
