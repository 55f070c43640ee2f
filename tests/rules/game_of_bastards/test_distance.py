"""The dramatic action that keeps melee away (GOB-98)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, SWORD, UNARMED, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import SWORD_ATTACK, Table, duel, opponent

STICK = {"name": "Stick", "damage": 3, "skill": "Combat (Stick)"}


def scene(
    wildcards: int = 3, four: dict[str, int] | None = None, draws: str = "9D TD 4H AC QH JD 8D 6D", **more: Any
) -> Table:
    return Table(
        fated("ana", wildcards=wildcards, traits=four or {"body": 1, "spirit": 3, "mind": 2, "luck": 1}),
        foe(),
        draws=draws,
        **more,
    )


def test_melee_is_kept_away_for_as_many_rounds_as_wildcards_gob_98() -> None:
    table = Table(fated("ana", wildcards=3), foe(weapons=[BOW, SWORD], traits=traits(4)), hands={"bo": "2D 2H 3D 3H"})
    table.do("dramatic", "ana", action="distance", wildcards=2)
    assert table.wildcards("ana") == 1
    for _ in range(2):
        table.skip("ana")
        table.no_attack("bo", "ana", "2D")
        table.no_attack("bo", "ana", "2D", weapon="Sword", skill="Combat (Sword)")
        table.do("pass", "bo")
    table.skip("ana")
    table.attack("bo", "ana", "2D")


def test_arrows_and_words_reach_through_the_distance_gob_98() -> None:
    for aim in ({"weapon": "Bow", "skill": "Combat (Bow)"}, {"kind": "social", "skill": "Influence"}):
        table = Table(fated("ana", wildcards=1), foe(weapons=[BOW]), hands={"bo": "2D"})
        table.do("dramatic", "ana", action="distance", wildcards=1)
        table.skip("ana")
        table.attack("bo", "ana", "2D", **aim)


def test_the_distant_one_may_strike_itself_and_others_are_not_protected_gob_98() -> None:
    table = Table(fated("ana", wildcards=1), foe(), fated("cy"), hands={"ana": "2D", "bo": "2H 3H"})
    table.do("dramatic", "ana", action="distance", wildcards=1)
    table.attack("ana", "bo", "2D")
    table.defend("bo", "2H")
    table.no_attack("bo", ["cy", "ana"], "3H")
    table.attack("bo", "cy", "3H")


@pytest.mark.parametrize("wildcards", [0, 21, -1, 4, True, 1.0, "1", None, [1], 10**30])
def test_one_to_twenty_wildcards_that_are_there_gob_98(wildcards: Any) -> None:
    scene(3).refuse("dramatic", "ana", action="distance", wildcards=wildcards)


def test_one_player_only_in_round_one_before_the_first_attack_gob_98() -> None:
    table = Table(fated("ana", wildcards=2), foe(wildcards=2), hands={"ana": "2D"})
    table.do("dramatic", "ana", action="distance", wildcards=1)
    table.refuse("dramatic", "ana", action="distance", wildcards=1)
    table.skip("ana")
    table.refuse("dramatic", "bo", action="distance", wildcards=1)
    table = Table(fated("ana", wildcards=2), foe(wildcards=2), hands={"ana": "2D"})
    table.attack("ana", "bo", "2D")
    table.defend("bo", table.hand("bo")[0], skill=UNARMED)
    table.settle()
    table.refuse("dramatic", "bo", action="distance", wildcards=1)
    table = Table(fated("ana", wildcards=2), foe(), hands={"ana": "2D"})
    table.skip("ana", "bo")
    table.refuse("dramatic", "ana", action="distance", wildcards=1)


def test_a_second_in_round_one_may_still_take_it_before_any_attack_gob_98() -> None:
    table = Table(fated("ana"), foe(wildcards=2))
    table.skip("ana")
    table.do("dramatic", "bo", action="distance", wildcards=2)


def test_distance_keeps_melee_away_and_nothing_else_gob_98() -> None:
    bow = {"name": "Bow", "damage": 1, "skill": "Combat (Bow)", "ranged": True}
    fight = duel(swordfighter("ana", wildcards=1), opponent(weapons=[SWORD, bow]))
    fight.do("dramatic", "ana", action="distance", wildcards=1)
    fight.do("draw", "ana")
    fight.do("pass", "ana")
    fight.do("draw", "bo")
    near = {**SWORD_ATTACK, "target": "ana", "card": "KD"}
    assert fight.refused("attack", "bo", **near) == ("target.distance", "GOB-98")
    reach = {
        offer["fixed"].get("weapon") for offer in play.offers(GAME, fight.state, "bo") if offer["type"] == "attack"
    }
    assert "Sword" not in reach
    fight.do("attack", "bo", **{**near, "weapon": "Bow", "skill": "Combat (Bow)"})
