"""Nobody learns what is hidden in random play (GOB-43, GOB-97): what a viewer receives names no card that it may not
know, and stays the same byte for byte when cards that it never saw are exchanged."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards import hiding
from tests.rules.game_of_bastards.hiding import cards_in, exchanged_cards, heard, laid_by, open_cards, received
from tests.rules.game_of_bastards.participants import BOW, KEYS, KNIFE, PACK, SWORD, fated, foe, follower
from tests.rules.game_of_bastards.setups import SYSTEM, everything

ENDINGS = {"concede", "end", "leave", "mulligan"}
CHANGES = {"dramatic", "join", "leave", "assign", "end", "concede"}
TRICKS = [{"key": "counter", "weapon": "Sword"}, {"key": "florentine", "weapon": "Knife"}]
SKILLS = {"Combat (Sword)": 4, "Combat (Knife)": 4, "Combat (Bow)": 3, "Influence": 3, "Meditation": 3}
VIEWERS = ["ana", "bo", "cy", "fay", "gm", "observer"]
State = dict[str, Any]


@dataclass
class Step:
    """A command of random play, the states before and after it, its events, and who has laid which cards."""

    before: State
    command: State
    state: State
    events: list[State]
    laid: dict[str, set[str]]

    def known(self, viewer: str, view: State) -> set[str]:
        """Every card that the viewer of this view may know after the command."""
        return open_cards(view) | laid_by(self.laid, viewer, view)


def random_play(state: State, seed: int, steps: int, left_out: set[str]) -> Iterator[Step]:
    """Commands by chance, most of them of someone whose turn it is."""
    dice = random.Random(seed)
    laid: dict[str, set[str]] = {}
    for _ in range(steps):
        actors = play.actors(SYSTEM, state)
        if not actors:
            return
        turn = play.view(SYSTEM, state, "gm")["turn"]
        actor = dice.choice(turn if turn and dice.random() < 0.85 else actors)
        command = play.sample(SYSTEM, state, actor, seed=dice.getrandbits(40))
        if command is None or command["type"] in left_out:
            continue
        before, result = state, play.act(SYSTEM, state, command)
        state = result["state"]
        hiding.remember(laid, command)
        yield Step(before, command, state, result["events"], laid)


def names_only_known_cards(step: Step) -> None:
    """Views, offers and events name only open cards and those of one's own, for every viewer."""
    before = {viewer: play.view(SYSTEM, step.before, viewer) for viewer in hiding.viewers(step.before)}
    shuffled = any(event["type"] == "shuffled" for event in step.events)
    for viewer in hiding.viewers(step.state):
        view = play.view(SYSTEM, step.state, viewer)
        known = step.known(viewer, view)
        assert cards_in(view) <= known, f"{viewer} after {step.command}"
        if viewer != "observer":
            assert cards_in(play.offers(SYSTEM, step.state, viewer)) <= known, f"{viewer} after {step.command}"
        if not shuffled:
            known |= open_cards(before[viewer]) if viewer in before else set()
            assert cards_in(heard(step.events, viewer)) <= known, f"{viewer} hears after {step.command}"


@pytest.mark.parametrize("seed", range(6))
def test_viewers_receive_the_same_whatever_cards_are_hidden_from_them(seed: int) -> None:
    rng = random.Random(seed)
    state = play.start(SYSTEM, everything(1 + seed % 2), seed=seed)
    compared: set[str] = set()
    for step in random_play(state, seed, 70, ENDINGS):
        for viewer in hiding.viewers(step.before):
            if hiding.compare(step.before, viewer, rng, step.command):
                compared.add(step.command["type"])
    assert {"draw", "attack", "defend"} <= compared


@pytest.mark.parametrize("seed", range(8))
def test_random_play_shows_no_hidden_card_to_anybody(seed: int) -> None:
    """Every viewer, every step."""
    state = play.start(SYSTEM, {"participants": hiding.PEOPLE}, seed=seed)
    for step in random_play(state, seed, 70, {"end"}):
        names_only_known_cards(step)


