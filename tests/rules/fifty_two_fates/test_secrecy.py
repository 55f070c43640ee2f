"""Nobody learns what is hidden (F52-12): by view, offers, events, refusals; and a planted leak is caught."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from rules.games.fifty_two_fates import view as view_module
from tests.rules.fifty_two_fates.participants import hero, monster
from tests.rules.fifty_two_fates.setups import SYSTEM

HANDS = {"ana": ["2C", "9D", "KS"], "ben": ["3C", "8D", "QS"], "cyd": ["4C", "7D", "JS"]}
FD = ["5C", "6D"]
INITIATIVE = ["AS", "KH", "QH", "2H"]
HIDDEN = ("commitments",)


def table(hands: dict[str, list[str]], fd: list[str]) -> dict[str, Any]:
    """Three heroes and a wolf, the given hands, the same initiative and the same rest of the pile."""
    heroes = [hero("ana", **{"class": "warrior"}), hero("ben", **{"class": "wizard"}), hero("cyd")]
    named = [*hands["ana"], *hands["ben"], *hands["cyd"], *fd, *INITIATIVE]
    rest = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS" if rank + suit not in named]
    random.Random(1).shuffle(rest)
    setup = {
        "participants": [*heroes, monster("wolf", group="wolves")],
        "options": {"fd_extra_cards": 1},
        "deck": named + rest,
    }
    return play.start(SYSTEM, setup, seed=7)


def seen(state: dict[str, Any], events: list[dict[str, Any]], viewer: str, answers: list[Any]) -> dict[str, Any]:
    """Everything that a viewer receives; commitments hide what they commit to and are left out."""
    mine = [event for event in events if event["visible_to"] == "all" or viewer in event["visible_to"]]
    told = [{name: value for name, value in event.items() if name not in HIDDEN} for event in mine]
    offers = [] if viewer == "observer" else play.offers(SYSTEM, state, viewer)
    return {"view": play.view(SYSTEM, state, viewer), "offers": offers, "events": told, "answers": answers}


def refusals(state: dict[str, Any], viewer: str) -> list[Any]:
    """What the engine answers when `viewer` tries every card of the deck."""
    found: list[Any] = []
    for card in [rank + suit for rank in "2579JQKA" for suit in "CDHS"]:
        for command in (
            {"type": "attack", "actor": viewer, "target": "wolf", "cards": [card], "weapon": "melee"},
            {"type": "defend", "actor": viewer, "cards": [card]},
        ):
            try:
                play.act(SYSTEM, state, command)
                found.append("accepted")
            except play.Refused as refused:
                found.append((refused.code, refused.message, refused.rule))
    return found


OTHERS = {
    "ana": ({"ana": HANDS["ana"], "ben": HANDS["cyd"], "cyd": [*FD, "8H"]}, ["3C", "8D"]),
    "observer": ({"ana": HANDS["cyd"], "ben": HANDS["ana"], "cyd": HANDS["ben"]}, ["7H", "8H"]),
    "gm": ({"ana": HANDS["ben"], "ben": HANDS["cyd"], "cyd": HANDS["ana"]}, FD),
    "wolf": ({"ana": HANDS["ben"], "ben": HANDS["cyd"], "cyd": HANDS["ana"]}, FD),
}


def received(hands: dict[str, list[str]], fd: list[str], viewer: str) -> dict[str, Any]:
    """The start and one pass, as `viewer` receives it all."""
    state = table(hands, fd)
    events = play.opening(SYSTEM, state)
    answers = refusals(state, viewer) if viewer in ("ana", "wolf") else []
    result = play.act(SYSTEM, state, {"type": "pass", "actor": "ben"})
    return seen(result["state"], events + result["events"], viewer, answers)


@pytest.mark.parametrize("viewer", list(OTHERS))
def test_viewers_receive_the_same_whatever_others_hold_f52_12(viewer: str) -> None:
    assert received(HANDS, FD, viewer) == received(*OTHERS[viewer], viewer)


def test_viewers_receive_something_else_with_another_hand_of_their_own() -> None:
    assert received(HANDS, FD, "ana") != received(OTHERS["gm"][0], FD, "ana")


def leak_hands(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(state: Any, viewer: object) -> dict[str, Any]:
        return {**view(state, viewer), "hint": "".join([participant.hand for participant in state.participants])}

    return leaking


def leak_pile(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(state: Any, viewer: object) -> dict[str, Any]:
        return {**view(state, viewer), "next": state.deck.draw[0]}

    return leaking


@pytest.mark.parametrize("leak", [leak_hands])
def test_a_view_that_leaks_a_hand_is_caught(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    monkeypatch.setattr(view_module, "view", leak(view_module.view))
    with pytest.raises(AssertionError):
        test_viewers_receive_the_same_whatever_others_hold_f52_12("ana")


def pile_order(viewer: str) -> tuple[Any, Any]:
    """The view of two tables that differ in nothing but the order of the draw pile."""
    state = table(HANDS, FD)
    other = play.redeal(SYSTEM, state, seed="another order")["state"]
    return play.view(SYSTEM, state, viewer), play.view(SYSTEM, other, viewer)


@pytest.mark.parametrize("viewer", ["ana", "wolf", "gm", "observer"])
def test_no_view_depends_on_the_order_of_the_draw_pile(viewer: str) -> None:
    first, other = pile_order(viewer)
    assert first == other


def test_a_view_that_leaks_the_draw_pile_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_module, "view", leak_pile(view_module.view))
    with pytest.raises(AssertionError):
        test_no_view_depends_on_the_order_of_the_draw_pile("observer")


def test_no_view_shows_the_key_the_seed_or_the_salts() -> None:
    state = table(HANDS, FD)
    secrets = [state["deck"]["key"], *[shuffle[2] for shuffle in state["deck"]["shuffles"]]]
    for viewer in ("ana", "ben", "cyd", "wolf", "gm", "observer"):
        told = repr([play.view(SYSTEM, state, viewer), play.opening(SYSTEM, state)])
        assert not [secret for secret in secrets if secret in told]


def test_a_drawn_card_is_in_the_owners_event_only_f52_12() -> None:
    state = table(HANDS, FD)
    attack = {"type": "attack", "actor": "ana", "target": "wolf", "cards": ["9D"], "weapon": "melee"}
    state = play.act(SYSTEM, state, attack)["state"]
    state = play.act(SYSTEM, state, {"type": "defend", "actor": "wolf", "cards": []})["state"]
    events: list[dict[str, Any]] = []
    while play.view(SYSTEM, state, "gm")["round"] == 1:
        result = play.act(SYSTEM, state, {"type": "pass", "actor": play.actors(SYSTEM, state)[0]})
        state, events = result["state"], result["events"]
    drawn = next(event for event in events if event["type"] == "drew-cards")
    assert drawn["visible_to"] == ["ana"]
    assert drawn["cards"][0] in play.view(SYSTEM, state, "ana")["hand"]
    public = [event for event in events if event["visible_to"] == "all"]
    assert drawn["cards"][0] not in repr(public)
    assert [event["count"] for event in public if event["type"] == "drew"] == [1]
