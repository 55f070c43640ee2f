"""Partly and fully incapacitated entities, and what may be done to them (F52-53, F52-54, F52-55; F52-23)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def bound(*participants: Any, degree: str = "partial", target: str = "goblin", **more: Any) -> Table:
    """A table at which this one is incapacitated before anyone acts."""
    table = Table(*participants, **more)
    table.gm("incapacitate", target=target, degree=degree)
    return table


def test_one_partly_incapacitated_cannot_act_and_is_skipped_f52_53() -> None:
    table = bound(hero("ana"), hero("ben"), foe("goblin"), target="ana", hands={"ana": "2C 3C 4C"})
    table.because("F52-53")
    assert table.conditions("ana") == {"partial"}
    assert table.turn == ["ben"]
    table.no_attack("ana", "goblin", "2C")
    table.refuse("pass", "ana")
    table.refuse("skill-check", "ana", difficulty=5)
    table.refuse("pick-up", "ana")
    table.refuse("wake-draw", "ana")
    table.refuse("death-draw", "ana")
    table.passes("ben", "goblin")
    assert (table.round, table.turn) == (2, ["ben"])


def test_one_partly_incapacitated_cannot_resist_f52_53() -> None:
    table = bound(hero("ana"), hero("ben"), foe("goblin"), target="ana", hands={"ana": "2C 3C KC"})
    table.gm("afflict", target="ana", strength=5, name="fire")
    table.refuse("resist", "ana", effect="fire", cards="KC")


def test_one_partly_incapacitated_still_defends_f52_53() -> None:
    table = bound(
        hero("ana"), hero("ben"), foe("goblin"), target="ana", order=["monsters"], hands={"ana": "2C 3C KC"}, fd="9D"
    )
    table.attack("goblin", "ana", "9D")
    assert (table.phase, table.turn) == ("defending", ["ana"])
    table.defend("ana", "KC")
    assert table.hp("ana") == 3


def test_the_defence_of_one_partly_incapacitated_gets_no_card_more_f52_54() -> None:
    table = bound(
        hero("ana"), hero("ben"), foe("goblin"), target="ana", order=["monsters"], hands={"ana": "2C 3C KC"}, fd="9D"
    )
    table.attack("goblin", "ana", "9D")
    table.refuse("defend", "ana", cards="2C KC")
    table.defend("ana", "KC")


@pytest.mark.parametrize(
    ("participant", "weapon", "limit"),
    [
        (hero("ana", 2), "melee", 2),
        (hero("ana", 2), "missile", 2),
        (hero("ana", 2), "unarmed", 2),
        (warrior("ana", 2), "melee", 3),
        (warrior("ana", 2), "unarmed", 3),
        (wizard("ana", 2), "melee", 2),
    ],
)
def test_a_physical_attack_on_it_may_use_one_card_more_f52_54(participant: Any, weapon: str, limit: int) -> None:
    table = bound(participant, foe("goblin"), hands={"ana": "2C 3D 4H 5S"}, fd="9C 9D")
    cards = ["2C", "3D", "4H", "5S"]
    table.no_attack("ana", "goblin", " ".join(cards[: limit + 1]), weapon)
    table.attack("ana", "goblin", " ".join(cards[:limit]), weapon)
    table.because("F52-54")
    assert table.phase == "defending"


def test_without_the_condition_the_card_more_is_refused_f52_54() -> None:
    table = Table(hero("ana"), foe("goblin"), foe("orc"), hands={"ana": "2C 3D 4H"})
    table.gm("incapacitate", target="orc", degree="partial")
    table.no_attack("ana", "goblin", "2C 3D")
    table.gm("release", target="orc")
    table.no_attack("ana", "orc", "2C 3D")
    table.attack("ana", "orc", "2C")


def test_a_monster_gets_the_card_more_on_its_own_allowance_f52_54_f52_23() -> None:
    table = bound(
        hero("ana"), hero("ben"), foe("ogre", allowance=2, level=10), target="ana", order=["monsters"], fd="2C 3C 4C 5C"
    )
    table.no_attack("ogre", "ben", "2C 3C 4C")
    table.no_attack("ogre", "ana", "2C 3C 4C 5C")
    table.attack("ogre", "ana", "2C 3C 4C")


def test_a_maneuver_gets_the_card_more_and_a_spell_does_not_f52_54_f52_70() -> None:
    table = bound(
        warrior("ana", 2),
        wizard("ben", 2),
        foe("goblin"),
        hands={"ana": "2C 3C 4C 5C", "ben": "2S 3S 4S 5S"},
        fd="9D 8D",
    )
    table.no_cast("ben", "goblin", "2S 3S")
    table.no_maneuver("ana", "push", "goblin", "2C 3C 4C 5C")
    table.maneuver("ana", "push", "goblin", "2C 3C 4C")
    table.because("F52-54", "F52-75")


def test_a_fury_strike_may_use_the_card_more_f52_54_f52_73() -> None:
    table = bound(warrior("ana"), foe("goblin"), hands={"ana": "2S 3S 4S"}, fd="8D")
    table.maneuver("ana", "fury-strike", "goblin", "2S 3S 4S")
    table.defend("goblin", "8D")
    assert table.hp("goblin") == 0


@pytest.mark.parametrize(
    ("card", "hp", "left"),
    [("9H", 9, 8), ("KH", 9, 7), ("AH", 9, 4), ("AH", 10, 5), ("AH", 5, 2), ("AH", 2, 0), ("KH", 1, 0)],
)
def test_an_attack_on_one_fully_incapacitated_draws_for_its_damage_f52_55(card: str, hp: int, left: int) -> None:
    table = bound(hero("ana"), foe("goblin", max_hp=hp), degree="full", draws=card, hands={"ana": "2C 3C 4C"})
    table.attack("ana", "goblin")
    table.because("F52-55", "F52-26")
    assert (table.hp("goblin"), table.pending) == (left, None)
    assert card in table.discard
    assert table.hand("ana") == {"2C", "3C", "4C"}


def test_no_card_is_played_in_such_an_attack_f52_55() -> None:
    table = bound(hero("ana"), foe("goblin"), degree="full", draws="9H", hands={"ana": "2C 3C 4C"})
    table.no_attack("ana", "goblin", "2C")
    table.attack("ana", "goblin")
    assert table.played == []


def test_an_attack_without_cards_is_refused_against_anybody_else_f52_55() -> None:
    table = bound(hero("ana"), foe("goblin"), foe("orc"), degree="partial", draws="9H")
    table.no_attack("ana", "goblin")
    table.no_attack("ana", "orc")
    assert (table.hp("goblin"), table.hp("orc")) == (3, 3)


def test_such_an_attack_needs_no_card_in_hand_f52_55() -> None:
    table = Table(
        hero("ana", hp=1), foe("goblin"), foe("orc"), order=["monsters"], hands={"ana": "KC"}, fd="9D", draws="QH"
    )
    table.gm("incapacitate", target="orc", degree="full")
    table.attack("goblin", "ana", "9D")
    table.defend("ana", "KC")
    assert table.hand("ana") == set()
    table.no_attack("ana", "goblin")
    table.attack("ana", "orc")
    assert table.hp("orc") == 1


def test_an_unarmed_attack_on_it_draws_and_does_one_point_f52_55_f52_29() -> None:
    table = bound(hero("ana", armed=False), foe("goblin"), degree="full", draws="AH")
    table.no_attack("ana", "goblin")
    table.attack("ana", "goblin", weapon="unarmed")
    assert (table.hp("goblin"), table.discard[-1]) == (2, "AH")


def test_a_monster_strikes_it_with_the_line_of_the_drawn_card_f52_55_f52_95() -> None:
    lines = {"face": {"damage": 0, "effect": {"name": "venom", "strength": 6, "rounds": 2}}}
    table = bound(
        hero("ana"),
        hero("ben"),
        foe("goblin", lines=lines),
        degree="full",
        target="ana",
        order=["monsters"],
        draws="QH",
    )
    table.attack("goblin", "ana")
    assert table.hp("ana") == 3
    assert [(e["name"], e["strength"]) for e in table.effects("ana")] == [("venom", 6)]


def test_range_and_weapon_still_count_against_it_f52_55_f52_17() -> None:
    table = bound(hero("ana"), foe("goblin"), degree="full", draws="9H")
    table.gm("set-range", a="ana", b="goblin", range="far")
    table.no_attack("ana", "goblin", weapon="melee")
    table.attack("ana", "goblin", weapon="missile")
    assert table.hp("goblin") == 2


def test_it_defends_nothing_and_is_asked_nothing_f52_55() -> None:
    table = bound(
        warrior("ana"),
        wizard("ben"),
        foe("goblin", max_hp=9),
        degree="full",
        hands={"ana": "4S 8S 2H", "ben": "KS 2D 3D"},
        fd="AD",
    )
    table.maneuver("ana", "fury-strike", "goblin", "4S 8S")
    table.because("F52-55", "F52-73")
    assert (table.hp("goblin"), table.pending, table.played) == (7, None, ["4S", "8S"])
    table.cast("ben", "goblin", "KS")
    table.because("F52-55", "F52-85")
    assert (table.hp("goblin"), table.pending) == (5, None)
    assert table.view()["fd_hand_size"] == 1


@pytest.mark.parametrize(("what", "cards"), [("disarm", "2D"), ("push", "2C")])
def test_a_maneuver_on_it_succeeds_without_a_defence_f52_55(what: str, cards: str) -> None:
    table = bound(warrior("ana"), foe("goblin"), degree="full", hands={"ana": f"{cards} 3S 4S"})
    table.no_maneuver("ana", what, "goblin", "")
    table.maneuver("ana", what, "goblin", cards)
    assert table.pending is None
    assert (table["goblin"]["weapon"], table.range("ana", "goblin")) == {
        "disarm": ("floor", "melee"),
        "push": ("held", "near"),
    }[what]


def test_a_destruct_on_it_takes_effect_without_a_defence_f52_55_f52_83() -> None:
    table = bound(wizard("ana"), foe("goblin"), degree="full", hands={"ana": "2C 3S 4S"})
    table.cast("ana", "goblin", "2C")
    assert table.pending is None
    assert [e["value"] for e in table.effects("goblin", "destruct")] == [2]


def test_one_fully_incapacitated_does_nothing_at_all_f52_55() -> None:
    table = bound(hero("ana"), hero("ben"), foe("goblin"), degree="full", target="ana", hands={"ana": "2C 3C 4C"})
    assert (table.conditions("ana"), table.turn) == ({"full"}, ["ben"])
    for kind in ("pass", "wake-draw", "death-draw", "pick-up"):
        table.refuse(kind, "ana")
    table.no_attack("ana", "goblin", "2C")


def test_a_group_that_is_all_incapacitated_is_skipped_f52_16_f52_53() -> None:
    table = Table(
        hero("ana"), foe("goblin", group="goblins"), foe("orc", group="orcs"), order=["players", "goblins", "orcs"]
    )
    table.gm("incapacitate", target="goblin", degree="full")
    table.passes("ana")
    assert table.turn == ["orc"]


@pytest.mark.parametrize("sleep_first", [True, False])
def test_one_bound_and_unconscious_is_unconscious_alone_until_it_wakes_f52_54_f52_56(sleep_first: bool) -> None:
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "5C 6C 7C"}, draws="9H")
    for unconscious in (sleep_first, not sleep_first):
        table.gm("incapacitate", target="goblin", degree="partial", unconscious=unconscious, wake=8)
    assert table.conditions("goblin") == {"unconscious"}
    table.no_maneuver("ana", "push", "goblin", "5C 6C 7C")
    table.passes("ana")
    table.do("wake-draw", "goblin")
    assert table.conditions("goblin") == {"partial"}
    table.maneuver("ana", "push", "goblin", "5C 6C 7C")


def test_one_incapacitated_in_its_turn_loses_it_f52_53_f52_16() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("incapacitate", target="ana", degree="partial")
    assert table.turn == ["goblin"]


def test_one_set_free_in_its_group_s_turn_may_still_act_f52_53_f52_16() -> None:
    table = bound(hero("ana"), hero("ben"), foe("goblin"), target="ana")
    table.gm("release", target="ana")
    assert table.conditions("ana") == set()
    assert set(table.turn) == {"ana", "ben"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"degree": "half"},
        {"degree": None},
        {"degree": True},
        {"degree": "unconscious"},
        {"target": "nobody"},
        {"target": None},
        {"wake": 1, "unconscious": True},
        {"wake": 11, "unconscious": True},
        {"also": 1},
        {"wake": True, "unconscious": True},
        {"unconscious": "yes"},
        {"unconscious": 1},
        {"wake": "7", "unconscious": True},
    ],
)
def test_an_incapacitation_of_a_wrong_shape_is_refused_f52_53(wrong: dict[str, Any]) -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.no_gm("incapacitate", **{"target": "goblin", "degree": "full", **wrong})
    table.refuse("incapacitate", "ana", target="goblin", degree="full")
    assert table.conditions("goblin") == set()
