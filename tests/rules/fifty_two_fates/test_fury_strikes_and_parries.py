"""The fury strike and the parry (F52-73, F52-74)."""

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior


def striker(cards: str, fd: str = "9D", level: int = 1, draws: str = "") -> Table:
    return Table(warrior("ana", level), foe("goblin", max_hp=12), hands={"ana": cards}, fd=fd, draws=draws)


def test_the_fury_strike_of_the_worked_example_f52_73() -> None:
    table = striker("4S 8S 2C")
    table.maneuver("ana", "fury-strike", "goblin", "4S 8S")
    table.defend("goblin", "9D")
    table.because("F52-73")
    assert table.hp("goblin") == 10


@pytest.mark.parametrize(("cards", "damage"), [("2S 3S", 2), ("2S KS", 3), ("JS QS", 4)])
def test_the_damage_is_the_sum_of_the_cards_damage_f52_73(cards: str, damage: int) -> None:
    table = striker(f"{cards} 2C")
    table.maneuver("ana", "fury-strike", "goblin", cards)
    table.defend("goblin")
    assert table.hp("goblin") == 12 - damage


def test_a_warrior_of_level_five_strikes_with_three_spades_f52_73_f52_07() -> None:
    table = striker("4S 8S QS 7S 2C 3C 4C", "9D 8D 7D 6D 5D", level=5)
    table.no_maneuver("ana", "fury-strike", "goblin", "4S 8S QS 7S")
    table.maneuver("ana", "fury-strike", "goblin", "4S 8S QS")
    table.defend("goblin", "9D")
    assert table.hp("goblin") == 8


def test_a_fury_strike_that_is_not_higher_does_nothing_f52_73() -> None:
    table = striker("2S 7S 2C")
    table.maneuver("ana", "fury-strike", "goblin", "2S 7S")
    table.defend("goblin", "9D")
    assert (table.hp("goblin"), table.played) == (12, ["2S", "7S", "9D"])


@pytest.mark.parametrize("cards", ["2S", "AS", "2S AS", "2S 3C", "2C 3C", "", "2S 2S"])
def test_a_fury_strike_is_of_several_spades_and_no_ace_f52_73(cards: str) -> None:
    table = striker("2S AS 3C 2C 3S", "9D 8D 7D", level=3)
    table.no_maneuver("ana", "fury-strike", "goblin", cards)
    table.maneuver("ana", "fury-strike", "goblin", "2S 3S")


def test_a_fury_strike_fumbles_before_an_ace_by_the_drawn_card_f52_73_f52_27() -> None:
    table = striker("KS QS 2C", "AD", draws="9H")
    table.maneuver("ana", "fury-strike", "goblin", "KS QS")
    table.defend("goblin", "AD")
    assert (table.hp("goblin"), table.hp("ana")) == (12, 2)


def parried(cards: str, fd: str, level: int = 1, draws: str = "") -> Table:
    """Ana has parried with these and the goblin is to act; she holds some diamonds more."""
    own = cards.split()
    rest = [c for c in ("2D", "3D", "4D", "5D", "6D", "7D", "8D") if c not in own][: level + 2 - len(own)]
    hands = {"ana": " ".join([*own, *rest])}
    table = Table(warrior("ana", level), foe("goblin"), hands=hands, fd=fd, draws=draws)
    table.maneuver("ana", "parry", None, cards)
    return table


@pytest.mark.parametrize(("cards", "value"), [("7H", 7), ("KH", 15), ("7H 8H", 15), ("KH QH", 30), ("AH", "ace")])
def test_the_parry_is_seen_with_its_value_f52_74(cards: str, value: int | str) -> None:
    table = parried(cards, "9C")
    table.because("F52-74")
    (effect,) = table.effects("ana")
    assert (effect["kind"], effect["value"]) == ("parry", value)
    assert table.pending is None, "a parry opposes nobody"
    assert (table.played, table.turn) == (cards.split(), ["goblin"])


@pytest.mark.parametrize(
    ("parry", "attack", "defence", "holds"),
    [
        ("7H", "9C", "", False),
        ("7H", "9C", "2D", True),
        ("7H", "7C", "", True),
        ("7H", "8C", "", False),
        ("7H 8H", "KC", "", True),
        ("7H", "KC", "2D 3D", False),
        ("KH", "KC", "", True),
        ("KH QH", "AC", "", False),
    ],
)
def test_the_value_is_added_to_the_defence_and_stands_alone_too_f52_74(
    parry: str, attack: str, defence: str, holds: bool
) -> None:
    table = parried(parry, attack)
    table.attack("goblin", "ana", attack)
    table.defend("ana", defence)
    table.because("F52-74")
    assert (table.hp("ana") == 3) == holds


