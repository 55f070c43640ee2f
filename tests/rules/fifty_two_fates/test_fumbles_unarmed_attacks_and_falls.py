"""Fumbles, unarmed attacks and falls (F52-27, F52-28, F52-29)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def fumbled(draws: str, attack: str = "KS", weapon: str = "melee", **more: Any) -> Table:
    """Ana attacks, the goblin defends with an ace, and the next card of the pile is the damage to Ana."""
    participant = warrior("ana", 3, **more)
    table = Table(
        participant,
        hero("ben"),
        foe("goblin", max_hp=9),
        fd="AH 5D 6D",
        draws=draws,
        hands={"ana": "KS QS 2C 3C 4C"[: 3 * more.get("hp", 5) - 1]},
    )
    table.attack("ana", "goblin", attack, weapon)
    table.defend("goblin", "AH")
    assert table.hp("goblin") == 9
    return table


@pytest.mark.parametrize(("card", "damage"), [("7D", 1), ("TD", 1), ("JD", 2), ("KD", 2), ("AD", 3)])
@pytest.mark.parametrize("weapon", ["melee", "missile", "unarmed"])
def test_an_ace_on_defence_makes_the_attacker_draw_damage_against_itself_f52_27(
    card: str, damage: int, weapon: str
) -> None:
    table = fumbled(card, weapon=weapon)
    assert table.hp("ana") == 5 - damage
    assert table.discard[-1] == card
    table.because("F52-27")


def test_the_half_of_a_fumble_is_of_the_attackers_own_hit_points_f52_27() -> None:
    table = Table(
        warrior("ana", 9),
        foe("goblin", max_hp=2),
        fd="AH 2H 3H 4H 5H 6H 7H 8H 9H",
        draws="AD",
        hands={"ana": "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"},
    )
    table.attack("ana", "goblin", "2C")
    table.defend("goblin", "AH")
    assert (table.hp("ana"), table.hp("goblin")) == (11 - 6, 2)


def test_a_fumble_can_fell_the_attacker_and_takes_its_hand_f52_27_f52_31_f52_32() -> None:
    table = fumbled("KD", hp=2)
    assert (table.hp("ana"), table.conditions("ana"), table.hand("ana")) == (0, {"dying"}, set())
    assert "QS" in table.discard
    assert (table.phase, table.turn) == ("acting", ["ben"])


def test_a_fumble_asks_the_attacker_for_the_surplus_f52_27_f52_31() -> None:
    table = fumbled("KD")
    assert table.pending is not None
    assert (table.pending["kind"], table.pending["actor"], table.pending["count"]) == ("surplus", "ana", 1)
    table.do("discard", "ana", cards="4C")
    assert table.discard[-2:] == ["KD", "4C"]
    assert table.turn == ["ben"]


def test_a_monster_fumbles_by_the_usual_figures_and_not_its_lines_f52_27() -> None:
    lines = {"number": {"damage": 9}, "face": {"damage": 9}, "ace": {"damage": 9}}
    for card, damage in (("7D", 1), ("KD", 2), ("AD", 5)):
        table = Table(
            hero("ana"),
            foe("goblin", max_hp=10, lines=lines),
            order=("monsters",),
            fd="KS",
            draws=card,
            hands={"ana": "AH 2C 3C"},
        )
        table.attack("goblin", "ana", "KS")
        table.defend("ana", "AH")
        assert (table.hp("goblin"), table.hp("ana")) == (10 - damage, 3)


def test_a_spell_and_a_maneuver_fumble_alike_f52_27() -> None:
    table = Table(
        wizard("ana"),
        warrior("ben"),
        foe("goblin", max_hp=9),
        fd="AH AS",
        draws="7D KD",
        hands={"ana": "KS 2C 3C", "ben": "KC 2D 3D"},
    )
    table.cast("ana", "goblin", "KS")
    table.defend("goblin", "AH")
    assert (table.hp("ana"), table.hp("goblin")) == (2, 9)
    table.maneuver("ben", "push", "goblin", "KC")
    table.defend("goblin", "AS")
    assert (table.hp("ben"), table.range("ben", "goblin")) == (1, "melee")
    assert table.conditions("goblin") == set()


def test_a_fumble_of_the_fury_strike_f52_27_f52_73() -> None:
    table = Table(warrior("ana", 2), foe("goblin", max_hp=9), fd="AH 2D", draws="KD", hands={"ana": "4S 8S 2C 3C"})
    table.maneuver("ana", "fury-strike", "goblin", "4S 8S")
    table.defend("goblin", "AH")
    assert (table.hp("ana"), table.hp("goblin")) == (2, 9)


def test_a_fumble_without_a_card_to_draw_does_one_point_f52_27() -> None:
    """All 52 cards are in hands and in front of the table."""
    hand = "KS QS JS 9S 8S 7S 6S 5S 4S 3S"
    table = Table(
        hero("p0", 8),
        *(hero(f"p{n}", 8) for n in range(1, 4)),
        foe("goblin"),
        initiative="",
        hands={"p0": hand},
        fd="AH 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
    )
    assert table.turn[0] == "p0"
    table.attack("p0", "goblin", "KS")
    table.defend("goblin", "AH")
    assert table.hp("p0") == 9


def test_a_fumble_draws_from_the_discards_when_the_pile_is_empty_f52_02_f52_27() -> None:
    hand = "KS QS JS 9S 8S 7S 6S 5S 4S 3S"
    table = Table(
        hero("p0", 8),
        *(hero(f"p{n}", 8) for n in range(1, 4)),
        foe("goblin"),
        initiative="",
        hands={"p0": hand},
        fd="AH 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC",
    )
    table.gm("adjust", target="p3", hp=0, reason="an arrow from the dark")
    assert len(table.discard) == 10
    table.attack("p0", "goblin", "KS")
    table.defend("goblin", "AH")
    view = table.view()
    assert (view["draw_pile"], len(view["discard"])) == (9, 1)
    table.because("F52-02", "F52-27")


def test_an_unarmed_attack_always_does_one_point_f52_29() -> None:
    for cards, weapon_hp in (("2C", 8), ("KC", 8), ("KC QC", 8), ("AC", 8)):
        table = Table(warrior("ana", 3), foe("goblin", max_hp=9), hands={"ana": "2C KC QC AC 3C"})
        table.attack("ana", "goblin", cards, "unarmed")
        table.defend("goblin")
        assert table.hp("goblin") == weapon_hp
        table.because("F52-29")


def test_an_unarmed_attack_that_fails_does_nothing_f52_29() -> None:
    table = Table(hero("ana", 3), foe("goblin", max_hp=9), fd="7D 8D 2D", hands={"ana": "2C KC QC AC 3C"})
    table.attack("ana", "goblin", "KC", "unarmed")
    table.defend("goblin", "7D 8D")
    assert table.hp("goblin") == 9


def test_an_unarmed_ace_against_an_ace_fails_f52_25() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), fd="AD", hands={"ana": "AC KC QC"}, draws="KH")
    table.attack("ana", "goblin", "AC", "unarmed")
    table.defend("goblin", "AD")
    assert (table.hp("goblin"), table.hp("ana")) == (9, 3)


def test_a_monsters_unarmed_attack_has_no_lines_f52_29() -> None:
    lines = {"face": {"damage": 9, "prone": True}, "ace": {"damage": 9}}
    for card in ("KD", "AD"):
        table = Table(hero("ana", 3), foe("goblin", lines=lines), order=("monsters",), fd=f"{card} 2D 3D")
        table.attack("goblin", "ana", card, "unarmed")
        table.defend("ana")
        assert (table.hp("ana"), table.conditions("ana")) == (4, set())


@pytest.mark.parametrize("weapon", ["melee", "missile"])
def test_without_a_weapon_in_hand_only_unarmed_attacks_are_taken_f52_72(weapon: str) -> None:
    table = Table(hero("ana", armed=False), foe("goblin", max_hp=9), hands={"ana": "KC 2C 3C"})
    table.no_attack("ana", "goblin", "KC", weapon)
    table.attack("ana", "goblin", "KC", "unarmed")


def test_an_armed_one_may_strike_unarmed_all_the_same_f52_20() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), hands={"ana": "KC 2C 3C"})
    table.attack("ana", "goblin", "KC", "unarmed")
    table.defend("goblin")
    assert (table.hp("goblin"), table["ana"]["weapon"]) == (8, "held")


@pytest.mark.parametrize(
    ("feet", "damage"), [(0, 0), (29, 0), (30, 1), (59, 1), (60, 2), (89, 2), (90, 3), (149, 4), (150, 5), (10000, 5)]
)
def test_a_fall_does_one_point_for_every_full_thirty_feet_f52_28(feet: int, damage: int) -> None:
    table = Table(hero("ana", 3), foe("goblin", max_hp=9))
    table.gm("fall", target="ana", feet=feet)
    assert table.hp("ana") == 5 - damage
    table.because("F52-28")


def test_a_fall_fells_a_monster_and_is_not_its_action_f52_28_f52_35() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), foe("imp", max_hp=9), order=("monsters",))
    table.gm("fall", target="goblin", feet=270)
    table.gm("fall", target="imp", feet=240)
    assert (table.hp("goblin"), table.conditions("goblin"), table.hp("imp")) == (0, {"defeated"}, 1)
    assert table.turn == ["imp"]
