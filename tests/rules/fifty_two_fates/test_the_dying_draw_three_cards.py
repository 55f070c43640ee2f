"""Dying: three draws, hearts, faces and the ace, healing in time, and death (F52-32..35)."""

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, wizard


def dying(draws: str = "", level: int = 1) -> Table:
    """Ana falls in round 1; the table stands at the beginning of round 2."""
    table = Table(hero("ana", level), hero("ben"), foe("goblin", max_hp=9), draws=draws)
    table.gm("adjust", target="ana", hp=0, reason="an arrow")
    assert table.conditions("ana") == {"dying"}
    assert table.turn == ["ben"]
    table.passes("ben", "goblin")
    assert (table.round, table.turn) == (2, ["ana", "ben"])
    return table


def drawn(table: Table) -> Table:
    table.do("death-draw", "ana")
    table.because("F52-32")
    return table


def test_no_draw_is_made_in_the_round_of_the_fall_f52_32() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), order=("monsters",), fd="AS")
    table.attack("goblin", "ana", "AS")
    table.defend("ana")
    assert table.turn == ["ben"]
    table.refuse("death-draw", "ana")
    table.passes("ben", "goblin")
    assert table.turn == ["ana", "ben"]


def test_the_draw_is_all_that_a_dying_one_may_do_f52_32() -> None:
    table = dying("2C")
    table.refuse("pass", "ana")
    table.refuse("skill-check", "ana", difficulty=5)
    table.refuse("wake-draw", "ana")
    table.refuse("pick-up", "ana")
    table.no_attack("ana", "goblin", "")
    assert {offer["type"] for offer in play.offers(GAME, table.state, "ana")} == {"death-draw"}


def test_the_groups_turn_does_not_end_before_the_draw_f52_32() -> None:
    table = dying("2C")
    table.passes("ben")
    assert table.turn == ["ana"]
    drawn(table)
    assert table.turn == ["goblin"]


def test_nobody_else_draws_for_death_f52_32() -> None:
    table = dying()
    for other in ("ben", "goblin", "gm"):
        table.refuse("death-draw", other)


def test_one_draw_a_round_f52_32() -> None:
    table = drawn(dying("2C"))
    assert table.turn == ["ben"]
    table.refuse("death-draw", "ana")


@pytest.mark.parametrize("cards", ["2C 3D 4S", "KC AD QS", "AC AD AS"])
def test_three_draws_without_a_heart_are_death_f52_33(cards: str) -> None:
    table = dying(cards)
    for number, card in enumerate(cards.split(), 2):
        assert table.round == number
        assert table.conditions("ana") == {"dying"}
        drawn(table)
        assert table.discard[-1] == card
        if number < 4:
            assert table["ana"]["alive"] is True
            table.passes("ben", "goblin")
    assert (table.conditions("ana"), table["ana"]["alive"], table.hp("ana")) == ({"dead"}, False, 0)
    table.because("F52-33")
    table.passes("ben", "goblin")
    assert table.turn == ["ben"]


@pytest.mark.parametrize("card", ["2H", "TH", "7H"])
def test_a_number_heart_stabilises_f52_32(card: str) -> None:
    table = drawn(dying(card))
    assert "stable" in table.conditions("ana")
    assert "dying" not in table.conditions("ana")
    assert (table.hp("ana"), table["ana"]["alive"], table.hand("ana")) == (0, True, set())
    assert table.turn == ["ben"]
    table.passes("ben", "goblin")
    assert (table.round, table.turn) == (3, ["ben"]), "a stabilised one is skipped"
    for kind in ("death-draw", "wake-draw", "pass"):
        table.refuse(kind, "ana")


@pytest.mark.parametrize("card", ["JH", "QH", "KH"])
def test_a_heart_face_brings_back_with_one_point_and_one_card_f52_32(card: str) -> None:
    table = drawn(dying(f"{card} 5C"))
    assert (table.hp("ana"), table.hand("ana"), table.conditions("ana")) == (1, {"5C"}, set())
    assert table.turn == ["ben"], "the draw used up the round"
    assert "5C" not in table.told("observer")
    assert "5C" not in table.told("gm")
    table.refuse("pass", "ana")
    table.passes("ben", "goblin")
    assert table.turn == ["ana", "ben"]
    assert table.hand("ana") == {"5C"}
    table.attack("ana", "goblin", "5C")


