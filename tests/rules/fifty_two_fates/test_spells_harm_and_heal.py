"""Spells in general, harm and heal (F52-80, F52-81, F52-82, F52-85, F52-86)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard

FD5 = "9D 8D 7D 6D 5D"
FD3 = "9D 8D 7D"


def caster(cards: str, fd: str = FD3, level: int = 1, hp: int = 9, **more: Any) -> Table:
    """The wizard Ana, her friend Ben and a goblin."""
    return Table(
        wizard("ana", level), hero("ben", 3, hp=1), foe("goblin", max_hp=hp), fd=fd, hands={"ana": cards}, **more
    )


@pytest.mark.parametrize("kind", [None, "warrior"])
def test_only_wizards_and_those_marked_cast_f52_20_f52_96(kind: str | None) -> None:
    table = Table(
        hero("ana", kind=kind), foe("goblin"), foe("shaman", spells=True), hands={"ana": "2S 2H 2D"}, fd="3S 3H 3D"
    )
    for card in ("2S", "2H", "2D"):
        table.no_cast("ana", "goblin", card)
    table.passes("ana")
    table.no_cast("goblin", "ana", "3S")
    table.cast("shaman", "ana", "3S")
    table.defend("ana")
    assert table.hp("ana") == 2


@pytest.mark.parametrize(("level", "allowed"), [(4, 1), (5, 2), (9, 2), (10, 3)])
def test_the_allowance_of_a_spell_is_one_and_one_every_five_levels_f52_80(level: int, allowed: int) -> None:
    cards = [rank + "S" for rank in "23456789TJQK"][: level + 2]
    table = Table(wizard("ana", level), foe("goblin"), hands={"ana": " ".join(cards)})
    table.no_cast("ana", "goblin", " ".join(cards[: allowed + 1]))
    table.cast("ana", "goblin", " ".join(cards[:allowed]))
    table.because("F52-80")


def test_all_cards_of_a_spell_are_of_one_suit_and_an_ace_stands_alone_f52_80_f52_24() -> None:
    table = Table(wizard("ana", 5), foe("goblin"), hands={"ana": "2S 3H AS AC 4C 4D 9S"})
    for cards in ("2S 3H", "4C 4D", "2S AS", "AC 4C", "AS AC", "", "2S 2S", "KS"):
        table.no_cast("ana", "goblin", cards)
    table.cast("ana", "goblin", "2S 9S")


def test_a_spell_pending_is_called_a_spell_f52_82() -> None:
    table = caster("9S 2H 3H")
    table.cast("ana", "goblin", "9S")
    pending = table.pending
    assert pending is not None
    assert (pending["kind"], pending["actor"], pending["target"], pending["cards"]) == (
        "spell",
        "ana",
        "goblin",
        ["9S"],
    )
    assert (table.phase, table.turn) == ("defending", ["goblin"])


@pytest.mark.parametrize(("card", "left"), [("9S", 8), ("KS", 7), ("AS", 0)])
def test_harm_takes_one_two_or_everything_f52_85(card: str, left: int) -> None:
    table = caster(f"{card} 2H 3H")
    table.cast("ana", "goblin", card)
    table.because("F52-85")
    table.defend("goblin")
    assert table.hp("goblin") == left
    assert (table.conditions("goblin") == {"defeated"}) == (left == 0)


def test_the_value_of_harm_is_the_sum_and_its_effect_of_the_highest_f52_80_f52_85() -> None:
    table = caster("4S 6S 2H 3H 4H 5H 6H", FD5, level=5)
    table.cast("ana", "goblin", "4S 6S")
    table.defend("goblin", "9D")
    assert table.hp("goblin") == 8, "ten is more than nine, and the six is a number"


def test_harm_that_is_not_higher_does_nothing_f52_82() -> None:
    table = caster("9S 2H 3H")
    table.cast("ana", "goblin", "9S")
    table.defend("goblin", "9D")
    assert table.hp("goblin") == 9


def test_an_ace_holds_against_harm_and_the_caster_fumbles_f52_27() -> None:
    table = caster("KS 2H 3H", "AD 2S 3S", draws="9C")
    table.cast("ana", "goblin", "KS")
    table.defend("goblin", "AD")
    table.because("F52-27")
    assert (table.hp("goblin"), table.hp("ana")) == (9, 2)


def test_an_ace_holds_against_the_ace_of_harm_without_a_fumble_f52_25() -> None:
    table = caster("AS 2H 3H", "AD 2S 3S", draws="9C")
    table.cast("ana", "goblin", "AS")
    table.defend("goblin", "AD")
    assert (table.hp("goblin"), table.hp("ana")) == (9, 3)


@pytest.mark.parametrize(("level", "allowed"), [(1, 1), (4, 1), (5, 2)])
def test_a_warrior_defends_against_a_spell_like_anybody_f52_23(level: int, allowed: int) -> None:
    own = ["2H", "3H", "4H", "5H", "6H", "7H", "8H"][: level + 2]
    table = Table(
        warrior("ana", level),
        foe("shaman", spells=True),
        order=["monsters"],
        hands={"ana": " ".join(own)},
        fd=" ".join(rank + "S" for rank in "9TJQK"[:level]),
    )
    table.cast("shaman", "ana", "9S")
    table.refuse("defend", "ana", cards=own[: allowed + 1])
    table.defend("ana", own[:allowed])


def test_a_monster_defends_against_a_spell_with_its_own_figure_f52_23() -> None:
    table = Table(wizard("ana"), foe("ogre", allowance=3), hands={"ana": "KS 2H 3H"}, fd="4D 5D 6D 2D")
    table.cast("ana", "ogre", "KS")
    table.refuse("defend", "ogre", cards="4D 5D 6D 2D")
    table.defend("ogre", "4D 5D 6D")
    assert table.hp("ogre") == 3


@pytest.mark.parametrize(("card", "hp"), [("9H", 2), ("QH", 3), ("AH", 5)])
def test_heal_gives_one_two_or_everything_f52_86(card: str, hp: int) -> None:
    table = caster(f"{card} 2S 3S")
    table.cast("ana", "ben", card)
    table.because("F52-86")
    assert (table.hp("ben"), table.pending, table.turn) == (hp, None, ["ben"])
    assert table.played == [card]


@pytest.mark.parametrize("card", ["9H", "QH", "AH"])
def test_heal_never_goes_above_the_maximum_f52_86(card: str) -> None:
    table = Table(wizard("ana", hp=2), foe("goblin"), hands={"ana": f"{card} 2S"})
    table.cast("ana", "ana", card)
    assert table.hp("ana") == 3


def test_heal_of_two_cards_is_read_from_the_highest_f52_80_f52_86() -> None:
    table = caster("2H 3H 4S 5S 6S 7S 8S", FD5, level=5)
    table.cast("ana", "ben", "2H 3H")
    assert table.hp("ben") == 2


def test_heal_is_never_opposed_not_even_by_an_enemy_f52_82() -> None:
    table = caster("9H 2S 3S")
    table.gm("adjust", target="goblin", hp=4, reason="a scratch")
    table.cast("ana", "goblin", "9H")
    assert (table.hp("goblin"), table.pending) == (5, None)


def test_heal_raises_the_maximum_hand_and_the_cards_come_at_the_end_of_the_round_f52_30_f52_86() -> None:
    table = caster("AH 2S 3S")
    table.cast("ana", "ben", "AH")
    assert len(table.hand("ben")) == 1
    table.passes("ben", "goblin")
    assert len(table.hand("ben")) == 5


def test_heal_wakes_the_dying_who_act_in_the_same_round_f52_34() -> None:
    table = caster("KH 2S 3S")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    assert table.turn == ["ana"]
    table.cast("ana", "ben", "KH")
    table.because("F52-34")
    assert (table.hp("ben"), table.conditions("ben"), table.turn) == (2, set(), ["ben"])
    table.do("skill-check", "ben", difficulty=2)
    assert table.turn == ["goblin"]


def test_one_healed_after_the_turn_of_its_group_acts_in_the_next_round_f52_34() -> None:
    table = Table(hero("ana"), hero("ben"), foe("shaman", spells=True), fd="9H")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    table.passes("ana")
    table.cast("shaman", "ben", "9H")
    assert (table.round, set(table.turn), table.conditions("ben")) == (2, {"ana", "ben"}, set())
    table.refuse("death-draw", "ben")


def test_one_healed_after_its_death_draw_has_used_up_its_round_f52_32_f52_34() -> None:
    table = caster("9H 2S 3S", draws="2C 3C")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    table.finish_round()
    table.do("death-draw", "ben")
    table.cast("ana", "ben", "9H")
    assert (table.hp("ben"), table.conditions("ben"), table.turn) == (1, set(), ["goblin"])


def test_one_healed_before_its_death_draw_may_act_instead_f52_34() -> None:
    table = caster("9H 2S 3S")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    table.finish_round()
    table.cast("ana", "ben", "9H")
    table.refuse("death-draw", "ben")
    table.passes("ben")
    assert table.turn == ["goblin"]


def test_falling_again_starts_a_new_count_of_three_f52_32_f52_34() -> None:
    table = caster("9H 2S 3S", draws="2C 3C 4C 5C 6C 7C 8C 9C TC")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    table.finish_round()
    for _ in range(2):
        table.do("death-draw", "ben")
        table.finish_round()
    table.cast("ana", "ben", "9H")
    table.gm("adjust", target="ben", hp=0, reason="another fall")
    table.finish_round()
    for _ in range(2):
        table.do("death-draw", "ben")
        assert table.conditions("ben") == {"dying"}
        table.finish_round()
    table.do("death-draw", "ben")
    assert table.conditions("ben") == {"dead"}


def test_heal_wakes_the_stabilised_f52_34() -> None:
    table = caster("9H 2S 3S", draws="5H")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    table.finish_round()
    table.do("death-draw", "ben")
    assert "stable" in table.conditions("ben")
    table.cast("ana", "ben", "9H")
    assert (table.hp("ben"), table.conditions("ben")) == (1, set())


def test_heal_makes_a_defeated_monster_stand_again_f52_34() -> None:
    table = caster("KH 2S 3S")
    table.gm("adjust", target="goblin", hp=0, reason="a rock")
    table.cast("ana", "goblin", "KH")
    assert (table.hp("goblin"), table.conditions("goblin"), table["goblin"]["alive"]) == (2, set(), True)
    table.passes("ben")
    assert table.turn == ["goblin"]


def test_the_dead_are_beyond_healing_f52_21_f52_33() -> None:
    table = caster("KH 2S 3S", draws="2C 3C 4C")
    table.gm("adjust", target="ben", hp=0, reason="a fall")
    for _ in range(3):
        table.finish_round()
    table.do("death-draw", "ben")
    assert table.conditions("ben") == {"dead"}
    table.no_cast("ana", "ben", "KH")
    table.no_gm("adjust", target="ben", hp=1, reason="a miracle")


def test_a_willing_friend_takes_harm_without_a_defence_f52_82() -> None:
    table = Table(wizard("ana"), hero("ben"), foe("goblin"), hands={"ana": "2S 2H 3H", "ben": "2C 3C 4C"})
    table.cast("ana", "ben", "2S", willing=True)
    assert table.hp("ben") == 2
    assert table.pending == {"kind": "surplus", "actor": "ben", "count": 1}


@pytest.mark.parametrize("willing", [{}, {"willing": False}, {"willing": None}])
def test_a_friend_who_is_not_said_to_be_willing_defends_f52_82(willing: dict[str, Any]) -> None:
    table = Table(wizard("ana"), hero("ben"), foe("goblin"), hands={"ana": "2S 2C 3H"})
    table.cast("ana", "ben", "2C", **willing)
    assert (table.phase, table.turn) == ("defending", ["ben"])


@pytest.mark.parametrize("card", ["2S", "2C", "2H", "2D"])
def test_the_other_side_is_never_willing_f52_82(card: str) -> None:
    table = Table(wizard("ana", 2), foe("goblin"), hands={"ana": "2S 2C 2H 2D"})
    table.no_cast("ana", "goblin", card, willing=True)
    table.cast("ana", "goblin", card, willing=False)


def test_the_caster_itself_is_always_willing_f52_81_f52_82() -> None:
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "2S 2C 3H"})
    table.cast("ana", "ana", "2S")
    assert (table.hp("ana"), table.pending) == (2, None)
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "2S 2C 3H"})
    table.cast("ana", "ana", "2C", willing=True)
    assert [e["value"] for e in table.effects("ana", "destruct")] == [2]


def test_monsters_are_willing_among_themselves_f52_82() -> None:
    table = Table(hero("ana"), foe("shaman", spells=True), foe("orc"), order=["monsters"], fd="9C 2S")
    table.no_cast("shaman", "ana", "9C", willing=True)
    table.cast("shaman", "orc", "9C", willing=True)
    assert [e["value"] for e in table.effects("orc", "destruct")] == [9]


@pytest.mark.parametrize(
    "wrong",
    [
        {"target": None},
        {"target": "nobody"},
        {"target": "gm"},
        {"cards": None},
        {"cards": ["2S", 3]},
        {"cards": {}},
        {"willing": 1},
        {"willing": "yes"},
        {"weapon": "spell"},
        {"cards": ["2s"]},
        {"cards": [None]},
    ],
)
def test_a_spell_of_a_wrong_shape_is_refused_f52_80(wrong: dict[str, Any]) -> None:
    table = caster("2S 2H 3H")
    table.refuse("cast", "ana", **{"target": "goblin", "cards": ["2S"], **wrong})
    assert table.hand("ana") == {"2S", "2H", "3H"}
