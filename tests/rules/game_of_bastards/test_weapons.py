"""Two weapons, what is wielded, and what a weapon's skill asks for (GOB-51, GOB-52, GOB-73, GOB-74)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import BOW, KNIFE, SWORD, fated, foe, traits
from tests.rules.game_of_bastards.table import Table

BOTH = {"weapons": ["Sword", "Knife"], "skill": "Combat (Sword)"}
SKILLS = {"Combat (Sword)": 4, "Combat (Knife)": 3}


def duelist(key: str = "ana", *advantages: Any, **more: Any) -> dict[str, Any]:
    base: dict[str, Any] = {"skills": SKILLS, "weapons": [SWORD, KNIFE], "side": "heroes"}
    return fated(key, *advantages, **{**base, **more})


def attack(limit: int, *advantages: Any, aim: dict[str, Any] | None = None, **more: Any) -> Table:
    """Ana's attack allows exactly this many cards; Bo is left with what it does."""
    table = Table(duelist("ana", *advantages, **more), foe(traits=traits(20)), hands={"ana": "KS 2D 2H 3D"}, draws="3H")
    table.attack("ana", "bo", "KS", **{**BOTH, **(aim or {})})
    table.defend("bo")
    table.do("call", "bo")
    cards = ["2D", "2H", "3D", "3H"]
    if limit == 1:
        assert table.phase == "draw"
        return table
    if limit < 5:
        table.refuse("bet", "ana", cards=cards[:limit])
    table.do("bet", "ana", cards=cards[: limit - 1])
    while table.phase == "betting":
        table.do("call", table.turn[0])
    return table


def test_two_weapons_cost_two_cards_and_the_lower_rank_counts_gob_51() -> None:
    attack(1)
    attack(1, skills={"Combat (Sword)": 4, "Combat (Knife)": 2})
    attack(3, skills={"Combat (Sword)": 5, "Combat (Knife)": 7})


def test_at_least_one_card_remains_gob_51_gob_54() -> None:
    attack(1, skills={})


def test_both_weapons_damage_is_added_gob_51() -> None:
    table = attack(1)
    assert table.pool("bo") == 100 - (14 - 1 + 1 + 2 + 1)


def test_one_weapon_costs_nothing_gob_51() -> None:
    attack(4, aim={"weapons": None, "weapon": "Sword"})
    attack(4, aim={"weapons": ["Sword"]})


def test_the_ambidextrous_lose_one_card_gob_73() -> None:
    attack(2, "ambidextrous")
    attack(1, "ambidextrous", pools={"bp": 0})


def test_two_of_one_name_need_two_in_the_list_gob_51() -> None:
    table = Table(duelist(), foe(), hands={"ana": "KS"})
    table.no_attack("ana", "bo", "KS", weapons=["Sword", "Sword"], skill="Combat (Sword)")
    table = Table(duelist(weapons=[SWORD, SWORD]), foe(traits=traits(20)), hands={"ana": "KS"})
    table.clash("ana", "bo", "KS", weapons=["Sword", "Sword"], skill="Combat (Sword)")
    assert table.pool("bo") == 100 - (14 - 1 + 1 + 2 + 2)
    assert table["ana"]["wielded"] == ["Sword", "Sword"]


@pytest.mark.parametrize(
    "aim",
    [
        {"weapon": "Axe"},
        {"weapons": ["Sword", "Axe"]},
        {"weapons": ["Sword", "Knife", "Bow"]},
        {"weapon": ""},
        {"weapon": ["Sword"]},
        {"weapons": "Sword"},
        {"weapons": [7]},
        {"weapon": "Sword", "weapons": ["Sword", "Knife"]},
    ],
)
def test_weapons_are_one_or_two_of_ones_own_list_gob_51(aim: dict[str, Any]) -> None:
    table = Table(duelist(weapons=[SWORD, KNIFE, BOW]), foe(), hands={"ana": "KS"})
    table.no_attack("ana", "bo", "KS", skill="Combat (Sword)", **aim)


def test_the_skill_must_be_the_weapons_gob_51() -> None:
    table = Table(duelist(weapons=[SWORD, KNIFE, BOW]), foe(), hands={"ana": "KS"})
    table.no_attack("ana", "bo", "KS", weapon="Sword", skill="Combat (Knife)")
    table.no_attack("ana", "bo", "KS", weapons=["Sword", "Knife"], skill="Combat (Bow)")
    table.no_attack("ana", "bo", "KS", weapon="Sword", skill="Guts")


def test_wielded_is_the_first_of_the_list_before_the_first_attack_gob_51() -> None:
    table = Table(duelist(), foe(), fated("cy", side="foes", weapons=[BOW]), hands={"ana": "KS"})
    assert (table["ana"]["wielded"], table["bo"]["wielded"], table["cy"]["wielded"]) == (["Sword"], [], ["Bow"])


