"""The aces of destruct and protect, and how long one full round is (F52-84, F52-88)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def laid_open(order: str = "players monsters", ben: Any = None, hands: str = "2D 3D 4D", draws: str = "") -> Table:
    """Ana has cast the ace of clubs on the goblin, who did not answer; Ben is to act."""
    table = Table(
        wizard("ana"),
        ben or hero("ben"),
        foe("goblin", max_hp=20),
        order=order.split(),
        hands={"ana": "AC 2H 3H", "ben": hands},
        fd="AH KH 9H",
        draws=draws,
    )
    if order.startswith("monsters"):
        table.passes("goblin")
    table.cast("ana", "goblin", "AC")
    table.defend("goblin")
    return table


def test_the_ace_of_destruct_stands_as_an_ace_f52_84() -> None:
    table = laid_open()
    table.because("F52-84")
    (effect,) = table.effects("goblin")
    assert (effect["kind"], effect["value"]) == ("destruct", "ace")


def test_the_cast_itself_is_opposed_like_any_destruct_f52_82_f52_25() -> None:
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "AC 2H 3H"}, fd="AH")
    table.cast("ana", "goblin", "AC")
    table.defend("goblin", "AH")
    assert (table.effects("goblin"), table.hp("ana")) == ([], 3)


@pytest.mark.parametrize(
    ("cards", "weapon", "damage"),
    [("2D", "melee", 1), ("KD", "melee", 2), ("AD", "missile", 10), ("2D", "missile", 1), ("KD", "unarmed", 1)],
)
def test_every_attack_does_its_damage_and_nobody_is_asked_to_defend_f52_84(
    cards: str, weapon: str, damage: int
) -> None:
    table = laid_open(hands=f"{cards} 3S 4S")
    table.no_attack("ben", "goblin", "", weapon)
    table.attack("ben", "goblin", cards, weapon)
    table.because("F52-84")
    assert (table.hp("goblin"), table.pending) == (20 - damage, None)
    assert table.view()["fd_hand_size"] == 3
    assert [e["value"] for e in table.effects("goblin")] == ["ace"], "it is not used up"


def test_two_cards_are_read_by_the_highest_f52_84_f52_26() -> None:
    table = laid_open(ben=warrior("ben"), hands="2D KD 4D")
    table.no_attack("ben", "goblin", "2D KD 4D")
    table.attack("ben", "goblin", "2D KD")
    assert table.hp("goblin") == 18


def test_a_fury_strike_adds_its_damage_up_f52_84_f52_73() -> None:
    table = laid_open(ben=warrior("ben"), hands="2S KS 4D")
    table.maneuver("ben", "fury-strike", "goblin", "2S KS")
    assert (table.hp("goblin"), table.pending) == (17, None)


@pytest.mark.parametrize(("card", "left"), [("2S", 19), ("KS", 18), ("AS", 0)])
def test_harm_does_its_damage_too_f52_84_f52_85(card: str, left: int) -> None:
    table = laid_open(ben=wizard("ben"), hands=f"{card} 3D 4D")
    table.cast("ben", "goblin", card)
    assert (table.hp("goblin"), table.pending) == (left, None)


@pytest.mark.parametrize(("what", "card"), [("disarm", "2D"), ("push", "2C")])
def test_a_disarm_or_a_push_succeeds_as_well_f52_84_f52_89(what: str, card: str) -> None:
    table = laid_open(ben=warrior("ben"), hands=f"{card} 3S 4S")
    table.maneuver("ben", what, "goblin", card)
    assert table.pending is None
    assert (table["goblin"]["weapon"] == "floor") == (what == "disarm")
    assert (table.range("ben", "goblin") == "near") == (what == "push")


def test_a_helpless_target_is_still_struck_by_a_drawn_card_f52_84_f52_55() -> None:
    table = laid_open(draws="QS")
    table.gm("incapacitate", target="goblin", degree="full")
    table.attack("ben", "goblin")
    assert table.hp("goblin") == 18


def test_a_monster_s_line_strikes_one_laid_open_f52_84_f52_95() -> None:
    lines = {"number": {"damage": 3, "prone": True}}
    table = Table(
        hero("ana", 3),
        foe("shaman", spells=True),
        foe("wolf", lines=lines),
        order=["monsters"],
        fd="AC 9D 8D",
        hands={"ana": "2C 3C 4C 5C 6C"},
    )
    table.cast("shaman", "ana", "AC")
    table.defend("ana", "2C")
    table.attack("wolf", "ana", "9D")
    assert (table.hp("ana"), table.conditions("ana")) == (2, {"prone"})


def test_it_ends_when_the_caster_s_group_begins_its_next_turn_f52_84() -> None:
    table = laid_open()
    table.passes("ben")
    assert table.effects("goblin"), "it stands through the turns of the others"
    table.passes("goblin")
    assert (table.round, set(table.turn), table.effects("goblin")) == (2, {"ana", "ben"}, [])


def test_it_spans_the_turns_of_a_group_that_acts_before_the_caster_s_f52_84() -> None:
    table = laid_open("monsters players", hands="2D 3D 4D")
    table.passes("ben")
    assert (table.round, table.turn) == (2, ["goblin"])
    assert [e["value"] for e in table.effects("goblin")] == ["ace"]
    table.passes("goblin")
    assert (set(table.turn), table.effects("goblin")) == ({"ana", "ben"}, [])


def fallen(order: str) -> Table:
    """The shaman, alone in its group, has cast the ace of clubs on Ana."""
    table = Table(
        hero("ana", 3),
        hero("ben"),
        foe("shaman", group="shamans", spells=True),
        foe("goblin", group="goblins"),
        order=order.split(),
        fd="AC 9D 8D",
    )
    while table.turn != ["shaman"]:
        table.passes(table.turn[0])
    table.cast("shaman", "ana", "AC")
    table.defend("ana")
    assert [e["value"] for e in table.effects("ana")] == ["ace"]
    return table


@pytest.mark.parametrize("fate", ["defeated", "left", "incapacitated"])
def test_it_lasts_that_long_whatever_has_become_of_the_caster_f52_84(fate: str) -> None:
    table = fallen("shamans players goblins")
    lose(table, fate)
    table.passes("ana", "ben")
    assert [e["value"] for e in table.effects("ana")] == ["ace"]
    table.attack("goblin", "ana", "9D")
    assert (table.hp("ana"), table.phase) == (4, "discarding")
    table.do("discard", "ana", cards=table.view("ana")["hand"][:1])
    assert (table.round, set(table.turn), table.effects("ana")) == (2, {"ana", "ben"}, [])


@pytest.mark.parametrize("fate", ["defeated", "left", "incapacitated"])
def test_it_ends_at_the_place_of_the_caster_s_group_in_the_order_f52_84(fate: str) -> None:
    table = fallen("players shamans goblins")
    lose(table, fate)
    table.passes("goblin")
    assert (table.round, set(table.turn)) == (2, {"ana", "ben"})
    assert [e["value"] for e in table.effects("ana")] == ["ace"], "the shamans' turn has not come yet"
    table.passes("ana", "ben")
    assert (table.turn, table.effects("ana")) == (["goblin"], [])


def lose(table: Table, fate: str) -> None:
    if fate == "defeated":
        table.gm("adjust", target="shaman", hp=0, reason="a rock")
    elif fate == "left":
        table.gm("leave", target="shaman")
    else:
        table.gm("incapacitate", target="shaman", degree="full")


def test_it_ends_though_the_dead_caster_s_group_goes_on_f52_84() -> None:
    table = laid_open(draws="2C 3C 4C")
    table.gm("adjust", target="ana", hp=0, reason="a fall")
    table.passes("ben")
    assert table.effects("goblin")
    table.passes("goblin")
    assert (table.round, table.effects("goblin")) == (2, [])


def shielded(**marks: Any) -> Table:
    """Ben stands under Ana's ace of diamonds."""
    knight = foe("knight", max_hp=9, maneuvers=True, spells=True)
    table = Table(
        wizard("ana"),
        hero("ben"),
        foe("goblin", max_hp=9, **marks),
        knight,
        hands={"ana": "AD 2H 3H", "ben": "AC 3C 4C"},
        fd="AS KD 5C QH",
        draws="KS QS",
    )
    table.cast("ana", "ben", "AD")
    return table


