"""While an answer is awaited only it and the end are accepted; after the end nothing is (contract, F52-62)."""

from collections.abc import Callable
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import refused_act
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior

OUTCOMES = ["victory", "defeat", "escape", "parley", "other"]
ORDERS: list[dict[str, Any]] = [
    {"type": "afflict", "target": "ben", "strength": 5, "name": "venom"},
    {"type": "incapacitate", "target": "ben", "degree": "partial"},
    {"type": "release", "target": "ben"},
    {"type": "fall", "target": "ben", "feet": 30},
    {"type": "set-range", "a": "ana", "b": "ben", "range": "far"},
    {"type": "arm", "target": "imp"},
    {"type": "adjust", "target": "ben", "hp": 1, "reason": "a slip"},
    {"type": "join", "participant": {"id": "dot", "name": "Dot", "side": "players"}},
    {"type": "leave", "target": "imp"},
    {"type": "next-round"},
]
MOVES: list[dict[str, Any]] = [
    {"type": "attack", "actor": "ben", "target": "goblin", "cards": ["TC"], "weapon": "melee"},
    {"type": "attack", "actor": "ana", "target": "goblin", "cards": ["2H"], "weapon": "melee"},
    {"type": "attack", "actor": "goblin", "target": "ana", "cards": ["QH"], "weapon": "melee"},
    {"type": "maneuver", "actor": "ana", "maneuver": "parry", "cards": ["2H"]},
    {"type": "skill-check", "actor": "ben", "difficulty": 5},
    *(
        {"type": kind, "actor": actor}
        for kind in ("pass", "death-draw", "wake-draw", "pick-up")
        for actor in ("ana", "ben", "goblin")
    ),
]


def scene() -> Table:
    table = Table(
        warrior("ana", 2),
        hero("ben"),
        foe("goblin", max_hp=9),
        foe("imp", armed=False),
        hands={"ana": "9C KD 2H 3H", "ben": "TC AD 4H"},
        fd="QH 7S",
    )
    table.gm("afflict", target="ben", strength=5, name="fire")
    return table


def a_defence() -> Table:
    table = scene()
    table.attack("ana", "goblin", "9C KD")
    return table


def a_surplus() -> Table:
    table = scene()
    table.gm("fall", target="ana", feet=60)
    return table


@pytest.mark.parametrize("pending", [a_defence, a_surplus])
def test_no_other_command_and_no_order_is_accepted_meanwhile(pending: Callable[[], Table]) -> None:
    table = pending()
    for order in ORDERS:
        refused_act(table.state, {"actor": "gm", **order})
    for move in MOVES:
        refused_act(table.state, move)


@pytest.mark.parametrize("pending", [a_defence, a_surplus])
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_gm_may_end_it_meanwhile_f52_62(pending: Callable[[], Table], outcome: str) -> None:
    table = pending()
    table.gm("end", outcome=outcome)
    assert (table.phase, table.pending, table.turn) == ("over", None, [])
    table.because("F52-62")


@pytest.mark.parametrize("pending", [a_defence, a_surplus])
def test_the_gm_is_offered_the_end_alone_meanwhile(pending: Callable[[], Table]) -> None:
    table = pending()
    assert {offer["type"] for offer in play.offers(GAME, table.state, "gm")} == {"end"}
    assert {play.sample(GAME, table.state, "gm", seed=n)["type"] for n in range(10)} == {"end"}
    for idle in {"ana", "ben", "goblin", "imp"} - set(table.turn):
        assert play.offers(GAME, table.state, idle) == []
        assert play.sample(GAME, table.state, idle, seed=1) is None


def test_a_defence_is_answered_by_its_target_alone_f52_21() -> None:
    table = a_defence()
    assert play.actors(GAME, table.state) == ["goblin", "gm"]
    for other in ("ana", "ben", "imp", "gm"):
        refused_act(table.state, {"type": "defend", "actor": other, "cards": []})
    refused_act(table.state, {"type": "discard", "actor": "goblin", "cards": ["QH"]})
    assert {offer["type"] for offer in play.offers(GAME, table.state, "goblin")} == {"defend"}
    table.defend("goblin", "7S")
    assert (table.phase, table.pending, table.turn) == ("acting", None, ["ben"])


def test_a_surplus_is_answered_by_its_holder_alone_f52_31() -> None:
    table = a_surplus()
    assert play.actors(GAME, table.state) == ["ana", "gm"]
    for other in ("ben", "goblin", "gm"):
        refused_act(table.state, {"type": "discard", "actor": other, "cards": ["9C", "KD"]})
    refused_act(table.state, {"type": "defend", "actor": "ana", "cards": []})
    assert {offer["type"] for offer in play.offers(GAME, table.state, "ana")} == {"discard"}
    table.do("discard", "ana", cards="9C 2H")
    assert (table.phase, table.pending, table.turn) == ("acting", None, ["ana", "ben"])