def test_wielded_is_what_the_last_attack_named_gob_51() -> None:
    table = Table(duelist(), foe(traits=traits(20)), hands={"ana": "KS 2D"})
    table.clash("ana", "bo", "KS", **BOTH)
    assert sorted(table["ana"]["wielded"]) == ["Knife", "Sword"]
    table.skip("bo")
    table.clash("ana", "bo", "2D", weapon="Knife", skill="Combat (Knife)")
    assert table["ana"]["wielded"] == ["Knife"]


def defence(limit: int, *advantages: Any, named: dict[str, Any] | None = None, **more: Any) -> None:
    """Ana, a duelist, may defend with exactly this many cards."""
    him = {"weapons": [SWORD], "skills": {"Combat (Sword)": 1}}
    table = Table(foe(**him), duelist("ana", *advantages, **more), hands={"ana": "KS 2D 2H 3D", "bo": "2S"})
    table.attack("bo", "ana", "2S", weapon="Sword", skill="Combat (Sword)")
    table.do("defend", "ana", card="KS", **{**BOTH, **(named or {})})
    cards = ["2D", "2H", "3D"]
    if limit == 1:
        assert table.phase == "draw"
        return
    if limit < 4:
        table.refuse("bet", "ana", cards=cards[:limit])
    table.do("bet", "ana", cards=cards[: limit - 1])
    assert table.phase == "draw"


def test_two_wielded_weapons_cost_two_cards_in_defence_gob_51() -> None:
    defence(1)
    defence(3, skills={"Combat (Sword)": 5, "Combat (Knife)": 5})


@pytest.mark.parametrize(("skill", "left"), [("Combat (Sword)", 2), ("Influence", 4)])
def test_outside_a_physical_defence_two_weapons_hinder_their_own_skills_alone_gob_51(skill: str, left: int) -> None:
    ranks = {"Combat (Sword)": 5, "Combat (Knife)": 5, "Influence": 5}
    table = Table(foe(), duelist(skills=ranks), hands={"ana": "KS 2D 2H 3D", "bo": "2S"})
    table.attack("bo", "ana", "2S", kind="social", skill="Influence")
    table.do("defend", "ana", **{**BOTH, "card": "KS", "skill": skill})
    assert table.pending["sides"][1]["left"] == left


def test_a_defence_may_wield_otherwise_for_nothing_gob_51() -> None:
    defence(4, named={"weapons": None, "weapon": "Sword"})
    defence(3, named={"weapons": None, "weapon": "Knife", "skill": "Combat (Knife)"})


def test_the_ambidextrous_lose_one_in_defence_gob_73() -> None:
    defence(2, "ambidextrous")


def test_florentine_takes_the_penalty_from_a_defence_with_that_weapon_gob_74() -> None:
    skills = {"Combat (Sword)": 4, "Combat (Knife)": 4}
    defence(4, {"key": "florentine", "weapon": "Sword"}, skills=skills)
    defence(4, {"key": "florentine", "weapon": "Knife"}, skills=skills, named={"skill": "Combat (Knife)"})
    defence(4, {"key": "florentine", "weapon": "Knife"}, skills={"Athletics": 4}, named={"skill": "Athletics"})
    defence(2, {"key": "florentine", "weapon": "Knife"}, skills=skills)
    defence(2, {"key": "florentine", "weapon": "Axe"}, skills=skills)


@pytest.mark.parametrize(("version", "left"), [(3, 1), (2, 3)])
def test_florentine_helped_both_weapons_in_encounters_that_began_before_gob_74(version: int, left: int) -> None:
    owned = {"key": "florentine", "weapon": "Knife"}
    ana = duelist("ana", owned, skills={"Combat (Sword)": 4, "Combat (Knife)": 4})
    table = Table(foe(), ana, hands={"ana": "KS 2D 2H 3D", "bo": "2S"})
    table.state = {**table.state, "version": version}
    table.attack("bo", "ana", "2S")
    table.do("defend", "ana", card="KS", **BOTH)
    assert table.pending["sides"][1]["left"] == left


def test_florentine_needs_its_pool_gob_16_gob_74() -> None:
    skills = {"Combat (Sword)": 4, "Combat (Knife)": 4}
    defence(2, {"key": "florentine", "weapon": "Sword"}, skills=skills, pools={"mp": 0})


def test_florentine_does_not_help_an_attack_gob_74() -> None:
    attack(2, {"key": "florentine", "weapon": "Sword"}, skills={"Combat (Sword)": 4, "Combat (Knife)": 4})


def test_weapons_wielded_in_the_last_attack_count_in_the_next_defence_gob_51() -> None:
    table = Table(
        duelist(skills={"Combat (Sword)": 3, "Combat (Knife)": 3}),
        foe(traits=traits(20)),
        hands={"ana": "KS 2D 2H 3D", "bo": "2S"},
    )
    table.clash("ana", "bo", "KS", **BOTH)
    table.attack("bo", "ana", "2S")
    table.do("defend", "ana", card="2D", skill="Combat (Sword)")
    assert table.phase != "betting", "three cards less two"
