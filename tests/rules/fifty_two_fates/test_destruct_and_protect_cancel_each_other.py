"""Destruct and protect: their values, what uses them up, how they cancel (F52-83, F52-87, F52-89)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def under(spell: str, fd: str, ben: Any = None, hands: str = "2D 3D 4D", target: str = "goblin", **more: Any) -> Table:
    """Ana casts this card on the target, which lets it happen; then Ben is to act."""
    own = " ".join([spell, *[c for c in ("2H", "3H") if c != spell]])
    table = Table(
        wizard("ana"),
        ben or hero("ben"),
        foe("goblin", max_hp=9),
        foe("orc", max_hp=9),
        fd=fd,
        hands={"ana": own, "ben": hands},
        **more,
    )
    table.cast("ana", target, spell)
    if table.pending:
        table.defend(target)
    return table


@pytest.mark.parametrize(("defence", "stands"), [("8H", True), ("9H", False), ("KH", False)])
def test_a_destruct_that_succeeds_stands_with_its_value_f52_83(defence: str, stands: bool) -> None:
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "9C 2S 3S"}, fd=defence)
    table.cast("ana", "goblin", "9C")
    assert table.pending is not None
    assert table.pending["kind"] == "spell"
    table.because("F52-83", "F52-82")
    table.defend("goblin", defence)
    assert [(e["kind"], e["value"]) for e in table.effects("goblin")] == ([("destruct", 9)] if stands else [])
    assert table.hp("goblin") == 3


@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [("2D", "TH", 1), ("2D", "JH", 0), ("KD", "JH", 2), ("7D", "KH", 1), ("6D", "KH", 0)],
)
def test_it_is_added_to_the_next_attack_and_then_used_up_f52_83(attack: str, defence: str, damage: int) -> None:
    table = under("9C", defence, hands=f"{attack} 3S 4S")
    table.attack("ben", "goblin", attack)
    table.defend("goblin", defence)
    table.because("F52-83")
    assert (table.hp("goblin"), table.effects("goblin")) == (9 - damage, [])


def test_it_is_used_up_by_an_ace_that_did_not_need_it_f52_89() -> None:
    table = under("9C", "KH", hands="AD 3D 4D")
    table.attack("ben", "goblin", "AD")
    table.defend("goblin", "KH")
    assert (table.hp("goblin"), table.effects("goblin")) == (4, [])


def test_it_does_not_beat_an_ace_in_defence_and_is_used_up_f52_89() -> None:
    table = under("9C", "AC", draws="2S")
    table.attack("ben", "goblin", "2D")
    table.defend("goblin", "AC")
    assert (table.hp("goblin"), table.hp("ben"), table.effects("goblin")) == (9, 2, [])


def test_any_attacker_at_all_uses_it_f52_83() -> None:
    table = under("9C", "2C KC", draws="7S")
    table.passes("ben")
    table.attack("orc", "goblin", "2C")
    table.defend("goblin")
    assert table.effects("goblin") == []


def test_attacks_on_others_leave_it_f52_83() -> None:
    table = under("9C", "2C KC")
    table.attack("ben", "orc", "2D")
    table.defend("orc", "KC")
    assert [e["value"] for e in table.effects("goblin")] == [9]


@pytest.mark.parametrize("weapon", ["melee", "missile", "unarmed"])
def test_every_physical_attack_counts_f52_89(weapon: str) -> None:
    table = under("9C", "TH")
    table.attack("ben", "goblin", "2D", weapon)
    table.defend("goblin", "TH")
    assert (table.hp("goblin"), table.effects("goblin")) == (8, [])


@pytest.mark.parametrize(
    ("what", "cards", "seen"), [("disarm", "2D", "floor"), ("push", "2C", "held"), ("fury-strike", "2S 3S", "held")]
)
def test_maneuvers_against_the_target_count_f52_89(what: str, cards: str, seen: str) -> None:
    table = under("9C", "TH 9H", ben=warrior("ben", 2), hands=" ".join([*cards.split(), "5H", "6H", "7H"][:4]))
    table.maneuver("ben", what, "goblin", cards)
    table.defend("goblin", "TH")
    assert (table["goblin"]["weapon"], table.effects("goblin")) == (seen, [])
    assert table.range("ben", "goblin") == ("near" if what == "push" else "melee")
    assert table.hp("goblin") == (7 if what == "fury-strike" else 9)


def test_a_harm_spell_counts_f52_89() -> None:
    table = under("9C", "TH", ben=wizard("ben"), hands="2S 3D 4D")
    table.cast("ben", "goblin", "2S")
    table.defend("goblin", "TH")
    assert (table.hp("goblin"), table.effects("goblin")) == (8, [])


def test_an_attack_on_the_helpless_uses_it_up_too_f52_83_f52_55() -> None:
    table = under("9C", "TH", draws="7S")
    table.gm("incapacitate", target="goblin", degree="full")
    table.attack("ben", "goblin")
    assert (table.hp("goblin"), table.effects("goblin")) == (8, [])


def test_it_outlasts_the_round_when_nobody_attacks_f52_83() -> None:
    table = under("9C", "TH")
    table.finish_round()
    table.finish_round()
    assert [e["value"] for e in table.effects("goblin")] == [9]


@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [("TS", "", 1), ("9S", "", 0), ("TS", "2C", 0), ("KS", "5C", 2), ("KS", "6C", 0), ("AS", "6C", 3)],
)
def test_protect_is_added_to_the_next_defence_and_then_used_up_f52_87(attack: str, defence: str, damage: int) -> None:
    participants = (wizard("ana"), hero("ben"), foe("goblin"))
    table = Table(*participants, hands={"ana": "9D 2H 3H", "ben": "2C 5C 6C"}, fd=attack)
    table.cast("ana", "ben", "9D")
    assert [(e["kind"], e["value"]) for e in table.effects("ben")] == [("protect", 9)]
    assert table.pending is None, "protect is never opposed"
    table.passes("ben")
    table.attack("goblin", "ben", attack)
    table.defend("ben", defence)
    table.because("F52-87")
    assert (table.hp("ben"), table.effects("ben")) == (3 - damage, [])


def test_protect_is_used_up_by_an_ace_of_its_own_side_and_the_attacker_fumbles_f52_89_f52_27() -> None:
    table = Table(
        wizard("ana"),
        hero("ben"),
        foe("goblin", max_hp=9),
        hands={"ana": "9D 2H 3H", "ben": "AC 5C 6C"},
        fd="KS",
        draws="QS",
    )
    table.cast("ana", "ben", "9D")
    table.passes("ben")
    table.attack("goblin", "ben", "KS")
    table.defend("ben", "AC")
    assert (table.hp("ben"), table.hp("goblin"), table.effects("ben")) == (3, 7, [])


def test_protect_helps_against_harm_and_maneuvers_f52_89() -> None:
    participants = (wizard("ana"), foe("shaman", spells=True), foe("knight", maneuvers=True))
    table = Table(*participants, hands={"ana": "9D 2H 3H"}, fd="9S 8C")
    table.cast("ana", "ana", "9D")
    table.cast("shaman", "ana", "9S")
    table.defend("ana")
    assert (table.hp("ana"), table.effects("ana")) == (3, [])
    table = Table(*participants, hands={"ana": "9D 2H 3H"}, fd="9S 8C")
    table.cast("ana", "ana", "9D")
    table.maneuver("knight", "push", "ana", "8C")
    table.defend("ana")
    assert (table.range("ana", "knight"), table.effects("ana")) == ("melee", [])


def test_protect_may_be_cast_on_an_enemy_unopposed_f52_82() -> None:
    table = under("9D", "TH")
    assert [(e["kind"], e["value"]) for e in table.effects("goblin")] == [("protect", 9)]


CANCEL = [
    ("9", "8", 9),
    ("9", "9", None),
    ("9", "T", None),
    ("9", "K", None),
    ("9", "A", None),
    ("K", "J", None),
    ("A", "K", "ace"),
    ("A", "A", None),
    ("K", "T", 15),
]


@pytest.mark.parametrize(("standing", "against", "left"), CANCEL)
@pytest.mark.parametrize(("first", "second"), [("destruct", "protect"), ("protect", "destruct")])
def test_opposites_are_compared_at_once_and_nothing_else_happens_f52_89(
    first: str, second: str, standing: str, against: str, left: Any
) -> None:
    suits = {"destruct": "C", "protect": "D"}
    mine, other = standing + suits[first], against + suits[second]
    table = under(mine, "KH 9H", ben=wizard("ben"), hands=f"{other} 3S 4S")
    assert [e["kind"] for e in table.effects("goblin")] == [first]
    table.cast("ben", "goblin", other)
    table.because("F52-89")
    assert table.pending is None, "this is no opposed play"
    expected = [] if left is None else [(first, left)]
    assert [(e["kind"], e["value"]) for e in table.effects("goblin")] == expected
    assert (table.played[-1], table.turn) == (other, ["goblin", "orc"])


def test_two_cards_cancel_by_their_sum_f52_89_f52_80() -> None:
    table = Table(
        wizard("ana", 5),
        wizard("ben", 5),
        foe("goblin"),
        hands={"ana": "4D 5D 2H 3H 4H 5H 6H", "ben": "4C 6C 2S 3S 4S 5S 6S"},
    )
    table.cast("ana", "goblin", "4D 5D")
    assert [e["value"] for e in table.effects("goblin")] == [9]
    table.cast("ben", "goblin", "4C 6C")
    assert table.effects("goblin") == []


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [("9C", "TC", 10), ("9C", "5C", 9), ("9C", "AC", "ace"), ("AC", "KC", "ace"), ("9C", "KC", 15)],
)
def test_a_second_destruct_replaces_the_first_when_it_is_higher_f52_89(first: str, second: str, left: Any) -> None:
    table = under(first, "TH 9H", ben=wizard("ben"), hands=f"{second} 3S 4S")
    table.cast("ben", "goblin", second)
    if table.pending:
        table.defend("goblin")
    assert [e["value"] for e in table.effects("goblin", "destruct")] == [left]


@pytest.mark.parametrize(
    ("first", "second", "left"), [("9D", "TD", 10), ("9D", "5D", 9), ("9D", "AD", "ace"), ("AD", "KD", "ace")]
)
def test_a_second_protect_replaces_the_first_when_it_is_higher_f52_89(first: str, second: str, left: Any) -> None:
    table = under(first, "TH 9H", ben=wizard("ben"), hands=f"{second} 3S 4S")
    table.cast("ben", "goblin", second)
    assert [e["value"] for e in table.effects("goblin", "protect")] == [left]


def test_a_standing_destruct_is_neither_added_to_nor_used_up_by_another_destruct_f52_89() -> None:
    table = under("9C", "TH 9H", ben=wizard("ben"), hands="5C 3S 4S")
    table.cast("ben", "goblin", "5C")
    table.defend("goblin", "9H")
    assert [e["value"] for e in table.effects("goblin", "destruct")] == [9]
    table = under("9C", "TH 9H", ben=wizard("ben"), hands="TC 3S 4S")
    table.cast("ben", "goblin", "TC")
    table.defend("goblin", "TH")
    assert [e["value"] for e in table.effects("goblin", "destruct")] == [9], "ten is not more than ten"


def test_an_ace_in_defence_makes_a_destruct_fumble_f52_27() -> None:
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "9C 2S 3S"}, fd="AH", draws="KD")
    table.cast("ana", "goblin", "9C")
    table.defend("goblin", "AH")
    assert (table.hp("ana"), table.effects("goblin")) == (1, [])


def test_a_destruct_on_the_willing_is_not_opposed_f52_82_f52_83() -> None:
    table = Table(wizard("ana"), hero("ben"), foe("goblin"), hands={"ana": "9C 2S 3S"})
    table.cast("ana", "ben", "9C", willing=True)
    assert (table.pending, [e["value"] for e in table.effects("ben")]) == (None, [9])


def test_protect_and_parry_and_a_card_add_up_f52_74_f52_87() -> None:
    table = Table(wizard("ana"), warrior("ben"), foe("goblin"), hands={"ana": "5D 2S 3S", "ben": "5H 4C 2C"}, fd="KS")
    table.cast("ana", "ben", "5D")
    table.maneuver("ben", "parry", None, "5H")
    assert {e["kind"] for e in table.effects("ben")} == {"protect", "parry"}
    table.attack("goblin", "ben", "KS")
    table.defend("ben", "4C 2C")
    assert table.hp("ben") == 3
    assert (table.round, table.effects("ben")) == (2, [])
