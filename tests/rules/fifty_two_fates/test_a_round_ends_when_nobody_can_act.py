"""Rounds that stop because nobody can do anything, and the gm's next-round (F52-16, F52-61)."""

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero


def stopped(order: str = "players") -> Table:
    """Nobody can do anything: Ana and the goblin are incapacitated."""
    table = Table(hero("ana"), foe("goblin"), order=[order], hands={"ana": "2C 3C 4C"})
    last, first = ("ana", "goblin") if order == "players" else ("goblin", "ana")
    table.gm("incapacitate", target=first, degree="full")
    table.gm("incapacitate", target=last, degree="partial")
    return table


def test_play_stops_where_it_is_when_nobody_could_do_anything_f52_16() -> None:
    table = stopped()
    assert (table.turn, table.round, table.phase) == ([], 1, "acting")
    assert play.actors(GAME, table.state) == ["gm"]


def test_next_round_runs_the_end_of_the_round_f52_61() -> None:
    table = stopped()
    table.gm("afflict", target="goblin", strength=5, rounds=2, name="fire")
    table.gm("next-round")
    table.because("F52-61")
    assert (table.round, table.turn, table.hp("goblin")) == (2, [], 2)
    assert [e["rounds"] for e in table.effects("goblin")] == [1]
    table.gm("next-round")
    assert (table.round, table.hp("goblin"), table.effects("goblin")) == (3, 1, [])
    table.gm("next-round")
    assert (table.round, table.hp("goblin")) == (4, 1)


def test_next_round_is_refused_while_somebody_may_act_f52_16() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.no_gm("next-round")
    table.refuse("next-round", "ana")
    assert "next-round" not in {o["type"] for o in play.offers(GAME, table.state, "gm")}


def test_next_round_is_refused_to_all_but_the_gm_and_takes_no_fields_f52_16() -> None:
    table = stopped()
    table.refuse("next-round", "ana")
    table.no_gm("next-round", target="ana")
    assert "next-round" in {o["type"] for o in play.offers(GAME, table.state, "gm")}


def test_next_round_can_ask_for_a_surplus_first_f52_31_f52_61() -> None:
    table = stopped()
    table.gm("afflict", target="ana", strength=5, name="fire")
    table.gm("next-round")
    assert (table.round, table.phase, table.turn) == (1, "discarding", ["ana"])
    table.no_gm("next-round")
    table.do("discard", "ana", cards="2C")
    assert (table.round, table.phase, table.turn, table.hp("ana")) == (2, "acting", [], 2)


def test_one_set_free_where_play_stands_acts_at_once_f52_16() -> None:
    table = stopped()
    table.gm("release", target="ana")
    assert (table.round, table.turn) == (1, ["ana"])
    table.passes("ana")
    assert (table.round, table.turn) == (2, ["ana"])


def test_one_set_free_whose_turn_is_over_acts_in_the_next_round_f52_16() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.passes("ana")
    table.gm("incapacitate", target="ana", degree="partial")
    assert table.turn == ["goblin"]
    table.gm("incapacitate", target="goblin", degree="partial")
    assert (table.turn, table.round) == ([], 1)
    table.gm("release", target="ana")
    assert table.turn == ["ana"]
    assert table.round == 2


def test_play_goes_on_to_a_later_group_that_was_set_free_f52_16() -> None:
    table = stopped()
    table.gm("release", target="goblin")
    assert (table.round, table.turn) == (1, ["goblin"])


def test_the_dying_keep_the_rounds_going_and_the_stabilised_do_not_f52_16_f52_32() -> None:
    table = Table(hero("ana"), foe("goblin"), draws="2C 5H")
    table.gm("incapacitate", target="goblin", degree="full")
    table.gm("adjust", target="ana", hp=0, reason="a trap")
    assert (table.round, table.turn) == (2, ["ana"]), "her first draw is in the next round"
    table.do("death-draw", "ana")
    assert (table.round, table.turn) == (3, ["ana"])
    table.do("death-draw", "ana")
    assert "stable" in table.conditions("ana")
    assert table.turn == []
    assert play.actors(GAME, table.state) == ["gm"]


def test_all_monsters_down_does_not_stop_the_players_f52_16_f52_62() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="goblin", hp=0, reason="a rock")
    assert set(table.turn) == {"ana", "ben"}
    table.passes("ana", "ben")
    assert (table.round, set(table.turn)) == (2, {"ana", "ben"})


def test_play_stops_after_the_last_who_could_act_f52_16() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), draws="3H")
    table.gm("adjust", target="goblin", hp=0, reason="a rock")
    table.gm("adjust", target="ben", hp=0, reason="a rock")
    table.passes("ana")
    assert (table.round, set(table.turn)) == (2, {"ana", "ben"})
    table.do("death-draw", "ben")
    assert table.turn == ["ana"]
    table.gm("incapacitate", target="ana", degree="partial")
    assert (table.round, table.turn) == (2, [])


def test_a_healed_monster_gives_play_somebody_again_f52_16_f52_34() -> None:
    table = stopped(order="monsters")
    table.gm("adjust", target="goblin", hp=0, reason="a rock")
    assert table.turn == []
    table.gm("adjust", target="goblin", hp=2, reason="a miracle")
    if "partial" in table.conditions("goblin"):
        table.gm("release", target="goblin")
    assert table.turn == ["goblin"]


def test_while_play_stands_still_the_other_orders_of_the_gm_are_open_f52_16() -> None:
    table = stopped()
    table.gm("fall", target="goblin", feet=30)
    table.gm("set-range", a="ana", b="goblin", range="near")
    table.gm("adjust", target="goblin", hp=3, reason="a draught")
    assert table.turn == []
    table.gm("end", outcome="other")
    assert (table.phase, table.turn, play.actors(GAME, table.state)) == ("over", [], [])
