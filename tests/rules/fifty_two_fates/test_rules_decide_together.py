"""Rules that meet: where two or three of them decide together (F52-21, F52-23, F52-27, F52-32)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def test_an_unarmed_warrior_on_a_bound_enemy_f52_23_f52_29_f52_54() -> None:
    table = Table(
        warrior("ana", 5), foe("goblin", max_hp=9), hands={"ana": "2C 3C 4C 5C 6C 7C 8C"}, fd="2D 3D 4D 5D 6D"
    )
    table.gm("incapacitate", target="goblin", degree="partial")
    table.no_attack("ana", "goblin", "2C 3C 4C 5C 6C", "unarmed")
    table.attack("ana", "goblin", "5C 6C 7C 8C", "unarmed")
    table.refuse("defend", "goblin", cards="2D 3D 4D")
    table.defend("goblin", "2D 3D")
    assert table.hp("goblin") == 8


@pytest.mark.parametrize(
    ("participant", "weapon", "limit"),
    [
        (hero("ana", 5), "unarmed", 3),
        (hero("ana", 5), "melee", 2),
        (warrior("ana", 5), "unarmed", 4),
        (warrior("ana", 5), "missile", 3),
        (wizard("ana", 5), "unarmed", 3),
        (wizard("ana", 4), "unarmed", 2),
    ],
)
def test_the_defence_against_the_unarmed_adds_to_class_and_level_f52_23(
    participant: Any, weapon: str, limit: int
) -> None:
    own = ["2H", "3H", "4H", "5H", "6H", "7H", "8H"][: participant["level"] + 2]
    table = Table(participant, foe("goblin"), order=["monsters"], hands={"ana": " ".join(own)})
    table.attack("goblin", "ana", table.view()["hand"][:1], weapon)
    table.refuse("defend", "ana", cards=own[: limit + 1])
    table.defend("ana", own[:limit])


def test_a_fumble_is_no_attack_on_the_fumbling_one_f52_27_f52_89() -> None:
    table = Table(
        wizard("ana"), hero("ben"), foe("goblin"), hands={"ana": "9D 2H 3H", "ben": "9C 3C 4C"}, fd="AS", draws="2S"
    )
    table.cast("ana", "ben", "9D")
    table.attack("ben", "goblin", "9C")
    table.defend("goblin", "AS")
    assert (table.hp("ben"), [e["value"] for e in table.effects("ben")]) == (2, [9])


def test_falls_and_fires_are_no_attacks_and_use_nothing_up_f52_89() -> None:
    table = Table(wizard("ana"), hero("ben"), foe("goblin", max_hp=9), hands={"ana": "9D 2H 3H"})
    table.cast("ana", "goblin", "9D")
    table.gm("fall", target="goblin", feet=60)
    table.gm("afflict", target="goblin", strength=5, rounds=1, name="fire")
    table.finish_round()
    assert (table.hp("goblin"), [e["value"] for e in table.effects("goblin")]) == (6, [9])


def test_one_who_fumbles_to_zero_is_dying_and_draws_from_the_next_round_f52_27_f52_32() -> None:
    table = Table(hero("ana", hp=1), hero("ben"), foe("goblin"), hands={"ana": "9C"}, fd="AS", draws="2S 5S")
    table.attack("ana", "goblin", "9C")
    table.defend("goblin", "AS")
    assert (table.conditions("ana"), table.turn) == ({"dying"}, ["ben"])
    table.refuse("death-draw", "ana")
    table.finish_round()
    assert (table.round, set(table.turn)) == (2, {"ana", "ben"})
    table.passes("ben")
    assert table.turn == ["ana"], "the group's turn does not end before the draw"


def test_the_end_of_a_round_can_fell_one_and_ask_another_f52_50_f52_31() -> None:
    table = Table(hero("ana", hp=1), hero("ben"), foe("goblin"), hands={"ana": "9C", "ben": "2D 3D 4D"})
    for name in ("ben", "ana"):
        table.gm("afflict", target=name, strength=5, name="fire")
    table.finish_round()
    assert (table.conditions("ana"), table.hand("ana"), table.turn) == ({"dying"}, set(), ["ben"])
    table.do("discard", "ben", cards="2D")
    assert (table.round, set(table.turn)) == (2, {"ana", "ben"})


def test_the_ace_of_destruct_goes_through_the_value_of_a_parry_f52_84_f52_74() -> None:
    table = Table(warrior("ana"), foe("shaman", spells=True), foe("goblin"), hands={"ana": "9H 3H 4H"}, fd="AC 9D 8D")
    table.maneuver("ana", "parry", None, "9H")
    table.cast("shaman", "ana", "AC")
    table.defend("ana")
    table.attack("goblin", "ana", "9D")
    assert (table.hp("ana"), table.pending) == (2, None)


def test_the_ace_of_a_parry_holds_against_the_ace_of_destruct_f52_84_f52_74() -> None:
    table = Table(warrior("ana"), foe("shaman", spells=True), hands={"ana": "AH 3H 4H"}, fd="AC")
    table.maneuver("ana", "parry", None, "AH")
    table.cast("shaman", "ana", "AC")
    table.defend("ana")
    assert (table.effects("ana", "destruct"), table.hp("shaman")) == ([], 3)


def test_the_ace_of_a_parry_holds_against_the_ace_of_harm_f52_74_f52_85() -> None:
    table = Table(warrior("ana"), foe("shaman", spells=True), hands={"ana": "AH 3H 4H"}, fd="AS")
    table.maneuver("ana", "parry", None, "AH")
    table.cast("shaman", "ana", "AS")
    table.defend("ana")
    assert (table.hp("ana"), table.hp("shaman")) == (3, 3)


def test_a_push_with_the_ace_on_the_helpless_leaves_unconscious_alone_f52_55_f52_75() -> None:
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "AC 3H 4H"})
    table.gm("incapacitate", target="goblin", degree="full")
    table.maneuver("ana", "push", "goblin", "AC")
    assert table.conditions("goblin") == {"prone", "unconscious"}


def test_a_second_blow_of_sleep_sets_its_own_number_f52_56() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), draws="8H")
    table.gm("incapacitate", target="ana", degree="full", unconscious=True, wake=10)
    table.gm("incapacitate", target="ana", degree="full", unconscious=True, wake=2)
    table.do("wake-draw", "ana")
    assert table.conditions("ana") == set()


def test_the_dying_monster_that_is_healed_stands_and_acts_in_the_same_round_f52_34_f52_35() -> None:
    table = Table(hero("ana"), foe("boss", death_draws=True), foe("shaman", spells=True), order=["monsters"], fd="KH")
    table.gm("adjust", target="boss", hp=0, reason="a rock")
    assert table.turn == ["shaman"]
    table.cast("shaman", "boss", "KH")
    assert (table.hp("boss"), table.conditions("boss"), table.turn) == (2, set(), ["boss"])


def test_one_at_zero_is_not_attacked_but_may_be_incapacitated_no_more_f52_21() -> None:
    table = Table(warrior("ana"), foe("goblin"), foe("orc"), hands={"ana": "2D 3D 2C"})
    table.gm("incapacitate", target="goblin", degree="full")
    table.gm("adjust", target="goblin", hp=0, reason="a rock")
    table.no_attack("ana", "goblin")
    table.no_maneuver("ana", "disarm", "goblin", "2D")


def test_a_protected_one_pushed_down_by_the_ace_falls_asleep_unhurt_f52_88_f52_75() -> None:
    table = Table(wizard("ana"), foe("knight", maneuvers=True), hands={"ana": "AD 3H 4H"}, fd="AC")
    table.cast("ana", "ana", "AD")
    table.maneuver("knight", "push", "ana", "AC")
    table.defend("ana")
    assert (table.hp("ana"), table.conditions("ana")) == (3, {"prone", "unconscious"})


def test_destruct_lets_a_weak_card_through_a_parry_f52_83_f52_74() -> None:
    table = Table(warrior("ana"), foe("shaman", spells=True), foe("goblin"), hands={"ana": "8H 3D 4D"}, fd="9C 2D")
    table.maneuver("ana", "parry", None, "8H")
    table.cast("shaman", "ana", "9C")
    table.defend("ana")
    assert [e["value"] for e in table.effects("ana", "destruct")] == [9], "nine is more than eight"
    table.attack("goblin", "ana", "2D")
    table.defend("ana", "3D")
    assert table.hp("ana") == 3, "eleven is not more than eleven"
    assert table.effects("ana") == []


def test_a_bound_warrior_s_defence_is_its_own_allowance_f52_53_f52_23() -> None:
    table = Table(
        warrior("ana"),
        hero("ben"),
        foe("goblin", allowance=3),
        order=["monsters"],
        hands={"ana": "5D 6D 7D"},
        fd="2C 3C 4C 5C",
    )
    table.gm("incapacitate", target="ana", degree="partial")
    table.attack("goblin", "ana", "2C 3C 4C 5C")
    table.refuse("defend", "ana", cards="5D 6D 7D")
    table.defend("ana", "6D 7D")
    assert table.hp("ana") == 2


def test_an_ally_shot_by_mistake_may_die_of_it_f52_21_f52_32() -> None:
    table = Table(hero("ana"), hero("ben", hp=1), foe("goblin"), hands={"ana": "KD 3D 4D", "ben": "2D"})
    table.attack("ana", "ben", "KD", "missile")
    table.defend("ben")
    assert (table.conditions("ben"), table.turn, table.proposed) == ({"dying"}, ["goblin"], None)


@pytest.mark.parametrize("kind", ["pass", "pick-up", "wake-draw", "death-draw"])
def test_bare_commands_take_no_fields_f52_20(kind: str) -> None:
    table = Table(hero("ana"), foe("goblin"), hands={"ana": "2D 3D 4D"})
    for extra in ({"target": "goblin"}, {"cards": []}, {"reason": "tired"}, {"weapon": None, "foo": 1}):
        table.refuse(kind, "ana", **extra)
    for wrong in (None, 1, ["ana"], {}, "nobody", "players", "observer", "ANA"):
        table.refuse(kind, wrong)  # type: ignore[arg-type]
    table.passes("ana")


@pytest.mark.parametrize(
    "wrong",
    [
        {"effect": None},
        {"effect": 1},
        {"effect": ""},
        {"cards": None},
        {"cards": {}},
        {"cards": [1]},
        {"cards": [["2D"]]},
        {"target": "ana"},
        {"cards": [True]},
    ],
)
def test_a_resistance_of_a_wrong_shape_is_refused_f52_52(wrong: dict[str, Any]) -> None:
    table = Table(hero("ana"), foe("goblin"), hands={"ana": "2D 3D 4D"})
    table.gm("afflict", target="ana", strength=2, name="fire")
    table.refuse("resist", "ana", **{"effect": "fire", "cards": ["3D"], **wrong})
    assert table.turn == ["ana"]