def test_the_ace_of_protect_stands_as_an_ace_and_is_not_used_up_f52_88() -> None:
    table = shielded()
    table.because("F52-88")
    table.passes("ben")
    assert [(e["kind"], e["value"]) for e in table.effects("ben")] == [("protect", "ace")]
    for monster, card in (("goblin", "KD"), ("knight", "QH")):
        table.attack(monster, "ben", card)
        table.defend("ben")
        assert (table.hp("ben"), table.pending) == (3, None)
    assert (table.round, table.effects("ben")) == (2, [])


def test_attacks_and_the_ace_of_harm_do_no_damage_f52_88() -> None:
    table = shielded()
    table.passes("ben", "goblin")
    table.cast("knight", "ben", "AS")
    table.defend("ben")
    assert (table.hp("ben"), table.conditions("ben")) == (3, set())


def test_a_fumble_does_the_protected_no_damage_f52_88() -> None:
    table = Table(
        wizard("ana"), hero("ben"), foe("goblin"), hands={"ana": "AD 2H 3H", "ben": "9C 3C 4C"}, fd="AS", draws="KS"
    )
    table.cast("ana", "ben", "AD")
    table.attack("ben", "goblin", "9C")
    table.defend("goblin", "AS")
    assert (table.hp("ben"), table.hp("goblin")) == (3, 3)