def test_the_value_is_added_to_every_defence_of_the_round_f52_74() -> None:
    table = Table(warrior("ana"), foe("goblin"), foe("orc"), hands={"ana": "9H 2D 3D"}, fd="9C 8C")
    table.maneuver("ana", "parry", None, "9H")
    for monster, card in (("goblin", "9C"), ("orc", "8C")):
        table.attack(monster, "ana", card)
        table.defend("ana")
        assert table.hp("ana") == 3
    assert (table.round, table.effects("ana")) == (2, []), "until the round ends"


def test_a_parry_helps_against_spells_and_maneuvers_as_well_f52_74() -> None:
    table = Table(
        warrior("ana"), foe("goblin", spells=True), foe("orc", maneuvers=True), hands={"ana": "9H 2D 3D"}, fd="9S 8D"
    )
    table.maneuver("ana", "parry", None, "9H")
    table.cast("goblin", "ana", "9S")
    table.defend("ana")
    table.maneuver("orc", "disarm", "ana", "8D")
    table.defend("ana")
    assert (table.hp("ana"), table["ana"]["weapon"]) == (3, "held")


def test_the_ace_of_hearts_makes_every_defence_hold_without_fumbles_f52_74() -> None:
    table = Table(
        warrior("ana"), foe("goblin", max_hp=9), foe("orc", max_hp=9), hands={"ana": "AH 2D 3D"}, fd="AC KS", draws="KH"
    )
    table.maneuver("ana", "parry", None, "AH")
    discarded = table.discard
    table.attack("goblin", "ana", "AC")
    table.defend("ana")
    assert (table.hp("ana"), table.hp("goblin"), table.discard) == (3, 9, discarded)
    table.attack("orc", "ana", "KS")
    table.defend("ana", "2D")
    assert (table.hp("ana"), table.hp("orc")) == (3, 9)


def test_an_ace_played_in_defence_while_parrying_still_makes_the_attacker_fumble_f52_74_f52_27() -> None:
    for parry in ("9H", "AH"):
        table = Table(warrior("ana"), foe("goblin", max_hp=9), hands={"ana": f"{parry} AD 3D"}, fd="KS", draws="QD")
        table.maneuver("ana", "parry", None, parry)
        table.attack("goblin", "ana", "KS")
        table.defend("ana", "AD")
        assert (table.hp("ana"), table.hp("goblin")) == (3, 7)


def test_a_parrying_warrior_still_plays_two_cards_at_most_f52_74_f52_23() -> None:
    table = parried("2H", "KC 3C 4C", level=3)
    table.attack("goblin", "ana", "KC")
    table.refuse("defend", "ana", cards="2D 3D 4D")
    table.defend("ana", "4D 5D")
    assert table.hp("ana") == 3


def test_the_parry_is_limited_to_the_warrior_s_own_allowance_f52_74() -> None:
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "2H 3H 4H"})
    table.no_maneuver("ana", "parry", None, "2H 3H 4H")
    table.maneuver("ana", "parry", None, "2H 3H")


def test_the_ace_of_a_parry_stands_alone_f52_24_f52_74() -> None:
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "AH 3H 4H"})
    table.no_maneuver("ana", "parry", None, "AH 3H")
    table.maneuver("ana", "parry", None, "AH")


def test_one_who_parries_does_not_attack_in_this_round_f52_74() -> None:
    table = Table(warrior("ana"), hero("ben"), foe("goblin"), hands={"ana": "2H 3H 4H"})
    table.maneuver("ana", "parry", None, "2H")
    assert table.turn == ["ben"]
    table.no_attack("ana", "goblin", "3H")
    table.finish_round()
    assert table.effects("ana") == []
    table.attack("ana", "goblin", "3H")


def test_a_warrior_that_acts_last_parries_for_nothing_but_the_next_defence_f52_74() -> None:
    table = Table(warrior("ana"), foe("goblin"), order=["monsters"], hands={"ana": "9H 3H 4H"}, fd="8C 7C")
    table.passes("goblin")
    table.maneuver("ana", "parry", None, "9H")
    assert (table.round, table.effects("ana")) == (2, [])
    table.attack("goblin", "ana", "8C")
    table.defend("ana")
    assert table.hp("ana") == 2


def test_a_parry_does_not_save_one_who_lies_helpless_f52_55_f52_74() -> None:
    table = parried("AH", "9C", draws="KD")
    table.gm("incapacitate", target="ana", degree="full")
    table.attack("goblin", "ana")
    assert (table.hp("ana"), table.phase) == (1, "discarding")


def test_a_marked_monster_parries_for_itself_only_f52_74_f52_96() -> None:
    table = Table(
        hero("ana"),
        foe("knight", maneuvers=True),
        foe("orc"),
        order=["monsters"],
        hands={"ana": "9C 8D 7D"},
        fd="9H 2C",
    )
    table.maneuver("knight", "parry", None, "9H")
    table.passes("orc")
    assert [e["value"] for e in table.effects("knight", "parry")] == [9]
    table.attack("ana", "knight", "9C")
    table.defend("knight")
    assert table.hp("knight") == 3
