"""The settled readings of docs/rules/game-of-bastards.md, sentence by sentence."""

import copy
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, CLUB, KNIFE, SWORD, UNARMED, extras, fated, foe, traits
from tests.rules.game_of_bastards.table import Table

COUNTER = {"key": "counter", "weapon": "Sword"}
DISARM = [{"advantage": "disarm"}]


def offered(table: Table, actor: str, kind: str) -> list[dict[str, Any]]:
    return [offer for offer in play.offers(GAME, table.state, actor) if offer["type"] == kind]


def disarmed(**use: Any) -> Table:
    """Ana has knocked the sword out of Bo's hand."""
    ana = fated("ana", "disarm", rank=1, weapons=[CLUB], traits=traits(1, 1, 2, 1))
    table = Table(ana, foe(weapons=[SWORD, KNIFE], skills={"Combat (Sword)": 1}), hands={"ana": "KS", "bo": "2D"})
    table.clash("ana", "bo", "KS", "2D", weapon="Club", use=[{"advantage": "disarm", **use}])
    return table


def test_an_item_that_lies_on_the_ground_is_picked_up_once_gob_52() -> None:
    table = disarmed()
    table.draw("bo")
    [offer] = offered(table, "bo", "pick-up")
    assert offer["fixed"] == {"item": "Sword"}
    table.do("pick-up", "bo", item="Sword")
    assert table["bo"]["wielded"] == ["Sword"]
    table.skip("ana")
    table.draw("bo")
    assert offered(table, "bo", "pick-up") == []
    assert table.refuse("pick-up", "bo", item="Sword").rule == "GOB-52"


@pytest.mark.parametrize("item", ["Knife", "Club", "a broken bottle"])
def test_a_weapon_that_somebody_holds_or_nobody_has_is_not_picked_up_gob_52(item: str) -> None:
    table = disarmed()
    table.draw("bo")
    refused = table.refuse("pick-up", "bo", item=item)
    assert (refused.code, refused.rule) == ("item.missing", "GOB-52")
    table.refuse("pick-up", "ana", item="Sword")


def test_a_weapon_taken_by_disarming_is_not_picked_up_too_gob_52_gob_82() -> None:
    table = disarmed(take=True)
    assert [weapon["name"] for weapon in table["ana"]["weapons"]] == ["Club", "Sword"]
    table.draw("bo")
    assert offered(table, "bo", "pick-up") == []
    assert table.refuse("pick-up", "bo", item="Sword").rule == "GOB-52"
    names = [weapon["name"] for who in ("ana", "bo") for weapon in table[who]["weapons"]]
    assert sorted(names) == ["Club", "Knife", "Sword"]


def struck(weapon: dict[str, Any] | None, **more: Any) -> Table:
    """Bo strikes at Ana, who wields a sword and has Counter for it."""
    ana = fated("ana", COUNTER, weapons=[SWORD], skills={"Combat (Sword)": 3}, traits=traits(2, 2, 2, 2))
    bo = foe(rank=1, weapons=[CLUB, BOW], skills={"Combat (Bow)": 1}, traits=traits(1, 1, 2, 1), **more)
    table = Table(bo, ana, hands={"bo": "9C", "ana": "KS QD JH"})
    named = {"weapon": weapon["name"], "skill": weapon["skill"]} if weapon else {}
    table.attack("bo", "ana", "9C", **named)
    return table


ANSWER = {"card": "KS", "skill": "Combat (Sword)", "use": [{"advantage": "counter", "cards": ["QD"]}]}


@pytest.mark.parametrize(("weapon", "countered"), [(CLUB, True), (BOW, False), (None, False)])
def test_only_an_attack_with_a_melee_weapon_is_countered_gob_60(weapon: dict[str, Any] | None, countered: bool) -> None:
    table = struck(weapon)
    uses = offered(table, "ana", "defend")[0]["choices"].get("use", {"from": []})["from"]
    assert any(use["advantage"] == "counter" for use in uses) == countered
    if countered:
        table.do("defend", "ana", **ANSWER)
        return
    refused = table.refuse("defend", "ana", **ANSWER)
    assert (refused.code, refused.rule) == ("counter.melee", "GOB-60")


