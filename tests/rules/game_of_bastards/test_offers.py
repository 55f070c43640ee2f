"""Offers cover what is legal and nothing else (contract)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, SWORD, extras, fated, foe, follower, traits
from tests.rules.game_of_bastards.table import Table

KINDS = {"one", "some", "number", "text", "bool"}


def offers(table: Table, actor: str) -> list[dict[str, Any]]:
    return list(play.offers(GAME, table.state, actor))


def offered(table: Table, actor: str, kind: str) -> set[Any]:
    """Every value that the offers of this type fix or open for `advantage`."""
    found = [offer for offer in offers(table, actor) if offer["type"] == kind]
    fixed = {offer["fixed"].get("advantage") for offer in found}
    return {
        key
        for key in fixed | {v for offer in found for v in offer["choices"].get("advantage", {}).get("from", [])}
        if key
    }


def scene(*advantages: Any, **more: Any) -> Table:
    return Table(
        fated("ana", *advantages, rank=2, weapons=[SWORD, BOW], skills={"Combat (Sword)": 2}, **more),
        foe(rank=2, traits=traits(4)),
        follower(),
        extras(),
        hands={"ana": "KS 4D", "bo": "9C 8D"},
    )


def test_attacks_on_several_are_named_in_good_english() -> None:
    table = scene()
    table.draw("ana")
    labels = {offer["label"] for offer in offers(table, "ana")}
    assert {"Strike several with words", "Strike at the mind of several", "Try the luck of several"} <= labels


@pytest.mark.parametrize(
    ("phase", "needed"),
    [
        ("initiative", {"initiative"}),
        ("draw", {"draw", "mulligan"}),
        ("declare", {"attack", "pass", "discard", "replace-initiative"}),
    ],
)
def test_each_phase_offers_its_commands_gob_41(phase: str, needed: set[str]) -> None:
    table = Table(fated("ana"), foe(), waiting=phase == "initiative")
    if phase == "declare":
        table.draw("ana")
    assert table.types("ana") >= {*needed, "concede"}
    assert not table.types("ana") & {"bet", "call", "defend", "redirect", "desperation", "bet-wildcard"}


def test_a_participant_who_waits_is_offered_only_what_is_free_at_any_time_gob_06_gob_49() -> None:
    table = Table(fated("ana"), foe(wildcards=1))
    assert table.types("bo") <= {"concede", "spend-wildcard", "use"}
    assert table.types("bo") >= {"concede", "spend-wildcard"}


def test_a_defence_is_offered_to_the_attacked_alone_gob_43() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    assert "defend" in table.types("bo")
    for name in ("ana", "fay", "mob"):
        assert "defend" not in table.types(name)
    assert "attack" not in table.types("bo")


def test_the_word_is_offered_to_the_one_who_has_it_gob_44() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    table.defend("bo", "9C")
    assert table.types("bo") >= {"bet", "call"}
    assert not table.types("ana") & {"bet", "call", "bet-wildcard"}
    table.do("call", "bo")
    assert table.types("ana") >= {"bet", "call"}
    assert not table.types("bo") & {"bet", "call", "bet-wildcard"}


def test_a_wildcard_is_offered_to_participants_who_have_one_gob_06() -> None:
    table = scene(wildcards=1)
    assert "spend-wildcard" in table.types("ana")
    assert "spend-wildcard" not in table.types("bo")
    table.do("spend-wildcard", "ana")
    assert "spend-wildcard" not in table.types("ana")


@pytest.mark.parametrize(
    ("key", "pool", "wildcards"),
    [
        ("all-out-defense", "bp", 0),
        ("defensive-stance", "bp", 0),
        ("serendipity", "lp", 0),
        ("iron-wall", "bp", 1),
        ("karmic-shuffle", "lp", 1),
        ("soul-of-steel", "sp", 1),
        ("study", "mp", 0),
        ("dodge", "bp", 0),
        ("ass-pull", "lp", 0),
        ("berserk", "sp", 1),
    ],
)
def test_an_advantage_is_offered_to_participants_who_may_use_it_gob_16(key: str, pool: str, wildcards: int) -> None:
    table = scene(key, wildcards=wildcards)
    table.draw("ana")
    assert offered(table, "ana", "use") == {key}
    assert offered(table, "bo", "use") == set()
    table = scene(key, wildcards=wildcards, pools={pool: 0})
    table.draw("ana")
    assert offered(table, "ana", "use") == set()
    if wildcards:
        table = scene(key)
        table.draw("ana")
        assert offered(table, "ana", "use") == set()


def test_dramatic_actions_are_offered_to_fated_in_their_turn_gob_98() -> None:
    table = scene(wildcards=2)
    assert "dramatic" in table.types("ana")
    for name in ("bo", "fay", "mob"):
        assert "dramatic" not in table.types(name)


def test_nothing_that_needs_a_card_is_offered_without_one() -> None:
    table = Table(follower("fay", 1), fated("ana"), draws="XX")
    table.draw("fay")
    assert not table.types("fay") & {"attack", "discard", "replace-initiative"}
    assert "pass" in table.types("fay")


def test_an_unknown_actor_or_an_observer_is_offered_nothing() -> None:
    table = scene()
    for nobody in ("observer", "nobody"):
        try:
            assert play.offers(GAME, table.state, nobody) == []
        except play.Refused:
            continue