@pytest.mark.parametrize(("level", "half"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (8, 5)])
def test_the_ace_of_hearts_restores_half_and_cards_at_the_end_of_the_round_f52_32(level: int, half: int) -> None:
    table = drawn(dying("AH", level))
    assert (table.hp("ana"), table.conditions("ana"), table.hand("ana")) == (half, set(), set())
    assert table.turn == ["ben"]
    table.refuse("pass", "ana")
    table.passes("ben", "goblin")
    assert (table.turn, len(table.hand("ana"))) == (["ana", "ben"], half)


def test_a_heart_on_the_third_draw_still_saves_f52_32_f52_33() -> None:
    table = dying("2C 3C 4H")
    for _ in range(2):
        drawn(table)
        table.passes("ben", "goblin")
    drawn(table)
    assert "stable" in table.conditions("ana")
    assert table["ana"]["alive"] is True


def test_falling_again_counts_three_again_f52_32() -> None:
    table = dying("2C 3C 4S 5S 6S")
    for _ in range(2):
        drawn(table)
        table.passes("ben", "goblin")
    table.gm("adjust", target="ana", hp=1, reason="bandaged")
    table.gm("adjust", target="ana", hp=0, reason="and hit again")
    assert table.conditions("ana") == {"dying"}
    assert table.turn == ["ben"], "the draw comes from the round after the fall"
    table.passes("ben", "goblin")
    for _ in range(2):
        drawn(table)
        assert table.conditions("ana") == {"dying"}
        table.passes("ben", "goblin")
    drawn(table)
    assert table.conditions("ana") == {"dead"}


def test_falling_again_after_coming_back_counts_three_again_f52_32() -> None:
    table = dying("2C 3C KH 5S 6S 7S 8S")
    for _ in range(3):
        drawn(table)
        table.passes("ben", "goblin")
    assert table.hp("ana") == 1
    table.gm("fall", target="ana", feet=30)
    assert table.conditions("ana") == {"dying"}
    table.passes("ben", "goblin")
    for _ in range(2):
        drawn(table)
        table.passes("ben", "goblin")
    assert table.conditions("ana") == {"dying"}
    drawn(table)
    assert table.conditions("ana") == {"dead"}


def test_the_dead_are_not_healed_nor_adjusted_f52_33_f52_34() -> None:
    table = Table(hero("ana"), wizard("ben"), foe("goblin"), draws="2C 3C 4C", hands={"ben": "KH AH 2D"})
    table.gm("adjust", target="ana", hp=0, reason="an arrow")
    for _ in range(3):
        table.passes("ben", "goblin")
        table.do("death-draw", "ana")
    for hp in (0, 1, 3):
        table.no_gm("adjust", target="ana", hp=hp, reason="a miracle")
    for card in ("KH", "AH", "2D"):
        table.no_cast("ben", "ana", card)


def healed(when: str, card: str = "KH") -> Table:
    """Ben heals Ana, who is dying in round 2: before her draw, or after it."""
    table = Table(hero("ana"), wizard("ben"), hero("cy"), foe("goblin"), draws="2C 3C", hands={"ben": f"{card} 9D 8D"})
    table.gm("adjust", target="ana", hp=0, reason="an arrow")
    table.passes("ben", "cy", "goblin")
    if when == "after":
        table.do("death-draw", "ana")
    table.cast("ben", "ana", card)
    table.because("F52-34")
    assert "dying" not in table.conditions("ana")
    return table


def test_healed_from_dying_one_acts_in_the_same_round_f52_34() -> None:
    table = healed("before")
    assert (table.hp("ana"), table.conditions("ana"), table.turn) == (2, set(), ["ana", "cy"])
    table.refuse("death-draw", "ana")
    assert table.hand("ana") == set()
    table.do("skill-check", "ana", difficulty=5)
    assert table.turn == ["cy"]


