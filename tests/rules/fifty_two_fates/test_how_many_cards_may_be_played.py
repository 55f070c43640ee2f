"""How many cards may be played: class, level, spells, the unarmed, the bound, monsters (F52-07, F52-23)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard

CLUBS = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC"]
SPADES = ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS"]
HEARTS = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH"]


def line(cards: list[str], count: int) -> str:
    return " ".join(cards[:count])


def attacks_with(limit: int, participant: dict[str, Any], weapon: str = "melee", partial: bool = False) -> None:
    """Exactly up to this many cards are accepted for an attack of this participant on a goblin."""
    size = participant["level"] + 2
    table = Table(participant, hero("zed"), foe("goblin", max_hp=99), hands={participant["id"]: line(CLUBS, size)})
    if partial:
        table.gm("incapacitate", target="goblin", degree="partial")
    if limit < size:
        refusal = table.no_attack(participant["id"], "goblin", line(CLUBS, limit + 1), weapon)
        assert refusal.rule is not None
        assert refusal.rule in ("F52-23", "F52-07", "F52-54")
    table.attack(participant["id"], "goblin", line(CLUBS, limit), weapon)


def defends_with(limit: int, participant: dict[str, Any], weapon: str = "melee") -> None:
    """Exactly up to this many cards are accepted for the defence of this participant against a goblin's attack."""
    size = participant["level"] + 2
    table = Table(
        participant,
        hero("zed"),
        foe("goblin"),
        hands={participant["id"]: line(CLUBS, size)},
        fd=line(SPADES, max(participant["level"], 1)),
        order=("monsters",),
    )
    table.attack("goblin", participant["id"], "2S", weapon)
    if limit < size:
        assert table.refuse("defend", participant["id"], cards=line(CLUBS, limit + 1)).rule is not None
    table.defend(participant["id"], line(CLUBS, limit))


PEOPLE = [
    (hero("ana"), 1),
    (wizard("ana"), 1),
    (warrior("ana"), 2),
    (hero("ana", 4), 1),
    (warrior("ana", 4), 2),
    (hero("ana", 5), 2),
    (wizard("ana", 5), 2),
    (warrior("ana", 5), 3),
    (warrior("ana", 9), 3),
    (hero("ana", 10), 3),
    (warrior("ana", 10), 4),
]


@pytest.mark.parametrize(("participant", "limit"), PEOPLE)
@pytest.mark.parametrize("weapon", ["melee", "missile", "unarmed"])
def test_an_attack_by_class_and_level_f52_07_f52_23(participant: dict[str, Any], limit: int, weapon: str) -> None:
    attacks_with(limit, participant, weapon)


@pytest.mark.parametrize(("participant", "limit"), PEOPLE)
@pytest.mark.parametrize(("weapon", "more"), [("melee", 0), ("missile", 0), ("unarmed", 1)])
def test_a_defence_by_class_and_level_and_one_more_against_the_unarmed_f52_23_f52_29(
    participant: dict[str, Any], limit: int, weapon: str, more: int
) -> None:
    defends_with(limit + more, participant, weapon)


@pytest.mark.parametrize(
    ("participant", "limit"), [(hero("ana"), 2), (warrior("ana"), 3), (wizard("ana", 5), 3), (warrior("ana", 5), 4)]
)
@pytest.mark.parametrize("weapon", ["melee", "missile", "unarmed"])
def test_a_partly_incapacitated_target_allows_one_card_more_f52_54(
    participant: dict[str, Any], limit: int, weapon: str
) -> None:
    attacks_with(limit, participant, weapon, partial=True)


@pytest.mark.parametrize(
    ("participant", "limit"),
    [
        (hero("ana"), 1),
        (warrior("ana"), 1),
        (warrior("ana", 4), 1),
        (warrior("ana", 5), 2),
        (wizard("ana", 5), 2),
        (warrior("ana", 10), 3),
    ],
)
def test_against_a_spell_a_warrior_defends_like_anybody_f52_23(participant: dict[str, Any], limit: int) -> None:
    table = Table(
        participant,
        wizard("zed"),
        foe("goblin"),
        order=("players",),
        fd=line(HEARTS, participant["level"]),
        hands={"ana": line(CLUBS, participant["level"] + 2), "zed": "KS 2S 3S"},
    )
    table.cast("zed", "ana", "KS")
    refusal = table.refuse("defend", "ana", cards=line(CLUBS, limit + 1))
    assert refusal.rule == "F52-23"
    table.defend("ana", line(CLUBS, limit))


@pytest.mark.parametrize(("level", "limit"), [(1, 1), (4, 1), (5, 2), (9, 2), (10, 3)])
def test_a_spell_is_cast_with_one_card_and_those_of_the_level_f52_80(level: int, limit: int) -> None:
    table = Table(wizard("ana", level), foe("goblin"), hands={"ana": line(SPADES, level + 2)})
    table.no_cast("ana", "goblin", line(SPADES, limit + 1))
    table.cast("ana", "goblin", line(SPADES, limit))


@pytest.mark.parametrize(("level", "limit"), [(1, 2), (4, 2), (5, 3), (10, 4)])
@pytest.mark.parametrize(("maneuver", "suit"), [("push", "C"), ("fury-strike", "S"), ("disarm", "D"), ("parry", "H")])
def test_a_maneuver_is_a_physical_attack_for_the_allowance_f52_70(
    level: int, limit: int, maneuver: str, suit: str
) -> None:
    hand = " ".join(f"{rank}{suit}" for rank in "23456789TJQK"[: level + 2])
    table = Table(warrior("ana", level), foe("goblin"), hands={"ana": hand})
    target = None if maneuver == "parry" else "goblin"
    table.no_maneuver("ana", maneuver, target, line(hand.split(), limit + 1))
    table.maneuver("ana", maneuver, target, line(hand.split(), limit))