def test_no_answer_is_taken_when_nothing_is_asked_f52_21_f52_31() -> None:
    table = scene()
    for actor in ("ana", "ben", "goblin"):
        refused_act(table.state, {"type": "defend", "actor": actor, "cards": []})
        refused_act(table.state, {"type": "discard", "actor": actor, "cards": []})
    refused_act(table.state, {"type": "discard", "actor": "ana", "cards": ["9C"]})


@pytest.mark.parametrize("cards", [None, "7S", 7, {}, ["7S", "7S"], ["2C"], ["9C"], ["7S", "QH"], ["XX"], [7], [None]])
def test_a_defence_plays_cards_of_ones_own_hand(cards: Any) -> None:
    refused_act(a_defence().state, {"type": "defend", "actor": "goblin", "cards": cards})


def test_a_defence_needs_its_cards_though_none_may_be_played_f52_22() -> None:
    table = a_defence()
    refused_act(table.state, {"type": "defend", "actor": "goblin"})
    table.defend("goblin")


@pytest.mark.parametrize(
    "cards", [None, [], "9C KD", ["9C"], ["9C", "9C"], ["9C", "TC"], ["9C", "KD", "2H"], ["9C", "XX"], [9, 2]]
)
def test_a_surplus_takes_exactly_so_many_cards_of_ones_own_hand_f52_31(cards: Any) -> None:
    refused_act(a_surplus().state, {"type": "discard", "actor": "ana", "cards": cards})


def test_the_end_is_the_gms_alone_with_one_outcome_f52_62() -> None:
    table = scene()
    for actor in ("ana", "goblin"):
        refused_act(table.state, {"type": "end", "actor": actor, "outcome": "victory"})
    for outcome in ("", "Victory", "draw", None, 3, ["victory"]):
        refused_act(table.state, {"type": "end", "actor": "gm", "outcome": outcome})
    refused_act(table.state, {"type": "end", "actor": "gm"})


@pytest.mark.parametrize("counts", [True, False, None])
def test_after_the_end_nothing_is_accepted_and_nobody_acts_f52_62(counts: bool | None) -> None:
    table = scene()
    table.attack("ana", "goblin", "9C")
    table.gm("end", outcome="parley", counts=counts)
    view = table.view()
    assert (view["phase"], view["turn"], view["pending"]) == ("over", [], None)
    assert play.actors(GAME, table.state) == []
    for who in ("ana", "ben", "goblin", "imp", "gm"):
        assert play.offers(GAME, table.state, who) == []
        assert play.sample(GAME, table.state, who, seed=3) is None
    for order in [*ORDERS, {"type": "end", "outcome": "parley"}]:
        refused_act(table.state, {"actor": "gm", **order})
    for move in [
        *MOVES,
        {"type": "defend", "actor": "goblin", "cards": []},
        {"type": "discard", "actor": "ana", "cards": []},
    ]:
        refused_act(table.state, move)


def test_the_past_is_still_seen_after_the_end() -> None:
    table = scene()
    table.gm("adjust", target="goblin", hp=4, reason="a hard blow")
    table.gm("end", outcome="escape")
    for viewer in ("ana", "ben", "goblin", "gm", "observer"):
        view = table.view(viewer)
        assert view["participants"]["goblin"]["hp"] == 4
        assert view["phase"] == "over"
    assert table.view("observer")["hand"] == []


def test_the_end_need_not_be_proposed_and_a_proposal_ends_nothing_f52_62() -> None:
    table = scene()
    for name in ("goblin", "imp"):
        table.gm("adjust", target=name, hp=0, reason="felled")
    assert (table.proposed, table.phase, table.turn) == ("victory", "acting", ["ana", "ben"])
    table.gm("end", outcome="defeat")
    assert table.phase == "over"


def test_two_questions_after_each_other_keep_all_others_waiting_f52_31() -> None:
    """Ben's fire and Ana's fall in one end of a round: Ana is asked, then Ben, then the round begins."""
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    for name in ("ben", "ana"):
        table.gm("afflict", target=name, strength=9, name="fire")
    table.passes("ana", "ben", "goblin")
    for name in ("ana", "ben"):
        assert (table.phase, table.turn, table.round) == ("discarding", [name], 1)
        assert table.pending is not None
        assert (table.pending["kind"], table.pending["actor"], table.pending["count"]) == ("surplus", name, 1)
        for order in ORDERS:
            refused_act(table.state, {"actor": "gm", **order})
        table.do("discard", name, cards=table.view(name)["hand"][:1])
    assert (table.phase, table.round, table.turn) == ("acting", 2, ["ana", "ben"])
