"""Declaring an attack and answering it: targets, cards, kinds, traits, what is refused (GOB-41, GOB-43, GOB-46)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import UNARMED, extras, fated, foe, follower, traits
from tests.rules.game_of_bastards.table import Table

HARDY = {"traits": traits(4)}


def scene(**more: Any) -> Table:
    return Table(
        fated("ana", rank=2),
        foe(rank=2, **HARDY),
        fated("cy", rank=2, **HARDY),
        foe("di", rank=2, **HARDY),
        hands={"ana": "KS 4D", "bo": "9C 5D", "cy": "8H", "di": "7H"},
        **more,
    )


def test_an_attack_lays_one_card_face_down_and_asks_the_target_gob_43() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    table.because("GOB-43")
    assert (table.phase, table.turn) == ("defend", ["bo"])
    assert table.pending["actor"] == "ana"
    assert table.pending["face_down"] == 1
    assert (table.played, table.discard) == ([], [])
    assert "KS" not in table.hand("ana")


def test_an_answer_lies_face_down_too_gob_43() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    table.defend("bo", "9C")
    assert table.phase == "betting"
    assert table.pending["face_down"] == 2
    assert table.played == []
    assert "9C" not in table.hand("bo")


def test_after_the_reveal_the_cards_lie_in_the_discard_pile_and_the_next_is_to_act_gob_41_gob_44() -> None:
    table = scene()
    table.clash("ana", "bo", "KS", "9C")
    assert (table.pending, table.played, sorted(table.discard)) == (None, [], ["9C", "KS"])
    assert (table.phase, table.turn) == ("draw", ["bo"])


def test_no_card_is_an_answer_too_gob_43() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    table.defend("bo", None)
    assert table.pending["face_down"] == 1
    table.settle()
    assert table.discard == ["KS"]


def test_a_defence_is_asked_of_one_without_cards_too_gob_43() -> None:
    table = Table(fated("ana"), follower(rating=1), hands={"ana": "KS"})
    table.attack("ana", "fay", "KS")
    assert (table.phase, table.turn) == ("defend", ["fay"])
    table.do("defend", "fay")
    assert table.phase == "draw"


def test_several_targets_answer_in_any_order_gob_43() -> None:
    table = scene()
    table.attack("ana", ["di", "bo", "cy"], "KS")
    assert table.phase == "defend"
    assert sorted(table.turn) == ["bo", "cy", "di"]
    table.defend("di", "7H")
    assert sorted(table.turn) == ["bo", "cy"]
    table.refuse("defend", "di", card=None)
    table.defend("bo", "9C")
    table.defend("cy", None)
    assert table.phase == "betting"
    assert table.pending["face_down"] == 3


def test_each_target_is_compared_with_the_same_total_gob_43() -> None:
    table = scene()
    table.attack("ana", ["bo", "cy", "di"], "KS")
    table.defend("bo", None)
    table.defend("cy", "8H")
    table.defend("di", "7H")
    table.settle()
    assert [table.pool(name) for name in ("bo", "cy", "di")] == [20 - 14, 20 - 6, 20 - 7], "14 against 1, 9 and 8"


def test_one_target_may_be_named_as_a_list_of_one_gob_43() -> None:
    table = scene()
    table.attack("ana", ["bo"], "KS")
    assert table.turn == ["bo"]


@pytest.mark.parametrize(
    "targets", [[], ["bo", "bo"], ["ana"], ["bo", "ana"], ["nobody"], ["gm"], [None], "bo", 7, {}, ["bo", 7], [["bo"]]]
)
def test_targets_are_others_each_once_gob_43(targets: Any) -> None:
    table = scene()
    table.draw("ana")
    table.refuse("attack", "ana", targets=targets, skill=UNARMED, kind="physical", card="KS")


@pytest.mark.parametrize("target", ["ana", "nobody", "gm", "", None, 7, True, ["bo"]])
def test_a_target_is_somebody_else_gob_43(target: Any) -> None:
    table = scene()
    table.draw("ana")
    table.refuse("attack", "ana", target=target, skill=UNARMED, kind="physical", card="KS")


def test_target_and_targets_together_or_neither_are_refused_gob_43() -> None:
    table = scene()
    table.draw("ana")
    for aim in ({}, {"target": "bo", "targets": ["cy"]}):
        table.refuse("attack", "ana", skill=UNARMED, kind="physical", card="KS", **aim)
    table.do("attack", "ana", target="bo", targets=None, skill=UNARMED, kind="physical", card="KS")


def test_nobody_who_is_out_is_a_target_gob_43_gob_49() -> None:
    table = scene()
    table.do("concede", "bo")
    table.no_attack("ana", "bo", "KS")
    table.no_attack("ana", ["bo", "cy"], "KS")
    table.attack("ana", ["cy", "di"], "KS")


def test_the_own_side_may_be_attacked_gob_43() -> None:
    table = scene()
    table.attack("ana", "cy", "KS")
    assert table.turn == ["cy"]


@pytest.mark.parametrize("card", ["9C", "AC", "XX", "", None, 7, ["KS"], "ks", True])
def test_an_attack_needs_a_card_of_ones_own_hand_gob_43(card: Any) -> None:
    table = scene()
    table.no_attack("ana", "bo", card)


@pytest.mark.parametrize("card", ["KS", "AC", "XX", "", 7, ["9C"], True])
def test_a_defence_needs_a_card_of_ones_own_hand_gob_43(card: Any) -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    table.refuse("defend", "bo", card=card)


def test_an_attacker_without_a_card_cannot_attack_gob_43() -> None:
    table = Table(follower("fay", 1), fated("ana"), draws="XX")
    table.draw("fay")
    assert table.size("fay") == 0
    assert "attack" not in table.types("fay")
    table.no_attack("fay", "ana", "2S")


@pytest.mark.parametrize("kind", ["Physical", "magic", "", None, 7, True, ["physical"]])
def test_a_kind_is_one_of_four_gob_46(kind: Any) -> None:
    table = scene()
    table.no_attack("ana", "bo", "KS", kind=kind)


@pytest.mark.parametrize("skill", ["", 7, True, ["Guts"], "x" * 201])
def test_a_skill_is_a_text(skill: Any) -> None:
    table = scene()
    table.no_attack("ana", "bo", "KS", skill=skill)
    table.attack("ana", "bo", "KS")
    table.refuse("defend", "bo", card="9C", skill=skill)


@pytest.mark.parametrize("raises", [0, 1, 50, None])
def test_raises_may_be_declared_gob_41(raises: int | None) -> None:
    table = scene()
    table.attack("ana", "bo", "KS", raises=raises)


@pytest.mark.parametrize("raises", [-1, 51, True, 1.0, "2", [2], 10**30])
def test_raises_range_from_nothing_to_fifty(raises: Any) -> None:
    table = scene()
    table.no_attack("ana", "bo", "KS", raises=raises)


def test_declared_raises_change_nothing_but_are_named_gob_23() -> None:
    pools = []
    for raises in (None, 2, 40):
        table = scene()
        table.attack("ana", "bo", "4D", raises=raises)
        table.defend("bo", None)
        table.settle()
        pools.append(table.pools("bo"))
    assert pools[0] == pools[1] == pools[2]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("mood", "grim"),
        ("cards", ["KS"]),
        ("amount", 2),
        ("weapon", 7),
        ("weapons", "Sword"),
        ("use", "savage"),
        ("use", [7]),
        ("use", [{}]),
        ("use", {"advantage": "savage"}),
        ("trait", "guts"),
        ("trait", 7),
    ],
)
def test_malformed_or_unknown_fields_are_refused(field: str, wrong: Any) -> None:
    table = scene()
    table.no_attack("ana", "bo", "KS", **{field: wrong})
    if field not in ("cards", "weapons"):
        table.attack("ana", "bo", "KS")
        table.refuse("defend", "bo", card="9C", skill=UNARMED, **{field: wrong})


def test_only_the_attacked_answer_gob_43() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    for name in ("ana", "cy", "di", "gm"):
        table.refuse("defend", name, card=None)
    for kind in ("draw", "pass", "mulligan", "call"):
        table.refuse(kind, "bo")
    table.refuse("discard", "bo", cards="9C")


def test_there_is_nothing_to_answer_without_an_attack() -> None:
    table = scene()
    table.refuse("defend", "bo", card=None)
    table.draw("ana")
    table.refuse("defend", "bo", card=None)
    table.refuse("call", "ana")
    table.refuse("bet", "ana", cards="KS")


def test_while_an_answer_is_pending_the_gm_may_only_end_gob_49() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    table.no_gm("adjust", target="bo", pool="bp", amount=-1, reason="so")
    table.no_gm("rest")
    table.no_gm("assign", target="bo", controller="ana")
    table.no_gm("leave", target="di")
    table.no_gm("join", participant=fated("ed"))
    assert table.types("gm") == {"end"}
    table.gm("end", outcome="a truce")
    assert table.phase == "over"


def test_a_skill_left_out_of_a_defence_has_rank_one_gob_43() -> None:
    table = Table(fated("ana"), foe(rank=5, **HARDY), hands={"ana": "KS", "bo": "9C 8C"})
    table.attack("ana", "bo", "KS")
    table.do("defend", "bo", card="9C")
    assert table.phase == "draw", "one card is the limit, nobody can bet"


def test_a_skill_that_is_not_on_the_sheet_has_rank_one_gob_43() -> None:
    table = Table(fated("ana", rank=5), foe(rank=5, **HARDY), hands={"ana": "KS 4D", "bo": "9C 8C"})
    table.attack("ana", "bo", "KS", skill="Knitting")
    table.defend("bo", "9C", skill="Weaving")
    assert table.phase == "draw"


def test_an_attack_without_a_weapon_may_use_any_skill_gob_43() -> None:
    table = Table(fated("ana", skills={"Athletics": 2}), foe(), hands={"ana": "KS 4D"})
    table.attack("ana", "bo", "KS", skill="Athletics")
    table.defend("bo", None)
    assert table.turn == ["bo"], "who answered with nothing may still bet one"
    table.do("call", "bo")
    assert table.turn == ["ana"], "a rank of two: one card more"


def test_extras_need_no_skill_gob_96() -> None:
    table = Table(extras(rating=1, members=2), fated("ana"), hands={"mob": "KS"})
    table.draw("mob")
    table.do("attack", "mob", target="ana", kind="physical", card="KS")
    table.do("defend", "ana", card=None)
    table.settle()
    assert table.pool("ana") == 0
