"""The reveal: totals, success and failure by the difference, ties by suits, damage by kind (GOB-03, GOB-45, GOB-46)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import BOW, SWORD, UNARMED, fated, foe, traits
from tests.rules.game_of_bastards.table import Table

HARDY = {"traits": traits(4, 4, 4, 4)}


def hit(
    card: str,
    reply: str | None,
    *,
    her: dict[str, Any] | None = None,
    him: dict[str, Any] | None = None,
    kind: str = "physical",
    **options: Any,
) -> Table:
    """Ana attacks Bo with one card; Bo answers with one or none."""
    hands = {"ana": card, **({"bo": reply} if reply else {})}
    table = Table(fated("ana", **(her or {})), foe(**(HARDY if him is None else him)), hands=hands, **options)
    table.clash("ana", "bo", card, reply, kind=kind)
    return table


def lost(table: Table, pool: str = "bp") -> int:
    now, most = table["bo"]["pools"][pool]
    return int(most - now)


def test_worked_example_2_a_sword_attack_gob_45_gob_46() -> None:
    ana = fated("ana", traits=traits(2), skills={"Combat (Sword)": 2}, weapons=[SWORD])
    table = Table(ana, foe(traits=traits(4)), hands={"ana": "KS 4D", "bo": "9C"})
    table.attack("ana", "bo", "KS", skill="Combat (Sword)", weapon="Sword")
    table.defend("bo", "9C")
    table.do("bet", "ana", cards="4D")
    table.because("GOB-45", "GOB-46")
    assert lost(table) == 13, "19 against 10: 9, and Body 2, and the sword's 2"


@pytest.mark.parametrize(
    ("card", "reply", "damage"),
    [
        ("KS", "9C", 5),
        ("KS", "KC", 1),
        ("9C", "KS", 0),
        ("AD", "2C", 13),
        ("2C", "AD", 0),
        ("TS", "9C", 2),
        ("KS", None, 14),
        ("2C", None, 3),
    ],
)
def test_physical_damage_is_the_difference_and_body_gob_46(card: str, reply: str | None, damage: int) -> None:
    table = hit(card, reply, him={"traits": traits(4)})
    assert lost(table) == damage


def test_a_participant_who_plays_nothing_counts_its_trait_alone_gob_45() -> None:
    table = hit("KS", None, him={"traits": traits(9, 1, 5)})
    assert lost(table) == 14 - 5 + 1


def test_two_empty_sides_never_meet_the_attack_always_has_a_card_gob_43() -> None:
    table = hit("2S", None, him={"traits": traits(4, 1, 3)})
    assert lost(table) == 1, "3 against 3: the side without any card loses the tie"


@pytest.mark.parametrize(
    ("card", "reply", "success"),
    [
        ("9H", "9S", True),
        ("9D", "9H", True),
        ("9S", "9C", True),
        ("9C", "9S", False),
        ("9S", "9H", False),
        ("9H", "9D", False),
        ("9C", "9C", False),
        ("9D", "9D", False),
    ],
)
def test_equal_totals_go_to_the_higher_suit_else_to_the_defender_gob_03(card: str, reply: str, success: bool) -> None:
    """Worked example 5: a physical attack that wins by nothing does Body and weapon damage."""
    ana = fated("ana", traits=traits(2), skills={"Combat (Sword)": 1}, weapons=[SWORD])
    table = Table(ana, foe(traits=traits(4, 1, 2)), hands={"ana": card, "bo": reply})
    table.clash("ana", "bo", card, reply, skill="Combat (Sword)", weapon="Sword")
    table.because("GOB-03")
    assert lost(table) == (4 if success else 0)


@pytest.mark.parametrize(("kind", "pool"), [("social", "sp"), ("mental", "mp"), ("luck", "lp")])
def test_a_tie_won_without_a_weapon_is_no_damage_in_the_other_kinds_gob_46(kind: str, pool: str) -> None:
    table = hit("9D", "9C", him={}, kind=kind)
    assert lost(table, pool) == 0


def test_the_highest_card_breaks_the_tie_and_not_the_first_gob_03() -> None:
    table = Table(fated("ana", rank=2), foe(rank=1, traits=traits(4)), hands={"ana": "3D 9C", "bo": "QS"})
    table.attack("ana", "bo", "3D")
    table.defend("bo", "QS")
    table.do("bet", "ana", cards="9C")
    assert lost(table) == 0, "12 against 12: the nine of clubs is below the queen of spades"


def test_of_equal_highest_values_the_higher_suit_counts_gob_03() -> None:
    table = Table(fated("ana", rank=2), foe(rank=2, traits=traits(4)), hands={"ana": "9C 9D", "bo": "9H 9S"})
    table.attack("ana", "bo", "9C")
    table.defend("bo", "9H")
    table.do("bet", "bo", cards="9S")
    table.do("bet", "ana", cards="9D")
    assert lost(table) == 1


def test_an_attack_that_fails_does_nothing_gob_45() -> None:
    table = hit("2S", "AD")
    assert table.pools("bo") == (20, 20, 20, 20)
    assert table.pools("ana") == (5, 5, 5, 5)


@pytest.mark.parametrize(
    ("kind", "pool", "attack", "defence"),
    [
        ("physical", "bp", "body", "mind"),
        ("social", "sp", "spirit", "spirit"),
        ("mental", "mp", "mind", "mind"),
        ("luck", "lp", "luck", "luck"),
    ],
)
def test_each_kind_has_its_traits_and_its_pool_gob_46(kind: str, pool: str, attack: str, defence: str) -> None:
    her = {"traits": {"body": 2, "spirit": 3, "mind": 4, "luck": 5}}
    him = {"traits": {"body": 6, "spirit": 7, "mind": 8, "luck": 9}}
    table = hit("AD", "2C", her=her, him=him, kind=kind)
    expected = 14 + her["traits"][attack] - 2 - him["traits"][defence] + (2 if kind == "physical" else 0)
    pools = dict(zip(("bp", "sp", "mp", "lp"), (30, 35, 40, 45), strict=True))
    pools[pool] -= expected
    assert table.pools("bo") == tuple(pools.values()), "the difference, in one pool only (GOB-47)"


@pytest.mark.parametrize("kind", ["social", "mental", "luck"])
def test_only_physical_attacks_add_body_and_weapon_gob_46(kind: str) -> None:
    ana = fated("ana", traits=traits(5, 1, 1, 1), weapons=[SWORD], skills={"Combat (Sword)": 1})
    table = Table(ana, foe(), hands={"ana": "5S", "bo": "3C"})
    table.clash("ana", "bo", "5S", "3C", kind=kind, skill="Combat (Sword)", weapon="Sword")
    assert lost(table, {"social": "sp", "mental": "mp", "luck": "lp"}[kind]) == 2


def test_the_option_takes_body_out_of_the_damage_gob_46() -> None:
    assert lost(hit("KS", "9C", him={"traits": traits(4)})) == 5
    assert lost(hit("KS", "9C", him={"traits": traits(4)}, body_adds_to_damage=False)) == 4


def test_body_is_added_to_the_damage_once_more_than_to_the_total_gob_46() -> None:
    table = hit("9C", "9D", her={"traits": traits(3)}, him={"traits": traits(9, 1, 1)})
    assert lost(table) == 12 - 10 + 3


def test_a_ranged_weapon_adds_its_damage_too_gob_46() -> None:
    ana = fated("ana", weapons=[BOW], skills={"Combat (Bow)": 1})
    table = Table(ana, foe(traits=traits(4)), hands={"ana": "KS", "bo": "9C"})
    table.clash("ana", "bo", "KS", "9C", skill="Combat (Bow)", weapon="Bow")
    assert lost(table) == 4 + 1 + 3


def test_a_weapon_that_is_carried_but_not_named_adds_nothing_gob_51() -> None:
    table = hit("KS", "9C", her={"weapons": [SWORD]}, him={"traits": traits(4)})
    assert lost(table) == 5


def test_damage_does_not_roll_over_gob_47() -> None:
    table = hit("AD", None, her={"traits": traits(5)}, him={})
    assert table.pools("bo") == (0, 5, 5, 5)


def test_several_targets_are_judged_one_by_one_gob_43_gob_45() -> None:
    table = Table(
        fated("ana", rank=1),
        foe(**HARDY),
        foe("cy", **HARDY),
        foe("di", **HARDY),
        hands={"ana": "9H", "bo": "6S", "cy": "6D", "di": "AC"},
    )
    table.attack("ana", ["bo", "cy", "di"], "9H")
    for name, card in (("bo", "6S"), ("cy", "6D"), ("di", "AC")):
        table.defend(name, card)
    table.settle()
    assert [table.pool(name) for name in ("bo", "cy", "di")] == [19, 20, 20], "ties: hearts above spades only"
    assert sorted(table.discard) == sorted(["9H", "6S", "6D", "AC"])


def test_cards_of_wildcards_count_in_the_total_gob_45() -> None:
    table = Table(
        fated("ana", rank=1, wildcards=1), foe(rank=1, traits=traits(4)), hands={"ana": "2S", "bo": "TC"}, draws="3S QD"
    )
    table.attack("ana", "bo", "2S")
    table.defend("bo", "TC")
    table.do("bet-wildcard", "ana")
    assert lost(table) == 2 + 12 + 1 - 11 + 1


def test_a_participant_who_pulls_a_weapon_of_another_skill_is_refused_gob_51() -> None:
    table = Table(fated("ana", weapons=[SWORD], skills={UNARMED: 3}), foe(), hands={"ana": "KS"})
    table.no_attack("ana", "bo", "KS", weapon="Sword")
    table.attack("ana", "bo", "KS", skill="Combat (Sword)", weapon="Sword")


def test_the_story_of_a_reveal_names_all_cards_to_all_gob_45() -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KS", "bo": "9C"})
    table.attack("ana", "bo", "KS")
    assert "KS" not in str([event for event in table.events if event["visible_to"] == "all"])
    table.defend("bo", "9C")
    public = str([event for event in table.events if event["visible_to"] == "all"])
    assert "KS" in public
    assert "9C" in public