def test_the_protected_still_make_the_attacker_fumble_f52_88_f52_27() -> None:
    table = shielded()
    table.passes("ben")
    table.attack("goblin", "ben", "KD")
    table.defend("ben", "AC")
    assert table.hp("goblin") == 7


def test_falls_and_continuous_effects_do_no_damage_f52_88() -> None:
    table = shielded()
    table.gm("fall", target="ben", feet=300)
    assert (table.hp("ben"), table.conditions("ben")) == (3, set())
    table.gm("afflict", target="ben", strength=5, rounds=1, name="fire")
    assert [e["name"] for e in table.effects("ben", "continuous")] == ["fire"]
    table.passes("ben", "goblin", "knight")
    assert (table.round, table.hp("ben"), table.effects("ben")) == (2, 3, [])


def test_conditions_disarm_and_push_still_happen_f52_88() -> None:
    table = shielded(
        lines={
            "face": {
                "damage": 4,
                "incapacitate": {"degree": "partial"},
                "prone": True,
                "effect": {"name": "venom", "strength": 4},
            }
        }
    )
    table.passes("ben")
    table.attack("goblin", "ben", "KD")
    table.defend("ben")
    assert (table.hp("ben"), table.conditions("ben")) == (3, {"partial", "prone"})
    assert [e["name"] for e in table.effects("ben", "continuous")] == ["venom"]
    table.maneuver("knight", "push", "ben", "5C")
    table.defend("ben")
    assert (table.range("ben", "knight"), table.hp("ben")) == ("near", 3)


def test_a_disarm_works_on_the_protected_f52_88() -> None:
    table = shielded()
    table.passes("ben", "goblin")
    table.maneuver("knight", "disarm", "ben", "KD")
    table.defend("ben")
    assert (table["ben"]["weapon"], table.hp("ben")) == ("away", 3)


def test_the_gm_s_adjustment_still_works_f52_88() -> None:
    table = shielded()
    table.gm("adjust", target="ben", hp=0, reason="a doom")
    assert table.hp("ben") == 0


def test_a_helpless_one_under_the_ace_loses_nothing_f52_88_f52_55() -> None:
    table = shielded()
    table.gm("incapacitate", target="ben", degree="full")
    table.attack("goblin", "ben")
    assert (table.hp("ben"), table.discard[-1]) == (3, "KS")
    table.attack("knight", "ben", weapon="unarmed")
    assert table.hp("ben") == 3


def test_protect_by_the_ace_ends_when_the_caster_s_group_begins_its_turn_f52_88() -> None:
    table = Table(wizard("ana"), hero("ben"), foe("goblin"), order=["monsters"], hands={"ana": "AD 2H 3H"}, fd="9C 8C")
    table.passes("goblin")
    table.cast("ana", "ana", "AD")
    table.passes("ben")
    assert (table.round, [e["value"] for e in table.effects("ana")]) == (2, ["ace"])
    table.attack("goblin", "ana", "9C")
    table.defend("ana")
    assert (table.hp("ana"), set(table.turn), table.effects("ana")) == (3, {"ana", "ben"}, [])


def test_a_destruct_of_an_ace_cancels_the_ace_of_protect_f52_89() -> None:
    table = Table(
        wizard("ana"), hero("ben"), foe("shaman", spells=True), foe("wolf"), hands={"ana": "AD 2H 3H"}, fd="KC AC 9S"
    )
    table.cast("ana", "ben", "AD")
    table.passes("ben")
    table.cast("shaman", "ben", "AC")
    assert (table.pending, table.effects("ben")) == (None, [])
    table.attack("wolf", "ben", "9S")
    assert table.phase == "defending", "the cancelling ace was spent in doing so"
    table.defend("ben")
    assert table.hp("ben") == 2
