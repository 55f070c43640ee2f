"""Hit points are the maximum hand: losing, regaining, surplus, and falling to zero (F52-30, F52-31, F52-35)."""

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior, wizard


def hit(cards: str = "KS", hand: str = "2C 3C 4C", **more: object) -> Table:
    """The goblin hits Ana before she has acted; she plays nothing."""
    table = Table(
        hero("ana", **more), hero("ben"), foe("goblin", max_hp=9), order=("monsters",), fd=cards, hands={"ana": hand}
    )
    table.attack("goblin", "ana", cards)
    table.defend("ana")
    return table


@pytest.mark.parametrize("level", [1, 2, 4, 5, 10])
def test_hit_points_and_hand_are_level_and_two_f52_30(level: int) -> None:
    table = Table(hero("ana", level), foe("goblin"))
    assert (table["ana"]["max_hp"], table["ana"]["hp"], table["ana"]["hand_size"]) == (level + 2,) * 3


def test_the_surplus_is_asked_for_at_once_f52_31() -> None:
    table = hit()
    assert (table.hp("ana"), table["ana"]["max_hp"]) == (1, 3)
    assert (table.phase, table.turn) == ("discarding", ["ana"])
    assert table.pending is not None
    assert table.pending["count"] == 2
    table.because("F52-31")
    table.do("discard", "ana", cards="2C 4C")
    assert (table.hand("ana"), table.discard[-2:]) == ({"3C"}, ["2C", "4C"])
    assert (table.phase, table.turn) == ("acting", ["ana", "ben"])


def test_the_holder_chooses_which_f52_31() -> None:
    for keep in ("2C", "3C", "4C"):
        table = hit()
        table.do("discard", "ana", cards=[card for card in ("2C", "3C", "4C") if card != keep])
        assert table.hand("ana") == {keep}


def test_cards_played_leave_no_surplus_f52_31() -> None:
    table = Table(warrior("ana"), foe("goblin", max_hp=9), order=("monsters",), fd="KS", hands={"ana": "2C 3C 4C"})
    table.attack("goblin", "ana", "KS")
    table.defend("ana", "2C 3C")
    assert (table.hp("ana"), table.hand("ana"), table.phase) == (1, {"4C"}, "acting")


def test_only_the_difference_is_discarded_f52_31() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), order=("monsters",), fd="KS", hands={"ana": "2C 3C 4C"})
    table.attack("goblin", "ana", "KS")
    table.defend("ana", "2C")
    assert table.pending is not None
    assert table.pending["count"] == 1


def test_the_hand_is_drawn_up_to_the_hit_points_that_are_left_f52_30_f52_60() -> None:
    table = hit("9S")
    table.do("discard", "ana", cards="2C")
    table.attack("ana", "goblin", "3C")
    table.defend("goblin")
    table.finish_round()
    assert (table.hp("ana"), table["ana"]["hand_size"]) == (2, 2)


def test_a_point_regained_raises_the_maximum_hand_at_the_end_of_the_round_f52_30() -> None:
    table = Table(hero("ana", hp=1), wizard("ben"), foe("goblin"), hands={"ben": "9H KH 2C"})
    table.cast("ben", "ana", "KH")
    assert (table.hp("ana"), table["ana"]["hand_size"]) == (3, 1)
    table.finish_round()
    assert table["ana"]["hand_size"] == 3


def test_healing_stops_at_the_maximum_f52_30_f52_86() -> None:
    table = Table(hero("ana", hp=2), wizard("ben"), foe("goblin"), hands={"ben": "9H KH 2C"})
    table.cast("ben", "ana", "KH")
    assert table.hp("ana") == 3


def test_at_zero_all_cards_go_without_a_question_f52_31() -> None:
    table = hit("AS")
    assert (table.hp("ana"), table.hand("ana"), table.conditions("ana")) == (0, set(), {"dying"})
    assert set(table.discard[-3:]) == {"2C", "3C", "4C"}
    assert (table.phase, table.turn) == ("acting", ["ben"])
    table.because("F52-31", "F52-32")


def test_at_zero_the_hand_stays_empty_when_others_draw_f52_30() -> None:
    table = hit("AS")
    table.passes("ben")
    assert table.round == 2
    assert table.hand("ana") == set()


