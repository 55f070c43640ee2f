"""Maneuvers in general, disarm, weapons and push (F52-70, F52-71, F52-72, F52-75)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def duel(cards: str, fd: str = "9S", level: int = 1, other: Any = None, **more: Any) -> Table:
    """A warrior with these cards before a goblin."""
    return Table(warrior("ana", level), other or foe("goblin", max_hp=9), hands={"ana": cards}, fd=fd, **more)


@pytest.mark.parametrize(
    ("what", "cards", "wrong"),
    [
        ("disarm", "2D", "2C"),
        ("disarm", "2D", "2H"),
        ("push", "2C", "2D"),
        ("push", "2C", "2S"),
        ("parry", "2H", "2D"),
        ("disarm", "2D", "2D 2C"),
        ("push", "2C", "2C 2D"),
        ("parry", "2H", "2H 2C"),
    ],
)
def test_a_maneuver_is_of_its_suit_alone_f52_70(what: str, cards: str, wrong: str) -> None:
    table = duel("2C 2D 2H 2S", "9S 8S", level=2)
    target = None if what == "parry" else "goblin"
    table.no_maneuver("ana", what, target, wrong)
    table.no_maneuver("ana", what, target, "")
    table.maneuver("ana", what, target, cards)


@pytest.mark.parametrize(("level", "allowed"), [(1, 2), (4, 2), (5, 3), (10, 4)])
@pytest.mark.parametrize("what", ["push", "parry"])
def test_the_allowance_of_a_maneuver_is_the_warrior_s_f52_70_f52_23(what: str, level: int, allowed: int) -> None:
    suit = "C" if what == "push" else "H"
    cards = [rank + suit for rank in "23456789TJQK"][: level + 2]
    filler = [rank + "D" for rank in "23456789TJQK"][: level + 2 - len(cards)]
    fd = " ".join(rank + "S" for rank in "23456789TJQK"[:level])
    table = duel(" ".join([*cards, *filler]), fd, level=level)
    target = None if what == "parry" else "goblin"
    table.no_maneuver("ana", what, target, " ".join(cards[: allowed + 1]))
    table.maneuver("ana", what, target, " ".join(cards[:allowed]))


@pytest.mark.parametrize("kind", [None, "wizard"])
def test_only_warriors_and_those_marked_know_maneuvers_f52_20_f52_96(kind: str | None) -> None:
    table = Table(
        hero("ana", kind=kind), foe("goblin"), foe("knight", maneuvers=True), hands={"ana": "2D 2C 2H"}, fd="3D 3C 3H"
    )
    table.no_maneuver("ana", "disarm", "goblin", "2D")
    table.no_maneuver("ana", "push", "goblin", "2C")
    table.no_maneuver("ana", "parry", None, "2H")
    table.passes("ana")
    table.no_maneuver("goblin", "disarm", "ana", "3D")
    table.maneuver("knight", "disarm", "ana", "3D")


def test_a_marked_monster_has_its_own_allowance_in_maneuvers_f52_96_f52_23() -> None:
    table = Table(
        hero("ana"), foe("knight", maneuvers=True, allowance=2, level=10), order=["monsters"], fd="3C 4C 5C 6C"
    )
    table.no_maneuver("knight", "push", "ana", "3C 4C 5C")
    table.maneuver("knight", "push", "ana", "3C 4C")


def test_a_maneuver_is_an_opposed_play_the_defender_answers_f52_71_f52_21() -> None:
    table = duel("KD 2C 3C")
    table.maneuver("ana", "disarm", "goblin", "KD")
    pending = table.pending
    assert pending is not None
    assert (pending["kind"], pending["actor"], pending["target"]) == ("maneuver", "ana", "goblin")
    assert pending["cards"] == ["KD"]
    assert (table.phase, table.turn, table["goblin"]["weapon"]) == ("defending", ["goblin"], "held")


@pytest.mark.parametrize(
    ("what", "card", "defence"),
    [("disarm", "9D", "9S"), ("disarm", "KD", "QS"), ("push", "9C", "TS"), ("push", "KC", "AS")],
)
def test_a_maneuver_that_is_not_higher_does_nothing_f52_71(what: str, card: str, defence: str) -> None:
    table = duel(f"{card} 2H 3H", defence, draws="2S")
    table.maneuver("ana", what, "goblin", card)
    table.defend("goblin", defence)
    assert (table["goblin"]["weapon"], table.range("ana", "goblin")) == ("held", "melee")
    assert (table.conditions("goblin"), table.hp("goblin")) == (set(), 9)


def test_an_ace_in_defence_makes_a_maneuver_fumble_f52_27() -> None:
    table = duel("9D 2H 3H", "AS", draws="KH")
    table.maneuver("ana", "disarm", "goblin", "9D")
    table.defend("goblin", "AS")
    table.because("F52-27")
    assert table.hp("ana") == 1


def test_an_ace_against_the_ace_of_a_maneuver_fails_it_without_a_fumble_f52_25() -> None:
    table = duel("AD 2H 3H", "AS", draws="KH")
    table.maneuver("ana", "disarm", "goblin", "AD")
    table.defend("goblin", "AS")
    assert (table["goblin"]["weapon"], table.hp("ana")) == ("held", 3)


def test_a_warrior_defends_against_a_maneuver_with_two_cards_f52_70() -> None:
    table = Table(
        warrior("ana"),
        hero("ben"),
        foe("knight", maneuvers=True),
        order=["monsters"],
        fd="9C 8C",
        hands={"ana": "4D 5D 6D", "ben": "4H 5H 6H"},
    )
    table.maneuver("knight", "push", "ana", "9C")
    table.refuse("defend", "ana", cards="4D 5D 6D")
    table.defend("ana", "4D 5D")
    assert table.range("ana", "knight") == "melee"


@pytest.mark.parametrize(
    ("card", "weapon"), [("2D", "floor"), ("TD", "floor"), ("JD", "away"), ("KD", "away"), ("AD", "broken")]
)
def test_disarm_throws_the_weapon_by_the_highest_card_and_hurts_nobody_f52_72(card: str, weapon: str) -> None:
    table = duel(f"{card} 2H 3H")
    table.maneuver("ana", "disarm", "goblin", card)
    table.defend("goblin")
    table.because("F52-72")
    assert (table["goblin"]["weapon"], table["goblin"]["armed"], table.hp("goblin")) == (weapon, False, 9)
    assert (table.played, table.turn) == ([card], ["goblin"])


def test_the_highest_of_two_cards_is_read_f52_71_f52_72() -> None:
    table = duel("2D JD 3H")
    table.maneuver("ana", "disarm", "goblin", "2D JD")
    table.defend("goblin")
    assert table["goblin"]["weapon"] == "away"


@pytest.mark.parametrize(("card", "weapon"), [("2D", "floor"), ("KD", "away"), ("AD", "broken")])
def test_one_without_a_weapon_in_hand_attacks_unarmed_only_f52_72(card: str, weapon: str) -> None:
    table = duel(f"{card} 2H 3H", "9S 8S")
    table.maneuver("ana", "disarm", "goblin", card)
    table.defend("goblin")
    table.no_attack("goblin", "ana", "9S", "melee")
    table.no_attack("goblin", "ana", "9S", "missile")
    assert table["goblin"]["weapon"] == weapon
    table.attack("goblin", "ana", "9S", "unarmed")


def test_disarming_one_who_holds_none_is_refused_f52_72() -> None:
    table = duel("2D KD 3H", "9S", other=foe("goblin", armed=False))
    assert (table["goblin"]["weapon"], table["goblin"]["armed"]) == ("none", False)
    table.no_maneuver("ana", "disarm", "goblin", "2D")
    table = Table(warrior("ana"), warrior("ben"), foe("goblin"), hands={"ana": "2D 3C 4C", "ben": "3D KD 4H"})
    table.maneuver("ana", "disarm", "goblin", "2D")
    table.defend("goblin")
    table.no_maneuver("ben", "disarm", "goblin", "KD")
    assert table["goblin"]["weapon"] == "floor"


def test_picking_up_from_the_floor_takes_the_action_f52_72() -> None:
    table = duel("2D 2H 3H", "9S 8S")
    table.maneuver("ana", "disarm", "goblin", "2D")
    table.defend("goblin")
    table.do("pick-up", "goblin")
    table.because("F52-72")
    assert (table["goblin"]["weapon"], table["goblin"]["armed"]) == ("held", True)
    assert (table.round, table.turn, table.view()["fd_hand_size"]) == (2, ["ana"], 2)


@pytest.mark.parametrize("card", ["KD", "AD"])
def test_only_a_weapon_on_the_floor_is_picked_up_f52_72(card: str) -> None:
    table = duel(f"{card} 2H 3H")
    table.refuse("pick-up", "ana")
    table.maneuver("ana", "disarm", "goblin", card)
    table.defend("goblin")
    table.refuse("pick-up", "goblin")


def test_one_who_never_had_a_weapon_picks_up_nothing_f52_72() -> None:
    table = Table(hero("ana", armed=False), foe("goblin"), hands={"ana": "2C 3C 4C"})
    table.refuse("pick-up", "ana")
    table.no_attack("ana", "goblin", "2C")
    table.attack("ana", "goblin", "2C", "unarmed")


def test_the_gm_arms_one_whose_weapon_is_out_of_reach_f52_72() -> None:
    table = duel("KD 2H 3H", "9S 8S")
    table.maneuver("ana", "disarm", "goblin", "KD")
    table.defend("goblin")
    table.gm("arm", target="goblin")
    table.because("F52-72")
    assert table["goblin"]["weapon"] == "held"
    assert table.turn == ["goblin"], "the gm's order takes no action"
    table.attack("goblin", "ana", "9S")


def test_the_gm_arms_one_who_had_none_f52_72() -> None:
    table = Table(hero("ana", armed=False), foe("goblin"), hands={"ana": "2C 3C 4C"})
    table.gm("arm", target="ana")
    table.attack("ana", "goblin", "2C")


def test_an_arming_of_a_wrong_shape_is_refused_f52_72() -> None:
    table = duel("KD 2H 3H", other=foe("goblin", armed=False))
    for target in ("nobody", None, "gm", 1, ["goblin"]):
        table.no_gm("arm", target=target)
    table.no_gm("arm")
    table.no_gm("arm", target="goblin", weapon="axe")
    table.refuse("arm", "ana", target="goblin")
    assert table["goblin"]["weapon"] == "none"


def test_disarm_push_and_parry_need_no_weapon_and_a_fury_strike_does_f52_72() -> None:
    participants = (warrior("ana", 5, armed=False), foe("goblin"))
    for maneuver, target, cards in (("disarm", "goblin", "2D"), ("push", "goblin", "2C"), ("parry", None, "2H")):
        table = Table(*participants, hands={"ana": "2D 2C 2H 2S 3S 4S 5S"})
        table.no_maneuver("ana", "fury-strike", "goblin", "2S 3S")
        table.maneuver("ana", maneuver, target, cards)


@pytest.mark.parametrize(
    ("card", "conditions"),
    [("2C", set()), ("TC", set()), ("JC", {"prone"}), ("KC", {"prone"}), ("AC", {"prone", "unconscious"})],
)
def test_push_reads_its_effect_from_the_highest_card_f52_75(card: str, conditions: set[str]) -> None:
    table = duel(f"{card} 2H 3H")
    table.maneuver("ana", "push", "goblin", card)
    table.defend("goblin")
    table.because("F52-75")
    assert table.conditions("goblin") == conditions
    assert (table.range("ana", "goblin"), table.hp("goblin")) == ("near", 9)


def test_one_pushed_down_unconscious_wakes_above_seven_f52_75_f52_56() -> None:
    for card, awake in (("7S", False), ("8S", True)):
        table = duel("AC 2H 3H", draws=card)
        table.maneuver("ana", "push", "goblin", "AC")
        table.defend("goblin")
        assert table.turn == ["goblin"]
        table.do("wake-draw", "goblin")
        assert ("unconscious" in table.conditions("goblin")) != awake


def test_healing_does_not_wake_one_who_was_pushed_down_f52_34_f52_75() -> None:
    table = Table(
        wizard("ben"),
        hero("ana", 2, hp=2),
        foe("knight", maneuvers=True),
        order=["monsters"],
        fd="AC 9D",
        hands={"ben": "KH 2C 3C"},
    )
    table.maneuver("knight", "push", "ana", "AC")
    table.defend("ana")
    table.cast("ben", "ana", "KH")
    assert table.hp("ana") == 4
    assert "unconscious" in table.conditions("ana")


def test_a_push_leaves_the_other_pairs_where_they_are_f52_75_f52_17() -> None:
    table = Table(warrior("ana"), hero("ben"), foe("goblin"), hands={"ana": "2C 3C 4C"})
    table.maneuver("ana", "push", "goblin", "2C")
    table.defend("goblin")
    assert (table.range("ana", "goblin"), table.range("ben", "goblin")) == ("near", "melee")


@pytest.mark.parametrize(
    "wrong",
    [
        {"maneuver": "trip"},
        {"maneuver": None},
        {"maneuver": 1},
        {"target": None},
        {"target": "nobody"},
        {"target": "ana"},
        {"cards": None},
        {"cards": "2D"},
        {"cards": ["2D", "2D"]},
        {"cards": [2]},
        {"cards": [["2D"]]},
        {"cards": ["KD"]},
        {"cards": ["XX"]},
        {"weapon": "melee"},
        {"willing": True},
    ],
)
def test_a_maneuver_of_a_wrong_shape_is_refused_f52_70(wrong: dict[str, Any]) -> None:
    table = duel("2D 3D 3H")
    command = {"maneuver": "disarm", "target": "goblin", "cards": ["2D"], **wrong}
    if isinstance(command["cards"], str):
        command["cards"] = tuple(command["cards"])
    table.refuse("maneuver", "ana", **command)
    assert table.hand("ana") == {"2D", "3D", "3H"}