def setup(seed: int) -> State:
    """Three fated with many advantages and a follower, the whole pack of cards in a known order."""
    dice = random.Random(seed)
    sheets: State = {
        "skills": SKILLS,
        "weapons": [SWORD, KNIFE, BOW],
        "wildcards": 2,
        "traits": {"body": 4, "spirit": 4, "mind": 4, "luck": 4},
    }

    def advantages() -> list[State]:
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


@dataclass
class Run:
    """The commands of random play, what each viewer received at each step, and the cards that it might see."""

    commands: list[State]
    received: dict[str, list[bytes]]
    known: dict[str, set[str]]


def first_run(given: State, seed: int, viewers: list[str]) -> Run:
    """Random play in which every card that a viewer may know is remembered."""
    state = play.start(SYSTEM, given, seed=seed)
    opening = play.opening(SYSTEM, state)
    run = Run(
        [],
        {viewer: [received(state, opening, viewer)] for viewer in viewers},
        {viewer: open_cards(play.view(SYSTEM, state, viewer)) for viewer in viewers},
    )
    for step in random_play(state, seed, 45, CHANGES):
        run.commands.append(step.command)
        public = cards_in([event for event in step.events if event["visible_to"] == "all"])
        for viewer in viewers:
            run.received[viewer].append(received(step.state, step.events, viewer))
            run.known[viewer] |= step.known(viewer, play.view(SYSTEM, step.state, viewer)) | public
    return run


def change_no_byte(seed: int, viewers: list[str]) -> None:
    """The same commands with every card that a viewer never saw exchanged, once for each viewer."""
    given = setup(seed)
    run = first_run(given, seed, viewers)
    assert len(run.commands) > 10
    for viewer in viewers:
        hidden = [card for card in PACK if card not in run.known[viewer] and card != "XX"]
        assert len(hidden) > 3
        half = len(hidden) // 2  # a neighbour in the pack would often have the same suit
        cards = dict(zip(hidden, hidden[half:] + hidden[:half], strict=True))
        state = play.start(SYSTEM, exchanged_cards(given, cards), seed=seed)
        assert received(state, play.opening(SYSTEM, state), viewer) == run.received[viewer][0]
        for number, command in enumerate(run.commands, 1):
            result = play.act(SYSTEM, state, exchanged_cards(command, cards))
            state = result["state"]
            found = received(state, result["events"], viewer)
            assert found == run.received[viewer][number], f"{viewer} after {command}"


@pytest.mark.parametrize("seed", range(10))
def test_cards_that_a_viewer_never_saw_change_no_byte(seed: int) -> None:
    change_no_byte(seed, VIEWERS)


@pytest.mark.parametrize("seed", range(20, 24))
def test_the_order_of_the_pile_changes_no_byte_at_any_step(seed: int) -> None:
    count = 0
    for step in random_play(play.start(SYSTEM, setup(seed), seed=seed), seed, 25, CHANGES):
        count += 1
        other = play.redeal(SYSTEM, step.state, seed="another order")["state"]
        for viewer in hiding.viewers(step.state):
            assert received(step.state, [], viewer) == received(other, [], viewer)
    assert count > 10


def test_the_exchange_is_one_that_a_viewer_with_the_cards_would_notice() -> None:
    given = setup(3)
    state = play.start(SYSTEM, given, seed=3)
    own = play.view(SYSTEM, state, "ana")["hand"]
    cards = {own[0]: own[1], own[1]: own[0]}
    other = play.start(SYSTEM, exchanged_cards(given, cards), seed=3)
    assert received(state, [], "ana") != received(other, [], "ana")
    assert received(state, [], "bo") == received(other, [], "bo")


@pytest.mark.parametrize("viewer", ["ana", "gm", "observer"])
def test_a_view_that_leaks_a_hand_or_a_count_of_it_is_caught(monkeypatch: pytest.MonkeyPatch, viewer: str) -> None:
    true_view = play.view
    for leak in (lambda hand: hand, lambda hand: [card[1] for card in hand].count("D"), lambda hand: sorted(hand)[:1]):

        def leaking(system: Any, state: Any, who: Any, leak: Any = leak) -> State:
            hint = {"hint": leak(true_view(system, state, "bo")["hand"])} if who == viewer else {}
            return {**true_view(system, state, who), **hint}

        monkeypatch.setattr(play, "view", leaking)
        with pytest.raises(AssertionError):
            change_no_byte(3, [viewer])
