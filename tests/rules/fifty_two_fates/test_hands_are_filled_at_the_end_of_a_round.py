"""The end of a round: played cards, hands drawn up and the reshuffle (F52-60, F52-61, F52-02, F52-11)."""

from typing import Any

import pytest

from tests.rules.fifty_two_fates.table import Table, foe, hero, warrior


def test_cards_stay_in_front_of_the_table_until_the_round_ends_f52_60() -> None:
    table = Table(
        warrior("ana"),
        hero("ben"),
        foe("goblin"),
        fd="9S 8S",
        hands={"ana": "2C 3C 4C", "ben": "2D 3D 4D"},
        draws="KH QH JH TH 7H",
    )
    table.attack("ana", "goblin", "2C 3C")
    table.defend("goblin", "9S")
    table.attack("ben", "goblin", "2D")
    table.defend("goblin", "8S")
    assert table.played == ["2C", "3C", "9S", "2D", "8S"], "oldest first"
    assert (table.hand("ana"), table.view()["fd_hand_size"]) == ({"4C"}, 0)
    discarded = table.discard
    table.passes("goblin")
    table.because("F52-60")
    assert table.played == []
    assert table.discard == [*discarded, "2C", "3C", "9S", "2D", "8S"]
    assert table.view("ana")["hand"] == ["4C", "KH", "QH"], "in the order drawn"
    assert table.view("ben")["hand"] == ["3D", "4D", "JH"]
    assert table.view()["hand"] == ["TH", "7H"]


def test_players_draw_in_the_order_of_the_encounter_not_of_the_turns_f52_60() -> None:
    table = Table(
        hero("ana"),
        hero("ben"),
        foe("goblin"),
        fd="9S 8S",
        draws="KH QH JH TH",
        hands={"ana": "2C 3C 4C", "ben": "2D 3D 4D"},
    )
    table.attack("ben", "goblin", "2D")
    table.defend("goblin", "9S")
    table.attack("ana", "goblin", "2C")
    table.defend("goblin", "8S")
    table.passes("goblin")
    assert (table.hand("ana"), table.hand("ben")) == ({"3C", "4C", "KH"}, {"3D", "4D", "QH"})


def test_a_hand_is_drawn_up_to_the_hit_points_and_not_to_the_level_f52_60_f52_30() -> None:
    table = Table(
        hero("ana", 3), foe("goblin"), order=["monsters"], fd="KS 9S 8S", hands={"ana": "2C 3C 4C 5C 6C"}, draws="KH QH"
    )
    table.attack("goblin", "ana", "KS")
    table.defend("ana", "2C")
    assert table.pending is not None
    assert table.pending["count"] == 1
    table.do("discard", "ana", cards="3C")
    table.passes("ana")
    assert (table.hp("ana"), table.hand("ana")) == (3, {"4C", "5C", "6C"})
    assert table.view()["hand"] == ["9S", "8S", "KH"]


def test_one_who_was_healed_draws_more_at_the_end_of_the_round_f52_30_f52_60() -> None:
    table = Table(
        hero("ana", kind="wizard"),
        hero("ben", hp=1),
        foe("goblin"),
        hands={"ana": "KH 2C 3C", "ben": "2D"},
        draws="4S 5S 6S",
    )
    table.cast("ana", "ben", "KH")
    assert (table.hp("ben"), table.hand("ben")) == (3, {"2D"})
    table.finish_round()
    assert (table.hand("ana"), table.hand("ben")) == ({"2C", "3C", "4S"}, {"2D", "5S", "6S"})


def test_one_at_zero_draws_nothing_f52_60_f52_30() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="ana", hp=0, reason="a trap")
    table.finish_round()
    assert (table.round, table.hand("ana")) == (2, set())


def test_the_fate_dealer_draws_to_the_highest_level_f52_11() -> None:
    table = Table(hero("ana", 4), hero("ben"), foe("goblin"), order=["monsters"], fd="9S 8S 7S 6S", draws="2H 3H")
    table.attack("goblin", "ben", "9S")
    table.defend("ben")
    table.do("discard", "ben", cards=table.view("ben")["hand"][:1])
    table.passes("ana", "ben")
    assert table.view()["hand"] == ["8S", "7S", "6S", "2H"]


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, 3),
        ({"fd_hand": "level"}, 3),
        ({"fd_hand": "hand"}, 5),
        ({"fd_extra_cards": 2}, 5),
        ({"fd_hand": "hand", "fd_extra_cards": 10}, 15),
        ({"fd_hand": None, "fd_extra_cards": None}, 3),
    ],
)
def test_the_options_of_the_fate_dealer_s_hand_hold_at_every_drawing_up_f52_11(
    options: dict[str, Any], size: int
) -> None:
    table = Table(hero("ana", 3), foe("goblin"), **{"fd_extra_cards": 0, **options})
    assert table.view()["fd_hand_size"] == size
    if table.turn == ["ana"]:
        table.passes("ana")
    table.attack("goblin", "ana", table.view()["hand"][:1], "unarmed")
    table.defend("ana", table.view("ana")["hand"][:2])
    if table.round == 1:
        assert table.view()["fd_hand_size"] == size - 1
        table.finish_round()
    assert (table.round, table.view()["fd_hand_size"]) == (2, size)


