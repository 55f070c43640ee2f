"""Nobody learns what is hidden (GOB-43, GOB-60, GOB-97) in plays step by step: other hands, face-down cards and the
pile change no byte that a viewer receives; and a planted leak is caught."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from rules.games.game_of_bastards import offers as offers_module
from rules.games.game_of_bastards import view as view_module
from tests.rules.game_of_bastards.hiding import CODE, PEOPLE, cards_in, compare, exchanged_state, heard, received
from tests.rules.game_of_bastards.participants import SWORD, low_first, swordfighter, whole_deck
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.game_of_bastards.table import Table

State = dict[str, Any]
FIRST = {"ana": "AC", "bo": "2C", "fay": "3C", "mob": "4C"}
HANDS = {"ana": "KS 4D 9H 7C", "bo": "9C 8D QS 2H", "fay": "QH 5D 5C", "mob": "JH TD 6S"}
OTHER = {"ana": "AD JC 3H 6D", "bo": "TS 7D KH 3D", "fay": "AH 8C 2D", "mob": "AS KD 8S"}
COMMANDS_BEFORE_THE_DRAW = 4


def in_the_middle() -> State:
    """A play with a face-down card on both sides."""
    participants = [swordfighter("ana"), swordfighter("bo", side="foes")]
    table = Table.dealt(participants, ["AC 9C 8C 7C 6C", "2C KD QD JD TD"])
    table.do("draw", "ana")
    table.strike("ana", "bo", "9C")
    table.do("defend", "bo", card="KD", skill="Combat (Sword)")
    return table.state


def test_a_face_down_card_is_a_count_to_all_but_who_laid_it_gob_43() -> None:
    state = in_the_middle()
    for viewer in ("ana", "bo", "gm", "observer"):
        view = play.view(SYSTEM, state, viewer)
        assert view["pending"]["face_down"] == 2
        assert ("KD" in repr(view)) == (viewer == "bo")
        assert ("9C" in repr(view)) == (viewer == "ana")
        assert view["own_down"] == {"ana": {"ana": ["9C"]}, "bo": {"bo": ["KD"]}}.get(viewer, {})


def test_a_participant_who_lays_a_card_face_down_is_told_which_and_nobody_else_gob_43() -> None:
    table = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes", controller="gm")], ["AC 9C 8C 7C 6C", "2C KD QD JD TD"]
    )
    table.do("draw", "ana")
    table.strike("ana", "bo", "9C")
    assert [event["visible_to"] for event in table.events if "9C" in repr(event)] == [["ana"]]
    table.do("defend", "bo", card="KD")
    assert [event["visible_to"] for event in table.events if "KD" in repr(event)] == [["bo", "gm"]]


def test_the_hand_of_a_controlled_participant_is_its_controllers_alone_gob_97() -> None:
    state = play.start(SYSTEM, everything(), seed=2)
    assert set(play.view(SYSTEM, state, "gm")["hands"]) == {"cyd", "fay"}
    assert set(play.view(SYSTEM, state, "ben")["hands"]) == {"ben", "mob"}
    assert set(play.view(SYSTEM, state, "ana")["hands"]) == {"ana"}
    assert play.view(SYSTEM, state, "observer")["hands"] == {}
    dealt = [event for event in play.opening(SYSTEM, state) if event["type"] == "dealt-cards"]
    assert [event["visible_to"] for event in dealt] == [["ana"], ["ben"], ["cyd", "gm"], ["fay", "gm"], ["mob", "ben"]]


def test_cards_laid_aside_for_a_counter_stay_hidden_until_it_is_revealed_gob_60() -> None:
    participants = [swordfighter("ana"), swordfighter("bo", "counter", side="foes", skills={"Combat (Sword)": 3})]
    table = Table.dealt(participants, ["AC 3C 8C 7C 6C", "2C KD QD JD TD"])
    table.do("draw", "ana")
    table.strike("ana", "bo", "3C")
    counter = [{"advantage": "counter", "cards": ["QD", "JD"]}]
    table.do("defend", "bo", card="KD", skill="Combat (Sword)", use=counter)
    assert table.view("ana")["pending"]["face_down"] == 4
    table.settle()
    assert table.phase == "defend"
    assert table.view("ana")["pending"]["face_down"] == 2
    for viewer in ("ana", "gm", "observer"):
        assert "QD" not in repr(table.view(viewer))
        assert "QD" not in repr(heard(table.events, viewer))


def leak_hands(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(state: Any, viewer: object) -> dict[str, Any]:
        return {**view(state, viewer), "hint": "".join([participant.hand for participant in state.participants])}

    return leaking


def leak_down(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def leaking(state: Any, viewer: object) -> dict[str, Any]:
        return {**view(state, viewer), "hint": [side.down for side in state.play.sides] if state.play else None}

    return leaking


@pytest.mark.parametrize("leak", [leak_hands, leak_down])
def test_a_view_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    state = in_the_middle()
    compare(state, "ana", random.Random(1), None)
    monkeypatch.setattr(view_module, "view", leak(view_module.view))
    with pytest.raises(AssertionError):
        compare(state, "ana", random.Random(1), None)


def test_an_offer_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    state, usual = in_the_middle(), offers_module.offers

    def leaking(fight: Any, actor: object) -> list[dict[str, Any]]:
        return [{**offer, "help": fight.state.participants[1].hand} for offer in usual(fight, actor)]

    monkeypatch.setattr(offers_module, "offers", leaking)
    with pytest.raises(AssertionError):
        compare(state, "ana", random.Random(1), None)


def test_no_view_shows_the_key_the_seed_or_the_salts() -> None:
    state = in_the_middle()
    secrets = [state["deck"]["key"], *[shuffle[2] for shuffle in state["deck"]["shuffles"]]]
    for viewer in ("ana", "bo", "gm", "observer"):
        told = repr([play.view(SYSTEM, state, viewer), play.offers(SYSTEM, state, "ana")])
        assert not [secret for secret in secrets if secret in told]


def test_the_chance_of_a_play_tells_nothing_that_is_hidden() -> None:
    participants = [swordfighter("ana", weapons=[SWORD]), swordfighter("bo", side="foes")]
    table = Table.dealt(participants, ["AC 9C 8C 7C 6C", "2C KD QD JD TD"])
    table.do("draw", "ana")
    command = {"type": "attack", "actor": "ana", "target": "bo", "kind": "physical", "card": "9C"}
    command |= {"skill": "Combat (Sword)", "weapon": "Sword"}
    for seed in range(5):
        other, _ = exchanged_state(table.state, "ana", random.Random(seed))
        assert play.odds(SYSTEM, other, "ana", command) == play.odds(SYSTEM, table.state, "ana", command)
    assert play.odds(SYSTEM, table.state, "bo", command) is None
    assert play.odds(SYSTEM, table.state, "observer", command) is None


def table(hands: dict[str, str], pile: int) -> dict[str, Any]:
    """Four participants with these hands, the same initiative cards, and a pile in an order of its own."""
    dealt = [card for participant in PEOPLE for card in [FIRST[participant["id"]], *hands[participant["id"]].split()]]
    left = whole_deck()
    left.subtract(dealt)
    rest = [card for card in low_first(left) if card != "XX"]
    random.Random(pile).shuffle(rest)
    return play.start(SYSTEM, {"participants": PEOPLE, "deck": dealt + rest + ["XX"] * 4}, seed=7)


def commands(hands: dict[str, str]) -> list[State]:
    """Initiative, an attack, an answer with a counter laid aside, then the word; cards by their place in the hand."""
    ana, bo = hands["ana"].split(), hands["bo"].split()
    use = [{"advantage": "counter", "cards": [bo[1], bo[2]]}]
    attack = {"target": "bo", "kind": "physical", "skill": "Combat (Unarmed)", "weapon": "Club", "card": ana[0]}
    return [
        *[{"type": "initiative", "actor": name, "card": card} for name, card in FIRST.items()],
        {"type": "draw", "actor": "ana"},
        {"type": "attack", "actor": "ana", **attack},
        {"type": "defend", "actor": "bo", "card": bo[0], "skill": "Combat (Sword)", "use": use},
    ]


def received_by(viewer: str, hands: dict[str, str], pile: int = 1) -> list[bytes]:
    """What the viewer receives at the beginning and after each command.

    Of Ana it ends before her draw: that comes from the pile, from which the hands of others are missing.
    """
    state = table(hands, pile)
    found = [received(state, play.opening(SYSTEM, state), viewer)]
    for command in commands(hands)[: COMMANDS_BEFORE_THE_DRAW if viewer == "ana" else None]:
        result = play.act(SYSTEM, state, command)
        state = result["state"]
        found.append(received(state, result["events"], viewer))
    return found


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
def test_viewers_receive_the_same_whatever_others_hold_gob_43(viewer: str, others: list[str]) -> None:
    assert received_by(viewer, HANDS) == received_by(viewer, changed(*others))


@pytest.mark.parametrize("name", ["ana", "bo", "fay", "mob"])
def test_viewers_receive_something_else_with_another_hand_of_theirs(name: str) -> None:
    assert received_by(name, HANDS) != received_by(name, changed(name))


def test_the_controller_receives_what_it_controls_gob_97() -> None:
    assert received_by("ana", HANDS) != received_by("ana", changed("mob"))
    assert received_by("gm", HANDS) != received_by("gm", changed("fay"))


@pytest.mark.parametrize("viewer", ["bo", "fay", "mob", "gm", "observer"])
def test_nothing_that_others_receive_depends_on_the_order_of_the_pile(viewer: str) -> None:
    assert received_by(viewer, HANDS, 1) == received_by(viewer, HANDS, 2)


def test_the_counter_and_both_answers_stay_closed_until_the_reveal_gob_60() -> None:
    state = table(HANDS, 1)
    for command in commands(HANDS):
        state = play.act(SYSTEM, state, command)["state"]
    assert play.view(SYSTEM, state, "gm")["phase"] == "betting"
    assert play.view(SYSTEM, state, "observer")["pending"]["face_down"] == 4
    for viewer in ("gm", "observer", "fay", "mob"):
        shown = cards_in(play.view(SYSTEM, state, viewer))
        assert not shown & {"KS", "9C", "8D", "QS"}


@pytest.mark.parametrize("viewer", ["ana", "bo", "gm"])
def test_a_refusal_says_the_same_whatever_others_hold(viewer: str) -> None:
    """Every card is tried as an attack, an answer, a bet and an initiative card: the answers are the same."""
    others = {"ana": ["bo", "fay"], "bo": ["ana", "fay", "mob"], "gm": ["ana", "bo", "mob"]}[viewer]
    assert refusals(HANDS, viewer) == refusals(changed(*others), viewer)


def refusals(hands: dict[str, str], viewer: str) -> list[Any]:
    found: list[Any] = []
    state = table(hands, 1)
    for command in commands(hands):
        for card in sorted(set(whole_deck())):
            for kind, fields in (
                ("initiative", {"card": card}),
                ("discard", {"cards": [card]}),
                ("bet", {"cards": [card]}),
                ("defend", {"card": card}),
                ("attack", {"target": "fay", "kind": "social", "skill": "Guts", "card": card}),
            ):
                try:
                    play.act(SYSTEM, state, {"type": kind, "actor": viewer, **fields})
                    found.append("accepted")
                except play.Refused as refused:
                    found.append((refused.code, refused.message, refused.rule))
        if viewer == "ana" and command["type"] == "draw":
            break
        state = play.act(SYSTEM, state, command)["state"]
    return found


def test_the_pattern_finds_cards() -> None:
    assert set(CODE.findall('{"a": "KS", "text": "plays TD and 9C."}')) == {"KS", "TD", "9C"}
