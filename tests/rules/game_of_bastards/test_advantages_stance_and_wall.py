"""Defensive Stance, Iron Wall, Soul of Steel: fewer cards, more cards, less damage (GOB-62, GOB-64, GOB-66)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import SWORD, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import Table, duel, opponent


def stance(cards: int | None = 2, rank: int = 3, body: int = 3, **more: Any) -> Table:
    """Ana, in her action, takes the stance."""
    ana = fated("ana", "defensive-stance", rank=rank, **{"traits": traits(body), **more})
    table = Table(ana, foe(traits=traits(10), rank=1), hands={"ana": "2D 2H 3D 3H", "bo": "2S 4S"}, draws="4D 4H 5D")
    table.draw("ana")
    if cards is not None:
        table.do("use", "ana", advantage="defensive-stance", cards=cards)
    return table


def test_the_stance_takes_no_action_and_lowers_the_attack_gob_62() -> None:
    table = stance(1)
    table.because("GOB-62")
    assert (table.phase, table.turn) == ("declare", ["ana"])
    table.attack("ana", "bo", "2D")
    table.defend("bo", "2S")
    table.refuse("bet", "ana", cards="2H 3D")
    table.do("bet", "ana", cards="2H")
    assert table.phase != "betting", "three less one"


def test_the_attack_keeps_one_card_gob_54_gob_62() -> None:
    table = stance(3, rank=2)
    table.attack("ana", "bo", "2D")
    table.defend("bo", "2S")
    assert table.phase != "betting"


@pytest.mark.parametrize(("cards", "limit"), [(1, 4), (2, 5)])
def test_the_defence_gains_that_many_gob_62(cards: int, limit: int) -> None:
    table = stance(cards)
    table.do("pass", "ana")
    table.attack("bo", "ana", "2S")
    table.defend("ana", "2D")
    rest = table.hand("ana")
    assert len(rest) == 4
    if limit - 1 < 4:
        table.refuse("bet", "ana", cards=rest[:limit])
    table.do("bet", "ana", cards=rest[: limit - 1])
    assert table.phase != "betting"


def test_without_the_stance_the_defence_has_its_rank_gob_62() -> None:
    table = stance(None)
    table.do("pass", "ana")
    table.attack("bo", "ana", "2S")
    table.defend("ana", "2D")
    table.refuse("bet", "ana", cards="2H 3D 3H")


def test_it_lasts_to_the_end_of_the_opposition_both_ways_gob_62() -> None:
    table = stance(2)
    table.do("pass", "ana")
    table.skip("bo")
    table.draw("ana")
    table.attack("ana", "bo", "2D")
    table.defend("bo", "2S")
    assert table.phase != "betting", "three less two, a round later"
    table.attack("bo", "ana", "4S")
    table.defend("ana", "2H")
    table.do("bet", "ana", cards=["3D", "3H", "4D", "5D"])
    assert table.phase != "betting", "three and two"


@pytest.mark.parametrize("cards", [0, 4, -1, True, 1.0, "2", None, [2], 10**30])
def test_the_number_is_one_to_body_gob_62(cards: Any) -> None:
    stance(None).refuse("use", "ana", advantage="defensive-stance", cards=cards)


def test_one_declaration_an_opposition_gob_62() -> None:
    table = stance(1)
    table.refuse("use", "ana", advantage="defensive-stance", cards=1)
    table.skip("ana", "bo")
    table.draw("ana")
    table.refuse("use", "ana", advantage="defensive-stance", cards=1)


def test_it_is_declared_in_the_action_not_in_the_draw_step_gob_62() -> None:
    table = Table(fated("ana", "defensive-stance"), foe())
    table.refuse("use", "ana", advantage="defensive-stance", cards=1)


def without_action(table: Table, name: str) -> None:
    """The turn of one whose action is given up: the draw step, and nothing but passing after it."""
    assert (table.phase, table.turn) == ("draw", [name])
    table.do("draw", name)
    if table.turn == [name]:
        assert "attack" not in table.types(name)
        table.do("pass", name)


def walls(key: str, kind: str = "physical", uses: int = 1, **more: Any) -> Table:
    """Bo, Body 3, Spirit 2, hides behind a wall; Ana strikes with 14 to 3 (Mind 1 and a two)."""
    him = {"traits": {"body": 5, "spirit": 2, "mind": 1, "luck": 1}, "wildcards": 3, **more}
    table = Table(fated("ana"), foe("bo", key, **him), hands={"ana": "8S 8H 8D", "bo": "2S 2H 2D"})
    for _ in range(uses):
        table.do("use", "bo", advantage=key)
    table.clash("ana", "bo", "8S", "2S", kind=kind)
    return table


def test_iron_wall_takes_body_from_the_damage_this_round_gob_64() -> None:
    table = walls("iron-wall")
    assert table.pool("bo") == 25 - (9 - 3 + 1 - 5)
    assert table.wildcards("bo") == 2
    table.skip("bo")
    table.clash("ana", "bo", "8H", "2H")
    assert table.pool("bo") == 23 - 7, "the round is over"


def test_iron_wall_holds_for_every_attack_of_the_round_gob_64() -> None:
    table = Table(
        fated("ana"),
        fated("cy"),
        foe("bo", "iron-wall", traits=traits(5), wildcards=1),
        hands={"ana": "8S", "cy": "8H", "bo": "2S 2H"},
    )
    table.do("use", "bo", advantage="iron-wall")
    table.clash("ana", "bo", "8S", "2S")
    table.clash("cy", "bo", "8H", "2H")
    assert table.pool("bo") == 25 - 2 - 2


def test_iron_wall_costs_no_action_and_comes_at_any_point_gob_64() -> None:
    table = walls("iron-wall", uses=0)
    table.draw("bo")
    table.do("use", "bo", advantage="iron-wall")
    assert (table.phase, table.turn) == ("declare", ["bo"])
    table.do("pass", "bo")
    assert table.round == 2


def test_iron_wall_after_ones_own_turn_gob_64() -> None:
    table = Table(foe("bo", "iron-wall", traits=traits(5), wildcards=1), fated("ana"), hands={"ana": "8S", "bo": "2S"})
    table.skip("bo")
    table.do("use", "bo", advantage="iron-wall")
    table.clash("ana", "bo", "8S", "2S")
    assert table.pool("bo") == 25 - 2


def test_iron_wall_is_no_help_to_other_pools_gob_64() -> None:
    assert walls("iron-wall", "mental").pool("bo", "mp") == 0
    assert walls("iron-wall", "social", traits=traits(5, 2, 1, 1)).pool("bo", "sp") == 10 - (9 - 4)


def test_soul_of_steel_takes_twice_spirit_from_sp_and_bp_this_round_gob_66() -> None:
    assert walls("soul-of-steel").pool("bo") == 25 - (9 - 3 + 1 - 4)
    assert walls("soul-of-steel", "social").pool("bo", "sp") == 10 - (9 - 4 - 4)
    assert walls("soul-of-steel", "mental").pool("bo", "mp") == 0


def test_soul_of_steel_takes_the_action_gob_66() -> None:
    table = walls("soul-of-steel")
    assert (table.wildcards("bo"), table.turn) == (2, ["bo"])
    without_action(table, "bo")
    assert table.round == 2


def test_soul_of_steel_in_ones_own_action_gives_it_up_gob_66() -> None:
    table = Table(
        foe("bo", "soul-of-steel", traits=traits(5, 2), wildcards=1), fated("ana"), hands={"ana": "8S", "bo": "2S"}
    )
    table.draw("bo")
    table.do("use", "bo", advantage="soul-of-steel")
    assert table.turn == ["ana"]
    table.clash("ana", "bo", "8S", "2S")
    assert table.pool("bo") == 25 - (9 - 3 + 1 - 4)


def test_soul_of_steel_needs_an_action_that_is_still_to_come_gob_66() -> None:
    table = Table(foe("bo", "soul-of-steel", wildcards=1), fated("ana"))
    table.skip("bo")
    table.refuse("use", "bo", advantage="soul-of-steel")
    table.skip("ana")
    table.do("use", "bo", advantage="soul-of-steel")


def test_soul_of_steel_is_over_with_the_round_gob_66() -> None:
    table = walls("soul-of-steel")
    without_action(table, "bo")
    before = table.pool("bo")
    table.clash("ana", "bo", "8H", "2H")
    assert table.pool("bo") == before - 7


def test_toughness_walls_and_armour_work_in_one_chain_gob_46() -> None:
    table = Table(
        fated("ana", weapons=[{**SWORD, "damage": 10}], skills={"Combat (Sword)": 1}),
        foe(
            "bo",
            "iron-wall",
            "soul-of-steel",
            {"key": "toughness", "ranks": 2},
            traits=traits(3, 2),
            wildcards=2,
            armor=1,
        ),
        hands={"ana": "8S", "bo": "2S"},
    )
    table.do("use", "bo", advantage="iron-wall")
    table.do("use", "bo", advantage="soul-of-steel")
    table.clash("ana", "bo", "8S", "2S", weapon="Sword", skill="Combat (Sword)")
    assert table.pool("bo") == 15 - (6 + 1 + 10 - 2 - 3 - 4 - 1)


def test_a_stance_moves_cards_from_the_attack_to_the_defence_and_is_shown_gob_62() -> None:
    fight = duel(swordfighter("ana", "defensive-stance", skills={"Combat (Sword)": 3}))
    fight.draw("ana")
    for wrong in (0, 3, -1, None):
        assert fight.refused("use", "ana", advantage="defensive-stance", cards=wrong)[0] == "stance.cards"
    fight.do("use", "ana", advantage="defensive-stance", cards=2)
    assert fight["ana"]["effects"] == [{"name": "defensive-stance", "cards": 2}]
    assert fight.refused("use", "ana", advantage="defensive-stance", cards=1)[0] == "effect.stands"
    fight.strike("ana", "bo", "KS")
    fight.do("defend", "bo", card="TD")
    assert fight.turn == ["bo"], "with one card a side nobody can bet, and Bo's turn has come"
    fight.draw("bo")
    fight.strike("bo", "ana", "QD")
    fight.do("defend", "ana", card="QS", skill="Combat (Sword)")
    assert [side["left"] for side in fight.pending["sides"] if side["id"] == "ana"] == [4]


@pytest.mark.parametrize("key", ["iron-wall", "soul-of-steel", "karmic-shuffle"])
def test_a_stance_that_stands_is_not_declared_again_gob_64_gob_65_gob_66(key: str) -> None:
    fight = duel(bo=opponent(key, wildcards=2))
    fight.do("use", "bo", advantage=key)
    assert fight.refused("use", "bo", advantage=key)[0] == "effect.stands"