def test_a_disarm_without_a_weapon_is_not_countered_gob_60_gob_82() -> None:
    ana = fated("ana", COUNTER, weapons=[SWORD], skills={"Combat (Sword)": 3})
    table = Table(foe("bo", "disarm", traits=traits(1, 1, 2, 1)), ana, hands={"bo": "9C", "ana": "KS QD JH"})
    table.attack("bo", "ana", "9C", use=DISARM)
    assert table.refuse("defend", "ana", **ANSWER).rule == "GOB-60"


def older(table: Table) -> dict[str, Any]:
    """The state as an encounter that began before the readings were settled has it."""
    state = copy.deepcopy(table.state)
    assert state.pop("settled") is True
    return state


def test_an_older_encounter_is_replayed_as_it_was_played_gob_52_gob_60() -> None:
    countered = play.act(GAME, older(struck(None)), {"type": "defend", "actor": "ana", **ANSWER})
    assert countered["events"]
    table = disarmed()
    table.draw("bo")
    picked = play.act(GAME, older(table), {"type": "pick-up", "actor": "bo", "item": "a broken bottle"})
    assert "settled" not in picked["state"]


TWO = {"weapons": [SWORD, KNIFE], "skills": {"Combat (Sword)": 4, "Combat (Knife)": 4, UNARMED: 4, "Guts": 4}}


def test_two_weapons_cost_extras_two_cards_too_gob_51() -> None:
    table = Table(extras("mob", 4, 4, weapons=[SWORD, KNIFE]), fated("ana"), hands={"mob": "KS QS JS", "ana": "2D"})
    table.attack("mob", "ana", "KS", weapons=["Sword", "Knife"], skill=None)
    assert table.pending["sides"][0]["left"] == 1, "rating 4, two cards fewer, one lies already"


@pytest.mark.parametrize(
    ("kind", "skill", "left"),
    [
        ("physical", "Combat (Sword)", 1),
        ("physical", UNARMED, 1),
        ("social", "Combat (Sword)", 1),
        ("social", "Guts", 3),
    ],
)
def test_two_weapons_hinder_every_defence_with_a_skill_of_one_of_them_gob_51(kind: str, skill: str, left: int) -> None:
    table = Table(
        foe(rank=1, weapons=[CLUB]),
        fated("ana", traits=traits(1, 1, 1, 1), **TWO),
        hands={"bo": "9C", "ana": "KS QS JS TS"},
    )
    table.attack("bo", "ana", "9C", kind=kind)
    table.do("defend", "ana", card="KS", skill=skill, weapons=["Sword", "Knife"])
    assert table.pending["sides"][1]["left"] == left


def test_a_weapon_may_be_named_in_an_attack_that_is_not_physical_gob_51() -> None:
    table = Table(fated("ana", **TWO), foe(), hands={"ana": "KS QS"})
    table.attack("ana", "bo", "KS", kind="social", weapon="Knife", skill="Combat (Knife)")
    assert table["ana"]["wielded"] == ["Knife"]


def test_an_attack_that_names_no_weapon_empties_the_hands_gob_51() -> None:
    table = Table(fated("ana", **TWO), foe(), hands={"ana": "KS QS"})
    assert table["ana"]["wielded"] == ["Sword"]
    table.attack("ana", "bo", "KS")
    assert table["ana"]["wielded"] == []


@pytest.mark.parametrize(("key", "rule"), [("iron-wall", "GOB-64"), ("karmic-shuffle", "GOB-65")])
def test_iron_wall_and_karmic_shuffle_are_not_repeated_gob_64_gob_65(key: str, rule: str) -> None:
    table = Table(fated("ana", key, wildcards=3), foe())
    table.do("use", "ana", advantage=key)
    assert table.refuse("use", "ana", advantage=key).rule == rule
    assert table.wildcards("ana") == 2


def test_one_opponent_is_studied_once_gob_67() -> None:
    table = Table(fated("ana", "study"), foe())
    table.draw("ana")
    table.do("use", "ana", advantage="study", target="bo")
    table.skip("bo")
    table.draw("ana")
    assert table.refuse("use", "ana", advantage="study", target="bo").rule == "GOB-67"