@pytest.mark.parametrize(("maneuver", "suit"), [("push", "C"), ("fury-strike", "S"), ("disarm", "D")])
def test_a_maneuver_on_one_partly_incapacitated_takes_one_card_more_f52_70(maneuver: str, suit: str) -> None:
    hand = f"2{suit} 3{suit} 4{suit} 5{suit}"
    table = Table(warrior("ana", 2), foe("goblin"), hands={"ana": hand})
    table.gm("incapacitate", target="goblin", degree="partial")
    table.no_maneuver("ana", maneuver, "goblin", hand)
    table.maneuver("ana", maneuver, "goblin", f"2{suit} 3{suit} 4{suit}")


def test_a_parry_is_limited_to_ones_own_allowance_though_others_are_held_f52_70() -> None:
    table = Table(warrior("ana", 2), foe("goblin"), hands={"ana": "2H 3H 4H 5H"})
    table.gm("incapacitate", target="goblin", degree="partial")
    table.no_maneuver("ana", "parry", None, "2H 3H 4H")
    table.maneuver("ana", "parry", None, "2H 3H")


def test_a_spell_on_one_partly_incapacitated_takes_no_card_more_f52_54() -> None:
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "2S 3S 4S"})
    table.gm("incapacitate", target="goblin", degree="partial")
    table.no_cast("ana", "goblin", "2S 3S")
    table.cast("ana", "goblin", "2S")


def monster_acts(limit: int, partial: bool, weapon: str, **more: Any) -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin", **more), order=("monsters",), fd=line(SPADES, 8))
    if partial:
        table.gm("incapacitate", target="ana", degree="partial")
    table.no_attack("goblin", "ana", line(SPADES, limit + 1), weapon)
    table.attack("goblin", "ana", line(SPADES, limit), weapon)


@pytest.mark.parametrize(
    ("more", "limit"),
    [({}, 1), ({"level": 10}, 1), ({"allowance": 3}, 3), ({"allowance": 2, "level": 5}, 2), ({"maneuvers": True}, 1)],
)
@pytest.mark.parametrize("weapon", ["melee", "missile", "unarmed"])
def test_a_monsters_allowance_is_its_own_figure_f52_23(more: dict[str, Any], limit: int, weapon: str) -> None:
    monster_acts(limit, False, weapon, **more)
    monster_acts(limit + 1, True, weapon, **more)


@pytest.mark.parametrize(
    ("allowance", "weapon", "limit"), [(None, "melee", 1), (None, "unarmed", 2), (3, "missile", 3), (3, "unarmed", 4)]
)
def test_a_monster_defends_by_its_figure_and_one_more_against_the_unarmed_f52_23_f52_29(
    allowance: int | None, weapon: str, limit: int
) -> None:
    more = {} if allowance is None else {"allowance": allowance}
    table = Table(hero("ana"), foe("goblin", level=10, **more), fd=line(SPADES, 8), hands={"ana": "KC 2D 3D"})
    table.attack("ana", "goblin", "KC", weapon)
    table.refuse("defend", "goblin", cards=line(SPADES, limit + 1))
    table.defend("goblin", line(SPADES, limit))


@pytest.mark.parametrize("suit", ["C", "S"])
def test_a_monsters_allowance_holds_for_spells_and_maneuvers_f52_23(suit: str) -> None:
    cards = [f"{rank}{suit}" for rank in "3456"]
    table = Table(
        hero("ana"), foe("goblin", allowance=2, spells=True, maneuvers=True), order=("monsters",), fd=" ".join(cards)
    )
    table.no_cast("goblin", "ana", line(cards, 3))
    if suit == "C":
        table.no_maneuver("goblin", "push", "ana", line(cards, 3))
        table.maneuver("goblin", "push", "ana", line(cards, 2))
    else:
        table.cast("goblin", "ana", line(cards, 2))


def test_a_monster_defends_by_its_figure_against_spells_and_maneuvers_too_f52_23() -> None:
    table = Table(
        wizard("ana"),
        warrior("ben"),
        foe("goblin", max_hp=9, allowance=2),
        fd=line(HEARTS, 7),
        hands={"ana": "KS 2D 3D", "ben": "KC 2S 3S"},
    )
    table.cast("ana", "goblin", "KS")
    table.refuse("defend", "goblin", cards=line(HEARTS, 3))
    table.defend("goblin", "2H 3H")
    table.maneuver("ben", "push", "goblin", "KC")
    table.refuse("defend", "goblin", cards="4H 5H 6H")
    table.defend("goblin", "4H 5H")


def test_a_warrior_defends_with_two_against_a_maneuver_f52_70() -> None:
    table = Table(
        warrior("ana"), foe("goblin", maneuvers=True), order=("monsters",), fd="9C", hands={"ana": "2D 3D 4D"}
    )
    table.maneuver("goblin", "push", "ana", "9C")
    table.refuse("defend", "ana", cards="2D 3D 4D")
    table.defend("ana", "2D 3D")


def test_fewer_cards_than_allowed_may_always_be_played_f52_07() -> None:
    for count in (1, 2, 3):
        table = Table(warrior("ana", 5), foe("goblin", max_hp=9), hands={"ana": line(CLUBS, 7)})
        table.attack("ana", "goblin", line(CLUBS, count))


def test_a_hand_that_shrinks_limits_the_cards_but_not_the_allowance_f52_23_f52_30() -> None:
    table = Table(warrior("ana", 5, hp=2), foe("goblin"), hands={"ana": "2C 3C"})
    table.attack("ana", "goblin", "2C 3C")
