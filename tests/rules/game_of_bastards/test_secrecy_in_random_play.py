"""Nobody learns what is hidden: other hands, face-down cards and the pile change no byte that a viewer receives."""

import random
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import CODE, GAME, cards_in, laid_by, remember
from tests.rules.game_of_bastards.participants import (
    CLUB,
    SWORD,
    extras,
    fated,
    foe,
    follower,
    low_first,
    whole_deck,
)

HIDDEN = ("commitments",)
PEOPLE = [
    fated("ana", "careful", rank=3, wildcards=2, weapons=[CLUB]),
    foe(
        "bo",
        {"key": "counter", "weapon": "Sword"},
        rank=3,
        wildcards=2,
        weapons=[SWORD],
        skills={"Combat (Sword)": 4},
        traits={"body": 6, "spirit": 2, "mind": 20, "luck": 2},
    ),
    follower("fay", 4),
    extras("mob", 3, 4, controller="ana"),
]
FIRST = {"ana": "AC", "bo": "2C", "fay": "3C", "mob": "4C"}
HANDS = {"ana": "KS 4D 9H 7C", "bo": "9C 8D QS 2H", "fay": "QH 5D 5C", "mob": "JH TD 6S"}
OTHER = {"ana": "AD JC 3H 6D", "bo": "TS 7D KH 3D", "fay": "AH 8C 2D", "mob": "AS KD 8S"}


def table(hands: dict[str, str], pile: int) -> dict[str, Any]:
    """Four participants with these hands, the same initiative cards, and a pile in an order of its own."""
    dealt = [card for participant in PEOPLE for card in [FIRST[participant["id"]], *hands[participant["id"]].split()]]
    left = whole_deck()
    left.subtract(dealt)
    rest = [card for card in low_first(left) if card != "XX"]
    random.Random(pile).shuffle(rest)
    return play.start(GAME, {"participants": PEOPLE, "deck": dealt + rest + ["XX"] * 4}, seed=7)


Step = tuple[str, str, dict[str, Any]]


def steps(hands: dict[str, str]) -> list[Step]:
    """Initiative, an attack, an answer with a counter laid aside, then the word; cards by their place in the hand."""
    ana, bo = hands["ana"].split(), hands["bo"].split()
    opening: list[Step] = [("initiative", name, {"card": card}) for name, card in FIRST.items()]
    attack = {"target": "bo", "kind": "physical", "skill": "Combat (Unarmed)", "weapon": "Club", "card": ana[0]}
    use = [{"advantage": "counter", "cards": [bo[1], bo[2]]}]
    return [
        *opening,
        ("draw", "ana", {}),
        ("attack", "ana", attack),
        ("defend", "bo", {"card": bo[0], "skill": "Combat (Sword)", "use": use}),
    ]


def received(hands: dict[str, str], pile: int, viewer: str) -> bytes:
    """Everything that the viewer receives on the way, as bytes."""
    state = table(hands, pile)
    got: list[Any] = [told(play.opening(GAME, state), viewer)]
    for kind, actor, fields in steps(hands):
        result = play.act(GAME, state, {"type": kind, "actor": actor, **fields})
        state = result["state"]
        got.append(told(result["events"], viewer))
        got.append(play.view(GAME, state, viewer))
        if viewer != "observer":
            got.append(play.offers(GAME, state, viewer))
            got.append(play.sample(GAME, state, viewer, seed=5))
        got.append(play.actors(GAME, state))
    return play.canonical(got)


def told(events: list[dict[str, Any]], viewer: str) -> list[dict[str, Any]]:
    """The events that reach the viewer; commitments hide what they commit to, openings follow from their place."""
    mine = [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]]
    return [{name: value for name, value in event.items() if name not in HIDDEN} for event in mine]


def changed(*names: str) -> dict[str, str]:
    return {**HANDS, **{name: OTHER[name] for name in names}}


@pytest.mark.parametrize(
    ("viewer", "others"),
    [
        ("ana", ["bo", "fay"]),
        ("bo", ["ana", "fay", "mob"]),
        ("fay", ["ana", "bo", "mob"]),
        ("mob", ["ana", "bo", "fay"]),
        ("gm", ["ana", "bo", "mob"]),
        ("observer", ["ana", "bo", "fay", "mob"]),
    ],
)
def test_what_a_viewer_receives_does_not_depend_on_the_hands_of_others_gob_43(viewer: str, others: list[str]) -> None:
    if viewer == "ana":
        assert without_draw(HANDS, viewer) == without_draw(changed(*others), viewer)
    else:
        assert received(HANDS, 1, viewer) == received(changed(*others), 1, viewer)


def without_draw(hands: dict[str, str], viewer: str) -> bytes:
    """Ana's own draw comes from the pile, which is alike for both: the cards changed are no longer in it."""
    state = table(hands, 1)
    got: list[Any] = []
    for kind, actor, fields in steps(hands)[:4]:
        result = play.act(GAME, state, {"type": kind, "actor": actor, **fields})
        state = result["state"]
        got += [
            told(result["events"], viewer),
            play.view(GAME, state, viewer),
            play.offers(GAME, state, viewer),
            play.sample(GAME, state, viewer, seed=3),
        ]
    return play.canonical(got)