def test_an_adjustment_down_asks_for_the_surplus_as_any_loss_f52_31() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="ben", hp=1, reason="poisoned wine")
    assert table.pending is not None
    assert (table.pending["actor"], table.pending["count"]) == ("ben", 2)
    table.do("discard", "ben", cards=table.view("ben")["hand"][:2])
    assert table.turn == ["ana", "ben"]


def test_an_adjustment_up_gives_no_card_before_the_round_ends_f52_30() -> None:
    table = Table(hero("ana", hp=1), foe("goblin"))
    table.gm("adjust", target="ana", hp=3, reason="a draught")
    assert (table.hp("ana"), table["ana"]["hand_size"], table.phase) == (3, 1, "acting")
    table.passes("ana", "goblin")
    assert table["ana"]["hand_size"] == 3


def test_an_adjustment_to_the_same_figure_changes_no_hand_f52_31() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("adjust", target="ana", hp=3, reason="counted again")
    assert (table.hp("ana"), table["ana"]["hand_size"], table.phase) == (3, 3, "acting")


def test_a_surplus_in_the_middle_of_a_turn_leaves_the_turn_where_it_was_f52_31() -> None:
    """Ana has acted, then Ben hits her: she discards, his action is over, and it is the goblin's turn."""
    table = Table(hero("ana"), hero("ben"), foe("goblin"), hands={"ben": "9C 2C 3C", "ana": "4D 5D 6D"})
    table.passes("ana")
    table.attack("ben", "ana", "9C")
    table.defend("ana")
    assert (table.phase, table.turn) == ("discarding", ["ana"])
    table.do("discard", "ana", cards="5D")
    assert (table.phase, table.turn) == ("acting", ["goblin"])


def test_the_last_blow_of_a_round_asks_before_the_round_ends_f52_31_f52_61() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), fd="9S", hands={"ana": "4D 5D 6D"}, draws="2S 3S")
    table.passes("ana")
    table.attack("goblin", "ana", "9S")
    table.defend("ana")
    assert (table.round, table.phase, table.played) == (1, "discarding", ["9S"])
    table.do("discard", "ana", cards="5D")
    assert (table.round, table.turn, table.played) == (2, ["ana"], [])
    assert (table.hand("ana"), table.hand("gm")) == ({"4D", "6D"}, {"2S"})
    assert table.discard[-2:] == ["5D", "9S"]


def test_a_monster_at_zero_is_defeated_and_draws_nothing_f52_35() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=1), foe("imp"), hands={"ana": "9C 2C 3C"}, fd="5D")
    table.attack("ana", "goblin", "9C")
    table.defend("goblin")
    assert (table.hp("goblin"), table.conditions("goblin"), table["goblin"]["alive"]) == (0, {"defeated"}, False)
    assert table.turn == ["imp"]
    table.because("F52-35")
    table.passes("imp")
    table.passes("ana")
    assert table.turn == ["imp"]
    table.refuse("death-draw", "goblin")
    table.refuse("pass", "goblin")


def test_a_defeated_monster_healed_above_zero_stands_again_f52_34() -> None:
    table = Table(
        hero("ana"),
        wizard("ben"),
        foe("goblin", max_hp=1),
        foe("imp"),
        hands={"ana": "9C 2C 3C", "ben": "2H 3D 4D"},
        fd="5D",
    )
    table.attack("ana", "goblin", "9C")
    table.defend("goblin")
    table.cast("ben", "goblin", "2H")
    assert (table.hp("goblin"), table.conditions("goblin"), table["goblin"]["alive"]) == (1, set(), True)
    assert table.turn == ["goblin", "imp"]


def test_an_adjusted_monster_stands_again_too_f52_34() -> None:
    table = Table(hero("ana"), foe("goblin", max_hp=9), foe("imp"))
    table.gm("adjust", target="goblin", hp=0, reason="felled")
    assert table.conditions("goblin") == {"defeated"}
    table.gm("adjust", target="goblin", hp=5, reason="it was a ruse")
    assert (table.conditions("goblin"), table.hp("goblin")) == (set(), 5)


def test_the_fate_dealers_hand_does_not_shrink_with_its_monsters_f52_11() -> None:
    table = Table(hero("ana", 3), foe("goblin", max_hp=9), foe("imp"), hands={"ana": "KC 2C 3C 4C 5C"})
    table.attack("ana", "goblin", "KC")
    table.defend("goblin")
    table.gm("adjust", target="imp", hp=0, reason="felled")
    assert (table.view()["fd_hand_size"], table.phase) == (3, "acting")