@pytest.mark.parametrize("pair", [("zeal", "fortune"), ("fortune", "disarm"), ("disarm", "zeal")])
def test_one_advantage_replaces_the_trait_of_an_attack_gob_75_gob_76_gob_82(pair: tuple[str, str]) -> None:
    table = Table(fated("ana", *pair, traits=traits(3, 3, 3, 3), weapons=[CLUB]), foe(), hands={"ana": "KS"})
    refused = table.no_attack("ana", "bo", "KS", weapon="Club", use=[{"advantage": key} for key in pair])
    assert refused.code == "advantage.trait"


def test_being_berserk_silences_what_is_not_offensive_gob_80() -> None:
    table = Table(
        fated(
            "ana",
            "berserk",
            "dodge",
            "iron-wall",
            "savage",
            "tenacity",
            wildcards=3,
            weapons=[CLUB],
            traits=traits(3, 3, 3, 3),
        ),
        foe(),
        hands={"ana": "KS"},
    )
    table.draw("ana")
    table.do("use", "ana", advantage="berserk")
    for key in ("dodge", "iron-wall"):
        assert table.refuse("use", "ana", advantage=key).rule == "GOB-80"
    table.attack("ana", "bo", "KS", weapon="Club", use=[{"advantage": "savage"}])


@pytest.mark.parametrize(("key", "kind", "pool"), [("toughness", "physical", "bp"), ("resolve", "social", "sp")])
def test_berserk_leaves_toughness_and_resolve_gob_80_gob_87_gob_88(key: str, kind: str, pool: str) -> None:
    lost = []
    for owned in ([], [{"key": key, "ranks": 2}]):
        ana = fated("ana", *owned, "berserk", wildcards=1, traits=traits(3, 3, 3, 3))
        table = Table(ana, foe(rank=1), hands={"ana": "2D", "bo": "9C"})
        table.draw("ana")
        table.do("use", "ana", advantage="berserk")
        table.do("pass", "ana")
        table.clash("bo", "ana", "9C", kind=kind)
        lost.append(15 - table.pool("ana", pool))
    assert lost[0] - lost[1] == 2


def test_berserk_leaves_tenacity_gob_71_gob_80() -> None:
    table = Table(
        fated("ana", "tenacity", "berserk", wildcards=1, traits=traits(3, 3, 3, 3)),
        foe(rank=1),
        hands={"ana": "2D", "bo": "9C"},
    )
    table.draw("ana")
    table.do("use", "ana", advantage="berserk")
    table.do("pass", "ana")
    before = table.size("ana")
    table.clash("bo", "ana", "9C")
    assert table.size("ana") == before + 1


def test_advantages_are_used_during_initiative_gob_40_gob_64() -> None:
    table = Table(fated("ana", "iron-wall", wildcards=1), foe(), waiting=True)
    assert table.phase == "initiative"
    assert "use" in table.types("ana")
    table.do("use", "ana", advantage="iron-wall")


@pytest.mark.parametrize(
    ("pools", "out"), [({"bp": 0, "sp": 0}, "unconscious"), ({"mp": 0, "lp": 0}, "beaten"), ({"bp": 0}, None)]
)
def test_two_empty_pools_in_the_setup_mean_out_from_the_start_gob_49(pools: dict[str, int], out: str | None) -> None:
    table = Table.of(fated("ana", pools=pools), foe(), fated("cy"))
    assert table["ana"]["out"] == out
    assert (table.size("ana") == 0) == (out is not None)


def test_a_participant_who_gives_up_discards_the_cards_that_lie_face_down_at_once_gob_44_gob_49() -> None:
    table = Table(
        foe("bo", rank=1, weapons=[CLUB]),
        fated("ana", COUNTER, weapons=[SWORD], skills={"Combat (Sword)": 3}),
        fated("cy", rank=3),
        hands={"bo": "9C", "ana": "KS QD JH", "cy": "8S 7S"},
    )
    table.attack("bo", ["ana", "cy"], "9C", weapon="Club")
    table.do("defend", "ana", **ANSWER)
    table.do("concede", "ana")
    assert {"KS", "QD"} <= set(table.discard)
    assert table.phase == "defend", "the play goes on with the others"
    table.defend("cy", "8S")
    assert table.phase == "betting"
    table.do("concede", "bo")
    assert {"9C", "8S"} <= set(table.discard)