@pytest.mark.parametrize("name", ["ana", "bo", "fay", "mob"])
def test_what_a_viewer_receives_does_depend_on_its_own_hand(name: str) -> None:
    assert received(HANDS, 1, name) != received(changed(name), 1, name)


def test_the_controller_receives_what_it_controls_gob_97() -> None:
    assert without_draw(HANDS, "ana") != without_draw(changed("mob"), "ana")
    assert received(HANDS, 1, "gm") != received(changed("fay"), 1, "gm")


@pytest.mark.parametrize("viewer", ["bo", "fay", "mob", "gm", "observer"])
def test_nothing_that_others_receive_depends_on_the_order_of_the_pile(viewer: str) -> None:
    assert received(HANDS, 1, viewer) == received(HANDS, 2, viewer)


def test_the_counter_and_both_answers_stay_closed_until_the_reveal_gob_60() -> None:
    state = table(HANDS, 1)
    for kind, actor, fields in steps(HANDS):
        state = play.act(GAME, state, {"type": kind, "actor": actor, **fields})["state"]
    assert play.view(GAME, state, "gm")["phase"] == "betting"
    assert play.view(GAME, state, "observer")["pending"]["face_down"] == 4
    for viewer in ("gm", "observer", "fay", "mob"):
        shown = cards_in(play.view(GAME, state, viewer))
        assert not shown & {"KS", "9C", "8D", "QS"}


@pytest.mark.parametrize("viewer", ["ana", "bo", "gm"])
def test_what_a_refusal_says_does_not_depend_on_the_hands_of_others(viewer: str) -> None:
    """Every card is tried as an attack, an answer, a bet and an initiative card: the answers are the same."""
    others = {"ana": ["bo", "fay"], "bo": ["ana", "fay", "mob"], "gm": ["ana", "bo", "mob"]}[viewer]
    assert refusals(HANDS, viewer) == refusals(changed(*others), viewer)


def refusals(hands: dict[str, str], viewer: str) -> list[Any]:
    found: list[Any] = []
    state = table(hands, 1)
    for step in steps(hands):
        for card in sorted(set(whole_deck())):
            for kind, fields in (
                ("initiative", {"card": card}),
                ("discard", {"cards": [card]}),
                ("bet", {"cards": [card]}),
                ("defend", {"card": card}),
                ("attack", {"target": "fay", "kind": "social", "skill": "Guts", "card": card}),
            ):
                try:
                    play.act(GAME, state, {"type": kind, "actor": viewer, **fields})
                    found.append("accepted")
                except play.Refused as refused:
                    found.append((refused.code, refused.message, refused.rule))
        if viewer == "ana" and step[0] == "draw":
            break
        state = play.act(GAME, state, {"type": step[0], "actor": step[1], **step[2]})["state"]
    return found


@pytest.mark.parametrize("seed", range(8))
def test_random_play_shows_no_hidden_card_to_anybody(seed: int) -> None:
    """Every viewer, every step: views and offers name only open cards and those of one's own."""
    dice = random.Random(seed)
    state = play.start(GAME, {"participants": PEOPLE}, seed=seed)
    laid: dict[str, set[str]] = {}
    for _ in range(70):
        actors = play.actors(GAME, state)
        if not actors:
            break
        actor = dice.choice(actors[:-1] or actors) if dice.random() < 0.95 else dice.choice(actors)
        command = play.sample(GAME, state, actor, seed=dice.getrandbits(32))
        if command is None or command["type"] == "end":
            continue
        before, result = state, play.act(GAME, state, command)
        state = result["state"]
        remember(laid, command)
        shuffled = any(event["type"] == "shuffled" for event in result["events"])
        for viewer in [*play.view(GAME, state, "gm")["participants"], "gm", "observer"]:
            view = play.view(GAME, state, viewer)
            may = open_cards(state, viewer) | laid_by(laid, viewer, view)
            assert cards_in(view) <= may, f"{viewer} after {command}"
            if viewer != "observer":
                assert cards_in(play.offers(GAME, state, viewer)) <= may
            if not shuffled:
                heard = cards_in(told(result["events"], viewer))
                assert heard <= may | open_cards(before, viewer), f"{viewer} hears after {command}"


def open_cards(state: dict[str, Any], viewer: str) -> set[str]:
    if viewer not in ("gm", "observer") and viewer not in play.view(GAME, state, "gm")["participants"]:
        return {"XX"}
    view = play.view(GAME, state, viewer)
    cards = {"XX", *view["hand"], *view["discard"], *view["played"]}
    cards |= {card for cards in view["hands"].values() for card in cards}
    return cards | {
        participant["initiative"] for participant in view["participants"].values() if participant["initiative"]
    }


def test_the_pattern_finds_cards() -> None:
    assert set(CODE.findall('{"a": "KS", "text": "plays TD and 9C."}')) == {"KS", "TD", "9C"}