def test_cards_above_the_fate_dealer_s_figure_are_kept_and_none_is_drawn_f52_11() -> None:
    table = Table(hero("ana", 5), hero("ben"), foe("goblin"), order=["monsters"], fd="9S 8S 7S 6S 5S")
    table.gm("leave", target="ana")
    table.attack("goblin", "ben", "9S", "unarmed")
    table.defend("ben", table.view("ben")["hand"][:2])
    table.finish_round()
    assert (table.round, table.view()["hand"]) == (2, ["8S", "7S", "6S", "5S"])


def test_the_dying_count_for_the_fate_dealer_s_hand_and_the_dead_do_not_f52_11_f52_33() -> None:
    table = Table(
        hero("ana", 5),
        hero("ben"),
        foe("goblin"),
        fd="2S 3S 7S 6S 5S",
        draws="2C 3C 4C 8C 9C TC",
        hands={"ben": "9D TD JD"},
    )
    table.gm("adjust", target="ana", hp=0, reason="a trap")
    table.passes("ben")
    table.attack("goblin", "ben", "2S", "unarmed")
    table.defend("ben", "9D")
    assert (table.round, table.hand("ben")) == (2, {"TD", "JD", "2C"})
    assert table.view()["hand"] == ["3S", "7S", "6S", "5S", "3C"]
    table.finish_round()
    table.finish_round()
    table.do("death-draw", "ana")
    assert table.conditions("ana") == {"dead"}
    table.passes("ben")
    table.attack("goblin", "ben", "3S", "unarmed")
    table.defend("ben", "TD")
    assert (table.round, table.hand("ben")) == (5, {"JD", "2C", "TC"})
    assert table.view()["hand"] == ["7S", "6S", "5S", "3C"]


def test_a_round_is_over_when_every_group_has_had_its_turn_f52_16_f52_61() -> None:
    table = Table(
        hero("ana"), foe("goblin", group="goblins"), foe("orc", group="orcs"), order=["orcs", "players", "goblins"]
    )
    seen = []
    for _ in range(6):
        seen.append((table.round, table.turn))
        table.passes(table.turn[0])
    assert seen == [(1, ["orc"]), (1, ["ana"]), (1, ["goblin"]), (2, ["orc"]), (2, ["ana"]), (2, ["goblin"])]


def test_initiative_is_drawn_once_f52_13() -> None:
    table = Table(hero("ana"), foe("goblin"))
    before = table.view()["initiative"]
    table.finish_round()
    table.finish_round()
    assert table.view()["initiative"] == before


def crowded(**more: Any) -> Table:
    """Two of level 16 and the FD hold all but three cards, and initiative took those."""
    participants = (hero("ana", 16), hero("ben", 16, hp=15), foe("goblin", max_hp=9))
    return Table(*participants, order=["players"], **more)


def test_an_empty_draw_pile_is_shuffled_again_from_the_discard_pile_f52_02() -> None:
    table = crowded()
    assert (table.view()["draw_pile"], len(table.discard)) == (0, 3)
    shown = set(table.discard)
    table.gm("afflict", target="goblin", strength=5, rounds="draw", name="fire")
    table.because("F52-02")
    assert table.view()["draw_pile"] == 2
    assert len(table.discard) == 1
    assert set(table.discard) <= shown


def test_the_played_cards_of_the_round_are_shuffled_in_with_the_rest_f52_02_f52_60() -> None:
    table = crowded()
    shown = set(table.discard)
    mine, theirs = (str(table.view(name)["hand"][0]) for name in ("ana", "gm"))
    table.attack("ana", "goblin", mine, "unarmed")
    table.defend("goblin", theirs)
    table.finish_round()
    assert table.round == 2
    assert (table.view()["draw_pile"], table.discard) == (3, [])
    drawn = {table.view("ana")["hand"][-1], table.view()["hand"][-1]}
    assert drawn <= shown | {mine, theirs}


def test_a_draw_that_is_looked_at_is_not_shuffled_in_while_it_lasts_f52_02() -> None:
    table = crowded()
    shown = set(table.discard)
    table.do("skill-check", "ana", difficulty=10, cards=4)
    assert set(table.discard) == shown, "three cards were there, each drawn once, and the draw stopped short"
    assert table.view()["draw_pile"] == 0
