"""Random play twice, with every card that a viewer never saw exchanged: it receives the same bytes (GOB-43, GOB-97)."""

import random
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, cards_in, laid_by, remember
from tests.rules.game_of_bastards.participants import BOW, KEYS, KNIFE, PACK, SWORD, fated, foe, follower
from tests.rules.game_of_bastards.test_secrecy_in_random_play import open_cards, told

LEFT_OUT = {"dramatic", "join", "leave", "assign", "end", "concede"}
TRICKS = [{"key": "counter", "weapon": "Sword"}, {"key": "florentine", "weapon": "Knife"}]
SKILLS = {"Combat (Sword)": 4, "Combat (Knife)": 4, "Combat (Bow)": 3, "Influence": 3, "Meditation": 3}
VIEWERS = ["ana", "bo", "cy", "fay", "gm", "observer"]


def setup(seed: int) -> dict[str, Any]:
    """Three fated with many advantages and a follower, the whole pack of cards in a known order."""
    dice = random.Random(seed)
    sheets: dict[str, Any] = {
        "skills": SKILLS,
        "weapons": [SWORD, KNIFE, BOW],
        "wildcards": 2,
        "traits": {"body": 4, "spirit": 4, "mind": 4, "luck": 4},
    }

    def advantages() -> list[dict[str, Any]]:
        return [{"key": key} for key in dice.sample(KEYS, 12)] + TRICKS

    participants = [
        fated("ana", advantages=advantages(), **sheets),
        foe("bo", advantages=advantages(), **sheets),
        foe("cy", advantages=advantages(), **sheets),
        follower("fay", 4, controller="ana", weapons=[BOW]),
    ]
    deck = list(PACK)
    dice.shuffle(deck)
    return {"participants": participants, "deck": deck, "options": {"decks": 1}}


def exchanged(value: Any, cards: dict[str, str]) -> Any:
    """A deck or a command with its cards replaced."""
    if isinstance(value, dict):
        return {key: exchanged(part, cards) for key, part in value.items()}
    if isinstance(value, list):
        return [exchanged(part, cards) for part in value]
    return cards.get(value, value) if isinstance(value, str) else value


def received(state: dict[str, Any], events: list[dict[str, Any]], viewer: str) -> bytes:
    """All that a viewer gets after one command."""
    got: list[Any] = [told(events, viewer), play.actors(GAME, state)]
    participants = play.view(GAME, state, "gm")["participants"]
    if viewer in participants or viewer in ("gm", "observer"):
        got.append(play.view(GAME, state, viewer))
        if viewer != "observer":
            got += [play.offers(GAME, state, viewer), play.sample(GAME, state, viewer, seed=1)]
    return play.canonical(got)


Run = tuple[list[dict[str, Any]], dict[str, list[bytes]], dict[str, set[str]]]


def first_run(given: dict[str, Any], seed: int, steps: int) -> Run:
    """The commands of a random game, what each viewer received at each step, and the cards that it might see."""
    dice = random.Random(seed)
    state = play.start(GAME, given, seed=seed)
    events = play.opening(GAME, state)
    got = {viewer: [received(state, events, viewer)] for viewer in VIEWERS}
    may = {viewer: open_cards(state, viewer) for viewer in VIEWERS}
    laid: dict[str, set[str]] = {}
    commands: list[dict[str, Any]] = []
    for _ in range(steps):
        turn = play.view(GAME, state, "gm")["turn"]
        actors = play.actors(GAME, state)[:-1]
        if not actors:
            break
        actor = dice.choice(turn if turn and dice.random() < 0.85 else actors)
        command = play.sample(GAME, state, actor, seed=dice.getrandbits(40))
        if command is None or command["type"] in LEFT_OUT:
            continue
        result = play.act(GAME, state, command)
        state = result["state"]
        commands.append(command)
        remember(laid, command)
        public = cards_in([event for event in result["events"] if event["visible_to"] == "all"])
        for viewer in VIEWERS:
            got[viewer].append(received(state, result["events"], viewer))
            may[viewer] |= open_cards(state, viewer) | laid_by(laid, viewer, play.view(GAME, state, "gm")) | public
    return commands, got, may


@pytest.mark.parametrize("seed", range(10))
def test_cards_that_a_viewer_never_saw_change_no_byte(seed: int) -> None:
    given = setup(seed)
    commands, got, may = first_run(given, seed, 45)
    assert len(commands) > 10
    for viewer in VIEWERS:
        hidden = [card for card in PACK if card not in may[viewer] and card != "XX"]
        assert len(hidden) > 3
        cards = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
        state = play.start(GAME, exchanged(given, cards), seed=seed)
        assert received(state, play.opening(GAME, state), viewer) == got[viewer][0]
        for number, command in enumerate(commands, 1):
            result = play.act(GAME, state, exchanged(command, cards))
            state = result["state"]
            assert received(state, result["events"], viewer) == got[viewer][number], f"{viewer} after {command}"


@pytest.mark.parametrize("seed", range(20, 24))
def test_the_order_of_the_pile_changes_no_byte_at_any_step(seed: int) -> None:
    given = setup(seed)
    commands, _, _ = first_run(given, seed, 25)
    state = play.start(GAME, given, seed=seed)
    for command in commands:
        state = play.act(GAME, state, command)["state"]
        other = play.redeal(GAME, state, seed="another order")["state"]
        for viewer in VIEWERS:
            if viewer in play.view(GAME, state, "gm")["participants"] or viewer in ("gm", "observer"):
                assert received(state, [], viewer) == received(other, [], viewer)


def test_the_exchange_is_one_that_a_viewer_with_the_cards_would_notice() -> None:
    given = setup(3)
    state = play.start(GAME, given, seed=3)
    own = play.view(GAME, state, "ana")["hand"]
    cards = {own[0]: own[1], own[1]: own[0]}
    other = play.start(GAME, exchanged(given, cards), seed=3)
    assert received(state, [], "ana") != received(other, [], "ana")
    assert received(state, [], "bo") == received(other, [], "bo")


@pytest.mark.parametrize("viewer", ["ana", "gm", "observer"])
def test_a_view_that_leaks_a_hand_or_a_count_of_it_is_caught(monkeypatch: pytest.MonkeyPatch, viewer: str) -> None:
    true_view = play.view
    for leak in (lambda hand: hand, lambda hand: [card[1] for card in hand].count("D"), lambda hand: sorted(hand)[:1]):

        def leaking(system: Any, state: Any, who: Any, leak: Any = leak) -> dict[str, Any]:
            hint = {"hint": leak(true_view(system, state, "bo")["hand"])} if who == viewer else {}
            return {**true_view(system, state, who), **hint}

        monkeypatch.setattr(play, "view", leaking)
        with pytest.raises(AssertionError):
            test_cards_that_a_viewer_never_saw_change_no_byte(1)
