"""Offers cover what is legal and nothing else; events have their shape and name the rules (contract)."""

import json
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME, heard_by
from tests.rules.game_of_bastards.people import BOW, SWORD, extras, fated, foe, follower, traits
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


def test_an_offer_has_the_shape_of_the_contract() -> None:
    table = scene("dodge", "savage", "iron-wall", wildcards=2)
    for step in range(3):
        if step == 1:
            table.draw("ana")
        if step == 2:
            table.attack("ana", "bo", "KS")
        for actor in play.actors(GAME, table.state):
            for offer in offers(table, actor):
                assert {"type", "actor", "label", "rules", "fixed", "choices", "example"} <= set(offer)
                assert offer["actor"] == actor
                assert offer["rules"]
                assert all(rule.startswith("GOB-") for rule in offer["rules"])
                for choice in offer["choices"].values():
                    assert choice["kind"] in KINDS
                given = set(offer["example"]) - {"type", "actor"}
                assert given <= set(offer["fixed"]) | set(offer["choices"])


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


def test_who_waits_is_offered_only_what_is_free_at_any_time_gob_06_gob_49() -> None:
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


def test_a_wildcard_is_offered_to_whom_has_one_gob_06() -> None:
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
def test_an_advantage_is_offered_to_whom_may_use_it_gob_16(key: str, pool: str, wildcards: int) -> None:
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


def test_every_event_has_its_type_sentence_rules_and_audience() -> None:
    table = scene("savage", wildcards=1)
    told = list(play.opening(GAME, table.state))
    told += table.do("draw", "ana")
    told += table.do("spend-wildcard", "ana")
    told += table.do("discard", "ana", cards="4D")
    told += table.do(
        "attack",
        "ana",
        target="bo",
        skill="Combat (Sword)",
        kind="physical",
        card="KS",
        weapon="Sword",
        use=[{"advantage": "savage"}],
        raises=1,
    )
    told += table.defend("bo", "9C")
    while table.phase == "betting":
        told += table.do("call", table.turn[0])
    told += table.do("pass", "ana")
    told += table.gm("adjust", target="bo", pool="sp", amount=-1, reason="A chill.")
    told += table.do("concede", "bo")
    told += table.gm("end", outcome="So it ends.")
    assert len(told) > 10
    for event in told:
        assert isinstance(event["type"], str)
        assert event["text"].strip() == event["text"] != ""
        assert event["text"][-1] in ".!?"
        assert event["rules"]
        assert all(rule.startswith("GOB-") and len(rule) == 6 for rule in event["rules"])
        assert event["visible_to"] == "all" or all(isinstance(who, str) for who in event["visible_to"])
        assert json.loads(json.dumps(event, allow_nan=False)) == event


def test_sentences_speak_of_people_by_name() -> None:
    table = Table({**fated("p1"), "name": "Mara of the Isles"}, {**foe("m1"), "name": "The Grey Wolf"})
    events = table.attack("p1", "m1", table.hand("p1")[0])
    told = " ".join(event["text"] for event in events)
    assert "Mara of the Isles" in told
    assert "Grey Wolf" in told


def test_a_drawn_card_is_told_to_its_owner_and_counted_to_others_gob_41() -> None:
    table = scene()
    table.do("draw", "ana")
    card = table.hand("ana")[-1]
    assert card in json.dumps(heard_by("ana", table.events))
    for viewer in ("bo", "gm", "observer", "fay"):
        heard = heard_by(viewer, table.events)
        assert heard, "the others hear that a card was drawn"
        assert card not in json.dumps(heard)


def test_every_command_tells_something_to_all() -> None:
    table = scene("dodge", wildcards=1)
    for kind, fields in (
        ("spend-wildcard", {}),
        ("draw", {}),
        ("use", {"advantage": "dodge"}),
        ("discard", {"cards": ["4D"]}),
        ("pass", {}),
    ):
        table.do(kind, "ana", **fields)
        assert heard_by("observer", table.events), kind


def test_raises_that_were_declared_are_named_as_met_or_missed_gob_23() -> None:
    for raises in (1, 40):
        table = Table(fated("ana"), foe(traits=traits(4)), hands={"ana": "KS", "bo": "9C"})
        table.attack("ana", "bo", "KS", raises=raises)
        table.defend("bo", "9C")
        table.settle()
        told = [event for event in table.events if "GOB-23" in event["rules"]]
        assert told, "the result names the declared raises"