def test_healed_after_the_draw_the_round_is_used_up_f52_32_f52_34() -> None:
    table = healed("after")
    assert (table.hp("ana"), table.conditions("ana"), table.turn) == (2, set(), ["cy"])
    table.passes("cy", "goblin")
    assert table.turn == ["ana", "ben", "cy"]
    assert len(table.hand("ana")) == 2


def test_healed_in_the_round_of_the_fall_before_acting_one_acts_f52_34() -> None:
    table = Table(hero("ana"), wizard("ben"), foe("goblin"), hands={"ben": "9H 9D 8D"}, order=("monsters",), fd="AS")
    table.attack("goblin", "ana", "AS")
    table.defend("ana")
    table.cast("ben", "ana", "9H")
    assert (table.hp("ana"), table.turn) == (1, ["ana"])


def test_one_who_acted_and_fell_and_was_healed_does_not_act_again_f52_16_f52_34() -> None:
    table = Table(hero("ana"), wizard("ben"), foe("goblin"), hands={"ben": "9H 9D 8D"})
    table.passes("ana")
    table.gm("fall", target="ana", feet=900)
    table.cast("ben", "ana", "9H")
    assert table.hp("ana") == 1
    assert table.turn == ["goblin"]


def test_healed_when_the_groups_turn_is_over_one_waits_for_the_next_round_f52_34() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="ana", hp=0, reason="an arrow")
    table.passes("ben")
    table.gm("adjust", target="ana", hp=1, reason="the fairy came")
    assert (table.hp("ana"), table.turn) == (1, ["goblin"])
    table.passes("goblin")
    assert table.turn == ["ana", "ben"]


def test_healing_wakes_a_stabilised_one_f52_34() -> None:
    table = Table(hero("ana"), wizard("ben"), foe("goblin"), draws="2H", hands={"ben": "9H 9D 8D"})
    table.gm("adjust", target="ana", hp=0, reason="an arrow")
    table.passes("ben", "goblin")
    table.do("death-draw", "ana")
    table.cast("ben", "ana", "9H")
    assert (table.hp("ana"), table.conditions("ana"), table.turn) == (1, set(), ["goblin"])


@pytest.mark.parametrize("card", ["2H", "AH"])
def test_heal_reaches_anybody_at_zero_but_the_dead_f52_21(card: str) -> None:
    table = healed("before", card)
    assert table.hp("ana") == (1 if card == "2H" else 3)


def test_a_character_of_the_fate_dealer_draws_for_its_life_f52_35() -> None:
    table = Table(hero("ana"), foe("boss", max_hp=9, death_draws=True), foe("imp"), draws="2C 3C 4C")
    table.gm("adjust", target="boss", hp=0, reason="felled")
    assert (table.conditions("boss"), table["boss"]["alive"]) == ({"dying"}, True)
    table.passes("ana", "imp")
    for number in (2, 3, 4):
        table.passes("ana")
        assert (table.round, table.turn) == (number, ["boss", "imp"])
        table.refuse("pass", "boss")
        table.do("death-draw", "boss")
        if number < 4:
            table.passes("imp")
    assert "dead" in table.conditions("boss")
    assert table["boss"]["alive"] is False
    table.no_gm("adjust", target="boss", hp=1, reason="too late")


def test_a_draw_without_a_card_is_no_heart_and_counts_f52_32() -> None:
    """All 52 cards are in hands, so three draws find nothing."""
    fate = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    table = Table(*(hero(f"p{n}", 8) for n in range(4)), foe("boss", death_draws=True), fd=fate, initiative="")
    table.gm("adjust", target="boss", hp=0, reason="felled")
    while "dying" in table.conditions("boss"):
        table.do("death-draw" if table.turn[0] == "boss" else "pass", table.turn[0])
        assert table.round <= 5, "the third draw may be the last act of round 4"
    assert (table["boss"]["alive"], table.view()["draw_pile"], table.discard) == (False, 0, [])


def test_a_dying_one_is_neither_attacked_nor_counted_as_standing_f52_21_f52_62() -> None:
    table = Table(hero("ana"), foe("goblin"), foe("imp"), order=("monsters",), fd="9D")
    table.gm("adjust", target="ana", hp=0, reason="an arrow")
    table.no_attack("goblin", "ana", "9D")
    assert table.proposed == "defeat"
